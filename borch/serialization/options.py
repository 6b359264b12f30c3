"""Settings of torch.save and torch.load by functions; they are kept in torch.utils.serialization.config."""

from . import config

MAP_SHARED, MAP_PRIVATE = 1, 2  # the module mmap's


def get_crc32_options():
    """Whether `save` writes a checksum of each record.

    >>> import borch as torch
    >>> torch.serialization.get_crc32_options()
    True
    """
    return config.save.compute_crc32


def set_crc32_options(compute_crc32):
    """Sets whether `save` writes a checksum of each record; other programs than torch and borch may ask for it.

    >>> import borch as torch
    >>> torch.serialization.set_crc32_options(True)
    """
    config.save.compute_crc32 = compute_crc32


def get_default_mmap_options():
    """How `load(mmap=True)` maps a file; 2 is `mmap.MAP_PRIVATE`.

    >>> import borch as torch
    >>> torch.serialization.get_default_mmap_options()
    2
    """
    return config.load.mmap_flags


class set_default_mmap_options:
    """Sets how `load(mmap=True)` maps a file, for good or inside a `with` block; ValueError for other flags.

    Borch reads a file where torch maps it, which for `mmap.MAP_PRIVATE` gives the same tensors. With `mmap.MAP_SHARED`,
    by which tensors would write to the file, `load` raises NotImplementedError.

    >>> import mmap, borch as torch
    >>> with torch.serialization.set_default_mmap_options(mmap.MAP_SHARED):
    ...     print(torch.serialization.get_default_mmap_options())
    1
    """

    def __init__(self, flags):
        if flags not in (MAP_PRIVATE, MAP_SHARED):
            raise ValueError(
                "Invalid argument in function set_default_mmap_options, expected mmap.MAP_PRIVATE or mmap.MAP_SHARED, but "
                f"got {flags}"
            )
        self.prev = config.load.mmap_flags
        config.load.mmap_flags = flags

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        config.load.mmap_flags = self.prev
