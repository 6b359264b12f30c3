"""The Kumaraswamy distribution."""

from . import constraints
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform
from .uniform import Uniform
from .utils import broadcast_all, euler_constant, torch

__all__ = ["Kumaraswamy"]


def _moment(a, b, n):
    """The n-th moment: b B(1 + n / a, b)."""
    first = 1 + n / a
    return b * torch.exp(first.lgamma() + b.lgamma() - (first + b).lgamma())


class Kumaraswamy(TransformedDistribution):
    """Numbers in (0, 1) with density `a b x**(a - 1) (1 - x**a)**(b - 1)`, a and b the two concentrations.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#kumaraswamy

    >>> import borch as torch
    >>> torch.distributions.Kumaraswamy(torch.tensor(2.0), torch.tensor(1.0)).mean
    tensor(0.6667)
    """

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        base = Uniform(
            torch.full_like(self.concentration0, 0), torch.full_like(self.concentration0, 1),
            validate_args=validate_args,
        )  # fmt: skip
        transforms = [
            PowerTransform(exponent=self.concentration0.reciprocal()),
            AffineTransform(loc=1.0, scale=-1.0),
            PowerTransform(exponent=self.concentration1.reciprocal()),
        ]
        super().__init__(base, transforms, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Kumaraswamy, _instance)
        new.concentration1 = self.concentration1.expand(batch_shape)
        new.concentration0 = self.concentration0.expand(batch_shape)
        return super().expand(batch_shape, _instance=new)

    @property
    def mean(self):
        return _moment(self.concentration1, self.concentration0, 1)

    @property
    def mode(self):
        a, b = self.concentration0, self.concentration1
        log_mode = a.reciprocal() * (-a).log1p() - (-a * b).log1p()  # torch's formula, NaN from concentrations of 1 on
        log_mode[(a < 1) | (b < 1)] = float("nan")
        return log_mode.exp()

    @property
    def variance(self):
        return _moment(self.concentration1, self.concentration0, 2) - torch.pow(self.mean, 2)

    def entropy(self):
        t1 = 1 - self.concentration1.reciprocal()
        t0 = 1 - self.concentration0.reciprocal()
        harmonic = torch.digamma(self.concentration0 + 1) + euler_constant
        return t0 + t1 * harmonic - torch.log(self.concentration1) - torch.log(self.concentration0)
