"""torch.storage: the memory behind tensors, and the old types of typed storages such as `torch.FloatStorage`.

Source: https://docs.pytorch.org/docs/stable/storage.html
"""

import io

from ._core import dtype as _dtypes
from .ops.memory import StorageBase, TypedStorage, UntypedStorage

__all__ = ["StorageBase", "TypedStorage", "UntypedStorage"]


class _StorageType(type):
    """The type of `torch.FloatStorage`: calling it makes a storage, `isinstance` asks for the dtype."""

    def __call__(cls, source=0):
        from .creation import empty, tensor

        values = empty(source, dtype=cls.dtype) if isinstance(source, int) else tensor(source, dtype=cls.dtype)
        return values.storage()

    def __instancecheck__(cls, instance):
        return isinstance(instance, TypedStorage) and instance.dtype is cls.dtype


def _old_type(d):
    name = d.legacy + "Storage"
    number = bool if d is _dtypes.bool_ else complex if d.is_complex else float if d.is_floating_point else int
    doc = f"""torch's old type of storages of {d!r}: of a size, or of numbers.

    >>> import borch as torch
    >>> storage = torch.{name}([1, 0])
    >>> storage.tolist()
    {[number(1), number(0)]}
    """
    return _StorageType(name, (), {"dtype": d, "__doc__": doc, "__module__": "torch"})


globals().update({d.legacy + "Storage": _old_type(d) for d in _dtypes.ALL if not d.legacy.startswith("UInt")})
Storage = globals()["FloatStorage"]


def _load_from_bytes(data):
    """The storage in what Python's pickle holds of a tensor of torch."""
    from .serialization import load

    return load(io.BytesIO(data), weights_only=False)
