"""A tensor with what its mask hides replaced by the identity of an operation: what neither a sum nor a maximum sees."""

from .._core import dtype as dtypes
from .._core.op import OPS

INF = float("inf")
FIXED = {"sum": 0, "prod": 1, "norm": 0, "median": float("nan")}


def canonical_dims(dim, ndim):
    """`dim` as a sorted tuple of axes counted from the front; every axis for None and for ()."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    ndim, dims = max(ndim, 1), []
    for d in (dim,) if isinstance(dim, int) else dim:
        if d in dims:
            raise RuntimeError(f"dim={d} appears multiple times in the list of dims")
        if not -ndim <= d < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {d})")
        dims.append(d % ndim)
    return tuple(sorted(dims))


def input_mask(input, mask):
    """`mask` as booleans in the shape of `input`."""
    if mask.shape != input.shape:
        if mask.ndim > input.ndim:
            raise IndexError(
                "_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)"
            )
        mask = mask.broadcast_to(input.shape)
    return mask.to(dtype=dtypes.bool_)


def fill(input, mask, name):
    """`input` where `mask` is True, and elsewhere what the operation `name` does not see."""
    if mask is None:
        return input
    mask = input_mask(input, mask)
    return OPS["where"](mask, input, OPS["tensor"](identity(name, input.dtype), dtype=input.dtype))


def identity(name, dtype):
    """The value that a sum, a product or an extreme does not see."""
    if name in FIXED:
        return FIXED[name]
    if dtype.is_floating_point:
        return INF if name in ("amin", "argmin") else -INF
    if dtype.is_complex and name == "logsumexp":
        return -INF
    if dtype is dtypes.bool_:
        raise NotImplementedError(f"identity of {name} on {dtype} input")
    limits = dtypes.iinfo(dtype)
    return limits.max if name in ("amin", "argmin") else limits.min
