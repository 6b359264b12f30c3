"""torch.backends.cuda: settings of CUDA's matrix products and attention, which programs set; there is no CUDA here.

>>> import borch as torch
>>> torch.backends.cuda.is_built()
False
"""

import contextlib

from ._flags import precision


class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True
    allow_fp16_accumulation = False
    fp32_precision = precision("cudnn.matmul")


matmul = _Matmul()
_attention = {"flash": True, "math": True, "mem_efficient": True, "cudnn": True}


def is_built():
    """False."""
    return False


def flash_sdp_enabled():
    """What `enable_flash_sdp` was last given."""
    return _attention["flash"]


def enable_flash_sdp(enabled):
    """Keeps whether attention may use the flash kernel; there is one way here."""
    _attention["flash"] = enabled


def math_sdp_enabled():
    """What `enable_math_sdp` was last given."""
    return _attention["math"]


def enable_math_sdp(enabled):
    """Keeps whether attention may use plain products; there is one way here."""
    _attention["math"] = enabled


def mem_efficient_sdp_enabled():
    """What `enable_mem_efficient_sdp` was last given."""
    return _attention["mem_efficient"]


def enable_mem_efficient_sdp(enabled):
    """Keeps whether attention may use the kernel that saves memory; there is one way here."""
    _attention["mem_efficient"] = enabled


def cudnn_sdp_enabled():
    """What `enable_cudnn_sdp` was last given."""
    return _attention["cudnn"]


def enable_cudnn_sdp(enabled):
    """Keeps whether attention may use cuDNN; there is one way here."""
    _attention["cudnn"] = enabled


@contextlib.contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    """Sets for a while which kernels attention may use; there is one way here."""
    before = dict(_attention)
    _attention.update(flash=enable_flash, math=enable_math, mem_efficient=enable_mem_efficient, cudnn=enable_cudnn)
    try:
        yield {}
    finally:
        _attention.update(before)
