"""Dropout: elements, channels or features set to zero at random, the rest scaled up.

Masks are drawn from the default generator as torch draws them.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html#dropout-functions
"""

import numpy as np

from ..._core.op import OPS, function, wrap
from ...random import draws, generator
from ...random.targets import in_order

NAMESPACE = "torch.nn.functional"


def _check_p(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _bernoulli(array, p):
    """True with probability `p` for each element, drawn in the order in which the elements lie in memory."""
    if array.flags.c_contiguous:
        return draws.bernoulli(generator.default_generator, array.shape, p)
    laid_out = np.empty_like(array, np.bool_, order="K")
    return in_order(laid_out, None, lambda shape, *_: draws.bernoulli(generator.default_generator, shape, p))


def _dropped(input, p, shape, inplace, alpha=None):
    if p == 0.0 and alpha is None:
        return input * 1.0 if not inplace else input
    array = input._array
    mask = _bernoulli(array, 1 - p) if shape == array.shape else draws.bernoulli(generator.default_generator, shape, 1 - p)
    numpy_dtype = array.dtype if array.dtype.kind in "fc" else None
    if alpha is None:
        noise = mask.astype("float32" if numpy_dtype is None else numpy_dtype)
        if p < 1.0:
            noise /= 1 - p
        noise = wrap(noise)
        if numpy_dtype is None:
            noise = OPS["to_dtype"](noise, input.dtype)
        return input.mul_(noise) if inplace else input * noise
    return None


@function(method=False, namespace=NAMESPACE)
def dropout(input, p=0.5, training=True, inplace=False):
    """Each element is zero with probability `p`, else divided by 1 - p; the input itself when not training.

    ValueError when p is not in [0, 1]. Source: Srivastava et al. 2014;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout.html

    >>> import borch as torch
    >>> torch.nn.functional.dropout(torch.ones(3), training=False)
    tensor([1., 1., 1.])
    """
    _check_p(p)
    if not training or input._array.size == 0:
        return input
    return _dropped(input, p, input._array.shape, inplace)
