"""Initial values of parameters, drawn as torch draws them.

Source: https://docs.pytorch.org/docs/stable/nn.init.html
"""

import math
import warnings

from .._core.op import OPS
from ..autograd.grad_mode import no_grad
from ..random.inplace import trunc_normal_ as _truncated

_GAINS = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
_PLAIN = (
    "linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid",
)  # fmt: skip


def calculate_gain(nonlinearity, param=None):
    """The factor by which a nonlinearity wants its layer's weights enlarged.

    >>> import borch as torch
    >>> torch.nn.init.calculate_gain("tanh")
    1.6666666666666667
    """
    if nonlinearity in _PLAIN:
        return 1
    if nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    if nonlinearity == "leaky_relu":
        if param is None:
            slope = 0.01
        elif not isinstance(param, bool) and isinstance(param, (int, float)):
            slope = param
        else:
            raise ValueError(f"negative_slope {param} not a valid number")
        return math.sqrt(2.0 / (1 + slope**2))
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


def _calculate_fan_in_and_fan_out(tensor):
    if tensor.ndim < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of {['fan_in', 'fan_out']}")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == "fan_in" else fan_out


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    """Fills with draws from the uniform distribution on [a, b).

    >>> import borch as torch
    >>> bool((torch.nn.init.uniform_(torch.empty(3)) < 1).all())
    True
    """
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    """Fills with draws from the normal distribution.

    >>> import borch as torch
    >>> torch.nn.init.normal_(torch.empty(3), std=0.0)
    tensor([0., 0., 0.])
    """
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """Fills with draws from the normal distribution, cut to [a, b].

    >>> import borch as torch
    >>> bool((torch.nn.init.trunc_normal_(torch.empty(9)).abs() <= 2).all())
    True
    """
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn(
            "mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect.",
            stacklevel=2,
        )
    with no_grad():
        return _truncated(tensor, mean, std, a, b, generator)


def constant_(tensor, val):
    """Fills with one value.

    >>> import borch as torch
    >>> torch.nn.init.constant_(torch.empty(2), 3)
    tensor([3., 3.])
    """
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    """Fills with ones.

    >>> import borch as torch
    >>> torch.nn.init.ones_(torch.empty(2))
    tensor([1., 1.])
    """
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """Fills with zeros.

    >>> import borch as torch
    >>> torch.nn.init.zeros_(torch.empty(2))
    tensor([0., 0.])
    """
    return constant_(tensor, 0.0)


def eye_(tensor):
    """Makes a matrix the identity.

    >>> import borch as torch
    >>> torch.nn.init.eye_(torch.empty(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with no_grad():
        return tensor.copy_(OPS["eye"](*tensor.shape, dtype=tensor.dtype))


def dirac_(tensor, groups=1):
    """Makes a convolution's weight (3 to 5 axes) pass its inputs through.

    >>> import borch as torch
    >>> torch.nn.init.dirac_(torch.empty(1, 1, 3))
    tensor([[[0., 1., 0.]]])
    """
    if tensor.ndim not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.shape[0] % groups:
        raise ValueError("dim 0 must be divisible by groups")
    out_channels = tensor.shape[0] // groups
    centre = tuple(s // 2 for s in tensor.shape[2:])
    with no_grad():
        tensor.zero_()
        for g in range(groups):
            for d in range(min(out_channels, tensor.shape[1])):
                tensor[(g * out_channels + d, d, *centre)] = 1
    return tensor


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Uniform within gain * sqrt(6 / (fan_in + fan_out)). Source: Glorot and Bengio 2010.

    >>> import borch as torch
    >>> bool((torch.nn.init.xavier_uniform_(torch.empty(3, 3)).abs() <= 1).all())
    True
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    """Normal with std gain * sqrt(2 / (fan_in + fan_out)). Source: Glorot and Bengio 2010.

    >>> import borch as torch
    >>> torch.nn.init.xavier_normal_(torch.empty(2, 2), gain=0.0)
    tensor([[0., 0.],
            [0., 0.]])
    """
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)), generator)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Uniform within gain * sqrt(3 / fan). Source: He et al. 2015, arXiv:1502.01852.

    >>> import borch as torch
    >>> bool((torch.nn.init.kaiming_uniform_(torch.empty(3, 6)).abs() <= 1).all())
    True
    """
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    bound = math.sqrt(3.0) * calculate_gain(nonlinearity, a) / math.sqrt(fan)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Normal with std gain / sqrt(fan). Source: He et al. 2015, arXiv:1502.01852.

    >>> import borch as torch
    >>> torch.nn.init.kaiming_normal_(torch.empty(2, 3)).shape
    torch.Size([2, 3])
    """
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=2)
        return tensor
    fan = _calculate_correct_fan(tensor, mode)
    return normal_(tensor, 0, calculate_gain(nonlinearity, a) / math.sqrt(fan), generator)


def orthogonal_(tensor, gain=1, generator=None):
    """Makes rows or columns orthonormal. Source: Saxe et al. 2013, arXiv:1312.6120.

    >>> import borch as torch
    >>> w = torch.nn.init.orthogonal_(torch.empty(2, 3))
    >>> torch.allclose(w @ w.T, torch.eye(2), atol=1e-6)
    True
    """
    if tensor.ndim < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows, columns = tensor.shape[0], tensor.numel() // tensor.shape[0]
    with no_grad():
        flat = tensor.new_empty((rows, columns)).normal_(0, 1, generator=generator)
        if rows < columns:
            flat = flat.t()
        from ..linalg import qr

        q, r = qr(flat)
        q = q * r.diagonal().sign()
        if rows < columns:
            q = q.t()
        tensor.copy_(q.reshape(tensor.shape))
        return tensor.mul_(gain)


def sparse_(tensor, sparsity, std=0.01, generator=None):
    """Normal, with a fraction `sparsity` of each column set to zero. Source: Martens 2010.

    >>> import borch as torch
    >>> int((torch.nn.init.sparse_(torch.empty(4, 1), 0.5) == 0).sum())
    2
    """
    if tensor.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for c in range(columns):
            tensor[OPS["randperm"](rows)[:zeros], c] = 0
    return tensor


# ----------------------------------------------------------------------------------------------- names without underscore
def _deprecated(function, *arguments, size="2, 2"):
    """A function under its old name, which warns; the arguments are those of its example."""
    name = function.__name__.removesuffix("_")

    def old(*args, **kwargs):
        warnings.warn(f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`.", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    old.__name__ = old.__qualname__ = name
    call = ", ".join(["w", *map(str, arguments)])
    old.__doc__ = f"""The old name of `{name}_`; warns.

    >>> import borch as torch
    >>> w = torch.empty({size})
    >>> torch.nn.init.{name}({call}) is w
    True
    """
    return old


constant, dirac, eye = _deprecated(constant_, 0.5), _deprecated(dirac_, size="2, 2, 3"), _deprecated(eye_)
uniform, normal, orthogonal = map(_deprecated, (uniform_, normal_, orthogonal_))
sparse = _deprecated(sparse_, 0.5)
kaiming_normal, kaiming_uniform = map(_deprecated, (kaiming_normal_, kaiming_uniform_))
xavier_normal, xavier_uniform = map(_deprecated, (xavier_normal_, xavier_uniform_))


_no_grad_trunc_normal_ = trunc_normal_  # the names by which published programs import them
_no_grad_uniform_, _no_grad_normal_ = uniform_, normal_
