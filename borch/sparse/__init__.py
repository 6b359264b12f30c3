"""torch.sparse: tensors of which only the elements that are not zero are stored. Names only.

Source: https://docs.pytorch.org/docs/stable/sparse.html
"""

import sys

from ..absent import find
from ..overrides import watch
from . import functions  # noqa: F401
from .creation import legacy_types, sparse_coo_tensor, sparse_csc_tensor, sparse_csr_tensor, spdiags
from .functions import log_softmax, softmax
from .functions import sum_along as sum
from .products import addmm, dsmm, hspmm, mm, sampled_addmm, smm, spmm  # noqa: F401
from .tensor import from_dense  # noqa: F401

__all__ = ["addmm", "log_softmax", "mm", "softmax", "sum"]

globals().update(legacy_types())
watch()


def __getattr__(name):
    if name == "torch":  # the package itself, under the name that torch's own modules import it by
        return sys.modules[__package__.rpartition(".")[0]]
    return find("torch.sparse", name)
