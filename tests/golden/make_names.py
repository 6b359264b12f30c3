"""Freezes torch's public names: {namespace: {"function" | "class" | "module" | "value": [names]}} in names.json.
What a module of torch has only imported from elsewhere (math, typing, the package itself) is not counted as its name."""

import importlib
import json
import sys
import types
import warnings
from pathlib import Path

NAMESPACES = (
    "torch", "torch.Tensor", "torch.linalg", "torch.fft", "torch.special", "torch.autograd",
    "torch.autograd.functional", "torch.func", "torch.nn", "torch.nn.functional", "torch.nn.init", "torch.nn.utils",
    "torch.optim", "torch.optim.lr_scheduler", "torch.utils", "torch.utils.data", "torch.distributions",
)  # fmt: skip
SMALL = (  # modules whose own names alone count: those in their __all__, or defined in them
    "torch.amp", "torch.autograd.forward_ad", "torch.autograd.graph", "torch.nn.attention", "torch.nn.utils.parametrizations",
    "torch.nn.utils.parametrize", "torch.nn.utils.prune", "torch.nn.utils.rnn", "torch.nn.utils.stateless", "torch.onnx",
    "torch.masked", "torch.optim.swa_utils", "torch.random", "torch.serialization", "torch.signal.windows", "torch.sparse",
    "torch.testing",
)  # fmt: skip
KINDS = ("function", "class", "module", "value")
NOTES = ("_notes", "common_args", "common_notes", "_common")  # pieces of docstrings that stand in torch's modules


def kind(value):
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type):
        return "class"
    return "function" if callable(value) else "value"


def is_foreign(namespace, name, value):
    """Whether a name in a module of torch belongs to another one, such as `math` or `Callable`."""
    if namespace in SMALL:
        public = getattr(importlib.import_module(namespace), "__all__", None)
        home = getattr(value, "__module__", "")  # a module has none
        return not home.startswith(namespace) if public is None else name not in public
    if isinstance(value, types.ModuleType):
        return not value.__name__.startswith("torch.") or name == "fwAD"
    home = getattr(value, "__module__", None) or ""
    if home.partition(".")[0] in sys.stdlib_module_names - {"builtins"} or home == "typing_extensions":
        return True
    if name == "annotations" or name == "TYPE_CHECKING" or name.endswith(NOTES) or name == "multi_dim_common":
        return True
    return namespace != "torch" and name in ("Tensor", "DType", "inf") and not namespace.endswith("Tensor")


def names(namespace, torch):
    place = torch.Tensor if namespace == "torch.Tensor" else importlib.import_module(namespace)
    found = {k: [] for k in KINDS}
    for name in sorted(n for n in dir(place) if not n.startswith("_")):
        value = getattr(place, name, None)
        if not is_foreign(namespace, name, value):
            found[kind(value)].append(name)
    return found


def main():
    import torch

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        content = {namespace: names(namespace, torch) for namespace in (*NAMESPACES, *SMALL)}
    lines = [
        f" {json.dumps(namespace)}: {{\n"
        + ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in found.items())
        + "\n }"
        for namespace, found in content.items()
    ]
    text = '{{"torch": "{}", "names": {{\n{}\n}}}}\n'.format(torch.__version__.partition("+")[0], ",\n".join(lines))
    Path(__file__).with_name("names.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
