"""Settings of torch that steer speed or devices. They are kept and answered; numpy's results do not depend on them.

Source: https://docs.pytorch.org/docs/stable/torch.html#utilities
"""

import warnings

from ._core import dtype as dtypes
from ._core import warn
from ._core.args import type_name
from ._core.device import device as Device
from ._core.device import on_meta
from ._core.makers import choose, current
from ._core.op import NAMESPACES, function


class _Settings:
    threads = interop_threads = 1
    deterministic = warn_only = False
    precision = "highest"


_settings = _Settings()


def _positive(value, name):
    if isinstance(value, bool) or not isinstance(value, int):
        raise RuntimeError(f"{name} expects an int, but got {type_name(value)}")
    if value < 1:
        raise RuntimeError(f"{name} expects a positive integer")
    return value


@function(method=False)
def get_num_threads():
    """The number last given to `set_num_threads`, 1 at first; numpy's own threads are not steered by it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.get_num_threads.html

    >>> import borch as torch
    >>> torch.get_num_threads()
    1
    """
    return _settings.threads


@function(method=False)
def set_num_threads(int):
    """Keeps the number of threads that a program asks for; RuntimeError unless it is a positive int.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_num_threads.html

    >>> import borch as torch
    >>> torch.set_num_threads(1)
    >>> torch.get_num_threads()
    1
    """
    _settings.threads = _positive(int, "set_num_threads")


@function(method=False)
def get_num_interop_threads():
    """The number last given to `set_num_interop_threads`, 1 at first.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.get_num_interop_threads.html

    >>> import borch as torch
    >>> torch.get_num_interop_threads() >= 1
    True
    """
    return _settings.interop_threads


@function(method=False)
def set_num_interop_threads(int):
    """Keeps the number of threads between ops; RuntimeError unless it is a positive int.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_num_interop_threads.html

    >>> import borch as torch
    >>> try:
    ...     torch.set_num_interop_threads(0)
    ... except RuntimeError as error:
    ...     print(error)
    set_num_interop_threads expects a positive integer
    """
    _settings.interop_threads = _positive(int, "set_num_interop_threads")


@function(method=False)
def use_deterministic_algorithms(mode, *, warn_only=False):
    """Keeps whether only deterministic algorithms may be used; all of borch's are.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html

    >>> import borch as torch
    >>> torch.use_deterministic_algorithms(False)
    >>> torch.are_deterministic_algorithms_enabled()
    False
    """
    for value, name, at in ((mode, "mode", 1), (warn_only, "warn_only", 2)):
        if not isinstance(value, bool):
            raise TypeError(
                f"_set_deterministic_algorithms(): argument '{name}' (position {at}) must be bool, not {type_name(value)}"
            )
    _settings.deterministic, _settings.warn_only = mode, warn_only


@function(method=False)
def are_deterministic_algorithms_enabled():
    """Whether `use_deterministic_algorithms(True)` was called.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.are_deterministic_algorithms_enabled.html

    >>> import borch as torch
    >>> torch.are_deterministic_algorithms_enabled()
    False
    """
    return _settings.deterministic


@function(method=False)
def is_deterministic_algorithms_warn_only_enabled():
    """Whether `use_deterministic_algorithms` was called with `warn_only=True`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_deterministic_algorithms_warn_only_enabled.html

    >>> import borch as torch
    >>> torch.is_deterministic_algorithms_warn_only_enabled()
    False
    """
    return _settings.warn_only


_DEBUG_MODES = ("default", "warn", "error")


@function(method=False)
def set_deterministic_debug_mode(debug_mode):
    """`use_deterministic_algorithms` by a word or number: "default" 0, "warn" 1, "error" 2; RuntimeError for others.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_deterministic_debug_mode.html

    >>> import borch as torch
    >>> torch.set_deterministic_debug_mode("default")
    >>> torch.get_deterministic_debug_mode()
    0
    """
    if not isinstance(debug_mode, (str, int)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if isinstance(debug_mode, str):
        if debug_mode not in _DEBUG_MODES:
            raise RuntimeError(
                f"invalid value of debug_mode, expected one of `default`, `warn`, `error`, but got {debug_mode}"
            )
        debug_mode = _DEBUG_MODES.index(debug_mode)
    if debug_mode not in (0, 1, 2):
        raise RuntimeError(f"invalid value of debug_mode, expected 0, 1, or 2, but got {debug_mode}")
    use_deterministic_algorithms(debug_mode > 0, warn_only=debug_mode == 1)


@function(method=False)
def get_deterministic_debug_mode():
    """0, 1 or 2: nothing, a warning or an error for algorithms that are not deterministic.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.get_deterministic_debug_mode.html

    >>> import borch as torch
    >>> torch.get_deterministic_debug_mode()
    0
    """
    return 0 if not _settings.deterministic else 1 if _settings.warn_only else 2


@function(method=False)
def set_float32_matmul_precision(precision):
    """Keeps "highest", "high" or "medium"; a CPU multiplies float32 in float32 whatever is asked for.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_float32_matmul_precision.html

    >>> import borch as torch
    >>> torch.set_float32_matmul_precision("highest")
    >>> torch.get_float32_matmul_precision()
    'highest'
    """
    if precision not in ("highest", "high", "medium"):
        warnings.warn(
            f"{precision} is not one of 'highest', 'high', or 'medium'; the current"
            "setFloat32MatmulPrecision call has no effect.",
            stacklevel=2,
        )
        return
    _settings.precision = precision


@function(method=False)
def get_float32_matmul_precision():
    """What `set_float32_matmul_precision` was last given.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.get_float32_matmul_precision.html

    >>> import borch as torch
    >>> torch.get_float32_matmul_precision()
    'highest'
    """
    return _settings.precision


@function(method=False)
def set_flush_denormal(mode):
    """False: denormal numbers are never flushed to zero here, and torch says False where that cannot be set.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_flush_denormal.html

    >>> import borch as torch
    >>> torch.set_flush_denormal(False) in (True, False)
    True
    """
    return False


@function(method=False)
def set_warn_always(b):
    """Keeps whether warnings that torch gives once shall come every time; here each comes every time.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_warn_always.html

    >>> import borch as torch
    >>> torch.set_warn_always(False)
    >>> torch.is_warn_always_enabled()
    False
    """
    warn.always = bool(b)


@function(method=False)
def is_warn_always_enabled():
    """What `set_warn_always` was last given.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_warn_always_enabled.html

    >>> import borch as torch
    >>> torch.is_warn_always_enabled()
    False
    """
    return warn.always


@function(method=False)
def compiled_with_cxx11_abi():
    """True, as torch's own wheels say; nothing here is compiled.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.compiled_with_cxx11_abi.html

    >>> import borch as torch
    >>> torch.compiled_with_cxx11_abi()
    True
    """
    return True


@function(method=False)
def get_default_device():
    """Where tensors are made that are given no device: the CPU, unless a default or a context is in force.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.get_default_device.html

    >>> import borch as torch
    >>> torch.get_default_device()
    device(type='cpu')
    """
    return current()


@function(method=False)
def set_default_device(device):
    """Where tensors are made that are given no device: the CPU or "meta"; None for the CPU again.

    Another device is refused at once, where torch refuses the first tensor made there.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_default_device.html

    >>> import borch as torch
    >>> torch.set_default_device("cpu")
    >>> print(torch.get_default_device())
    cpu
    >>> torch.set_default_device(None)
    """
    on_meta(device)
    choose(device if device is None or isinstance(device, Device) else Device(device))


@function(method=False)
def set_default_tensor_type(t):
    """The default dtype by an old type or its name: `torch.DoubleTensor` or "torch.DoubleTensor".

    TypeError for types that are not floating point and for those of CUDA.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_default_tensor_type.html

    >>> import borch as torch
    >>> torch.set_default_tensor_type("torch.DoubleTensor")
    >>> torch.get_default_dtype()
    torch.float64
    >>> torch.set_default_tensor_type(torch.FloatTensor)
    """
    warn.warn_once(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and "
        "torch.set_default_device() as alternatives."
    )
    if isinstance(t, str):
        name = t.removeprefix("torch.")
        if name.startswith("cuda."):
            raise TypeError(f"type {t} not available. Torch not compiled with CUDA enabled.")
        if name not in NAMESPACES["torch"]:
            raise TypeError(f"invalid type: '{t}'")
        t = NAMESPACES["torch"][name]
    found = getattr(t, "dtype", None) if isinstance(t, type) else None
    if getattr(t, "__module__", "") == "torch.cuda":
        raise TypeError(f"type torch.cuda.{t.__name__} not available. Torch not compiled with CUDA enabled.")
    if found is None:
        raise TypeError("invalid type object: only floating-point types are supported as the default type")
    if not found.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    dtypes.set_default_dtype(found)


@function(method=False)
def get_device_module(device=None):
    """The module of a device's functions, such as `torch.cpu` (the default) or `torch.cuda`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.get_device_module.html

    >>> import borch as torch
    >>> torch.get_device_module("cuda").is_available()
    False
    """
    import importlib

    kind = "cpu" if device is None else getattr(device, "type", device)
    name = str(kind).partition(":")[0]
    if name not in ("cpu", "cuda", "mps", "xpu"):
        raise RuntimeError(f"Invalid device_module found: torch.{name}")
    return importlib.import_module("." + name, __package__)


@function(method=False)
def is_vulkan_available():
    """False.

    Source: https://docs.pytorch.org/docs/stable/torch.html

    >>> import borch as torch
    >>> torch.is_vulkan_available()
    False
    """
    return False
