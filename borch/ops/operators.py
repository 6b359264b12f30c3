"""Python's operators on tensors: which op each of them is, and torch's names for the in-place twins.

`x + y` and the others give way to operands of foreign types, as Python expects and as torch does.
"""

import numpy as np

from .._core.dtype import INTEGER
from .._core.op import NUMBER
from .._core.tensor import Tensor
from .._core.wrappers import inplace_operator_wrapper, operator_wrapper
from . import arithmetic, bitwise, clamp, compare, complex, erf, exponential, power, quotient, rounding, trig  # noqa: F401

_BINARY = {
    "__add__": arithmetic.add,
    "__radd__": arithmetic.add,
    "__sub__": arithmetic.sub,
    "__rsub__": arithmetic.rsub,
    "__mul__": arithmetic.mul,
    "__rmul__": arithmetic.mul,
    "__truediv__": quotient.div,
    "__floordiv__": quotient.floor_divide,
    "__mod__": quotient.remainder,
    "__pow__": power.pow,
    "__and__": bitwise.bitwise_and,
    "__rand__": bitwise.bitwise_and,
    "__or__": bitwise.bitwise_or,
    "__ror__": bitwise.bitwise_or,
    "__xor__": bitwise.bitwise_xor,
    "__rxor__": bitwise.bitwise_xor,
    "__lshift__": bitwise.bitwise_left_shift,
    "__rshift__": bitwise.bitwise_right_shift,
    "__eq__": compare.eq,
    "__ne__": compare.ne,
    "__lt__": compare.lt,
    "__le__": compare.le,
    "__gt__": compare.gt,
    "__ge__": compare.ge,
}

# Reflected operators whose op takes its operands in order: 2 ** x is pow(2, x).
_REFLECTED = {
    "__rfloordiv__": quotient.floor_divide,
    "__rmod__": quotient.remainder,
    "__rpow__": power.pow,
    "__rlshift__": bitwise.bitwise_left_shift,
    "__rrshift__": bitwise.bitwise_right_shift,
}

_INPLACE = {
    "__iadd__": arithmetic.add,
    "__isub__": arithmetic.sub,
    "__imul__": arithmetic.mul,
    "__itruediv__": quotient.div,
    "__ifloordiv__": quotient.floor_divide,
    "__imod__": quotient.remainder,
    "__ipow__": power.pow,
    "__iand__": bitwise.bitwise_and,
    "__ior__": bitwise.bitwise_or,
    "__ixor__": bitwise.bitwise_xor,
    "__ilshift__": bitwise.bitwise_left_shift,
    "__irshift__": bitwise.bitwise_right_shift,
}


def _reflected(function):
    forward = operator_wrapper(function)

    def operator(self, other):
        if not isinstance(other, (Tensor, *NUMBER, np.ndarray)):
            return NotImplemented
        return forward(other, self)

    return operator


def _rtruediv(self, other):
    """other / self, which torch computes as the reciprocal times other."""
    if not isinstance(other, (Tensor, *NUMBER)):
        return NotImplemented
    return arithmetic.mul(power.reciprocal(self), other)


def _invert(self):
    if self.dtype.category > INTEGER:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return bitwise.bitwise_not(self)


for _name, _function in _BINARY.items():
    setattr(Tensor, _name, operator_wrapper(_function))
for _name, _function in _REFLECTED.items():
    setattr(Tensor, _name, _reflected(_function))
for _name, _function in _INPLACE.items():
    setattr(Tensor, _name, inplace_operator_wrapper(_function))
Tensor.__rtruediv__ = Tensor.__rdiv__ = _rtruediv
Tensor.__div__, Tensor.__idiv__ = Tensor.__truediv__, Tensor.__itruediv__
Tensor.__neg__ = arithmetic.neg
Tensor.__pos__ = arithmetic.positive
Tensor.__abs__ = arithmetic.abs
Tensor.__invert__ = _invert
