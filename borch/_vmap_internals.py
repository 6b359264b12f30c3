"""torch._vmap_internals: `vmap` under the older name by which published programs import it."""

from .func.batch import vmap

__all__ = ["vmap"]


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    """`torch.func.vmap` whose functions may draw random numbers.

    >>> import borch as torch
    >>> torch._vmap_internals._vmap(torch.dot)(torch.ones(2, 3), torch.ones(2, 3))
    tensor([3., 3.])
    """
    return vmap(func, in_dims, out_dims, randomness="different")
