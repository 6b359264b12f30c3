"""What a tensor is: questions answered with a bool or an int, as functions.

Source: https://docs.pytorch.org/docs/stable/torch.html#tensors
"""

from itertools import pairwise

import numpy as np

from .._core import dtype as dtypes
from .._core.args import as_number, type_name
from .._core.device import memory_format
from .._core.op import function, wrap
from .._core.tensor import Tensor
from .strides import by_stride


@function(method=False)
def is_tensor(obj):
    """Whether `obj` is a tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_tensor.html

    >>> import borch as torch
    >>> torch.is_tensor(torch.zeros(1)), torch.is_tensor(1)
    (True, False)
    """
    return isinstance(obj, Tensor)


@function(method=False)
def is_storage(obj):
    """Whether `obj` is a storage.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_storage.html

    >>> import borch as torch
    >>> torch.is_storage(torch.zeros(1).untyped_storage())
    True
    """
    from ..storage import TypedStorage, UntypedStorage

    return isinstance(obj, (UntypedStorage, TypedStorage))


def _checked(input, name):
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    return input


@function(method=False)
def numel(input):
    """The number of elements.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.numel.html

    >>> import borch as torch
    >>> torch.numel(torch.zeros(2, 3))
    6
    """
    return _checked(input, "numel").numel()


@function(method=False)
def is_floating_point(input):
    """Whether the dtype is a floating point one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_floating_point.html

    >>> import borch as torch
    >>> torch.is_floating_point(torch.zeros(1))
    True
    """
    return _checked(input, "is_floating_point").is_floating_point()


@function(method=False)
def is_complex(input):
    """Whether the dtype is a complex one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_complex.html

    >>> import borch as torch
    >>> torch.is_complex(torch.tensor(1j))
    True
    """
    return _checked(input, "is_complex").is_complex()


@function(method=False)
def is_signed(input):
    """Whether the dtype can hold negative values.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_signed.html

    >>> import borch as torch
    >>> torch.is_signed(torch.tensor(True))
    False
    """
    return _checked(input, "is_signed").is_signed()


@function()
def is_nonzero(input):
    """Whether the one element is not zero; RuntimeError when there is not exactly one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_nonzero.html

    >>> import borch as torch
    >>> torch.is_nonzero(torch.tensor([0.0]))
    False
    """
    return bool(_checked(input, "is_nonzero"))


@function()
def is_same_size(input, other):
    """Whether both tensors have the same shape.

    Source: https://docs.pytorch.org/docs/stable/tensors.html

    >>> import borch as torch
    >>> torch.is_same_size(torch.zeros(2), torch.zeros(2, 1))
    False
    """
    return _checked(input, "is_same_size")._array.shape == _checked(other, "is_same_size")._array.shape


@function()
def get_device(input):
    """-1: the number of the device of a tensor on the CPU.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.get_device.html

    >>> import borch as torch
    >>> torch.zeros(1).get_device()
    -1
    """
    _checked(input, "get_device")
    return -1


@function()
def is_distributed(input):
    """False: tensors are in one process.

    Source: https://docs.pytorch.org/docs/stable/tensors.html

    >>> import borch as torch
    >>> torch.is_distributed(torch.zeros(1))
    False
    """
    _checked(input, "is_distributed")
    return False


@function(method=False)
def is_inference(input):
    """Whether the tensor was made in inference mode.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_inference.html

    >>> import borch as torch
    >>> torch.is_inference(torch.zeros(1, requires_grad=True))
    False
    """
    return _checked(input, "is_inference").is_inference()


@function(method=False)
def typename(obj):
    """The name of the type of `obj`; a tensor's names its dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.typename.html

    >>> import borch as torch
    >>> torch.typename(torch.zeros(1)), torch.typename(1)
    ('torch.FloatTensor', 'int')
    """
    if isinstance(obj, Tensor):
        return f"torch.{obj.dtype.legacy}Tensor"
    kind = obj if hasattr(obj, "__qualname__") else type(obj)
    module = getattr(kind, "__module__", None)
    name = getattr(kind, "__qualname__", type_name(obj))
    if module in (None, "builtins", "__builtin__"):
        return name
    return "torch" + f"{module}.{name}".removeprefix("borch") if module.startswith("borch") else f"{module}.{name}"


@function(method=False)
def result_type(tensor1, tensor2):
    """The dtype in which an op on two tensors or numbers computes.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.result_type.html

    >>> import borch as torch
    >>> torch.result_type(torch.tensor([1, 2]), 1.0)
    torch.float32
    """
    values = [as_number(v) if isinstance(v, np.generic) else v for v in (tensor1, tensor2)]
    for position, value in enumerate(values, 1):
        if not isinstance(value, (Tensor, int, float, complex)):
            raise TypeError(
                f"result_type(): argument 'tensor{position}' (position {position}) must be Tensor, not {type_name(value)}"
            )
    arrays = [v._array for v in values if isinstance(v, Tensor)]
    return dtypes.result_type_of(arrays, [v for v in values if not isinstance(v, Tensor)])


@function(namespace=None)
def dim_order(self, *, ambiguity_check=False):
    """The axes from the outermost in memory to the innermost, as a tuple.

    With `ambiguity_check=True`, RuntimeError where another order has the same strides; with a list of memory formats,
    where the tensor is laid out in none or in several orders of these. TypeError for anything else.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.dim_order.html

    >>> import borch as torch
    >>> torch.zeros(2, 3).t().dim_order()
    (1, 0)
    """
    formats = ambiguity_check if isinstance(ambiguity_check, list) else []
    if not isinstance(ambiguity_check, (bool, list)) or not all(isinstance(f, memory_format) for f in formats):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    strides = self.stride()
    if ambiguity_check is not False:
        several = 1 in self.shape or any(a == b for a, b in pairwise(strides))
        if several and sum(self.is_contiguous(memory_format=f) for f in formats) != 1:
            raise RuntimeError(
                "The tensor does not have unique dim order, or cannot map to exact one of the given memory formats."
            )
        if 0 in strides:
            raise RuntimeError("The tensor does not have unique dim order.")
    return tuple(by_stride(strides, self.shape)[::-1])


@function(method=False)
def _shape_as_tensor(self):
    """The shape as an int64 tensor, (ndim,).

    >>> import borch as torch
    >>> torch._shape_as_tensor(torch.zeros(2, 3))
    tensor([2, 3])
    """
    return wrap(np.array(self.shape, np.int64))
