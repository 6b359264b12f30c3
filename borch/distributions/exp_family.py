"""ExponentialFamily: distributions whose entropy follows from their log normalizer."""

from .._core import engine
from .distribution import Distribution
from .utils import record

__all__ = ["ExponentialFamily"]


class ExponentialFamily(Distribution):
    """Distributions with density `exp(<t(x), theta> - F(theta) + k(x))`; the entropy comes from F and its gradient.

    Source: https://docs.pytorch.org/docs/stable/distributions.html#exponentialfamily

    >>> import borch as torch
    >>> torch.distributions.Exponential(torch.tensor(2.0)).entropy()
    tensor(0.3069)
    """

    @property
    def _natural_params(self):
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        raise NotImplementedError

    def entropy(self):
        """The entropy, from the log normalizer's gradient (Bregman divergence)."""
        result = -self._mean_carrier_measure
        with record():
            params = [p.detach().requires_grad_() for p in self._natural_params]
            normalizer = self._log_normalizer(*params)
            gradients = engine.grad(normalizer.sum(), params, create_graph=True)
        result = result + normalizer
        for p, g in zip(params, gradients, strict=True):
            result = result - (p * g).reshape((*self._batch_shape, -1)).sum(-1)
        return result
