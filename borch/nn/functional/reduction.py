"""What all losses share: reading `reduction`, and bringing losses and their gradients to it.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#loss-functions
"""

import warnings

import numpy as np

from ..._core.mode import mode
from ..._core.op import OPS
from ..._core.tensor import Tensor

NAMESPACE = "torch.nn.functional"
WORDS = ("none", "mean", "sum")


def legacy_reduction(size_average, reduce, reduction, stacklevel=3):
    """The reduction that torch's old pair of flags stood for; the warning points to the caller's caller."""
    if size_average is None and reduce is None:
        return reduction
    size_average = True if size_average is None else size_average
    reduce = True if reduce is None else reduce
    chosen = "mean" if size_average and reduce else "sum" if reduce else "none"
    warnings.warn(
        f"size_average and reduce args will be deprecated, please use reduction='{chosen}' instead.",
        stacklevel=stacklevel,
    )
    return chosen


def check_reduction(reduction):
    """The word for a reduction, given as one or as the number that torch's own functions take."""
    if reduction in WORDS:
        return reduction
    if type(reduction) is int and 0 <= reduction <= 2:
        return WORDS[reduction]
    raise ValueError(f"{reduction} is not a valid value for reduction")


def reduced(losses, reduction):
    """An array of losses, reduced: 16-bit floats are added up in float32."""
    if reduction == "none":
        return losses
    dtype = losses.dtype
    wide = np.float32 if dtype == np.float16 else dtype
    total = np.add.reduce(losses, None, wide)
    if reduction == "mean":
        total = total / dtype.type(losses.size) if losses.size else wide_nan(wide)
    return np.asarray(total, dtype)


def wide_nan(dtype):
    return np.full((), np.nan, dtype)


def share(g, losses, reduction):
    """The gradient of each of the `losses` (a value of their shape) out of the reduced loss's gradient."""
    if reduction != "mean":
        return g
    count = 1
    for s in losses.shape:
        count *= s
    return g / count if count else g * float("nan")


def reduce_tensor(losses, reduction):
    """Losses in a tensor, reduced by the ops mean and sum."""
    if reduction == "mean":
        return OPS["mean"](losses)
    return OPS["sum"](losses) if reduction == "sum" else losses


def no_gradient(name, **tensors):
    """Refuses tensors that require a gradient where torch gives none."""
    for word, t in tensors.items():
        if isinstance(t, Tensor) and mode.grad and t.requires_grad:
            raise RuntimeError(
                f"The function '{name}' is not differentiable with respect to argument '{word}'. This input cannot "
                "have requires_grad True."
            )


def warn_of_sizes(input, target, stacklevel=3):
    """torch's warning about a target that is broadcast to the input, or the reverse."""
    if isinstance(target, Tensor) and isinstance(input, Tensor) and target._array.shape == input._array.shape:
        return
    if target.size() != input.size():
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}). This will "
            "likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
            stacklevel=stacklevel,
        )


def alike(input, target):
    """input and target, of which one without axes has the other's shape where their dtypes differ: so torch expands it."""
    if input.dtype is not target.dtype and input.ndim != target.ndim:
        if not target.ndim:
            return input, target.expand(input.shape)
        if not input.ndim:
            return input.expand(target.shape), target
    return input, target


def check_floating(tensor, kernel, half=True):
    """torch's error for a dtype that its kernel does not take."""
    dtype = tensor.dtype
    if not dtype.is_floating_point or (not half and dtype.itemsize == 2):
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{dtype.legacy}'")
