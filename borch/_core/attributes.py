"""The attributes that a program gave a tensor: what `__dict__` shows of it, apart from the fields that make the tensor."""

from collections.abc import MutableMapping

from .tensor import Tensor, fields

_OF_SPARSE = ("_places", "_elements", "_size", "_sorted", "_layout", "_made", "_own")
_PARTS = (
    "_array",
    "_writes",
    "_shared",
    "_uninitialized_dtype",
    "_uninitialized_device",
    *_OF_SPARSE,
)  # and what Tensor has defaults for


def is_own(name):
    """Whether an attribute of a tensor is the program's, not a part of the tensor itself."""
    return isinstance(name, str) and not (name[:1] == "_" and (name in _PARTS or hasattr(Tensor, name)))


class Attributes(dict):
    """A dict of the program's attributes, whose changes reach the tensor."""

    def __init__(self, tensor):
        self._fields = fields.__get__(tensor)
        dict.__init__(self, {name: value for name, value in self._fields.items() if is_own(name)})

    def __setitem__(self, name, value):
        dict.__setitem__(self, name, value)
        self._fields[name] = value

    def __delitem__(self, name):
        dict.__delitem__(self, name)
        del self._fields[name]

    def __reduce__(self):
        return dict, (dict(self),)

    def copy(self):
        return dict(self)

    __copy__ = copy

    def pop(self, name, *default):
        if name in self:
            del self._fields[name]
        return dict.pop(self, name, *default)

    def popitem(self):
        name = next(reversed(self), None)
        return (name, self.pop(name)) if len(self) else {}.popitem()

    def __ior__(self, other):  # type: ignore[misc]
        self.update(other)
        return self


for _name in ("clear", "setdefault", "update"):  # by way of the items, one at a time
    setattr(Attributes, _name, getattr(MutableMapping, _name))


def replace(tensor, attributes):
    """Gives a tensor other attributes; its fields stay."""
    if not isinstance(attributes, dict):
        raise TypeError(f"__dict__ must be set to a dictionary, not a '{type(attributes).__name__}'")
    own = Attributes(tensor)
    given = {name: value for name, value in attributes.items() if is_own(name)}
    own.clear()
    own.update(given)
