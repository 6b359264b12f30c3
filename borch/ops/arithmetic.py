"""Sums, products, quotients, powers: ops on elements that combine two tensors, with torch's promotion.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import numpy as np

from .._core.op import op
from .complex import conjugate


def _subtract(input, other):
    try:
        return np.subtract(input, other)
    except TypeError:
        pass  # numpy refuses bool, as torch does
    if np.result_type(input) == np.result_type(other) == np.bool_:
        raise RuntimeError(
            "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` "
            "operator instead."
        )
    raise RuntimeError(
        "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use "
        "the `~` or `logical_not()` operator instead."
    )


def _scaled(other, alpha):
    return other if alpha == 1 else other * alpha


@op(kind="promote", plain=np.add, input=lambda g: g, other=lambda g, alpha: _scaled(g, alpha))
def add(input, other, *, alpha=1):
    """The sum input + alpha * other, element by element.

    Shapes broadcast; dtypes promote. RuntimeError when the shapes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.add.html

    >>> import borch as torch
    >>> torch.add(torch.tensor([1.0, 2.0]), torch.tensor([[10.0], [20.0]]), alpha=2)
    tensor([[21., 22.],
            [41., 42.]])
    """
    return np.add(input, _scaled(other, alpha))


@op(kind="promote", aliases=("subtract",), input=lambda g: g, other=lambda g, alpha: _scaled(-g, alpha))
def sub(input, other, *, alpha=1):
    """The difference input - alpha * other, element by element.

    Shapes broadcast; dtypes promote. RuntimeError for bool tensors.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.sub.html

    >>> import borch as torch
    >>> torch.sub(torch.tensor([1, 2]), 0.5)
    tensor([0.5000, 1.5000])
    """
    return _subtract(input, _scaled(other, alpha))


@op(
    kind="promote",
    plain=np.multiply,
    aliases=("multiply",),
    input=lambda g, other: g * conjugate(other),
    other=lambda g, input: g * conjugate(input),
)
def mul(input, other):
    """The product of input and other, element by element.

    Shapes broadcast; dtypes promote.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.mul.html

    >>> import borch as torch
    >>> torch.mul(torch.tensor([1.0, 2.0]), 3)
    tensor([3., 6.])
    """
    return np.multiply(input, other)


@op(kind="promote", inplace=False, method=False, namespace=None, input=lambda g: -g, other=lambda g: g, node="RsubBackward1")
def rsub(input, other):
    return _subtract(other, input)
