"""torch.library.custom_op: a function as an op."""

import contextlib

from .operator import Operator, add, lookup, remove
from .registration import parse_name, register_autograd, register_kernel
from .schema import infer


class CustomOpDef:
    """What `custom_op` makes of a function: called as the function is, with its registrations as methods."""

    def __init__(self, operator):
        self._operator = operator
        self._namespace, self._name = operator.namespace, operator.name
        self._qualname = f"{operator.namespace}::{operator.name}"

    def __call__(self, *args, **kwargs):
        return self._operator(*args, **kwargs)

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    @property
    def _opoverload(self):
        from .._ops import namespace

        return getattr(namespace(self._namespace), self._name).default

    def register_kernel(self, device_types, fn=None, /):
        """Another implementation for a type of device, or for several; the CPU's is the one that is called."""
        return register_kernel(self._operator, device_types, fn)

    def register_fake(self, fn, /):
        """Keeps the function that says the shape of the result; nothing asks for it here."""
        self._operator.fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        """The gradient: `backward(ctx, *grads)` after `setup_context(ctx, inputs, output)`."""
        register_autograd(self, backward, setup_context=setup_context)

    def register_vmap(self, func=None):
        """Keeps the function for batches; `torch.vmap` calls the op for each example here."""

        def register(func):
            self._operator.vmap = func

        return register if func is None else register(func)

    def register_autocast(self, device_type, cast_inputs):
        """The dtype that the float inputs are cast to under `torch.autocast` of the device."""
        self._operator.casts[device_type] = cast_inputs

    def register_torch_dispatch(self, torch_dispatch_class, fn=None, /):
        """Keeps nothing: no class here has a `__torch_dispatch__` that is asked."""
        return (lambda fn: fn) if fn is None else fn

    @contextlib.contextmanager
    def set_kernel_enabled(self, device_type, enabled=True):
        """Context in which a kernel that was registered for a device is left out, or is not."""
        kernels = self._operator.kernels
        taken = kernels.get("CPU") if device_type == "cpu" and not enabled else None
        if taken is not None:
            kernels["CPU"] = kernels["CompositeExplicitAutograd"]
        try:
            yield
        finally:
            if taken is not None:
                kernels["CPU"] = taken


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """A function as an op of the name `namespace::name`, whose schema its annotations say.

    `mutates_args` names the arguments that it changes in place, "unknown" says that any may be. The result must not share
    memory with an argument: RuntimeError. Gradients need `register_autograd`.

    Source: https://docs.pytorch.org/docs/stable/library.html#torch.library.custom_op

    >>> import borch as torch
    >>> @torch.library.custom_op("docs::scale", mutates_args=())
    ... def scale(x: torch.Tensor, k: float) -> torch.Tensor:
    ...     return torch.from_numpy(x.numpy(force=True) * k)
    >>> def setup_context(ctx, inputs, output):
    ...     ctx.k = inputs[1]
    >>> scale.register_autograd(lambda ctx, grad: (grad * ctx.k, None), setup_context=setup_context)
    >>> x = torch.ones(2, requires_grad=True)
    >>> torch.ops.docs.scale(x, 3.0).sum().backward()
    >>> x.grad
    tensor([3., 3.])
    """

    def make(fn):
        written = infer(fn, mutates_args) if schema is None else schema
        namespace, short = parse_name(name)
        known = lookup(name)
        operator = Operator(namespace, short + written, is_custom=True)
        if known is not None:
            remove(known)
        add(operator)
        key = "CompositeExplicitAutograd" if device_types is None else None
        names = [device_types] if isinstance(device_types, str) else device_types
        for kind in [key] if key else names:
            operator.kernels["CPU" if kind == "cpu" else kind] = fn
        return CustomOpDef(operator)

    return make if fn is None else make(fn)
