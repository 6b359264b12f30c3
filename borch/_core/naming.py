"""Classes under torch's names: `type(torch.ones(1))` prints `<class 'torch.Tensor'>`, and its `__module__` is "borch", or
"torch" where borch runs in torch's place: libraries that serve several kinds of arrays ask for that word.
"""

import sys

_stored = type.__dict__["__module__"]


def is_ours(cls):
    """Whether the library itself defines the class, whatever its `__module__` answers."""
    module = str(vars(cls).get("__module__"))
    return module == "borch" or module.startswith("borch.")


class TorchType(type):
    """The metaclass of what torch itself defines; users' subclasses have their own names."""

    def __new__(mcs, name, bases, body, **kwargs):
        if len(bases) > 1 and "__dict__" not in body:  # a tensor's comes before that of a base which is no tensor
            shown = next(
                (vars(k)["__dict__"] for b in bases if isinstance(b, mcs) for k in b.__mro__ if "__dict__" in vars(k)),
                None,
            )
            if isinstance(shown, property):
                body["__dict__"] = shown
        return super().__new__(mcs, name, bases, body, **kwargs)

    @property
    def __module__(cls):
        module = _stored.__get__(cls)
        if is_ours(cls) and sys.modules.get("torch") is sys.modules["borch"]:
            return "torch" + module[5:]
        return module

    @__module__.setter
    def __module__(cls, module):
        _stored.__set__(cls, module)

    def __repr__(cls):
        if not is_ours(cls):
            return super().__repr__()
        return f"<class 'torch{_stored.__get__(cls)[5:]}.{cls.__qualname__}'>"
