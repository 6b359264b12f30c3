"""Probabilities given as `probs` or as `logits`: the one that was given is stored, the other computed when asked for."""

from .._core.size import Size
from .utils import Number, broadcast_all, lazy_property, logits_to_probs, probs_to_logits

BOTH = ("probs", "logits")


def one_of(probs, logits):
    """Raises unless exactly one of the two is given."""
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class Probabilities:
    """The `probs` and `logits` of a distribution: of single events, or with `_is_binary` False of K that exclude each other."""

    _is_binary = True

    def _store(self, probs, logits):
        """Keeps the one that is given; the batch shape that it means."""
        one_of(probs, logits)
        name, given = ("logits", logits) if probs is None else ("probs", probs)
        (tensor,) = broadcast_all(given)
        setattr(self, name, tensor)
        return Size() if isinstance(given, Number) else tensor.size()

    def _store_with_count(self, total_count, probs, logits):
        """Keeps the one that is given, and the number of trials in its shape and dtype; the batch shape."""
        one_of(probs, logits)
        name, given = ("logits", logits) if probs is None else ("probs", probs)
        count, tensor = broadcast_all(total_count, given)
        self.total_count = count.type_as(tensor)
        setattr(self, name, tensor)
        return tensor.size()

    def _expanded(self, shape, names=BOTH):
        """Those of the tensors that are there, expanded to the shape."""
        return {name: self.__dict__[name].expand(shape) for name in names if name in self.__dict__}

    @property
    def _param(self):
        return self.probs if "probs" in self.__dict__ else self.logits

    @property
    def param_shape(self):
        return self._param.size()

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=self._is_binary)

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, is_binary=self._is_binary)
