"""Writes printing.json: drawn tensors with drawn print options, and the text torch makes of them.

A case holds a few values (as base64 of their bytes, bfloat16 as float32) that are repeated to fill its shape.
"""

import base64
import json
import math
from pathlib import Path

import numpy as np
import torch

FLOATS = ["float32", "float64", "float16", "bfloat16"]
OTHERS = ["complex64", "complex128", "int64", "int32", "int16", "int8", "uint8", "bool", "uint16", "uint32", "uint64"]
LARGE = [(1001,), (2000,), (40, 50), (3, 400), (400, 3), (2, 30, 20), (4, 4, 4, 4, 4), (1, 1001, 1)]
SPECIAL = [0.0, -0.0, math.nan, math.inf, -math.inf]
EDGES = [0.5, 1e-4, 9.9999e-5, 1e8, 1e8 + 8, 1000.0, 1001.0, 0.99995, 9.99995, 1e-45, 65504.0, 2.5, 0.12345]
AT_THE_LIMITS = [[1.0, 1000.0], [1.0, 1000.5], [0.5, 500.0], [0.5, 500.001], [1e8], [1e8 + 1], [1e-4, 0.05], [9.99e-5]]
CHOICES = {
    "precision": [0, 1, 2, 3, 6, 8, 10],
    "threshold": [0, 5, 10, 100],
    "edgeitems": [0, 1, 2, 4, 7],
    "linewidth": [1, 20, 40, 79, 80, 81, 120],
    "sci_mode": [True, False],
    "profile": ["default", "short", "full"],
}


def main():
    rng = np.random.RandomState(0)
    cases = [_case(rng, dtype) for dtype in (FLOATS * 3 + OTHERS) * 20]
    cases += [_freeze("float64", np.array(values), (len(values),)) for values in AT_THE_LIMITS]
    cases += [_freeze("int64", np.arange(7), shape) for shape in [(6, 167), (7, 167), (167, 6), (10, 100), (1000,)]]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (Path(__file__).parent / "printing.json").write_text(f"[\n{lines}\n]\n")


def _case(rng, dtype):
    size = rng.randint(1, 13)
    values = _values(rng, dtype, size)
    shape = _shape(rng)
    options = {name: _pick(rng, choices) for name, choices in CHOICES.items() if rng.rand() < 0.2}
    if options.get("profile") == "full" and math.prod(shape) > 200:
        del options["profile"]
    default = _pick(rng, ["float32"] * 6 + ["float64", "float16", "bfloat16"])
    grad = _pick(rng, ["", "", "leaf", "node"]) if dtype in FLOATS or dtype.startswith("complex") else ""
    return _freeze(dtype, values, shape, options, default, grad)


def _freeze(dtype, values, shape, options=None, default="float32", grad=""):
    options = options or {}
    tensor = torch.from_numpy(np.resize(values, shape)).to(getattr(torch, dtype))
    if grad:
        tensor.requires_grad_()
    if grad == "node":
        tensor = tensor.clone()
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    torch.set_default_dtype(getattr(torch, default))
    text = repr(tensor)
    torch.set_default_dtype(torch.float32)
    torch.set_printoptions(profile="default")
    data = base64.b64encode(values.tobytes()).decode()
    case = {"dtype": dtype, "shape": shape, "data": data, "options": options, "default": default, "grad": grad}
    return {**case, "text": text}


def _pick(rng, choices):
    return choices[rng.randint(len(choices))]


def _shape(rng):
    kind = rng.randint(10)
    if kind == 0:
        return _pick(rng, LARGE)
    if kind == 1:
        return (rng.randint(1, 60),)
    sizes = [rng.randint(1, 6) for _ in range(rng.randint(5))]
    if kind == 2:
        sizes.insert(rng.randint(len(sizes) + 1), 0)
    return tuple(sizes)


def _values(rng, dtype, size):
    """Values in numpy's dtype for `dtype`, exactly representable in it."""
    if dtype == "bool":
        return rng.rand(size) < 0.5
    if dtype in FLOATS:
        with np.errstate(over="ignore"):
            return _as_float(_floats(rng, size), dtype)
    if dtype.startswith("complex"):
        parts = np.stack([_floats(rng, size), _floats(rng, size)], 1)
        return np.ascontiguousarray(parts).view(np.complex128)[:, 0].astype(dtype)
    limits = np.iinfo(dtype)
    high = min(limits.max, 10 ** rng.randint(1, 19))
    low = max(limits.min, -high) if rng.rand() < 0.5 else 0
    return np.array([low + int(rng.rand() * (high - low)) for _ in range(size)], dtype)


def _as_float(values, dtype):
    if dtype == "bfloat16":
        return torch.from_numpy(values).to(torch.bfloat16).float().numpy()
    return values.astype(dtype)


def _floats(rng, size):
    kind = rng.randint(8)
    if kind == 0:
        values = rng.randn(size)
    elif kind == 1:
        values = rng.randint(-20, 20, size).astype(float)
    elif kind == 2:
        values = rng.randn(size) * 10.0 ** rng.randint(-6, 7, size)
    elif kind == 3:
        values = rng.randn(size) * 10.0 ** rng.randint(-12, 13)
    elif kind == 4:
        values = np.round(rng.randn(size) * 1000, rng.randint(0, 3))
    elif kind == 5:
        values = rng.randint(-3, 4, size) * 10.0 ** rng.randint(0, 12)
    elif kind == 6:
        values = np.full(size, _pick(rng, EDGES))
    else:
        values = rng.choice(EDGES, size)
    if rng.rand() < 0.3:
        values = np.where(rng.rand(size) < _pick(rng, [0.1, 0.5, 1.0]), rng.choice(SPECIAL, size), values)
    return values
