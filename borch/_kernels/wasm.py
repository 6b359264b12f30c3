"""The kernels of kernels.wasm on numpy's own memory: checks, calls, and numpy for what is unusual.

A kernel gets the addresses of array objects. Each array is held by a name until the call has returned, since the
kernel reads its header. Source of the array header: numpy's stable C ABI,
https://numpy.org/doc/stable/reference/c-api/types-and-structures.html
"""

from pathlib import Path

import numpy as np

ndarray, empty = np.ndarray, np.empty
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
WORTH = 8192  # multiplications, below which numpy's own loop is as quick as the call

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
