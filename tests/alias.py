"""borch under torch's name: within `torch_is_borch()`, `import torch.nn.functional` gives borch's module."""

import contextlib
import importlib
import importlib.abc
import importlib.machinery
import sys

_covered = []  # (package, name, value): what the import system has covered by a module of the same name


class _Loader(importlib.abc.Loader):
    def create_module(self, spec):
        module = importlib.import_module("borch" + spec.name.removeprefix("torch"))
        package, _, name = module.__name__.rpartition(".")
        value = vars(sys.modules[package]).get(name, module) if package in sys.modules else module
        if value is not module:  # a function such as torch.autograd.gradcheck
            _covered.append((sys.modules[package], name, value))
        self.own = module.__spec__, module.__loader__, module.__package__
        return module

    def exec_module(self, module):  # the import system has put the alias's spec onto the module: put back its own
        module.__spec__, module.__loader__, module.__package__ = self.own


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "torch" or name.startswith("torch."):
            return importlib.machinery.ModuleSpec(name, _Loader(), is_package=True)
        return None


def _take_away():
    taken = {name: sys.modules.pop(name) for name in list(sys.modules) if name == "torch" or name.startswith("torch.")}
    return taken


@contextlib.contextmanager
def torch_is_borch():
    """Inside, programs that import torch get borch; afterwards torch is again what it was."""
    before, finder = _take_away(), _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        while _covered:
            setattr(*_covered.pop())
        _take_away()
        sys.modules.update(before)
