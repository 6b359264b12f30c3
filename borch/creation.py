"""Tensors from numbers, lists, numpy arrays and sizes.

Source: https://docs.pytorch.org/docs/stable/torch.html#creation-ops
"""

import numpy as np

from ._core import dtype as dtypes
from ._core.args import sizes, type_name
from ._core.device import check_device
from ._core.op import function, wrap
from ._core.tensor import Tensor


def _new(array, requires_grad):
    t = wrap(array)
    if requires_grad:
        t.requires_grad_()
    return t


def _numpy_dtype(dtype):
    if dtype is None:
        return dtypes.default.real.numpy
    if not isinstance(dtype, dtypes.dtype):
        raise TypeError(f"argument 'dtype' must be torch.dtype, not {type_name(dtype)}")
    return dtype.numpy


@function(method=False)
def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor that holds a copy of `data`: a number, nested lists, a numpy array or a tensor.

    Without `dtype` Python floats get the default dtype, ints int64, bools bool, complex numbers complex64, and numpy
    arrays keep theirs. ValueError for ragged lists, TypeError for what is no number.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensor.html

    >>> import borch as torch
    >>> torch.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    """
    check_device(device)
    if isinstance(data, Tensor):
        array = data._array.copy()
    elif isinstance(data, np.ndarray):
        array = np.array(data, dtype=dtypes.from_numpy(data.dtype.newbyteorder("=")).numpy)
    else:
        array = _from_numbers(data, dtype)
    if dtype is not None:
        array = dtypes.cast(array, _numpy_dtype(dtype))
    return _new(array, requires_grad)


def _from_numbers(data, dtype=None):
    shape = _shape_of(data)
    flat = []
    _flatten(data, shape, 0, flat)
    kind = None
    for value in flat:
        if isinstance(value, Tensor):
            d = value.dtype
        elif isinstance(value, np.generic) and not isinstance(value, (float, complex)):
            d = dtypes.from_numpy(value.dtype)
        elif isinstance(value, (int, float, complex)):
            d = dtypes.of_number(value)
        elif value is None:
            raise RuntimeError("Could not infer dtype of NoneType")
        elif isinstance(value, str):
            raise TypeError("new(): invalid data type 'str'")
        else:
            raise RuntimeError(f"Could not infer dtype of {type_name(value)}")
        kind = d if kind is None else dtypes.promote_types(kind, d)
    kind = kind or dtypes.default.real
    values = [v.item() if isinstance(v, Tensor) else v for v in flat]
    if dtype is not None and kind.category >= dtypes.FLOAT:  # Python's numbers lose nothing on their way to `dtype`
        kind = dtypes.float64 if kind.is_floating_point else dtypes.complex128
    if kind is dtypes.bfloat16:
        return dtypes.narrow(np.array(values, np.float32).reshape(shape))
    try:
        return np.array(values, kind.numpy).reshape(shape)
    except OverflowError:
        raise RuntimeError("Overflow when unpacking long long") from None


def _is_sequence(data):
    return isinstance(data, (list, tuple, range)) or (
        isinstance(data, (np.ndarray, Tensor)) and data.ndim > 0
    ) or (hasattr(data, "__len__") and hasattr(data, "__getitem__") and not isinstance(data, (str, dict, set, Tensor, np.ndarray)))


def _shape_of(data):
    shape = []
    while _is_sequence(data):
        if isinstance(data, (np.ndarray, Tensor)):
            return (*shape, *data.shape)
        shape.append(len(data))
        if not len(data):
            break
        data = data[0]
    return tuple(shape)


def _flatten(data, shape, depth, flat):
    if depth == len(shape):
        if _is_sequence(data):
            raise TypeError(f"only length-1 arrays can be converted to Python scalars, got {type_name(data)}")
        flat.append(data)
        return
    if not _is_sequence(data):
        raise TypeError(f"expected sequence, got {type_name(data)} at dim {depth}")
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    for item in data:
        _flatten(item, shape, depth + 1, flat)


def _filled(name, fill):
    def make(*size, dtype=None, device=None, requires_grad=False, out=None, layout=None, pin_memory=False, names=None):
        check_device(device)
        if "size" in make.keywords and not size:
            size = make.keywords["size"]
        return _new(fill(sizes(size), _numpy_dtype(dtype)), requires_grad)

    make.keywords = {}
    make.__name__ = make.__qualname__ = name
    return make


zeros = function(method=False)(_filled("zeros", np.zeros))
ones = function(method=False)(_filled("ones", np.ones))
empty = function(method=False)(_filled("empty", np.empty))


@function(method=False)
def from_numpy(ndarray):
    """The tensor that shares memory with a numpy array; TypeError for dtypes that torch does not have.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html

    >>> import numpy, borch as torch
    >>> a = numpy.zeros(2)
    >>> t = torch.from_numpy(a)
    >>> a[0] = 7
    >>> t
    tensor([7., 0.], dtype=torch.float64)
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type_name(ndarray)})")
    dtypes.from_numpy(ndarray.dtype)
    return wrap(ndarray)
