"""Reading arguments as torch reads them: dims, sizes and numbers, with torch's errors.

Ops call these on their settings; tensors are handled by op.py.
"""

import operator

import numpy as np

from .naming import is_ours
from .size import Size

# The types of torch that are C's, whose names in messages have the module before them.
WITH_MODULE = {
    **dict.fromkeys(("dtype", "device", "layout", "memory_format", "Size"), "torch"),
    "Generator": "torch._C", "TypedStorage": "torch.storage", "UntypedStorage": "torch.storage",
}  # fmt: skip


def type_name(value):
    """The word torch's messages use for a value's type."""
    kind = type(value)
    name = kind.__name__
    if getattr(kind, "__module__", "") == "numpy":
        return f"numpy.{name}"
    return f"{WITH_MODULE[name]}.{name}" if name in WITH_MODULE and is_ours(kind) else name


def as_number(value):
    """One of numpy's numbers as torch reads it: integers and complex128 are what they say, all others are floats."""
    kind = value.dtype.kind
    if kind in "iu":
        return int(value)
    return complex(value) if isinstance(value, complex) else float(value) if kind in "bfc" else value


def check_tensor(value, name, argument="input", position=1):
    """TypeError for what is no tensor where `name` takes one."""
    if not hasattr(value, "_array"):
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be Tensor, not {type_name(value)}")


def check_number(value, name, argument, position):
    """TypeError for what is no real number where `name` takes one; a tensor of one element is one."""
    array = getattr(value, "_array", None)
    if not (isinstance(value, (int, float, np.number)) or array is not None and array.size == 1):
        raise TypeError(f"{name}(): argument '{argument}' (position {position}) must be float, not {type_name(value)}")


def check_bool(value, name, argument, position=None):
    """TypeError for what is no bool where `name` takes one; without a position where it is given by name."""
    if value is not True and value is not False and not isinstance(value, np.bool_):
        place = "" if position is None else f" (position {position})"
        raise TypeError(f"{name}(): argument '{argument}'{place} must be bool, not {type_name(value)}")


def dim_range_error(dim, ndim):
    limit = max(ndim, 1)
    return IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")


def wrap_dim(dim, ndim):
    """`dim` counted from the front; a 0-dim tensor counts as having one axis. IndexError when out of range."""
    if type(dim) is not int:
        dim = as_index(dim)
    limit = ndim or 1
    if -limit <= dim < limit:
        return dim if dim >= 0 else dim + limit
    raise dim_range_error(dim, ndim)


def wrap_dims(dim, ndim):
    """A tuple of distinct axes for an int or a sequence of ints; every axis for None."""
    if dim is None:
        return tuple(range(ndim))
    if isinstance(dim, (tuple, list)):
        dims = tuple([wrap_dim(d if type(d) is int else operator.index(d), ndim) for d in dim])
        if len(set(dims)) != len(dims):
            doubled = next(d for d in dims if dims.count(d) > 1)
            raise RuntimeError(f"dim {doubled} appears multiple times in the list of dims")
        return dims
    return (wrap_dim(dim, ndim),)


def reduce_dims(dim, ndim):
    """`wrap_dims` for reductions: an empty sequence means every axis, and a 0-dim tensor has none to give numpy."""
    if type(dim) is int and -ndim <= dim < ndim:
        return (dim % ndim,)
    if dim is None or (isinstance(dim, (tuple, list)) and not len(dim)):
        return tuple(range(ndim))
    dims = wrap_dims(dim, ndim)
    return dims if ndim else ()


def as_index(value):
    """An int from anything that torch takes as one: int, numpy integer, one-element integer tensor; a bool is none."""
    try:
        if value is True or value is False:
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise TypeError(f"'{type_name(value)}' object cannot be interpreted as an integer") from None


def sizes(args, name="size"):
    """A tuple of ints from `(2, 3)`, `((2, 3),)` or `([2, 3],)`: how torch's functions take a shape."""
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = args[0]
    try:
        return tuple([a if type(a) is int else operator.index(a) for a in args])
    except TypeError:
        bad = next(a for a in args if not hasattr(a, "__index__"))
        raise TypeError(
            f"argument '{name}' must be tuple of ints, but found element of type {type_name(bad)}"
        ) from None


def infer_size(shape, numel):
    """`shape` with its one -1 replaced so that it holds `numel` elements; RuntimeError when none fits."""
    known, at = 1, None
    for i, s in enumerate(shape):
        if s == -1:
            if at is not None:
                raise RuntimeError("only one dimension can be inferred")
            at = i
        elif s < 0:
            raise RuntimeError(f"invalid shape dimension {s} at index {i} of shape {list(shape)}")
        else:
            known *= s
    if at is None:
        if known != numel:
            raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
        return tuple(shape)
    if known == 0:
        if numel == 0:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension size "
                "-1 can be any value and is ambiguous"
            )
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
    if numel % known:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {numel}")
    return (*shape[:at], numel // known, *shape[at + 1 :])


def broadcast_shape(a, b):
    """The shape that `a` and `b` broadcast to; torch's RuntimeError naming the first axis, from the back, that differs."""
    if a == b:
        return a
    n = max(len(a), len(b))
    out = []
    for i in range(1, n + 1):
        x = a[-i] if i <= len(a) else 1
        y = b[-i] if i <= len(b) else 1
        if x != y and x != 1 and y != 1:
            raise RuntimeError(
                f"The size of tensor a ({x}) must match the size of tensor b ({y}) at non-singleton dimension {n - i}"
            )
        out.append(y if x == 1 else x)
    return tuple(out[::-1])


def broadcast_shapes(*shapes):
    """The shape that all shapes broadcast to.

    >>> import borch as torch
    >>> torch.broadcast_shapes((2, 1), (3,))
    torch.Size([2, 3])
    """
    result = ()
    for k, shape in enumerate(shapes):
        if not isinstance(shape, (int, tuple, list)):
            raise RuntimeError(
                f"Input shapes should be of type ints, a tuple of ints, or a list of ints, got {shape!r}"
            )
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        for s in shape:
            if s < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({s}): ({s})")
        try:
            result = broadcast_shape(result, shape)
        except RuntimeError:
            axis, n = next(
                (-i, shape[-i])
                for i in range(1, min(len(shape), len(result)) + 1)
                if 1 not in (shape[-i], result[-i]) and shape[-i] != result[-i]
            )
            raise RuntimeError(
                f"Attempting to broadcast a dimension of length {n} at {axis}! Mismatching argument at index {k} had "
                f"{shape}; but expected shape should be broadcastable to {list(result)}"
            ) from None
    return Size(result)


def single(value, n, name="argument"):
    """A tuple of `n` ints from an int or a sequence of one or `n` ints, as convolution and pooling take theirs."""
    if isinstance(value, (tuple, list)):
        if len(value) == n:
            return tuple(map(operator.index, value))
        if len(value) == 1:
            return (operator.index(value[0]),) * n
        raise RuntimeError(
            f"expected {name} to be a single integer value or a list of {n} values to match the convolution "
            f"dimensions, but got {name}={list(value)}"
        )
    return (operator.index(value),) * n


def check_tensors(values):
    """TypeError for what is no tensor among the arguments of a function that takes any number of them."""
    for k, value in enumerate(values):
        if not hasattr(value, "_array"):
            raise TypeError(f"expected Tensor as element {k} in argument 0, but got {type_name(value)}")
