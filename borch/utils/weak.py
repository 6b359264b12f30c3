"""torch.utils.weak: dicts whose keys, compared as objects, are not kept alive.

>>> import borch as torch
>>> from borch.utils.weak import WeakIdKeyDictionary
>>> seen = WeakIdKeyDictionary()
>>> x = torch.ones(2)
>>> seen[x] = "ones"
>>> x in seen, torch.ones(2) in seen, len(seen)
(True, False, 1)
>>> del x
>>> len(seen)
0
"""

import weakref
from collections.abc import MutableMapping

__all__ = ["WeakIdKeyDictionary", "WeakIdRef", "WeakTensorKeyDictionary", "WeakTensorRefKey", "TensorWeakRef"]


class WeakIdRef(weakref.ref):
    """A weak reference that is equal to those to the same object alone."""

    __slots__ = ("_id",)

    def __init__(self, key, callback=None):
        super().__init__(key, callback)
        self._id = id(key)

    def __hash__(self):
        return self._id

    def __eq__(self, other):
        a, b = self(), other()
        return self is other if a is None or b is None else a is b


class WeakIdKeyDictionary(MutableMapping):
    """A dict with weak keys that are compared as objects."""

    def __init__(self, dict=None, ref_type=WeakIdRef):
        self.data, self.ref_type = {}, ref_type
        if dict is not None:
            self.update(dict)

    def _key(self, key):
        return self.ref_type(key, self._forget)

    def _forget(self, ref):
        self.data.pop(ref, None)

    def __getitem__(self, key):
        return self.data[self.ref_type(key)]

    def __setitem__(self, key, value):
        self.data[self._key(key)] = value

    def __delitem__(self, key):
        del self.data[self.ref_type(key)]

    def __contains__(self, key):
        try:
            return self.ref_type(key) in self.data
        except TypeError:
            return False

    def __iter__(self):
        return (key for key in [ref() for ref in self.data] if key is not None)

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def copy(self):
        """A dict of the same keys and values."""
        return type(self)(self)


WeakTensorKeyDictionary = WeakIdKeyDictionary
WeakTensorRefKey = WeakIdRef


class TensorWeakRef:
    """A weak reference to a tensor."""

    def __init__(self, tensor):
        self.ref = weakref.ref(tensor)

    def __call__(self):
        return self.ref()
