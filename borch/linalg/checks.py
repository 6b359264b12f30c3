"""What linear algebra refuses, in torch's words: wrong dtypes, wrong shapes, singular matrices."""

import sys

import numpy as np

from .._core import dtype as dtypes

WEB = sys.platform == "emscripten"


class LinAlgError(RuntimeError):
    """A matrix has no inverse, no factorisation, or an algorithm did not converge.

    >>> import borch as torch
    >>> try:
    ...     torch.linalg.inv(torch.zeros(2, 2))
    ... except torch.linalg.LinAlgError as error:
    ...     print(error)
    linalg.inv: The diagonal element 1 is zero, the inversion could not be completed because the input matrix is singular.
    """


LinAlgError.__name__ = LinAlgError.__qualname__ = "_LinAlgError"
LinAlgError.__module__ = "torch._C"


def legacy(x):
    return dtypes.from_numpy(x.dtype).legacy


KERNELS = {
    "linalg.det": "lu_cpu",
    "linalg.svd": "linalg_svd_cpu",
    "linalg.qr": "geqrf_cpu",
    "linalg.cholesky": "cholesky_cpu",
    "linalg.solve": "lu_cpu",
    "linalg.eig": "linalg_eig_out_cpu",
    "torch.linalg.lu_solve": "linalg.lu_solve_cpu",
    "torch.linalg.ldl_factor_ex": "ldl_factor_kernel_cpu",
}  # the functions that leave it to their kernel to refuse numbers of two bytes


def check_float(x, name, low=True):
    """RuntimeError for integers, and for the dtypes of two bytes."""
    kind = x.dtype.kind
    if kind not in "fcV":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {legacy(x)}")
    if low and (kind == "V" or x.dtype == np.float16):
        if name in KERNELS:
            if not x.size and name in ("linalg.det", "linalg.svd"):
                return
            raise NotImplementedError(f"\"{KERNELS[name]}\" not implemented for '{legacy(x)}'")
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {legacy(x)}")


def check_kernel(x, kernel):
    """NotImplementedError for the dtypes that a kernel of torch does not compute in."""
    if x.dtype.kind not in "fc" or x.dtype == np.float16:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{legacy(x)}'")


def check_double(x):
    """RuntimeError for the dtypes whose precision torch does not know."""
    if x.dtype.kind not in "fc" or x.dtype == np.float16:
        raise RuntimeError("This function doesn't handle types other than float and double")


def check_matrix(x, name, argument="A"):
    if x.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor {argument} must have at least 2 dimensions.")


def check_square(x, name, argument="A"):
    check_matrix(x, name, argument)
    n, m = x.shape[-2:]
    if n != m:
        raise RuntimeError(f"{name}: {argument} must be batches of square matrices, but they are {n} by {m} matrices")


def check_square_float(x, name):
    check_square(x, name)
    check_float(x, name)


def raise_if(info, name, message, error=LinAlgError):
    """LinAlgError for the first matrix whose info is not 0; `message` is a function of its info."""
    flat = np.asarray(info).reshape(-1)
    bad = np.flatnonzero(flat)
    if bad.size:
        where = f"(Batch element {bad[0]}): " if np.ndim(info) else ""
        raise error(f"{name}: {where}{message(int(flat[bad[0]]))}")


def singular(info):
    return f"The diagonal element {info} is zero, the inversion could not be completed because the input matrix is singular."


def not_positive(info):
    return (
        "The factorization could not be completed because the input is not positive-definite (the leading minor of "
        f"order {info} is not positive-definite)."
    )


def by_columns(x):
    """The same matrices laid out column by column, as LAPACK leaves them and torch hands them out."""
    out = np.empty((*x.shape[:-2], x.shape[-1], x.shape[-2]), x.dtype).swapaxes(-1, -2)
    out[...] = x
    return out


def attempt(function, *arrays):
    """A function of numpy.linalg on arrays; numpy's LinAlgError where a matrix has no answer.

    numpy learns of the failure from the processor's flags, which WebAssembly has not, and would give NaN in the tab.
    """
    result = function(*arrays)
    if WEB and np.isnan(result).any() and not any(np.isnan(array).any() for array in arrays):
        raise np.linalg.LinAlgError("a matrix has no answer")
    return result
