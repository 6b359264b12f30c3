"""What Pyodide keeps to itself: the memory, the function table and the functions of its interpreter. No other file of
Python touches it.

A Pyodide that keeps them elsewhere, or something else under their names, has none here, and numpy does everything.
"""


def memory():
    """The interpreter's WebAssembly.Memory; None where this Pyodide shows none."""
    return _own("Memory", "wasmMemory", "memory")


def table():
    """The interpreter's WebAssembly.Table of functions; None where this Pyodide shows none."""
    return _own("Table", "wasmTable")


def function(name):
    """A function of CPython's C API, which takes and gives numbers; AttributeError where this Pyodide shows none."""
    import pyodide_js

    return getattr(pyodide_js._module, f"_{name}")


def _own(kind, *names):
    import pyodide_js

    module = getattr(pyodide_js, "_module", None)
    for name in names:
        found = getattr(module, name, None)
        if getattr(getattr(found, "constructor", None), "name", None) == kind:
            return found
    return None
