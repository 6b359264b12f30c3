"""Numbers that stand in torch's namespace (pi, inf, newaxis), functions on plain numbers (`sym_max`), and functions
that torch has removed and that say so when they are called.
"""

import math

from ._core.op import function, publish

__all__ = ["e", "has_lapack", "has_mkl", "has_openmp", "has_spectral", "inf", "nan", "newaxis", "pi"]

e, inf, nan, pi = math.e, math.inf, math.nan, math.pi
newaxis = None
has_lapack = has_spectral = True
has_mkl = has_openmp = has_mps = has_cuda = has_cudnn = False


class SymInt:
    """A symbolic int, which no shape has: sizes are plain ints."""


class SymFloat:
    """A symbolic float, which nothing gives."""


class SymBool:
    """A symbolic bool, which nothing gives."""


def _assert(condition, message):
    """AssertionError with the message unless the condition, a bool or a tensor, is true."""
    assert condition, message


def _assert_async(input, assert_msg="Expected Tensor with single nonzero value, but got zero"):
    """RuntimeError with the message unless the tensor, of one element, is true."""
    if not bool(input):
        raise RuntimeError(assert_msg)


_UNTOLD = (
    "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement "
    "request to PyTorch.)"
)


def _check_with(error_type, cond, message=None):
    """`error_type` with what `message()` gives unless `cond`, a bool, is True; TypeError if it is none."""
    if not isinstance(cond, bool):
        if hasattr(cond, "_array"):
            raise TypeError(
                "cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert that "
                "all elements are true."
            )
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if cond:
        return
    if message is not None and not callable(message):
        raise TypeError("message must be a callable")
    raise error_type(_UNTOLD if message is None else str(message()))


def _check(cond, message=None):
    """RuntimeError with what `message()` gives unless `cond` is True."""
    _check_with(RuntimeError, cond, message)


def _check_index(cond, message=None):
    """The same with IndexError."""
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    """The same with ValueError."""
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    """The same with TypeError."""
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    """The same with NotImplementedError."""
    _check_with(NotImplementedError, cond, message)


def _check_is_size(i, message=None, *, max=None):
    """RuntimeError unless `i` is at least 0."""
    _check(i >= 0 and (max is None or i <= max), message)


def _check_tensor_all_with(error_type, cond, message=None):
    """`error_type` with what `message()` gives unless all elements of `cond`, a bool tensor, are True."""
    if not hasattr(cond, "_array"):
        raise TypeError(f"cond must be a tensor, but got {type(cond)}")
    if cond._array.dtype != bool:
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {cond.dtype}")
    _check_with(error_type, bool(cond._array.all()), message)


def _check_tensor_all(cond, message=None):
    """The same with RuntimeError."""
    _check_tensor_all_with(RuntimeError, cond, message)


@function(method=False)
def sym_int(a):
    """`int(a)`: shapes are plain numbers here.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sym_int.html

    >>> import borch as torch
    >>> torch.sym_int(2.7)
    2
    """
    return int(a)


@function(method=False)
def sym_float(a):
    """`float(a)`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sym_float.html

    >>> import borch as torch
    >>> torch.sym_float(2)
    2.0
    """
    return float(a)


def _common(value, a, b):
    return float(value) if isinstance(a, float) or isinstance(b, float) else value


@function(method=False)
def sym_max(a, b):
    """The larger of two numbers, a float when one of them is.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sym_max.html

    >>> import borch as torch
    >>> torch.sym_max(2, 1.0)
    2.0
    """
    return _common(max(a, b), a, b)


@function(method=False)
def sym_min(a, b):
    """The smaller of two numbers, a float when one of them is.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sym_min.html

    >>> import borch as torch
    >>> torch.sym_min(1, 2.0)
    1.0
    """
    return _common(min(a, b), a, b)


@function(method=False)
def sym_not(a):
    """`not a`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sym_not.html

    >>> import borch as torch
    >>> torch.sym_not(True)
    False
    """
    return not a


@function(method=False)
def sym_sqrt(a):
    """`math.sqrt(a)`.

    Source: https://docs.pytorch.org/docs/stable/torch.html

    >>> import borch as torch
    >>> torch.sym_sqrt(4)
    2.0
    """
    return math.sqrt(a)


@function(method=False)
def sym_sum(args):
    """`sum(args)`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sym_sum.html

    >>> import borch as torch
    >>> torch.sym_sum([1, 2])
    3
    """
    return sum(args)


@function(method=False)
def sym_ite(b, t, f):
    """`t if b else f`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.sym_ite.html

    >>> import borch as torch
    >>> torch.sym_ite(True, 1, 2)
    1
    """
    return t if b else f


_WORDS = {  # of the error, after its first sentence
    "symeig": " The default behavior has changed from using the upper triangular portion of the matrix by default to using "
    "the lower triangular portion.\n\nL, _ = torch.symeig(A, upper=upper) should be replaced with:\n"
    "L = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\n\nand\n\n"
    "L, V = torch.symeig(A, eigenvectors=True) should be replaced with:\n"
    "L, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')",
    "eig": " `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than real tensors mimicking "
    "complex tensors.\n\nL, _ = torch.eig(A) should be replaced with:\nL_complex = torch.linalg.eigvals(A)\n\nand\n\n"
    "L, V = torch.eig(A, eigenvectors=True) should be replaced with:\nL_complex, V_complex = torch.linalg.eig(A)",
    "solve": " `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments "
    "reversed and does not return the LU factorization.\n\nTo get the LU factorization see `torch.lu`, which can be used "
    "with `torch.lu_solve` or `torch.lu_unpack`.\nX = torch.solve(B, A).solution should be replaced with:\n"
    "X = torch.linalg.solve(A, B)",
    "lstsq": " `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\n`torch.linalg.lstsq` has reversed arguments "
    "and does not return the QR decomposition in the returned tuple (although it returns other information about the "
    "problem).\n\nTo get the QR decomposition consider using `torch.linalg.qr`.\n\nThe returned solution in `torch.lstsq` "
    "stored the residuals of the solution in the last m - n columns of the returned value whenever m > n. In "
    "torch.linalg.lstsq, the residuals are in the field 'residuals' of the returned named tuple.\n\nThe unpacking of the "
    "solution, as in\nX, _ = torch.lstsq(B, A).solution[:A.size(1)]\nshould be replaced with:\n"
    "X = torch.linalg.lstsq(A, B).solution",
    "matrix_rank": "\nPlease use the `torch.linalg.matrix_rank` function instead. The parameter 'symmetric' was renamed in "
    "`torch.linalg.matrix_rank()` to 'hermitian'.",
}
_REPLACED = {"symeig": "eigh"}  # by another name in torch.linalg


def _removed(name, replacement):
    def removed(*args, **kwargs):
        raise RuntimeError("This function was deprecated since version 1.9 and is now removed." + _WORDS[name])

    removed.__name__ = removed.__qualname__ = name
    removed.__doc__ = f"""Removed from torch, where it raises RuntimeError: `torch.linalg.{replacement}` does its work.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.{replacement}.html

    >>> import borch as torch
    >>> try:
    ...     torch.{name}(torch.ones(2, 2), torch.ones(2, 2))
    ... except RuntimeError as error:
    ...     print(str(error)[:66])
    This function was deprecated since version 1.9 and is now removed.
    """
    return removed


for _name in _WORDS:
    _function = _removed(_name, _REPLACED.get(_name, _name))
    publish(_function, _name, method=_name != "matrix_rank" and _function)
