"""torch.storage: the memory behind tensors, and the old types of typed storages such as `torch.FloatStorage`.

Source: https://docs.pytorch.org/docs/stable/storage.html
"""

import numpy as np

from ._core import dtype as _dtypes
from .ops.memory import TypedStorage, UntypedStorage

__all__ = ["TypedStorage", "UntypedStorage"]


class _StorageType(type):
    """The type of `torch.FloatStorage`: calling it makes a storage, `isinstance` asks for the dtype."""

    def __call__(cls, source=0):
        values = np.empty(source, cls.dtype.numpy) if isinstance(source, int) else np.array(source, cls.dtype.numpy)
        from ._core.tensor import wrap

        return wrap(values).storage()

    def __instancecheck__(cls, instance):
        return isinstance(instance, TypedStorage) and instance.dtype is cls.dtype


def _old_type(d):
    doc = f"torch's old type of storages of {d!r}: of a size, or of numbers."
    return _StorageType(d.legacy + "Storage", (), {"dtype": d, "__doc__": doc, "__module__": "torch"})


globals().update({d.legacy + "Storage": _old_type(d) for d in _dtypes.ALL if not d.legacy.startswith("UInt")})
Storage = globals()["FloatStorage"]
