"""The constructors from before `torch.tensor`: FloatTensor, LongTensor and the others, and `Tensor.new`.

Source: https://docs.pytorch.org/docs/stable/tensors.html
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.device import on_meta, strided
from .._core.mode import ENTERED, new_writes
from .._core.op import NAMESPACES, function, wrap
from .._core.size import Size
from .._core.tensor import Tensor
from .data import _copied
from .filled import size_of
from .options import fresh


def construct(dtype, args, name="new"):
    """What `LongTensor(...)` gives: an empty tensor, one of a size, or one of the given numbers."""
    if not args:
        return wrap(np.empty(0, dtype.numpy))
    first = args[0]
    if len(args) == 1 and isinstance(first, Tensor):
        if first.dtype is not dtype:
            raise TypeError(f"expected a tensor of {dtype} (got one of {first.dtype})")
        return first.detach()
    if (
        len(args) == 1
        and not isinstance(first, Size)
        and (isinstance(first, np.ndarray) or not hasattr(first, "__index__"))
    ):
        if isinstance(first, (str, bytes)):
            raise TypeError(f"new(): invalid data type '{type_name(first)}'")
        if not hasattr(first, "__len__"):
            raise TypeError(f"new(): data must be a sequence (got {type_name(first)})")
        return wrap(_copied(first, dtype))
    return wrap(np.empty(size_of(args, None, name), dtype.numpy))


def of_class(cls, args, kwargs):
    """`Tensor()`, `Tensor(2, 3)`, `Tensor([1, 2])`, `Tensor(tensor)`, also for a subclass."""
    meta = on_meta(kwargs.pop("device", None))
    if kwargs:
        raise TypeError(f"new() got an unexpected keyword argument '{next(iter(kwargs))}'")
    out = object.__new__(cls)
    whole = len(args) == 1 and isinstance(args[0], Tensor)
    out._array = args[0]._array if whole else _placed(construct(dtypes.default.real, args), meta)._array
    out._writes = new_writes() if ENTERED else [0]
    return out


class _TensorType(type):
    """The type of `torch.FloatTensor`: calling it makes a tensor, `isinstance` asks for the dtype."""

    def __call__(cls, *args, **kwargs):
        meta = on_meta(kwargs.pop("device", None))
        if kwargs:
            raise TypeError(f"new() got an unexpected keyword argument '{next(iter(kwargs))}'")
        return _placed(construct(cls.dtype, args), meta)

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and instance.dtype is cls.dtype and instance.layout is strided


def _publish(d):
    name = d.legacy + "Tensor"
    doc = f"""torch's old constructor of tensors of {d!r}: of a size, or of numbers.

    Source: https://docs.pytorch.org/docs/stable/tensors.html

    >>> import borch as torch
    >>> torch.{name}([1, 0]).dtype
    {d!r}
    """
    NAMESPACES["torch"][name] = _TensorType(name, (), {"dtype": d, "__doc__": doc, "__module__": "torch"})


for _dtype in dtypes.ALL:
    if _dtype.legacy not in ("ComplexFloat", "ComplexDouble", "UInt16", "UInt32", "UInt64"):
        _publish(_dtype)


@function(namespace=None)
def new(self, *args, device=None):
    """A tensor of this tensor's dtype from a size or from numbers; torch's old form of `new_empty` and `new_tensor`.

    Source: https://docs.pytorch.org/docs/stable/tensors.html

    >>> import borch as torch
    >>> torch.tensor([1]).new([2, 3])
    tensor([2, 3])
    """
    return _placed(construct(self.dtype, args), on_meta(device) or (device is None and self.is_meta))


def _placed(tensor, meta):
    return fresh(tensor._array, False, meta) if meta else tensor
