"""OptimizedModule: what torch.compile makes of a module."""

from ..nn.modules.module import Module


def is_dynamo_supported():
    """False: there is no compiler."""
    return False


class OptimizedModule(Module):
    """Stands for the module that it was given, `_orig_mod`, below which its parameters are; runs it as it is.

    Attributes are those of `_orig_mod`, and are set there.
    """

    def __init__(self, mod):
        super().__init__()
        self._modules["_orig_mod"] = mod
        del self.__dict__["training"]

    def __reduce__(self):
        return type(self), (self._orig_mod,)

    def __getattr__(self, name):
        if name == "_orig_mod":
            return self._modules[name]
        return getattr(self._orig_mod, name)

    def __setattr__(self, name, value):
        if name in self.__dict__:
            super().__setattr__(name, value)
        else:
            setattr(self._orig_mod, name, value)

    def __delattr__(self, name):
        delattr(self._orig_mod, name)

    def __len__(self):
        if hasattr(self._orig_mod, "__len__"):
            return len(self._orig_mod)
        raise TypeError(f"{type(self._orig_mod).__name__} does not support len()")

    def __dir__(self):
        return sorted({*super().__dir__(), *dir(self._orig_mod)})

    def forward(self, *args, **kwargs):
        return self._orig_mod(*args, **kwargs)
