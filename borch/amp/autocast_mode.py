"""autocast: for an accelerator it switches itself off as torch's does; enabled for the CPU it is refused when entered.
Also the questions of torch about it, such as `torch.is_autocast_enabled`.
"""

import functools
import warnings

from .._core import dtype as dtypes
from .._core.device import device as Device
from .._core.op import function

__all__ = ["autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]

_DTYPES = {"cpu": dtypes.bfloat16, **dict.fromkeys(("cuda", "ipu", "mps", "mtia", "xpu"), dtypes.float16)}


def is_autocast_available(device_type):
    """Whether `autocast` knows the device type.

    >>> import borch as torch
    >>> torch.amp.is_autocast_available("cuda")
    True
    """
    Device(device_type)
    return device_type in (*_DTYPES, "hpu", "maia", "xla", "privateuseone")


class autocast:
    """A context, or a decorator, in which torch computes matrix products in half precision on `device_type`.

    For "cuda" and other accelerators it warns and does nothing, as in torch without them. For "cpu" entering it raises
    NotImplementedError unless `enabled=False`: borch does not cast by itself.
    Source: https://docs.pytorch.org/docs/stable/amp.html#torch.autocast

    >>> import borch as torch
    >>> with torch.autocast("cpu", enabled=False):
    ...     print(torch.ones(2) @ torch.ones(2))
    tensor(2.)
    """

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        Device(device_type)
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self.device = device_type
        self.fast_dtype = _DTYPES.get(device_type, dtypes.bfloat16) if dtype is None else dtype
        self._cache_enabled = True if cache_enabled is None else cache_enabled
        if device_type == "cuda" and enabled:
            warnings.warn(
                "CUDA is not available or torch_xla is imported. Disabling autocast.", UserWarning, stacklevel=2
            )
            enabled = False
        elif device_type == "cpu" and enabled and self.fast_dtype not in (dtypes.bfloat16, dtypes.float16):
            warnings.warn(
                "In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                "CPU Autocast only supports dtypes of torch.bfloat16, torch.float16 currently.",
                UserWarning,
                stacklevel=2,
            )
            enabled = False
        self._enabled = enabled

    def __enter__(self):
        if self._enabled and self.device == "cpu":
            raise NotImplementedError(
                "torch.autocast on the CPU is not implemented in borch: nothing would be faster. Pass enabled=False, or "
                "convert the model and its inputs with .to(torch.bfloat16)"
            )
        return self

    def __exit__(self, *exc):
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def decorated(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return decorated


def _custom(function, name):
    @functools.wraps(function)
    def decorated(*args, **kwargs):
        return function(*args, **kwargs)

    return decorated


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Decorates the forward of an autograd Function; outside autocast torch calls it as it is, and so does borch.

    >>> import borch as torch
    >>> class Double(torch.autograd.Function):
    ...     @staticmethod
    ...     @torch.amp.custom_fwd(device_type="cpu")
    ...     def forward(ctx, x):
    ...         return 2 * x
    ...     @staticmethod
    ...     @torch.amp.custom_bwd(device_type="cpu")
    ...     def backward(ctx, grad):
    ...         return 2 * grad
    >>> Double.apply(torch.ones(2, requires_grad=True)).detach()
    tensor([2., 2.])
    """
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)
    return _custom(fwd, "forward")


def custom_bwd(bwd=None, *, device_type):
    """Decorates the backward of an autograd Function; outside autocast torch calls it as it is, and so does borch.

    >>> import borch as torch
    >>> class Double(torch.autograd.Function):
    ...     @staticmethod
    ...     @torch.amp.custom_fwd(device_type="cpu")
    ...     def forward(ctx, x):
    ...         return 2 * x
    ...     @staticmethod
    ...     @torch.amp.custom_bwd(device_type="cpu")
    ...     def backward(ctx, grad):
    ...         return 2 * grad
    >>> x = torch.ones(2, requires_grad=True)
    >>> Double.apply(x).sum().backward()
    >>> x.grad
    tensor([2., 2.])
    """
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)
    return _custom(bwd, "backward")


# --------------------------------------------------------------------------------------------- torch's questions
@function(method=False)
def is_autocast_enabled(device_type="cuda"):
    """False: borch does not cast by itself.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.is_autocast_enabled("cpu")
    False
    """
    Device(device_type)
    return False


def _set_enabled(enabled):
    if enabled:
        raise NotImplementedError("torch.set_autocast_enabled is not implemented in borch: it does not cast by itself")


@function(method=False)
def set_autocast_enabled(device_type, enabled=None):
    """Accepts False; NotImplementedError for True, since borch does not cast by itself.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.set_autocast_enabled("cpu", False)
    >>> torch.is_autocast_enabled("cpu")
    False
    """
    _set_enabled(device_type if enabled is None else enabled)


@function(method=False)
def get_autocast_dtype(device_type):
    """The dtype that autocast would use for a device type: bfloat16 for "cpu", float16 for "cuda".

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    Device(device_type)
    return _DTYPES.get(device_type, dtypes.bfloat16)


@function(method=False)
def set_autocast_dtype(device_type, dtype):
    """Keeps the dtype that autocast would use for a device type.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.set_autocast_dtype("cpu", torch.bfloat16)
    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    Device(device_type)
    _DTYPES[device_type] = dtype


@function(method=False)
def is_autocast_cache_enabled():
    """True, as in torch outside autocast.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.is_autocast_cache_enabled()
    True
    """
    return True


@function(method=False)
def set_autocast_cache_enabled(enabled):
    """Accepts either answer: there is no cache of casts.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.set_autocast_cache_enabled(True)
    >>> torch.is_autocast_cache_enabled()
    True
    """


@function(method=False)
def clear_autocast_cache():
    """Does nothing: there is no cache of casts.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.clear_autocast_cache()
    >>> torch.is_autocast_cache_enabled()
    True
    """


def _old_names():
    """The questions of each device by their deprecated names: is_autocast_cpu_enabled, set_autocast_gpu_dtype, ..."""
    from .._core.op import publish

    for word, device_type in (("cpu", "cpu"), ("gpu", "cuda"), ("ipu", "ipu"), ("xla", "xla")):
        publish(_old(f"get_autocast_{word}_dtype", get_autocast_dtype, device_type), f"get_autocast_{word}_dtype")
        publish(_old(f"set_autocast_{word}_dtype", set_autocast_dtype, device_type), f"set_autocast_{word}_dtype")
        if word != "gpu":
            publish(
                _old(f"is_autocast_{word}_enabled", is_autocast_enabled, device_type), f"is_autocast_{word}_enabled"
            )
            publish(
                _old(f"set_autocast_{word}_enabled", set_autocast_enabled, device_type), f"set_autocast_{word}_enabled"
            )


def _old(name, new, device_type):
    def old(*args):
        return new(device_type, *args)

    old.__name__ = old.__qualname__ = name
    ask = name.replace("set_", "get_" if name.endswith("dtype") else "is_")
    given = "torch.bfloat16" if name.endswith("dtype") else "False"
    change = "" if name == ask else f">>> torch.{name}({given})\n    "
    shown = given if change or given == "False" else get_autocast_dtype(device_type)
    old.__doc__ = f"""The deprecated name of `{new.__name__}("{device_type}", ...)`.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    {change}>>> torch.{ask}()
    {shown}
    """
    return old


_old_names()
