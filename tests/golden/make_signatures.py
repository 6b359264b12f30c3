"""Writes borch/_core/signature_table.py: the signatures of torch's functions and Tensor's methods, for errors.

Where torch has several for a name, its own message lists them when a call fits none; of the others, and which parameters
take None or one int for a tuple, the stubs tell that are installed with it.
"""

import ast
import re
import warnings
from pathlib import Path

import torch

TARGET = Path(__file__).parents[2] / "borch" / "_core" / "signature_table.py"
STUBS = Path(torch.__path__[0]) / "_C"
WORDS = {
    "Tensor": "Tensor", "_bool": "bool", "_float": "float", "SymFloat": "float", "_int": "int", "SymInt": "int",
    "str": "str", "_dtype": "torch.dtype", "_layout": "torch.layout", "DeviceLikeType": "torch.device",
    "Generator": "torch.Generator", "memory_format": "torch.memory_format", "Number": "Number", "_complex": "Number",
    "Storage": "torch.Storage",
}  # fmt: skip
HEAD = '''"""The signatures of torch's functions and of Tensor's methods, written by tests/golden/make_signatures.py.

A line has names, a tab, and the signatures as torch's messages write them, separated by tabs. `?` after a type says that
None is taken, `!` that one int is taken for a tuple of ints; `~` before a lone signature, that torch knows older ones too;
`.` is a signature without parameters; `-` instead of signatures says that a method refuses whatever it is given.
"""

TABLE = """
'''
NOT_CALLED = {"seed", "fork", "wait", "compile", "import_ir_module", "import_ir_module_from_buffer"}


def kind_of(annotation):
    """A stub's annotation as torch's messages call it, with the marks of signature_table.py."""
    text = ast.unparse(annotation)
    mark = "?" if re.search(r"\bNone\b", text) else ""
    if "Tensor" in text and ("list[" in text or "tuple[" in text):
        return "tuple of Tensors" + mark
    if "Sequence[" in text or "_size" in text:
        word = "floats" if "_float" in text else "ints"
        return f"tuple of {word}" + ("!" if re.search(r"(^|\| )_int\b", text) else "") + mark
    words = [WORDS[name] for name in re.findall(r"\w+", text) if name in WORDS]
    first = next((word for word in ("Tensor", "Number") if word in words), words[0] if words else "object")
    return first + mark


def stubs(file, cls=None):
    """name -> [[(kind, parameter, default or None) or "*"]] of the functions of a stub, or of the methods of a class."""
    body = ast.parse((STUBS / file).read_text("utf-8")).body
    if cls:
        body = next(node for node in body if isinstance(node, ast.ClassDef) and node.name == cls).body
    found = {}
    for node in body:
        if not isinstance(node, ast.FunctionDef) or node.args.vararg is not None:
            continue
        a = node.args
        positional = [*a.posonlyargs, *a.args]
        defaults = [None] * (len(positional) - len(a.defaults)) + list(a.defaults)
        pairs = list(zip(positional, defaults, strict=True))[1 if cls else 0 :]
        rest = list(zip(a.kwonlyargs, a.kw_defaults, strict=True))
        parts = [_part(p, d) for p, d in pairs] + (["*", *(_part(p, d) for p, d in rest)] if rest else [])
        found.setdefault(node.name, []).append(parts)
    return found


def _part(parameter, default):
    kind = kind_of(parameter.annotation) if parameter.annotation else "object"
    return kind, parameter.arg, None if default is None else ast.unparse(default)


def written(parts):
    return ", ".join(p if p == "*" else f"{p[0]} {p[1]}" + ("" if p[2] is None else f" = {p[2]}") for p in parts)


def listed(fn):
    """The signatures in what torch says of arguments that fit none; whether it lists several."""
    for count in range(6):
        try:
            fn(*[object() for _ in range(count)])
        except TypeError as error:
            said = str(error)
            if several := re.search(r"but expected one of:\n(.*)", said, re.DOTALL):
                return re.findall(r"^ \* \((.*)\)$", several.group(1), re.MULTILINE), True
            if one := re.search(r"but expected \((.*)\)$", said):
                return [one.group(1)], False
        except Exception:  # noqa: BLE001, S112  (whatever else a call of nonsense does)
            continue
    return [], False


def marked(line, known):
    """A signature of a message with the marks that the stubs have for its parameters."""
    ones = {p[1] for parts in known for p in parts if p != "*" and "!" in p[0]}
    nones = {p[1] for parts in known for p in parts if p != "*" and "?" in p[0]}
    parts = []
    for part in line.split(", "):
        declared, equals, default = part.partition(" = ")
        kind, _, name = declared.rpartition(" ")
        if kind:
            kind += "!" if kind == "tuple of ints" and name in ones else ""
            kind += "?" if name in nones or default == "None" else ""
            part = f"{kind} {name}{equals}{default}"
        parts.append(part)
    return ", ".join(parts)


def takes_nothing(method):
    try:
        method(1)
    except TypeError as error:
        return "takes no arguments" in str(error)
    except Exception:  # noqa: BLE001
        return False
    return False


def signatures(name, space, known):
    public = getattr(space, name)
    fn = public if space is torch else getattr(torch.ones(2), name)
    if space is not torch and takes_nothing(fn):
        return ["-"]
    lines, several = listed(fn)
    if lines:
        return [("" if several and len(lines) > 1 else "~") + marked(line, known) for line in lines]
    return [by_keyword(fn, written(known[0]))] if len(known) == 1 and parses(fn, name) else []


def by_keyword(fn, line):
    """A signature of the stubs, where all parameters are given by name alone though the stubs do not say so, or do not have
    them: `x.is_contiguous`, `x.double`."""
    try:
        fn(object())
    except TypeError as error:
        if "takes 0 positional arguments" in str(error):
            if not line and takes_memory_format(fn):
                line = "torch.memory_format? memory_format = None"
            return line if not line or line.startswith("*") else f"*, {line}"
    except Exception:  # noqa: BLE001
        return line
    return line


def takes_memory_format(fn):
    try:
        return fn(memory_format=torch.contiguous_format) is not None
    except TypeError:
        return False


def parses(fn, name):
    """Whether the function refuses arguments in the words of torch's argument parser; not all do."""
    for count in range(6):
        try:
            fn(*[object() for _ in range(count)])
        except TypeError as error:
            if str(error).startswith((f"{name}() ", f"{name}(): ")):
                return True
        except Exception:  # noqa: BLE001, S112
            continue
    return False


SCHEMA_WORDS = {
    "Tensor": "Tensor", "int": "int", "SymInt": "int", "float": "float", "bool": "bool", "Scalar": "Number",
    "number": "Number", "str": "str", "ScalarType": "torch.dtype", "Generator": "torch.Generator",
}  # fmt: skip


def of_schema(name):
    """The signature of a function of a room of torch, which has no stub, out of its schema; None where there are several."""
    schemas = torch._C._jit_get_schemas_for_operator(f"aten::{name}")
    plain = [s for s in schemas if not any(a.is_out for a in s.arguments)]
    if len(plain) != 1:
        return None
    parts, by_name = [], False
    for a in plain[0].arguments:
        if a.kwarg_only and not by_name:
            parts.append("*")
            by_name = True
        text = str(a.real_type).replace("SymInt", "int")
        mark = "?" if text.startswith("Optional[") else ""
        inner = re.sub(r"^Optional\[(.*)\]$", r"\1", text)
        if inner.startswith("List["):
            kind = f"tuple of {inner[5:-1].removeprefix('Optional[').rstrip(']')}s" + "!" * (
                a.N is not None and a.N > 0
            )
        else:
            kind = SCHEMA_WORDS.get(inner, "torch.dtype" if a.name == "dtype" else "object")
        default = f" = {a.default_value}" if a.has_default_value() else ""
        parts.append(f"{kind}{mark} {'input' if a.name == 'self' else a.name}{default}")
    outs = [s for s in schemas if any(a.is_out for a in s.arguments)]
    if outs:
        kind = "Tensor" if sum(a.is_out for a in outs[0].arguments) == 1 else "tuple of Tensors"
        parts += [*([] if by_name else ["*"]), f"{kind}? out = None"]
    return ", ".join(parts)


def of_rooms():
    """name -> signatures of the functions of torch.linalg, special, fft and nn.functional, whose errors have these names."""
    found = {}
    for room in (torch._C._linalg, torch._C._special, torch._C._fft, torch._C._nn):
        for name in dir(room):
            fn = getattr(room, name)
            if name.startswith("_") or hasattr(torch, name) or type(fn).__name__ != "builtin_function_or_method":
                continue
            lines, several = listed(fn)
            if lines:
                found[name] = [("" if several and len(lines) > 1 else "~") + marked(line, []) for line in lines]
            elif parses(fn, name) and (line := of_schema(name)) is not None:
                found[name] = [line]
    return found


def main():
    rows = {}
    for name, lines in of_rooms().items():
        rows.setdefault(("function", "\t".join(lines)), []).append(name)
    for where, space, found in (
        ("function", torch, stubs("_VariableFunctions.pyi")),
        ("method", torch.Tensor, stubs("__init__.pyi", "TensorBase")),
    ):
        for name in dir(space):
            native = type(getattr(space, name)).__name__ in ("builtin_function_or_method", "method_descriptor")
            if name.startswith("_") or name in NOT_CALLED or not native:
                continue
            lines = signatures(name, space, found.get(name, []))
            if lines:
                rows.setdefault((where, "\t".join(line or "." for line in lines)), []).append(name)
    text = sorted(f"{where} {' '.join(sorted(names))}\t{lines}" for (where, lines), names in rows.items())
    TARGET.write_text(HEAD + "\n".join(text) + '\n"""  # noqa: E501\n', "utf-8")
    print(f"{TARGET.name}: {sum(map(len, rows.values()))} names")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
