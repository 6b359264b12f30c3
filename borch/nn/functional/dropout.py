"""Dropout: elements or whole channels set to zero (or to SELU's lowest value) at random, the rest scaled up.

Masks are drawn from the default generator as torch draws them.
Source: https://docs.pytorch.org/docs/stable/nn.functional.html#dropout-functions
"""

import math
import warnings

import numpy as np

from ..._core.args import check_bool
from ..._core.dtype import default
from ..._core.numbers import number
from ..._core.op import OPS, function, op, wrap
from ...ops.assign import SINGLE_AND_DOUBLE
from ...ops.both import constant
from ...random import draws
from ...random.seeding import generator_of

NAMESPACE = "torch.nn.functional"
ALPHA = 1.7580993408473766  # SELU's alpha times its scale


def public(fn):
    return function(method=False, namespace=NAMESPACE)(fn)


def _check_p(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _noise(input, p, features):
    """Ones with probability 1 - p, of input's dtype; one for each channel of each sample when `features`."""
    if not features:
        return OPS["empty_like"](input).bernoulli_(1 - p)
    if input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    shape = (*input._array.shape[:2], *(1,) * (input.dim() - 2))
    return wrap(np.empty(shape, input._array.dtype)).bernoulli_(1 - p)


def _dropped(input, p, train, features=False, alpha=False, inplace=False):
    if p < 0 or p > 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
    if train is not True and train is not False:
        name = "feature_" * features + "alpha_" * alpha + "dropout" + "_" * bool(inplace)
        check_bool(train, name, "train", 3)
    if p == 0 or not train or not input._array.size:
        return input
    if p == 1:
        zero = wrap(np.zeros((), input._array.dtype))
        return input.mul_(zero) if inplace else input * zero
    array = input._array
    if not (features or alpha) and array.dtype in SINGLE_AND_DOUBLE and array.flags.c_contiguous:
        noise = draws.bernoulli(generator_of(None, "bernoulli_"), array.shape, float(1 - p)).astype(array.dtype)
        noise /= number(float(1 - p), array.dtype)
        noise = wrap(noise)
        return input.mul_(noise) if inplace else input * noise
    noise = _noise(input, p, features)
    if not alpha:
        noise.div_(1 - p)
        return input.mul_(noise) if inplace else input * noise
    a = 1.0 / math.sqrt((ALPHA * ALPHA * p + 1) * (1 - p))
    shift = (noise - 1).mul_(ALPHA * a).add_(ALPHA * a * p)
    noise.mul_(a)
    return (input.mul_(noise) if inplace else input * noise).add_(shift)


def _torch_form(name, **settings):
    """torch.NAME(input, p, train) and torch.NAME_."""

    def plain(input, p, train):
        return _dropped(input, p, train, **settings)

    def inplace(input, p, train):
        return _dropped(input, p, train, inplace=True, **settings)

    plain.__doc__ = f"""The `{name}` of torch itself: (input, p, train).

    Source: https://docs.pytorch.org/docs/stable/nn.functional.html#dropout-functions

    >>> import borch as torch
    >>> torch.{name}(torch.ones(1, 2), 0.5, False)
    tensor([[1., 1.]])
    """
    inplace.__doc__ = f"In-place version of `{name}`."
    for fn, public_name in ((plain, name), (inplace, name + "_")):
        fn.__name__ = fn.__qualname__ = public_name
        function(method=False)(fn)


_torch_form("dropout")
_torch_form("feature_dropout", features=True)
_torch_form("alpha_dropout", alpha=True)
_torch_form("feature_alpha_dropout", features=True, alpha=True)


@op(
    outputs=("out", "mask"),
    node="NativeDropoutBackward0",
    method=False,
    namespace=None,
    input=lambda g, mask, scale: g[0] * constant(g[0], mask if isinstance(mask, np.ndarray) else mask._array) * scale,
)
def _native_dropout(input, drawn, scale):
    return (input * drawn * input.dtype.type(scale)).astype(input.dtype, copy=False), drawn


@function(method=False)
def native_dropout(input, p, train):
    """Dropout together with the mask of what was kept: (out, mask).

    >>> import borch as torch
    >>> torch.native_dropout(torch.ones(2), 0.5, False)[1]
    tensor([True, True])
    """
    if train is False:
        drawn, scale = np.ones(input._array.shape, np.bool_), 1.0
    else:
        drawn = OPS["empty_like"](input).bernoulli_(1 - p)._array != 0
        scale = 1 / (1 - p) if p < 1 else 0.0
    out, mask = _native_dropout(input, drawn, scale)
    return out, mask


@op(tensors=("grad_output", "mask"), node="NativeDropoutBackwardBackward0", method=False, namespace=None, kind="same",
    grad_output=lambda g, mask, scale: native_dropout_backward(g, mask, scale))  # fmt: skip
def native_dropout_backward(grad_output, mask, scale):
    """The gradient of native_dropout, by the name it has in torch's dispatcher."""
    if grad_output.dtype.kind not in "fc":
        grad_output = grad_output.astype(default.real.numpy)
    return grad_output * mask * grad_output.dtype.type(scale)


# --------------------------------------------------------------------------------------------- torch.nn.functional's own
@public
def dropout(input, p=0.5, training=True, inplace=False):
    """Each element is zero with probability `p`, else divided by 1 - p; the input itself when not training.

    ValueError when p is not in [0, 1]. Source: Srivastava et al. 2014;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout.html

    >>> import borch as torch
    >>> torch.nn.functional.dropout(torch.ones(3), training=False)
    tensor([1., 1., 1.])
    """
    _check_p(p)
    return _dropped(input, p, training, inplace=inplace)


@public
def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Each element takes SELU's lowest value with probability `p`; then all are scaled so that mean and variance stay.

    ValueError when p is not in [0, 1]. Source: Klambauer et al. 2017, arXiv:1706.02515;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.alpha_dropout.html

    >>> import borch as torch
    >>> torch.nn.functional.alpha_dropout(torch.ones(3))
    tensor([1., 1., 1.])
    """
    _check_p(p)
    return _dropped(input, p, training, alpha=True, inplace=inplace)


@public
def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """alpha_dropout of whole channels of (N, C, ...).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.feature_alpha_dropout.html

    >>> import borch as torch
    >>> torch.nn.functional.feature_alpha_dropout(torch.ones(1, 2))
    tensor([[1., 1.]])
    """
    _check_p(p)
    return _dropped(input, p, training, features=True, alpha=True, inplace=inplace)


def _unbatched(input, p, training, inplace, batched):
    if not batched:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    out = _dropped(input, p, training, features=True, inplace=inplace)
    if batched:
        return out
    return out.squeeze_(0) if inplace else out.squeeze(0)


def _warn_of_axes(name, n, ndim):
    warnings.warn(
        f"{name}: Received a {ndim}-D input to {name}, which is deprecated and will result in an error in a future "
        f"release. To retain the behavior and silence this warning, please use dropout instead. Note that {name} exists to "
        f"provide channel-wise dropout on inputs with {n} spatial dimensions, a channel dimension, and an optional batch "
        f"dimension (i.e. {n + 1}D or {n + 2}D inputs).",
        stacklevel=3,
    )


@public
def dropout1d(input, p=0.5, training=True, inplace=False):
    """Dropout of whole channels of (N, C, L) or (C, L).

    ValueError when p is not in [0, 1], RuntimeError for other shapes.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout1d.html

    >>> import borch as torch
    >>> torch.nn.functional.dropout1d(torch.ones(1, 2), training=False)
    tensor([[1., 1.]])
    """
    _check_p(p)
    ndim = input.dim()
    if ndim not in (2, 3):
        raise RuntimeError(
            f"dropout1d: Expected 2D or 3D input, but received a {ndim}D input. Note that dropout1d exists to provide "
            "channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch "
            "dimension (i.e. 2D or 3D inputs)."
        )
    return _unbatched(input, p, training, inplace, ndim == 3)


@public
def dropout2d(input, p=0.5, training=True, inplace=False):
    """Dropout of whole channels of (N, C, H, W); three axes are taken as (N, C, L), with a warning.

    ValueError when p is not in [0, 1]. Source: Tompson et al. 2014, arXiv:1411.4280;
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout2d.html

    >>> import borch as torch
    >>> torch.nn.functional.dropout2d(torch.ones(1, 1, 1, 2), training=False)
    tensor([[[[1., 1.]]]])
    """
    _check_p(p)
    ndim = input.dim()
    if ndim not in (3, 4):
        _warn_of_axes("dropout2d", 2, ndim)
    elif ndim == 3:
        warnings.warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired - "
            "input is interpreted as shape (N, C, L), where C is the channel dim. This behavior will change in a future "
            "release to interpret the input as one without a batch dimension, i.e. shape (C, H, W). To maintain the 1D "
            "channel-wise dropout behavior, please switch to using dropout1d instead.",
            stacklevel=2,
        )
    return _dropped(input, p, training, features=True, inplace=inplace)


@public
def dropout3d(input, p=0.5, training=True, inplace=False):
    """Dropout of whole channels of (N, C, D, H, W) or (C, D, H, W).

    ValueError when p is not in [0, 1].
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.dropout3d.html

    >>> import borch as torch
    >>> torch.nn.functional.dropout3d(torch.ones(1, 1, 1, 2), training=False)
    tensor([[[[1., 1.]]]])
    """
    _check_p(p)
    ndim = input.dim()
    if ndim not in (4, 5):
        _warn_of_axes("dropout3d", 3, ndim)
    return _unbatched(input, p, training, inplace, ndim == 5)
