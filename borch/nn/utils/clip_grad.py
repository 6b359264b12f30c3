"""Gradients kept within bounds: by their total norm, or each element by its value.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html
"""

import types
import warnings

from ..._core.op import OPS
from ..._core.tensor import Tensor
from ...autograd.grad_mode import no_grad
from ...creation import tensor
from ...linalg import vector_norm

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]


def _grads(parameters):
    return [p.grad for p in parameters if p.grad is not None]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The norm of all tensors together, as if they were one vector, as a tensor.

    RuntimeError when it is not finite and `error_if_nonfinite`. `foreach` is accepted.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.get_total_norm.html

    >>> import borch as torch
    >>> torch.nn.utils.get_total_norm([torch.tensor([3.0]), torch.tensor([4.0])])
    tensor(5.)
    """
    tensors = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return tensor(0.0)
    norms = OPS["stack"]([vector_norm(t, norm_type) for t in tensors])
    total = vector_norm(norms, norm_type)
    if error_if_nonfinite and not bool(OPS["isfinite"](total)):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be "
            "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
            "`error_if_nonfinite=False`"
        )
    return total


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    """Scales the gradients, in place, by max_norm / (total_norm + 1e-6) where that is less than one.

    >>> import borch as torch
    >>> p = torch.nn.Parameter(torch.zeros(2))
    >>> p.grad = torch.tensor([3.0, 4.0])
    >>> torch.nn.utils.clip_grads_with_norm_([p], 1.0, torch.tensor(5.0))
    >>> p.grad
    tensor([0.6000, 0.8000])
    """
    parameters = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    grads = _grads(parameters)
    if not grads:
        return
    with no_grad():
        factor = OPS["clamp"](float(max_norm) / (total_norm + 1e-6), max=1.0)
        for g in grads:
            g.mul_(factor)


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """Scales the gradients of `parameters`, in place, so that their total norm is at most `max_norm`; returns that norm.

    RuntimeError when it is not finite and `error_if_nonfinite`. `foreach` is accepted.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html

    >>> import borch as torch
    >>> p = torch.nn.Parameter(torch.zeros(2))
    >>> p.grad = torch.tensor([3.0, 4.0])
    >>> torch.nn.utils.clip_grad_norm_([p], max_norm=1.0)
    tensor(5.)
    >>> p.grad
    tensor([0.6000, 0.8000])
    """
    if isinstance(parameters, Tensor):
        parameters = [parameters]
    else:
        is_generator = isinstance(parameters, types.GeneratorType)
        parameters = list(parameters)
        if is_generator and not parameters:
            warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=3)
    max_norm = float(max_norm)
    with no_grad():
        total = get_total_norm(_grads(parameters), norm_type, error_if_nonfinite, foreach)
        clip_grads_with_norm_(parameters, max_norm, total, foreach)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    """The old name of `clip_grad_norm_`; warns.

    >>> import borch as torch
    >>> w = torch.ones(2, requires_grad=True)
    >>> (w * 3).sum().backward()
    >>> torch.nn.utils.clip_grad_norm([w], 1.0), w.grad
    (tensor(4.2426), tensor([0.7071, 0.7071]))
    """
    warnings.warn(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.",
        FutureWarning,
        stacklevel=2,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Brings each element of the gradients, in place, into [-clip_value, clip_value].

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_value_.html

    >>> import borch as torch
    >>> p = torch.nn.Parameter(torch.zeros(2))
    >>> p.grad = torch.tensor([3.0, -0.5])
    >>> torch.nn.utils.clip_grad_value_([p], 1.0)
    >>> p.grad
    tensor([ 1.0000, -0.5000])
    """
    parameters = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    clip_value = float(clip_value)
    with no_grad():
        for g in _grads(parameters):
            g.clamp_(-clip_value, clip_value)
