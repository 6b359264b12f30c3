"""Writes random.json: expressions over `torch` that draw random numbers after manual_seed, and what torch draws.

A record holds a sample of the values, a digest of all of them, and a digest of the generator's state afterwards.
"""

import base64
import hashlib
import json
from pathlib import Path

import numpy as np
import torch

P = [i / 59 for i in range(60)]  # probabilities; expressions may name it
SIZES = [0, 1, 2, 15, 16, 17, 31, 32, 33, 640, 10_000]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
INTEGERS = ["bool", "uint8", "int8", "int16", "int32", "int64"]
COMPLEX = ["complex64", "complex128"]
STRIDED = [
    "torch.zeros(4, 5, dtype=torch.{dtype}).t()",
    "torch.zeros(3, 4, 5, dtype=torch.{dtype}).permute(2, 0, 1)",
    "torch.zeros(40, dtype=torch.{dtype})[::2]",
    "torch.zeros(6, 8, dtype=torch.{dtype})[1:5, ::3]",
    "torch.zeros(2, 3, 4, 4, dtype=torch.{dtype}).transpose(1, 3)",
]
FILLS = [
    "normal_()",
    "normal_(0.3, 1.7)",
    "uniform_()",
    "uniform_(-0.3, 1.45)",
    "exponential_(1.3)",
    "cauchy_(0.5, 1.3)",
    "log_normal_(0.5, 0.7)",
    "geometric_(0.3)",
    "bernoulli_(0.3)",
    "random_()",
    "random_(-3, 7)",
]


def codes():
    for dtype in FLOATS + COMPLEX:
        for size in SIZES:
            yield f"torch.rand({size}, dtype=torch.{dtype})"
            yield f"torch.randn({size}, dtype=torch.{dtype})"
    for fill in FILLS:
        for dtype in FLOATS:
            for size in (5, 16, 50, 1000):
                yield f"torch.zeros({size}, dtype=torch.{dtype}).{fill}"
            for strided in STRIDED:
                yield f"{strided.format(dtype=dtype)}.{fill}"
    for fill in FILLS[-4:-1]:
        for dtype in INTEGERS[1 if "geometric" in fill else 0 :]:
            yield f"torch.zeros(50, dtype=torch.{dtype}).{fill}"
    for fill in FILLS[:4]:
        yield f"torch.zeros(30, dtype=torch.complex64).{fill}"
    yield from _integers()
    yield from _tensors()
    yield from _truncated()
    yield from _sequences()


def _integers():
    for high in (1, 2, 10, 2**24, 2**28 - 1, 2**28, 2**31, 2**32 - 1, 2**32, 2**62, 2**63 - 1):
        yield f"torch.randint({high}, (7,))"
        yield f"torch.randint({-high}, {high}, (7,))"
    yield "torch.zeros(9, dtype=torch.int64).random_(-(2**63), None)"
    yield "torch.zeros(9, dtype=torch.int32).random_(7, None)"
    yield "torch.zeros(9).random_(7, None)"
    yield "torch.zeros(9, dtype=torch.bfloat16).random_(513, 900)"
    yield "torch.zeros(9, dtype=torch.bfloat16).random_(0, 300)"
    yield "torch.zeros(9, dtype=torch.float16).random_(4097, 9000)"
    for dtype in INTEGERS[1:] + FLOATS:
        yield f"torch.randint(100, (9,), dtype=torch.{dtype})"
        yield f"torch.randperm(100, dtype=torch.{dtype})"
    for n in (0, 1, 2, 3, 10, 255, 256, 257, 1000, 20_000, 70_000, 300_001):
        yield f"torch.randperm({n})"
    yield "torch.randint_like(torch.zeros(4, 3).t(), 2, 9)"


def _tensors():
    for dtype in FLOATS:
        p = f"torch.tensor(P, dtype=torch.{dtype})"
        yield f"torch.bernoulli({p})"
        yield f"torch.zeros(60).bernoulli_({p})"
        yield f"torch.zeros(60, dtype=torch.int64).bernoulli_({p})"
        yield f"torch.zeros(6, 10).t().bernoulli_({p}.view(10, 6))"
        yield f"torch.bernoulli({p}, p=0.4)"
        for count in (1, 3, 40):
            yield f"torch.multinomial({p}, {count}, replacement=True)"
            yield f"torch.multinomial({p}.view(4, 15), {count}, replacement=True)"
        if dtype in ("float32", "float64"):
            yield f"torch.multinomial({p}, 1)"
            yield f"torch.multinomial({p}, 30)"
            yield f"torch.multinomial({p}.view(4, 15), 5)"
        yield f"torch.normal({p}, 0.7)"
        yield f"torch.normal(0.3, {p})"
        yield f"torch.normal({p}, {p} * 3)"
        for scale in (1, 9, 30, 1000):
            yield f"torch.poisson({p} * {scale})"
            if dtype in ("float32", "float64"):
                yield f"torch.binomial(({p} * {scale}).floor(), 1 - {p})"
                yield f"torch._standard_gamma({p} * {scale})"
                yield f"torch._sample_dirichlet(({p} * {scale} + 0.1).view(15, 4))"
    yield "torch.normal(0.3, 0.7, (50,))"
    yield "torch.normal(torch.zeros(3, 1), torch.ones(4))"
    yield "torch.normal(torch.zeros(20, dtype=torch.float64), torch.ones(20))"
    yield "torch.normal(torch.zeros(20, dtype=torch.complex64), torch.ones(20))"
    for like in ("rand_like", "randn_like"):
        yield f"torch.{like}(torch.zeros(3, 4, 5))"
        yield f"torch.{like}(torch.zeros(3, 4, 5).permute(2, 0, 1))"
        yield f"torch.{like}(torch.zeros(6, 8)[:, ::2])"
        yield f"torch.{like}(torch.zeros(3, 4, 5).permute(2, 0, 1), memory_format=torch.contiguous_format)"
        yield f"torch.{like}(torch.zeros(7, dtype=torch.int64), dtype=torch.float64)"
    yield "torch.bernoulli(torch.zeros(5, 7).t(), p=0.4)"
    yield "torch.bernoulli(torch.full((5, 7), 0.4).t())"
    yield "torch.zeros(0, 3, dtype=torch.int64).normal_()"
    yield "torch.rand(2, 3, out=torch.zeros(3, 2).t())"
    yield "torch.randn(4, 5, out=torch.zeros(5, 4).t())"


def _truncated():
    for dtype in FLOATS:
        for limits in (
            "",
            ", std=0.02",
            ", 0.5, 1.3, -1, 2",
            ", a=-0.1, b=0.1",
            ", a=2, b=3",
            ", 3.0, 1.0",
            ", a=0, b=100",
        ):
            yield f"torch.nn.init.trunc_normal_(torch.zeros(200, dtype=torch.{dtype}){limits})"
    yield "torch.nn.init.trunc_normal_(torch.zeros(4, 50).t())"
    yield "torch.nn.init.trunc_normal_(torch.zeros(4, 50).t(), a=1)"
    yield "torch.nn.init.trunc_normal_(torch.zeros(8, 50)[:, ::2])"


def _sequences():
    """Draws that depend on what an earlier one left behind."""
    yield "torch.cat([torch.randn(1), torch.randn(1), torch.randn(3), torch.rand(1), torch.randn(1)])"
    yield "torch.cat([torch.randn(3), torch.randn(16), torch.randn(2)])"
    yield "torch.cat([torch.randn(3), torch._standard_gamma(torch.ones(3)), torch.randn(2)])"
    yield "torch.cat([torch.randn(1), torch.zeros(3).log_normal_(), torch.randn(1)])"
    yield "torch.cat([torch.rand(623), torch.rand(2), torch.randn(5)])"
    yield "torch.cat([torch.randn(3), torch.manual_seed(5) and torch.randn(3)])"
    yield "torch.cat([torch.rand(3, generator=torch.Generator()), torch.rand(3)])"
    for seed in (1, 42, -1, 2**32 + 1, 2**63, 2**64 - 1):
        yield f"torch.rand(5, generator=torch.Generator().manual_seed({seed}))"


def record(module, code, to_numpy):
    """The answer of `code`, with `module` standing for torch."""
    module.manual_seed(2023)
    tensor = eval(code, {"torch": module, "P": P})
    array = np.ascontiguousarray(to_numpy(tensor))
    state = to_numpy(module.get_rng_state()).copy()
    state[5024:5026] = 0  # the low bits of the normal that waits: the C library's rounding
    sample = array.reshape(-1)[:: max(1, array.size // 16)]
    return {
        "code": code,
        "dtype": str(tensor.dtype).removeprefix("torch."),
        "shape": list(tensor.shape),
        "strides": list(tensor.stride()) if "like" in code or "out=" in code else None,
        "sample": base64.b64encode(sample.tobytes()).decode(),
        "digest": hashlib.sha256(array.tobytes()).hexdigest()[:24],
        "state": hashlib.sha256(state.tobytes()).hexdigest()[:24],
    }


def _to_numpy(tensor):
    return (tensor.float() if tensor.dtype is torch.bfloat16 else tensor).numpy()


def main():
    import warnings

    warnings.simplefilter("ignore")
    lines = ",\n".join(json.dumps(record(torch, code, _to_numpy), separators=(",", ":")) for code in codes())
    (Path(__file__).parent / "random.json").write_text(f"[\n{lines}\n]\n")
