"""Softmax and its kin: weights that are positive and add up to one along an axis.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#non-linear-activation-functions
"""

import warnings

from ..._core.op import OPS, function

NAMESPACE = "torch.nn.functional"


def _chosen_dim(name, ndim, stacklevel):
    """The axis that torch takes when none is given."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=stacklevel + 1,
    )
    return 0 if ndim in (0, 1, 3) else 1


@function(method=False, namespace=NAMESPACE)
def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(input) over the sum of exp(input) along `dim`; without `dim` torch's old choice, with a warning.

    `dtype` is what input is cast to first. NotImplementedError for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmax.html

    >>> import borch as torch
    >>> torch.nn.functional.softmax(torch.zeros(4), dim=0)
    tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """
    if dim is None:
        dim = _chosen_dim("softmax", input.dim(), _stacklevel)
    return input.softmax(dim) if dtype is None else input.softmax(dim, dtype=dtype)


@function(method=False, namespace=NAMESPACE)
def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """The softmax of -input along `dim`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softmin.html

    >>> import borch as torch
    >>> torch.nn.functional.softmin(torch.zeros(2), dim=0)
    tensor([0.5000, 0.5000])
    """
    if dim is None:
        dim = _chosen_dim("softmin", input.dim(), _stacklevel)
    return (-input).softmax(dim) if dtype is None else (-input).softmax(dim, dtype=dtype)


@function(method=False, namespace=NAMESPACE)
def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of the softmax along `dim`, without taking a logarithm of a small number.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.log_softmax.html

    >>> import borch as torch
    >>> torch.nn.functional.log_softmax(torch.zeros(2), dim=0)
    tensor([-0.6931, -0.6931])
    """
    if dim is None:
        dim = _chosen_dim("log_softmax", input.dim(), _stacklevel)
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


@function(method=False, namespace=NAMESPACE)
def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    """A sample of the Gumbel-softmax distribution with temperature `tau`; `hard` makes it one-hot with soft gradients.

    Source: Jang, Gu and Poole 2016, arXiv:1611.01144;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.gumbel_softmax.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.gumbel_softmax(torch.zeros(3), hard=True)
    tensor([0., 0., 1.])
    """
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=3)
    noise = -OPS["empty_like"](logits).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return OPS["zeros_like"](logits).scatter_(dim, index, 1.0) - soft.detach() + soft
