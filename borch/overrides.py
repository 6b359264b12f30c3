"""torch.overrides: tensors that bring their own behaviour, by `__torch_function__`.

Source: https://docs.pytorch.org/docs/stable/torch.overrides.html
"""

import functools
import importlib
import sys
from types import FunctionType, ModuleType

from ._core.asking import BEFORE, DisableTorchFunction, DisableTorchFunctionSubclass, answers, asking, state
from ._core.asking import NOWRAP as _NOWRAP
from ._core.op import NAMESPACES
from ._core.tensor import Tensor

__all__ = [
    "DisableTorchFunction", "DisableTorchFunctionSubclass", "TorchFunctionMode", "handle_torch_function",
    "has_torch_function", "is_tensor_like", "is_tensor_method_or_property",
]  # fmt: skip

_ROOMS = {"torch": "", "torch.nn.functional": ".nn.functional", "torch.linalg": ".linalg", "torch.fft": ".fft",
          "torch.special": ".special"}  # fmt: skip
_OPERATORS = {
    "__add__": "add", "__radd__": "add", "__sub__": "sub", "__mul__": "mul", "__rmul__": "mul", "__truediv__": "div",
    "__matmul__": "matmul", "__pow__": "pow", "__neg__": "neg", "__abs__": "abs", "__eq__": "__eq__", "__ne__": "ne",
    "__lt__": "lt", "__le__": "le", "__gt__": "gt", "__ge__": "ge", "__iadd__": "add_", "__isub__": "sub_",
    "__imul__": "mul_", "__itruediv__": "div_", "__ifloordiv__": "floor_divide_", "__imod__": "remainder_",
    "__ipow__": "pow_", "__mod__": "remainder", "__pos__": "positive", "__rtruediv__": "__rdiv__",
}  # fmt: skip
_DUNDERS = (
    "__and__ __array__ __bool__ __complex__ __contains__ __float__ __floordiv__ __getitem__ __iand__ __idiv__ "
    "__ilshift__ __index__ __int__ __invert__ __ior__ __irshift__ __ixor__ __len__ "
    "__lshift__ __or__ __rand__ __rdiv__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __ror__ __rpow__ __rrshift__ "
    "__rshift__ __rsub__ __rxor__ __setitem__ __xor__ __repr__ __format__"
)
_UNASKED = (staticmethod, classmethod, type)
_ALONE = (  # what asks or sets something of the library, or of one object as it is: nobody answers for it
    "is_tensor is_storage typename from_numpy from_dlpack to_dlpack seed manual_seed initial_seed get_rng_state "
    "set_rng_state is_grad_enabled is_inference_mode_enabled is_anomaly_enabled is_anomaly_check_nan_enabled "
    "set_anomaly_enabled is_autocast_cache_enabled is_autocast_cpu_enabled is_autocast_enabled is_autocast_ipu_enabled "
    "is_autocast_xla_enabled get_autocast_cpu_dtype get_autocast_dtype get_autocast_gpu_dtype get_autocast_ipu_dtype "
    "get_autocast_xla_dtype set_autocast_cache_enabled set_autocast_cpu_dtype set_autocast_cpu_enabled "
    "set_autocast_dtype set_autocast_enabled set_autocast_gpu_dtype set_autocast_ipu_dtype set_autocast_ipu_enabled "
    "set_autocast_xla_dtype set_autocast_xla_enabled clear_autocast_cache are_deterministic_algorithms_enabled "
    "is_deterministic_algorithms_warn_only_enabled use_deterministic_algorithms get_deterministic_debug_mode "
    "set_deterministic_debug_mode get_float32_matmul_precision set_float32_matmul_precision get_num_threads "
    "set_num_threads get_num_interop_threads set_num_interop_threads get_default_device set_default_device "
    "set_default_tensor_type get_device_module set_printoptions set_flush_denormal set_warn_always "
    "is_warn_always_enabled is_vulkan_available compiled_with_cxx11_abi compile"
)


@functools.cache
def watch():
    """Puts the question who answers for a call before the public functions and Tensor's methods and properties."""
    names, alone = {}, frozenset(_ALONE.split())
    for namespace, path in _ROOMS.items():
        room = importlib.import_module("borch" + path)
        for name, function in list(NAMESPACES[namespace].items()):
            if name not in alone and vars(room).get(name) is function and isinstance(function, FunctionType):
                asks = names[id(function)] = BEFORE[function] = asking(function, f"{namespace}.{name}")
                setattr(room, name, asks)
                asks.__module__, asks.__qualname__ = room.__name__, name  # where a pickle finds it
                below = function
                while below := getattr(below, "__wrapped__", None):  # the library's own modules call one of these
                    names.setdefault(id(below), asking(below, f"{namespace}.{name}", lambda asks=asks: asks))
    for name, room in list(sys.modules.items()):
        if name.startswith("borch.nn.modules."):
            _watch_modules(room, names)
    for cls in Tensor.__mro__[:-1]:
        for name, attribute in list(vars(cls).items()):
            _watch_attribute(cls, name, attribute)


def _watch_modules(room, names):
    """The same for the functions that a file of nn.modules calls: by their names, of a file's, or of a class's.

    A file of nn.functional stays what it is, so that pickles find its functions: the caller gets a copy of it.
    """
    for key, value in list(vars(room).items()):
        if id(value) in names:
            setattr(room, key, names[id(value)])
        elif isinstance(value, ModuleType) and value.__name__.startswith("borch.nn.functional."):
            copy = ModuleType(value.__name__)
            vars(copy).update({name: names.get(id(thing), thing) for name, thing in vars(value).items()})
            setattr(room, key, copy)
        elif isinstance(value, type) and value.__module__ == room.__name__:
            for name, function in list(vars(value).items()):
                if isinstance(function, staticmethod) and id(function.__func__) in names:
                    setattr(value, name, staticmethod(names[id(function.__func__)]))


def _watch_attribute(cls, name, attribute):
    if isinstance(attribute, property) and not name.startswith("_"):
        new = None
        getter = asking(attribute.fget, f"torch.Tensor.{name}.__get__", lambda: new.__get__)
        setter = attribute.fset and asking(attribute.fset, f"torch.Tensor.{name}.__set__", lambda: new.__set__)
        deleter = attribute.fdel and asking(attribute.fdel, f"torch.Tensor.{name}.__delete__", lambda: new.__delete__)
        new = property(getter, setter, deleter, attribute.__doc__)
        setattr(cls, name, new)
        if name == "grad":
            _NOWRAP.add(new.__get__)
    elif name in _OPERATORS:
        under = _OPERATORS[name]
        setattr(cls, name, _operator(attribute, f"torch.Tensor.{under}", under))
    elif callable(attribute) and (name in _DUNDERS.split() or not name.startswith("_")) and name != "as_subclass":
        if getattr(attribute, "__module__", "") != "borch.absent" and not isinstance(attribute, _UNASKED):
            asks = asking(attribute, f"torch.Tensor.{name}")
            asks.__name__ = name
            setattr(cls, name, asks)
    elif name == "__iter__":
        setattr(cls, name, _iterator(attribute))


def _iterator(fn):
    @functools.wraps(fn)
    def iterate(self):
        return iter(self.unbind(0)) if answers(type(self)) and self.ndim else fn(self)

    return iterate


def _operator(fn, name, under):
    asks = asking(fn, name, lambda: getattr(Tensor, under) if under != "__eq__" else operator)

    @functools.wraps(fn)
    def operator(*args):
        try:
            return asks(*args)
        except TypeError:
            if state.off:
                raise
            return NotImplemented

    operator.__name__ = asks.__name__ = under
    return operator


class TorchFunctionMode:
    """A context in which every call of torch's functions is handed to `__torch_function__`; made by subclassing.

    >>> import borch as torch
    >>> class Log(torch.overrides.TorchFunctionMode):
    ...     def __torch_function__(self, func, types, args=(), kwargs=None):
    ...         print(func.__name__)
    ...         return func(*args, **(kwargs or {}))
    >>> with Log():
    ...     _ = torch.add(torch.ones(1), 1)
    ones
    add
    """

    def __torch_function__(self, func, types, args=(), kwargs=None):
        """What becomes of a call; NotImplementedError unless a subclass says."""
        raise NotImplementedError

    def __enter__(self):
        watch()
        state.modes = (*state.modes, self)
        return self

    def __exit__(self, *exc):
        state.modes = state.modes[:-1]


class BaseTorchFunctionMode(TorchFunctionMode):
    """A mode that calls the function.

    >>> import borch as torch
    >>> with torch.overrides.BaseTorchFunctionMode():
    ...     torch.ones(1)
    tensor([1.])
    """

    def __torch_function__(self, func, types, args=(), kwargs=None):
        """The call itself."""
        return func(*args, **(kwargs or {}))


def is_tensor_like(inp):
    """Whether the object is a Tensor or has `__torch_function__`.

    >>> import borch as torch
    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like(1)
    (True, False)
    """
    return isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def has_torch_function(relevant_args):
    """Whether an argument has a `__torch_function__` that is asked.

    >>> import borch as torch
    >>> class Named:
    ...     __torch_function__ = classmethod(lambda cls, *args: "asked")
    >>> torch.autograd.has_torch_function((Named(), 1)), torch.autograd.has_torch_function((torch.ones(1),))
    (True, False)
    """
    return any(answers(type(a)) for a in relevant_args)


def has_torch_function_unary(arg):
    """`has_torch_function` of one argument.

    >>> import borch as torch
    >>> torch.nn.functional.has_torch_function_unary(torch.ones(1))
    False
    """
    return has_torch_function((arg,))


def has_torch_function_variadic(*args):
    """`has_torch_function` of the arguments.

    >>> import borch as torch
    >>> torch.nn.functional.has_torch_function_variadic(torch.ones(1), 2)
    False
    """
    return has_torch_function(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Calls `__torch_function__` of the first argument that has one; TypeError when none does.

    >>> import borch as torch
    >>> class Named:
    ...     @classmethod
    ...     def __torch_function__(cls, function, types, args=(), kwargs=None):
    ...         return f"{function.__name__} was asked for"
    >>> x = Named()
    >>> torch.overrides.handle_torch_function(torch.add, (x,), x, 1)
    'add was asked for'
    """
    for arg in relevant_args:
        if answers(type(arg)):
            result = arg.__torch_function__(public_api, tuple({type(a) for a in relevant_args}), args, kwargs)
            if result is not NotImplemented:
                return result
    raise TypeError(f"no implementation found for '{getattr(public_api, '__name__', public_api)}'")


def is_tensor_method_or_property(func):
    """Whether the function is a method of Tensor."""
    return getattr(Tensor, getattr(func, "__name__", ""), None) is func


_MAKERS = (  # ignored by torch's subclasses, though a mode sees them
    "arange as_strided as_tensor asarray autocast_decrement_nesting autocast_increment_nesting bartlett_window "
    "blackman_window broadcast_shapes can_cast empty empty_permuted empty_strided enable_grad eye fill from_file frombuffer "
    "full get_default_dtype hamming_window hann_window inference_mode kaiser_window linspace load logspace no_grad normal "
    "ones promote_types rand rand_like randint randint_like randn randn_like randperm range result_type save scalar_tensor "
    "set_grad_enabled sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor sparse_csc_tensor "
    "sparse_csr_tensor sym_constrain_range sym_constrain_range_for_size tensor tril_indices triu_indices vander vmap zeros"
)
_METHODS = (
    "__delattr__ __getattribute__ __hash__ __init__ __init_subclass__ __iter__ __new__ __setattr__ __torch_function__ "
    "_make_subclass _make_wrapper_subclass as_subclass lstsq new new_empty new_empty_strided new_full new_ones new_tensor "
    "new_zeros reinforce solve stride to_padded_tensor to_sparse_bsc to_sparse_bsr to_sparse_coo to_sparse_csc to_sparse_csr "
    "unflatten"
)
_LAYERS = (
    "_canonical_mask _none_or_dtype grouped_mm handle_torch_function hardsigmoid hardswish has_torch_function "
    "has_torch_function_unary has_torch_function_variadic scaled_grouped_mm scaled_mm sigmoid tanh upsample "
    "upsample_bilinear upsample_nearest"
)


def get_ignored_functions():
    """The functions and methods that no subclass is asked for: what asks or sets something of the library, or makes tensors.

    >>> import borch as torch
    >>> torch.zeros in torch.overrides.get_ignored_functions()
    True
    """
    import borch

    rooms = (borch, f"{_ALONE} {_MAKERS}"), (borch.nn.functional, _LAYERS), (Tensor, _METHODS)
    found = [getattr(room, name, None) for room, names in rooms for name in names.split()]
    return {function for function in found if function is not None}


def get_default_nowrap_functions():
    """The functions whose results stay as they are: what reads `Tensor.grad`."""
    watch()
    return set(_NOWRAP)


def resolve_name(f):
    """The name under which a program finds a function or a method of torch that may be answered for; None for others.

    >>> import borch as torch
    >>> torch.overrides.resolve_name(torch.add), torch.overrides.resolve_name(torch.Tensor.add)
    ('torch.add', 'torch.Tensor.add')
    """
    from ._ops import OpOverload, OpOverloadPacket

    if isinstance(f, (OpOverload, OpOverloadPacket)):
        return str(f)
    owner = getattr(f, "__self__", None)
    if isinstance(owner, property):
        name = next((name for name in dir(Tensor) if getattr(Tensor, name) is owner), None)
        return name and f"torch.Tensor.{name}.{f.__name__}"
    for place in ("special", "fft", "linalg", "Tensor", "nn.init", "nn.functional", "functional", ""):
        room = Tensor if place == "Tensor" else importlib.import_module(f"borch.{place}".rstrip("."))
        name = getattr(f, "__name__", "")
        names = [name] if getattr(room, name, None) is f else [n for n, value in vars(room).items() if value is f]
        if names and not isinstance(f, type):
            return ".".join(filter(None, ("torch", place, names[0])))
    return None
