"""Linear maps: linear and bilinear.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#linear-functions
"""

import math

import numpy as np

from ... import _kernels
from ..._core import steps
from ..._core.args import check_tensor
from ..._core.op import OPS, function, op
from ..._core.tensor import Tensor
from ...ops.both import SAME_DTYPE, into, mT, reshape, total
from ...ops.complex import conjugate
from ...ops.matmul import check_one_dtype, check_same_dtype, product, refuse_bool, rows, times

NAMESPACE = "torch.nn.functional"
ndarray = np.ndarray


def _linear(input, weight, bias):
    dtype = input.dtype
    if (
        bias is not None
        and dtype is weight.dtype is bias.dtype
        and dtype.char in "fd"
        and input.shape[-1] == weight.shape[1]
    ):
        return _kernels.linear_rows(input, weight, bias)
    shape, (columns, width) = input.shape, weight.shape
    if shape[-1] != width:
        n = 1
        for s in input.shape[:-1]:
            n *= s
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({n}x{input.shape[-1]} and {weight.shape[1]}x{weight.shape[0]})"
        )
    if dtype is not weight.dtype or (bias is not None and dtype is not bias.dtype):
        if bias is None:
            check_one_dtype(input, weight)
        else:
            check_same_dtype(("self", "mat1", "mat2"), (bias, input, weight))
    if dtype.kind == "b" and input.size and weight.size:
        refuse_bool(input, "addmm_impl_cpu_")
    if bias is not None and dtype.char != "e":
        return _kernels.linear_rows(input, weight, bias)
    flat = input if len(shape) == 2 else rows(input)
    out = product(flat, weight.T)
    if bias is not None:
        out += bias
    return out if len(shape) == 2 else out.reshape(*shape[:-1], columns)


def _linear_gradients(g, needed, input, weight):
    """The gradients of input (..., in), weight (out, in) and bias (out,)."""
    if type(g) is type(input) is type(weight) is ndarray and weight.dtype.char in "fd":
        return _kernels.linear_rows_gradient(g, input, weight, needed, _kernels.matmul)
    matrix = g.ndim == 2
    flat = g if matrix else rows(g)
    to_input = to_weight = to_bias = None
    if needed[0]:
        to_input = times(flat, conjugate(weight))
        if not matrix:
            to_input = reshape(to_input, (*g.shape[:-1], weight.shape[1]))
    if needed[1]:
        to_weight = times(mT(flat), conjugate(input if matrix else rows(input)))
    if needed[2]:
        to_bias = total(flat, (0,))
    return to_input, to_weight, to_bias


def _variant(node, shown):
    return op(
        kind="same",
        strict=True,
        unmixed=True,
        tensors=("input", "weight", "bias"),
        joint=_linear_gradients,
        differentiable=("input", "weight", "bias"),
        node=node,
        shown=shown,
        method=False,
        namespace=None,
    )


@_variant("AddmmBackward0", steps.linear_matrix)
def linear_matrix(input, weight, bias=None):
    return _linear(input, weight, bias)


@_variant("ViewBackward0", steps.linear_stack)
def linear_stack(input, weight, bias=None):
    return _linear(input, weight, bias)


@_variant("MmBackward0", steps.linear_matrix_without_bias)
def linear_matrix_without_bias(input, weight, bias=None):
    return _linear(input, weight, None)


@_variant("UnsafeViewBackward0", steps.linear_stack_without_bias)
def linear_stack_without_bias(input, weight, bias=None):
    return _linear(input, weight, None)


@_variant("AddBackward0", steps.linear_in_other_order)
def linear_in_other_order(input, weight, bias=None):
    return _linear(input, weight, bias)


for _map in (linear_in_other_order, linear_matrix, linear_stack, linear_matrix_without_bias, linear_stack_without_bias):
    _map.op.fitting = True


def _is_row(bias):
    """Whether a bias has one axis with more than one element, or one axis at all."""
    shape = bias._array.shape
    return len(shape) == 1 or sum(n != 1 for n in shape) == 1


@function(method=False, namespace=NAMESPACE)
def linear(input, weight, bias=None, *, out=None):
    """input @ weight.T + bias, on the last axis of `input` whatever the others are.

    input (..., in_features), weight (out_features, in_features) or (in_features,), bias (out_features,) or None.
    RuntimeError when shapes or dtypes do not fit.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.linear.html

    >>> import borch as torch
    >>> torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 3), torch.zeros(4)).shape
    torch.Size([2, 4])
    """
    if bias is not None and out is None and isinstance(input, Tensor) and isinstance(weight, Tensor):
        array, shape = input._array, weight._array.shape
        rank = array.ndim
        if len(shape) == 2 and bias._array.shape == shape[:1] and (rank == 2 or (rank and array.flags.c_contiguous)):
            return (linear_matrix if rank == 2 else linear_stack)(input, weight, bias)
    if not isinstance(input, Tensor) or not isinstance(weight, Tensor):
        from ..._core.args import type_name

        name, at, bad = ("weight", 2, weight) if isinstance(input, Tensor) else ("input", 1, input)
        raise TypeError(f"linear(): argument '{name}' (position {at}) must be Tensor, not {type_name(bad)}")
    if out is not None:
        if input._array.ndim == 1 and weight._array.ndim == 2:  # torch writes one row, and then takes its axis away
            row = into("linear", out, OPS["unsqueeze"](linear(input, weight, bias), 0), SAME_DTYPE)
            return row.squeeze_(0)
        return into("linear", out, linear(input, weight, bias), SAME_DTYPE)
    array = input._array
    rank, matrix = array.ndim, weight._array.ndim == 2
    if bias is None:
        if matrix and rank >= 2:
            return (linear_matrix_without_bias if rank == 2 else linear_stack_without_bias)(input, weight, None)
        return OPS["matmul"](input, OPS["t"](weight))
    if rank == 2:
        return OPS["addmm"](bias, input, OPS["t"](weight))
    if rank and array.flags.c_contiguous and _is_row(bias):
        rows_of = OPS["view"](input, (math.prod(array.shape[:-1]), array.shape[-1]))
        product = OPS["addmm"](bias, rows_of, OPS["t"](weight))
        return product.view(*array.shape[:-1], product._array.shape[1])
    if rank and matrix and bias._array.shape == weight._array.shape[:1] and array.dtype == bias._array.dtype:
        if array.dtype.char in "fd" and array.dtype is weight._array.dtype:
            sum = linear_in_other_order(input, weight, bias)
        else:
            sum = linear_stack_without_bias(input, weight, None) + bias
        sum._writes[0] += 1  # torch adds in place, which is slower here
        return sum
    return OPS["matmul"](input, OPS["t"](weight)).add_(bias)


@function(method=False)
@function(method=False, namespace=NAMESPACE)
def bilinear(input1, input2, weight, bias=None):
    """x1^T A x2 + b for each pair of rows: input1 (..., in1), input2 (..., in2), weight (out, in1, in2).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.bilinear.html

    >>> import borch as torch
    >>> torch.nn.functional.bilinear(torch.ones(5, 2), torch.ones(5, 3), torch.ones(4, 2, 3)).shape
    torch.Size([5, 4])
    """
    check_tensor(input1, "bilinear", "input1")
    if input1.ndim != input2.ndim:
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {input1.ndim} and {input2.ndim}")
    for k, (a, b) in enumerate(zip(input1.shape[:-1], input2.shape[:-1], strict=True)):
        if a != b:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {k}: got {a} and {b}")
    if input1.shape[-1] != weight.shape[1]:
        raise RuntimeError(
            f"bilinear(): input1 size does not match weight size: got {input1.shape[-1]} but expected {weight.shape[1]}"
        )
    if input2.shape[-1] != weight.shape[2]:
        raise RuntimeError(
            f"bilinear(): input2 size does not match weight size: got {input2.shape[-1]} but expected {weight.shape[2]}"
        )
    lead = input1.shape[:-1]
    x1, x2 = input1.reshape(-1, input1.shape[-1]), input2.reshape(-1, input2.shape[-1])
    out_features, n1, n2 = weight.shape
    partial = OPS["matmul"](x1, weight.permute(1, 0, 2).reshape(n1, out_features * n2)).reshape(-1, out_features, n2)
    out = OPS["matmul"](partial, x2.unsqueeze(-1)).reshape(*lead, out_features)
    return out if bias is None else out + bias
