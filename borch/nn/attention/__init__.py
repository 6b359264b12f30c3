"""torch.nn.attention: the choice of a kernel for attention. There is one kernel, so that choosing changes no value.

Source: https://docs.pytorch.org/docs/stable/nn.attention.html
"""

import contextlib
from enum import Enum

from ...absent import find

__all__ = ["SDPBackend", "WARN_FOR_UNFUSED_KERNELS", "sdpa_kernel"]

WARN_FOR_UNFUSED_KERNELS = False


class SDPBackend(Enum):
    """The kernels that torch knows for scaled dot product attention.

    >>> import borch as torch
    >>> torch.nn.attention.SDPBackend.MATH.name, len(torch.nn.attention.SDPBackend.__members__)
    ('MATH', 6)
    """

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __int__(self):
        return self.value


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Accepts a choice of kernels for attention: whichever is asked for, the values are the same.

    AssertionError for what is neither an SDPBackend nor a list of them.

    >>> import borch as torch
    >>> from borch.nn.attention import SDPBackend, sdpa_kernel
    >>> with sdpa_kernel(SDPBackend.MATH):
    ...     print(torch.nn.functional.scaled_dot_product_attention(*[torch.ones(1, 1, 2)] * 3))
    tensor([[[1., 1.]]])
    """
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError(
            f"Backend must be an instance of SDPBackend or a list of SDPBackend instances, got {type(backends).__name__}"
        )
    yield {}


def __getattr__(name):
    return find("torch.nn.attention", name)
