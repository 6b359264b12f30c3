"""torch.ops: ops by the names of torch's dispatcher, `torch.ops.aten.add.Tensor`. An overload is the op itself here.

There is nothing to dispatch: an op decides by its arguments, so each of its overloads calls the same function.
"""

import functools
import importlib

from ._core.asking import state
from ._core.op import NAMESPACES, OPS
from ._core.tensor import Tensor
from .absent import REASONS, Refusal
from .library.operator import OPERATORS, call_fitting

ROOMS = {"linalg_": "linalg", "special_": "special", "fft_": "fft"}
OVERLOADS = (
    "Dimname", "List", "Scalar", "ScalarList", "ScalarOpt", "ScalarOpt_dim", "Scalar_Other", "Scalar_Scalar",
    "Scalar_Tensor", "Scalar_list", "Scalar_mode", "Sequence", "Tensor", "TensorList", "Tensor_Scalar",
    "Tensor_Tensor", "Tensor_list", "Tensor_mode", "all", "any", "atol_rtol_tensor", "bool", "complex", "correction",
    "decimals", "default", "dim", "dim_IntList", "dim_int", "dim_max", "dim_values", "dims", "dtype", "dtype_layout",
    "float", "generator", "grad_input", "input", "int", "int_Scalar", "int_Tensor", "int_bins", "intlist", "list",
    "low", "lower", "memory_format", "mode", "n_scalar", "names", "names_dim", "other", "other_scalar", "out",
    "output", "padding", "padding_idx", "periodic", "reduce", "scalar", "self", "self_int", "self_out", "self_scalar", "size",
    "sizes", "src", "stable", "start", "start_step", "str", "two", "unary_out", "upper", "value", "value_reduce",
    "values", "vec", "x_scalar",
)  # fmt: skip


def _convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    name = f"conv{'_transpose' if transposed else ''}{weight.dim() - 2}d"
    options = {"output_padding": output_padding} if transposed else {}
    return find(name)(input, weight, bias, stride, padding, dilation=dilation, groups=groups, **options)


def _convolution_backward(
    grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask
):
    torch = importlib.import_module(__package__)
    operands = [input, weight, None if bias_sizes is None else input.new_zeros(bias_sizes)]
    operands = [None if t is None else t.detach().requires_grad_() for t in operands]
    with torch.enable_grad():
        out = _convolution(*operands, stride, padding, dilation, transposed, output_padding, groups)
    asked = [t for t, wanted in zip(operands, output_mask, strict=True) if wanted]
    grads = iter(torch.autograd.grad(out, asked, grad_output))
    return tuple(next(grads) if wanted else None for wanted in output_mask)


OTHERS = {  # ops that torch calls by these names alone
    "_pin_memory": lambda self, device=None: self.pin_memory(),
    "_softmax": lambda self, dim, half_to_float: self.softmax(dim),
    "_log_softmax": lambda self, dim, half_to_float: self.log_softmax(dim),
    "_to_copy": lambda self, *, non_blocking=False, **options: self.to(copy=True, **options),
    "_unsafe_view": lambda self, size: self.reshape(size),
    "alias": lambda self: self.view(self.shape),
    "convolution": _convolution,
    "_convolution": lambda *args: _convolution(*args[:9]),  # after these come flags of cuDNN
    "convolution_backward": _convolution_backward,
    "max_pool2d_with_indices_backward": lambda *args: OPS["max_pool2d_with_indices_backward"](*args),
    "native_dropout_backward": lambda *args: OPS["native_dropout_backward"](*args),
    "slice": lambda self, dim=0, start=None, end=None, step=1: self[
        (slice(None),) * (dim % self.dim()) + (slice(start, end, step),)
    ],
}


def find(name):
    """The function of an op by its name in the dispatcher; None if there is none."""
    torch = importlib.import_module(__package__)
    torch.nn  # noqa: B018  its functions are published when it is opened
    for namespace in ("torch", "torch.nn.functional"):
        if name in NAMESPACES[namespace]:
            return NAMESPACES[namespace][name]
    for head, room in ROOMS.items():
        if name.startswith(head):
            return getattr(getattr(torch, room), name.removeprefix(head), None)
    if name in OTHERS:
        return OTHERS[name]
    if name.startswith("_sparse_"):
        return Refusal(f"torch.ops.aten.{name}", REASONS["sparse"])
    method = getattr(Tensor, name, None)
    return method if callable(method) and not name.startswith("__") else None


class OpOverload:
    """One overload of an op: calling it calls the op."""

    def __init__(self, packet, overload):
        self.overloadpacket, self._overloadname = packet, overload
        self._op = packet._op if packet.overloaded is None else packet.overloaded[overload]
        self._schema = None if packet.overloaded is None else self._op.schema
        self.__name__ = f"{packet.__name__}.{overload}"
        self.__module__, self.namespace = packet.__module__, packet.namespace

    def __call__(self, *args, **kwargs):
        if state.dispatching:
            from ._core.dispatch import call

            return call(self._op, self.__name__, args, kwargs, self)
        return self._op(*args, **kwargs)

    def __str__(self):
        return f"{self.namespace}.{self.__name__}"

    def __repr__(self):
        return f"<OpOverload(op='{self.overloadpacket}', overload='{self._overloadname}')>"

    def name(self):
        """The name in the dispatcher's own writing: aten::add.Tensor."""
        end = "" if self._overloadname == "default" else "." + self._overloadname
        return f"{self.namespace}::{self.overloadpacket.__name__}{end}"


class OpOverloadPacket:
    """An op with its overloads as attributes: calling it calls the op."""

    def __init__(self, namespace, name, op, overloaded=None):
        self.namespace, self.__name__, self._op, self.__module__ = namespace, name, op, f"torch.ops.{namespace}"
        self.overloaded = overloaded  # the overloads of an op of torch.library

    def __call__(self, *args, **kwargs):
        return self._op(*args, **kwargs)

    def overloads(self):
        """The names of the overloads of an op of torch.library."""
        return list(self.overloaded or ())

    def __str__(self):
        return f"{self.namespace}.{self.__name__}"

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self}')>"

    def __getattr__(self, name):
        if name not in (OVERLOADS if self.overloaded is None else self.overloaded):
            raise AttributeError(f"The underlying op of '{self}' has no overload name '{name}'")
        overload = OpOverload(self, name)
        setattr(self, name, overload)
        return overload


class HigherOrderOperator:
    """An op that takes functions, by which programs ask whether one is: here they are plain functions."""


class _OpNamespace:
    """The ops of one library: torch's own are in `aten`, those of torch.library in the namespaces of their names."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<module 'torch.ops.{self.name}' from 'torch.ops'>"

    def __getattr__(self, name):
        own = OPERATORS.get(self.name, {}).get(name)
        if own:
            return OpOverloadPacket(self.name, name, functools.partial(call_fitting, own), own)
        op = find(name) if self.name == "aten" else None
        if op is None:
            raise AttributeError(f"'_OpNamespace' '{self.name}' object has no attribute '{name}'")
        packet = OpOverloadPacket(self.name, name, op)
        setattr(self, name, packet)
        return packet


@functools.cache
def namespace(name):
    """The `_OpNamespace` of that name."""
    return _OpNamespace(name)
