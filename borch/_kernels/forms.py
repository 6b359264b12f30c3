"""The kernels on arrays without elements: the form of what each gives, where numpy's way to it would take memory.

From the first such array on, these stand before the kernels of the same names.
"""

import functools

import numpy as np

from .._core.nodata import is_meta
from .numpy.conv import output_size


def _convolve(x, weight, bias, stride, padding, dilation, groups, product):
    return x.like(
        shape=(x.shape[0], weight.shape[0], *output_size(x.shape[2:], weight.shape[2:], stride, padding, dilation))
    )


def _spread(g, weight, bias, size, stride, padding, dilation, groups, product):
    return g.like(shape=(g.shape[0], weight.shape[1] * groups, *size))


def _pooled(x, window):
    return x.like(shape=(*x.shape[: x.ndim - len(window.kernel)], *window.out))


def _max_pool(x, window):
    out = _pooled(x, window)
    return out, out.like(np.dtype(np.int64))


def _same(x, *others):
    return x.like()


FORMS = {
    "convolve": _convolve, "spread": _spread, "max_pool": _max_pool, "max_pool_values": _pooled,
    "average_pool": lambda x, window, divisor: _pooled(x, window),
    "gelu": _same, "gelu_gradient": _same, "gelu_tanh": _same, "gelu_tanh_gradient": _same,
    "silu": _same, "silu_gradient": _same,
    "adam_step": _same, "sgd_step": _same,
}  # fmt: skip


def put(kernels):
    """Puts the forms before the kernels in a namespace of these."""
    for name, form in FORMS.items():
        kernels[name] = _before(kernels[name], form)


def _before(kernel, form):
    @functools.wraps(kernel)
    def either(x, *others, **settings):
        if type(x) is not np.ndarray and is_meta(x):
            return form(x, *others, **settings)
        return kernel(x, *others, **settings)

    return either
