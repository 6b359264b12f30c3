"""Cases: Python expressions that mean the same on torch and on borch, evaluated, frozen as JSON, and compared.

A case file `tests/**/cases_NAME.py` holds `CASES = {"add": ["torch.add(f(2, 3), f(3), alpha=2)", ...], ...}`. A case is
a text, or `(text, options)` where the text alone does not say it all (see `Case`); `OPTIONS = {...}` holds what is so for
a whole file. It may use `torch`, `F`, `nn`, `np`, `math` and the input makers of inputs.py; several statements are
separated by `; ` and the last one is the result.

`python -m tests.cases NAME` compares with live torch, `python -m tests.golden.make_ops NAME` freezes torch's answers.
"""

import ast
import functools
import importlib
import importlib.util
import json
import math
import re
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tests.inputs import Makers, Watched

TESTS = Path(__file__).parent
GOLDEN = TESTS / "golden" / "cases"
FORMAT = 1


class Case(NamedTuple):
    """One line of a case file. Options:

    rtol, atol  instead of the dtype's own
    strides     compare the result's strides too
    shares      False: do not compare which input's memory the result shares
    grad        False: no gradients; second=False: no second gradients
    twins       False: neither the in-place nor the out= twin
    message     False: of an error compare the type alone
    values      False: compare type, shape and dtype alone (uninitialised memory)
    """

    file: str
    op: str
    text: str
    options: dict


def files():
    """The case files, by their name without `cases_`."""
    return {path.stem.removeprefix("cases_"): path for path in sorted(TESTS.glob("*/**/cases_*.py"))}


def load(path):
    """The cases of one file, in its order; a text that stands there twice is one case."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shared = getattr(module, "OPTIONS", {})
    cases, seen = [], set()
    for op, lines in module.CASES.items():
        for line in lines:
            text, options = (line, {}) if isinstance(line, str) else line
            if text not in seen:
                cases.append(Case(path.stem.removeprefix("cases_"), op, text, shared | options))
            seen.add(text)
    return cases


# ---------------------------------------------------------------------------------------------------------- evaluation
def evaluate(case, torch):
    """What `torch` (torch itself, or borch) makes of a case, as plain data: see `describe` for tensors.

    A case that is one call of `torch.NAME` or of a method is also tried as `NAME_` and with `out=`, where these exist;
    what is the same as the first result is noted as "same".
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        record = attempt(case, torch, plain_call)
        if case.options.get("twins", True) and "out" in record and twin_call(case.text):
            for name, call in (("inplace", inplace_call), ("out=", out_call)):
                twin = attempt(case, torch, call, second=False)
                if twin is not None:
                    record[name] = "same" if is_same(twin, record) else twin
    return record


class NoTwin(Exception):
    """There is no such form of this call."""


def attempt(case, torch, call, second=True):
    makers = Makers(case.text, torch)
    torch.manual_seed(0) if hasattr(torch, "manual_seed") else None
    try:
        result = call(case, torch, makers)
    except NoTwin:
        return None
    except Exception as error:
        return {"error": describe_error(error)}
    try:
        record = {"out": describe(result, case, makers)}
    except Exception as error:  # a result that torch itself cannot hand out
        return {"unreadable": describe_error(error)}
    if case.options.get("grad", True):
        record.update(gradients(result, case, torch, makers, second and case.options.get("second", True)))
    return record


def namespace(case, torch, makers):
    watched = Watched(torch, makers.made) if "requires_grad=True" in case.text else torch
    names = {"torch": watched, "np": np, "math": math, **makers.names()}
    for name, path in (("F", ".nn.functional"), ("nn", ".nn")):
        if re.search(rf"\b{name}\.", case.text):
            names[name] = importlib.import_module(torch.__name__ + path)
    return names


def plain_call(case, torch, makers):
    """The case as it stands."""
    statements, last = compiled(case.text)
    names = namespace(case, torch, makers)
    if statements is not None:
        exec(statements, names)
    return eval(last, names)


@functools.lru_cache
def compiled(text):
    *statements, last = ast.parse(text).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"the last statement of a case must be an expression: {text}")
    first = compile(ast.Module(statements, []), "<case>", "exec") if statements else None
    return first, compile(ast.Expression(last.value), "<case>", "eval")


@functools.lru_cache
def twin_call(text):
    """(name, code that collects all arguments) when the text is one call of `torch.NAME` or of a method, else None."""
    body = ast.parse(text).body
    if len(body) != 1 or not isinstance(body[0], ast.Expr) or not isinstance(body[0].value, ast.Call):
        return None
    call = body[0].value
    function = call.func
    if not isinstance(function, ast.Attribute) or any(k.arg == "out" for k in call.keywords):
        return None
    args = call.args
    if not (isinstance(function.value, ast.Name) and function.value.id == "torch"):
        if isinstance(function.value, ast.Name):
            return None  # F.relu(...)
        if isinstance(function.value, ast.Attribute):
            return None  # torch.special.erf(...), torch.linalg.inv(...)
        args = [function.value, *args]
    if not args or function.attr.startswith("_") or function.attr.endswith("_"):
        return None
    collect = ast.Call(ast.Name("_collect", ast.Load()), args, call.keywords)
    return function.attr, compile(ast.fix_missing_locations(ast.Expression(collect)), "<case>", "eval")


def twin_arguments(case, torch, makers):
    name, code = twin_call(case.text)
    names = namespace(case, torch, makers)
    names["_collect"] = lambda *args, **kwargs: (args, kwargs)
    return name, *eval(code, names)


def inplace_call(case, torch, makers):
    name, args, kwargs = twin_arguments(case, torch, makers)
    if not hasattr(torch.Tensor, name + "_") or not isinstance(args[0], torch.Tensor):
        raise NoTwin
    target = args[0].clone()
    result = getattr(target, name + "_")(*args[1:], **kwargs)
    return result if result is target else (result, target)


def out_call(case, torch, makers):
    name, args, kwargs = twin_arguments(case, torch, makers)
    function = getattr(torch, name, None)
    if function is None:
        raise NoTwin
    with torch.no_grad():
        try:
            result = function(*args, **kwargs)
        except TypeError:
            raise NoTwin from None  # a method whose function has another signature
        several = isinstance(result, (tuple, list))
        if not all(isinstance(t, torch.Tensor) for t in (result if several else [result])):
            raise NoTwin
        out = tuple(torch.empty(0, dtype=t.dtype) for t in result) if several else torch.empty(0, dtype=result.dtype)
        try:
            given = function(*args, **kwargs, out=out)
        except TypeError:
            raise NoTwin from None
    targets = given if several else (given,)
    if not all(a is b for a, b in zip(targets, out if several else (out,), strict=True)):
        return "what came back is not what was given as out="
    return given


def is_same(twin, record):
    """Whether a twin gave the first result; a result in `out=` has no gradients to compare."""
    if "out" not in twin or not same_values(twin["out"], record["out"]):
        return False
    return "grads" not in twin or twin["grads"] == record.get("grads")


def same_values(a, b):
    if isinstance(a, dict) and isinstance(b, dict):
        if "items" in a:
            return "items" in b and len(a["items"]) == len(b["items"]) and all(map(same_values, a["items"], b["items"]))
        return a.get("t") == b.get("t") and a.get("v") == b.get("v")
    return a == b


# --------------------------------------------------------------------------------------------------------- description
def describe(value, case, makers):
    """A result as plain data.

    A tensor: {"t": "float32[2, 3]", "v": flat values, "fn": grad_fn's name, "shares": number of the input whose memory
    it shares}; a tuple or list: {"kind": its type, "items": [...]}; anything else: its repr, floats as {"float": x}.
    """
    torch = makers.torch
    if isinstance(value, torch.Tensor):
        return describe_tensor(value, case, makers)
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        return {"kind": type(value).__name__, "items": [describe(v, case, makers) for v in value]}
    if isinstance(value, dict):
        return {
            "kind": "dict",
            "keys": [repr(k) for k in value],
            "items": [describe(v, case, makers) for v in value.values()],
        }
    if type(value) is float:
        return {"float": number(value, 13)}
    if type(value) is complex:
        return {"complex": [number(value.real, 13), number(value.imag, 13)]}
    if isinstance(value, (np.ndarray, np.generic)):
        return {"kind": "numpy", "t": f"{value.dtype}{list(value.shape)}", "v": numbers(np.asarray(value))}
    return {"repr": repr(value)}


def describe_tensor(t, case, makers):
    array = to_numpy(t)
    record = {"t": f"{str(t.dtype).removeprefix('torch.')}{list(t.shape)}"}
    if case.options.get("values", True):
        record["v"] = numbers(array, 4 if "bfloat16" in record["t"] else None)
    if t.requires_grad:
        record["fn"] = type(t.grad_fn).__name__ if t.grad_fn is not None else "leaf"
    if case.options.get("strides"):
        record["strides"] = list(t.stride())
    if case.options.get("shares", True):
        for k, x in enumerate(makers.made):
            if x.numel() and memory_of(x) == memory_of(t):
                record["shares"] = k
                break
    return record


def memory_of(t):
    """Something that is equal for tensors on the same memory."""
    array = getattr(t, "_array", None)
    if array is None:
        return t.untyped_storage().data_ptr()
    while isinstance(array.base, np.ndarray):
        array = array.base
    return id(array)


def to_numpy(t):
    """The values as a numpy array, bfloat16 as float32."""
    array = getattr(t, "_array", None)
    if array is not None:
        return importlib.import_module("borch._core.dtype").widen(array)
    t = t.detach().resolve_conj().resolve_neg()
    return (t.float() if "bfloat16" in str(t.dtype) else t).numpy(force=True)


DIGITS = {"float16": 5, "float32": 8, "float64": 13}


def numbers(array, digits=None):
    flat = np.ascontiguousarray(array).reshape(-1)
    if flat.dtype.kind == "c":
        flat = flat.view(flat.real.dtype)
    if flat.dtype.kind == "f":
        digits = digits or DIGITS[flat.dtype.name]
        return [number(v, digits) for v in flat.tolist()]
    return [int(v) for v in flat.tolist()] if flat.dtype.kind in "iub" else [str(v) for v in flat]


def number(value, digits):
    """A float as JSON holds it: rounded to so many digits, whole ones without a point, nan and inf as words."""
    if value != value or value in (math.inf, -math.inf):
        return repr(value)
    value = float(f"{value:.{digits}g}")
    return int(value) if value.is_integer() and abs(value) < 1e6 else value


def describe_error(error):
    message = str(error).split("\nException raised from")[0]
    return [type(error).__name__, message]


# ----------------------------------------------------------------------------------------------------------- gradients
def gradients(result, case, torch, makers, second):
    """First gradients of every input that requires one, and the gradients of these; each output has fixed weights."""
    inputs = [t for t in makers.made if t.requires_grad and t.is_leaf]
    outputs = [t for t in tensors_of(result, torch) if t.requires_grad and t.grad_fn is not None]
    if not inputs or not outputs:
        return {}
    rng = np.random.RandomState([makers.seed, 1_000_003])
    plain = Case(case.file, case.op, case.text, {"shares": False})

    def grad(outputs):
        weights = [weight(rng, t, torch) for t in outputs]
        return torch.autograd.grad(outputs, inputs, weights, create_graph=True, allow_unused=True)

    record = {}
    try:
        if torch.__name__ == "borch":  # whose ordinary backward runs on arrays, and that under create_graph on Tensors
            state = rng.get_state()
            weights = [weight(rng, t, torch) for t in outputs]
            rng.set_state(state)
            ordinary = torch.autograd.grad(outputs, inputs, weights, retain_graph=True, allow_unused=True)
            record["ordinary"] = [None if g is None else describe(g, plain, makers) for g in ordinary]
        firsts = grad(outputs)
        record["grads"] = [None if g is None else describe(g.detach(), plain, makers) for g in firsts]
    except Exception as error:
        return {"grad error": describe_error(error)}
    again = [g for g in firsts if g is not None and g.requires_grad]
    if second and again:
        try:
            record["second"] = [None if g is None else describe(g.detach(), plain, makers) for g in grad(again)]
        except Exception as error:
            record["second error"] = describe_error(error)
    return record


def weight(rng, t, torch):
    array = np.asarray(rng.uniform(0.5, 1.5, tuple(t.shape)))
    if t.is_complex():
        array = array + 1j * rng.uniform(0.5, 1.5, tuple(t.shape))
    return torch.tensor(array, dtype=t.dtype)


def tensors_of(value, torch):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in tensors_of(v, torch)] if isinstance(value, (tuple, list)) else []


# ---------------------------------------------------------------------------------------------------------- comparison
RTOL = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 1e-5, "complex64": 1e-5, "float64": 1e-10, "complex128": 1e-10}
FLOOR = {"float16": 1e-6, "bfloat16": 1e-6, "float32": 1e-9, "complex64": 1e-9, "float64": 1e-16, "complex128": 1e-16}


def compare(expected, got, case):
    """Every way in which `got` differs from `expected`, one line each; an empty list when they agree."""
    if "error" in expected:
        if "error" not in got:
            return [f"no error; torch raises {show_error(expected['error'])}"]
        return compare_error("", expected["error"], got["error"], case)
    if "error" in got:
        return [f"raises {show_error(got['error'])}"]
    if "unreadable" in expected or "unreadable" in got:
        return [] if "unreadable" in expected else [f"unreadable: {show_error(got['unreadable'])}"]
    found = compare_values("", expected["out"], got["out"], case)
    found += compare_gradients("gradient", expected, got, "grads", "grad error", case)
    if "ordinary" in got and not found:
        loose = case._replace(options={**case.options, "least": 1e-6})  # arrays of mixed dtypes meet in other ways
        ordinary = {"grads": got["ordinary"]}
        found += compare_gradients("gradient without create_graph", expected, ordinary, "grads", "grad error", loose)
    found += compare_gradients("second gradient", expected, got, "second", "second error", case)
    for twin, word in (("inplace", "in place: "), ("out=", "out=: ")):
        found += [word + line for line in compare_twin(expected, got, twin, case)]
    return found


def compare_twin(expected, got, twin, case):
    if twin not in expected:
        return []  # torch has none; one of ours would do no harm
    if twin not in got:
        return ["there is none"]
    want, have = expected[twin], got[twin]
    want = {k: v for k, v in expected.items() if k in ("out", "grads", "grad error")} if want == "same" else want
    have = {k: v for k, v in got.items() if k in ("out", "grads", "grad error")} if have == "same" else have
    if twin == "out=":
        want, have = ({k: v for k, v in side.items() if "grad" not in k} for side in (want, have))
    plain = Case(case.file, case.op, case.text, {**case.options, "twin": True})
    return compare(want, have, plain)


def compare_error(where, expected, got, case):
    if expected[0] != got[0]:
        return [f"{where}raises {show_error(got)}; torch raises {show_error(expected)}"]
    vague = ("invalid combination of arguments", "INTERNAL ASSERT", "Available overloads", "0x")
    if expected[1] == got[1] or not case.options.get("message", True) or any(v in expected[1] for v in vague):
        return []
    return [f"{where}{got[0]} says\n    {got[1]!r}, torch says\n    {expected[1]!r}"]


def show_error(error):
    return f"{error[0]}: {error[1][:300]}"


def compare_values(where, expected, got, case):
    if expected.keys() - {"fn", "shares", "strides"} != got.keys() - {"fn", "shares", "strides"}:
        return [f"{where}is {brief(got)}, torch has {brief(expected)}"]
    if "items" in expected:
        if any(expected.get(k) != got.get(k) for k in ("kind", "keys")) or len(expected["items"]) != len(got["items"]):
            return [f"{where}is {brief(got)}, torch has {brief(expected)}"]
        pairs = enumerate(zip(expected["items"], got["items"], strict=True))
        return [line for k, (a, b) in pairs for line in compare_values(f"{where}[{k}] ", a, b, case)]
    if "repr" in expected:
        want, have = expected["repr"], got["repr"].replace("borch.", "torch.")
        return [] if want == have else [f"{where}is {have}, torch has {want}"]
    if "float" in expected or "complex" in expected:
        key = "float" if "float" in expected else "complex"
        want, have = (x[key] if key == "complex" else [x[key]] for x in (expected, got))
        return compare_numbers(where, want, have, "float64", case)
    if expected["t"] != got["t"] or expected.get("kind") != got.get("kind"):
        return [f"{where}is {got['t']}, torch has {expected['t']}"]
    found = compare_numbers(where, expected.get("v", []), got.get("v", []), expected["t"].partition("[")[0], case)
    for key, word in (("fn", "grad_fn"), ("shares", "shared memory with input"), ("strides", "strides")):
        if case.options.get("twin") or (key == "shares" and not case.options.get("shares", True)):
            continue
        if expected.get(key) != got.get(key):
            found.append(f"{where}{word}: {got.get(key)}, torch has {expected.get(key)}")
    return found


def brief(value):
    return value.get("t") or value.get("repr") or f"{value.get('kind', 'number')} of {len(value.get('items', '1'))}"


def compare_numbers(where, expected, got, dtype, case):
    if len(expected) != len(got):
        return [f"{where}has {len(got)} values, torch has {len(expected)}"]
    if dtype not in RTOL:
        wrong = [k for k, (a, b) in enumerate(zip(expected, got, strict=True)) if a != b]
        return [
            f"{where}element {k} is {got[k]}, torch has {expected[k]} (and {len(wrong) - 1} more)" for k in wrong[:1]
        ]
    a, b = (np.array([float(v) for v in side], np.float64) for side in (expected, got))
    rtol = max(case.options.get("rtol", RTOL[dtype]), case.options.get("least", 0))
    finite = np.abs(a[np.isfinite(a)])
    scale = finite.max() if finite.size else 0.0
    floor = FLOOR[dtype] * (100 if "second" in where else 1)  # a sum of terms that cancel
    atol = max(case.options.get("atol", 0.1 * rtol * scale), floor)
    with np.errstate(invalid="ignore"):
        fine = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.isfinite(a) & (np.abs(a - b) <= atol + rtol * np.abs(a)))
    wrong = np.flatnonzero(~fine)
    return [f"{where}element {k} is {b[k]!r}, torch has {a[k]!r} (and {wrong.size - 1} more)" for k in wrong[:1]]


def compare_gradients(word, expected, got, key, error_key, case):
    if error_key in expected or error_key in got:
        if error_key in expected and error_key in got:
            return compare_error(word + " ", expected[error_key], got[error_key], case)
        side = got if error_key in got else expected
        return [f"{word}: {'raises' if side is got else 'no error; torch raises'} {show_error(side[error_key])}"]
    want, have = expected.get(key), got.get(key)
    if key == "second":  # no second gradient is as good as zeros
        shapes = next((g for g in (want, have) if g is not None), [])
        want, have = want or [None] * len(shapes), have or [None] * len(shapes)
    if (want is None) != (have is None):
        return [f"{word}: {'none' if have is None else 'there'}, torch has {'none' if want is None else 'one'}"]
    found = []
    plain = Case(case.file, case.op, case.text, {**case.options, "twin": True})
    for k, (a, b) in enumerate(zip(want or [], have or [], strict=True)):
        if key == "second":
            a, b = (zeros_like(y) if x is None and y is not None else x for x, y in ((a, b), (b, a)))
        if a is None or b is None:
            if a is not b:
                found.append(
                    f"{word} {k}: {'none' if b is None else 'there'}, torch has {'none' if a is None else 'one'}"
                )
            continue
        found += compare_values(f"{word} {k} ", a, b, plain)
    return found


def zeros_like(record):
    return {**record, "v": [0] * len(record["v"])}


# ------------------------------------------------------------------------------------------------------------- freezing
def golden_path(name):
    return GOLDEN / f"{name}.json"


def freeze(name, path, torch):
    """Writes torch's answers to one case file: a line per case, so that a change can be read in a diff."""
    lines = []
    for case in load(path):
        record = json.dumps(evaluate(case, torch), ensure_ascii=False, separators=(",", ":"))
        lines.append(f"{json.dumps(case.text, ensure_ascii=False)}: {record}")
    version = torch.__version__.partition("+")[0]
    body = ",\n".join(lines)
    GOLDEN.mkdir(exist_ok=True)
    golden_path(name).write_text(f'{{"format": {FORMAT}, "torch": "{version}", "cases": {{\n{body}\n}}}}\n', "utf-8")
    return len(lines)


def frozen(name):
    """The answers to one case file by text; an empty dict when there are none yet."""
    path = golden_path(name)
    if not path.exists():
        return {}
    content = json.loads(path.read_text("utf-8"))
    return content["cases"] if content["format"] == FORMAT else {}


def main(names):
    """Prints how borch differs from live torch in the cases of the files `names`, and how many cases agree."""
    import torch

    import borch

    torch.set_num_threads(1)
    for name in names:
        cases, agree = load(files()[name]), 0
        for case in cases:
            differences = compare(evaluate(case, torch), evaluate(case, borch), case)
            agree += not differences
            if differences:
                print("\n    ".join([f"{case.op}: {case.text}", *differences]))
        print(f"{name}: {agree} of {len(cases)} cases agree")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
