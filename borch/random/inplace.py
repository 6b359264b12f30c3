"""The methods that fill a tensor with random numbers: Tensor.uniform_, normal_, random_, bernoulli_ ...

What belongs here: in-place ops. Each is recorded as torch records it: what was in the tensor gets no gradient.
"""

import functools

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.mode import mode
from .._core.nodata import is_meta
from .._core.op import OPS, op
from .._core.tensor import Tensor
from .._core.view import check_writable
from . import checked
from .samplers import as_int, zero_gradient
from .seeding import generator_of
from .targets import fill, in_order, not_implemented
from .truncated import trunc_normal


def fills(node=None):
    """Makes the method `name_` of a function of (array, parameters) that gives the new elements."""

    def decorate(fn):
        name = fn.__name__
        op(self=zero_gradient, inplace=True, method=False, namespace=None, node=node, name=name)(fn)
        recorded = OPS[name + "_"]
        fn.__qualname__ = name + "_"

        @functools.wraps(fn)
        def method(self, *args, **kwargs):
            if mode.grad and self.requires_grad:
                return recorded(self, *args, **kwargs)
            check_writable(self, False)
            if is_meta(self._array):
                return recorded(self, *args, **kwargs)
            self._array[...] = fn(self._array, *args, **kwargs)
            self._writes[0] += 1
            return self

        method.__name__, method.op = name + "_", recorded.op
        setattr(Tensor, name + "_", method)
        return fn

    return decorate


def values_of(array, draw):
    if is_meta(array):
        return array
    return dtypes.cast(in_order(array, dtypes.from_numpy(array.dtype), draw), array.dtype)


def as_float(name, word, position, value):
    if isinstance(value, (int, float, np.number, np.bool_)) or (isinstance(value, Tensor) and value.numel() == 1):
        return float(value)
    raise TypeError(f"{name}(): argument '{word}' (position {position}) must be float, not {type_name(value)}")


@fills()
def uniform(self, from_=0.0, to=1.0, *, generator=None):
    """Fills self with uniform numbers in [from, to). RuntimeError for from > to.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(3).uniform_(-1, 1)
    tensor([-0.0075,  0.5364, -0.8230])
    """
    low, high = as_float("uniform_", "from", 1, from_), as_float("uniform_", "to", 2, to)
    generator = generator_of(generator, "uniform_")

    def draw(shape, dtype, contiguous):
        checked.check_uniform_bounds(dtype, low, high)
        return checked.uniform(generator, low, high)(shape, dtype, contiguous)

    return values_of(self, draw)


@fills()
def normal(self, mean=0.0, std=1.0, *, generator=None):
    """Fills self with normal numbers. RuntimeError for a negative std.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(3).normal_(mean=10.0, std=0.1)
    tensor([10.1541,  9.9707,  9.7821])
    """
    mean, std = as_float("normal_", "mean", 1, mean), as_float("normal_", "std", 2, std)
    return values_of(self, checked.normal(generator_of(generator, "normal_"), mean, std))


@fills()
def exponential(self, lambd=1.0, *, generator=None):
    """Fills self with exponential numbers of rate lambd. RuntimeError unless lambd > 0 and self is floating point.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(3).exponential_(2.0)
    tensor([1.7542, 0.6152, 0.3075])
    """
    rate = as_float("exponential_", "lambd", 1, lambd)
    return values_of(self, checked.exponential(generator_of(generator, "exponential_"), rate))


@fills()
def cauchy(self, median=0.0, sigma=1.0, *, generator=None):
    """Fills self with Cauchy numbers. RuntimeError unless sigma > 0 and self is floating point.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(3).cauchy_()
    tensor([10.5977,  0.7648, -0.1283])
    """
    median, sigma = as_float("cauchy_", "median", 1, median), as_float("cauchy_", "sigma", 2, sigma)
    return values_of(self, checked.cauchy(generator_of(generator, "cauchy_"), median, sigma))


@fills()
def log_normal(self, mean=1.0, std=2.0, *, generator=None):
    """Fills self with numbers whose logarithms are normal with mean and std. RuntimeError unless std > 0.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(3).log_normal_()
    tensor([5.9263e+01, 1.5116e+00, 3.4819e-02])
    """
    mean, std = as_float("log_normal_", "mean", 1, mean), as_float("log_normal_", "std", 2, std)
    return values_of(self, checked.log_normal(generator_of(generator, "log_normal_"), mean, std))


@fills()
def geometric(self, p, *, generator=None):
    """Fills self with the numbers of trials up to the first success of probability p. RuntimeError unless 0 < p < 1.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(5).geometric_(0.5)
    tensor([1., 1., 2., 1., 1.])
    """
    p = as_float("geometric_", "p", 1, p)
    return values_of(self, checked.geometric(generator_of(generator, "geometric_"), p))


@fills(node="BernoulliBackward2")
def bernoulli(self, p=0.5, *, generator=None):
    """Fills self with ones of probability p, a number or a tensor that broadcasts to self, and zeros.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(5).bernoulli_(0.5)
    tensor([0., 0., 1., 0., 0.])
    """
    generator = generator_of(generator, "bernoulli_")
    if not isinstance(p, Tensor):
        return values_of(self, checked.bernoulli(generator, as_float("bernoulli_", "p", 1, p)))
    chances = expand(dtypes.widen(p._array), self.shape)
    return dtypes.cast(checked.bernoulli_tensor(generator, chances, p.dtype, self), self.dtype)


def expand(array, shape):
    """`array` broadcast to `shape`, with the error of Tensor.expand."""
    if array.ndim > len(shape):
        raise RuntimeError(
            f"expand({list(array.shape)}, size={list(shape)}): the number of sizes provided ({len(shape)}) must be "
            f"greater or equal to the number of dimensions in the tensor ({array.ndim})"
        )
    for i in range(1, array.ndim + 1):
        if array.shape[-i] not in (1, shape[-i]):
            raise RuntimeError(
                f"The expanded size of the tensor ({shape[-i]}) must match the existing size ({array.shape[-i]}) at "
                f"non-singleton dimension {len(shape) - i}.  Target sizes: {list(shape)}.  Tensor sizes: "
                f"{list(array.shape)}"
            )
    return np.broadcast_to(array, shape)


@fills(node="RandomBackward2")
def random(self, low=None, high=None, *, generator=None):
    """Fills self with integers in [low, high), or up to the largest that its dtype can hold.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(5).random_(1, 7)
    tensor([3., 4., 6., 1., 2.])
    """
    generator = generator_of(generator, "random_")
    if high is not None:
        draw = checked.integers(generator, low or 0, high)
    else:
        draw = checked.random(generator) if low is None else checked.random_from(generator, low)
    return values_of(self, draw)


def _with_from(method):
    """`from` is no name that a Python function can have."""

    def uniform_(self, *args, **kwargs):
        if "from" in kwargs:
            kwargs["from_"] = kwargs.pop("from")
        return method(self, *args, **kwargs)

    uniform_.__doc__, uniform_.op = method.__doc__, method.op
    return uniform_


def _random_(self, *args, generator=None, **bounds):
    """Fills self with random integers: `random_()` up to the largest that the dtype can hold exactly, `random_(to)` in
    [0, to), `random_(from, to)` in [from, to).

    RuntimeError for bounds that the dtype cannot hold.

    >>> import borch as torch
    >>> generator = torch.manual_seed(0)
    >>> torch.empty(5).random_(1, 7)
    tensor([3., 4., 6., 1., 2.])
    """
    if len(args) == 1 and "to" not in bounds:
        bounds["to"] = args[0]
    elif args:
        bounds.update(zip(("from", "to"), args, strict=False))
    low, high = bounds.pop("from", None), bounds.pop("to", None)
    if bounds or len(args) > 2:
        raise TypeError("random_() takes (), (to) or (from, to), and the keyword generator")
    low = None if low is None else as_int("random_", "from", 1, low)
    high = None if high is None else as_int("random_", "to", 1 if low is None else 2, high)
    return _random_between(self, low, high, generator=generator)


_random_between = Tensor.random_
Tensor.uniform_ = _with_from(Tensor.uniform_)
_random_.op, _random_.__name__, _random_.__qualname__ = Tensor.random_.op, "random_", "random_"
Tensor.random_ = _random_


def trunc_normal_(tensor, mean, std, a, b, generator=None):
    """Fills `tensor` with normal numbers within [a, b]; what nn.init.trunc_normal_ does without its warning."""
    if tensor.is_meta:
        return tensor.normal_(generator=generator)
    generator = generator_of(generator, "trunc_normal_")

    compact = np.empty_like(tensor._array, order="K").flags.c_contiguous  # torch redraws into a buffer laid out so

    def draw(shape, dtype, contiguous):
        if not dtype.is_floating_point:
            raise not_implemented("normal_kernel_cpu", dtype)
        return trunc_normal(generator, shape, dtype.name, mean, std, a, b, contiguous, compact)

    check_writable(tensor, False)
    fill(tensor._array, tensor.dtype, draw)
    tensor._writes[0] += 1
    return tensor
