"""torch.backends: settings of the libraries behind torch. They can be set and asked; numpy does the work here.

Source: https://docs.pytorch.org/docs/stable/backends.html
"""

import contextlib

from . import (
    cpu,
    cuda,
    cudnn,
    cusparselt,
    kleidiai,
    mha,
    miopen,
    mkl,
    mkldnn,
    mps,
    nnpack,
    openmp,
    opt_einsum,
    quantized,
)
from ._flags import with_precision

__all__ = [
    "cpu", "cuda", "cudnn", "cusparselt", "kleidiai", "mha", "miopen", "mkl", "mkldnn", "mps", "nnpack", "openmp", "opt_einsum",
    "quantized",
]  # fmt: skip

with_precision(__name__, "")


def flags_frozen():
    """False: settings can always be set."""
    return False


@contextlib.contextmanager
def __allow_nonbracketed_mutation():
    """A context in which settings may be set by assignment, as everywhere here."""
    yield
