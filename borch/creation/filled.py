"""Tensors of a size: empty, zeros, ones, full, eye, and their `_like` and `new_` forms.

Source: https://docs.pytorch.org/docs/stable/torch.html#creation-ops
"""

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_index, type_name
from .._core.device import contiguous_format, preserve_format
from .._core.nodata import is_meta
from .._core.op import function
from .._core.tensor import Tensor
from ..ops.assign import number_as
from ..ops.memory import check_format
from ..ops.shape import ints
from ..ops.strides import CHANNELS_FIRST, CHANNELS_LAST, by_stride, empty_in_order_of, restride
from .options import as_number, check_dtype, check_options, check_out, form, fresh, into, is_number

ndarray = np.ndarray
GENERATED = "https://docs.pytorch.org/docs/stable/generated/torch"


# ---------------------------------------------------------------------------------------------------------------- sizes
def size_of(args, size, name):
    """The shape from `(2, 3)`, `((2, 3),)` or `size=(2, 3)`; torch's errors for what is none."""
    shape = args[0] if len(args) == 1 and type(args[0]) is tuple else args
    for n in shape:
        if type(n) is not int or n < 0:
            break
    else:
        if args:
            return shape
    if not args:
        if size is None:
            raise TypeError(f'{name}() missing 1 required positional arguments: "size"')
        shape = ints(size, name, "size", 1)
    elif isinstance(args[0], (tuple, list)):
        if len(args) > 1:
            raise TypeError(f"{name}() takes 1 positional argument but {len(args)} were given")
        shape = ints(args[0], name, "size")
    else:
        if not hasattr(args[0], "__index__"):
            raise TypeError(f"{name}(): argument 'size' (position 1) must be tuple of ints, not {type_name(args[0])}")
        shape = ints(args, name, "size")
    for n in shape:
        if n < 0:
            if name == "zeros":
                raise RuntimeError("zeros: Dimension size must be non-negative.")
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(shape)}")
    return shape


def blank(shape, numpy_dtype, memory_format=None, make=np.empty):
    """An array whose elements are not set, or the form of one."""
    if memory_format is None or memory_format is contiguous_format:
        return make(shape, numpy_dtype)
    if memory_format is preserve_format:
        raise RuntimeError("unsupported memory format Preserve")
    rank = 4 if memory_format.name == "channels_last" else 5
    if len(shape) != rank:
        raise RuntimeError(f"required rank {rank} tensor to use {memory_format.name} format")
    return make([shape[k] for k in CHANNELS_LAST[rank]], numpy_dtype).transpose(CHANNELS_FIRST[rank])


def blank_like(array, numpy_dtype, memory_format=None):
    """An array of the shape, and in the order of axes, of another one."""
    if memory_format is None or memory_format is preserve_format:
        if array.flags.c_contiguous:
            return np.empty(array.shape, numpy_dtype)
        return empty_in_order_of(array, numpy_dtype) if 0 in array.strides else np.empty_like(array, numpy_dtype)
    return blank(array.shape, numpy_dtype, memory_format)


def blank_between(array, numpy_dtype, memory_format, meta):
    """The same where one of the two has no elements: the new one with `meta`, or `array`."""
    from .._core.meta import hollow

    if memory_format not in (None, preserve_format):
        return blank(array.shape, numpy_dtype, memory_format, form if meta else np.empty)
    old = hollow(array)
    order = (
        by_stride(old.strides, old.shape)[::-1]
        if 0 in old.strides
        else sorted(range(old.ndim), key=lambda axis: -old.strides[axis])
    )
    new = (form if meta else np.empty)([old.shape[k] for k in order], numpy_dtype)
    return new.transpose(sorted(range(old.ndim), key=order.__getitem__))


def _set(array, value):
    array[...] = number_as(value, array.dtype)
    return array


_FILLS = {
    "empty": (None, "uninitialised elements", "torch.empty(2).shape", "torch.Size([2])"),
    "zeros": (0, "zeros", "torch.zeros(2)", "tensor([0., 0.])"),
    "ones": (1, "ones", "torch.ones(2)", "tensor([1., 1.])"),
}


def _described(f, name, doc, source, example, shown):
    f.__name__ = f.__qualname__ = name
    f.__doc__ = f"{doc}\n\n    Source: {source}\n\n    >>> import borch as torch\n    >>> {example}\n    {shown}\n    "
    return f


def _by_size(name):
    value, words, example, shown = _FILLS[name]
    start = np.zeros if name == "zeros" else np.empty

    def make(
        *args, size=None, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, **other
    ):
        if other:
            memory_format = other.pop("memory_format", None) if name == "empty" else None
            if other:
                raise TypeError(f"{name}() got an unexpected keyword argument '{next(iter(other))}'")
            check_format(memory_format, name)
            meta = check_options(name, device, layout, pin_memory, requires_grad)
            array = blank(
                size_of(args, size, name), _real(dtype, name).numpy, memory_format, form if meta else np.empty
            )
            return fresh(array, requires_grad)
        shape = size_of(args, size, name)
        given = layout is not None or device is not None or pin_memory or requires_grad is not False
        if given and check_options(name, device, layout, pin_memory, requires_grad) and out is None:
            return fresh(form(shape, _real(dtype, name).numpy), requires_grad)
        array = start(shape, (dtypes.default.real if dtype is None else check_dtype(dtype, name)).numpy)
        if value:
            array.fill(1) if array.dtype.kind != "V" else _set(array, 1)
        if out is not None:
            return into(out, array, name, check_dtype(dtype, name))
        return fresh(array, requires_grad)

    doc = f"A tensor of {words} with the shape `size`, given as ints or as one tuple; the default dtype unless `dtype` says."
    return function(method=False)(_described(make, name, doc, f"{GENERATED}.{name}.html", example, shown))


def _real(dtype, name):
    return dtypes.default.real if dtype is None else check_dtype(dtype, name)


empty, zeros, ones = map(_by_size, ("empty", "zeros", "ones"))


# ----------------------------------------------------------------------------------------------------------------- _like
def _tensor_of(input, name):
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    return input._array


def _like(kind):
    name = kind + "_like"
    value, words, _, _ = _FILLS[kind]

    def make(
        input, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False,
        memory_format=preserve_format,
    ):  # fmt: skip
        array = _tensor_of(input, name)
        meta = False
        if layout is not None or device is not None or pin_memory or requires_grad is not False:
            meta = check_options(name, device, layout, pin_memory, requires_grad)
        if memory_format is not preserve_format:
            check_format(memory_format, name)
        target = array.dtype if dtype is None else check_dtype(dtype, name).numpy
        if meta or type(array) is not ndarray:
            meta = meta or (device is None and is_meta(array))
            out = blank_between(array, target, memory_format, meta)
            return fresh(out if meta or value is None else _set(out, value), requires_grad)
        if value == 0 and array.flags.c_contiguous and memory_format is preserve_format:
            return fresh(np.zeros(array.shape, target), requires_grad)
        out = blank_like(array, target, memory_format)
        return fresh(out if value is None else _set(out, value), requires_grad)

    doc = f"A tensor of {words} with the shape, the dtype and the order of axes of `input`."
    example = f"torch.{name}(torch.tensor([5, 6]))" + (".shape" if value is None else "")
    shown = {"empty": "torch.Size([2])", "zeros": "tensor([0, 0])", "ones": "tensor([1, 1])"}[kind]
    return function(method=False)(_described(make, name, doc, f"{GENERATED}.{name}.html", example, shown))


empty_like, zeros_like, ones_like = map(_like, ("empty", "zeros", "ones"))


# ----------------------------------------------------------------------------------------------------------------- full
def _fill_number(value, name, position):
    if not is_number(value):
        raise TypeError(f"{name}(): argument 'fill_value' (position {position}) must be Number, not {type_name(value)}")
    return as_number(value)


@function(method=False)
def full(
    size, fill_value, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False,
    names=None,
):  # fmt: skip
    """A tensor whose every element is `fill_value`; the dtype is the number's unless `dtype` says another.

    RuntimeError for a number that the dtype cannot hold.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.full.html

    >>> import borch as torch
    >>> torch.full((2,), 7)
    tensor([7, 7])
    """
    shape = size_of((ints(size, "full", "size", 1),), None, "full")
    value = fill_value if type(fill_value) is float else _fill_number(fill_value, "full", 2)
    meta = False
    if layout is not None or device is not None or pin_memory or requires_grad is not False:
        meta = check_options("full", device, layout, pin_memory, requires_grad)
    dtype = check_dtype(dtype, "full")
    if dtype is None and type(value) is int and not -(2**63) <= value < 2**63:
        raise RuntimeError("value cannot be converted to type int64_t without overflow")
    if out is not None:
        check_out(out, "full", dtype)
        return into(out, _set(np.empty(shape, out._array.dtype), value), "full", dtype)
    numpy_dtype = (dtype or dtypes.of_number(value)).numpy
    if meta:
        return fresh(form(shape, numpy_dtype), requires_grad)
    return fresh(_set(np.empty(shape, numpy_dtype), value), requires_grad)


@function(method=False)
def full_like(
    input, fill_value, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False,
    memory_format=preserve_format,
):  # fmt: skip
    """A tensor in the form and the dtype of `input` whose every element is `fill_value`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.full_like.html

    >>> import borch as torch
    >>> torch.full_like(torch.zeros(2), 7)
    tensor([7., 7.])
    """
    array = _tensor_of(input, "full_like")
    value = _fill_number(fill_value, "full_like", 2)
    meta = check_options("full_like", device, layout, pin_memory, requires_grad) or (device is None and is_meta(array))
    target = array.dtype if dtype is None else check_dtype(dtype, "full_like").numpy
    if meta or is_meta(array):
        out = blank_between(array, target, memory_format, meta)
        return fresh(out if meta else _set(out, value), requires_grad)
    return fresh(_set(blank_like(array, target, memory_format), value), requires_grad)


# ----------------------------------------------------------------------------------------------------------------- new_
def _new(kind):
    name = "new_" + kind
    value, words, _, _ = _FILLS[kind]

    def make(self, *args, size=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
        shape = size_of(args, size, name)
        meta = check_options(name, device, layout, pin_memory, requires_grad)
        target = self._array.dtype if dtype is None else check_dtype(dtype, name).numpy
        if meta or (device is None and is_meta(self._array)):
            return fresh(form(shape, target), requires_grad)
        array = np.zeros(shape, target) if value == 0 else np.empty(shape, target)
        return fresh(_set(array, 1) if value else array, requires_grad)

    doc = f"A tensor of {words} with the shape `size` and, by default, this tensor's dtype."
    example = f"torch.tensor([5]).{name}(2)" + (".shape" if value is None else "")
    shown = {"empty": "torch.Size([2])", "zeros": "tensor([0, 0])", "ones": "tensor([1, 1])"}[kind]
    source = f"{GENERATED}.Tensor.{name}.html"
    return function(namespace=None)(_described(make, name, doc, source, example, shown))


new_empty, new_zeros, new_ones = map(_new, ("empty", "zeros", "ones"))


@function(namespace=None)
def new_full(self, size, fill_value, *, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """A tensor of `fill_value` with the shape `size` and, by default, this tensor's dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.new_full.html

    >>> import borch as torch
    >>> torch.tensor([5.0]).new_full((2,), 7)
    tensor([7., 7.])
    """
    shape = size_of((ints(size, "new_full", "size", 1),), None, "new_full")
    value = _fill_number(fill_value, "new_full", 2)
    meta = check_options("new_full", device, layout, pin_memory, requires_grad)
    target = self._array.dtype if dtype is None else check_dtype(dtype, "new_full").numpy
    if meta or (device is None and is_meta(self._array)):
        return fresh(form(shape, target), requires_grad)
    return fresh(_set(np.empty(shape, target), value), requires_grad)


# ------------------------------------------------------------------------------------------------------ strides by hand
def _strided(size, stride, numpy_dtype, name, meta=False):
    size, stride = ints(size, name, "size", 1), ints(stride, name, "stride")
    if len(size) != len(stride):
        raise RuntimeError(
            f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})"
        )
    for n in size:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(size)}")
    if any(s < 0 for s in stride):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    if meta:
        from .._core.meta import MetaArray

        return MetaArray(size, numpy_dtype, tuple(s * numpy_dtype.itemsize for s in stride))
    if 0 in size:
        return np.empty(size, numpy_dtype)
    memory = np.empty(1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True)), numpy_dtype)
    return restride(memory, size, tuple(s * memory.itemsize for s in stride))


@function(method=False)
def empty_strided(size, stride, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor of uninitialised elements with a shape and strides (in elements) of one's own.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty_strided.html

    >>> import borch as torch
    >>> torch.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    meta = check_options("empty_strided", device, layout, pin_memory, requires_grad)
    return fresh(_strided(size, stride, _real(dtype, "empty_strided").numpy, "empty_strided", meta), requires_grad)


@function(namespace=None)
def new_empty_strided(self, size, stride, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """`torch.empty_strided` in, by default, this tensor's dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty_strided.html

    >>> import borch as torch
    >>> torch.zeros(1).new_empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    meta = check_options("new_empty_strided", device, layout, pin_memory, requires_grad)
    meta = meta or (device is None and is_meta(self._array))
    target = self._array.dtype if dtype is None else check_dtype(dtype, "new_empty_strided").numpy
    return fresh(_strided(size, stride, target, "new_empty_strided", meta), requires_grad)


@function(method=False)
def empty_permuted(
    size, physical_layout, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False
):
    """A tensor of uninitialised elements whose axes lie in memory in the order `physical_layout`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.empty_permuted.html

    >>> import borch as torch
    >>> torch.empty_permuted((2, 3, 4), (2, 0, 1)).stride()
    (3, 1, 6)
    """
    meta = check_options("empty_permuted", device, layout, pin_memory, requires_grad)
    size = size_of((size,), None, "empty_permuted")
    order = ints(physical_layout, "empty_permuted", "physical_layout")
    if len(order) != len(size):
        raise RuntimeError(
            f"Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = "
            f"{len(size)} is not equal to len(physical_layout) = {len(order)}"
        )
    if sorted(order) != list(range(len(size))):
        bad = next((p for p in order if not 0 <= p < len(size)), None)
        if bad is not None:
            raise RuntimeError(
                f"Dimension out of range (expected to be between 0 and {len(size) - 1}, but got {bad} at index "
                f"{order.index(bad)}).  NB: negative dims not currently supported; file an issue if you want it."
            )
        raise RuntimeError("Duplicate dim not allowed")
    array = (form if meta else np.empty)([size[k] for k in order], _real(dtype, "empty_permuted").numpy)
    return fresh(array.transpose(np.argsort(order)), requires_grad)


@function(method=False)
def eye(n, m=None, *, out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False):
    """The n-by-m matrix (n-by-n without `m`) with ones on its diagonal and zeros elsewhere.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.eye.html

    >>> import borch as torch
    >>> torch.eye(2, 3)
    tensor([[1., 0., 0.],
            [0., 1., 0.]])
    """
    lengths = []
    for position, (word, value) in enumerate((("n", n), ("m", n if m is None else m)), 1):
        if not hasattr(value, "__index__") or isinstance(value, bool):
            raise TypeError(f"eye(): argument '{word}' (position {position}) must be int, not {type_name(value)}")
        lengths.append(as_index(value))
        if lengths[-1] < 0:
            raise RuntimeError(f"{word} must be greater or equal to 0, got {lengths[-1]}")
    meta = check_options("eye", device, layout, pin_memory, requires_grad)
    dtype = check_dtype(dtype, "eye")
    if meta and out is None:
        return fresh(form(lengths, _real(dtype, "eye").numpy), requires_grad)
    array = np.zeros(lengths, (dtype or (out.dtype if out is not None else dtypes.default.real)).numpy)
    array.reshape(-1)[: lengths[1] * min(lengths) : lengths[1] + 1] = number_as(1, array.dtype)
    return into(out, array, "eye", dtype) if out is not None else fresh(array, requires_grad)
