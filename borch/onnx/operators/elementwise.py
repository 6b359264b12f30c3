"""Arithmetic, comparisons, functions of one number, and activations in ONNX."""

import math

import numpy as np

from ..trace import Var
from .table import dtype_of, emits, operand

SAME = {
    "abs": "Abs", "neg": "Neg", "exp": "Exp", "log": "Log", "sqrt": "Sqrt", "reciprocal": "Reciprocal", "floor": "Floor",
    "ceil": "Ceil", "sign": "Sign", "sin": "Sin", "cos": "Cos", "tan": "Tan", "asin": "Asin", "acos": "Acos",
    "atan": "Atan", "sinh": "Sinh", "cosh": "Cosh", "tanh": "Tanh", "asinh": "Asinh", "acosh": "Acosh", "atanh": "Atanh",
    "erf": "Erf", "sigmoid": "Sigmoid", "relu": "Relu", "isnan": "IsNaN", "hardswish": "HardSwish",
    "logical_not": "Not",
}  # fmt: skip


@emits(*SAME)
def same(g, c, input):
    return g.add(SAME[c.name], bools(g, input) if c.name == "logical_not" else input)


def bools(g, x):
    return g.use(x) if x.dtype == np.bool_ else g.cast(x, np.bool_)


@emits("alias", "clone", "_copy", "_cell_state", "detach", "conj", "conj_physical", "contiguous", "real")
def identity(g, c, input, **_):
    return g.use(input)


@emits("to_dtype")
def to_dtype(g, c, input, dtype=None, memory_format=None):
    out = c.outputs[0].dtype
    return g.use(input) if out == input.dtype else g.cast(input, out)


# ----------------------------------------------------------------------------------------------------------- arithmetic
def scaled(g, x, factor, dtype):
    return operand(g, x, dtype) if factor == 1 else g.add("Mul", operand(g, x, dtype), g.use(factor, dtype))


def both(g, kind, x, y, dtype):
    return g.add(kind, operand(g, x, dtype), operand(g, y, dtype))


@emits("add")
def add(g, c, input, other, alpha=1):
    dtype = dtype_of(input, other)
    if dtype == np.bool_:
        return both(g, "Or", input, other, dtype)
    return g.add("Add", operand(g, input, dtype), scaled(g, other, alpha, dtype))


@emits("sub")
def sub(g, c, input, other, alpha=1):
    dtype = dtype_of(input, other)
    return g.add("Sub", operand(g, input, dtype), scaled(g, other, alpha, dtype))


@emits("rsub")
def rsub(g, c, input, other, alpha=1):
    dtype = dtype_of(input, other)
    return g.add("Sub", operand(g, other, dtype), scaled(g, input, alpha, dtype))


@emits("mul", "_scaled")
def mul(g, c, input, other):
    dtype = dtype_of(input, other)
    return both(g, "And" if dtype == np.bool_ else "Mul", input, other, dtype)


@emits("div", "true_divide", "_divided")
def div(g, c, input, other, rounding_mode=None):
    dtype = dtype_of(input, other)
    if rounding_mode is None:
        return both(g, "Div", input, other, dtype)
    if rounding_mode == "floor":
        return floor_divide(g, c, input, other)
    quotient = both(g, "Div", input, other, dtype)
    return quotient if dtype.kind in "iu" else truncated(g, quotient, dtype)


@emits("floor_divide")
def floor_divide(g, c, input, other):
    dtype = dtype_of(input, other)
    if dtype.kind == "f":
        return g.add("Floor", both(g, "Div", input, other, dtype))
    if dtype.kind == "u":
        return both(g, "Div", input, other, dtype)
    rest = both(g, "Mod", input, other, dtype)  # the sign of the divisor, so what is left divides evenly
    return g.add("Div", g.add("Sub", operand(g, input, dtype), rest), operand(g, other, dtype))


@emits("remainder")
def remainder(g, c, input, other):
    dtype = dtype_of(input, other)
    if dtype.kind in "iu":
        return both(g, "Mod", input, other, dtype)
    whole = g.add("Mul", g.add("Floor", both(g, "Div", input, other, dtype)), operand(g, other, dtype))
    return g.add("Sub", operand(g, input, dtype), whole)


@emits("fmod")
def fmod(g, c, input, other):
    dtype = dtype_of(input, other)
    return g.add("Mod", operand(g, input, dtype), operand(g, other, dtype), fmod=1)


@emits("pow")
def power(g, c, input, exponent):
    dtype = dtype_of(input, exponent)
    return both(g, "Pow", input, exponent, dtype)


@emits("square")
def square(g, c, input):
    return g.add("Mul", input, input)


@emits("_mean_over")
def mean_over(g, c, input, count):
    return g.add("Div", input, g.use(count, input.dtype))


@emits("lerp")
def lerp(g, c, input, end, weight):
    step = g.add("Mul", g.add("Sub", end, input), operand(g, weight, input.dtype))
    return g.add("Add", input, step)


@emits("addcmul", "addcdiv")
def addc(g, c, input, tensor1, tensor2, value=1):
    dtype = dtype_of(input, tensor1, tensor2)
    part = both(g, "Mul" if c.name == "addcmul" else "Div", tensor1, tensor2, dtype)
    return g.add("Add", operand(g, input, dtype), scaled(g, part, value, dtype))


def truncated(g, x, dtype):
    return g.add("Mul", g.add("Sign", x), g.add("Floor", g.add("Abs", x)))


@emits("trunc")
def trunc(g, c, input):
    return g.use(input) if input.dtype.kind in "iu" else truncated(g, input, input.dtype)


@emits("frac")
def frac(g, c, input):
    return g.add("Sub", input, truncated(g, input, input.dtype))


@emits("round")
def rounded(g, c, input, decimals=0):
    if not decimals:
        return g.add("Round", input)
    factor = g.use(10.0**decimals, input.dtype)
    return g.add("Div", g.add("Round", g.add("Mul", input, factor)), factor)


@emits("rsqrt")
def rsqrt(g, c, input):
    return g.add("Reciprocal", g.add("Sqrt", input))


@emits("exp2")
def exp2(g, c, input):
    return g.add("Pow", g.use(2, input.dtype), input)


@emits("expm1")
def expm1(g, c, input):
    return g.add("Sub", g.add("Exp", input), g.use(1, input.dtype))


@emits("log1p")
def log1p(g, c, input):
    return g.add("Log", g.add("Add", input, g.use(1, input.dtype)))


@emits("log2", "log10")
def log_to_base(g, c, input):
    return g.add("Div", g.add("Log", input), g.use(math.log(2 if c.name == "log2" else 10), input.dtype))


@emits("erfc")
def erfc(g, c, input):
    return g.add("Sub", g.use(1, input.dtype), g.add("Erf", input))


@emits("hypot")
def hypot(g, c, input, other):
    return g.add("Sqrt", g.add("Add", g.add("Mul", input, input), g.add("Mul", other, other)))


@emits("atan2")
def atan2(g, c, input, other):
    """atan(y / x), half a turn further where x is negative, and a quarter of one where it is zero."""
    dtype = dtype_of(input, other)
    y, x = operand(g, input, dtype), operand(g, other, dtype)
    zero, half = g.use(0, dtype), g.use(math.pi, dtype)
    turn = g.add("Where", g.add("Less", y, zero), g.use(-math.pi, dtype), half)
    angle = g.add("Atan", g.add("Div", y, x))
    angle = g.add("Where", g.add("Less", x, zero), g.add("Add", angle, turn), angle)
    upright = g.add("Where", g.add("Equal", y, zero), zero, g.add("Div", turn, g.use(2, dtype)))
    return g.add("Where", g.add("Equal", x, zero), upright, angle)


@emits("logit")
def logit(g, c, input, eps=None):
    x = g.use(input) if eps is None else clamp(g, c, input, eps, 1 - eps)
    return g.add("Log", g.add("Div", x, g.add("Sub", g.use(1, input.dtype), x)))


@emits("xlogy")
def xlogy(g, c, input, other):
    dtype = dtype_of(input, other)
    x, zero = operand(g, input, dtype), g.use(0, dtype)
    return g.add("Where", g.add("Equal", x, zero), zero, g.add("Mul", x, g.add("Log", operand(g, other, dtype))))


@emits("additive_mask")
def additive_mask(g, c, mask):
    dtype = c.outputs[0].dtype
    return g.add("Where", mask, g.use(0, dtype), g.use(-math.inf, dtype))


@emits("deg2rad", "rad2deg")
def angles(g, c, input):
    factor = math.pi / 180 if c.name == "deg2rad" else 180 / math.pi
    return g.add("Mul", input, g.use(factor, input.dtype))


# ---------------------------------------------------------------------------------------------------------- comparisons
COMPARISONS = {"eq": "Equal", "gt": "Greater", "lt": "Less", "ge": "GreaterOrEqual", "le": "LessOrEqual"}


@emits(*COMPARISONS)
def compare(g, c, input, other):
    return both(g, COMPARISONS[c.name], input, other, dtype_of(input, other))


@emits("ne")
def ne(g, c, input, other):
    return g.add("Not", both(g, "Equal", input, other, dtype_of(input, other)))


@emits("logical_and", "logical_or", "logical_xor")
def logical(g, c, input, other):
    return g.add(c.name.removeprefix("logical_").capitalize(), bools(g, input), bools(g, other))


@emits("bitwise_and", "bitwise_or", "bitwise_xor")
def bitwise(g, c, input, other):
    word, dtype = c.name.removeprefix("bitwise_").capitalize(), dtype_of(input, other)
    if dtype != np.bool_ and g.opset < 18:
        g.unsupported(supported=18)
    return both(g, word if dtype == np.bool_ else "Bitwise" + word, input, other, dtype)


@emits("bitwise_not")
def bitwise_not(g, c, input):
    if input.dtype != np.bool_ and g.opset < 18:
        g.unsupported(supported=18)
    return g.add("Not" if input.dtype == np.bool_ else "BitwiseNot", input)


@emits("isinf", "isposinf", "isneginf", "isfinite")
def infinite(g, c, input):
    if input.dtype.kind != "f":
        g.unsupported("its input is no float")
    signs = {"isposinf": {"detect_negative": 0}, "isneginf": {"detect_positive": 0}}.get(c.name, {})
    found = g.add("IsInf", input, **signs)
    return g.add("Not", g.add("Or", found, g.add("IsNaN", input))) if c.name == "isfinite" else found


@emits("maximum", "minimum")
def extreme(g, c, input, other):
    return both(g, "Max" if c.name == "maximum" else "Min", input, other, dtype_of(input, other))


@emits("clamp", "clamp_min", "clamp_max")
def clamp(g, c, input, min=None, max=None, bound=None):
    if bound is not None:
        min, max = (bound, None) if c.name == "clamp_min" else (None, bound)
    out = g.use(input)
    for kind, limit in (("Max", min), ("Min", max)):
        if limit is not None:
            out = g.add(kind, out, operand(g, limit, input.dtype))
    return out


@emits("where")
def where(g, c, condition, input, other):
    dtype = c.outputs[0].dtype
    values = [cast_to(g, v, dtype) for v in (input, other)]
    return g.add("Where", bools(g, condition), *values)


def cast_to(g, value, dtype):
    return g.cast(value, dtype) if isinstance(value, Var) and value.dtype != dtype else operand(g, value, dtype)


@emits("masked_fill")
def masked_fill(g, c, input, mask, value):
    return g.add("Where", bools(g, mask), cast_to(g, value, input.dtype), input)


@emits("nan_to_num")
def nan_to_num(g, c, input, nan=0.0, posinf=None, neginf=None):
    limits = np.finfo(input.dtype)
    out = g.add("Where", g.add("IsNaN", input), g.use(nan or 0.0, input.dtype), input)
    for value, default, sign in ((posinf, limits.max, "detect_negative"), (neginf, limits.min, "detect_positive")):
        found = g.add("IsInf", input, **{sign: 0})
        out = g.add("Where", found, g.use(default if value is None else value, input.dtype), out)
    return out


# ---------------------------------------------------------------------------------------------------------- activations
@emits("leaky_relu")
def leaky_relu(g, c, input, negative_slope=0.01):
    return g.add("LeakyRelu", input, alpha=float(negative_slope))


@emits("elu", "celu")
def elu(g, c, input, alpha=1.0, **_):
    return g.add(c.name.capitalize(), input, alpha=float(alpha))


@emits("selu")
def selu(g, c, input):
    return g.add("Selu", input)


@emits("_prelu_kernel")
def prelu(g, c, input, weight):
    positive = g.add("Greater", input, g.use(0, input.dtype))
    return g.add("Where", positive, input, g.add("Mul", input, weight))


@emits("gelu")
def gelu(g, c, input, approximate="none"):
    if g.opset >= 20:
        return g.add("Gelu", input, approximate=approximate)

    def number(v):
        return g.use(v, input.dtype)

    if approximate == "tanh":
        cube = g.add("Mul", g.add("Mul", g.add("Mul", input, input), input), number(0.044715))
        inner = g.add("Tanh", g.add("Mul", g.add("Add", input, cube), number(math.sqrt(2 / math.pi))))
    else:
        inner = g.add("Erf", g.add("Mul", input, number(math.sqrt(0.5))))
    return g.add("Mul", g.add("Mul", input, number(0.5)), g.add("Add", inner, number(1)))


@emits("silu")
def silu(g, c, input):
    return g.add("Mul", input, g.add("Sigmoid", input))


@emits("mish")
def mish(g, c, input):
    return g.add("Mul", input, g.add("Tanh", g.add("Softplus", input)))


@emits("hardtanh")
def hardtanh(g, c, input, min_val=-1.0, max_val=1.0):
    return clamp(g, c, input, min_val, max_val)


@emits("hardsigmoid")
def hardsigmoid(g, c, input):
    return g.add("HardSigmoid", input, alpha=1 / 6, beta=0.5)


@emits("softplus")
def softplus(g, c, input, beta=1.0, threshold=20.0):
    x = scaled(g, input, beta, input.dtype)
    value = scaled(g, g.add("Softplus", x), 1 / beta, input.dtype)
    return g.add("Where", g.add("Greater", x, g.use(threshold, input.dtype)), input, value)


@emits("logsigmoid")
def logsigmoid(g, c, input):
    return g.add("Neg", g.add("Softplus", g.add("Neg", input)))


@emits("softshrink", "hardshrink")
def shrink(g, c, input, lambd=0.5):
    return g.add("Shrink", input, lambd=float(lambd), bias=float(lambd) if c.name == "softshrink" else 0.0)


@emits("threshold")
def threshold(g, c, input, threshold, value):
    above = g.add("Greater", input, g.use(threshold, input.dtype))
    return g.add("Where", above, input, g.use(value, input.dtype))


@emits("rrelu")
def rrelu(g, c, input, noise):
    return g.add("Mul", input, noise)


@emits("glu")
def glu(g, c, input, dim=-1):
    half = input.shape[dim] // 2
    value, gate = g.add("Split", input, g.ints((half, half)), outputs=2, axis=int(dim))
    return g.add("Mul", value, g.add("Sigmoid", gate))


# -------------------------------------------------------------------------------------------------------------- in place
@emits("copy", "fill", "fill_number", "fill_element", "filled_number", "filled_element", "zero")
def fill(g, c, input, src=None, value=None):
    given = 0 if c.name == "zero" else src if src is not None else value
    return g.add("Expand", cast_to(g, given, input.dtype), g.shape(input.shape))
