"""borch under torch's name: within `torch_is_borch()`, `import torch.nn.functional` gives borch's module."""

import contextlib
import sys

import borch
from borch._torch_name import CalledModule


def _take_away():
    taken = {name: sys.modules.pop(name) for name in list(sys.modules) if name == "torch" or name.startswith("torch.")}
    for module in taken.values():
        if isinstance(module, CalledModule):  # the package has its function again
            package, _, name = module.__name__.rpartition(".")
            setattr(sys.modules[package], name, module.__wrapped__)
    return taken


@contextlib.contextmanager
def torch_is_borch():
    """Inside, programs that import torch get borch; afterwards torch is again what it was."""
    before = _take_away()
    sys.modules["torch"] = borch
    try:
        yield
    finally:
        _take_away()
        sys.modules.update(before)
