"""borch: PyTorch's API in pure Python on numpy. `import borch as torch` and a torch program runs.

Names only: the ops publish themselves (`_core/op.py`), and this file hands them out.
"""

import importlib
import warnings

# Where `_core/floating.py` is not in force: threads of the user's, and after numpy.errstate(all="warn").
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"borch\.")

from . import (  # noqa: E402
    _torch_name,
    absent,
    amp,
    autograd,
    compiler,
    creation,
    ops,
    printing,
    random,
    settings,
    symbols,
    version,
)  # fmt: skip
from ._core import dtype as _dtypes  # noqa: E402
from ._core.args import broadcast_shapes  # noqa: E402
from ._core.device import (  # noqa: E402
    channels_last,
    channels_last_3d,
    contiguous_format,
    device,
    layout,
    memory_format,
    preserve_format,
    sparse_bsc,
    sparse_bsr,
    sparse_coo,
    sparse_csc,
    sparse_csr,
    strided,
)
from ._core.dtype import can_cast, dtype, finfo, get_default_dtype, iinfo, promote_types, set_default_dtype  # noqa: E402
from ._core.floating import keep_silent as _keep_silent  # noqa: E402
from ._core.op import NAMESPACES as _NAMESPACES  # noqa: E402
from ._core.size import Size  # noqa: E402
from ._core.tensor import Tensor  # noqa: E402
from .amp import autocast  # noqa: E402
from .autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled  # noqa: E402
from .symbols import (  # noqa: E402
    SymBool,
    SymFloat,
    SymInt,
    _assert,
    _assert_async,
    _check,
    _check_index,
    _check_is_size,
    _check_not_implemented,
    _check_tensor_all,
    _check_tensor_all_with,
    _check_type,
    _check_value,
    _check_with,
    e,
    has_cuda,
    has_cudnn,
    has_lapack,
    has_mkl,
    has_mps,
    has_openmp,
    has_spectral,
    inf,
    nan,
    newaxis,
    pi,
)
from .torch_version import TorchVersion as _TorchVersion  # noqa: E402

__version__ = _TorchVersion(version.__version__)
legacy_contiguous_format = contiguous_format

globals().update({d.name: d for d in (*_dtypes.ALL, *_dtypes.NAMES_ALONE)})
globals().update(_dtypes.ALIASES)
globals().update(_NAMESPACES["torch"])

absent.install(Tensor)
_torch_name.install()
_keep_silent()

# Rooms that open when they are first asked for.
_LAZY = (
    "_C",
    "_dynamo",
    "_ops",
    "_custom_ops",
    "_guards",
    "_tensor",
    "_tensor_str",
    "_utils",
    "_jit_internal",
    "_VF",
    "__config__",
    "__future__",
    "accelerator", "ao", "backends", "cpu", "cuda", "distributed", "distributions", "fft", "func", "functional", "futures",
    "fx", "hub", "jit", "library", "linalg", "masked", "mps", "multiprocessing", "nn", "onnx", "optim", "overrides",
    "profiler", "quasirandom", "random", "return_types", "serialization", "signal", "sparse", "special", "storage",
    "testing", "torch_version", "types", "utils", "xpu",
)  # fmt: skip

# Rooms that also hold functions of torch itself, such as torch.conv2d and torch.inverse.
_HOME = {
    "save": "serialization",
    "load": "serialization",
    "vmap": "func",
    "OutOfMemoryError": "cuda",
    "PyTorchFileReader": "serialization.archive",
    "Event": "cuda",
    "GradScaler": "amp",
    "ScriptFunction": "jit",
    "ScriptModule": "jit",
    "AcceleratorError": "cuda",
    "DisableTorchFunction": "overrides",
    "DisableTorchFunctionSubclass": "overrides",
    "Storage": "storage",
    **dict.fromkeys(("StorageBase", "TypedStorage", "UntypedStorage"), "storage"),
    "Stream": "cuda",
    "Future": "futures",
    "fork": "jit",
    **dict.fromkeys(("sparse_coo_tensor", "sparse_csr_tensor", "sparse_csc_tensor"), "sparse"),
    **dict.fromkeys(("dsmm", "hspmm", "smm", "spmm"), "sparse"),
    "wait": "jit",
    **{d.legacy + "Storage": "storage" for d in _dtypes.ALL if not d.legacy.startswith("UInt")},
}
_SHARED = ("nn.functional", "special", "linalg", "func", "fft")


def __getattr__(name):
    if name == "torch":
        return importlib.import_module(__name__)
    if name in _LAZY:
        return importlib.import_module("." + name, __name__)
    if name.startswith("_foreach_"):
        room = importlib.import_module(".foreach", __name__)
        if name in room.NAMES:
            globals()[name] = found = room.make(name)
            return found
    if not name.startswith("__"):
        for place in (_HOME[name],) if name in _HOME else _SHARED:
            room = importlib.import_module("." + place, __name__)
            if name in _NAMESPACES["torch"] or name in _HOME:
                globals()[name] = found = _NAMESPACES["torch"].get(name) or getattr(room, name)
                return found
    return absent.find("torch", name)


def __dir__():
    return sorted({*globals(), *_LAZY, "GradScaler"})
