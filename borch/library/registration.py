"""torch.library: ops declared by their schemas, and what is registered for them."""

import contextlib

from .operator import Operator, add, lookup, remove

_RESERVED = ("prim",)
_TO_KEY = {"cpu": "CPU", "default": "CompositeExplicitAutograd", "cuda": "CUDA", "meta": "Meta"}


def parse_name(qualname):
    """The two parts of `namespace::name`; ValueError if it is none."""
    parts = qualname.split("::")
    if len(parts) != 2:
        raise ValueError(
            f'Expected `qualname` to be of the form "namespace::name", but got {qualname}. The qualname passed to the '
            "torch.library APIs must consist of a namespace and a name, e.g. aten::sin"
        )
    return parts[0], parts[1]


def resolve(op):
    """The Operator that a name, a CustomOpDef or an overload of torch.ops means; RuntimeError if there is none."""
    if isinstance(op, Operator):
        return op
    if not isinstance(op, str):
        return getattr(op, "_operator", None) or getattr(op, "_op", op)
    found = lookup(op)
    if found is None:
        raise RuntimeError(f"operator {op} does not exist")
    return found


class Library:
    """The ops of one namespace: `kind` is "DEF" or "FRAGMENT" to declare them, "IMPL" to give them kernels.

    Source: https://docs.pytorch.org/docs/stable/library.html#torch.library.Library

    >>> import borch as torch
    >>> lib = torch.library.Library("docs_lib", "DEF")
    >>> lib.define("twice(Tensor x) -> Tensor")
    'twice'
    >>> lib.impl("twice", lambda x: x * 2, "CPU")
    >>> torch.ops.docs_lib.twice(torch.ones(2))
    tensor([2., 2.])
    """

    def __init__(self, ns, kind, dispatch_key=""):
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError(f"Unsupported kind: {kind}")
        if ns in _RESERVED and kind in ("DEF", "FRAGMENT"):
            raise ValueError(f"{ns} is a reserved namespace. Please try creating a library with another name.")
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._defined = []

    def __repr__(self):
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key})>"

    def define(self, schema, alias_analysis="", *, tags=()):
        """Declares an op by its schema and gives its name back."""
        if alias_analysis not in ("", "FROM_SCHEMA", "CONSERVATIVE"):
            raise RuntimeError(f"Invalid alias_analysis type {alias_analysis}")
        operator = Operator(self.ns, schema)
        add(operator)
        self._defined.append(operator)
        end = operator.schema.overload_name
        return operator.name + (f".{end}" if end else "")

    def impl(self, op_name, fn, dispatch_key="", *, with_keyset=False, allow_override=True):
        """Gives an op a kernel for a dispatch key: those of the CPU, of autograd and the composite ones are called."""
        if not callable(fn):
            raise TypeError(f"Input function is required to be a callable but found type {type(fn)}")
        dispatch_key = dispatch_key or self.dispatch_key
        name = op_name if isinstance(op_name, str) else op_name.name()
        found = lookup(name if "::" in name else f"{self.ns}::{name}")
        if found is not None:
            key = dispatch_key or "CompositeImplicitAutograd"
            if not allow_override and key in found.kernels:
                raise RuntimeError(
                    f"This is not allowed since there's already a kernel registered from python overriding {op_name}'s "
                    f"behavior for {dispatch_key} dispatch key and {self.ns} namespace."
                )
            kernel = (lambda *args, **kwargs: fn(None, *args, **kwargs)) if with_keyset else fn
            found.kernels[key] = kernel
        elif self.ns == "aten" and dispatch_key in ("CPU", "", "CompositeImplicitAutograd", "AutogradCPU"):
            raise NotImplementedError("torch.library cannot replace the ops of torch itself in borch")

    def _impl_with_aoti_compile(self, op_name, dispatch_key=""):
        raise NotImplementedError("borch runs functions as they are: nothing is compiled")

    def fallback(self, fn, dispatch_key="", *, with_keyset=False):
        """Keeps nothing: there is no dispatcher that could fall back."""

    def _destroy(self):
        for operator in self._defined:
            remove(operator)
        self._defined.clear()


@contextlib.contextmanager
def _scoped_library(*args, **kwargs):
    """A Library whose ops are gone afterwards."""
    lib = Library(*args, **kwargs)
    try:
        yield lib
    finally:
        lib._destroy()


def define(qualname, schema, *, lib=None, tags=()):
    """Declares an op by its name, `namespace::name`, and its schema; the functions of a Library can do so too.

    Source: https://docs.pytorch.org/docs/stable/library.html#torch.library.define

    >>> import borch as torch
    >>> torch.library.define("docs::half", "(Tensor x) -> Tensor")
    >>> @torch.library.impl("docs::half", "cpu")
    ... def half(x):
    ...     return x / 2
    >>> torch.ops.docs.half(torch.ones(2))
    tensor([0.5000, 0.5000])
    """
    if isinstance(qualname, Library):
        return _define_in(qualname, schema)
    if not isinstance(qualname, str):
        raise ValueError(f"define(qualname, schema): expected qualname to be instance of str, got {type(qualname)}")
    namespace, name = parse_name(qualname)
    if not schema.lstrip().startswith("(") or "->" not in schema:
        raise ValueError(
            f'define(qualname, schema, ...): expected schema to look like e.g. "(Tensor x) -> Tensor" but got "{schema}"'
        )
    return (lib or Library(namespace, "FRAGMENT")).define(name + schema) and None


def _define_in(lib, schema):
    def register(fn):
        name = lib.define(schema)
        lib.impl(name, fn)
        return fn

    return register


def impl(qualname, types, func=None, *, lib=None):
    """Gives an op its kernel for a type of device ("cpu", "default", or several); usable as a decorator."""
    if isinstance(qualname, Library):
        return lambda fn: qualname.impl(types, fn, func or "") or fn
    parse_name(qualname)

    def register(func):
        found = lookup(qualname)
        for kind in (types,) if isinstance(types, str) else types:
            if found is not None:
                found.kernels[_TO_KEY.get(kind, kind)] = func
        return func

    return register if func is None else register(func) and None


def register_kernel(op, device_types, func=None, /, *, lib=None):
    """Gives an op its kernel for a type of device, or for several."""

    def register(func):
        operator = resolve(op)
        kinds = (
            ("default",) if device_types is None else (device_types,) if isinstance(device_types, str) else device_types
        )
        for kind in kinds:
            operator.kernels[_TO_KEY.get(kind, kind)] = func
        return func

    return register if func is None else register(func)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    """The gradient of an op: `backward(ctx, *grads)` after `setup_context(ctx, inputs, output)`."""
    if isinstance(op, str) and lookup(op) is None:
        namespace, name = parse_name(op)
        raise AttributeError(f"'_OpNamespace' '{namespace}' object has no attribute '{name}'")
    operator = resolve(op)
    if operator.schema.is_mutable:
        raise RuntimeError(
            f"Cannot register autograd formula for non-functional operator {op} with schema {operator.schema}. Please create "
            "a functional operator and register an autograd formula for that."
        )
    operator.backward, operator.setup_context = backward, setup_context


def _keep(name):
    def register(op, func):
        if not isinstance(op, str) or lookup(op) is not None:
            setattr(resolve(op), name, func)
        return func

    return register


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1, allow_override=False):
    """Keeps the function that says the shape of an op's result; nothing asks for it here."""
    keep = _keep("fake")
    return (lambda func: keep(op, func)) if func is None else keep(op, func)


impl_abstract = register_fake


def register_vmap(op, func=None, /, *, lib=None):
    """Keeps an op's function for batches; `torch.vmap` calls the op for each example here."""
    keep = _keep("vmap")
    return (lambda func: keep(op, func)) if func is None else keep(op, func)


def register_autocast(op, device_type, cast_inputs, /, *, lib=None):
    """The dtype that the float inputs of an op are cast to under `torch.autocast` of the device."""
    resolve(op).casts[device_type] = cast_inputs


def register_torch_dispatch(op, torch_dispatch_class, func=None, /, *, lib=None):
    """Keeps nothing: no class here has a `__torch_dispatch__` that is asked."""
    return (lambda func: func) if func is None else func


def fallthrough_kernel(*args, **kwargs):
    """A name to register in place of a kernel; it cannot be called."""
    raise NotImplementedError("fallthrough_kernel() should never be called.")
