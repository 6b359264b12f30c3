"""torch.utils.cpp_extension: C++ built beside a program; there is no compiler in a tab, and its functions refuse.

Source: https://docs.pytorch.org/docs/stable/cpp_extension.html
"""

from ..absent import REASONS, Refusal

__all__ = ["BuildExtension", "CUDAExtension", "CUDA_HOME", "CppExtension", "load", "load_inline"]

CUDA_HOME = None
load = Refusal("torch.utils.cpp_extension.load", REASONS["compile"])
load_inline = Refusal("torch.utils.cpp_extension.load_inline", REASONS["compile"])
CppExtension = Refusal("torch.utils.cpp_extension.CppExtension", REASONS["compile"])
CUDAExtension = Refusal("torch.utils.cpp_extension.CUDAExtension", REASONS["compile"])
BuildExtension = Refusal("torch.utils.cpp_extension.BuildExtension", REASONS["compile"])
