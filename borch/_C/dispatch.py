"""Keys of torch's dispatcher, which programs name when they register kernels; nothing is dispatched by them here."""

import contextlib
import enum


class DispatchKey(enum.Enum):
    """The names of kernels' kinds, of which torch.library knows the CPU's, autograd's and the composite ones."""

    Undefined = 0
    CPU = enum.auto()
    CUDA = enum.auto()
    XPU = enum.auto()
    MPS = enum.auto()
    Meta = enum.auto()
    PrivateUse1 = enum.auto()
    BackendSelect = enum.auto()
    Python = enum.auto()
    Functionalize = enum.auto()
    ADInplaceOrView = enum.auto()
    Autograd = enum.auto()
    AutogradCPU = enum.auto()
    AutogradCUDA = enum.auto()
    AutogradXPU = enum.auto()
    AutogradMPS = enum.auto()
    AutogradMeta = enum.auto()
    AutocastCPU = enum.auto()
    AutocastCUDA = enum.auto()
    AutocastXPU = enum.auto()
    AutocastMPS = enum.auto()
    FuncTorchBatched = enum.auto()
    CompositeExplicitAutograd = enum.auto()
    CompositeImplicitAutograd = enum.auto()


class DispatchKeySet:
    """A set of keys, joined by `|`."""

    def __init__(self, key):
        self.keys = frozenset([key]) if isinstance(key, DispatchKey) else frozenset(key)

    def __or__(self, other):
        return DispatchKeySet(self.keys | other.keys)

    def __sub__(self, other):
        return DispatchKeySet(self.keys - other.keys)

    def has(self, key):
        """Whether a key is among them."""
        return key in self.keys


@contextlib.contextmanager
def _ExcludeDispatchKeyGuard(keys):
    """A context in which no kernel for a key of the set is called: none is ever called for one."""
    yield
