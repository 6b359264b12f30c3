"""Activations: the functions that stand between layers. Softmax and its kin are in softmax.py.

relu, prelu, celu, selu, sigmoid and tanh are ops of torch itself (borch/ops); the others are torch.nn.functional's own.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html#non-linear-activation-functions
"""

import numpy as np

from ... import _kernels
from ..._core.args import check_tensor, wrap_dim
from ..._core.dtype import from_numpy
from ..._core.mode import mode
from ..._core.numbers import number
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...ops import rectify, wide
from ...ops.both import FOUND_DTYPE, SCALAR_DTYPE, array_of, where
from ...ops.erf import erf_of
from ...ops.rectify import (
    back,
    elu_slope,
    elu_values,
    gelu_gradient,
    gelu_tanh_gradient,
    negative_slope_error,
    passing,
    single,
    with_write,
)
from ...ops.series import in_blocks
from ...random import draws
from ...random.seeding import generator_of

NAMESPACE = "torch.nn.functional"


def activation(word, **options):
    """An op of torch.nn.functional alone; `word` is torch's kernel in the error for dtypes that are no floats."""
    options = {"kind": "same", "strict": True, "reads": ("input",), "fused": True, "namespace": NAMESPACE, **options}
    return op(inplace=False, method=False, refuse={"biwc": word}, **options)


def hidden(word, name, **options):
    """An op behind a function that also has an in-place form (`.write`)."""
    node = options.pop("node", name.capitalize() + "Backward0")
    options = {"refuse": {"biwc": word}, "reads": ("input",), "fused": True, **options}
    return with_write(name=name, node=node, method=False, namespace=None, **options)


def _unary(word, name, refuse=None, **options):
    """An op without settings behind a function that has `inplace`; its node has one name in both forms."""
    refuse = refuse or {"biwc": word}
    node = name.capitalize() + "Backward0"
    return op(kind="same", strict=True, inplace=False, fused=True, name=name, node=node, method=False, namespace=None,
              refuse=refuse, **options)  # fmt: skip


def public(fn):
    return function(method=False, namespace=NAMESPACE)(fn)


def inplace_form(name, fn):
    """`NAME_` as a function: `fn` with inplace=True."""

    def twin(input, *args, **kwargs):
        return fn(input, *args, **kwargs, inplace=True)

    twin.__name__ = twin.__qualname__ = name + "_"
    twin.__doc__ = f"In-place version of `{name}`."
    return public(twin)


# --------------------------------------------------------------------------------------------------- relu and its like
@public
def relu(input, inplace=False):
    """max(input, 0), element by element; `inplace` writes it into `input`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html

    >>> import borch as torch
    >>> torch.nn.functional.relu(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    return input.relu_() if inplace else rectify.relu(input)


relu_ = inplace_form("relu", relu)


def _leaky_input(g, input, negative_slope):
    if isinstance(g, np.ndarray) and g.dtype.kind == "f":
        return _kernels.leaky_relu_gradient(g, array_of(input), negative_slope)
    return passing(g, np.where(array_of(input) > 0, 1.0, negative_slope))


def _leaky_written(g, input, negative_slope):
    if negative_slope < 0:
        raise negative_slope_error(
            "leakyReLu",
            " File an issue at https://github.com/pytorch/pytorch if you do require supporting in-place leakRelu backward "
            "calculation with negative slope",
        )
    return _leaky_input(g, input, negative_slope)


@hidden("leaky_relu_cpu", "leaky_relu", node="LeakyReluBackward0", input=_leaky_input, written=_leaky_written)
def _leaky_relu(input, negative_slope=0.01):
    if input.dtype == np.float16:  # the slope is not rounded to it
        return _kernels.leaky_relu(input.astype(np.float32), negative_slope).astype(np.float16)
    return _kernels.leaky_relu(input, negative_slope)


@public
def leaky_relu(input, negative_slope=0.01, inplace=False):
    """input where it is positive, else negative_slope * input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.leaky_relu.html

    >>> import borch as torch
    >>> torch.nn.functional.leaky_relu(torch.tensor([-1.0, 2.0]), 0.1)
    tensor([-0.1000,  2.0000])
    """
    return _leaky_relu.write(input, negative_slope) if inplace else _leaky_relu(input, negative_slope)


leaky_relu_ = inplace_form("leaky_relu", leaky_relu)


@public
def prelu(input, weight):
    """input where it is positive, else weight * input, with one weight for all channels (axis 1) or one for each.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.prelu.html

    >>> import borch as torch
    >>> torch.nn.functional.prelu(torch.tensor([-1.0, 2.0]), torch.tensor([0.5]))
    tensor([-0.5000,  2.0000])
    """
    check_tensor(input, "prelu")
    check_tensor(weight, "prelu", "weight", 2)
    return rectify.prelu(input, weight)


@hidden("leaky_relu_cpu", "rrelu", node="RreluWithNoiseBackward0", input=lambda g, noise: passing(g, noise))
def _rrelu(input, noise):
    return input * noise


@function(method=False)
@public
def rrelu(input, lower=0.125, upper=1.0 / 3, training=False, inplace=False):
    """leaky_relu whose slope is drawn from [lower, upper) for each element while `training`, else their middle.

    RuntimeError when lower is above upper. Source: Xu et al. 2015, arXiv:1505.00853;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.rrelu.html

    >>> import borch as torch
    >>> torch.nn.functional.rrelu(torch.tensor([-1.0, 2.0]), 0.25, 0.75)
    tensor([-0.5000,  2.0000])
    """
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    x = array_of(input)
    if training and (x.dtype.kind not in "fV" or x.dtype == np.float16):
        raise NotImplementedError(f"\"rrelu_with_noise_out_cpu\" not implemented for '{input.dtype.legacy}'")
    noise = np.ones(x.shape, x.dtype if x.dtype.kind == "f" else np.float32)
    low = x <= 0
    if training:
        noise[low] = draws.uniform(generator_of(None, "rrelu"), (int(np.count_nonzero(low)),), "float64", lower, upper)
    else:
        noise[~(x > 0)] = (lower + upper) / 2
    return _rrelu.write(input, noise) if inplace else _rrelu(input, noise)


rrelu_ = inplace_form("rrelu", rrelu)
function(method=False)(rrelu_)


@public
def threshold(input, threshold, value, inplace=False):
    """input where it is above `threshold`, else `value`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.threshold.html

    >>> import borch as torch
    >>> torch.nn.functional.threshold(torch.tensor([-1.0, 2.0]), 0.5, 20.0)
    tensor([20.,  2.])
    """
    return (rectify.threshold.write if inplace else rectify.threshold)(input, threshold, value)


function(name="_threshold", method=False, namespace=NAMESPACE)(threshold)
threshold_ = inplace_form("threshold", threshold)


# ---------------------------------------------------------------------------------------------------- exponential units
def _elu_written(g, input, alpha):
    if alpha < 0:
        raise negative_slope_error("elu")
    return g * elu_slope(input, alpha)


@hidden("elu_cpu", "elu", input=lambda g, input, alpha: g * elu_slope(input, alpha), written=_elu_written)
def _elu(input, alpha=1.0):
    return elu_values(input, alpha)


@public
def elu(input, alpha=1.0, inplace=False):
    """input where it is positive, else alpha * (exp(input) - 1).

    Source: Clevert, Unterthiner and Hochreiter 2015, arXiv:1511.07289;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.elu.html

    >>> import borch as torch
    >>> torch.nn.functional.elu(torch.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """
    return _elu.write(input, alpha) if inplace else _elu(input, alpha)


@public
def selu(input, inplace=False):
    """The exponential linear unit scaled so that layers keep mean 0 and variance 1.

    Source: Klambauer et al. 2017, arXiv:1706.02515;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.selu.html

    >>> import borch as torch
    >>> torch.nn.functional.selu(torch.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """
    return rectify.selu.write(input) if inplace else rectify.selu(input)


@public
def celu(input, alpha=1.0, inplace=False):
    """input where it is positive, else alpha * (exp(input / alpha) - 1).

    Source: Barron 2017, arXiv:1704.07483;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.celu.html

    >>> import borch as torch
    >>> torch.nn.functional.celu(torch.tensor([-1.0, 2.0]), 2.0)
    tensor([-0.7869,  2.0000])
    """
    return rectify.celu.write(input, alpha) if inplace else rectify.celu(input, alpha)


elu_, selu_, celu_ = inplace_form("elu", elu), inplace_form("selu", selu), inplace_form("celu", celu)


# ---------------------------------------------------------------------------------------------------------------- gelu
def _gelu_input(g, input, approximate):
    return gelu_gradient(g, input) if approximate == "none" else gelu_tanh_gradient(g, input)


def _check_gelu(op, input, approximate):
    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")


@activation("GeluKernelImpl", input=_gelu_input, out_dtype=FOUND_DTYPE, check=_check_gelu)
def gelu(input, *, approximate="none"):
    """x * Phi(x) with the normal distribution function Phi, or its approximation by tanh (`approximate="tanh"`).

    RuntimeError for another `approximate`. Source: Hendrycks and Gimpel 2016, arXiv:1606.08415;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.gelu.html

    >>> import borch as torch
    >>> torch.nn.functional.gelu(torch.tensor([-1.0, 1.0]))
    tensor([-0.1587,  0.8413])
    """
    if input.dtype == np.float16:
        return gelu.op.fn(input.astype(np.float32), approximate=approximate).astype(np.float16)
    if approximate == "none":
        return in_blocks(lambda x: _kernels.gelu(x, erf_of), input, whole=_kernels.compiled)
    if approximate != "tanh":
        _check_gelu(gelu.op, input, approximate)
    return _kernels.gelu_tanh(input)


# --------------------------------------------------------------------------------------------------- clipped and smooth
@op(
    kind="same",
    strict=True,
    refuse={"b": RuntimeError("Bool inputs not supported for hardtanh"),
            "c": NotImplementedError("clamp is not supported for complex types")},
    input=lambda g, input, min_val, max_val: passing(g, ~((array_of(input) <= min_val) | (array_of(input) >= max_val))),
    inplace=False,
    name="hardtanh",
    reads=("input",),
    node="HardtanhBackward0",
    method=False,
    namespace=None,
)  # fmt: skip
def _hardtanh(input, min_val=-1.0, max_val=1.0):
    if input.dtype.kind == "u" and min_val < 0:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    if input.dtype.kind != "f":
        min_val, max_val = input.dtype.type(min_val), input.dtype.type(max_val)
    return _kernels.clip(input, min_val, max_val)


def _clipped(input, min_val, max_val, inplace):
    return _hardtanh.op.inplace((input, min_val, max_val), {}) if inplace else _hardtanh(input, min_val, max_val)


@public
def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """input, cut off at `min_val` and `max_val`. ValueError when min_val is above max_val.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardtanh.html

    >>> import borch as torch
    >>> torch.nn.functional.hardtanh(torch.tensor([-3.0, 0.5, 2.0]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return _clipped(input, min_val, max_val, inplace)


hardtanh_ = inplace_form("hardtanh", hardtanh)


@public
def relu6(input, inplace=False):
    """input, cut off at 0 and 6.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu6.html

    >>> import borch as torch
    >>> torch.nn.functional.relu6(torch.tensor([-3.0, 0.5, 8.0]))
    tensor([0.0000, 0.5000, 6.0000])
    """
    return _clipped(input, 0.0, 6.0, inplace)


def _hardswish_slope(g, input):
    x = array_of(input)
    return g * where(x <= -3, 0.0, where(x < 3, input / 3 + 0.5, 1.0))


@_unary("hardswish_cpu", "hardswish", input=_hardswish_slope)
def _hardswish(input):
    return back(rectify.ramp(single(input), True), input.dtype)


@public
def hardswish(input, inplace=False):
    """input * relu6(input + 3) / 6.

    Source: Howard et al. 2019, arXiv:1905.02244;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardswish.html

    >>> import borch as torch
    >>> torch.nn.functional.hardswish(torch.tensor([-4.0, 1.0, 4.0]))
    tensor([-0.0000, 0.6667, 4.0000])
    """
    return _hardswish.op.inplace((input,), {}) if inplace else _hardswish(input)


@_unary(
    "hardsigmoid_cpu",
    "hardsigmoid",
    input=lambda g, input: passing(g, ((array_of(input) > -3) & (array_of(input) < 3)) / 6),
)
def _hardsigmoid(input):
    return back(rectify.ramp(single(input)), input.dtype)


@public
def hardsigmoid(input, inplace=False):
    """relu6(input + 3) / 6: a sigmoid of three straight pieces.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardsigmoid.html

    >>> import borch as torch
    >>> torch.nn.functional.hardsigmoid(torch.tensor([-4.0, 0.0, 1.5]))
    tensor([0.0000, 0.5000, 0.7500])
    """
    return _hardsigmoid.op.inplace((input,), {}) if inplace else _hardsigmoid(input)


def _silu_input(g, input):
    if not isinstance(input, Tensor) and input.dtype.kind == "f":
        return _kernels.silu_gradient(g, input)
    sigmoid = OPS["sigmoid"](input)
    return g * (sigmoid * (1 + input * (1 - sigmoid)))


@_unary(None, "silu", refuse={"biw": "silu_cpu"}, input=_silu_input)
def _silu(input):
    return back(_kernels.silu(single(input)), input.dtype)


@public
def silu(input, inplace=False):
    """input * sigmoid(input), also called swish.

    RuntimeError when a complex input requires a gradient. Source: Hendrycks and Gimpel 2016, arXiv:1606.08415;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.silu.html

    >>> import borch as torch
    >>> torch.nn.functional.silu(torch.tensor([-1.0, 1.0]))
    tensor([-0.2689,  0.7311])
    """
    if isinstance(input, Tensor) and input._array.dtype.kind == "c" and input.requires_grad and mode.grad:
        raise RuntimeError("silu does not support automatic differentiation for outputs with complex dtype.")
    return _silu.op.inplace((input,), {}) if inplace else _silu(input)


def _mish_input(g, input):
    tanh = OPS["tanh"](OPS["softplus"](input))
    return g * (tanh + input * OPS["sigmoid"](input) * (1 - tanh * tanh))


@_unary("mish_cpu", "mish", input=_mish_input)
def _mish(input):
    x = single(input)
    return back(x * np.tanh(np.logaddexp(x, x.dtype.type(0))), input.dtype)


@public
def mish(input, inplace=False):
    """input * tanh(softplus(input)).

    Source: Misra 2019, arXiv:1908.08681;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.mish.html

    >>> import borch as torch
    >>> torch.nn.functional.mish(torch.tensor([-1.0, 1.0]))
    tensor([-0.3034,  0.8651])
    """
    return _mish.op.inplace((input,), {}) if inplace else _mish(input)


def _softplus_input(g, input, beta, threshold):
    straight = array_of(input) * beta > threshold
    return g * where(straight, 1.0, OPS["sigmoid"](input * beta))


@activation("softplus_cpu", input=_softplus_input, out_dtype=FOUND_DTYPE)
def softplus(input, beta=1.0, threshold=20.0):
    """log(1 + exp(beta * input)) / beta, and input itself where beta * input is above `threshold`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softplus.html

    >>> import borch as torch
    >>> torch.nn.functional.softplus(torch.tensor([-1.0, 30.0]))
    tensor([ 0.3133, 30.0000])
    """
    x = single(input)
    scaled = rectify.times(x, beta)
    bound = number(threshold, x.dtype)
    values = wide.log1p(np.exp(np.minimum(scaled, bound)))
    if beta != 1:
        values = values / x.dtype.type(beta)
    return back(np.where(scaled > bound, x, values), input.dtype)


@activation("log_sigmoid_cpu", out_dtype=SCALAR_DTYPE, node="LogSigmoidBackward0",
    input=lambda g, input: g * OPS["sigmoid"](-input))  # fmt: skip
def logsigmoid(input):
    """log(sigmoid(input)), computed without taking a logarithm of a small number.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.logsigmoid.html

    >>> import borch as torch
    >>> torch.nn.functional.logsigmoid(torch.tensor([-100.0, 0.0]))
    tensor([-100.0000,   -0.6931])
    """
    x = np.asarray(single(input), order="C")  # which torch's result is in too
    return back(np.minimum(x, 0) - wide.log1p(np.exp(-np.abs(x))), input.dtype)


logsigmoid.op.silent = True


@public
def softsign(input):
    """input / (1 + |input|).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softsign.html

    >>> import borch as torch
    >>> torch.nn.functional.softsign(torch.tensor([-1.0, 3.0]))
    tensor([-0.5000,  0.7500])
    """
    return input / (input.abs() + 1)


@public
def tanhshrink(input):
    """input - tanh(input).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.tanhshrink.html

    >>> import borch as torch
    >>> torch.nn.functional.tanhshrink(torch.tensor([-1.0, 3.0]))
    tensor([-0.2384,  2.0049])
    """
    return input - input.tanh()


@activation("softshrink_check", out_dtype=FOUND_DTYPE, input=rectify.shrink_gradient)
def softshrink(input, lambd=0.5):
    """input moved towards 0 by `lambd`, and 0 where it is not further away. RuntimeError for a negative `lambd`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softshrink.html

    >>> import borch as torch
    >>> torch.nn.functional.softshrink(torch.tensor([-1.0, 0.3, 2.0]))
    tensor([-0.5000,  0.0000,  1.5000])
    """
    info = np.finfo(input.dtype)
    if not 0 <= lambd <= float(info.max):
        raise RuntimeError(
            f"lambda must be in range [0, {float(info.max):g}] for input dtype {from_numpy(input.dtype).legacy}, but "
            f"found {lambd:g}"
        )
    if input.dtype == np.float16:
        return softshrink.op.fn(input.astype(np.float32), lambd).astype(np.float16)
    lambd = input.dtype.type(lambd)
    return np.where(np.abs(input) <= lambd, input * 0, input - np.copysign(lambd, input))


@public
def hardshrink(input, lambd=0.5):
    """0 where |input| is at most `lambd`, else input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardshrink.html

    >>> import borch as torch
    >>> torch.nn.functional.hardshrink(torch.tensor([-1.0, 0.3, 2.0]))
    tensor([-1.,  0.,  2.])
    """
    return rectify.hardshrink(input, lambd)


@public
def sigmoid(input):
    """1 / (1 + exp(-input)).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.sigmoid.html

    >>> import borch as torch
    >>> torch.nn.functional.sigmoid(torch.tensor([0.0]))
    tensor([0.5000])
    """
    return OPS["sigmoid"](input)


@public
def tanh(input):
    """The hyperbolic tangent.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.tanh.html

    >>> import borch as torch
    >>> torch.nn.functional.tanh(torch.tensor([0.0, 1.0]))
    tensor([0.0000, 0.7616])
    """
    return OPS["tanh"](input)


def _glu_input(g, input, dim):
    dim = dim % len(input.shape)
    n = input.shape[dim] // 2
    lead = (slice(None),) * dim
    first, gate = input[(*lead, slice(None, n))], OPS["sigmoid"](input[(*lead, slice(n, None))])
    return OPS["cat"]([g * gate, g * first * gate * (1 - gate)], dim)


@activation("glu_cpu", input=_glu_input)
def glu(input, dim=-1):
    """The first half of `input` along `dim` times the sigmoid of the second half.

    RuntimeError when `dim` has an odd length. Source: Dauphin et al. 2016, arXiv:1612.08083;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.glu.html

    >>> import borch as torch
    >>> torch.nn.functional.glu(torch.tensor([1.0, 2.0, 0.0, 0.0]))
    tensor([0.5000, 1.0000])
    """
    if not input.ndim:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = wrap_dim(dim, input.ndim)
    size = input.shape[dim]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    x = single(input)
    lead = (slice(None),) * dim
    return back(x[(*lead, slice(None, size // 2))] / (1 + np.exp(-x[(*lead, slice(size // 2, None))])), input.dtype)
