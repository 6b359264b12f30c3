"""Windows that slide over the last axes of an array: sizes, torch's checks, and the places where they stand.

Pooling is made of these. Everything before the last `n` axes is one long axis here.
"""

from collections import namedtuple

from ..._core.args import type_name
from ..._core.tensor import Tensor
from ..._kernels.numpy.window import planned

WORDS = {1: "one int", 2: "two ints", 3: "three ints"}
Window = namedtuple("Window", ("kernel", "stride", "padding", "dilation", "out"))


def ints(name, word, value, n, omitted=False):
    """A setting as a tuple of `n` ints."""
    if isinstance(value, (tuple, list)):
        if len(value) == 1:
            return (int(value[0]),) * n
        if len(value) == n:
            return tuple(int(v) for v in value)
        if n == 1:
            raise RuntimeError(f"{name}() {word} should be one int, but got {len(value)} ints")
        must = "must be either" if word == "dilation" else "must either be"
        maybe = "omitted, a single int, or" if omitted else "a single int, or"
        raise RuntimeError(f"{name}: {word} {must} {maybe} a tuple of {WORDS[n]}")
    return (int(value),) * n


def is_none(stride):
    return stride is None or (isinstance(stride, (tuple, list)) and not stride)


def out_size(size, kernel, stride, padding, dilation, ceil_mode):
    steps = size + 2 * padding - dilation * (kernel - 1) - 1
    out = (steps + (stride - 1 if ceil_mode else 0)) // stride + 1
    if ceil_mode and (out - 1) * stride >= size + padding:
        out -= 1
    return out


def check_input(name, input, n):
    """torch's errors for what cannot be pooled over `n` axes because of its type or number of axes."""
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    if input._array.ndim not in (n + 1, n + 2):
        raise RuntimeError(f"non-empty {n + 1}D or {n + 2}D (batch mode) tensor expected for input")


def check_settings(n, kernel, stride, padding, dilation):
    """torch's errors for settings that fit no input."""
    if 0 in stride:
        raise RuntimeError("stride should not be zero")
    if min(padding) < 0:
        raise RuntimeError(f"pad must be non-negative, but got pad: {min(padding)}")
    for p, k, d in zip(padding, kernel, dilation, strict=True):
        if p > (d * (k - 1) + 1) // 2:
            raise RuntimeError(
                f"pad should be at most half of effective kernel size, but got pad={p}, kernel_size={k} and dilation={d}"
            )
    for word, values in (("kernel size", kernel), ("stride", stride), ("dilation", dilation)):
        if min(values) <= 0:
            axes = ("T", "H", "W")[3 - n :]
            letter = word if word == "dilation" else word[0]
            shown = " ".join(f"{letter}{axis}: {v}" for axis, v in zip(axes, values, strict=True))
            raise RuntimeError(f"{word} should be greater than zero, but got {shown}")


@planned
def make_window(shape, n, kernel, stride, padding, dilation, ceil_mode, name=""):
    """The window over the last `n` axes of `shape`, with torch's errors for settings that do not fit."""
    check_settings(n, kernel, stride, padding, dilation)
    if n == 3 and 0 in shape[-4:]:
        raise RuntimeError(
            f"{name}(): Expected input's non-batch dimensions to have positive length, but input has a shape of "
            f"{list(shape)} and non-batch dimension 0 has length zero!"
        )
    if 0 in shape[len(shape) - n - 1 :]:
        raise RuntimeError(
            f"Expected {n + 1}D or {n + 2}D (batch mode) tensor with optional 0 dim batch size for input, but "
            f"got:{list(shape)}"
        )
    space = shape[len(shape) - n :]
    out = tuple(out_size(*sizes, ceil_mode) for sizes in zip(space, kernel, stride, padding, dilation, strict=True))
    if min(out) < 1:
        channels = shape[-n - 1]
        before, after = ("x".join(map(str, (channels, *sizes))) for sizes in (space, [max(o, 0) for o in out]))
        raise RuntimeError(f"Given input size: ({before}). Calculated output size: ({after}). Output size is too small")
    return Window(kernel, stride, padding, dilation, out)
