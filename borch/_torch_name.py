"""borch under torch's name: once `sys.modules["torch"]` is borch, `import torch.nn` gives borch.nn, and not a second one."""

import importlib
import importlib.abc
import importlib.util
import sys
from types import ModuleType


class CalledModule(ModuleType):
    """A module of the name of a function of its package, as torch.autograd.gradcheck: the import system puts it in the
    function's place, where it is called as the function."""

    def __init__(self, module, function):
        super().__init__(module.__name__, module.__doc__)
        self.__dict__.update(vars(module))
        self.__wrapped__ = function

    def __call__(self, *args, **kwargs):
        return self.__wrapped__(*args, **kwargs)


class TorchName(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds `torch.x` as `borch.x`."""

    def find_spec(self, fullname, path=None, target=None):
        """The spec of borch's module; ModuleNotFoundError with the reason where borch leaves one of torch's out."""
        if not fullname.startswith("torch.") or sys.modules.get("torch") is not sys.modules[__package__]:
            return None
        own = __package__ + fullname[5:]
        if own not in sys.modules and importlib.util.find_spec(own) is None:
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=True)

    def create_module(self, spec):
        """borch's module, whose package keeps what it has by that name."""
        package, _, name = (__package__ + spec.name[5:]).rpartition(".")
        package = importlib.import_module(package)
        there = vars(package).get(name)
        module = importlib.import_module(__package__ + spec.name[5:])
        spec.loader_state = module.__spec__, module.__loader__, module.__package__, there
        if there is not None:
            setattr(package, name, there)
        return module

    def exec_module(self, module):
        """Gives the module back its own spec; nothing is executed."""
        alias = module.__spec__
        module.__spec__, module.__loader__, module.__package__, there = alias.loader_state
        if callable(there) and not isinstance(there, ModuleType):
            sys.modules[alias.name] = CalledModule(module, there)


def install():
    """From here on `sys.modules["torch"] = borch` is all that a program needs."""
    sys.meta_path.insert(0, TorchName())
