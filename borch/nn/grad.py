"""Gradients of convolutions with respect to their input or weight, as functions.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html
"""

from .._core.op import OPS
from ..autograd import grad
from ..autograd.grad_mode import enable_grad
from .functional import conv

__all__ = ["conv1d_input", "conv1d_weight", "conv2d_input", "conv2d_weight", "conv3d_input", "conv3d_weight"]


def _through(name, input, weight, grad_output, wanted, settings):
    with enable_grad():
        tensors = [input.detach(), weight.detach()]
        tensors[wanted].requires_grad_()
        output = getattr(conv, name)(*tensors, None, *settings)
    return grad(output, tensors[wanted], grad_output)[0]


def _functions(n):
    name = f"conv{n}d"

    def conv_input(input_size, weight, grad_output, stride=1, padding=0, dilation=1, groups=1):
        input = OPS["zeros"](tuple(input_size), dtype=grad_output.dtype)
        return _through(name, input, weight, grad_output, 0, (stride, padding, dilation, groups))

    def conv_weight(input, weight_size, grad_output, stride=1, padding=0, dilation=1, groups=1):
        weight = OPS["zeros"](tuple(weight_size), dtype=grad_output.dtype)
        return _through(name, input, weight, grad_output, 1, (stride, padding, dilation, groups))

    for function, what in ((conv_input, "input"), (conv_weight, "weight")):
        function.__name__ = function.__qualname__ = f"{name}_{what}"
        function.__doc__ = f"The gradient of {name} with respect to its {what}, given that of its output."
    return conv_input, conv_weight


conv1d_input, conv1d_weight = _functions(1)
conv2d_input, conv2d_weight = _functions(2)
conv3d_input, conv3d_weight = _functions(3)
