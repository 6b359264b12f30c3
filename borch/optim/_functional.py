"""The steps of optimizers as functions of lists of tensors, under the names and with the arguments that torch has for them.

Source: https://github.com/pytorch/pytorch/blob/v2.13.0/torch/optim/_functional.py
"""

from .._core.mode import mode
from .._core.tensor import Tensor
from ..autograd.grad_mode import no_grad
from . import adam as _adam
from . import sgd as _sgd
from .optimizer import number

__all__ = ["adam", "adamw", "sgd"]

_ABSENT = ("adadelta", "adagrad", "adamax", "asgd", "nadam", "radam", "rmsprop", "rprop", "sparse_adam")


def __getattr__(name):
    if name in _ABSENT:
        raise NotImplementedError(
            f"torch.optim._functional.{name} is not implemented in borch: the class in torch.optim takes the step itself"
        )
    raise AttributeError(f"module 'torch.optim._functional' has no attribute '{name}'")


def _check(params, grad_scale, found_inf, differentiable=False, capturable=False):
    if grad_scale is not None or found_inf is not None or differentiable or capturable:
        raise NotImplementedError(
            "grad_scale, found_inf, differentiable and capturable are not implemented here in borch"
        )
    if mode.grad and any(p.requires_grad and p.is_leaf for p in params):
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")


def adam(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, foreach=None, capturable=False,
         differentiable=False, fused=None, grad_scale=None, found_inf=None, has_complex=False,
         decoupled_weight_decay=False, *, amsgrad, beta1, beta2, lr, weight_decay, eps, maximize):  # fmt: skip
    """One step of Adam on lists of tensors, which are written to; RuntimeError unless `state_steps` holds tensors."""
    if not all(isinstance(t, Tensor) for t in state_steps):
        raise RuntimeError("API has changed, `state_steps` argument must contain a list of singleton tensors")
    _check(params, grad_scale, found_inf, differentiable, capturable)
    names = ("exp_avg", "exp_avg_sq", "step", "max_exp_avg_sq")
    lists = (exp_avgs, exp_avg_sqs, state_steps, max_exp_avg_sqs if amsgrad else state_steps)
    states = [dict(zip(names, state, strict=True)) for state in zip(*lists, strict=True)]
    with no_grad():
        _adam.adam(
            params, grads, states, None, amsgrad=amsgrad, beta1=number(beta1), beta2=number(beta2), lr=number(lr),
            weight_decay=weight_decay, eps=eps, maximize=maximize, decoupled=decoupled_weight_decay,
        )  # fmt: skip


def adamw(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, foreach=None, capturable=False,
          differentiable=False, fused=None, grad_scale=None, found_inf=None, has_complex=False, **options):  # fmt: skip
    """One step of AdamW: `adam` with its weight decay apart from the gradient."""
    adam(
        params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, foreach, capturable, differentiable, fused,
        grad_scale, found_inf, has_complex, True, **options,
    )  # fmt: skip


def sgd(params, d_p_list, momentum_buffer_list, has_sparse_grad=False, foreach=None, fused=None, grad_scale=None,
        found_inf=None, *, weight_decay, momentum, lr, dampening, nesterov, maximize):  # fmt: skip
    """One step of SGD on lists of tensors, which are written to; buffers that are None are made."""
    _check(params, grad_scale, found_inf)
    with no_grad():
        _sgd.sgd(
            params, d_p_list, momentum_buffer_list, weight_decay=weight_decay, momentum=momentum, lr=number(lr),
            dampening=dampening, nesterov=nesterov, maximize=maximize,
        )  # fmt: skip
