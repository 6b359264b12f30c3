"""Complex numbers: conjugate, parts, angle, and how they are made of real ones. On real tensors conj is the tensor.

Source: https://docs.pytorch.org/docs/stable/complex_numbers.html
"""

import builtins

import numpy as np

from .._core import dtype as dtypes
from .._core.args import type_name
from .._core.mirror import link
from .._core.op import OPS, function, like, op
from .._core.tensor import Tensor
from .both import FOUND_DTYPE

ndarray = np.ndarray


def conjugate(value):
    """For formulas: `conj`, which lets real arrays, real tensors and numbers pass untouched."""
    array = value if type(value) is ndarray else value._array if isinstance(value, Tensor) else value
    if isinstance(array, (ndarray, np.generic)):
        return conj_physical(value) if array.dtype.kind == "c" else value
    return value.conjugate() if isinstance(value, builtins.complex) else value


def zeros(g):
    """For formulas: the gradient of an op that is constant between its steps."""
    array = g._array if isinstance(g, Tensor) else g
    return like(g, np.zeros(array.shape, array.dtype))


def real_part(value):
    """For formulas: the real part of an array or Tensor, which is itself when it is real."""
    array = value._array if isinstance(value, Tensor) else value
    return complex_real(value) if array.dtype.kind == "c" else value


def _check(input, name):
    if not isinstance(input, (Tensor, np.ndarray, np.generic)):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")


@op(
    kind="same",
    name="conj_physical",
    node="ConjPhysicalBackward0",
    out_dtype=FOUND_DTYPE,
    namespace=None,
    inplace=True,
    input=lambda g: conjugate(g),
)
def conj_physical(input):
    return np.conjugate(input) if input.dtype.kind == "c" else input.copy()


@op(kind="same", name="conj", node="ConjBackward0", method=False, namespace=None, input=lambda g: conjugate(g))
def complex_conj(input):
    return np.conjugate(input)


OPS["_conjugated"] = complex_conj


@function(aliases=("_conj",))
def conj(input):
    """The complex conjugate; a real tensor is returned itself.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.conj.html

    >>> import borch as torch
    >>> torch.conj(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([1.-2.j, 3.+1.j])
    """
    _check(input, "conj")
    array = input._array if isinstance(input, Tensor) else input
    if array.dtype.kind != "c":
        return input
    out = complex_conj(input)
    if isinstance(out, Tensor):
        out._bit = None if input._bit else "conj"
        link(out, input)
    return out


@function(name="conj_physical")
def conj_physical_of(input, *, out=None):
    """The complex conjugate in memory of its own; a real tensor is returned itself.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.conj_physical.html

    >>> import borch as torch
    >>> torch.conj_physical(torch.tensor([1 + 2j]))
    tensor([1.-2.j])
    """
    _check(input, "conj_physical")
    if out is not None:
        return conj_physical(input, out=out)
    return conj_physical(input) if input.is_complex() else input


Tensor.conj_physical = conj_physical_of


@function()
def resolve_conj(input):
    """The input with its conjugation carried out: here always the input, since `conj` computes at once.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.resolve_conj.html

    >>> import borch as torch
    >>> torch.resolve_conj(torch.tensor([1 + 2j]).conj()).is_conj()
    False
    """
    _check(input, "resolve_conj")
    return OPS["clone"](input) if input._bit == "conj" else input


@function()
def resolve_neg(input):
    """The input with its negation carried out: a copy of what `is_neg` tells of, else the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.resolve_neg.html

    >>> import borch as torch
    >>> torch.resolve_neg(torch.tensor([1.0]))
    tensor([1.])
    """
    _check(input, "resolve_neg")
    return OPS["clone"](input) if input._bit == "neg" else input


@function()
def is_conj(input):
    """Whether the tensor is the result of `conj` on a complex one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_conj.html

    >>> import borch as torch
    >>> torch.tensor([1 + 2j]).conj().is_conj()
    True
    """
    _check(input, "is_conj")
    return input._bit == "conj"


@function()
def is_neg(input):
    """Whether the tensor is of the imaginary parts of a conjugated one, which torch negates when they are read.

    >>> import borch as torch
    >>> torch.is_neg(torch.tensor([1.0]))
    False
    """
    _check(input, "is_neg")
    return input._bit == "neg"


# ------------------------------------------------------------------------------------------------------ parts as views
@op(view=True, name="real", node="SelectBackward0", method=False, namespace=None, input=lambda g: complex(g, zeros(g)))
def complex_real(input):
    return input.real


@op(view=True, name="imag", node="SelectBackward0", method=False, namespace=None, input=lambda g: complex(zeros(g), g))
def complex_imag(input):
    return input.imag


@function(method=False)
def real(input):
    """The real parts: a view of a complex tensor; a real tensor is returned itself.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.real.html

    >>> import borch as torch
    >>> torch.real(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([1., 3.])
    """
    _check(input, "real")
    array = input._array if isinstance(input, Tensor) else input
    return _part(complex_real(input), input, None) if array.dtype.kind == "c" else input


@function(method=False)
def imag(input):
    """The imaginary parts: a view of a complex tensor. RuntimeError for a real one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.imag.html

    >>> import borch as torch
    >>> torch.imag(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([ 2., -1.])
    """
    _check(input, "imag")
    array = input._array if isinstance(input, Tensor) else input
    if array.dtype.kind != "c":
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return _part(complex_imag(input), input, "neg")


def _part(out, input, bit):
    if isinstance(out, Tensor) and input._bit is not None:
        out._bit = bit
    return out


def _set_part(name, part, shown):
    def setter(self, value):
        part(self).copy_(value)

    doc = f"""The {name} parts, which can be set; see `torch.{name}`.

    >>> import borch as torch
    >>> torch.tensor([1 + 2j]).{name}
    {shown}
    """
    return property(part, setter, doc=doc)


Tensor.real, Tensor.imag = _set_part("real", real, "tensor([1.])"), _set_part("imag", imag, "tensor([2.])")


def _real_pairs(input):
    return input[..., np.newaxis].view(input.real.dtype)


@op(
    view=True,
    refuse={"biwhf": RuntimeError("view_as_real is only supported for complex tensors")},
    method=False,
    input=lambda g: view_as_complex(OPS["contiguous"](g) if isinstance(g, Tensor) else np.ascontiguousarray(g)),
)
def view_as_real(input):
    """A complex tensor `(...)` seen as the real tensor `(..., 2)` of its parts, in the same memory.

    RuntimeError for a real tensor. Source: https://docs.pytorch.org/docs/stable/generated/torch.view_as_real.html

    >>> import borch as torch
    >>> torch.view_as_real(torch.tensor([1 + 2j, 3 - 1j]))
    tensor([[ 1.,  2.],
            [ 3., -1.]])
    """
    return _real_pairs(input)


@op(view=True, method=False, input=lambda g: view_as_real(g))
def view_as_complex(input):
    """A real tensor `(..., 2)` seen as the complex tensor `(...)`, in the same memory.

    RuntimeError for dtypes other than float32 and float64, and when the last axis has not length 2 and stride 1 or
    other strides are odd. Source: https://docs.pytorch.org/docs/stable/generated/torch.view_as_complex.html

    >>> import borch as torch
    >>> torch.view_as_complex(torch.tensor([[1.0, 2.0], [3.0, -1.0]]))
    tensor([1.+2.j, 3.-1.j])
    """
    d = dtypes.from_numpy(input.dtype)
    if d is dtypes.float16:
        raise NotImplementedError("view_as_complex of float16: complex32 is not supported")
    if d not in (dtypes.float32, dtypes.float64):
        raise RuntimeError(
            "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: "
            f"{d.legacy}"
        )
    if input.ndim == 0:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if input.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    size = input.itemsize
    if input.strides[-1] != size:
        if not input.size:
            return np.empty(input.shape[:-1], d.to_complex().numpy)
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(s % (2 * size) for s, n in zip(input.strides[:-1], input.shape[:-1], strict=True) if n > 1):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")
    return input.view(d.to_complex().numpy)[..., 0]


# ----------------------------------------------------------------------------------------------------- from real parts
def _check_parts(first, second):
    a, b = (dtypes.from_numpy(x.dtype) for x in (first, second))
    taken = (dtypes.float16, dtypes.float32, dtypes.float64)
    if a not in taken or b not in taken:
        raise RuntimeError(
            f"Expected both inputs to be Half, Float or Double tensors but got {a.legacy} and {b.legacy}"
        )
    if a is not b:
        raise RuntimeError(
            f"Expected object of scalar type {a.legacy} but got scalar type {b.legacy} for second argument"
        )
    if a is dtypes.float16:
        raise NotImplementedError("complex numbers of float16 (complex32) are not supported")


@op(
    strict=True,
    tensors=("real", "imag"),
    method=False,
    out_dtype="Expected object of scalar type {1} but got scalar type {0} for argument 'out'",
    real=lambda g: real_part(g),
    imag=lambda g: imag(g),
)
def complex(real, imag):
    """The complex tensor real + imag * 1j.

    Shapes broadcast; both float32 (gives complex64) or both float64 (complex128). RuntimeError otherwise.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.complex.html

    >>> import borch as torch
    >>> torch.complex(torch.tensor([1.0, 3.0]), torch.tensor([2.0, -1.0]))
    tensor([1.+2.j, 3.-1.j])
    """
    _check_parts(real, imag)
    kind = np.complex64 if real.dtype == np.float32 else np.complex128
    out = np.asarray(np.add(real, imag, dtype=kind))  # with its order of axes
    out.real, out.imag = real, imag
    return out


@op(
    strict=True,
    tensors=("abs", "angle"),
    method=False,
    out_dtype="Expected object of scalar type {1} but got scalar type {0} for argument 'out'",
    abs=lambda g, out: real_part(conjugate(g) * OPS["sgn"](out)),
    angle=lambda g, abs, angle: imag(g * conjugate(polar(abs, angle))),
)
def polar(abs, angle):
    """The complex tensor with absolute value `abs` and angle `angle` in radians.

    Shapes broadcast; both float32 or both float64. RuntimeError otherwise.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.polar.html

    >>> import borch as torch
    >>> torch.polar(torch.tensor([1.0, 2.0]), torch.tensor([0.0, 0.0]))
    tensor([1.+0.j, 2.+0.j])
    """
    _check_parts(abs, angle)
    return complex.op.fn(abs * np.cos(angle), abs * np.sin(angle))


def _angle_gradient(g, input):
    array = input._array if isinstance(input, Tensor) else input
    if array.dtype.kind != "c":
        return zeros(g)
    x, y = real(input), imag(input)
    squared = x * x + y * y
    zero = like(g, np.asarray((array == 0).astype(array.real.dtype)))
    scaled = g / (squared + zero)
    return complex(-y * scaled, x * scaled)


@op(kind="same", inplace=False, input=_angle_gradient)
def angle(input):
    """The angle of each element in radians, real: for a real element 0, or pi when it is negative; NaN stays.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.angle.html

    >>> import borch as torch
    >>> torch.angle(torch.tensor([-1.0, 2.0]))
    tensor([3.1416, 0.0000])
    """
    if input.dtype.kind == "c":
        return np.angle(input)
    if input.dtype.kind in "biu":
        input = input.astype(dtypes.default.real.numpy)
    pi = input.dtype.type(np.pi)
    return np.where(np.isnan(input), input, np.where(input < 0, pi, input.dtype.type(0)))


@op()
def isreal(input):
    """Whether each element has no imaginary part; a bool tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.isreal.html

    >>> import borch as torch
    >>> torch.isreal(torch.tensor([1 + 0j, 1 + 1j]))
    tensor([ True, False])
    """
    return input.imag == 0 if input.dtype.kind == "c" else np.ones_like(input, np.bool_)
