"""The names of a namespace as a reader looks them over: name, type, and in short what each holds.
No code of the reader's runs for it: only values of known types are shown, of all others the type."""

import inspect
import reprlib
import types

SHOWN = 200  # names that are listed, the others are counted
LONGEST = 80  # characters of a type or a value
BUILT_IN = {bool, bytes, complex, dict, float, frozenset, int, list, range, set, slice, str, tuple, type(None)}


class Short(reprlib.Repr):
    """A repr of bounded length that calls the __repr__ of built-in types only."""

    def __init__(self):
        super().__init__()
        self.maxlevel, self.maxstring, self.maxlong, self.maxother = 3, 60, 40, 60

    def repr1(self, held, level):
        if is_array(held):
            return f"<{array(held)}>"
        return super().repr1(held, level) if type(held) in BUILT_IN else f"<{type(held).__name__}>"


short = Short()


def listed(namespace):
    """`list` of [name, type, value] in the order in which the names were made, and how many `more` there are."""
    names = [name for name in namespace if isinstance(name, str) and not name.startswith("_")]
    rows = [[name, cut(type(namespace[name]).__name__), value(namespace[name])] for name in names[:SHOWN]]
    return {"list": rows, "more": len(names[SHOWN:])}


def value(held):
    """Shape and dtype, a built-in value, a module's name, a function's parameters; nothing for any other type."""
    try:
        return cut(described(held))
    except Exception:
        return ""


def described(held):
    if is_array(held):
        return array(held)
    if type(held) is types.ModuleType:
        return held.__name__
    if type(held) is types.FunctionType:
        return f"({', '.join(parameters(held.__code__))})"
    return short.repr(held) if type(held) in BUILT_IN else ""


def is_array(held):
    kind = type(held)
    package = kind.__module__.partition(".")[0] if isinstance(kind.__module__, str) else ""
    if package in ("borch", "torch"):  # borch's own classes say "torch" once a program has imported it by that name
        return kind.__name__ in ("Tensor", "Parameter")
    return (package, kind.__name__) == ("numpy", "ndarray")


def array(held):
    """Shape and dtype; the value too where it is a single one that can be told."""
    dtype = str(held.dtype).rpartition(".")[2]
    text = f"shape {tuple(held.shape)}, {dtype}" if held.shape else f"{held.item()!r}, {dtype}"
    return f"{text}, requires_grad" if getattr(held, "requires_grad", False) else text


def parameters(code):
    count = code.co_argcount + code.co_kwonlyargcount
    stars = [bool(code.co_flags & flag) for flag in (inspect.CO_VARARGS, inspect.CO_VARKEYWORDS)]
    names = list(code.co_varnames[: count + sum(stars)])
    for flag, star in zip(stars, ("*", "**"), strict=True):
        if flag:
            names[count] = star + names[count]
            count += 1
    return names


def cut(text):
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
