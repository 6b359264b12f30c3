"""Module: the base of every layer and model. It finds parameters, buffers and modules by assignment.

Loading and printing of a module's state are in state.py, hooks in hooks.py.
Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
"""

import warnings
from types import FunctionType

from ..._core import dtype as dtypes
from ..._core.device import check_device, device, memory_format, on_meta
from ..._core.tensor import Tensor
from ...creation.filled import empty_like
from ..parameter import Buffer, Parameter
from .global_hooks import (  # noqa: F401  (torch has them at this path)
    ACTIVE,
    _global_buffer_registration_hooks,
    _global_module_registration_hooks,
    _global_parameter_registration_hooks,
    register_module_backward_hook,
    register_module_buffer_registration_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
    register_module_module_registration_hook,
    register_module_parameter_registration_hook,
    registered,
)
from .hooks import HookMethods, _WrappedHook, run_forward_hooks  # noqa: F401
from .state import _EXTRA_STATE_KEY_SUFFIX, StateMethods, _IncompatibleKeys  # noqa: F401


def _type_name(value):
    if isinstance(value, type) and value.__module__ != "builtins":
        root, dot, rest = value.__module__.partition(".")
        return f"{'torch' if root == 'borch' else root}{dot}{rest}.{value.__qualname__}"
    if isinstance(value, type):
        return value.__qualname__
    kind = type(value)
    if kind in (Tensor, Parameter):
        return f"torch.{value.dtype.legacy}Tensor"
    return f"torch.{kind.__name__}" if kind.__module__.startswith("borch") else kind.__name__


OPS = tuple(f"borch.{room}." for room in ("ops", "nn.functional", "linalg", "fft", "special"))


COMPLEX_MODULE = (
    "Complex modules are a new feature under active development whose design may change, and some modules might not work as "
    "expected when using complex tensors as parameters or buffers. Please file an issue at "
    "https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml if a complex module does not work as expected."
)


class Module(HookMethods, StateMethods):
    """The base class of all neural network modules: subclass it, assign layers in `__init__`, compute in `forward`.

    >>> import borch as torch
    >>> class Double(torch.nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.scale = torch.nn.Parameter(torch.tensor(2.0))
    ...     def forward(self, x):
    ...         return x * self.scale
    >>> Double()(torch.tensor([1.0, 3.0]))
    tensor([2., 6.], grad_fn=<MulBackward0>)
    """

    training: bool
    _version = 1
    call_super_init = False
    dump_patches = False

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if str(vars(cls).get("__module__")).startswith("borch."):
            return
        for name, value in list(vars(cls).items()):  # torch's own functions are no methods of a class that holds them
            if type(value) is FunctionType and str(getattr(value, "behind", value).__module__).startswith(OPS):
                setattr(cls, name, staticmethod(value))

    def __init__(self, *args, **kwargs):
        if not self.call_super_init and (args or kwargs):
            if kwargs:
                raise TypeError(
                    f"{type(self).__name__}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'"
                )
            raise TypeError(
                f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were given"
            )
        put = super().__setattr__
        put("training", True)
        for name in ("_parameters", "_buffers", "_modules"):
            put(name, {})
        put("_non_persistent_buffers_set", set())
        self._init_hooks()

    def __setstate__(self, state):
        """Takes over the attributes of a copy or of a file, which may be from before there were all kinds of hooks."""
        self.__dict__.update(state)
        self.__dict__.setdefault("_non_persistent_buffers_set", set())
        self._init_hooks()

    def forward(self, *input):
        """What the module computes; every subclass defines its own."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        if self._hooked or ACTIVE:
            return run_forward_hooks(self, args, kwargs)
        return self.forward(*args, **kwargs) if kwargs else self.forward(*args)

    # ------------------------------------------------------------------------------------------------- assignment
    def __getattr__(self, name):
        own = self.__dict__
        if "_modules" in own and (  # which come with the other two
            name in (kept := own["_modules"])
            or name in (kept := own["_parameters"])
            or name in (kept := own["_buffers"])
        ):
            return kept[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in own:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, keep="_parameters")
            self.register_parameter(name, value)
            return
        if isinstance(value, Module) and name not in own.get("_parameters", ()):
            if "_modules" not in own:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, keep="_modules")
            own["_modules"][name] = registered(_global_module_registration_hooks, self, name, value)
            return
        parameters = own.get("_parameters")
        if parameters is not None:
            if name in parameters:
                if value is not None:
                    raise TypeError(
                        f"cannot assign '{_type_name(value)}' as parameter '{name}' "
                        "(torch.nn.Parameter or None expected)"
                    )
                parameters[name] = None
                return
            if name in own["_modules"]:
                if value is not None:
                    raise TypeError(
                        f"cannot assign '{_type_name(value)}' as child module '{name}' (torch.nn.Module or None expected)"
                    )
                own["_modules"][name] = None
                return
            if isinstance(value, Buffer):
                self._forget(name, keep="_buffers")
                self.register_buffer(name, value, value.persistent)
                return
            if name in own["_buffers"]:
                if value is not None and not isinstance(value, Tensor):
                    raise TypeError(
                        f"cannot assign '{_type_name(value)}' as buffer '{name}' "
                        "(torch.nn.Buffer, torch.Tensor or None expected)"
                    )
                own["_buffers"][name] = value
                return
        super().__setattr__(name, value)

    def _forget(self, name, keep=None):
        own = self.__dict__
        own.pop(name, None)
        for kind in ("_parameters", "_buffers", "_modules"):
            if kind != keep:
                own[kind].pop(name, None)
        own["_non_persistent_buffers_set"].discard(name)

    def __delattr__(self, name):
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__[kind]:
                del self.__dict__[kind][name]
                self._non_persistent_buffers_set.discard(name)
                return
        super().__delattr__(name)

    def __dir__(self):
        names = {*dir(type(self)), *self.__dict__, *self._parameters, *self._buffers, *self._modules}
        return sorted(n for n in names if not n[0].isdigit())

    def _check_name(self, what, name):
        if not isinstance(name, str):
            raise TypeError(f"{what} name should be a string. Got {_type_name(name)}")
        if "." in name:
            raise KeyError(f'{what} name can\'t contain "."' + (f", got: {name}" if what == "module" else ""))
        if name == "":
            raise KeyError(f'{what} name can\'t be empty string ""')

    def register_parameter(self, name, param):
        """Adds a parameter under `name`; None reserves the name."""
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._check_name("parameter", name)
        if hasattr(self, name) and name not in self._parameters:
            raise KeyError(f"attribute '{name}' already exists")
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(
                    f"cannot assign '{_type_name(param)}' object to parameter '{name}' "
                    "(torch.nn.Parameter or None required)"
                )
            if param.grad_fn is not None:
                raise ValueError(
                    f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. "
                    f"To express '{name}' as a function of another Tensor, compute the value in the forward() method."
                )
        self._parameters[name] = registered(_global_parameter_registration_hooks, self, name, param)

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is no parameter but belongs to the state; with persistent=False not to `state_dict`."""
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name("buffer", name)
        if hasattr(self, name) and name not in self._buffers:
            raise KeyError(f"attribute '{name}' already exists")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{_type_name(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._buffers[name] = registered(_global_buffer_registration_hooks, self, name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        """Adds a child module under `name`."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{_type_name(module)} is not a Module subclass")
        self._check_name("module", name)
        if hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        self._modules[name] = registered(_global_module_registration_hooks, self, name, module)

    register_module = add_module

    # -------------------------------------------------------------------------------------------- by dotted name
    def get_submodule(self, target):
        """The module at a dotted path; AttributeError when there is none."""
        module = self
        for part in target.split(".") if target else ():
            if not hasattr(module, part):
                raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
            module = getattr(module, part)
            if not isinstance(module, Module):
                raise AttributeError(f"`{part}` is not an nn.Module")
        return module

    def set_submodule(self, target, module, strict=False):
        """Puts `module` at a dotted path."""
        if not target:
            raise ValueError("Cannot set the submodule without a target name!")
        parent, _, name = target.rpartition(".")
        owner = self.get_submodule(parent)
        if strict and not hasattr(owner, name):
            raise AttributeError(f"{type(owner).__name__} has no attribute `{name}`")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        setattr(owner, name, module)

    def get_parameter(self, target):
        """The parameter at a dotted path."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        found = getattr(module, name)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target):
        """The buffer at a dotted path."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return module._buffers[name]

    # ---------------------------------------------------------------------------------------------------- iterators
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """(dotted name, module) for this module and all below it, each once."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)

    def modules(self, remove_duplicate=True):
        """This module and all below it, each once, or with `remove_duplicate=False` wherever it stands."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_children(self):
        """(name, module) of the direct children, each once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self):
        """The direct children."""
        for _, module in self.named_children():
            yield module

    def _named_members(self, get_members_fn, prefix="", recurse=True, remove_duplicate=True):
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in get_members_fn(module):
                if member is None or id(member) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(member))
                yield path + ("." if path else "") + name, member

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """(dotted name, parameter), each parameter once."""
        yield from self._named_members(lambda m: m._parameters.items(), prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        """The parameters, each once."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """(dotted name, buffer), each buffer once."""
        yield from self._named_members(lambda m: m._buffers.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        """The buffers, each once."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    # ------------------------------------------------------------------------------------------------ whole-model acts
    def apply(self, fn):
        """Calls `fn` on every module below and then on this one; returns self."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode=True):
        """Training mode for this module and all below it: dropout drops, batch norm learns."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        """Evaluation mode: `train(False)`."""
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        """Switches recording on or off for every parameter."""
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Clears every parameter's gradient: None, or zeros in place."""
        for p in self.parameters():
            if p._grad is None:
                continue
            if set_to_none:
                p._grad = None
            else:
                p._grad.detach_()
                p._grad.zero_()

    def share_memory(self):
        """Accepted: memory is shared within one process anyway. RuntimeError for lazy layers that saw no input."""
        for t in (*self.parameters(), *self.buffers()):
            t.share_memory_()
        return self

    def _apply(self, fn, recurse=True):
        if recurse:
            for module in self.children():
                module._apply(fn)
        for name, p in self._parameters.items():
            if p is None:
                continue
            changed = fn(p.data)
            if changed.is_meta is not p.is_meta:
                self._parameters[name] = Parameter(changed, p._requires_grad)
                continue
            if changed._array is not p._array:
                p.data = changed
            if p._grad is not None:
                p._grad = fn(p._grad.data)
            self._parameters[name] = p
        for name, b in self._buffers.items():
            if b is not None:
                self._buffers[name] = fn(b)
        return self

    def type(self, dst_type):
        """All parameters and buffers in another dtype."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self):
        """Floating point parameters and buffers as float32."""
        return self._floating(dtypes.float32)

    def double(self):
        """Floating point parameters and buffers as float64."""
        return self._floating(dtypes.float64)

    def half(self):
        """Floating point parameters and buffers as float16."""
        return self._floating(dtypes.float16)

    def bfloat16(self):
        """Floating point parameters and buffers as bfloat16."""
        return self._floating(dtypes.bfloat16)

    def _floating(self, dtype):
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() else t)

    def cpu(self):
        """Moves everything to the CPU, where all is that has elements."""
        return self._apply(lambda t: t.cpu())

    def cuda(self, device=None):
        """Refused as a CPU build of torch refuses it."""
        check_device("cuda")

    def xpu(self, device=None):
        """Refused as a CPU build of torch refuses it."""
        raise AssertionError("Torch not compiled with XPU enabled")

    def mtia(self, device=None):
        """Refused as a CPU build of torch refuses it."""
        raise AssertionError(
            "Torch not compiled with MTIA enabled. Ensure you have `import mtia.host_runtime.torch_mtia.dynamic_library` "
            "in your python src file and include `//mtia/host_runtime/torch_mtia:torch_mtia` as your target dependency!"
        )

    def ipu(self, device=None):
        """Refused as a CPU build of torch refuses it."""
        raise RuntimeError("PyTorch is not linked with support for ipu devices")

    def to_empty(self, *, device, recurse=True):
        """Fresh memory without values for every parameter and buffer."""
        return self._apply(lambda t: empty_like(t, device=device), recurse)

    def to(self, *args, **kwargs):
        """Moves or casts parameters and buffers: `to(device)`, `to(dtype)`, `to(tensor)`, `to(memory_format=...)`.

        Only floating point and complex ones are cast; a memory format is that of parameters and buffers of four and
        five axes.
        """
        dtype, layout, place = kwargs.get("dtype"), kwargs.get("memory_format"), kwargs.get("device")
        for a in args:
            if isinstance(a, dtypes.dtype):
                dtype = a
            elif isinstance(a, (str, device)):
                place = a
            elif isinstance(a, Tensor):
                dtype, place = a.dtype, a.device
            elif not isinstance(a, (bool, memory_format, type(None))):
                raise TypeError(f"to() received an invalid argument of type {_type_name(a)}")
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
            )
        if dtype is not None and dtype.is_complex:
            warnings.warn(COMPLEX_MODULE, stacklevel=2)
        place = None if place is None else "meta" if on_meta(place) else "cpu"
        if place is not None:
            self._apply(lambda t: _placed(t, place))
        if dtype is None and layout is None:
            return self

        def moved(t):
            cast = dtype if t.is_floating_point() or t.is_complex() else None
            kept = layout if t.ndim in (4, 5) else None
            return t if cast is None and kept is None else t.to(cast or t.dtype, memory_format=kept)

        return self._apply(moved)

    def compile(self, *args, **kwargs):
        """Accepted: the module goes on as it is."""

    # ------------------------------------------------------------------------------------------------------- printing
    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        """What stands between the parentheses when the module is printed."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [f"({n}): {_indented(repr(m))}" for n, m in self._modules.items()]
        lines = extra_lines + child_lines
        if not lines:
            return self._get_name() + "()"
        if len(extra_lines) == 1 and not child_lines:
            return f"{self._get_name()}({extra_lines[0]})"
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"


def _placed(t, place):
    """A parameter or buffer on a device."""
    if t.is_meta and place == "cpu":
        raise NotImplementedError(
            "Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of "
            "torch.nn.Module.to() when moving module from meta to a different device."
        )
    return t.to(place)


def _indented(text):
    first, *rest = text.split("\n")
    return "\n".join([first, *("  " + line for line in rest)])


def _addindent(s_, numSpaces):
    """The text with all lines but the first indented, for a module's own `__repr__`."""
    first, *rest = s_.split("\n")
    return "\n".join([first, *(numSpaces * " " + line for line in rest)])
