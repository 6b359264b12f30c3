"""The module kernels.wasm on numpy's own memory: its start, and the checks that every family makes.

A kernel gets array objects, and None where there is no array; it reads their headers. A number that it takes for a float
must be one of Python's. Source of the array header: numpy's stable C ABI,
https://numpy.org/doc/stable/reference/c-api/types-and-structures.html
"""

import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from .. import numpy as meanings
from . import functions, interpreter, places, ufuncs

ndarray, empty = np.ndarray, np.empty
FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
DENSE = 0x101  # the bits of `flags.num` for dense in C order and aligned
SOME = 256  # elements, below which numpy's own loop is as quick as the call
FEW = 16  # the same where numpy needs several calls


class Exports:
    """Exports of the module that are no loops of ufuncs, by their names, and nothing else that belongs to the page."""


call = Exports()  # those that write to arrays they are given; empty while there is no module
make = Exports()  # those that make their results, by the names of their meanings; without a module all refuse

# How many elements an array must have, and where numpy needs several calls: more than any has while there is no module, so
# that numpy does everything.
least = SimpleNamespace(elements=sys.maxsize, several=sys.maxsize)

ROOM = 4 * 256 * (64 + 256) + 8 * 256 * 4 + 512  # GEMM_SCRATCH of gemm.h
_scratch = empty(0, np.float64)


def _refuse(*args):
    """A kernel that makes its results, where there is none: None, as such a kernel gives for what it does not take."""


def start():
    """Puts the compiled kernels onto this interpreter's memory; False where that cannot be done.

    It may be called again, when the memory has come into another page: what belonged to the former one is let go.
    """
    stop()
    try:
        import js
        from pyodide.ffi import to_js

        data = (Path(__file__).parents[1] / "kernels.wasm").read_bytes()
        module = js.WebAssembly.Module.new(to_js(data))
        memory, table = interpreter.memory(), interpreter.table()
        if memory is None or table is None:
            raise RuntimeError("another Pyodide")
        imports = {"env": {"memory": memory, "__indirect_function_table": table}}
        instance = js.WebAssembly.Instance.new(module, to_js(imports, dict_converter=js.Object.fromEntries))
        exports = instance.exports  # once: Pyodide makes another object of it each time
        names = set(js.Object.keys(exports).to_py())
        call.header = exports.header
        places.reserve(table, len(names) + len(functions.FUNCTIONS))
        ufuncs.start(exports, table)
        for name, function in functions.make(exports, names - ufuncs.loops() - {"header"}, FEW, ROOM).items():
            setattr(make if name in vars(make) else call, name, function)
    except Exception:  # no SIMD, no such memory, another Pyodide: numpy does everything
        stop()
        return False
    if not (_headers_are_as_expected() and _arguments_are_as_expected() and _results_are_as_expected()):
        stop()
        return False
    least.elements, least.several = SOME, FEW
    return True


def stop():
    """Lets the compiled kernels go: nothing of the page is held, and numpy does everything until the next start."""
    global _scratch
    ufuncs.stop()
    places.release()
    least.elements = least.several = sys.maxsize
    vars(call).clear()
    vars(make).update(dict.fromkeys(meanings.names(), _refuse))
    _scratch = empty(0, np.float64)


def _headers_are_as_expected():
    """Whether the compiled code finds in an array's header what numpy says of the array."""
    for array in (np.zeros((3, 5, 7), np.float32)[1:, ::2, 1:], np.zeros(4, np.float64)):
        view = array.__array_interface__
        told = [id(type(array)), id(array.dtype), array.flags.num, view["data"][0]]
        told += [array.ndim, *array.shape, *array.strides]
        if [call.header(id(array), k) for k in range(len(told))] != told:
            return False
    return True


def _arguments_are_as_expected():
    """Whether the compiled code sees in the objects that it is given what they are."""
    array, out = np.zeros(1), np.empty(4)
    for given in ((None, -2.5, 0, -100), (array, 3, 2**30 - 1, 2**31 - 1), (array, 0.5, True, -(2**31))):
        number = float(given[1])
        call.seen(given[0], number, given[2], given[3], out)
        if out.tolist() != [0 if given[0] is None else id(array), number, *map(int, given[2:])]:
            return False
    return True


def _results_are_as_expected():
    """Whether compiled code makes arrays and tuples that are what numpy and Python take for such, and lets go of others."""
    like, which = empty((2, 3), FLOAT32), (True, False, True)
    held = sys.getrefcount(like), sys.getrefcount(FLOAT32)
    for number in (2, 2.0):
        made = call.told(like, which, number)
        if type(made) is not tuple or len(made) != 4 or made[1] is not None or made[2] is not like:
            return False
        for x in (made[0], made[3]):
            if type(x) is not ndarray or x.dtype is not FLOAT32 or x.shape != (2, 3) or x.flags.num & DENSE != DENSE:
                return False
        del made, x
    for given in ((like, [*which], 2), (like, which, True), (like, which, 2.5), (like.astype(float), which, 2)):
        if call.told(*given) is not None:
            return False
    return (sys.getrefcount(like), sys.getrefcount(FLOAT32)) == held


def scratch(size):
    """Memory for a kernel to work in, of at least `size` bytes: an array of its own, whose content is anyone's."""
    global _scratch
    if _scratch.nbytes < size:
        _scratch = empty(-(-size // 8), np.float64)
    return _scratch


def plain(x):
    """Whether `x` is what most kernels take: float32, dense in C order, and worth a call."""
    return type(x) is ndarray and x.dtype is FLOAT32 and x.size >= least.several and x.flags.num & DENSE == DENSE


def dense(x, shape):
    """Whether `x` is None or a dense float32 array of this shape, of any size: for what goes beside a plain array."""
    return x is None or (x.dtype is FLOAT32 and x.shape == shape and x.flags.num & DENSE == DENSE)
