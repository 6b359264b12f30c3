"""Operators of a program's own: their kernels, their formulas for gradients, and what one call of them does."""

import contextlib
import inspect
import threading

from .._core.dtype import float64
from .._core.mode import mode
from .._core.tensor import Tensor
from ..amp.autocast_mode import autocast, is_autocast_enabled
from ..autograd.function import Function
from ..autograd.grad_mode import no_grad
from .schema import parse

OPERATORS = {}  # namespace -> name -> overload name -> Operator
KERNELS = (
    "CPU",
    "CompositeExplicitAutograd",
    "CompositeImplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "",
)
AUTOGRAD = ("AutogradCPU", "Autograd")


class _Below(threading.local):
    autograd = False


_below = _Below()


@contextlib.contextmanager
def below_autograd():
    """Context in which kernels registered for autograd are passed over, as such a kernel itself asks for."""
    before, _below.autograd = _below.autograd, True
    try:
        yield
    finally:
        _below.autograd = before


class Operator:
    """One op: a schema, kernels by dispatch key, and a formula for gradients."""

    def __init__(self, namespace, schema, is_custom=False):
        self.schema = parse(schema)
        self.namespace, self.name = namespace, self.schema.name
        self.schema.name = f"{namespace}::{self.name}"
        self.overload = self.schema.overload_name or "default"
        self.is_custom = is_custom
        self.kernels = {}
        self.fake = self.vmap = None
        self.casts = {}  # type of device -> dtype
        self.backward = self.setup_context = None
        self._node = None

    def __str__(self):
        return f"{self.namespace}.{self.name}.{self.overload}"

    def __call__(self, *args, **kwargs):
        args, kwargs = self.schema.bind(args, kwargs)
        if self.casts.get("cpu") is not None and is_autocast_enabled("cpu"):
            with autocast("cpu", enabled=False):
                keywords = dict(zip(kwargs, _cast(kwargs.values(), self.casts["cpu"]), strict=True))
                return self(*_cast(args, self.casts["cpu"]), **keywords)
        own = next((self.kernels[key] for key in AUTOGRAD if key in self.kernels), None)
        if own is not None and not _below.autograd:
            return own(*args, **kwargs)
        if self.backward is None and not self.is_custom:
            return self.run(args, kwargs)
        if mode.grad and any(t.requires_grad for t in _tensors((*args, *kwargs.values()))):
            return self._recorded(args, kwargs)
        with no_grad():
            return self.run(args, kwargs)

    def run(self, args, kwargs):
        """What the kernel gives."""
        kernel = next((self.kernels[key] for key in KERNELS if key in self.kernels), None)
        if kernel is None:
            raise NotImplementedError(
                f"Could not run '{self.schema.name}' with arguments from the 'CPU' backend. This could be because the operator "
                "doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom "
                f"build). '{self.schema.name}' is only available for these backends: {sorted(self.kernels)}."
            )
        result = kernel(*args, **kwargs)
        if self.is_custom:
            self._count_writes(args, kwargs)
            self._refuse_aliases(kernel, args, kwargs, result)
        return result

    def _count_writes(self, args, kwargs):
        places = iter(args)
        for a in self.schema.arguments:
            value = kwargs[a.name] if a.kwarg_only else next(places)
            for t in _tensors((value,)) if a.is_mutable else ():
                t._writes[0] += 1

    def _refuse_aliases(self, kernel, args, kwargs, result):
        seen = {_memory(t) for t in _tensors((*args, *kwargs.values())) if t.numel()}
        for t in _tensors((result,)):
            if _memory(t) in seen:
                raise RuntimeError(
                    f"{self.name} (with implementation in {inspect.getmodule(kernel)}): The output of this custom operator "
                    "(1) must not also be an input to this custom operator and (2) may not alias any inputs to this custom "
                    "operator or other returns. The most common way to trigger this error is if we have y = custom_op(x) and "
                    "y and x are the same Tensor. Please instead return a clone of the offending output tensor(s) (e.g. "
                    "return x.clone()) or refactor the custom operator to not return y."
                )
            seen.add(_memory(t))

    def _recorded(self, args, kwargs):
        if self._node is None:
            name = f"GeneratedBackwardFor_{self.namespace}_{self.name}_{self.overload}"
            self._node = type(name, (_Generated,), {"operator": self, "__module__": __name__})
        call = _Call(args, kwargs)
        outputs = self._node.apply(call, *call.leaves)
        return call.rebuild(outputs)


def _memory(tensor):
    return tensor.untyped_storage().data_ptr()


def _tensors(values):
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


def _cast(values, dtype):
    """The values with float tensors, in lists too, in a dtype."""
    found = []
    for v in values:
        if isinstance(v, (list, tuple)):
            v = type(v)(_cast(v, dtype))
        elif isinstance(v, Tensor) and v.is_floating_point() and v.dtype != float64:
            v = v.to(dtype)
        found.append(v)
    return found


class _Call:
    """One call: its values, the same with lists of tensors laid flat, and the form of its result."""

    def __init__(self, args, kwargs):
        self.args, self.kwargs = args, kwargs
        self.leaves, self.lengths = _flat((*args, *kwargs.values()))

    def rebuild(self, outputs):
        return _gathered(outputs if isinstance(outputs, tuple) else (outputs,), self.form, self.kind)


def _flat(values):
    """The values with each list of tensors in place of its items, and the length of each list (None for no list)."""
    leaves, lengths = [], []
    for value in values:
        is_list = isinstance(value, (list, tuple)) and any(isinstance(v, Tensor) for v in value)
        leaves.extend(value if is_list else (value,))
        lengths.append(len(value) if is_list else None)
    return leaves, lengths


def _gathered(leaves, lengths, kind=tuple):
    """The opposite of `_flat`: a tuple, or what `kind` makes of it."""
    leaves = iter(leaves)
    return kind([next(leaves) if n is None else [next(leaves) for _ in range(n)] for n in lengths])


class _Generated(Function):
    operator: Operator

    @classmethod
    def forward(cls, ctx, call, *leaves):
        op = cls.operator
        result = op.run(call.args, call.kwargs)
        single = not isinstance(result, tuple)
        call.kind = (lambda items: items[0]) if single else tuple
        outputs, call.form = _flat((result,) if single else result)
        ctx.call = call
        ctx._needs = ctx.needs_input_grad[1:]
        if op.setup_context is not None:
            ctx.needs_input_grad = _gathered(ctx._needs, call.lengths)[: len(call.args)]
            options = {"keyword_only_inputs": call.kwargs} if op.schema.has_keyword_only else {}
            op.setup_context(ctx=ctx, inputs=call.args, output=result, **options)
        return tuple(outputs)

    @classmethod
    def backward(cls, ctx, *grads):
        op, call = cls.operator, ctx.call
        if op.backward is None:
            raise RuntimeError(
                f"Trying to backward through {op} but no autograd formula was registered. Please use register_autograd to "
                "add one."
            )
        results = op.backward(ctx, *_gathered(grads, call.form))
        results = results if isinstance(results, tuple) else (results,)
        flat = []
        for length, result in zip(call.lengths, results, strict=False):
            flat.extend((result,) if length is None else (result or [None] * length))
        return None, *flat, *[None] * (len(call.leaves) - len(flat))


def lookup(qualname):
    """The Operator of a name such as `demo::scale` or `demo::scale.out`; None if there is none."""
    namespace, _, rest = qualname.partition("::")
    name, _, overload = rest.partition(".")
    return OPERATORS.get(namespace, {}).get(name, {}).get(overload or "default")


def add(operator):
    """Puts an Operator into the table; RuntimeError if its name is taken."""
    overloads = OPERATORS.setdefault(operator.namespace, {}).setdefault(operator.name, {})
    if operator.overload in overloads:
        raise RuntimeError(
            f"Tried to register an operator ({operator.schema}) with the same name and overload name multiple times. Each "
            "overload's schema should only be registered with a single call to def()."
        )
    overloads[operator.overload] = operator


def remove(operator):
    """Takes an Operator out of the table."""
    OPERATORS.get(operator.namespace, {}).get(operator.name, {}).pop(operator.overload, None)


def call_fitting(overloads, *args, **kwargs):
    """Calls the first of the overloads whose schema takes the arguments; RuntimeError with what each says if none does."""
    if len(overloads) == 1:
        return next(iter(overloads.values()))(*args, **kwargs)
    words = []
    for operator in overloads.values():
        try:
            operator.schema.bind(args, kwargs)
        except RuntimeError as error:
            words.append(str(error))
            continue
        return operator(*args, **kwargs)
    raise RuntimeError(
        "Overloaded torch operator invoked from Python failed to match any schema:\n" + "\n\n".join(words) + "\n\n"
    )
