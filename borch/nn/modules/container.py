"""Containers: modules that hold modules or parameters in a list or under names.

Source: https://docs.pytorch.org/docs/stable/nn.html#containers
"""

import operator
from collections import OrderedDict, abc
from itertools import chain

from ..._core.tensor import Tensor
from ..parameter import Parameter
from .module import Module
from .utils import deprecated


def _item_index(index, length, what="index {} is out of range"):
    index = operator.index(index)
    if not -length <= index < length:
        raise IndexError(what.format(index))
    return index % length if length else index


@deprecated(
    "`nn.Container` is deprecated. All of its functionality is now implemented in `nn.Module`. Subclass that instead."
)
class Container(Module):
    """Modules under the names they are given by; torch's old form, which warns.

    >>> import borch as torch
    >>> torch.nn.Container(first=torch.nn.Linear(2, 3))
    Container(
      (first): Linear(in_features=2, out_features=3, bias=True)
    )
    """

    def __init__(self, **kwargs):
        super().__init__()
        for name, module in kwargs.items():
            self.add_module(name, module)


def _make_room(modules, index, module):
    """Puts `module` at a number and moves those from there on up by one."""
    for k in range(len(modules), index, -1):
        modules[str(k)] = modules[str(k - 1)]
    modules[str(index)] = module


class _Listed(Module):
    """What Sequential and ModuleList share: modules by position, under the names "0", "1", ..."""

    def __setitem__(self, index, module):
        setattr(self, self._name_at(index), module)

    def __delitem__(self, index):
        names = list(self._modules)[index] if isinstance(index, slice) else [self._name_at(index)]
        for name in names:
            delattr(self, name)
        modules = list(self._modules.values())
        self._modules.clear()
        self._modules.update((str(k), m) for k, m in enumerate(modules))

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        """Adds a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key):
        """Removes a module and returns it."""
        module = self[key]
        del self[key]
        return module


class Sequential(_Listed):
    """Modules one after another: each gets the output of the one before.

    Takes modules, or one OrderedDict of names and modules.

    >>> import borch as torch
    >>> torch.nn.Sequential(torch.nn.Flatten(), torch.nn.ReLU())
    Sequential(
      (0): Flatten(start_dim=1, end_dim=-1)
      (1): ReLU()
    )
    """

    def __init__(self, *args):
        super().__init__()
        named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
        for name, module in named:
            self.add_module(str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def _name_at(self, index):
        return list(self._modules)[_item_index(index, len(self))]

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return self._modules[self._name_at(index)]

    def __add__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return Sequential(*self, *other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return self.extend(other)

    def __mul__(self, times):
        if not isinstance(times, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(times)}")
        if times <= 0:
            raise ValueError(f"Non-positive multiplication factor {times} for {type(self)}")
        return Sequential(*(module for _ in range(times) for module in self))

    __rmul__ = __mul__

    def __imul__(self, times):
        for module in list(self * times)[len(self) :]:
            self.append(module)
        return self

    def insert(self, index, module):
        """Adds a module before position `index`."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        n = len(self)
        if not -n <= index <= n:
            raise IndexError(f"Index out of range: {index}")
        _make_room(self._modules, index + n if index < 0 else index, module)
        return self

    def extend(self, sequential):
        """Adds the modules of another iterable at the end."""
        for module in sequential:
            self.append(module)
        return self


class ModuleList(_Listed):
    """A list whose modules the surrounding module finds.

    >>> import borch as torch
    >>> len(torch.nn.ModuleList([torch.nn.ReLU(), torch.nn.Tanh()]))
    2
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self += modules

    def _name_at(self, index):
        return str(_item_index(index, len(self)))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self._modules.values())[index])
        return self._modules[self._name_at(index)]

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList(chain(self, other))

    def __dir__(self):
        return [name for name in super().__dir__() if not name.isdigit()]

    def __repr__(self):
        texts = [repr(m) for m in self]
        if not texts:
            return self._get_name() + "()"
        runs = []
        for k, text in enumerate(texts):
            if runs and runs[-1][2] == text:
                runs[-1][1] = k
            else:
                runs.append([k, k, text])
        lines = []
        for first, last, text in runs:
            label = f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            lines.append(label.replace("\n", "\n  "))
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"

    def insert(self, index, module):
        """Adds a module before position `index`."""
        _make_room(self._modules, index, module)

    def extend(self, modules):
        """Adds the modules of an iterable at the end."""
        if not isinstance(modules, abc.Iterable):
            raise TypeError("ModuleList.extend should be called with an iterable, but got " + type(modules).__name__)
        offset = len(self)
        for k, module in enumerate(modules):
            self.add_module(str(offset + k), module)
        return self


class ModuleDict(Module):
    """A dict whose modules the surrounding module finds.

    >>> import borch as torch
    >>> list(torch.nn.ModuleDict({"act": torch.nn.ReLU()}))
    ['act']
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        """Removes every module."""
        self._modules.clear()

    def pop(self, key):
        """Removes a module and returns it."""
        return self._modules.pop(key)

    def keys(self):
        """The names."""
        return self._modules.keys()

    def items(self):
        """(name, module) pairs."""
        return self._modules.items()

    def values(self):
        """The modules."""
        return self._modules.values()

    def update(self, modules):
        """Adds the modules of a mapping or of an iterable of pairs."""
        if not isinstance(modules, abc.Iterable):
            raise TypeError(
                "ModuleDict.update should be called with an iterable of key/value pairs, but got "
                + type(modules).__name__
            )
        pairs = modules.items() if isinstance(modules, (abc.Mapping, ModuleDict)) else modules
        for k, pair in enumerate(pairs):
            self._check_pair(k, pair)
            self[pair[0]] = pair[1]

    def _check_pair(self, k, pair):
        element = f"{type(self).__name__} update sequence element #{k}"
        if not isinstance(pair, abc.Iterable):
            raise TypeError(f"{element} should be Iterable; is{type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"{element} has length {len(pair)}; 2 is required")


def _describe(value):
    if isinstance(value, Tensor):
        kind = "Parameter" if isinstance(value, Parameter) else f"{type(value).__name__}"
        size = "x".join(str(s) for s in value.shape)
        return f"{kind} containing: [torch.{value.dtype.name} of size {size}]"
    return f"Object of type: {type(value).__name__}"


class ParameterList(Module):
    """A list whose parameters the surrounding module finds; tensors become Parameters.

    >>> import borch as torch
    >>> torch.nn.ParameterList([torch.zeros(2)])
    ParameterList(  (0): Parameter containing: [torch.float32 of size 2])
    """

    def __init__(self, values=None):
        super().__init__()
        object.__setattr__(self, "_size", 0)
        if values is not None:
            self += values

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[k] for k in range(*index.indices(len(self)))])
        return getattr(self, str(_item_index(index, len(self))))

    def __setitem__(self, index, value):
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(_item_index(index, len(self))), value)

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self[k] for k in range(len(self)))

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        """Adds a value at the end."""
        object.__setattr__(self, "_size", self._size + 1)
        self[self._size - 1] = value
        return self

    def extend(self, values):
        """Adds the values of an iterable at the end."""
        if not isinstance(values, abc.Iterable) or isinstance(values, Tensor):
            raise TypeError("ParameterList.extend should be called with an iterable, but got " + type(values).__name__)
        for value in values:
            self.append(value)
        return self

    def extra_repr(self):
        return "\n".join(f"  ({k}): {_describe(value)}" for k, value in enumerate(self))

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")


class ParameterDict(Module):
    """A dict whose parameters the surrounding module finds; tensors become Parameters.

    >>> import borch as torch
    >>> torch.nn.ParameterDict({"w": torch.zeros(2)})
    ParameterDict(  (w): Parameter containing: [torch.FloatTensor of size 2])
    """

    def __init__(self, parameters=None):
        super().__init__()
        object.__setattr__(self, "_keys", {})
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, str(key))

    def __setitem__(self, key, value):
        self._keys[key] = None
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, str(key), value)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, str(key))

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(list(self._keys))

    def __contains__(self, key):
        return key in self._keys

    def copy(self):
        """A new ParameterDict of the same parameters."""
        return ParameterDict(OrderedDict((k, self[k]) for k in self._keys))

    def setdefault(self, key, default=None):
        """The value under `key`, which is set to `default` when missing."""
        if key not in self._keys:
            self[key] = default
        return self[key]

    def clear(self):
        """Removes every value."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key):
        """Removes a value and returns it."""
        value = self[key]
        del self[key]
        return value

    def popitem(self):
        """Removes the last pair and returns it."""
        key = list(self._keys)[-1]
        return key, self.pop(key)

    def get(self, key, default=None):
        """The value under `key`, or `default`."""
        return self[key] if key in self._keys else default

    def fromkeys(self, keys, default=None):
        """A new ParameterDict with `default` under each key."""
        return ParameterDict((k, default) for k in keys)

    def keys(self):
        """The names."""
        return self._keys.keys()

    def items(self):
        """(name, value) pairs."""
        return ((k, self[k]) for k in self._keys)

    def values(self):
        """The values."""
        return (self[k] for k in self._keys)

    def update(self, parameters):
        """Adds the values of a mapping or of an iterable of pairs."""
        if not isinstance(parameters, abc.Iterable):
            raise TypeError(
                "ParametersDict.update should be called with an iterable of key/value pairs, but got "
                + type(parameters).__name__
            )
        if isinstance(parameters, abc.Mapping) and not isinstance(parameters, OrderedDict):
            parameters = sorted(parameters.items())
        elif isinstance(parameters, (abc.Mapping, ParameterDict)):
            parameters = parameters.items()
        for key, value in parameters:
            self[key] = value

    def extra_repr(self):
        lines = []
        for key, value in self.items():
            if isinstance(value, Tensor):
                kind = "Parameter" if isinstance(value, Parameter) else type(value).__name__
                size = "x".join(str(s) for s in value.shape)
                lines.append(f"  ({key}): {kind} containing: [torch.{value.dtype.legacy}Tensor of size {size}]")
            else:
                lines.append(f"  ({key}): Object of type: {type(value).__name__}")
        return "\n".join(lines)

    def __call__(self, input):
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other):
        copy = self.copy()
        copy.update(other)
        return copy

    def __ror__(self, other):
        copy = other.copy()
        copy.update(self)
        return copy

    def __ior__(self, other):
        self.update(other)
        return self
