"""torch.backends: settings of the libraries behind torch. They can be set and asked; numpy does the work here.

Source: https://docs.pytorch.org/docs/stable/backends.html
"""

from . import cpu, cuda, cudnn, mha, mkl, mkldnn, mps, nnpack, openmp, opt_einsum

__all__ = ["cpu", "cuda", "cudnn", "mha", "mkl", "mkldnn", "mps", "nnpack", "openmp", "opt_einsum"]

fp32_precision = "none"
