"""The public functions that make random tensors: torch.rand, randn, randint, normal, bernoulli, multinomial ...

What belongs here: names, arguments and docs of functions; methods that draw in place are in inplace.py.
"""

import operator

import numpy as np

from .._core import dtype as dtypes
from .._core.args import broadcast_shape, type_name
from .._core.op import function, like, op, resize_out, wrap
from .._core.results import refuse_recording
from .._core.tensor import Tensor
from . import checked, draws, rejection
from .seeding import generator_of
from .targets import check_tensor, into, make, make_like, memory_order, not_implemented, size_of


def is_plain(dtype, out, options):
    """Whether a call asks for float32 numbers in a tensor of its own, and for nothing else."""
    return dtype is None and out is None and not options and dtypes.default.real is dtypes.float32


@function(method=False)
def rand(*size, generator=None, out=None, dtype=None, **options):
    """Uniform numbers in [0, 1). Shape: `size`, ints or one tuple; dtype: a floating or complex one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.rand(2, 3)
    tensor([[0.4963, 0.7682, 0.0885],
            [0.1320, 0.3074, 0.6341]])
    """
    shape = size_of(size, options.pop("size", None) if options else None, "rand")
    generator = generator_of(generator, "rand")
    if is_plain(dtype, out, options):
        return wrap(draws.uniform(generator, shape))
    draw = checked.uniform(generator)
    return make("rand", draw, shape, dtype, dtypes.default.real, out=out, **options)


@function(method=False)
def randn(*size, generator=None, out=None, dtype=None, **options):
    """Standard normal numbers; complex ones have variance 1 in all. Shape: `size`, ints or one tuple.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randn(4)
    tensor([ 1.5410, -0.2934, -2.1788,  0.5684])
    """
    shape = size_of(size, options.pop("size", None) if options else None, "randn")
    generator = generator_of(generator, "randn")
    if is_plain(dtype, out, options):
        return wrap(draws.normal(generator, shape))
    draw = checked.normal(generator)
    return make("randn", draw, shape, dtype, dtypes.default.real, out=out, **options)


@function(method=False)
def randint(*args, generator=None, out=None, dtype=None, **options):
    """Integers in [low, high), all equally likely: `randint(high, size)` or `randint(low, high, size)`; int64 unless
    `dtype` says otherwise.

    RuntimeError when low >= high or the dtype cannot hold the bounds.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randint(3, 10, (4,))
    tensor([7, 6, 3, 5])
    """
    position = "" if "size" in options else f" (position {len(args)})"
    low, high, size = _bounds("randint", args, options)
    if not isinstance(size, (tuple, list)):
        raise TypeError(f"randint(): argument 'size'{position} must be tuple of ints, not {type_name(size)}")
    shape = size_of((size,), None, "randint")
    generator = generator_of(generator, "randint")
    if dtype is None and out is None and not options and low < high:
        return wrap(draws.integers(generator, low, high, shape))
    draw = checked.integers(generator, low, high)
    return make("randint", draw, shape, dtype, dtypes.int64, out=out, **options)


def _bounds(name, args, options):
    """low, high and what follows them, from positions or names."""
    if len(args) == 3 and not options:
        low, high, _ = args
        if type(low) is int and type(high) is int and -(2**63) <= low < high < 2**63:
            return args
    words = ["low", "high", "size"]
    given = list(args)
    if "low" not in options and len(given) + sum(w in options for w in words) < 3:
        words[0] = 0
    values = []
    for word in words:
        if word == 0:
            values.append(0)
        elif word in options:
            values.append(options.pop(word))
        elif given:
            values.append(given.pop(0))
        else:
            raise TypeError(f'{name}() missing 1 required positional arguments: "{word}"')
    low = as_int(name, "low", 1, values[0])
    high = as_int(name, "high", 2 if words[0] else 1, values[1])
    return low, high, values[2]


def as_int(name, word, position, value):
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}(): argument '{word}' (position {position}) must be int, not {type_name(value)}")
    value = operator.index(value)
    if not -(2**63) <= value < 2**63:
        raise ValueError("Overflow when unpacking long long")
    return value


@function(method=False)
def randperm(n, *, generator=None, out=None, dtype=None, **options):
    """A random permutation of 0 ... n-1, of shape (n,); int64 unless `dtype` says otherwise.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randperm.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randperm(4)
    tensor([0, 1, 3, 2])
    """
    n = as_int("randperm", "n", 1, n)
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    generator = generator_of(generator, "randperm")
    if dtype is None and out is None and not options:
        return wrap(draws.permutation(generator, n))

    def draw(shape, dtype, contiguous):
        if dtype is dtypes.int64:
            return draws.permutation(generator, n)
        digits = draws.DIGITS.get(dtype.name)
        if dtype.is_complex or dtype.name == "bool":
            raise not_implemented("randperm", dtype)
        if digits is not None and n > 2**digits + 1:
            raise RuntimeError(f"n cannot be greater than {2**digits + 1} for {dtype.legacy} type.")
        if digits is None and n > np.iinfo(dtype.numpy).max:
            raise RuntimeError(f"value cannot be converted to type {dtype.name}_t without overflow")
        return draws.permutation(generator, n)

    return make("randperm", draw, (n,), dtype, dtypes.int64, out=out, **options)


@function(method=False)
def rand_like(input, *, generator=None, dtype=None, **options):
    """Uniform numbers in [0, 1) in a tensor of `input`'s shape and dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand_like.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.rand_like(torch.ones(3))
    tensor([0.4963, 0.7682, 0.0885])
    """
    draw = checked.uniform(generator_of(generator, "rand_like"))
    return make_like("rand_like", draw, input, dtype, **options)


@function(method=False)
def randn_like(input, *, generator=None, dtype=None, **options):
    """Standard normal numbers in a tensor of `input`'s shape and dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn_like.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randn_like(torch.ones(3))
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    draw = checked.normal(generator_of(generator, "randn_like"))
    return make_like("randn_like", draw, input, dtype, **options)


@function(method=False)
def randint_like(input, *args, generator=None, dtype=None, **options):
    """Integers in [low, high) in a tensor of `input`'s shape and dtype: `randint_like(input, high)` or
    `randint_like(input, low, high)`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint_like.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.randint_like(torch.ones(3), 10)
    tensor([4., 9., 3.])
    """
    options["size"] = None
    low, high, _ = _bounds("randint_like", args, options)
    draw = checked.integers(generator_of(generator, "randint_like"), low, high)
    return make_like("randint_like", draw, input, dtype, **options)


# ------------------------------------------------------------------------------------------------ parameters in tensors
def zero_gradient(g):
    """The gradient of what was drawn with respect to its parameters, as torch defines it: none flows."""
    return like(g, np.zeros_like(g._array if isinstance(g, Tensor) else g))


@function(method=False)
def normal(mean, std=1.0, size=None, *, generator=None, out=None, **options):
    """Normal numbers with means and standard deviations: tensors that broadcast, or numbers; for two numbers `size`
    is the shape. The dtype is the mean's, where that is a tensor.

    RuntimeError for a negative std. Source: https://docs.pytorch.org/docs/stable/generated/torch.normal.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.normal(torch.tensor([0.0, 10.0, 100.0]), 0.5)
    tensor([ 0.7705,  9.8533, 98.9106])
    """
    generator = generator_of(generator, "normal")
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        if size is not None or options:
            raise TypeError("normal() takes a size, dtype or device only where mean and std are numbers")
        kind = 3 if isinstance(mean, Tensor) and isinstance(std, Tensor) else 1 if isinstance(mean, Tensor) else 2
        if out is not None:
            return _normal_into(out, mean, std, generator)
        return _NORMAL[kind](mean, std, generator=generator)
    if not isinstance(size, (tuple, list)):
        raise TypeError("normal() with numbers for mean and std needs the argument 'size', a tuple of ints")
    shape = size_of((size,), None, "normal")
    draw = checked.normal(generator, mean, std)
    return make("normal", draw, shape, options.pop("dtype", None), dtypes.default.real, out=out, **options)


def _check_deviation(std):
    if not isinstance(std, np.ndarray):
        checked.check_std(float(std))
    elif std.dtype.kind == "c":
        raise RuntimeError("normal expects standard deviation to be non-complex")
    elif not (dtypes.widen(std) >= 0).all():
        raise RuntimeError("normal expects all elements of std >= 0.0")


def _normal_into(out, mean, std, generator):
    """Draws in the dtype of `out` and in the order of its memory, then multiplies and adds there.

    Where `std` is a number, the shape of `out` counts as that of an operand.
    """
    if not isinstance(out, Tensor):
        raise TypeError(f"normal(): argument 'out' must be Tensor, not {type_name(out)}")
    refuse_recording("normal", out, mean, std)
    number = not isinstance(std, Tensor)
    _check_deviation(std if number else std._array)
    shape = broadcast_shape(np.shape(getattr(mean, "_array", mean)), (out if number else std)._array.shape)
    if out._array.shape != shape:
        resize_out(out, shape)
    out.normal_(0.0, float(std) if number else 1.0, generator=generator)
    if not number:
        out.mul_(std)
    return out.add_(mean if isinstance(mean, Tensor) else wrap(dtypes.cast(np.asarray(mean), out._array.dtype)))


def _normal(mean, std, *, generator):
    """Draws standard normals, then multiplies and adds in two steps, each rounded to the result's dtype."""
    tensor_std = isinstance(std, np.ndarray)
    dtype = dtypes.from_numpy((mean if isinstance(mean, np.ndarray) else std).dtype)
    _check_deviation(std)
    shape = broadcast_shape(np.shape(mean), np.shape(std))
    drawn = checked.normal(generator, 0.0, 1.0 if tensor_std else std)(shape, dtype, True)
    compute = drawn.dtype.type
    if tensor_std:
        drawn = _rounded(drawn * dtypes.widen(std).astype(compute), dtype)
    mean = dtypes.widen(mean).astype(compute) if isinstance(mean, np.ndarray) else _rounded(compute(mean), dtype)
    return dtypes.cast(_rounded(drawn + mean, dtype), dtype.numpy)


def _rounded(values, dtype):
    return draws.round_to(values, dtype.name) if dtype.is_floating_point else values


def _normal_op(kind, **formulas):
    return op(tensors=("mean", "std"), namespace=None, method=False, name=f"normal_{kind}",
              node=f"NormalBackward{kind}", **formulas)(_normal)  # fmt: skip


_NORMAL = {
    1: _normal_op(1, mean=zero_gradient),
    2: _normal_op(2, std=zero_gradient),
    3: _normal_op(3, mean=zero_gradient, std=zero_gradient),
}


@op(input=zero_gradient, namespace=None, method=False, name="bernoulli_of", node="BernoulliBackward0")
def _bernoulli(input, *, generator):
    dtype = dtypes.from_numpy(input.dtype)
    drawn = checked.bernoulli_tensor(generator, dtypes.widen(input), dtype, np.empty(input.shape, bool))
    return dtypes.cast(drawn, input.dtype)


@function()
def bernoulli(input, p=None, *, generator=None, out=None):
    """Ones and zeros: ones with the probabilities in `input`, or all with probability `p`. Shape and dtype of `input`.

    RuntimeError for a probability outside [0, 1].
    Source: https://docs.pytorch.org/docs/stable/generated/torch.bernoulli.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.bernoulli(torch.tensor([0.1, 0.5, 0.9]))
    tensor([0., 0., 1.])
    """
    check_tensor("bernoulli", input)
    generator = generator_of(generator, "bernoulli")
    if out is not None:
        refuse_recording("bernoulli", input, out)
        draw = checked.bernoulli(generator, p) if p is not None else _chances(generator, input, out)
        return into("bernoulli", out, draw, input._array.shape)
    if p is None:
        return _bernoulli(input, generator=generator)
    values = checked.bernoulli(generator, p)(input._array.shape, input.dtype, True)
    return wrap(dtypes.cast(values, input._array.dtype))


def _chances(generator, input, out):
    """What draws ones with the probabilities in `input`, in the order of the memory of `out`."""

    def draw(shape, dtype, contiguous):
        drawn = checked.bernoulli_tensor(generator, dtypes.widen(input._array), input.dtype, out._array)
        return drawn if contiguous else drawn.transpose(memory_order(out._array))

    return draw


@function()
def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    """Indices drawn with probabilities proportional to each row of `input`, which need not sum to one.

    input: (N, K) or (K,), floating point. Gives int64 of shape (N, num_samples) or (num_samples,). RuntimeError for
    weights that are negative, infinite, NaN or all zero, and for more samples than K without replacement.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.multinomial.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.multinomial(torch.tensor([0.0, 10.0, 3.0, 0.0]), 2)
    tensor([1, 2])
    """
    check_tensor("multinomial", input)
    num_samples = as_int("multinomial", "num_samples", 2, num_samples)
    if out is not None and out.dtype is not dtypes.int64:
        raise RuntimeError(f"multinomial expects Long tensor out, got: {out.dtype.legacy}")
    p = dtypes.widen(input._array)
    _check_weights(p, input.dtype, num_samples, replacement)
    drawn = draws.multinomial(generator_of(generator, "multinomial"), p, num_samples, replacement, input.dtype.name)
    if out is not None:
        if out._array.shape != drawn.shape:
            resize_out(out, drawn.shape, silent=True)
        out._array[...] = drawn
        out._writes[0] += 1
        return out
    return wrap(drawn)


def _check_weights(p, dtype, num_samples, replacement):
    if p.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if not dtype.is_floating_point:
        raise RuntimeError(f"multinomial only supports floating-point dtypes for input, got: {dtype.legacy}")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > p.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if p.shape[-1] > 2**24:
        raise RuntimeError("number of categories cannot exceed 2^24")
    if p.shape[-1] == 0 and num_samples > 1:
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    if p.shape[-1] == 0:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
        )
    if replacement and num_samples > 1:
        if not (p >= 0).all():
            raise RuntimeError("invalid multinomial distribution (encountering probability entry < 0)")
        if not np.isfinite(p).all():
            raise RuntimeError("invalid multinomial distribution (encountering probability entry = infinity or NaN)")
    elif not ((p >= 0) & (p < np.inf)).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if (p.sum(-1) == 0).any():
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")


@op(input=zero_gradient, method=False)
def poisson(input, generator=None):
    """Counts with the Poisson rates in `input`; shape and dtype of `input`, which must be floating point.

    RuntimeError for a negative rate. Source: https://docs.pytorch.org/docs/stable/generated/torch.poisson.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.poisson(torch.tensor([1.0, 20.0, 300.0]))
    tensor([  2.,  28., 316.])
    """
    dtype = dtypes.from_numpy(input.dtype)
    if not dtype.is_floating_point:
        raise not_implemented("poisson_cpu", dtype)
    rate = dtypes.widen(input)
    if not (rate >= 0).all():
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    return dtypes.cast(rejection.poisson(generator_of(generator, "poisson"), rate, dtype.name), input.dtype)


@op(count=zero_gradient, prob=zero_gradient, method=False)
def binomial(count, prob, generator=None):
    """Numbers of successes in `count` trials of probability `prob`, tensors of one floating dtype that broadcast.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.binomial.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.binomial(torch.tensor([10.0, 100.0]), torch.tensor([0.5, 0.1]))
    tensor([ 7., 11.])
    """
    for word, value in (("count", count), ("prob", prob)):
        dtype = dtypes.from_numpy(value.dtype)
        if not dtype.is_floating_point:
            raise ValueError(f"binomial only supports floating-point dtypes for {word}, got: {dtype.legacy}")
    dtype = dtypes.from_numpy(count.dtype)
    if dtype.name in ("float16", "bfloat16"):
        raise not_implemented("binomial_cpu", dtype)
    return rejection.binomial(generator_of(generator, "binomial"), count, prob, dtype.name)


def _gamma_gradient(g, self, out):
    from .reparameterized import _standard_gamma_grad

    return g * _standard_gamma_grad(self, out)


@op(self=_gamma_gradient, method=False)
def _standard_gamma(self, generator=None):
    """Gamma numbers of scale 1 with the shapes in self, a float32 or float64 tensor.

    >>> import borch as torch
    >>> torch._standard_gamma(torch.ones(3)).shape
    torch.Size([3])
    """
    dtype = dtypes.from_numpy(self.dtype)
    if dtype.name not in ("float32", "float64"):
        raise not_implemented("gamma_cpu", dtype)
    return rejection.gamma(generator_of(generator, "_standard_gamma"), self, dtype.name)


@op(self=lambda g: _no_gradient("_sample_dirichlet"), method=False, node="NotImplemented")
def _sample_dirichlet(self, generator=None):
    """Points on the simplex with the concentrations in the last axis of self, a float32 or float64 tensor.

    >>> import borch as torch
    >>> torch._sample_dirichlet(torch.ones(2, 3)).shape
    torch.Size([2, 3])
    """
    dtype = dtypes.from_numpy(self.dtype)
    if dtype.name not in ("float32", "float64"):
        raise not_implemented("dirichlet", dtype)
    return rejection.dirichlet(generator_of(generator, "_sample_dirichlet"), self, dtype.name)


def _no_gradient(name):
    raise RuntimeError(f"derivative for aten::{name} is not implemented")
