"""What torch.save and torch.load do unless they are told otherwise: set an attribute of `save` or `load`, or `patch`.

`use_pinned_memory_for_d2h` and `calculate_storage_offsets`, which make torch faster, change nothing here.
"""

import contextlib


class _Settings:
    """Settings by name; AttributeError for a name that is none."""

    def __init__(self, path, **values):
        vars(self).update(values, _path=path)

    def __getattr__(self, name):
        raise AttributeError(f"torch.utils.serialization.config.{self._path}.{name} does not exist")

    def __setattr__(self, name, value):
        getattr(self, name)
        vars(self)[name] = value


load = _Settings("load", mmap=False, endianness=None, mmap_flags=2, calculate_storage_offsets=False)
save = _Settings("save", compute_crc32=True, use_pinned_memory_for_d2h=False, storage_alignment=64)


@contextlib.contextmanager
def patch(arg1=None, arg2=None, **kwargs):
    """Sets `patch("save.storage_alignment", 4096)`, or a dict of such, inside a `with` block or a decorated function.

    >>> import borch as torch
    >>> from borch.utils.serialization import config
    >>> with config.patch("save.compute_crc32", False):
    ...     print(config.save.compute_crc32)
    False
    """
    changes = arg1 if isinstance(arg1, dict) else kwargs if arg1 is None else {arg1: arg2}
    places = {path: (globals()[path.partition(".")[0]], path.partition(".")[2]) for path in changes}
    before = {path: getattr(*place) for path, place in places.items()}
    try:
        for path, value in changes.items():
            setattr(*places[path], value)
        yield
    finally:
        for path, value in before.items():
            setattr(*places[path], value)
