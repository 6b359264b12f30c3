"""How a tensor is printed: torch's layout of values, brackets and suffixes, and `set_printoptions`.

What belongs here: text made from arrays. What a tensor is (its dtype, its node) is asked of it only in `repr_of`.
"""

import contextlib
import math
from importlib import import_module
from textwrap import indent

from ._core import dtype as dtypes
from ._core.mode import mode
from ._core.nodata import is_meta
from ._core.op import function


class _PrintOptions:
    __slots__ = ("edgeitems", "linewidth", "precision", "sci_mode", "threshold")

    def __init__(self):
        self.sci_mode = None
        self.use("default")

    def use(self, profile):
        self.precision, self.threshold, self.edgeitems, self.linewidth = PROFILES[profile]


PROFILES = {
    "default": (4, 1000, 3, 80),
    "short": (2, 1000, 2, 80),
    "full": (4, math.inf, 3, 80),
}
PRINT_OPTS = _PrintOptions()


@function(method=False)
def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """Sets how tensors are printed from now on.

    precision: digits after the point (4). threshold: number of elements above which a tensor is summarised (1000).
    edgeitems: how many a summary shows at each end of a dimension (3). linewidth: characters in a line (80).
    profile: "default", "short" or "full", applied first. sci_mode: whether numbers have exponents; None (also when it
    is not given) lets each tensor's values decide.

    >>> import borch
    >>> borch.set_printoptions(precision=2)
    >>> borch.tensor([1.12345])
    tensor([1.12])
    >>> borch.set_printoptions(profile="default")

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_printoptions.html
    """
    if profile in PROFILES:
        PRINT_OPTS.use(profile)
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    for name, value in given.items():
        if value is not None:
            setattr(PRINT_OPTS, name, value)
    PRINT_OPTS.sci_mode = sci_mode


def get_printoptions():
    """The options that `set_printoptions` sets, as a dict."""
    return {name: getattr(PRINT_OPTS, name) for name in _PrintOptions.__slots__}


@contextlib.contextmanager
def printoptions(**options):
    """Context in which `set_printoptions(**options)` holds."""
    before = get_printoptions()
    set_printoptions(**options)
    try:
        yield
    finally:
        set_printoptions(**before)


def repr_of(tensor, contents=None):
    """The text that `repr(tensor)` shows; `contents` stands for the values."""
    requires_grad, grad_fn, tangent = tensor.requires_grad, _name_of_grad_fn(tensor), None
    numbers = []
    if mode.transforms and requires_grad:
        numbers, outside = import_module("borch.func.level").wrappers_of(tensor)
        requires_grad, grad_fn = outside, grad_fn if outside else None
    elif mode.dual is not None and requires_grad:
        requires_grad, tangent = _dual_parts(tensor)
        grad_fn = grad_fn if requires_grad else None
    plain = type(tensor).__name__ in ("Tensor", "Parameter")
    text = tensor_str(
        tensor._array if tensor.is_meta else dtypes.widen(tensor._array),
        tensor.dtype.name,
        default_dtype=dtypes.default.real.name,
        requires_grad=requires_grad,
        grad_fn=grad_fn,
        prefix="tensor(" if plain else type(tensor).__name__ + "(",
        contents=contents,
        tangent=tangent,
    )
    for number in numbers:  # as torch shows what a transform of torch.func differentiates
        text = f"GradTrackingTensor(lvl={number}, value=\n{indent(text, '    ')}\n)"
    return text


def _name_of_grad_fn(tensor):
    """The name of its node; "Invalid" where a view's history was lost in a write that was not recorded."""
    try:
        grad_fn = tensor.grad_fn
    except RuntimeError:
        return "Invalid"
    return None if grad_fn is None else grad_fn.name().rpartition("::")[2]


def _dual_parts(tensor):
    """Whether a dual tensor's primal requires a gradient, and its tangent; see borch/autograd/forward_ad.py."""
    from .autograd.forward_ad import unpack_dual

    before, mode.grad = mode.grad, True
    try:
        primal, tangent = unpack_dual(tensor)
    finally:
        mode.grad = before
    return primal.requires_grad, tangent


def tensor_str(
    array,
    dtype,
    *,
    default_dtype="float32",
    requires_grad=False,
    grad_fn=None,
    prefix="tensor(",
    contents=None,
    tangent=None,
):
    """Text of a tensor whose elements are in `array` (bfloat16 as float32); dtypes are torch's names.

    >>> import numpy as np
    >>> tensor_str(np.array([1.5, 2.0]), "float64")
    'tensor([1.5000, 2.0000], dtype=torch.float64)'
    """
    indent = len(prefix)
    suffixes = []
    complex_default = "complex128" if default_dtype == "float64" else "complex64"
    if is_meta(array):
        body = "..."
        suffixes += ["device='meta'", f"size={tuple(array.shape)}"]
        usual = (default_dtype,)
    elif array.size == 0:
        body = "[]"
        if array.ndim != 1:
            suffixes.append(f"size={tuple(array.shape)}")
        usual = (default_dtype,)
    else:
        body = _body(array, indent) if contents is None else contents
        if PRINT_OPTS.edgeitems == 0:
            suffixes.append(f"size={tuple(array.shape)}")
        usual = (default_dtype, "int64", "bool", complex_default)
    if dtype not in usual:
        suffixes.append("dtype=torch." + dtype)
    if grad_fn is not None:
        suffixes.append(f"grad_fn=<{grad_fn}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    if tangent is not None:
        suffixes.append(f"tangent={tangent}")
    return join(prefix + (body if contents is None else contents), suffixes, indent)


def join(text, suffixes, indent, new_line=False):
    """The text with its suffixes and the last bracket; `new_line` begins a line for the first of them."""
    column = len(text) - text.rfind("\n") + 1
    for k, suffix in enumerate(suffixes):
        if column + len(suffix) + 2 > PRINT_OPTS.linewidth or (new_line and not k):
            text += ",\n" + " " * indent + suffix
            column = indent + len(suffix)
        else:
            text += ", " + suffix
            column += len(suffix) + 2
    return text + ")"


def _body(array, indent):
    summarize = array.size > PRINT_OPTS.threshold
    shown = _edges(array) if summarize else array
    if array.dtype.kind == "c":
        width, format_value = _complex_formatter(shown)
    else:
        width, format_value = _formatter(shown.ravel().tolist(), array.dtype.kind)
    if array.ndim == 0:
        return format_value(array.item())
    return _nested(array, indent, summarize, width, format_value)


def _edges(array):
    """The elements that a summary shows, and no others."""
    edge = PRINT_OPTS.edgeitems
    for axis, size in enumerate(array.shape):
        if size > 2 * edge:
            keep = [*range(edge), *range(size - edge, size)]
            array = array.take(keep, axis)
    return array


def _nested(array, indent, summarize, width, format_value):
    edge = PRINT_OPTS.edgeitems
    cut = summarize and len(array) > 2 * edge
    if cut and edge == 0:
        return "[...]"
    if array.ndim == 1:
        return _line(array, indent, cut, width, format_value)
    parts = [*array[:edge], None, *array[len(array) - edge :]] if cut else array
    texts = ["..." if part is None else _nested(part, indent + 1, summarize, width, format_value) for part in parts]
    return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(texts) + "]"


def _line(array, indent, cut, width, format_value):
    """A vector, broken where the line would grow beyond linewidth."""
    edge = PRINT_OPTS.edgeitems
    if cut:
        texts = [*map(format_value, array[:edge].tolist()), " ...", *map(format_value, array[-edge:].tolist())]
    else:
        texts = list(map(format_value, array.tolist()))
    per_line = max(1, math.floor((PRINT_OPTS.linewidth - indent) / (width + 2)))
    if len(texts) <= per_line:
        return "[" + ", ".join(texts) + "]"
    lines = [", ".join(texts[i : i + per_line]) for i in range(0, len(texts), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _formatter(values, kind):
    """Width of an element, and the function that writes one so wide."""
    if kind != "f":
        width = max(map(len, map(str, values)), default=1)
        return width, lambda value: str(value).rjust(width)
    finite = [value for value in values if value and math.isfinite(value)]
    write = _float_writer(finite)
    width = max(map(len, map(write, finite)), default=1)
    return width, lambda value: write(value).rjust(width)


def _float_writer(finite):
    """How floats are written beside these: with a point and no digits, with decimals, or with an exponent."""
    scientific = PRINT_OPTS.sci_mode
    if scientific is None:
        scientific = _wide_range(finite)
    if scientific and finite:
        return f"{{:.{PRINT_OPTS.precision}e}}".format
    if all(map(float.is_integer, finite)):
        return lambda value: f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"
    return f"{{:.{PRINT_OPTS.precision}f}}".format


def _wide_range(finite):
    """Whether plain decimals would hide small values or run long."""
    if not finite:
        return False
    magnitudes = list(map(abs, finite))
    largest, smallest = max(magnitudes), min(magnitudes)
    return largest / smallest > 1000 or largest > 1e8 or smallest < 1e-4


def _complex_formatter(array):
    real_width, real = _formatter(array.real.ravel().tolist(), "f")
    imag_width, imag = _formatter(array.imag.ravel().tolist(), "f")

    def write(value):
        imag_text = imag(value.imag).lstrip()
        sign = "" if imag_text[0] in "+-" else "+"
        return f"{real(value.real)}{sign}{imag_text}j"

    return real_width + imag_width + 1, write
