"""Schemas of custom ops, `scale(Tensor x, float k=2., *, Tensor? bias=None) -> Tensor`: read, inferred, and held to calls."""

import ast
import collections.abc
import inspect
import re
import types
import typing
from dataclasses import dataclass, field
from typing import Any

from .._core.device import device
from .._core.dtype import dtype
from .._core.tensor import Tensor

REQUIRED = object()
BASES = (
    "Tensor", "SymInt", "SymBool", "SymFloat", "int", "float", "bool", "str", "Scalar", "ScalarType", "Device", "Layout",
    "MemoryFormat", "Generator", "Dimname", "Stream", "Storage", "complex", "Any", "t",
)  # fmt: skip
SHOWN = {"SymInt": "int", "Scalar": "number", "ScalarType": "int"}
_FAULT = (
    "Unable to cast Python instance of type {} to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug "
    "mode for details)"
)
_ARGUMENT = re.compile(
    r"(?P<base>\w+)(?:\((?P<alias>[^)]*)\))?(?P<suffix>(?:\?|\[\d*\])*)\s*(?P<name>\w+)?(?:\s*=\s*(?P<default>.+))?$"
)


@dataclass
class Argument:
    """One argument or result: `Tensor(a!)? x=None`."""

    base: str
    suffix: str = ""
    alias: str = ""
    name: str = ""
    default: Any = REQUIRED
    written: str = ""
    kwarg_only: bool = False

    @property
    def type(self):
        return self.base + self.suffix

    @property
    def is_mutable(self):
        return "!" in self.alias

    def __str__(self):
        head = self.base + (f"({self.alias})" if self.alias else "") + self.suffix
        return head + (f" {self.name}" if self.name else "") + ("" if self.default is REQUIRED else f"={self.written}")

    def takes(self, value):
        """Whether the value is of the argument's type."""
        if value is None:
            return self.suffix.endswith("?")
        if "[" in self.suffix:
            if isinstance(value, (list, tuple)):
                inner = Argument(self.base, "?" if self.suffix.startswith("?") else "")
                return all(inner.takes(v) for v in value)
            if "[]" in self.suffix:
                return False
        if self.base == "Tensor":
            return isinstance(value, Tensor)
        if self.base in ("int", "SymInt"):
            return isinstance(value, int) or isinstance(value, Tensor) and not value.is_floating_point()
        if self.base == "float":
            return isinstance(value, (int, float, Tensor))
        if self.base == "Scalar":
            return isinstance(value, (int, float, complex, Tensor))
        kind = {"bool": bool, "str": str, "ScalarType": dtype, "Device": (device, str)}.get(self.base)
        return kind is None or isinstance(value, kind)


@dataclass
class Schema:
    """The name, arguments and results of an op."""

    name: str
    overload_name: str = ""
    arguments: list[Argument] = field(default_factory=list)
    returns: list[Argument] = field(default_factory=list)
    single: bool = True  # whether a call gives one result and no tuple

    @property
    def is_mutable(self):
        return any(a.is_mutable for a in self.arguments)

    @property
    def has_keyword_only(self):
        return any(a.kwarg_only for a in self.arguments)

    def __str__(self):
        words, star = [], False
        for a in self.arguments:
            if a.kwarg_only and not star:
                words.append("*")
                star = True
            words.append(str(a))
        returns = ", ".join(map(str, self.returns))
        name = self.name + (f".{self.overload_name}" if self.overload_name else "")
        return f"{name}({', '.join(words)}) -> " + (returns if self.single else f"({returns})")

    __repr__ = __str__

    def bind(self, args, kwargs):
        """The positional and the keyword-only values of a call, defaults filled in; RuntimeError as torch words it."""
        positional = [a for a in self.arguments if not a.kwarg_only]
        if len(args) > len(positional):
            fault = "expected at most {} argument(s) but received {} argument(s)."
            if self.has_keyword_only:
                fault = "takes {} positional argument(s) but {} was/were given. "
            raise RuntimeError(f"{self.name}() {fault.format(len(positional), len(args))} Declaration: {self}")
        given, values = dict(kwargs), {}
        for k, a in enumerate(self.arguments):
            if k < len(args) and not a.kwarg_only:
                value = args[k]
            elif a.name in given:
                value = given.pop(a.name)
            elif a.default is REQUIRED:
                raise RuntimeError(f"{self.name}() is missing value for argument '{a.name}'. Declaration: {self}")
            else:
                value = a.default
            if not a.takes(value):
                raise RuntimeError(self._misfit(a, k, value))
            values[a.name] = value
        if given:
            raise RuntimeError(
                f"Unknown keyword argument '{next(iter(given))}' for operator '{self.name}'. Schema: {self}"
            )
        return (
            tuple(values[a.name] for a in positional),
            {a.name: values[a.name] for a in self.arguments if a.kwarg_only},
        )

    def _misfit(self, argument, place, value):
        kind = f"{SHOWN.get(argument.base, argument.base)}{argument.suffix}"
        for head, tail in (("?", "Optional[{}]"), ("[]", "List[{}]")):
            if kind.endswith(head):
                kind = tail.format(kind.removesuffix(head))
        fault = f"Unable to cast {value} to Tensor" if argument.base == "Tensor" else _FAULT.format(type(value))
        return (
            f"{self.name}() Expected a value of type '{kind}' for argument '{argument.name}' but instead found type "
            f"'{type(value).__name__}'.\nPosition: {place}\nValue: {value!r}\nDeclaration: {self}\n"
            f"Cast error details: {fault}"
        )


def _split(text):
    """The parts between commas that stand outside of brackets."""
    parts, depth, start = [], 0, 0
    for k, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append(text[start:k])
            start = k + 1
    return [p.strip() for p in (*parts, text[start:]) if p.strip()]


def _default(text, base):
    if text in ("None", "True", "False"):
        return ast.literal_eval(text)
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        import borch

        return getattr(borch, text.strip("\"'"), text)
    return float(value) if base == "float" and isinstance(value, int) else value


def _argument(text, schema, kwarg_only=False):
    match = _ARGUMENT.match(text)
    if match is None or match["base"] not in BASES:
        wave = "~" * re.match(r"\w*", text).end()
        raise RuntimeError(
            "\nunknown type specifier. Common valid schema types include Tensor, SymInt, int, float, bool, Scalar; for a "
            "full list, please see https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/README.md#func :\n"
            f"{schema}\n{' ' * schema.find(text)}{wave} <--- HERE\n"
        )
    base, written = match["base"], match["default"]
    default = REQUIRED if written is None else _default(written, base)
    return Argument(
        base, match["suffix"], match["alias"] or "", match["name"] or "", default, written or "", kwarg_only
    )


def parse(text):
    """The Schema that a line such as `name.overload(Tensor x, int n=2) -> Tensor` says; RuntimeError if none."""
    match = re.match(r"\s*([\w:]*)(?:\.(\w+))?\s*\((.*)\)\s*->\s*(.+?)\s*$", text, re.DOTALL)
    if match is None:
        head = text.partition("(")[2]
        _argument(head.split()[0] if head.split() else "", text)
        raise RuntimeError(f"{text} is no schema")
    name, overload, arguments, returns = match.groups()
    schema = Schema(name, overload or "")
    kwarg_only = False
    for part in _split(arguments):
        if part == "*":
            kwarg_only = True
        else:
            schema.arguments.append(_argument(part, text, kwarg_only))
    schema.single = not returns.startswith("(")
    schema.returns = [_argument(part, text) for part in _split(returns if schema.single else returns[1:-1])]
    return schema


SINGLE = {
    Tensor: "Tensor",
    int: "SymInt",
    float: "float",
    bool: "bool",
    str: "str",
    dtype: "ScalarType",
    device: "Device",
}
_SEQUENCES = (list, collections.abc.Sequence)


def _parameter_type(annotation):
    """torch's word for an annotated type; None if there is none."""
    if annotation in SINGLE:
        return SINGLE[annotation]
    origin, inside = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        rest = {a for a in inside if a is not type(None)}
        optional = "?" if len(rest) < len(inside) else ""
        if rest == {int, float, bool}:
            return "Scalar" + optional
        inner = _parameter_type(next(iter(rest))) if len(rest) == 1 else None
        return inner and inner + optional
    if origin in _SEQUENCES:
        inner = _parameter_type(inside[0])
        return None if inner is None or "[]" in inner or inner in ("str", "ScalarType", "Device") else inner + "[]"
    return None


RETURNS = {
    Tensor: "Tensor", list[Tensor]: "Tensor[]", typing.List[Tensor]: "Tensor[]",  # noqa: UP006
    int: "SymInt", float: "float", bool: "bool", int | float | bool: "Scalar",
}  # fmt: skip


def _written(value):
    """A default value as schemas write it; None if they cannot."""
    if value is None or isinstance(value, (bool, int)):
        return str(value)
    if isinstance(value, float):
        return repr(value).removesuffix("0") if repr(value).endswith(".0") else repr(value)
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dtype):
        return str(value).removeprefix("torch.")
    return f'"{value}"' if isinstance(value, device) else None


def infer(function, mutates_args, op_name=None):
    """The schema, as text, that the annotations of a function say; ValueError where they do not suffice."""
    signature = inspect.signature(function)

    def refuse(what):
        raise ValueError(f"infer_schema(func): {what} Got func with signature {signature})")

    if isinstance(mutates_args, str) and mutates_args != "unknown":
        raise ValueError(
            "mutates_args must either be a sequence of the names of the arguments that are mutated or the string 'unknown'. "
        )
    known = {**vars(typing), "Tensor": Tensor, "device": device, "dtype": dtype, **function.__globals__}

    def resolved(annotation):
        try:
            return typing.get_type_hints(types.SimpleNamespace(__annotations__={"it": annotation}), known)["it"]
        except Exception as error:
            refuse(f"Unsupported type annotation {annotation}. It is not a type. ({type(error).__name__}: {error})")

    words, star = [], False
    for k, (name, p) in enumerate(signature.parameters.items()):
        if p.kind not in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY):
            refuse("We do not support positional-only args, varargs, or varkwargs.")
        if p.kind == p.KEYWORD_ONLY and not star:
            words.append("*")
            star = True
        if p.annotation is p.empty:
            refuse(f"Parameter {name} must have a type annotation.")
        kind = _parameter_type(resolved(p.annotation))
        if kind is None:
            refuse(f"Parameter {name} has unsupported type {p.annotation}. The valid types are: {[*SINGLE]}.")
        if (
            mutates_args == "unknown"
            and kind.startswith("Tensor")
            or mutates_args != "unknown"
            and name in mutates_args
        ):
            if not kind.startswith("Tensor"):
                refuse(f"Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be mutated")
            kind = f"Tensor(a{k}!){kind.removeprefix('Tensor')}"
        default = "" if p.default is p.empty else _written(p.default)
        if default is None:
            refuse(
                f"Parameter {name} has an unsupported default value type {type(p.default)}. Please file an issue on GitHub "
                "so we can prioritize this."
            )
        words.append(f"{kind} {name}" + (f"={default}" if default else ""))
    unknown = set() if mutates_args == "unknown" else set(mutates_args) - set(signature.parameters)
    if unknown:
        refuse(
            f"{unknown} in mutates_args were not found in the custom op's signature. mutates_args should contain the names "
            "of all args that the custom op mutates, or just the string 'unknown' if you don't know."
        )
    if signature.return_annotation is signature.empty:
        refuse("No return type annotation was provided. Please add one.")
    return f"{op_name or ''}({', '.join(words)}) -> {_returned(resolved(signature.return_annotation), refuse)}"


def _returned(annotation, refuse):
    if annotation is type(None):
        return "()"
    kinds = typing.get_args(annotation) if typing.get_origin(annotation) is tuple else (annotation,)
    for kind in kinds:
        if kind not in RETURNS:
            refuse(f"Return has unsupported type {annotation}. The valid types are: {RETURNS}.")
    words = [RETURNS[kind] for kind in kinds]
    return words[0] if len(words) == 1 else f"({', '.join(words)})"
