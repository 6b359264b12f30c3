"""Activations: the functions that stand between layers.

relu, sigmoid, tanh and softmax are ops of torch itself (borch/ops); here is what is torch.nn.functional's own.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html#non-linear-activation-functions
"""

import math

import numpy as np

from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...ops import rectify
from ...ops.erf import erf_of

NAMESPACE = "torch.nn.functional"
ROOT_HALF = math.sqrt(0.5)
ROOT_2_OVER_PI = math.sqrt(2.0 / math.pi)
CUBIC = 0.044715


def activation(**options):
    """An op of torch.nn.functional alone."""
    return op(kind="same", strict=True, method=False, namespace=NAMESPACE, **options)


# ---------------------------------------------------------------------------------------------------------------- relu
@function(method=False, namespace=NAMESPACE)
def relu(input, inplace=False):
    """max(input, 0), element by element; `inplace` writes it into `input`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html

    >>> import borch as torch
    >>> torch.nn.functional.relu(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    return input.relu_() if inplace else rectify.relu(input)


# ---------------------------------------------------------------------------------------------------------------- gelu
def _gelu_slope(x):
    """The derivative of x * Phi(x): Phi(x) + x * phi(x)."""
    if isinstance(x, Tensor):
        return 0.5 * (1 + OPS["erf"](x * ROOT_HALF)) + x * OPS["exp"](x * x * -0.5) / math.sqrt(2 * math.pi)
    density = x * x
    density *= -0.5
    np.exp(density, out=density)
    density *= 1 / math.sqrt(2 * math.pi)
    density *= x
    slope = erf_of(x * ROOT_HALF)
    slope += 1
    slope *= 0.5
    slope += density
    return slope


def _gelu_tanh_slope(x):
    inner = ROOT_2_OVER_PI * (x + CUBIC * x * x * x)
    tanh = OPS["tanh"](inner)
    return 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * (ROOT_2_OVER_PI * (1 + 3 * CUBIC * x * x))


@activation(input=lambda g, input, approximate: g * (_gelu_slope(input) if approximate == "none" else _gelu_tanh_slope(input)))
def gelu(input, *, approximate="none"):
    """x * Phi(x) with the normal distribution function Phi, or its approximation by tanh (`approximate="tanh"`).

    RuntimeError for another `approximate`. Source: Hendrycks and Gimpel 2016, arXiv:1606.08415;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.gelu.html

    >>> import borch as torch
    >>> torch.nn.functional.gelu(torch.tensor([-1.0, 1.0]))
    tensor([-0.1587,  0.8413])
    """
    if input.dtype.kind != "f":
        from ..._core.dtype import from_numpy

        raise NotImplementedError(f"\"GeluKernelImpl\" not implemented for '{from_numpy(input.dtype).legacy}'")
    if input.dtype == np.float16:
        return gelu.op.fn(input.astype(np.float32), approximate=approximate).astype(np.float16)
    if approximate == "none":
        out = erf_of(input * ROOT_HALF)
        out += 1
        out *= 0.5
        out *= input
        return out
    if approximate != "tanh":
        raise RuntimeError("approximate argument must be either none or tanh.")
    inner = input * input
    inner *= CUBIC
    inner += 1
    inner *= input
    inner *= ROOT_2_OVER_PI
    np.tanh(inner, out=inner)
    inner += 1
    inner *= 0.5
    inner *= input
    return inner


