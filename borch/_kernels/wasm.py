"""The kernels of kernels.wasm on numpy's own memory: checks, calls, and numpy for what is unusual.

A kernel gets the addresses of array objects. Each array is held by a name until the call has returned, since the
kernel reads its header. Source of the array header: numpy's stable C ABI,
https://numpy.org/doc/stable/reference/c-api/types-and-structures.html
"""

from pathlib import Path

import numpy as np

from . import numpy as fallback

ndarray, empty = np.ndarray, np.empty
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
WORTH = 8192  # multiplications, below which numpy's own loop is as quick as the call
SOME = 256  # elements, below which it is for a function of each

_kernels = None  # the module's exports
_scratch = None  # where panels are packed: 256 rows of 128 bytes, and a tile of 512
_gemm = {}


def start():
    """Puts the compiled kernels onto this interpreter's memory; False where that cannot be done."""
    global _kernels, _scratch
    try:
        import js
        import pyodide_js
        from pyodide.ffi import to_js

        data = Path(__file__).with_name("kernels.wasm").read_bytes()
        module = js.WebAssembly.Module.new(to_js(data))
        imports = {"env": {"memory": _memory(pyodide_js._module)}}
        instance = js.WebAssembly.Instance.new(module, to_js(imports, dict_converter=js.Object.fromEntries))
    except Exception:  # no SIMD, no such memory, another Pyodide: numpy does everything
        return False
    _kernels = instance.exports
    if not _headers_are_as_expected():
        return False
    _scratch = empty(256 * 16 + 64, np.float64)
    _gemm.update({FLOAT32: _kernels.sgemm, FLOAT64: _kernels.dgemm})
    return True


def _memory(module):
    return module.wasmMemory if hasattr(module, "wasmMemory") else module.memory


def _headers_are_as_expected():
    """Whether the compiled code finds in an array's header what numpy says of the array."""
    for array in (np.zeros((3, 5, 7), np.float32)[1:, ::2, 1:], np.zeros(4, np.float64)):
        view = array.__array_interface__
        told = [view["data"][0], array.ndim, *array.shape, *array.strides]
        if [_kernels.header(id(array), k) for k in range(len(told))] != told:
            return False
    return True


def matmul(x, y):
    """`numpy.matmul`, compiled for float32 and float64 matrices and stacks of them."""
    dtype = x.dtype
    kernel = _gemm.get(dtype)
    if kernel is None or dtype is not y.dtype:
        return np.matmul(x, y)
    xs, ys = x.shape, y.shape
    nx, ny = len(xs), len(ys)
    if nx < 2 or ny < 2 or xs[-1] != ys[-2]:
        return np.matmul(x, y)
    m, n, k = xs[-2], ys[-1], xs[-1]
    if m * n * k < WORTH or not (x.flags.aligned and y.flags.aligned):
        return np.matmul(x, y)
    if nx == 2 == ny:
        out = empty((m, n), dtype)
    else:
        lead = xs[:-2] if xs[:-2] == ys[:-2] else np.broadcast_shapes(xs[:-2], ys[:-2])
        out = empty((*lead, m, n), dtype)
    kernel(id(x), id(y), id(out), id(_scratch))
    return out


# ------------------------------------------------------------------------------------------------- element by element
def _plain(x):
    """Whether `x` is what the kernels of rows and elements take: float32, dense in C order, and worth a call."""
    return type(x) is ndarray and x.dtype is FLOAT32 and x.size >= SOME and x.flags.c_contiguous and x.flags.aligned


def _of_each(name, ufunc):
    def compute(x):
        if not _plain(x):
            return ufunc(x)
        out = empty(x.shape, FLOAT32)
        getattr(_kernels, name)(id(x), id(out))
        return out

    return compute


exp = _of_each("exp_f32", np.exp)
tanh = _of_each("tanh_f32", np.tanh)


def gelu(x, erf):
    if not _plain(x):
        return fallback.gelu(x, erf)
    out = empty(x.shape, FLOAT32)
    _kernels.gelu_f32(id(x), id(out))
    return out


def gelu_slope(x, erf):
    if not _plain(x):
        return fallback.gelu_slope(x, erf)
    out = empty(x.shape, FLOAT32)
    _kernels.gelu_slope_f32(id(x), id(out))
    return out


# -------------------------------------------------------------------------------------------------------- row by row
def softmax(x, axis):
    if not _plain(x) or axis not in (-1, x.ndim - 1):
        return fallback.softmax(x, axis)
    out = empty(x.shape, FLOAT32)
    _kernels.softmax_f32(id(x), id(out))
    return out


def softmax_gradient(g, out, axis):
    if not (_plain(g) and _plain(out)) or axis not in (-1, g.ndim - 1) or g.shape != out.shape:
        return fallback.softmax_gradient(g, out, axis)
    result = empty(g.shape, FLOAT32)
    _kernels.softmax_gradient_f32(id(g), id(out), id(result))
    return result


def _dense(x, shape):
    return x is None or (x.dtype is FLOAT32 and x.shape == shape and x.flags.c_contiguous and x.flags.aligned)


def layer_norm(x, axes, weight, bias, eps):
    shape = x.shape
    inner = shape[len(shape) - len(axes) :]
    if not (_plain(x) and _dense(weight, inner) and _dense(bias, inner)):
        return fallback.layer_norm(x, axes, weight, bias, eps)
    out = empty(shape, FLOAT32)
    kept = (*shape[: len(shape) - len(axes)], *(1,) * len(axes))
    mean, rstd = empty(kept, FLOAT32), empty(kept, FLOAT32)
    _kernels.layer_norm_f32(
        id(x), 0 if weight is None else id(weight), 0 if bias is None else id(bias), id(out), id(mean), id(rstd), eps
    )
    return out, mean, rstd


def layer_norm_gradient(g, x, axes, weight, mean, rstd, needed):
    shape = x.shape
    lead = len(shape) - len(axes)
    inner = shape[lead:]
    kept = (*shape[:lead], *(1,) * len(axes))
    if not (
        _plain(g)
        and _plain(x)
        and g.shape == shape
        and _dense(weight, inner)
        and _dense(mean, kept)
        and _dense(rstd, kept)
    ):
        return fallback.layer_norm_gradient(g, x, axes, weight, mean, rstd, needed)
    to_input = empty(shape, FLOAT32) if needed[0] else None
    to_weight = np.zeros(inner, FLOAT32) if needed[1] else None
    to_bias = np.zeros(inner, FLOAT32) if needed[2] else None
    _kernels.layer_norm_gradient_f32(
        id(g), id(x), 0 if weight is None else id(weight), id(mean), id(rstd), 0 if to_input is None else id(to_input),
        0 if to_weight is None else id(to_weight), 0 if to_bias is None else id(to_bias),
    )  # fmt: skip
    return to_input, to_weight, to_bias
