"""borch: PyTorch's API in pure Python on numpy. `import borch as torch` and a torch program runs.

Names only: the ops publish themselves (`_core/op.py`), and this file hands them out.
"""

import importlib
import warnings

# torch computes 1/0 and log(-1) without a word; so does borch. numpy's warnings stay on for the user's own lines.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"borch\.")

from . import autograd, creation, ops, printing, random  # noqa: E402
from ._core import dtype as _dtypes  # noqa: E402
from .autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled  # noqa: E402
from ._core.args import broadcast_shapes  # noqa: E402
from ._core.device import (  # noqa: E402
    channels_last,
    channels_last_3d,
    contiguous_format,
    device,
    layout,
    memory_format,
    preserve_format,
    strided,
)
from ._core.dtype import can_cast, dtype, finfo, get_default_dtype, iinfo, promote_types, set_default_dtype  # noqa: E402
from ._core.op import NAMESPACES as _NAMESPACES  # noqa: E402
from ._core.size import Size  # noqa: E402
from ._core.tensor import Tensor  # noqa: E402

__version__ = "2.13.0+borch.0.1.0"

globals().update({d.name: d for d in _dtypes.ALL})
globals().update(_dtypes.ALIASES)
globals().update(_NAMESPACES["torch"])

# Rooms that open when they are first asked for.
_LAZY = ("fft", "func", "linalg", "nn", "optim", "random", "serialization", "special", "testing", "utils")


# Rooms that also hold functions of torch itself, such as torch.conv2d and torch.inverse.
_HOME = {"save": "serialization", "load": "serialization", "vmap": "func"}
_SHARED = ("nn.functional", "special", "linalg", "func")


def __getattr__(name):
    if name in _LAZY:
        return importlib.import_module("." + name, __name__)
    if not name.startswith("__"):
        for room in (_HOME[name],) if name in _HOME else _SHARED:
            importlib.import_module("." + room, __name__)
            if name in _NAMESPACES["torch"]:
                globals()[name] = _NAMESPACES["torch"][name]
                return globals()[name]
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *_LAZY})
