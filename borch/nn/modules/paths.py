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


# what torch has in private classes, by whose names a TypeError knows it
_SHARED = frozenset(
    [
        "_BatchNorm.__init__",
        "_BatchNorm.forward",
        "_InstanceNorm.__init__",
        "_InstanceNorm.forward",
        "_LazyNormBase.__init__",
        "_Loss.__init__",
        "_WeightedLoss.__init__",
        "_DropoutNd.__init__",
        "_MaxPoolNd.__init__",
        "_LPPoolNd.__init__",
        "_AdaptiveAvgPoolNd.__init__",
        "_AdaptiveMaxPoolNd.__init__",
        "_ConstantPadNd.forward",
        "_CircularPadNd.forward",
        "_ReflectionPadNd.forward",
        "_ReplicationPadNd.forward",
    ]
)


_HERE = ("_", "RNNBase.forward")  # what layers share here


def name_methods(layers):
    """Gives layers that share a method a copy of it under the name that torch's errors know it by."""
    for layer in layers:
        for name in ("__init__", "forward"):
            method = getattr(layer, name, None)
            if type(method) is not types.FunctionType or not method.__qualname__.startswith(_HERE):
                continue
            names = [f"{owner.__name__}.{name}" for owner in layer.__mro__]
            known = next((n for n in names if n in _SHARED), names[0])
            if known != method.__qualname__:
                setattr(layer, name, _renamed(method, known))


def _renamed(function, qualname):
    copy = types.FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__, copy.__doc__ = function.__kwdefaults__, function.__doc__
    copy.__module__, copy.__qualname__ = function.__module__, qualname
    return copy


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
