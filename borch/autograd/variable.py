"""torch.autograd.Variable: what tensors that record were called before they all could. Calling it gives a Tensor.

Source: https://docs.pytorch.org/docs/stable/autograd.html#variable-deprecated
"""

import warnings

from .._core import engine
from .._core.args import type_name
from .._core.op import wrap
from .._core.tensor import Tensor

__all__ = ["Variable"]


class _VariableMeta(type):
    def __call__(cls, data=None, requires_grad=False, volatile=False):
        if volatile:
            warnings.warn(
                "volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", stacklevel=2
            )
        if data is None:
            return Tensor()
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type_name(data)}")
        if requires_grad and not (data.is_floating_point() or data.is_complex()):
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        return wrap(data._array).requires_grad_(requires_grad)

    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor)


class _ExecutionEngine:
    """What hands gradients on: here the way to be called when that is done."""

    @staticmethod
    def queue_callback(callback):
        """Calls `callback()` at the end of the backward pass that is under way; RuntimeError when none is."""
        if not engine.running:
            raise RuntimeError("Final callbacks can only be installed during backward pass.")
        engine.running[-1][0].callbacks.append(callback)


class Variable(metaclass=_VariableMeta):
    """A Tensor on the same memory as `data`, outside its graph, that requires a gradient if asked for.

    TypeError unless `data` is a Tensor.

    >>> import borch as torch
    >>> torch.autograd.Variable(torch.ones(2), requires_grad=True)
    tensor([1., 1.], requires_grad=True)
    >>> isinstance(torch.ones(2), torch.autograd.Variable)
    True
    """

    _execution_engine = _ExecutionEngine()
