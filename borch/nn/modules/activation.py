"""Activations as modules. Softmax and its kin are in softmax.py.

Source: https://docs.pytorch.org/docs/stable/nn.html#non-linear-activations-weighted-sum-nonlinearity
"""

import warnings

from ...creation import empty
from .. import init
from ..functional import activation as F
from ..parameter import Parameter
from .module import Module


class _Inplace(Module):
    """An activation whose one setting is whether it writes into its input."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return self.function(input, inplace=self.inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_Inplace):
    """max(x, 0).

    >>> import borch as torch
    >>> torch.nn.ReLU()(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """

    __constants__ = ["inplace"]
    function = staticmethod(F.relu)


class SELU(_Inplace):
    """The scaled exponential unit. Source: Klambauer et al. 2017, arXiv:1706.02515.

    >>> import borch as torch
    >>> torch.nn.SELU()(torch.tensor([-1.0, 2.0]))
    tensor([-1.1113,  2.1014])
    """

    __constants__ = ["inplace"]
    function = staticmethod(F.selu)


class SiLU(_Inplace):
    """x * sigmoid(x). Source: Hendrycks and Gimpel 2016, arXiv:1606.08415.

    >>> import borch as torch
    >>> torch.nn.SiLU()(torch.tensor([-1.0, 1.0]))
    tensor([-0.2689,  0.7311])
    """

    __constants__ = ["inplace"]
    function = staticmethod(F.silu)


class Mish(_Inplace):
    """x * tanh(softplus(x)). Source: Misra 2019, arXiv:1908.08681.

    >>> import borch as torch
    >>> torch.nn.Mish()(torch.tensor([-1.0, 1.0]))
    tensor([-0.3034,  0.8651])
    """

    __constants__ = ["inplace"]
    function = staticmethod(F.mish)


class Hardswish(_Inplace):
    """x * relu6(x + 3) / 6. Source: Howard et al. 2019, arXiv:1905.02244.

    >>> import borch as torch
    >>> torch.nn.Hardswish()(torch.tensor([1.0, 4.0]))
    tensor([0.6667, 4.0000])
    """

    __constants__ = ["inplace"]
    function = staticmethod(F.hardswish)

    def extra_repr(self):
        return ""


class Hardsigmoid(_Inplace):
    """relu6(x + 3) / 6.

    >>> import borch as torch
    >>> torch.nn.Hardsigmoid()(torch.tensor([-4.0, 1.5]))
    tensor([0.0000, 0.7500])
    """

    __constants__ = ["inplace"]
    function = staticmethod(F.hardsigmoid)

    def extra_repr(self):
        return ""


class LeakyReLU(Module):
    """x where positive, else negative_slope * x.

    >>> import borch as torch
    >>> torch.nn.LeakyReLU(0.1)(torch.tensor([-1.0, 2.0]))
    tensor([-0.1000,  2.0000])
    """

    __constants__ = ["inplace", "negative_slope"]

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class _Exponential(Module):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        return self.function(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class ELU(_Exponential):
    """x where positive, else alpha * (exp(x) - 1). Source: Clevert et al. 2015, arXiv:1511.07289.

    >>> import borch as torch
    >>> torch.nn.ELU()(torch.tensor([-1.0, 2.0]))
    tensor([-0.6321,  2.0000])
    """

    __constants__ = ["alpha", "inplace"]
    function = staticmethod(F.elu)


class CELU(_Exponential):
    """x where positive, else alpha * (exp(x / alpha) - 1). Source: Barron 2017, arXiv:1704.07483.

    >>> import borch as torch
    >>> torch.nn.CELU(2.0)(torch.tensor([-1.0, 2.0]))
    tensor([-0.7869,  2.0000])
    """

    __constants__ = ["alpha", "inplace"]
    function = staticmethod(F.celu)


class Threshold(Module):
    """x where it is above `threshold`, else `value`.

    >>> import borch as torch
    >>> torch.nn.Threshold(0.5, 20.0)(torch.tensor([-1.0, 2.0]))
    tensor([20.,  2.])
    """

    __constants__ = ["threshold", "value", "inplace"]

    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        return f"threshold={self.threshold}, value={self.value}" + (", inplace=True" if self.inplace else "")


class RReLU(Module):
    """leaky_relu with slopes drawn from [lower, upper) in training. Source: Xu et al. 2015, arXiv:1505.00853.

    >>> import borch as torch
    >>> torch.nn.RReLU(0.25, 0.75).eval()(torch.tensor([-1.0, 2.0]))
    tensor([-0.5000,  2.0000])
    """

    __constants__ = ["lower", "upper", "inplace"]

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self):
        return f"lower={self.lower}, upper={self.upper}" + (", inplace=True" if self.inplace else "")


class Hardtanh(Module):
    """x, cut off at `min_val` and `max_val`.

    >>> import borch as torch
    >>> torch.nn.Hardtanh()(torch.tensor([-3.0, 0.5]))
    tensor([-1.0000,  0.5000])
    """

    __constants__ = ["min_val", "max_val", "inplace"]

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None):
        super().__init__()
        for old, value in (("min", min_value), ("max", max_value)):
            if value is not None:
                warnings.warn(
                    f"keyword argument `{old}_value` is deprecated and renamed to `{old}_val`",
                    FutureWarning,
                    stacklevel=2,
                )
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError(f"max_val ({self.max_val}) must be greater than min_val ({self.min_val})")

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}" + (", inplace=True" if self.inplace else "")


class ReLU6(Hardtanh):
    """x, cut off at 0 and 6.

    >>> import borch as torch
    >>> torch.nn.ReLU6()(torch.tensor([-3.0, 8.0]))
    tensor([0., 6.])
    """

    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class GELU(Module):
    """x * Phi(x); `approximate="tanh"` for the approximation by tanh.

    >>> import borch as torch
    >>> torch.nn.GELU()(torch.tensor([-1.0, 1.0]))
    tensor([-0.1587,  0.8413])
    """

    __constants__ = ["approximate"]

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Softplus(Module):
    """log(1 + exp(beta * x)) / beta, x itself where beta * x is above `threshold`.

    >>> import borch as torch
    >>> torch.nn.Softplus()(torch.tensor([-1.0, 30.0]))
    tensor([ 0.3133, 30.0000])
    """

    __constants__ = ["beta", "threshold"]

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class _Shrink(Module):
    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return self.function(input, self.lambd)

    def extra_repr(self):
        return str(self.lambd)


class Softshrink(_Shrink):
    """x moved towards 0 by `lambd`, 0 where it is nearer.

    >>> import borch as torch
    >>> torch.nn.Softshrink()(torch.tensor([-1.0, 0.3]))
    tensor([-0.5000,  0.0000])
    """

    __constants__ = ["lambd"]
    function = staticmethod(F.softshrink)


class Hardshrink(_Shrink):
    """x, and 0 where |x| is at most `lambd`.

    >>> import borch as torch
    >>> torch.nn.Hardshrink()(torch.tensor([-1.0, 0.3]))
    tensor([-1.,  0.])
    """

    __constants__ = ["lambd"]
    function = staticmethod(F.hardshrink)


class PReLU(Module):
    """x where positive, else weight * x, with one learned weight or one for each channel (axis 1).

    Source: He et al. 2015, arXiv:1502.01852.

    >>> import borch as torch
    >>> torch.nn.PReLU()(torch.tensor([-1.0, 2.0]))
    tensor([-0.2500,  2.0000], grad_fn=<PreluKernelBackward0>)
    """

    __constants__ = ["num_parameters"]

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(empty(num_parameters, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self):
        """Sets every weight to `init`."""
        init.constant_(self.weight, self.init)

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class GLU(Module):
    """The first half along `dim` times the sigmoid of the second. Source: Dauphin et al. 2016, arXiv:1612.08083.

    >>> import borch as torch
    >>> torch.nn.GLU()(torch.tensor([1.0, 2.0, 0.0, 0.0]))
    tensor([0.5000, 1.0000])
    """

    __constants__ = ["dim"]

    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.glu(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class _Plain(Module):
    """An activation without settings."""

    def forward(self, input):
        return self.function(input)


class Sigmoid(_Plain):
    """1 / (1 + exp(-x)).

    >>> import borch as torch
    >>> torch.nn.Sigmoid()(torch.zeros(1))
    tensor([0.5000])
    """

    function = staticmethod(F.sigmoid)


class Tanh(_Plain):
    """The hyperbolic tangent.

    >>> import borch as torch
    >>> torch.nn.Tanh()(torch.ones(1))
    tensor([0.7616])
    """

    function = staticmethod(F.tanh)


class LogSigmoid(_Plain):
    """log(sigmoid(x)).

    >>> import borch as torch
    >>> torch.nn.LogSigmoid()(torch.zeros(1))
    tensor([-0.6931])
    """

    function = staticmethod(F.logsigmoid)


class Softsign(_Plain):
    """x / (1 + |x|).

    >>> import borch as torch
    >>> torch.nn.Softsign()(torch.tensor([3.0]))
    tensor([0.7500])
    """

    function = staticmethod(F.softsign)


class Tanhshrink(_Plain):
    """x - tanh(x).

    >>> import borch as torch
    >>> torch.nn.Tanhshrink()(torch.tensor([3.0]))
    tensor([2.0049])
    """

    function = staticmethod(F.tanhshrink)
