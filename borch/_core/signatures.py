"""torch's TypeErrors for calls that fit none of its signatures. Read only when a call has failed."""

import inspect
import re
from functools import cache
from typing import NamedTuple

import numpy as np

from .args import type_name
from .device import device, layout, memory_format
from .dtype import dtype
from .signature_table import TABLE
from .tensor import Tensor

ALIASES = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}  # numpy's keywords
# Functions that take a Python number for a tensor.
TAKE_NUMBERS = frozenset(["add", "subtract", "sub", "multiply", "mul", "div", "divide", "true_divide", "floor_divide"])


class Parameter(NamedTuple):
    kind: str
    name: str
    optional: bool  # whether it may be None
    one: bool  # whether a tuple of ints may be one int
    required: bool
    keyword: bool  # whether it is given by name alone


class Signature(NamedTuple):
    text: str
    parameters: tuple
    positional: int

    @classmethod
    @cache
    def of(cls, line):
        """A signature as the table has it."""
        parameters, texts, keyword = [], [], False
        for part in _split("" if line == "." else line):
            if part in ("", "*"):
                keyword = keyword or part == "*"
                texts.append(part)
                continue
            declared, equals, default = part.partition(" = ")
            kind, _, name = declared.rpartition(" ")
            plain = kind.rstrip("!?")
            parameters.append(Parameter(plain, name, "?" in kind, "!" in kind, not equals, keyword))
            texts.append(f"{plain} {name}{equals}{default}")
        return cls(", ".join(texts), tuple(parameters), sum(not p.keyword for p in parameters))


def _split(text):
    """The parameters in a signature; a default may be a tuple of its own."""
    return re.split(r", (?![^(\[]*[)\]])", text)


def _read():
    tables = {}, {}
    for line in TABLE.split("\n")[1:-1]:
        names, *signatures = line.split("\t")
        where, _, names = names.partition(" ")
        for name in names.split():
            tables[where == "method"][name] = signatures
    return tables


_tables: list = []


def signatures_of(name, method):
    """The signatures of a function of torch or a method of Tensor, as the table has them; None for what torch writes in
    Python."""
    if not _tables:
        _tables.extend(_read())
    return _tables[bool(method)].get(name)


def misfit(name, method, args, kwargs):
    """torch's TypeError for a call of `name` whose arguments do not fit; None where they do, or where it is not known."""
    lines = signatures_of(name, method)
    if lines is None:
        return None
    if lines == ["-"]:
        return _no_arguments(name, args, kwargs)
    alone = len(lines) == 1 and lines[0][:1] != "~"
    signatures = [Signature.of(line.removeprefix("~")) for line in lines]
    reasons = [_reason(name, s, args, kwargs) for s in signatures]
    if not all(reasons):
        return None
    if alone:
        return TypeError(reasons[0])
    given = len(args) + len(kwargs)
    plausible = [k for k, s in enumerate(signatures) if _is_plausible(s, given)]
    if len(plausible) == 1:
        return TypeError(reasons[plausible[0]])
    said = [*map(type_name, args), *(f"{k}={type_name(v)}" for k, v in kwargs.items())]
    words = ", ".join(said) + (", " if kwargs and not args else "")
    text = f"{name}() received an invalid combination of arguments - got ({words}), but expected "
    if len(signatures) == 1:
        marks = _marks(signatures[0], args, kwargs)
        return TypeError(f"{text.replace(words, marks) if marks else text}({signatures[0].text})")
    options = "".join(f" * ({s.text})\n{_why(s, args, kwargs)}" for s in signatures)
    return TypeError(f"{text}one of:\n{options}")


def misfit_of_values(name, fn, args, kwargs):
    """torch's TypeError for the first argument of `fn` that the C function `name`, which gets it, does not take."""
    try:
        given = inspect.signature(fn).bind(*args, **kwargs).arguments
    except TypeError:
        return None
    for at, p in enumerate(Signature.of(signatures_of(name, False)[0]).parameters, 1):
        value = given.get(p.name, None)
        if p.name not in given or (
            p.kind == "int" and isinstance(value, str)
        ):  # the word for a reduction is a number there
            continue
        problem = _problem(name, p, value)
        if problem:
            return TypeError(f"{name}(): argument '{p.name}' (position {at}) {problem}")
    return None


def _no_arguments(name, args, kwargs):
    if kwargs:
        return TypeError(f"TensorBase.{name}() takes no keyword arguments")
    return TypeError(f"TensorBase.{name}() takes no arguments ({len(args)} given)") if args else None


def _is_plausible(signature, given):
    """Whether a signature takes as many arguments as were given; torch speaks of the one that does."""
    return sum(p.required for p in signature.parameters) <= given <= len(signature.parameters)


# -------------------------------------------------------------------------------------------------------- one signature
def _reason(name, signature, args, kwargs):
    """Why arguments do not fit a signature, in torch's words; "" where they do."""
    left = dict(kwargs)
    first = signature.parameters[0] if signature.positional == 1 else None
    loose = first is not None and first.kind == "tuple of ints" and not first.one
    loose = loose and bool(args) and _is_int(args[0])
    if loose:
        args = (args,)
    if len(args) > signature.positional:
        return _too_many(name, signature, len(args))
    for at, p in enumerate(signature.parameters):
        by_name = at >= len(args) or p.keyword
        if by_name:
            known = next((n for n in (p.name, *ALIASES.get(p.name, ())) if n in left), None)
            if known is None:
                if p.required:
                    return _missing(name, signature.parameters[at:])
                continue
            value = left.pop(known)
        else:
            value = args[at]
        problem = _problem(name, p, value)
        if problem:
            place = "" if by_name or loose else f" (position {at + 1})"
            return f"{name}(): argument '{p.name}'{place} {problem}"
    return _unexpected(name, signature, args, left)


def _too_many(name, signature, given):
    most, least = signature.positional, sum(p.required for p in signature.parameters)
    if least != most:
        return f"{name}() takes from {least} to {most} positional arguments but {given} were given"
    plural = "" if most == 1 else "s"
    return f"{name}() takes {most} positional argument{plural} but {given} {'was' if given == 1 else 'were'} given"


def _missing(name, parameters):
    names = [p.name for p in parameters if p.required]
    words = ", ".join(f'"{n}"' for n in names)
    plural = "s" if len(names) == 1 else ""  # as torch has it
    return f"{name}() missing {len(names)} required positional argument{plural}: {words}"


def _unexpected(name, signature, args, left):
    for keyword in left:
        if keyword == "out" and left[keyword] is None:
            continue
        places = [k for k, p in enumerate(signature.parameters) if p.name == keyword]
        if places and places[0] < len(args):
            return f"{name}() got multiple values for argument '{keyword}'"
        return f"{name}() got an unexpected keyword argument '{keyword}'"
    return ""


# ----------------------------------------------------------------------------------------------------------- one argument
def _is_int(value):
    if isinstance(value, Tensor):
        return (
            not value.requires_grad and value._array.size == 1 and value._array.dtype.kind in "iu" and value.ndim == 0
        )
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _is_number(value):
    if isinstance(value, Tensor):
        return value.ndim == 0 and not value.requires_grad
    return isinstance(value, (int, float, complex, np.number, np.bool_))


def _is_real(value):
    return _is_number(value) and not isinstance(value, (complex, np.complexfloating))


def _is_tensor(value):
    return isinstance(value, Tensor) or hasattr(type(value), "__torch_function__")


def _is_tensors(value):
    return isinstance(value, (tuple, list)) and all(
        v is None or isinstance(v, np.ndarray) or _is_tensor(v) for v in value[:1]
    )


def _is_ints(value):
    return isinstance(value, (tuple, list)) and all(_is_int(v) or isinstance(v, Tensor) for v in value[:1])


def _is_floats(value):
    return isinstance(value, (tuple, list)) and all(_is_real(v) for v in value[:1])


FITS = {
    "Tensor": _is_tensor,
    "tuple of Tensors": _is_tensors,
    "Number": _is_number,
    "float": _is_real,
    "int": _is_int,
    "bool": lambda value: isinstance(value, (bool, np.bool_)),
    "str": lambda value: isinstance(value, str),
    "tuple of ints": _is_ints,
    "tuple of floats": _is_floats,
    "torch.dtype": lambda value: isinstance(value, dtype) or value in (bool, int, float, complex),
    "torch.layout": lambda value: isinstance(value, layout),
    "torch.memory_format": lambda value: isinstance(value, memory_format),
    "torch.device": lambda value: isinstance(value, (device, str)) or _is_int(value),
}  # fmt: skip


def fits(name, p, value):
    """Whether a value is what a parameter takes."""
    if value is None:
        return p.optional
    if p.kind == "Tensor" and name.rstrip("_") in TAKE_NUMBERS and isinstance(value, (int, float, complex)):
        return True
    if p.one and _is_int(value):
        return True
    check = FITS.get(p.kind)
    return check is None or check(value)


def _problem(name, p, value):
    if fits(name, p, value):
        if p.kind == "tuple of ints" and isinstance(value, (tuple, list)):
            return _unpacked(value)
        return ""
    return f"must be {p.kind}, not {type_name(value)}"


def _unpacked(values):
    for k, v in enumerate(values):
        if not (
            _is_int(v) or (k and isinstance(v, (bool, np.bool_))) or (isinstance(v, Tensor) and v._array.size == 1)
        ):
            return (
                f'failed to unpack the object at pos {k + 1} with error "type must be tuple of ints,but got '
                f'{type_name(v)}"'
            )
    return ""


# ------------------------------------------------------------------------------------------------- among several signatures
def _why(signature, args, kwargs):
    """Why a signature of as many parameters as were given does not fit; nothing for one of another length."""
    names = _split(signature.text)  # torch counts the star and, where there is nothing, the nothing
    if len(names) != len(args) + len(kwargs):
        return ""
    known = {p.name for p in signature.parameters}
    unknown = [k for k in kwargs if k not in known]
    if unknown:
        return f"      didn't match because some of the keywords were incorrect: {', '.join(unknown)}\n"
    return f"      didn't match because some of the arguments have invalid types: ({_marks(signature, args, kwargs)})\n"


def _marks(signature, args, kwargs):
    kinds = [part.partition(" = ")[0].rpartition(" ")[0] for part in _split(signature.text)]
    by_name = {p.name: p.kind for p in signature.parameters}
    if len(kinds) != len(args) + len(kwargs):
        return ""
    shown = [_marked(v, kind) for v, kind in zip(args, kinds, strict=False)]
    shown += [_marked(v, by_name.get(k, ""), f"{k}=") for k, v in kwargs.items()]
    return ", ".join(shown) if args else ", ".join([*shown, ""])


def _marked(value, kind, name=""):
    """The type of a value, between exclamation marks unless it is `kind`."""
    word = _inside(value)
    fitting = word in {"float": ("float", "int"), "int": ("int",)}.get(kind, (kind,))
    return name + word if fitting else f"!{name}{word}!"


def _inside(value):
    if type(value) is tuple:
        return f"tuple of ({', '.join(map(_inside, value))}{',' if len(value) == 1 else ''})"
    if type(value) is list:
        return f"list of [{', '.join(map(_inside, value))}]"
    return type_name(value)
