"""A batch norm in evaluation mode folded into the convolution or linear layer before it.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.fuse_conv_bn_eval.html
"""

import copy

from ..._core.op import OPS
from ..parameter import Parameter

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]


def _folded(weight, bias, mean, variance, eps, scale, shift, shape):
    """weight * scale / sqrt(variance + eps), and the bias that goes with it; `shape` lays the factor along weight."""
    like = OPS["zeros_like"](mean)
    bias = like if bias is None else bias
    scale = OPS["ones_like"](mean) if scale is None else scale
    shift = like if shift is None else shift
    factor = scale * OPS["rsqrt"](variance + eps)
    new_weight = (weight * factor.reshape(shape)).to(weight.dtype)
    new_bias = ((bias - mean) * factor + shift).to(bias.dtype)
    return new_weight, new_bias


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """Weight and bias of the convolution that does what convolution and batch norm did; `transpose` for transposed ones.

    >>> import borch as torch
    >>> one = torch.ones(1)
    >>> w, b = torch.nn.utils.fuse_conv_bn_weights(torch.ones(1, 1, 1), None, one, 4 * one, 0.0, one, one)
    >>> w.item(), b.item()
    (0.5, 0.5)
    """
    shape = [1, -1] if transpose else [-1, 1]
    shape += [1] * (conv_w.ndim - 2)
    weight, bias = _folded(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, shape)
    grad = conv_w.requires_grad, conv_b is not None and conv_b.requires_grad
    return Parameter(weight.detach(), grad[0]), Parameter(bias.detach(), grad[1])


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """Weight and bias of the linear layer that does what linear layer and batch norm did.

    >>> import borch as torch
    >>> w, b = torch.ones(1, 2), torch.zeros(1)
    >>> mean, var = torch.tensor([1.0]), torch.tensor([4.0])
    >>> w, b = torch.nn.utils.fuse_linear_bn_weights(w, b, mean, var, 0.0, torch.ones(1), torch.zeros(1))
    >>> w, b
    (Parameter containing:
    tensor([[0.5000, 0.5000]]), Parameter containing:
    tensor([-0.5000]))
    """
    weight, bias = _folded(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, [-1, 1])
    grad = linear_w.requires_grad, linear_b is not None and linear_b.requires_grad
    return Parameter(weight.detach(), grad[0]), Parameter(bias.detach(), grad[1])


def _check_eval(layer, bn):
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A copy of `conv` that does what `conv` and then `bn` did, both in evaluation mode.

    AssertionError when one of them is training.

    >>> import borch as torch
    >>> conv, bn = torch.nn.Conv2d(1, 2, 3).eval(), torch.nn.BatchNorm2d(2).eval()
    >>> torch.nn.utils.fuse_conv_bn_eval(conv, bn)
    Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))
    """
    _check_eval(conv, bn)
    fused = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, transpose
    )
    return fused


def fuse_linear_bn_eval(linear, bn):
    """A copy of `linear` that does what `linear` and then `bn` did, both in evaluation mode.

    AssertionError when one of them is training or their sizes do not go together.

    >>> import borch as torch
    >>> linear, bn = torch.nn.Linear(2, 3).eval(), torch.nn.BatchNorm1d(3).eval()
    >>> fused = torch.nn.utils.fuse_linear_bn_eval(linear, bn)
    >>> x = torch.ones(4, 2)
    >>> torch.allclose(fused(x), bn(linear(x)))
    True
    """
    _check_eval(linear, bn)
    if linear.out_features != bn.num_features and bn.num_features != 1:
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"linear.out_features={linear.out_features} and bn.num_features={bn.num_features}"
        )
    fused = copy.deepcopy(linear)
    fused.weight, fused.bias = fuse_linear_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    )
    return fused
