"""Python's operators on tensors: which op each of them is.

`x + y` and the others give way to operands of foreign types, as Python expects and as torch does.
"""

from .._core.tensor import Tensor
from .._core.wrappers import inplace_operator_wrapper, operator_wrapper
from . import arithmetic

_BINARY = {
    "__add__": arithmetic.add,
    "__radd__": arithmetic.add,
    "__sub__": arithmetic.sub,
    "__rsub__": arithmetic.rsub,
    "__mul__": arithmetic.mul,
    "__rmul__": arithmetic.mul,
}

_INPLACE = {
    "__iadd__": arithmetic.add,
    "__isub__": arithmetic.sub,
    "__imul__": arithmetic.mul,
}

for _name, _function in _BINARY.items():
    setattr(Tensor, _name, operator_wrapper(_function))
for _name, _function in _INPLACE.items():
    setattr(Tensor, _name, inplace_operator_wrapper(_function))
