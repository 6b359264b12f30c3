"""The few hot loops. numpy.py says what each means and is the fallback; kernels.wasm does the same with SIMD in the tab.

Which of the two is chosen once, at import: in Pyodide, where the browser has WebAssembly SIMD and numpy's array headers
lie as kernels.c reads them, the compiled ones; everywhere else numpy. `compiled` says which. A compiled kernel takes
what it was written for and hands everything unusual to numpy. The environment variable BORCH_KERNELS=numpy keeps numpy
everywhere, to compare.
"""

import os
import sys

from .numpy import exp, gelu, gelu_slope, layer_norm, layer_norm_gradient, matmul, softmax, softmax_gradient, tanh

compiled = False

if sys.platform == "emscripten" and os.environ.get("BORCH_KERNELS") != "numpy":
    from . import wasm

    compiled = wasm.start()
    if compiled:
        from .wasm import (
            exp,
            gelu,
            gelu_slope,
            layer_norm,
            layer_norm_gradient,
            matmul,
            softmax,
            softmax_gradient,
            tanh,
        )

__all__ = [
    "compiled",
    "exp",
    "gelu",
    "gelu_slope",
    "layer_norm",
    "layer_norm_gradient",
    "matmul",
    "softmax",
    "softmax_gradient",
    "tanh",
]
