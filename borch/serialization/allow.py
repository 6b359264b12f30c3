"""What a checkpoint may name: the allow-list of `weights_only` loading, and how torch's names are found here.

A pickle is a program. Only the names listed here, and those the user adds, are ever looked up or called.
"""

import importlib
import pickle
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections import Counter, OrderedDict

from .._core import dtype as dtypes
from .._core.device import device
from .._core.size import Size
from .storage import NAMES, UNTYPED

_USER = {}  # "module.name" -> object
BLOCKED_MODULES = ("sys", "os", "posix", "nt")

_HINT_START = "Weights only load failed. "
_HINT = (
    "In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`. "
    "Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in arbitrary code "
    "execution. Do it only if you got the file from a trusted source.\n"
)
_DOCS = (
    "\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
    "https://pytorch.org/docs/stable/generated/torch.load.html."
)
_TWO_WAYS = (
    "This file can still be loaded, to do so you have two options, \033[1mdo those steps only if you trust the source of "
    "the checkpoint\033[0m. \n\t(1) "
)
_SECOND_WAY = (
    "\t(2) Alternatively, to load with `weights_only=True` please check the recommended steps in the following error "
    "message.\n\tWeightsUnpickler error: "
)


def is_refusal(error):
    """Whether an error of the unpickler is one of those below."""
    return str(error).startswith(_HINT_START)


def refusal(module, name):
    """The error for a name that is not on the list, in torch's words."""
    if module.partition(".")[0] in BLOCKED_MODULES:
        text = f"\n\nTrying to load unsupported GLOBAL {module}.{name} whose module {module} is blocked."
        return pickle.UnpicklingError(_HINT_START + _HINT + text + _DOCS)
    full = name if module == "builtins" else f"{module}.{name}"
    text = (
        f"Unsupported global: GLOBAL {full} was not an allowed global by default. Please use "
        f"`torch.serialization.add_safe_globals([{full}])` or the `torch.serialization.safe_globals([{full}])` context "
        "manager to allowlist this global if you trust this class/function."
    )
    return pickle.UnpicklingError(_HINT_START + _TWO_WAYS + _HINT + _SECOND_WAY + text + _DOCS)


def malformed(text):
    """The error for a pickle that does what a checkpoint's does not."""
    note = (
        "Please file an issue with the following so that we can make `weights_only=True` compatible with your use case: "
        f"WeightsUnpickler error: \n\n{text}"
    )
    return pickle.UnpicklingError(_HINT_START + _HINT + note + _DOCS)


def path_of(obj):
    """The module that a file names for a class or function: torch's for those of borch."""
    module = getattr(obj, "__module__", None) or ""
    if module != "borch" and not module.startswith("borch."):
        return module
    module = "torch" + module[5:]
    package, _, file = module.rpartition(".")
    if package == "torch.nn.modules":
        from ..nn.modules.paths import home

        return f"{package}.{home(file, obj.__qualname__)}"
    one_file = package in ("torch.optim.lr_scheduler", "torch.nn.functional")
    return package if one_file or module in ("torch.optim.adafactor", "torch.optim.muon") else module


def key_of(obj):
    return f"{path_of(obj)}.{obj.__qualname__}"


def add_safe_globals(safe_globals):
    """Lets `weights_only` loading use these classes and functions too; (object, "full.name") pairs name them anew.

    >>> import fractions, borch as torch
    >>> torch.serialization.add_safe_globals([fractions.Fraction])
    >>> fractions.Fraction in torch.serialization.get_safe_globals()
    True
    >>> torch.serialization.clear_safe_globals()
    """
    for item in safe_globals:
        obj, name = item if isinstance(item, tuple) else (item, key_of(item))
        _USER[name] = obj


def get_safe_globals():
    """The classes and functions that were added.

    >>> import borch as torch
    >>> torch.serialization.get_safe_globals()
    []
    """
    return list(_USER.values())


def clear_safe_globals():
    """Forgets what was added.

    >>> import borch as torch
    >>> torch.serialization.clear_safe_globals()
    """
    _USER.clear()


class safe_globals:
    """`add_safe_globals` inside a `with` block."""

    def __init__(self, safe_globals):
        self.items = safe_globals

    def __enter__(self):
        self.before = dict(_USER)
        add_safe_globals(self.items)

    def __exit__(self, *exc):
        _USER.clear()
        _USER.update(self.before)


class StorageClass:
    """What a file's storage class stands for: a dtype, or None for bytes."""

    def __init__(self, dtype):
        self.dtype = dtype


def _defaults():
    from . import rebuild

    names = {
        "collections.OrderedDict": OrderedDict,
        "collections.Counter": Counter,
        "builtins.set": set,
        "builtins.bytearray": bytearray,
        "builtins.complex": complex,
        "_codecs.encode": rebuild.encode,
        "torch.Size": Size,
        "torch.device": device,
        "torch.Tensor": rebuild.tensor_class(),
        "torch.nn.parameter.Parameter": rebuild.parameter_class(),
        "torch._utils._rebuild_tensor": rebuild.tensor_v1,
        "torch._utils._rebuild_tensor_v2": rebuild.tensor_v2,
        "torch._utils._rebuild_tensor_v3": rebuild.tensor_v3,
        "torch._utils._rebuild_parameter": rebuild.parameter,
        "torch._utils._rebuild_parameter_with_state": rebuild.parameter_with_state,
        "torch._utils._rebuild_sparse_tensor": rebuild.sparse,
        "torch._utils._rebuild_meta_tensor_no_storage": rebuild.meta,
        "torch._tensor._rebuild_from_type_v2": rebuild.from_type,
        "torch.storage.UntypedStorage": StorageClass(None),
        f"torch.{UNTYPED}": StorageClass(None),
        "torch.serialization._get_layout": rebuild.layout,
    }
    names.update({f"torch.{name}": StorageClass(d) for name, d in NAMES.items()})
    names.update({f"torch.{d.name}": d for d in dtypes.ALL})
    return names


COPYING = (OrderedDict, Counter, set, bytearray, Size)

_found = {}


def today(module, name):
    """A name of Python 2, as torch's files of protocol 2 have them, in Python 3."""
    module, name = NAME_MAPPING.get((module, name), (module, name))
    return IMPORT_MAPPING.get(module, module), name


def find_allowed(module, name):
    """The object for a name in a checkpoint; the refusal for one that is not on the list."""
    module, name = today(module, name)
    full = f"{module}.{name}"
    if full in _USER:
        return _USER[full]
    if not _found:
        _found.update(_defaults())
    if full in _found:
        return _found[full]
    raise refusal(module, name)


def find_any(module, name):
    """The object for a name in a file whose code the user trusts; torch's modules are found here."""
    module, name = today(module, name)
    if not _found:
        _found.update(_defaults())
    full = f"{module}.{name}"
    if full in _found:
        return _found[full]
    if module == "torch" or module.startswith("torch."):
        module = "borch" + module[5:]
    obj = importlib.import_module(module)
    for part in name.split("."):
        obj = getattr(obj, part)
    return obj


def get_unsafe_globals_in_checkpoint(f):
    """The names in a checkpoint that `weights_only` loading would refuse.

    >>> import io, borch as torch
    >>> file = io.BytesIO()
    >>> torch.save({"w": torch.ones(2)}, file)
    >>> _ = file.seek(0)
    >>> torch.serialization.get_unsafe_globals_in_checkpoint(file)
    []
    """
    import pickletools

    from .read import opened, text_of

    with opened(f) as file:
        text = text_of(file)
    unsafe, strings = [], []
    for opcode, argument, _ in pickletools.genops(text):
        if isinstance(argument, str) and "UNICODE" in opcode.name:
            strings.append(argument)
        if opcode.name == "GLOBAL":
            module, name = argument.split(" ")
        elif opcode.name == "STACK_GLOBAL":
            module, name = strings[-2:]
        else:
            continue
        try:
            find_allowed(module, name)
        except pickle.UnpicklingError:
            unsafe.append(".".join(today(module, name)))
    return unsafe
