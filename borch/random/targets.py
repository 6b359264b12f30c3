"""Where drawn numbers go: sizes, dtypes and out= of the functions that make a tensor, and the order of filling.

What belongs here: arguments and memory that the samplers share; no distribution. A `draw` is a function of (shape,
dtype, contiguous) that gives an array, bfloat16 as float32.
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import sizes, type_name
from .._core.calls import raise_misfit
from .._core.device import on_meta, preserve_format
from .._core.nodata import is_meta
from .._core.op import resize_out, wrap
from .._core.results import refuse_recording
from .._core.tensor import Tensor
from .._core.view import check_writable
from ..creation.filled import empty, empty_like


def not_implemented(kernel, dtype):
    return NotImplementedError(f"\"{kernel}\" not implemented for '{dtype.legacy}'")


def number(value):
    """A float as C++ writes it into torch's messages."""
    return f"{value:g}"


def size_of(args, size, name):
    """The shape in `rand(2, 3)`, `rand((2, 3))` or `rand(size=(2, 3))`."""
    if size is not None:
        args = (size,)
    elif len(args) == 1 and type(args[0]) is int and args[0] >= 0:
        return args
    elif not args:
        raise TypeError(f'{name}() missing 1 required positional arguments: "size"')
    if len(args) == 1 and not isinstance(args[0], (tuple, list)) and not hasattr(args[0], "__index__"):
        raise TypeError(f"{name}(): argument 'size' (position 1) must be tuple of ints, not {type_name(args[0])}")
    try:
        shape = sizes(args)
    except (TypeError, StopIteration):
        ints = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
        if isinstance(ints[0], int):
            k, wrong = next((k, v) for k, v in enumerate(ints, 1) if not isinstance(v, int))
            raise TypeError(
                f"{name}(): argument 'size' failed to unpack the object at pos {k} with error \"type must be tuple of "
                f'ints,but got {type_name(wrong)}"'
            ) from None
        raise_misfit(name, 0, args, {})
        raise
    for n in shape:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(shape)}")
    return shape


def make(
    name,
    draw,
    shape,
    dtype,
    default,
    *,
    out=None,
    layout=None,
    device=None,
    requires_grad=False,
    pin_memory=False,
    **more,
):
    """The tensor that the function `name` returns; `default` is the dtype where none was asked for."""
    if more:
        refuse(name, more)
    meta = device is not None and on_meta(device)
    if dtype is not None:
        check_dtype(name, dtype)
    if out is not None:
        return into(name, out, draw, shape, dtype)
    dtype = dtype or default
    if requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    if meta:
        return empty(shape, dtype=dtype, device=device, requires_grad=requires_grad)
    tensor = wrap(dtypes.cast(draw(shape, dtype, True), dtype.numpy))
    if requires_grad:
        tensor.requires_grad_()
    return tensor


def make_like(
    name,
    draw,
    input,
    dtype,
    *,
    layout=None,
    device=None,
    requires_grad=False,
    pin_memory=False,
    memory_format=None,
    **more,
):
    """A tensor of `input`'s shape, and where the memory format is preserved of its order of axes."""
    refuse(name, more)
    check_dtype(name, dtype)
    check_tensor(name, input)
    dtype = dtype or input.dtype
    meta = input.is_meta if device is None else on_meta(device)
    if meta or input.is_meta:
        form = memory_format or preserve_format
        tensor = empty_like(input, dtype=dtype, device=device, memory_format=form, requires_grad=requires_grad)
        if not meta:
            fill(tensor._array, dtype, draw)
        return tensor
    kept = memory_format is None or memory_format.name == "preserve_format"
    array = np.empty_like(input._array, dtype.numpy, order="K" if kept else "C")
    tensor = wrap(array)
    fill(array, dtype, draw)
    if requires_grad:
        tensor.requires_grad_()
    return tensor


def into(name, out, draw, shape, dtype=None):
    """Draws into `out`, which is resized to `shape`."""
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type_name(out)}")
    refuse_recording(f"aten::{name}", out)
    check_writable(out, False, overlaps=name == "randperm")
    if dtype is not None and dtype is not out.dtype:
        raise RuntimeError(f"dtype {dtype.legacy} does not match dtype of out parameter ({out.dtype.legacy})")
    if out._array.shape != shape:
        resize_out(out, shape, silent=True)
    fill(out._array, out.dtype, draw)
    out._writes[0] += 1
    return out


def fill(array, dtype, draw):
    """Draws into `array`, element after element as they lie in memory."""
    if is_meta(array):
        return
    array[...] = dtypes.cast(in_order(array, dtype, draw), dtype.numpy)


def in_order(array, dtype, draw):
    """What `draw` gives for `array`'s shape, drawn in the order in which its elements lie in memory."""
    if array.flags.c_contiguous:
        return draw(array.shape, dtype, True)
    order = memory_order(array)
    drawn = draw(tuple(array.shape[axis] for axis in order), dtype, False)
    return drawn.transpose(sorted(range(array.ndim), key=order.__getitem__))


def memory_order(array):
    """The axes of `array`, those first along which its elements lie farthest apart."""
    return sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))


def refuse(name, more):
    for keyword in more:
        raise TypeError(f"{name}() got an unexpected keyword argument '{keyword}'")


def check_dtype(name, dtype):
    if dtype is not None and not isinstance(dtype, dtypes.dtype):
        raise TypeError(f"{name}(): argument 'dtype' must be torch.dtype, not {type_name(dtype)}")


def check_tensor(name, value, argument="input", position=1):
    if not isinstance(value, Tensor):
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {type_name(value)}")
