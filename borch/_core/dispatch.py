"""`__torch_dispatch__`: classes and modes that answer for calls by the names of torch's own ops, `aten.add.Tensor`.

Nothing here runs until a program defines such a class or enters such a mode. A call is handed over as it was made: borch
takes apart into torch's ops only what DECOMPOSED names.
"""

import importlib
import inspect

from .asking import disabled, state
from .mode import mode
from .tensor import Tensor, differentiable, new, new_writes

NO_STORAGE = "Cannot access data pointer of Tensor that doesn't have storage"


class NoStorage:
    """In the place of the array of a tensor that has a shape, a dtype and strides and no elements."""

    def __init__(self, shape, strides, dtype):
        self.shape, self.dtype = shape, dtype
        self.ndim, self.itemsize, self.size = len(shape), dtype.itemsize, 1
        for n in shape:
            self.size *= n
        self.nbytes = self.size * self.itemsize
        usual, step = [], 1
        for n in reversed(shape):
            usual.insert(0, step)
            step *= max(n, 1)
        strides = usual if strides is None else strides
        self.c_contiguous = all(s == u or n == 1 for s, u, n in zip(strides, usual, shape, strict=True))
        self.strides = tuple(s * self.itemsize for s in strides)
        self.flags = self

    writeable = False

    def __getattr__(self, name):
        raise RuntimeError(NO_STORAGE)

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError(NO_STORAGE)

    def __array_ufunc__(self, *args, **kwargs):
        raise RuntimeError(NO_STORAGE)

    def __getitem__(self, index):
        raise RuntimeError(NO_STORAGE)


def make_wrapper(
    cls, size, strides=None, storage_offset=None, memory_format=None, dtype=None, layout=None, device=None,
    pin_memory=False, requires_grad=False, **options,
):  # fmt: skip
    """An instance of a subclass with `__torch_dispatch__` that has a size and a dtype and no elements of its own."""
    if not hasattr(cls, "__torch_dispatch__"):
        raise TypeError(f"{cls.__name__} must define __torch_dispatch__")
    if dtype is None:
        dtype = importlib.import_module("borch").get_default_dtype()
    out = new(cls)
    out._array = NoStorage(tuple(size), None if strides is None else tuple(strides), dtype.numpy)
    out._writes = new_writes()
    out._turned = True  # its strides are what they are said to be
    if requires_grad and differentiable(dtype.numpy):
        out._requires_grad = True
    return out


# --------------------------------------------------------------------------------------------------------- who answers
def answers(cls):
    """Whether calls on instances of a class are handed to its `__torch_dispatch__`."""
    hook = getattr(cls, "__torch_dispatch__", None)
    return hook is not None and hook is not disabled and cls is not Tensor


def holders(args, kwargs):
    """The arguments that answer, one of each class, a subclass before the classes it comes from."""
    found = []
    for value in (*args, *kwargs.values()):
        for v in value if isinstance(value, (list, tuple)) else (value,):
            kind = type(v)
            if (
                isinstance(v, Tensor)
                and kind is not Tensor
                and answers(kind)
                and all(type(f) is not kind for f in found)
            ):
                at = next((k for k, f in enumerate(found) if issubclass(kind, type(f))), len(found))
                found.insert(at, v)
    return found


def call(fn, name, args, kwargs, overload=None):
    """What the innermost mode, or the arguments, make of a call; the call itself where there is nobody to ask."""
    found = holders(args, kwargs)
    modes = state.dispatch_modes
    if not (found or modes):
        return fn(*args, **kwargs)
    if overload is None:
        room, _, short = name.removesuffix(".__get__").rpartition(".")
        short = ROOMS.get(room, "") + short
        if short in UNASKED or name.endswith((".__get__", ".__set__", ".__delete__")):
            return (ATTRIBUTES.get(short) or fn)(*args, **kwargs)
        parts = DECOMPOSED.get(short)
        if parts is not None:
            result = parts(*args, **kwargs)
            if result is not NotImplemented:
                return result
        args, kwargs = _inplace_named(fn, args, kwargs)
        if "inplace" in kwargs:
            kwargs = dict(kwargs)
            short += "_" if kwargs.pop("inplace") else ""
        overload = overload_of(SHORT.get(short, short), args, kwargs)
        if overload is None:
            return fn(*args, **kwargs)
    types = tuple(type(f) for f in found)
    if modes:
        state.dispatch_modes = modes[:-1]
        try:
            answer = modes[-1].__torch_dispatch__(overload, types, args, kwargs)
        finally:
            state.dispatch_modes = modes
        if answer is not NotImplemented:
            return answer
    for f in found:
        if mode.grad and f.requires_grad:
            raise NotImplementedError(
                "gradients of tensors whose class has __torch_dispatch__ are not implemented in borch: it has one "
                "implementation of each op, and records gradients there"
            )
        answer = type(f).__torch_dispatch__(overload, types, args, kwargs)
        if answer is not NotImplemented:
            return answer
    lines = "".join(f"  - tensor subclass {t}\n" for t in types)
    raise TypeError(
        f"Multiple dispatch failed for 'torch._ops.{overload}'; all __torch_dispatch__ handlers returned NotImplemented:\n\n"
        f"{lines}\nFor more information, try re-running with TORCH_LOGS=not_implemented"
    )


def _inplace_named(fn, args, kwargs):
    """The arguments with `inplace` by its name, which torch's ops do not have: theirs end in "_"."""
    code = inspect.unwrap(fn).__code__ if hasattr(fn, "__name__") else None
    names = code.co_varnames[: code.co_argcount] if code else ()
    if "inplace" in names and len(args) > (at := names.index("inplace")):
        return (*args[:at], *args[at + 1 :]), {**kwargs, "inplace": args[at]}
    return args, kwargs


# ------------------------------------------------------------------------------------------------------ torch's own names
UNASKED = frozenset(
    [
        "size",
        "dim",
        "ndimension",
        "stride",
        "numel",
        "nelement",
        "element_size",
        "storage_offset",
        "is_floating_point",
        "is_complex",
        "is_signed",
        "is_contiguous",
        "is_inference",
        "requires_grad_",
        "register_hook",
        "retain_grad",
        "backward",
        "__len__",
        "__hash__",
        "__repr__",
        "__format__",
        "__iter__",
        "type",
        "as_subclass",
        "is_shared",
        "get_device",
        "__dir__",
        "__deepcopy__",
        "is_tensor",
        "register_post_accumulate_grad_hook",
        "untyped_storage",
        "storage",
        "data_ptr",
        "numpy",
        "__array__",
        "is_same_size",
        "set_printoptions",
        "manual_seed",
        "seed",
        "get_default_dtype",
        "set_default_dtype",
        "is_grad_enabled",
        "is_nonzero",
        "broadcast_shapes",
        "result_type",
        "can_cast",
        "promote_types",
    ]
)
SHORT = {
    "__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor", "__invert__": "bitwise_not",
    "__floordiv__": "floor_divide", "__eq__": "eq", "__lshift__": "bitwise_left_shift",
    "__rshift__": "bitwise_right_shift", "item": "_local_scalar_dense", "true_divide": "div", "multiply": "mul",
    "subtract": "sub", "divide": "div", "negative": "neg", "absolute": "abs", "__rsub__": "rsub", "concat": "cat",
    "concatenate": "cat", "as_tensor": "lift_fresh", "tensor": "lift_fresh",
}  # fmt: skip
ROOMS = {"torch.linalg": "linalg_", "torch.special": "special_", "torch.fft": "fft_"}
WRAPS_NUMBERS = frozenset(
    ["add", "sub", "mul", "div", "add_", "sub_", "mul_", "div_"]
)  # whose numbers torch makes tensors of
BY_OPERAND = frozenset(
    [
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "remainder",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "bitwise_left_shift",
        "bitwise_right_shift",
        "fmod",
        "fill_",
        "rsub",
        "remainder_",
        "eq_",
        "ne_",
        "lt_",
        "le_",
        "gt_",
        "ge_",
    ]
)
BY_DIM = {
    "sum": "dim_IntList", "mean": "dim", "any": "dim", "all": "dim", "max": "dim", "min": "dim", "prod": "dim_int",
    "median": "dim", "squeeze": "dim", "norm": "ScalarOpt_dim",
}  # fmt: skip
ALWAYS = {
    "transpose": "int", "select": "int", "slice": "Tensor", "index": "Tensor", "unbind": "int", "split": "Tensor",
    "where": "self", "std": "correction", "var": "correction", "masked_fill": "Scalar", "masked_fill_": "Scalar",
    "scatter": "src", "scatter_": "src", "lerp": "Scalar", "topk": "default", "index_fill": "int_Scalar",
    "repeat_interleave": "self_int", "leaky_relu": "default",
}  # fmt: skip


def overload_of(name, args, kwargs):
    """The overload of torch's op of that name for these arguments; None where torch has no such op."""
    packet = getattr(importlib.import_module("borch._ops").namespace("aten"), name, None)
    if packet is None:
        return None
    second = args[1] if len(args) > 1 else next(iter(kwargs.values()), None)
    if name in WRAPS_NUMBERS:
        which = "Tensor"
    elif name in BY_OPERAND:
        which = "Tensor" if isinstance(second, Tensor) else "Scalar"
    elif name in ("pow", "pow_"):
        first = isinstance(args[0], Tensor)
        which = "Scalar" if not first or name == "pow_" else "Tensor_Scalar"
        if isinstance(second, Tensor):
            which = ("Tensor" if name == "pow_" else "Tensor_Tensor") if first else "Scalar"
    elif name in BY_DIM:
        which = "default" if len(args) < 2 and "dim" not in kwargs and "axis" not in kwargs else BY_DIM[name]
        which = "other" if name in ("max", "min") and isinstance(second, Tensor) else which
    else:
        which = ALWAYS.get(name, "default")
    return getattr(packet, which, None) or packet.default


def _public(name):
    return getattr(importlib.import_module("borch"), name)


def _aten(name):
    return getattr(importlib.import_module("borch._ops").namespace("aten"), name)


def _op(name, *args, which="default", **kwargs):
    overload = getattr(_aten(name), which)
    return call(overload._op, name, args, kwargs, overload)


def _linear(input, weight, bias=None):
    if input.dim() != 2:
        return NotImplemented
    turned = _op("t", weight)
    return _op("mm", input, turned) if bias is None else _op("addmm", bias, input, turned)


def _matmul(input, other, *, out=None):
    dims = input.dim(), other.dim()
    name = {(2, 2): "mm", (1, 1): "dot", (2, 1): "mv"}.get(dims)
    return NotImplemented if name is None or out is not None else _op(name, input, other)


def _reshape(input, *shape):
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    shape = list(shape)
    if -1 in shape:
        rest = 1
        for n in shape:
            rest *= n if n != -1 else 1
        shape[shape.index(-1)] = input.numel() // max(rest, 1)
    if type(input) is Tensor and not _viewable(input._array, shape):
        whole = _op("clone", input, memory_format=_public("contiguous_format"))
        return _op("_unsafe_view", whole, shape)
    return _op("view", input, shape)


def _viewable(array, shape):
    try:
        return array.reshape(shape, copy=False) is not None
    except ValueError:
        return False


def _softmax(name):
    def parts(input, dim=None, _stacklevel=3, dtype=None):
        return NotImplemented if dim is None or dtype is not None else _op(name, input, dim, False)

    return parts


def _to(input, *args, **kwargs):
    given = {k: v for k, v in kwargs.items() if k in ("dtype", "device")}
    for a in args:
        if type(a).__name__ == "dtype":
            given["dtype"] = a
    if given.get("dtype", input.dtype) is input.dtype and not kwargs.get("copy"):
        return input
    return _op("_to_copy", input, **given)


def _cast_to(name):
    return lambda input, *args, **kwargs: _to(input, dtype=_public(name))


def _getitem(input, index):
    for k, item in enumerate(index if isinstance(index, tuple) else (index,)):
        if isinstance(item, Tensor):
            return (
                _op("index", input, [None] * k + [item], which="Tensor")
                if not isinstance(index, tuple)
                else NotImplemented
            )
        if type(item) not in (int, slice) or (type(item) is slice and item.step not in (None, 1)):
            return NotImplemented
    dim, out = 0, input
    for item in index if isinstance(index, tuple) else (index,):
        if type(item) is int:
            out = _op("select", out, dim, item, which="int")
            continue
        if item != slice(None):
            start, stop, _ = item.indices(out.size(dim))
            given = (start, stop if item.stop is not None else (1 << 63) - 1)
            out = _op("slice", out, dim, *given, which="Tensor")
        dim += 1
    return _op("alias", input) if out is input else out


def _of_sizes(name):
    """A method whose ints may be given one by one, which torch's op takes as a list."""

    def parts(input, *sizes, **kwargs):
        return _op(name, input, list(sizes), **kwargs) if sizes and type(sizes[0]) is int else NotImplemented

    return parts


DECOMPOSED = {
    "linear": _linear, "matmul": _matmul, "__matmul__": _matmul, "reshape": _reshape,
    "softmax": _softmax("_softmax"), "log_softmax": _softmax("_log_softmax"), "to": _to, "__getitem__": _getitem,
    "float": _cast_to("float32"), "double": _cast_to("float64"), "half": _cast_to("float16"), "long": _cast_to("int64"),
    "int": _cast_to("int32"), "bool": _cast_to("bool"), "bfloat16": _cast_to("bfloat16"),
    "contiguous": lambda input, **kwargs: input if input.is_contiguous() else _op("clone", input, **kwargs),
    "__radd__": lambda input, other: _op("add", input, other, which="Tensor"),
    "__rmul__": lambda input, other: _op("mul", input, other, which="Tensor"),
    "__rdiv__": lambda input, other: _op("mul", _op("reciprocal", input), other, which="Tensor"),
    "__rpow__": lambda input, other: _op("pow", other, input, which="Scalar"),
    "cpu": lambda input, **kwargs: input,
    **{name: _of_sizes(name) for name in ("view", "permute", "expand", "repeat", "flip", "tile")},
}  # fmt: skip
ATTRIBUTES = {
    "T": lambda input: _op("permute", input, list(range(input.dim()))[::-1]),
    "mT": lambda input: _op("transpose", input, -2, -1, which="int"),
    "data": lambda input: _op("detach", input),
}


# -------------------------------------------------------------------------------------------------------------- the modes
class TorchDispatchMode:
    """A context in which every op is handed to `__torch_dispatch__(func, types, args, kwargs)`, by torch's own name.

    What torch makes of several ops is handed over as one, but for linear layers, matrix products and the like.

    >>> import borch as torch
    >>> from borch.utils._python_dispatch import TorchDispatchMode
    >>> class Log(TorchDispatchMode):
    ...     def __torch_dispatch__(self, func, types, args=(), kwargs=None):
    ...         print(func)
    ...         return func(*args, **(kwargs or {}))
    >>> x = torch.ones(2)
    >>> with Log():
    ...     _ = (x + 1).sum()
    aten.add.Tensor
    aten.sum.default
    """

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        """What becomes of a call; NotImplementedError unless a subclass says."""
        raise NotImplementedError

    def __enter__(self):
        begin()
        state.dispatch_modes = (*state.dispatch_modes, self)
        return self

    def __exit__(self, *exc):
        state.dispatch_modes = state.dispatch_modes[:-1]


class BaseTorchDispatchMode(TorchDispatchMode):
    """A mode that calls the op."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        """The call itself."""
        return func(*args, **(kwargs or {}))


def begin():
    """From here on calls are handed over: a class with `__torch_dispatch__` was defined, or a mode entered."""
    importlib.import_module("borch.overrides").watch()
    state.dispatching.append(True)
