"""torch.version: which version this is, and that it was built for no accelerator.

Source: https://docs.pytorch.org/docs/stable/torch.html
"""

__all__ = ["__version__", "cuda", "debug", "git_version", "hip", "rocm", "xpu"]

__version__ = "2.13.0+borch.0.1.0"
cuda = hip = rocm = xpu = None
debug = False
git_version = "unknown"
