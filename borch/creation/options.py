"""The keyword arguments that all functions which create share: dtype, device, layout, pin_memory, requires_grad, out."""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.device import layout as layout_class
from .._core.device import on_meta, strided
from .._core.op import check_result_cast, resize_out, wrap
from .._core.results import refuse_recording
from .._core.tensor import Tensor

_PYTHON_TYPES = {float: dtypes.float64, int: dtypes.int64, bool: dtypes.bool_, complex: dtypes.complex128}


def check_dtype(dtype, name):
    """A torch dtype from one, or from Python's float, int, bool and complex; None stays None."""
    if dtype is None or type(dtype) is dtypes.dtype:
        return dtype
    if isinstance(dtype, type) and dtype in _PYTHON_TYPES:
        return _PYTHON_TYPES[dtype]
    if isinstance(dtype, dtypes.NameAlone):
        return dtypes.refused(dtype)
    raise TypeError(f"{name}(): argument 'dtype' must be torch.dtype, not {type_name(dtype)}")


def check_options(name, device, layout, pin_memory, requires_grad=False):
    """Whether the device is the one without elements. Refuses what a CPU build of torch refuses, and other layouts."""
    meta = device is not None and on_meta(device)
    if layout is not None and layout is not strided:
        if not isinstance(layout, layout_class):
            raise TypeError(f"{name}(): argument 'layout' must be torch.layout, not {type_name(layout)}")
        raise NotImplementedError(f"{name}: only torch.strided tensors are implemented in borch, not {layout}")
    if pin_memory:
        raise RuntimeError(
            "pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available on "
            "this system."
        )
    if requires_grad is not False and not isinstance(requires_grad, (bool, np.bool_)):
        raise TypeError(f"{name}(): argument 'requires_grad' must be bool, not {type_name(requires_grad)}")
    return meta


def form(shape, numpy_dtype):
    """An array of no elements, as tensors on the device "meta" have them."""
    from .._core.meta import MetaArray

    return MetaArray(tuple(shape), numpy_dtype)


def fresh(array, requires_grad, meta=False):
    """A new leaf around `array`, or around its form alone."""
    if meta:
        from .._core.meta import hollow

        array = hollow(array)
    out = wrap(array)
    if requires_grad:
        if array.dtype not in dtypes.NUMPY_INEXACT and array.dtype != dtypes.BFLOAT16:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        out._requires_grad = True
    return out


def check_out(out, name, dtype):
    """Refuses an `out` that is no tensor, that would have to be recorded, or that has not the dtype given beside it."""
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type_name(out)}")
    refuse_recording(f"aten::{name}", out)
    if dtype is not None and out.dtype is not dtype:
        raise RuntimeError(f"dtype {dtype.legacy} does not match dtype of out parameter ({out.dtype.legacy})")


def into(out, array, name, dtype=None):
    """Writes `array` into the tensor that was given as `out`."""
    check_out(out, name, dtype)
    if dtype is None:
        array = dtypes.cast(array, out._array.dtype)
    else:
        check_result_cast(array, out)
    if out._array.shape != array.shape:
        resize_out(out, array.shape, silent=True)
    out._array[...] = array
    out._writes[0] += 1
    return out


def is_number(value):
    """Whether torch takes `value` where it asks for a Number."""
    if isinstance(value, Tensor):
        return value._array.ndim == 0 and not value.requires_grad
    return isinstance(value, (int, float, complex, np.number, np.bool_))


def as_number(value):
    """A Python number from what `is_number` accepts."""
    return value.item() if isinstance(value, (Tensor, np.generic)) else value
