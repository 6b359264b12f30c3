"""torch's file names for the families that are called otherwise here: `torch.nn.modules.rnn` is recurrent.py.

Programs import by these paths; each stands for the files beside it, which are asked when a name is asked for.
"""

import importlib
import sys
import types

PATHS = {
    "activation": ("activation", "softmax", "attention"),
    "adaptive": ("adaptive",),
    "batchnorm": ("batch_norm",),
    "channelshuffle": ("shuffle",),
    "container": ("container",),
    "conv": ("conv",),
    "distance": ("distance",),
    "dropout": ("dropout",),
    "flatten": ("flatten",),
    "fold": ("fold",),
    "instancenorm": ("batch_norm",),
    "linear": ("linear",),
    "linear_cross_entropy_options": ("linear_loss",),
    "loss": ("loss",),
    "normalization": ("norm",),
    "padding": ("pad",),
    "pixelshuffle": ("shuffle",),
    "pooling": ("pool",),
    "rnn": ("recurrent", "recurrent_cells"),
    "sparse": ("embedding",),
    "upsampling": ("resample",),
}

_HOMES = {file: path for path, files in PATHS.items() for file in files if path != "linear_cross_entropy_options"}


def home(file, name):
    """The file in which torch has the class `name`, which is in `file` here: `pooling` for MaxPool2d of pool.py."""
    for part, path in (
        ("InstanceNorm", "instancenorm"),
        ("BatchNorm", "batchnorm"),
        ("ChannelShuffle", "channelshuffle"),
    ):
        if part in name:
            return path
    if file == "lazy":
        return "linear" if name == "LazyLinear" else "conv"
    return "loss" if file.endswith("_loss") else _HOMES.get(file, file)


def _resolver(package, name, files):
    def __getattr__(attribute):
        if not attribute.startswith("__"):
            homes = [importlib.import_module(f"{package}.{file}") for file in files if file != name]
            for home in (*homes, sys.modules[package]):
                if attribute in vars(home):
                    return vars(home)[attribute]
        raise AttributeError(f"module 'torch.nn.modules.{name}' has no attribute '{attribute}'")

    return __getattr__


def register(package):
    """Makes torch's paths importable below `package`; a file of the same name is asked first."""
    for name, files in PATHS.items():
        path = f"{package}.{name}"
        module = sys.modules.get(path)
        if module is None:
            module = types.ModuleType(path, f"torch's path for {', '.join(files)}.py")
            sys.modules[path] = module
            setattr(sys.modules[package], name, module)
        if "__getattr__" not in vars(module):
            module.__getattr__ = _resolver(package, name, files)
