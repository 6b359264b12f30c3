"""The few hot loops. numpy.py says what each means and is the fallback; kernels.wasm does the same with SIMD in the tab.

Which of the two is chosen once, at import: in Pyodide, where the browser has WebAssembly SIMD and numpy's array headers
lie as kernels.c reads them, the compiled ones; everywhere else numpy. `compiled` says which. A compiled kernel takes
what it was written for and hands everything unusual to numpy.
"""

import sys

from .numpy import matmul

compiled = False

if sys.platform == "emscripten":
    from . import wasm

    compiled = wasm.start()
    if compiled:
        from .wasm import matmul

__all__ = ["compiled", "matmul"]
