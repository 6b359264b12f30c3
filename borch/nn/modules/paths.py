"""torch's file names for the families that are called otherwise here: `torch.nn.modules.rnn` is recurrent.py.

Programs import by these paths; each stands for the files beside it, which are asked when a name is asked for.
"""

import importlib
import sys
import types

PATHS = {
    "batchnorm": ("batch_norm",),
    "channelshuffle": ("shuffle", "pixel"),
    "fold": ("fold",),
    "flatten": ("flatten",),
    "instancenorm": ("instance_norm", "batch_norm"),
    "normalization": ("norm",),
    "padding": ("pad",),
    "pixelshuffle": ("shuffle", "pixel"),
    "pooling": ("pool",),
    "rnn": ("recurrent", "recurrent_cells"),
    "sparse": ("embedding",),
    "upsampling": ("resample",),
}


def _resolver(package, name, files):
    def __getattr__(attribute):
        if not attribute.startswith("__"):
            for file in files:
                try:
                    home = importlib.import_module(f"{package}.{file}")
                except ModuleNotFoundError:
                    continue
                if hasattr(home, attribute):
                    return getattr(home, attribute)
            whole = sys.modules[package]
            if hasattr(whole, attribute):
                return getattr(whole, attribute)
        raise AttributeError(f"module 'torch.nn.modules.{name}' has no attribute '{attribute}'")

    return __getattr__


def register(package):
    """Makes torch's paths importable below `package`."""
    for name, files in PATHS.items():
        path = f"{package}.{name}"
        if name in files or path in sys.modules:
            continue
        module = types.ModuleType(path, f"torch's path for {', '.join(files)}.py")
        module.__getattr__ = _resolver(package, name, files)
        sys.modules[path] = module
        setattr(sys.modules[package], name, module)
