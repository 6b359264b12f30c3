"""The few hot loops. numpy/ says what each means and is the fallback; kernels.wasm does the same with SIMD in the tab.

Which of the two is chosen once, at import: in Pyodide, where the browser has WebAssembly SIMD and numpy's array headers
lie as c/header.h reads them, the compiled ones; everywhere else numpy. `compiled` says which. A compiled kernel takes
what it was written for and hands everything unusual to numpy. The environment variable BORCH_KERNELS=numpy keeps numpy
everywhere, to compare.

A family has one name in three places: numpy/ (its `__all__` is the list of its kernels), wasm/ and c/. What numpy does to
the bit as it is (arithmetic, comparisons) is no family: while the kernels run, wasm/arithmetic.py has faster loops inside
numpy's own functions.
"""

import os
import sys

from . import numpy

compiled = False


def start():
    """Starts the compiled kernels, at import or again where memory was restored in another page: whether they run."""
    global compiled
    if sys.platform == "emscripten" and os.environ.get("BORCH_KERNELS") != "numpy":
        from . import wasm

        compiled = wasm.start()
        if compiled:
            globals().update(wasm.names())
            if _with_forms:
                infer()
    return compiled


_with_forms = False


def infer():
    """From here on kernels take arrays without elements, and give the form of what they would compute."""
    global _with_forms
    from .forms import put

    _with_forms = True
    put(globals())


def stop():
    """Lets go of all that belongs to this page, for a snapshot of the memory: numpy computes until the next start."""
    global compiled
    if compiled:
        from . import wasm

        wasm.stop()
        compiled = False


globals().update(numpy.names())
start()
