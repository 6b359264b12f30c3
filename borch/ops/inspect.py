"""What a tensor is: questions answered with a bool or an int, as functions.

Source: https://docs.pytorch.org/docs/stable/torch.html#tensors
"""

from .._core.args import type_name
from .._core.op import function
from .._core.tensor import Tensor
from .memory import UntypedStorage


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
    return isinstance(obj, UntypedStorage)


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
