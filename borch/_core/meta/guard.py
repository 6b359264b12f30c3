"""Functions made of ops, from the first array without elements on: they may mix in helpers of the CPU, and look at arrays.

Each gets a second body, which asks whether a tensor without elements is among the arguments. Until then nothing is asked.
"""

from importlib import import_module
from types import FunctionType

import numpy as np

from .. import joint, outputs, several, wrappers
from ..bodies import bodies, put
from ..dtype import int64
from ..makers import NAMES
from ..mode import mode
from ..nodata import NoData, as_array, inferring
from ..op import NAMESPACES, OPS
from ..tensor import Tensor
from .array import MetaArray
from .call import check_devices, emptied, tensors_in
from .unruled import ALWAYS_ASKS, WITHOUT_RULE, refusal

# What makes tensors, or says itself where its result is.
UNGUARDED = {
    *NAMES.split(), "to", "type", "type_as", "cpu", "set_", "is_tensor", "equal", "is_set_to", "new", "from_dlpack",
    "resize_", "requires_grad_", "copy_", "typename", "set_default_device", "get_default_device",
}  # fmt: skip


MADE_OF_OPS = tuple(
    f"borch.{room}" for room in ("ops", "linalg", "special", "nn.", "fft", "signal", "functional", "random.")
)


def _sampled(input, *args, **kwargs):
    return OPS["empty_like"](input)


def _multinomial(input, num_samples, replacement=False, **kwargs):
    return OPS["empty"]((*input.shape[:-1], num_samples), dtype=int64, device="meta")


SAMPLES = {"bernoulli": _sampled, "poisson": _sampled, "multinomial": _multinomial}


def functions():
    """The functions made of ops, with their names, without what asks before them."""
    seen = set()
    for room in (*NAMESPACES.values(), vars(Tensor)):
        for name, function in list(room.items()):
            if name in UNGUARDED or name.startswith(("new_", "__", "_")) or name.endswith("_like"):
                continue
            while isinstance(function, FunctionType) and not hasattr(function, "op"):
                below = _below(function)
                if below is None:
                    if id(function) not in seen and function.__module__.startswith(MADE_OF_OPS):
                        seen.add(id(function))
                        yield name, function
                    break
                function = below


def _below(function):
    return (
        getattr(function, "behind", None) or getattr(function, "checks", None) or getattr(function, "__wrapped__", None)
    )


def guard():
    """Puts the second bodies in force."""
    import_module("borch._kernels").infer()
    for short_cuts in (joint, outputs, several, wrappers):
        short_cuts.asarray = as_array
    for name, function in functions():
        put(function, bodies(function, lambda copy, name=name, function=function: guarded(copy, name, function))[1])
    draws = import_module("borch.random.draws")
    for name in DRAWN:
        function = getattr(draws, name)
        put(function, bodies(function, lambda copy, name=name: undrawn(copy, DRAWN[name]))[1])


# What draws numbers, with the dtype of these where it is not the argument `dtype`.
DRAWN = {
    "uniform": None, "normal": None, "log_normal": None, "exponential": None, "cauchy": None, "geometric": np.float64,
    "bernoulli": np.bool_, "random": np.uint64,
}  # fmt: skip


def undrawn(draw, dtype):
    """A drawing of numbers that leaves the generator as it is where forms are inferred."""

    def drawn(generator, shape, *settings, **others):
        if not (mode.mixing or mode.inferring):
            return draw(generator, shape, *settings, **others)
        wanted = (
            dtype or others.get("dtype") or (settings[0] if settings and isinstance(settings[0], str) else "float32")
        )
        return MetaArray(tuple(shape), np.dtype(np.float32 if wanted == "bfloat16" else wanted))

    return drawn


def is_lacking(args):
    for a in args:
        if isinstance(a, Tensor):
            if type(a._array) is MetaArray:
                return True
        elif isinstance(a, (list, tuple)) and is_lacking(a):
            return True
    return False


def guarded(function, name, public):
    public.__wrapped__ = function  # by which its signature is found

    def call(*args, **kwargs):
        if mode.mixing or not (is_lacking(args) or (kwargs and is_lacking(kwargs.values()))):
            return function(*args, **kwargs)
        tensors = [*tensors_in((*args, *kwargs.values()))]
        check_devices(name, tensors)
        if name in WITHOUT_RULE or name in ALWAYS_ASKS:
            raise refusal(name)
        if name in SAMPLES:
            return SAMPLES[name](*args, **kwargs)
        mode.mixing = True
        try:
            result = function(*args, **kwargs)
        except NoData:
            try:
                with inferring():
                    result = function(*args, **kwargs)
            except NoData:
                raise refusal(name) from None
        finally:
            mode.mixing = False
        return emptied(result, {id(t) for t in tensors})

    return call
