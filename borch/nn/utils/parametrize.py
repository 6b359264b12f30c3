"""Parametrizations: a parameter that is computed from others by modules, each time it is read.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parametrize.register_parametrization.html
"""

import copyreg
from collections.abc import Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy

from ..._core.tensor import Tensor
from ...autograd.grad_mode import no_grad
from ..modules.container import ModuleDict, ModuleList
from ..parameter import Parameter

__all__ = [
    "ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations",
    "transfer_parametrizations_and_params", "type_before_parametrizations",
]  # fmt: skip

_cache_depth = 0
_cache = {}


@contextmanager
def cached():
    """Within it, each parametrized tensor is computed once and then remembered.

    >>> import borch as torch
    >>> from borch.nn.utils import parametrize
    >>> layer = torch.nn.Linear(2, 2)
    >>> _ = parametrize.register_parametrization(layer, "weight", torch.nn.ReLU())
    >>> with parametrize.cached():
    ...     print(layer.weight is layer.weight)
    True
    """
    global _cache_depth, _cache
    _cache_depth += 1
    try:
        yield
    finally:
        _cache_depth -= 1
        if not _cache_depth:
            _cache = {}


def _register(module, name, tensor):
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _set(target, value):
    """`target` takes over the memory of `value` and stays the same object."""
    if target is not value:
        target.data = value.data


def _unchanged(before, after, heads):
    """ValueError when the dtype or shape of a tensor is no longer that of another; `heads` are the lines to say so."""
    for attribute in ("dtype", "shape"):
        a, b = getattr(before, attribute), getattr(after, attribute)
        if a != b:
            raise ValueError(
                f"{heads[0].format(attribute)}\n{heads[1].format(attribute)}: {a}\n{heads[2].format(attribute)}: {b}"
            )


class ParametrizationList(ModuleList):
    """The modules that compute one tensor from `original`, or from `original0`, `original1`, ..., one after another.

    Calling it gives the tensor of now. Made by `register_parametrization`.

    >>> import borch as torch
    >>> P = torch.nn.utils.parametrize
    >>> class Double(torch.nn.Module):
    ...     def forward(self, x):
    ...         return 2 * x
    >>> linear = P.register_parametrization(torch.nn.Linear(2, 1), "weight", Double())
    >>> linear.parametrizations.weight
    ParametrizationList(
      (0): Double()
    )
    """

    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        new = _inverted(self, original)
        if not isinstance(new, Tensor) and not isinstance(new, Sequence):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got "
                f"{type(new).__name__}"
            )
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if original.dtype != new.dtype:
                raise ValueError(
                    "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                    f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {new.dtype}"
                )
            with no_grad():
                _set(original, new)
            _register(self, "original", original)
        else:
            self._register_several(original, new)
        if not unsafe:
            self._check(original)

    def _register_several(self, original, new):
        for k, t in enumerate(new):
            if not isinstance(t, Tensor):
                raise ValueError(
                    "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element "
                    f"{k} of the sequence with type {type(t).__name__}."
                )
            if isinstance(original, Parameter):
                t = Parameter(t, original.requires_grad)
            t.requires_grad_(original.requires_grad)
            _register(self, f"original{k}", t)

    def _check(self, original):
        value = self()
        if not isinstance(value, Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(value).__name__}.")
        _unchanged(
            original, value,
            (
                "Registering a parametrization may not change the {} of the tensor, unless `unsafe` flag is enabled.",
                "unparametrized {}", "parametrized {}",
            ),
        )  # fmt: skip

    def _originals(self):
        return [getattr(self, f"original{k}") for k in range(self.ntensors)]

    def right_inverse(self, value):
        """Sets the tensor to `value`: every module's `right_inverse`, last one first, gives what to keep."""
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                if not isinstance(value, Tensor):
                    raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
                if value.dtype != self.original.dtype:
                    raise ValueError(
                        "The tensor returned by `right_inverse` has dtype "
                        f"{value.dtype} while `original` has dtype {self.original.dtype}"
                    )
                _set(self.original, value)
                return
            self._set_several(value)

    def _set_several(self, values):
        if not isinstance(values, Sequence):
            raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(values).__name__}.")
        if len(values) != self.ntensors:
            raise ValueError(
                f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a sequence of length "
                f"{len(values)}."
            )
        for k, (original, t) in enumerate(zip(self._originals(), values, strict=True)):
            if not isinstance(t, Tensor):
                raise ValueError(
                    f"`right_inverse` must return a sequence of tensors. Got element {k} of type {type(t).__name__}"
                )
            if original.dtype != t.dtype:
                raise ValueError(
                    f"Tensor {k} returned by `right_inverse` has dtype {t.dtype} while `original{k}` has dtype "
                    f"{original.dtype}"
                )
            _set(original, t)

    def forward(self):
        first, *others = self
        value = first(self.original) if self.is_tensor else first(*self._originals())
        for module in others:
            value = module(value)
        return value


def _inverted(modules, original):
    """What the modules would make `original` of, as far as they say so."""
    new = original
    with no_grad():
        for module in reversed(list(modules)):
            if hasattr(module, "right_inverse"):
                with suppress(NotImplementedError):
                    new = module.right_inverse(new)
    return new


# ------------------------------------------------------------------------------------------- classes with a property
def _refuse_pickling(self):
    raise RuntimeError(
        "Serialization of parametrized modules is only supported through state_dict(). See:\n"
        "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
        "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training"
    )


def _inject_class(module):
    """Gives the module a class of its own, on which properties can be put."""
    cls = type(module)

    def copied(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        twin = self.__new__(type(self))
        memo[id(self)] = twin
        twin.__dict__ = deepcopy(self.__dict__, memo)
        for name in copyreg._slotnames(type(self)):
            if hasattr(self, name):
                setattr(twin, name, deepcopy(getattr(self, name), memo))
        return twin

    own = {"__getstate__": _refuse_pickling}
    if not hasattr(cls, "__deepcopy__"):
        own["__deepcopy__"] = copied
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), own)


def _inject_property(module, name):
    def read(self):
        if not _cache_depth:
            return self.parametrizations[name]()
        key = id(self), name
        if key not in _cache:
            _cache[key] = self.parametrizations[name]()
        return _cache[key]

    def write(self, value):
        self.parametrizations[name].right_inverse(value)

    setattr(type(module), name, property(read, write))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Makes `parametrization(tensor)` what is read under `tensor_name`; may be repeated.

    Its `right_inverse`, where there is one, gives the first value of the tensor beneath. Unless `unsafe`, shape and dtype
    must stay. ValueError when they do not, or when there is no such tensor.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parametrize.register_parametrization.html

    >>> import borch as torch
    >>> from borch.nn.utils import parametrize
    >>> class Symmetric(torch.nn.Module):
    ...     def forward(self, x):
    ...         return x.triu() + x.triu(1).T
    >>> layer = parametrize.register_parametrization(torch.nn.Linear(3, 3), "weight", Symmetric())
    >>> torch.equal(layer.weight, layer.weight.T)
    True
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            _check_further(module, tensor_name, parametrization)
        found = module.parametrizations[tensor_name]
        found.append(parametrization)
        found.unsafe |= unsafe
        return module
    if tensor_name not in module._buffers and tensor_name not in module._parameters:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'"
        )
    original = getattr(module, tensor_name)
    parametrizations = ParametrizationList([parametrization], original, unsafe=unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        _inject_class(module)
        module.parametrizations = ModuleDict()
    _inject_property(module, tensor_name)
    module.parametrizations[tensor_name] = parametrizations
    return module


def _check_further(module, name, parametrization):
    """torch's errors for a second parametrization that changes shape or dtype."""
    before = getattr(module, name)
    after = parametrization(before)
    if not isinstance(after, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(after).__name__}.")
    _unchanged(
        before, after,
        (
            "Registering a parametrization may not change the {} of the tensor, unless the `unsafe` flag is enabled.",
            f"module.{name}.{{}}", f"parametrization(module.{name}).{{}}",
        ),
    )  # fmt: skip
    if not hasattr(parametrization, "right_inverse"):
        return
    try:
        back = parametrization.right_inverse(after)
    except NotImplementedError:
        return
    if not isinstance(back, Tensor):
        raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(back).__name__}")
    _unchanged(
        before, back,
        (
            f"The tensor returned by parametrization.right_inverse must have the same {{}} as module.{name}, unless the "
            "`unsafe` flag is enabled.",
            f"module.{name}.{{}}", "returned {}",
        ),
    )  # fmt: skip


def is_parametrized(module, tensor_name=None):
    """Whether the module, or the tensor of that name in it, is parametrized.

    >>> import borch as torch
    >>> torch.nn.utils.parametrize.is_parametrized(torch.nn.Linear(2, 2))
    False
    """
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Undoes `register_parametrization`: the tensor keeps its value of now, or the one beneath it.

    ValueError when it is not parametrized, or when it is computed from several and `leave_parametrized` is False.

    >>> import borch as torch
    >>> from borch.nn.utils import parametrize
    >>> layer = parametrize.register_parametrization(torch.nn.Linear(2, 2), "weight", torch.nn.ReLU())
    >>> bool((parametrize.remove_parametrizations(layer, "weight").weight >= 0).all())
    True
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    found = module.parametrizations[tensor_name]
    if found.is_tensor:
        original = found.original
        if leave_parametrized:
            with no_grad():
                _set(original, getattr(module, tensor_name))
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value.detach()) if value.requires_grad else value
    else:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a "
            "sequence of tensors."
        )
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module):
    """The module's class as it was before it was parametrized.

    >>> import borch as torch
    >>> from borch.nn.utils import parametrize
    >>> layer = parametrize.register_parametrization(torch.nn.Linear(2, 2), "weight", torch.nn.ReLU())
    >>> parametrize.type_before_parametrizations(layer) is torch.nn.Linear
    True
    """
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Gives `to_module` the parametrizations of `from_module` and the tensors beneath them; returns `to_module`.

    >>> import borch as torch
    >>> P = torch.nn.utils.parametrize
    >>> class Double(torch.nn.Module):
    ...     def forward(self, x):
    ...         return 2 * x
    >>> old = P.register_parametrization(torch.nn.Linear(2, 1), "weight", Double())
    >>> new = P.transfer_parametrizations_and_params(old, torch.nn.Linear(2, 1))
    >>> torch.equal(new.weight, old.weight), P.is_parametrized(new)
    (True, True)
    """
    if not is_parametrized(from_module):
        return to_module
    if not isinstance(from_module.parametrizations, ModuleDict):
        raise AssertionError("module.parametrizations must be a ModuleDict")
    for name in [tensor_name] if tensor_name is not None else list(from_module.parametrizations):
        source = from_module.parametrizations[name]
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(source.original if source.is_tensor else source.original0))
        for parametrization in source:
            register_parametrization(to_module, name, parametrization)
        target = to_module.parametrizations[name]
        if hasattr(source, "original"):
            target.original = source.original
        else:
            for k in range(source.ntensors):
                setattr(target, f"original{k}", getattr(source, f"original{k}"))
    return to_module
