"""autocast: on the CPU products are computed in half precision; for an accelerator it switches itself off as torch's does.
Also the questions of torch about it, such as `torch.is_autocast_enabled`.
"""

import functools
import warnings

from .._core import dtype as dtypes
from .._core.device import device as Device
from .._core.op import function
from .casts import HALVES, cast, set_enabled, state

__all__ = ["autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


def is_autocast_available(device_type):
    """Whether `autocast` knows the device type.

    >>> import borch as torch
    >>> torch.amp.is_autocast_available("cuda")
    True
    """
    Device(device_type)
    return device_type in (*HALVES, "hpu", "maia", "xla", "privateuseone")


class autocast:
    """A context, or a decorator, in which products are computed in half precision, and losses in float32, on `device_type`.

    For "cpu" linear layers, convolutions, matrix products and attention cast their tensors to `dtype`, bfloat16 or
    float16; most losses, `prod`, `fft` and factorizations of matrices cast theirs to float32. For "cuda" and other
    accelerators it warns and does nothing, as in torch without them.
    Source: https://docs.pytorch.org/docs/stable/amp.html#torch.autocast

    >>> import borch as torch
    >>> layer = torch.nn.Linear(2, 2)
    >>> with torch.autocast("cpu"):
    ...     y = layer(torch.ones(1, 2))
    ...     loss = torch.nn.functional.mse_loss(y, torch.zeros(1, 2))
    >>> y.dtype, loss.dtype, layer(torch.ones(1, 2)).dtype
    (torch.bfloat16, torch.float32, torch.float32)
    """

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        Device(device_type)
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self.device = device_type
        self.fast_dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        self._cache_enabled = state.cached if cache_enabled is None else cache_enabled
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
        device = self.device
        self._before = device in state.enabled, state.dtypes.get(device), state.cached
        state.nesting += 1
        state.dtypes[device], state.cached = self.fast_dtype, self._cache_enabled
        set_enabled(device, self._enabled)
        return self

    def __exit__(self, *exc):
        enabled, dtype, state.cached = self._before
        state.dtypes[self.device] = dtype
        set_enabled(self.device, enabled)
        state.nesting -= 1
        if not state.nesting:
            state.cache.clear()
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def decorated(*args, **kwargs):
            with self:
                return func(*args, **kwargs)

        return decorated


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """Decorates the forward of an autograd Function: under autocast it runs with `cast_inputs`, then without autocast.

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

    @functools.wraps(fwd)
    def decorated(*args, **kwargs):
        args[0]._dtype = get_autocast_dtype(device_type)
        if cast_inputs is None:
            args[0]._fwd_used_autocast = is_autocast_enabled(device_type)
            return fwd(*args, **kwargs)
        autocasts, args[0]._fwd_used_autocast = is_autocast_enabled(device_type), False
        if not autocasts:
            return fwd(*args, **kwargs)
        with autocast(device_type, enabled=False):
            return fwd(*cast(args, cast_inputs), **{k: cast(v, cast_inputs) for k, v in kwargs.items()})

    return decorated


def custom_bwd(bwd=None, *, device_type):
    """Decorates the backward of an autograd Function: it runs under the autocast that its forward ran under.

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

    @functools.wraps(bwd)
    def decorated(*args, **kwargs):
        with autocast(device_type, dtype=args[0]._dtype, enabled=args[0]._fwd_used_autocast):
            return bwd(*args, **kwargs)

    return decorated


# --------------------------------------------------------------------------------------------- torch's questions
@function(method=False)
def is_autocast_enabled(device_type="cuda"):
    """Whether autocast is on for a device type.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> with torch.autocast("cpu"):
    ...     print(torch.is_autocast_enabled("cpu"))
    True
    """
    Device(device_type)
    return device_type in state.enabled


@function(method=False)
def set_autocast_enabled(device_type, enabled=None):
    """Switches autocast on or off for a device type.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.set_autocast_enabled("cpu", False)
    >>> torch.is_autocast_enabled("cpu")
    False
    """
    device_type, enabled = ("cuda", device_type) if enabled is None else (device_type, enabled)
    Device(device_type)
    set_enabled(device_type, enabled)


@function(method=False)
def get_autocast_dtype(device_type):
    """The dtype that autocast uses for a device type: at first bfloat16 for "cpu", float16 for "cuda".

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    Device(device_type)
    return state.dtypes.get(device_type, dtypes.bfloat16)


@function(method=False)
def set_autocast_dtype(device_type, dtype):
    """Sets the dtype that autocast uses for a device type.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.set_autocast_dtype("cpu", torch.bfloat16)
    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    Device(device_type)
    state.dtypes[device_type] = dtype


@function(method=False)
def is_autocast_cache_enabled():
    """Whether a parameter that autocast has cast is kept so, for the next use under the same autocast.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.is_autocast_cache_enabled()
    True
    """
    return state.cached


@function(method=False)
def set_autocast_cache_enabled(enabled):
    """Sets whether cast parameters are kept.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.set_autocast_cache_enabled(True)
    >>> torch.is_autocast_cache_enabled()
    True
    """
    state.cached = bool(enabled)


@function(method=False)
def clear_autocast_cache():
    """Forgets the parameters that were kept as autocast had cast them.

    Source: https://docs.pytorch.org/docs/stable/amp.html

    >>> import borch as torch
    >>> torch.clear_autocast_cache()
    >>> torch.is_autocast_cache_enabled()
    True
    """
    state.cache.clear()


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
