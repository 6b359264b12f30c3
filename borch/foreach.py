"""torch._foreach_*: an op on each tensor of a list. `NAME` gives a tuple of results, `NAME_` writes into the tensors.

torch hides these names and optimizers by other authors call them. Each is the op itself, once a tensor.
"""

from numbers import Number

from ._core.op import NAMESPACES
from ._core.tensor import Tensor

UNARY = (
    "abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1", "floor", "frac", "lgamma", "log",
    "log10", "log1p", "log2", "neg", "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "tan", "tanh",
    "trunc",
)  # fmt: skip
BINARY = {  # the method, and whether there is an alpha
    "add": ("add", True), "sub": ("sub", True), "mul": ("mul", False), "div": ("div", False), "pow": ("pow", False),
    "maximum": ("clamp_min", False), "minimum": ("clamp_max", False), "clamp_min": ("clamp_min", False),
    "clamp_max": ("clamp_max", False),
}  # fmt: skip
THIRD = ("addcmul", "addcdiv")


def tensors(values, position=0):
    """The list, once it is known to hold tensors."""
    if not isinstance(values, (list, tuple)):
        raise TypeError(f"argument 'self' (position 1) must be tuple of Tensors, not {type(values).__name__}")
    for k, t in enumerate(values):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {k} in argument {position}, but got {type(t).__name__}")
    if not values:
        raise RuntimeError("Tensor list must have at least one tensor.")
    return values


def operands(self, other):
    """One operand for each tensor: the elements of a list, or the same number or 0-dim tensor for all."""
    if isinstance(other, (list, tuple)):
        if len(other) != len(self):
            if other and isinstance(other[0], Tensor):
                raise RuntimeError(
                    f"Tensor lists must have the same number of tensors, got {len(self)} and {len(other)}"
                )
            raise RuntimeError("Tensor list must have same number of elements as scalar list.")
        return other
    if isinstance(other, Tensor) and other.dim():
        raise RuntimeError(
            f"scalar tensor expected to be 0 dim but it has {other.dim()} dimensions and {other.numel()} elements."
        )
    return [other] * len(self)


def each(self, inplace, make):
    """What `make` gives for each tensor and its place; in place the list itself, when all were written to."""
    results = [make(k, t) for k, t in enumerate(tensors(self))]
    return self if inplace else tuple(results)


def method(name, inplace):
    return getattr(Tensor, name + "_" * inplace)


def unary(name, inplace):
    op = method(name, inplace)
    return lambda self: each(self, inplace, lambda k, t: op(t))


def binary(name, inplace):
    word, scaled = BINARY[name]
    op = method(word, inplace)

    def call(self, other, alpha):
        if not isinstance(other, (Number, Tensor, list, tuple)):
            raise TypeError(f"_foreach_{name}() received an invalid combination of arguments")
        if name == "pow" and isinstance(self, Number):
            return tuple(self**t for t in tensors(other))
        values = operands(tensors(self), other)
        options = {"alpha": alpha} if scaled and alpha != 1 else {}
        return each(self, inplace, lambda k, t: op(t, values[k], **options))

    def function(self, *args, alpha=1, **kwargs):
        words = [word for word in ("other", "scalar", "scalars", "exponent") if word in kwargs]
        if len(args) + len(words) != 1 or len(kwargs) != len(words) or (alpha != 1 and not scaled):
            raise TypeError(f"_foreach_{name}() received an invalid combination of arguments")
        return call(self, *(args or (kwargs[words[0]],)), alpha)

    return function


def third(name, inplace):
    op = method(name, inplace)

    def function(self, tensor1, tensor2, value=1, *, scalars=None):
        first, second = operands(tensors(self), tensor1), operands(self, tensor2)
        value = value if scalars is None else scalars
        if isinstance(value, Tensor):
            value = value.tolist()
        values = operands(self, value)
        return each(self, inplace, lambda k, t: op(t, first[k], second[k], value=values[k]))

    return function


def lerp(inplace):
    op = method("lerp", inplace)

    def function(self, tensors1, weight=None, *, weights=None, scalars=None):
        weight = next(w for w in (weight, weights, scalars) if w is not None)
        ends, values = operands(tensors(self), tensors1), operands(self, weight)
        return each(self, inplace, lambda k, t: op(t, ends[k], values[k]))

    return function


def norm(self, ord=2, dtype=None):
    vector_norm = NAMESPACES["torch.linalg"]["vector_norm"]
    return each(self, False, lambda k, t: vector_norm(t, ord, dtype=dtype))


def powsum(self, ord=2, dtype=None):
    return each(self, False, lambda k, t: t.to(dtype or t.dtype).abs().pow(ord).sum())


def max(self):
    return each(self, False, lambda k, t: t.max())


def clone(self, *, memory_format=None):
    return each(self, False, lambda k, t: t.clone(memory_format=memory_format))


def copy_(self, src, non_blocking=False):
    sources = operands(tensors(self), src)
    return each(self, True, lambda k, t: t.copy_(sources[k], non_blocking))


def mm(self, mat2):
    if not isinstance(mat2, (list, tuple)):
        name = type(mat2).__name__
        raise TypeError(f"_foreach_mm(): argument 'mat2' (position 2) must be tuple of Tensors, not {name}")
    if not self or not mat2:
        raise RuntimeError("_foreach_mm requires non-empty tensor lists")
    if len(self) != len(mat2):
        raise RuntimeError("_foreach_mm: self and mat2 must have the same number of tensors")
    return each(self, False, lambda k, t: t.mm(mat2[k]))


def zero_(self):
    return each(self, True, lambda k, t: t.zero_())


OTHERS = {"clone": clone, "copy_": copy_, "max": max, "mm": mm, "norm": norm, "powsum": powsum, "zero_": zero_}
NAMES = sorted(
    {f"_foreach_{name}{end}" for name in (*UNARY, *BINARY, *THIRD, "lerp") for end in ("", "_")}
    | {f"_foreach_{name}" for name in OTHERS}
)


def make(name):
    """The function `torch.NAME`, NAME one of `NAMES`."""
    word = name.removeprefix("_foreach_")
    if word in OTHERS:
        function = OTHERS[word]
    else:
        inplace, word = word.endswith("_"), word.removesuffix("_")
        if word == "lerp":
            function = lerp(inplace)
        else:
            function = (unary if word in UNARY else binary if word in BINARY else third)(word, inplace)
    function.__name__ = function.__qualname__ = name
    return function
