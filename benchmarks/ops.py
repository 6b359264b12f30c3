"""Every common op on small and on large tensors: borch's time over torch's, one thread each, in one run.

Beside each small op stands how long numpy alone takes for it, over torch's time: its calls that the op consists of, one
Python function and one object made. No library on numpy can be quicker.

python -m benchmarks.ops [NAME ...]      (needs torch; names choose ops, none means all)
"""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.timing import best, processor, table  # noqa: E402

# Names in the codes: x, y floats, p in (0.1, 0.9), i, j integers, b bools, z complex, all of the same size;
# m, w square matrices (m symmetric and positive); v a vector as long as their side; k an index along the rows of m;
# img (N, C, H, W), ker its kernel, seq (N, T, C). Ops that grow faster than their input have smaller "large" inputs.
words = str.split
UNARY = words(
    "abs neg sign ceil floor round trunc frac square exp exp2 expm1 sin cos tan sinh cosh tanh asinh atan erf sigmoid "
    "isnan isfinite isinf reciprocal deg2rad signbit i0 sinc"
)
POSITIVE = words("sqrt rsqrt log log2 log10 log1p logit asin acos atanh lgamma digamma erfc erfinv")
BINARY = words("add sub mul div maximum minimum atan2 fmod remainder hypot logaddexp copysign")
COMPARE = words("eq ne lt le gt ge isclose")
REDUCE = words("sum mean prod amax amin std var norm logsumexp argmax argmin all any count_nonzero nansum")
NN = words("relu gelu silu softplus elu leaky_relu hardtanh hardswish mish softsign logsigmoid selu")

CASES = {
    **{name: f"torch.{name}(x)" for name in UNARY},
    **{name: f"torch.{name}(p)" for name in POSITIVE},
    **{name: f"torch.{name}(x, y)" for name in BINARY},
    "pow": "torch.pow(p, y)",
    "pow 2": "x ** 2",
    "floor_divide": "torch.floor_divide(x, y)",
    "add number": "x + 1.5",
    "int add": "i + j",
    "int floor_divide": "i // 3",
    "bitwise_and": "i & j",
    **{name: f"torch.{name}(x, y)" for name in COMPARE},
    "logical_and": "torch.logical_and(b, b)",
    "where": "torch.where(b, x, y)",
    "clamp": "x.clamp(-1, 1)",
    "lerp": "torch.lerp(x, y, 0.3)",
    "addcmul": "torch.addcmul(x, y, p)",
    "complex mul": "z * z",
    "complex abs": "z.abs()",
    **{f"{name} all": f"torch.{name}({'b' if name in ('all', 'any') else 'x'}" + (", 0)" if name == "logsumexp" else ")")
       for name in REDUCE},
    **{f"{name} dim": f"torch.{name}({'mb' if name in ('all', 'any') else 'mx'}, dim=-1)" for name in REDUCE},
    "sum dim 0": "mx.sum(0)",
    "max dim": "mx.max(1)",
    "median": "x.median()",
    "mode": "small_i.mode()",
    "cumsum": "x.cumsum(0)",
    "cumprod": "p.cumprod(0)",
    "cummax": "x.cummax(0)",
    "logcumsumexp": "x.logcumsumexp(0)",
    "diff": "x.diff()",
    "sort": "x.sort()",
    "argsort dim": "mx.argsort(-1)",
    "topk": "x.topk(3)",
    "kthvalue": "x.kthvalue(2)",
    "unique": "i.unique()",
    "bincount": "i.bincount()",
    "histc": "x.histc(10)",
    "searchsorted": "torch.searchsorted(line, x)",
    "quantile": "torch.quantile(x, 0.3)",
    "nonzero": "b.nonzero()",
    "x[b]": "x[b]",
    "x[i]": "x[i]",
    "x[b] = 0": "x2.masked_fill_(b, 0.0)",
    "masked_fill": "x.masked_fill(b, 0.0)",
    "gather": "x.gather(0, i)",
    "scatter_add": "x.scatter_add(0, i, y)",
    "index_select": "mx.index_select(0, k)",
    "index_add": "mx.index_add(0, k, mx)",
    "take_along_dim": "x.take_along_dim(i, 0)",
    "cat": "torch.cat([x, y])",
    "stack": "torch.stack([x, y])",
    "flip": "x.flip(0)",
    "roll": "x.roll(1)",
    "repeat": "x.repeat(2)",
    "tril": "mx.tril()",
    "transpose copy": "mx.t().contiguous()",
    "clone": "x.clone()",
    "to float64": "x.double()",
    "to int64": "x.long()",
    "int to float": "i.float()",
    "half add": "h + h",
    "bfloat16 add": "bf + bf",
    "zeros": "torch.zeros(n)",
    "full": "torch.full((n,), 2.0)",
    "arange": "torch.arange(n)",
    "rand": "torch.rand(n)",
    "randn": "torch.randn(n)",
    "randint": "torch.randint(0, 9, (n,))",
    "randperm": "torch.randperm(n)",
    "bernoulli": "torch.bernoulli(p)",
    "matmul": "m @ w",
    "mv": "m @ v",
    "dot": "x.dot(y)",
    "bmm": "torch.bmm(seq, seq.transpose(1, 2))",
    "einsum": "torch.einsum('ij,kj->ik', m, w)",
    "outer": "torch.outer(v, v)",
    "inverse": "torch.linalg.inv(m)",
    "solve": "torch.linalg.solve(m, v)",
    "cholesky": "torch.linalg.cholesky(m)",
    "eigh": "torch.linalg.eigh(m)",
    "svd": "torch.linalg.svd(m)",
    "cdist": "torch.cdist(m, w)",
    "fft": "torch.fft.fft(x)",
    **{name: f"F.{name}(x)" for name in NN},
    "softmax": "F.softmax(mx, -1)",
    "log_softmax": "F.log_softmax(mx, -1)",
    "layer_norm": "F.layer_norm(mx, mx.shape[-1:])",
    "batch_norm": "F.batch_norm(img, None, None, training=True)",
    "cross_entropy": "F.cross_entropy(mx, labels)",
    "mse_loss": "F.mse_loss(x, y)",
    "binary_cross_entropy_with_logits": "F.binary_cross_entropy_with_logits(x, p)",
    "dropout": "F.dropout(x, 0.5)",
    "linear": "F.linear(m, w, v)",
    "embedding": "F.embedding(k, mx)",
    "conv2d": "F.conv2d(img, ker, padding=1)",
    "max_pool2d": "F.max_pool2d(img, 2)",
    "avg_pool2d": "F.avg_pool2d(img, 2)",
    "interpolate": "F.interpolate(img, scale_factor=2.0, mode='bilinear')",
    "pad": "F.pad(x, (1, 1))",
    "attention": "F.scaled_dot_product_attention(seq, seq, seq)",
    "add_": "x2.add_(y)",
    "mul backward": "(g * y).sum().backward()",
    "exp backward": "(g.exp()).sum().backward()",
    "softmax backward": "F.softmax(gm, -1).sum().backward()",
    "relu backward": "F.relu(g).sum().backward()",
    "matmul backward": "(gm2 @ w).sum().backward()",
    "linear backward": "F.linear(m, gm2, v).sum().backward()",
    "cross_entropy backward": "F.cross_entropy(gm, labels).backward()",
    "mse_loss backward": "F.mse_loss(g, y).backward()",
    "cat backward": "torch.cat([g, g]).sum().backward()",
    "index backward": "g[1:].sum().backward()",
    "tensor of a number": "torch.tensor(1.5)",
    "tensor of a list": "torch.tensor([1.5, 2.5])",
    "x[1]": "x[1]",
    "x[1:3]": "x[1:3]",
    "view": "x.view(4, -1)",
    "reshape": "x.reshape(4, -1)",
    "transpose": "mx.transpose(0, 1)",
    "unsqueeze": "x.unsqueeze(0)",
    "split": "x.split(n // 2)",
    "sum().item()": "x.sum().item()",
    "Linear": "layer(m)",
    "SGD step": "sgd.step()",
    "Adam step": "adam.step()",
}  # fmt: skip

# The calls of numpy that an op consists of, where they are known: names are numpy's arrays of the same inputs; one, two,
# zero, half are numbers as numpy takes them soonest.
RENAMED = dict(
    abs="absolute", neg="negative", round="rint", asinh="arcsinh", atan="arctan", asin="arcsin", acos="arccos",
    atanh="arctanh", sub="subtract", mul="multiply", div="divide", atan2="arctan2", eq="equal", ne="not_equal",
    lt="less", le="less_equal", gt="greater", ge="greater_equal",
)  # fmt: skip
AXES = {"all": {"x": "x", "b": "b", "a": "None"}, "dim": {"x": "mx", "b": "mb", "a": "-1"}}
OFF = "np.square({x} - np.add.reduce({x}, {a}, None, None, True) / one)"
WHOLE = {
    "sum": "np.add.reduce({x}, {a})", "mean": "np.add.reduce({x}, {a}) / one", "prod": "np.multiply.reduce({x}, {a})",
    "amax": "np.maximum.reduce({x}, {a})", "amin": "np.minimum.reduce({x}, {a})", "argmax": "{x}.argmax({a})",
    "argmin": "{x}.argmin({a})", "all": "np.logical_and.reduce({b}, {a})", "any": "np.logical_or.reduce({b}, {a})",
    "nansum": "np.add.reduce({x}, {a})", "norm": "np.sqrt(np.add.reduce({x} * {x}, {a}))",
    "count_nonzero": "np.add.reduce({x} != zero, {a})", "var": f"np.add.reduce({OFF}, {{a}}) / one",
    "std": f"np.sqrt(np.add.reduce({OFF}, {{a}}) / one)",
    "logsumexp": "np.log(np.add.reduce(np.exp({x} - np.maximum.reduce({x}, {a}, None, None, True)), {a})) + one",
}  # fmt: skip
DOWN = "mx - np.maximum.reduce(mx, -1, None, None, True)"
SOFTMAX = f"np.divide(e := np.exp({DOWN}), np.add.reduce(e, -1, None, None, True), e)"
LOG_SOFTMAX = f"(s := {DOWN}) - np.log(np.add.reduce(np.exp(s), -1, None, None, True))"
MEAN = "np.add.reduce({}, -1, None, None, True) / one"
POOL = [f"img[..., {i}::2, {j}::2]" for i in (0, 1) for j in (0, 1)]
NUMPY = {
    **{f"{name} {over}": code.format(**axes) for over, axes in AXES.items() for name, code in WHOLE.items()},
    "pow": "np.power(p, y)", "floor_divide": "np.floor_divide(x, y)", "add number": "x + one", "int add": "i + j",
    "int floor_divide": "i // j", "frac": "x - np.trunc(x)", "rsqrt": "one / np.sqrt(p)", "where": "np.where(b, x, y)",
    "clamp": "np.minimum(np.maximum(x, zero), one)", "lerp": "x + half * (y - x)", "addcmul": "x + y * p",
    "sigmoid": "one / (one + np.exp(-x))", "silu": "x / (one + np.exp(-x))", "relu": "np.maximum(x, zero)",
    "leaky_relu": "np.maximum(x, x * half)", "hardtanh": "np.minimum(np.maximum(x, zero), one)",
    "hardswish": "np.minimum(np.maximum(x + two, zero), two) * x / two", "softsign": "x / (one + np.abs(x))",
    "softplus": "np.where(x > two, x, np.log1p(np.exp(x)))", "elu": "np.where(x < zero, np.expm1(x) * half, x)",
    "selu": "np.where(x < zero, np.expm1(x) * half, x * two)", "mish": "x * np.tanh(np.log1p(np.exp(x)))",
    "logsigmoid": "np.minimum(x, zero) - np.log1p(np.exp(-np.abs(x)))", "logit": "np.log(p / (one - p))",
    "complex mul": "z * z", "bitwise_and": "i & j", "logical_and": "np.logical_and(b, b)", "clone": "x.copy()",
    "x[b]": "x[b]", "x[i]": "x[i]", "sum dim 0": "np.add.reduce(mx, 0)", "max dim": "np.maximum.reduce(mx, 1), mx.argmax(1)",
    "median": "np.partition(x, 3)", "cumsum": "np.add.accumulate(x)", "cumprod": "np.multiply.accumulate(p)",
    "cummax": "np.maximum.accumulate(x), np.maximum.accumulate(i)", "diff": "x[1:] - x[:-1]",
    "sort": "x[s := x.argsort()], s", "argsort dim": "mx.argsort(-1)", "topk": "x[s := x.argsort()[:3]], s",
    "kthvalue": "x[s := x.argsort()[2]], s", "unique": "np.unique(i)", "bincount": "np.bincount(i)",
    "searchsorted": "line.searchsorted(x)", "nonzero": "np.argwhere(b)", "x[b] = 0": "np.putmask(x2, b, zero)",
    "masked_fill": "np.putmask(c := x.copy(), b, zero)", "gather": "x[i]", "scatter_add": "np.add.at(x.copy(), i, y)",
    "index_select": "mx.take(k, 0)", "index_add": "np.add.at(mx.copy(), k, mx)", "take_along_dim": "x[i]",
    "cat": "np.concatenate((x, y))", "stack": "np.concatenate((x[None], y[None]))", "flip": "x[::-1].copy()",
    "roll": "np.concatenate((x[-1:], x[:-1]))", "repeat": "np.concatenate((x, x))", "tril": "np.where(mb, mx, zero)",
    "to float64": "x.astype(float64)", "to int64": "x.astype(int64)", "int to float": "i.astype(float32)",
    "half add": "h + h", "zeros": "np.zeros(n, float32)", "full": "np.full(n, two)", "arange": "np.arange(n)",
    "matmul": "m.dot(w)", "mv": "m.dot(v)", "dot": "x.dot(y)", "bmm": "np.matmul(seq, seq.swapaxes(1, 2))",
    "outer": "v[:, None] * v", "einsum": "m.dot(w.T)", "inverse": "np.linalg.inv(m)", "solve": "np.linalg.solve(m, v)",
    "eigh": "np.linalg.eigh(m)", "cholesky": "np.linalg.cholesky(m)", "svd": "np.linalg.svd(m)", "fft": "np.fft.fft(x)",
    "softmax": SOFTMAX, "log_softmax": LOG_SOFTMAX,
    "layer_norm": f"(s := mx - {MEAN.format('mx')}) * (one / np.sqrt({MEAN.format('s * s')} + one))",
    "cross_entropy": f"np.add.reduce(-({LOG_SOFTMAX})[k, labels]) / one", "add_": "np.add(x2, y, x2)",
    "mse_loss": "np.add.reduce(np.square(x - y)) / one", "embedding": "mx.take(k, 0)",
    "linear": "np.add(s := m.dot(w.T), v, s)", "Linear": "np.add(s := m.dot(w.T), v, s)",
    "cdist": "np.sqrt(np.add.reduce(np.square(m[:, None] - w[None]), -1))", "pad": "np.concatenate((x[:1], x, x[:1]))",
    "avg_pool2d": f"({' + '.join(POOL)}) * half",
    "max_pool2d": "np.maximum(np.maximum({}, {}), np.maximum({}, {}))".format(*POOL),
    "tensor of a number": "np.array(1.5, float32)", "tensor of a list": "np.array([1.5, 2.5], float32)", "x[1]": "x[1, ...]",
    "x[1:3]": "x[1:3]", "view": "x.reshape(4, -1)", "reshape": "x.reshape(4, -1)", "transpose": "mx.T", "unsqueeze": "x[None]",
    "split": "x[:4], x[4:]", "sum().item()": "np.add.reduce(x).item()",
}  # fmt: skip
SIZES = {"small": (8, 4), "large": (1_000_000, 1000)}  # elements; the side of mx
SIDE = {"small": 8, "large": 256}  # of m, w; img and seq grow with it
SHOT, TOTAL = 0.001, 0.3  # seconds: of calls in a row, and of all calls of an op
SLOW = {"small": 1.0, "large": 5.0}  # the ratio above which an op is listed at the end


def names(torch, size):
    """The inputs that the codes speak of, the same for both sides."""
    import importlib

    import numpy as np

    n, rows = SIZES[size]
    side = SIDE[size]
    rng = np.random.RandomState(0)
    x, y = (torch.tensor(rng.standard_normal(n).astype(np.float32)) for _ in range(2))
    i, j = (torch.tensor(rng.randint(0, min(n, 1000), n)) for _ in range(2))
    mx = torch.tensor(rng.standard_normal((rows, n // rows)).astype(np.float32))
    m = rng.standard_normal((side, side)).astype(np.float32)
    m = torch.tensor(m @ m.T + side * np.eye(side, dtype=np.float32))
    batch, channels, edge = (16, 16, 32) if size == "large" else (1, 2, 4)
    return {
        "torch": torch,
        "F": importlib.import_module(torch.__name__ + ".nn.functional"),
        "n": n, "x": x, "y": y, "x2": x.clone(), "i": i, "j": j, "mx": mx, "m": m,
        "p": torch.tensor(rng.uniform(0.1, 0.9, n).astype(np.float32)),
        "b": x > 0, "mb": mx > 0, "z": torch.complex(x, y), "h": x.half(), "bf": x.bfloat16(),
        "w": torch.tensor(rng.standard_normal((side, side)).astype(np.float32)),
        "v": torch.tensor(rng.standard_normal(side).astype(np.float32)),
        "k": torch.tensor(rng.randint(0, rows, rows)),
        "labels": torch.tensor(rng.randint(0, n // rows, rows)),
        "line": torch.tensor(np.sort(rng.standard_normal(64)).astype(np.float32)),
        "small_i": i[: 10_000],
        "img": torch.tensor(rng.standard_normal((batch, channels, edge, edge)).astype(np.float32)),
        "ker": torch.tensor(rng.standard_normal((channels, channels, 3, 3)).astype(np.float32)),
        "seq": torch.tensor(rng.standard_normal((batch, edge * 2, channels * 2)).astype(np.float32)),
        "g": x.clone().requires_grad_(), "gm": mx.clone().requires_grad_(),
        **trained(torch, side, m),
    }  # fmt: skip


def trained(torch, side, m):
    """A layer, and optimizers of four parameters that have gradients."""
    parameters = [torch.nn.Parameter(torch.ones(side)) for _ in range(4)]
    for parameter in parameters:
        parameter.grad = torch.ones(side)
    return {
        "gm2": m.clone().requires_grad_(), "layer": torch.nn.Linear(side, side),
        "sgd": torch.optim.SGD(parameters, lr=1e-6), "adam": torch.optim.Adam(parameters, lr=1e-6),
    }  # fmt: skip


class Made:
    """What an op must make at least, beside an array: one object that holds it."""

    def __init__(self, *arrays):
        self.array = arrays


def alone(name, side):
    """The function in which numpy alone does what the op `name` does; None where its calls are not listed."""
    import numpy as np

    stem = RENAMED.get(name, name)
    inputs = "x, y" if name in BINARY + COMPARE else "p" if name in POSITIVE else "x"
    code = NUMPY.get(name) or (f"np.{stem}({inputs})" if isinstance(getattr(np, stem, None), np.ufunc) else None)
    if code is None:
        return None
    arrays = {key: getattr(value, "_array", value) for key, value in side.items()}
    numbers = {word: np.array(k, np.float32) for word, k in (("zero", 0), ("half", 0.5), ("one", 1), ("two", 2))}
    kinds = {"float32": np.dtype(np.float32), "float64": np.dtype(np.float64), "int64": np.dtype(np.int64)}
    return eval(f"lambda: Made({code})", {**arrays, **numbers, **kinds, "np": np, "Made": Made})


def seconds(functions):
    """The least seconds of the processor per call of each function, which take turns: other programs cost nothing."""
    for function in functions:
        function()
    start = time.process_time()
    for function in functions:
        function()
    once = (time.process_time() - start) / len(functions)
    inner = max(1, min(500, int(SHOT / once)))
    return best(functions, max(5, min(25, int(TOTAL / (once * inner * len(functions))))), inner, time.process_time)


def main(chosen):
    import torch

    import borch
    from borch._core.tensor import wrap

    torch.set_num_threads(1)
    cases = {name: code for name, code in CASES.items() if not chosen or name.split()[0] in chosen}
    slow, ratios = {size: [] for size in SIZES}, {size: [] for size in SIZES}
    bound, unknown = [], []  # what is slow with numpy alone, and what is slow and has its calls of numpy not listed
    own = []  # microseconds of a call beside numpy's
    found = {name: [] for name in cases}
    for size in SIZES:
        sides = [names(borch, size), names(torch, size)]
        for name, code in cases.items():
            functions = [eval(f"lambda: {code}", side) for side in sides]
            bare = alone(name, sides[0]) if size == "small" else None
            ours, theirs, *least = seconds(functions + [bare] * (bare is not None))
            ratio = ours / theirs
            found[name] += [f"{ours * 1e6:.1f}", f"{theirs * 1e6:.1f}", f"{ratio:.2f}"]
            if size == "small":
                found[name].append(f"{least[0] / theirs:.2f}" if least else "")
            ratios[size].append(ratio)
            own += [(ours - time) * 1e6 for time in least]
            if ratio > SLOW[size]:
                slow[size].append((ratio, name))
                if size == "small" and (not least or least[0] > theirs):
                    (bound if least else unknown).append(name)
    head = ("op", "small: borch, us", "torch, us", "ratio", "numpy alone", "large: borch, us", "torch, us", "ratio")
    table(f"Ops on {processor()}", head, [(name, *cells) for name, cells in found.items()])
    for size, limit in SLOW.items():
        ordered = sorted(ratios[size])
        worst = ", ".join(f"{name} {ratio:.1f}" for ratio, name in sorted(slow[size], reverse=True))
        print(
            f"\n{size}: median {ordered[len(ordered) // 2]:.2f}; {len(slow[size])} of {len(ordered)} over {limit}: {worst}"
        )
    empty = seconds([eval("lambda: call(x, x)", {**sides[0], "call": lambda *args, **kwargs: wrap(args[0]._array)})])[0]
    rest = len(slow["small"]) - len(bound) - len(unknown)
    print(
        f"\nsmall, of those {len(slow['small'])}: {len(bound)} are over {SLOW['small']} with numpy alone, {rest} are not, of "
        f"{len(unknown)} numpy's calls are not listed. Beside numpy's calls borch takes {sorted(own)[len(own) // 2]:.2f} us "
        f"(median); a Python function that only makes a tensor takes {empty * 1e6:.2f} us.\nWith numpy alone: "
        f"{', '.join(bound)}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
