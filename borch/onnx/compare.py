"""Is what a trace holds for constant really so? Two runs on different inputs must leave the same calls behind.

Also which calls matter: those that the outputs follow from.
"""

import numpy as np

from .errors import OnnxExporterError
from .trace import Var

FOLLOW = (
    "differs between two runs on different inputs: it depends on the inputs along a way that an export cannot follow "
    "(numbers read with .item(), arrays of numpy, random draws, ops that went by unrecorded)"
)


def vars_of(value):
    """The Vars in a parameter."""
    if isinstance(value, Var):
        yield value
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from vars_of(v)


def needed(calls, outputs):
    """The calls that the outputs follow from, in order."""
    wanted, kept = set(outputs), []
    for call in reversed(calls):
        if wanted.intersection(call.outputs):
            kept.append(call)
            wanted.update(vars_of(list(call.params.values())))
    return kept[::-1]


def same(a, b):
    """Whether two values of one parameter say the same."""
    if isinstance(a, Var) and isinstance(b, Var):
        if a.shape != b.shape or a.dtype != b.dtype or a.constant != b.constant:
            return False
        return not a.constant or same(a.array, b.array)
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a is b or (a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes())
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, slice) and isinstance(b, slice):
        return same((a.start, a.stop, a.step), (b.start, b.stop, b.step))
    if isinstance(a, (np.ndarray, Var)) or isinstance(b, (np.ndarray, Var)):
        return False
    return a is b or a == b or (a != a and b != b)


def public(name):
    """An op's name as users know it."""
    name = name.strip("_")
    for family in ("linear_", "matmul_"):
        if name.startswith(family) and name != "linear_vector_norm":
            return family[:-1]
    return {
        "convolutions": "convolution", "transposed_convolutions": "conv_transpose", "native_layer_norm": "layer_norm",
        "batch_norm_eval": "batch_norm", "batch_norm_train": "batch_norm", "reshape_alias": "view", "steps_apart": "view",
        "split_size": "split", "native_dropout": "dropout", "attention": "scaled_dot_product_attention",
        "gather_flat": "view", "scatter_flat": "copy",
    }.get(name, name)  # fmt: skip


def check_same(runs):
    """OnnxExporterError unless two runs are the same but for the values that follow from the inputs."""
    first, second = (run.calls for run in runs)
    for a, b in zip(first, second, strict=False):
        if a.name != b.name:
            raise OnnxExporterError(
                f"the model runs '{public(a.name)}' or '{public(b.name)}' depending on its inputs' values"
            )
        for p in a.params:
            if not same(a.params[p], b.params[p]):
                raise OnnxExporterError(f"the argument '{p}' of '{public(a.name)}' {FOLLOW}")
        if [(v.shape, v.dtype) for v in a.outputs] != [(v.shape, v.dtype) for v in b.outputs]:
            raise OnnxExporterError(
                f"the shape that '{public(a.name)}' gives depends on the values of the model's inputs"
            )
    if len(first) != len(second):
        raise OnnxExporterError("how many ops the model runs depends on its inputs' values")
    for k, (a, b) in enumerate(zip(*(run.outputs for run in runs), strict=True)):
        if not same(a, b):
            raise OnnxExporterError(f"output {k} of the model {FOLLOW}")


VARIATIONS = 3


def varied(array, k):
    """Other values of the same form for run `k`: in another order, reals nearer to zero, in the last run also some zeros,
    and integers nearer to zero by one."""
    generator = np.random.default_rng(k)
    draws = generator.random(array.shape)
    if array.ndim:
        array = generator.permuted(array) if k else array[(slice(None, None, -1),) * array.ndim]
    if array.dtype == np.bool_:
        return ~array
    if array.dtype.kind in "fc":
        out = np.where(array == 0, draws * 0.1, array * (0.5 + 0.5 * draws))
        both = array.dtype.kind == "f" and array.size and array.min() < 0 < array.max()
        return np.where(draws < 0.3, 0, out).astype(array.dtype) if both and k == 2 else out.astype(array.dtype)
    if array.size and (array == array.flat[0]).all():  # indices stay in range when they get nearer to zero
        return np.where(draws < 0.5, array, 0).astype(array.dtype)
    return (array - np.sign(array) * (np.abs(array) > 1)).astype(array.dtype) if k == 2 else array
