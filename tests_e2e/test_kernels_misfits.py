"""Arrays that do not fit each other: no compiled kernel is entered with them, and what comes of it is numpy's."""

PROGRAM = """
from collections import namedtuple

import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import module, ufuncs
from borch.random.box_muller import normal_blocks

assert _kernels.compiled
random, entered = np.random.RandomState(0), []


def spied(name, function):
    return lambda *args, **options: entered.append(name) or function(*args, **options)


def made(name, function):
    "Entered only where it makes something: what does not fit, such a kernel finds itself."
    return lambda *args: (out := function(*args)) is not None and entered.append(name) or out


vars(module.call).update({name: spied(name, function) for name, function in vars(module.call).items()})
vars(module.make).update({name: made(name, function) for name, function in vars(module.make).items()})
for ufunc in ufuncs._declared:
    ufunc.loop = spied(ufunc.name, ufunc.loop)


def f(*shape):
    return np.asarray(random.rand(*shape), "f4") + np.float32(0.5)


def fresh(x):
    if type(x) is np.ndarray:
        return x.copy() if x.flags.writeable else x
    if isinstance(x, list):
        return [fresh(y) for y in x]
    return tuple(map(fresh, x)) if type(x) is tuple else x


def outcome(kernel, args):
    args = [*map(fresh, args)]
    try:
        return kernel(*args), args
    except Exception as error:
        return type(error), str(error)


def parts(x):
    return [y for part in x for y in parts(part)] if isinstance(x, (list, tuple)) else [x]


def shown(outcome):
    return [x.shape if isinstance(x, np.ndarray) else str(x)[:100] for x in parts(outcome)[:2]]


def same(a, b):
    a, b = parts(a), parts(b)
    return len(a) == len(b) and all(
        type(x) is type(y) and (x.dtype == y.dtype and np.array_equal(x, y) if isinstance(x, np.ndarray) else x == y)
        for x, y in zip(a, b)
    )


Window = namedtuple("Window", "kernel stride padding dilation out")
pooled, all3 = Window((2, 2), (2, 2), (0, 0), (1, 1), (4, 5)), (True, True, True)
wide = pooled._replace(dilation=(2, 2))
gone = pooled._replace(out=(7, 9))
x, g, w, m = f(60, 70), f(60, 70), f(70), np.matmul
double, index = w.astype("f8"), random.randint(0, 30, 60).astype("i8")
images, kernels = f(3, 4, 9, 10), f(6, 2, 3, 3)
planes, short = f(3, 4, 8, 10), f(3, 4, 4, 5)
volumes, cubes = f(2, 4, 6, 7, 8), f(6, 2, 3, 3, 3)
flat, deep = ((1, 1), (0, 0), (1, 1), 2, m), ((1, 1, 1), (0, 0, 0), (1, 1, 1), 2, m)
seen, whole = f(3, 6, 7, 8), f(2, 6, 4, 5, 6)
q, k, v, weights = f(2, 5, 8), f(2, 7, 8), f(2, 7, 6), f(2, 5, 7)
steps = [(0, 4, 4), (4, 8, 4), (8, 11, 3)]
beyond, other, before0 = [(0, 4, 4), (4, 8, 4), (8, 12, 4)], [(0, 5, 5), (5, 10, 5)], [(-4, 0, 4)]
back = steps[::-1]
h, gates = f(4, 32), {n: f(11, 32 * n) for n in (1, 3, 4)}
w_hh = {n: f(32 * n, 32) for n in (1, 3, 4)}
rows, narrow = f(11, 32), f(11, 30)
channels, few = f(4), f(3)
mean, rstd = f(60, 1), f(60, 1)
targets = random.randint(0, 70, 60).astype("i8")
places = random.randint(0, 80, (3, 4, 4, 5)).astype("i8")

# (kernel, arguments that it takes, for some of them by their places others that do not fit)
CASES = [
    ("linear", (x, f(70, 8), f(8)), {2: [f(2), f(1)]}),
    (
        "linear_rows",
        (x, f(8, 70), f(8)),
        {
            0: [x.astype("f8"), x[:, ::2], f(69)],
            1: [f(8, 69), f(8, 70).astype("f8"), f(70)],
            2: [f(2), f(1), f(8, 1), double[:8]],
        },
    ),
    (
        "linear_rows_gradient",
        (f(60, 8), x, f(8, 70), all3, m),
        {
            0: [f(59, 8), f(60, 7), f(8), f(60, 8).astype("f8")],
            2: [f(8, 69), f(7, 70)],
            3: [[1, 0, 1], (1, 1, 1)],
        },
    ),
    (
        "convolve",
        (images, kernels, f(6), *flat),
        {0: [f(3, 5, 9, 10), f(3, 3, 9, 10)], 1: [f(5, 2, 3, 3), f(6, 4, 3, 3)], 2: [f(2), f(1), double[:6]], 6: [3]},
    ),
    (
        "spread",
        (seen, kernels, f(4), (9, 10), *flat),
        {0: [f(3, 5, 7, 8), f(3, 6, 8, 8)], 1: [f(5, 2, 3, 3), f(3, 2, 3, 3)], 2: [f(2), f(1)], 3: [(8, 10), (9, 6)]},
    ),
    (
        "correlate",
        (seen, images, (3, 3), *flat),
        {0: [f(2, 6, 7, 8), f(3, 5, 7, 8), f(3, 6, 6, 8), f(3, 6, 8, 7)], 1: [f(3, 5, 9, 10)], 2: [(3, 2), (4, 3)]},
    ),
    ("convolve", (volumes, cubes, f(6), *deep), {0: [f(2, 5, 6, 7, 8)], 1: [f(6, 4, 3, 3, 3)], 2: [f(2)]}),
    ("spread", (whole, cubes, f(4), (6, 7, 8), *deep), {0: [f(2, 6, 5, 5, 6), f(2, 5, 4, 5, 6)], 2: [f(2)], 3: [(5, 7, 8)]}),
    ("correlate", (whole, volumes, (3, 3, 3), *deep), {0: [f(2, 6, 5, 5, 6), f(3, 6, 4, 5, 6)], 2: [(2, 3, 3)]}),
    ("channel_sum", (images,), {0: [f(600), images.astype("f8")]}),
    ("max_pool", (planes, pooled), {0: [f(3, 4, 6, 7), f(300)], 1: [gone]}),
    ("max_pool_values", (planes, pooled), {0: [f(3, 4, 6, 7), f(300)], 1: [gone]}),
    ("average_pool", (planes, pooled, 4), {0: [f(3, 4, 6, 7), f(300)], 1: [gone, wide], 2: [f(5), f(4, 1), f(3, 5), f(4, 6)]}),
    (
        "average_pool_spread",
        (short, (8, 10), pooled, 4),
        {0: [f(3, 4, 4, 4), f(3, 4, 5, 5), f(3, 5)], 1: [(6, 7)], 3: [f(5), f(3, 5)]},
    ),
    ("put", (short, places, (8, 10)), {1: [places[:2], places[:, :, :3]]}),
    ("pick", (planes, places, 2), {1: [places[:2], places[:, :3]]}),
    (
        "plain_rnn",
        (gates[1], h, w_hh[1], False, steps, m),
        {0: [narrow], 1: [f(3, 32), f(4, 30), f(32), h.astype("f8")], 2: [f(30, 32), f(32, 30)], 4: [beyond, other, before0]},
    ),
    (
        "gru",
        (gates[3], h, w_hh[3], f(96), steps, m),
        {
            0: [f(11, 95)],
            1: [f(3, 32), f(4, 30), f(32)],
            2: [f(95, 32), f(96, 30)],
            3: [f(2), f(95)],
            4: [beyond, other, before0],
        },
    ),
    (
        "lstm",
        (gates[4], h, f(4, 32), w_hh[4], None, steps, m),
        {
            0: [f(11, 127)],
            1: [f(3, 32), f(4, 30), f(32)],
            2: [f(3, 32), f(4, 30)],
            3: [f(127, 32), f(128, 30)],
            5: [beyond, other, before0],
        },
    ),
    (
        "plain_rnn_gradient",
        (rows, h, rows, w_hh[1], False, back, m),
        {0: [f(9, 32), narrow], 1: [f(2, 32), f(4, 30)], 2: [narrow], 3: [f(30, 32), f(32, 30)], 5: [beyond, other]},
    ),
    (
        "gru_gradient",
        (rows, h, f(11, 128), rows, w_hh[3], back, m),
        {
            0: [f(9, 32), narrow],
            1: [f(2, 32), f(4, 30)],
            2: [f(11, 96), f(9, 128)],
            3: [narrow],
            4: [f(95, 32), f(96, 30)],
            5: [beyond, other],
        },
    ),
    (
        "lstm_gradient",
        (rows, h, f(4, 32), gates[4], rows, w_hh[4], None, back, m),
        {
            0: [f(9, 32), narrow],
            1: [f(2, 32), f(4, 30)],
            2: [f(2, 32), f(4, 30)],
            3: [f(11, 126), f(9, 128)],
            4: [narrow],
            5: [f(127, 32), f(128, 30)],
            7: [beyond, other],
        },
    ),
    (
        "attend",
        (q, k, v, None, 0.5, m, f(2, 5, 6)),
        {
            0: [f(2, 5, 7), f(8)],
            1: [f(2, 6, 8), f(3, 7, 8), k.astype("f8")],
            2: [f(2, 6, 6)],
            3: [f(5, 6), f(3, 2, 5, 7), f(7, 5), f(5, 7).astype("f8")],
            4: [np.float32(0.5)],
            6: [f(2, 5, 5), f(2, 4, 6), f(2, 5, 6).astype("f8")],
        },
    ),
    ("attend", (f(1, 5, 8), k[:1], v[:1], f(5, 7), 0.5, m), {3: [f(4, 5, 7), f(5, 6)]}),
    (
        "attend_gradient",
        (f(2, 5, 6), q, k, v, weights, 0.5, (True,) * 4, m, (f(2, 5, 8), f(2, 7, 8), f(2, 7, 6))),
        {
            0: [f(2, 5, 5), f(2, 4, 6)],
            1: [f(2, 4, 8), f(2, 5, 7)],
            2: [f(2, 6, 8)],
            3: [f(2, 6, 6)],
            4: [f(2, 5, 6)],
            6: [[1, 1, 1, 1]],
            8: [(f(2, 4, 8), f(2, 7, 8), f(2, 7, 6)), (f(2, 5, 8), f(2, 7, 7), f(2, 7, 6))],
        },
    ),
    ("softmax", (x, 1), {0: [x.astype("f8"), f(3), f()], 1: [(0, 1), np.int64(0), 2, -3, None]}),
    ("log_softmax", (x, 1), {0: [x.astype("f8")], 1: [(0, 1), 2]}),
    ("softmax_gradient", (g, x, 1), {0: [g.astype("f8")], 1: [f(60, 69), f(70), x.astype("f8")]}),
    ("log_softmax_gradient", (g, x, 1), {1: [f(60, 69), f(70)]}),
    (
        "layer_norm",
        (x, (1,), w, f(70), 1e-5),
        {1: [(0,), (-2,)], 2: [f(69), f(7, 10), double], 3: [f(69), f(1), double], 4: [np.float32(1e-5)]},
    ),
    (
        "layer_norm_gradient",
        (g, x, (1,), w, mean, rstd, all3),
        {
            0: [f(59, 70)],
            2: [(0,)],
            3: [f(69), f(1)],
            4: [f(30, 1), f(120, 1), f(60)],
            5: [f(30, 1), rstd.astype("f8")],
            6: [[1, 0, 1]],
        },
    ),
    ("layer_norm_gradient", (g, x, (1,), None, mean, rstd, all3), {4: [f(30, 1), f(60)]}),
    ("rms_norm", (x, (1,), w, 1e-5), {1: [(0,), (-1,)], 2: [f(69), f(1)]}),
    ("rms_norm_gradient", (g, x, (1,), w, rstd, (True, True)), {0: [f(59, 70)], 2: [(-1,)], 3: [f(69), f(1)], 4: [f(30, 1)]}),
    ("batch_norm", (images, channels, f(4), 1e-5), {0: [f(3, 5, 9, 10)], 1: [few, f(1)], 2: [few, f(1)]}),
    (
        "batch_norm_gradient",
        (images, images, channels, f(4), f(4), all3),
        {0: [f(3, 4, 9, 9)], 2: [few, f(1)], 3: [few], 4: [few]},
    ),
    ("batch_norm_eval", (images, channels, f(4), f(4), f(4), 1e-5), {1: [few], 2: [few], 3: [few, f(1)], 4: [few]}),
    (
        "batch_norm_eval_gradient",
        (images, images, channels, f(4), f(4), 1e-5, all3),
        {0: [f(3, 4, 9, 9)], 2: [few], 3: [few], 4: [few]},
    ),
    ("nll", (x, targets, None, -100, "mean"), {0: [f(70)], 1: [targets[:59], targets[None], targets + 70], 2: [w]}),
    (
        "nll_gradient",
        (f(), targets, None, x.shape, -100, "mean"),
        {0: [f(60)], 1: [targets[:59], targets - 1 - targets.min()], 2: [w], 3: [(60, 0), (59, 70)], 4: [-(2**40)], 5: ["none"]},
    ),
    (
        "adam_step",
        (x, g, f(60, 70), f(60, 70), 0.9, 0.1, 0.1, 0.9, 0.5, 1e-8, 0.1),
        {0: [x.astype("f8")], 1: [f(59, 70), f(70)], 2: [f(60, 1)], 3: [f(70)]},
    ),
    ("sgd_step", (x, g, f(60, 70), 0.9, 0.8, 0.1, True), {1: [f(59, 70), f(70)], 2: [f(60, 1)]}),
    ("take_rows", (f(30, 7), np.tile(index, 3)), {0: [f(30, 7).astype("f8")], 1: [np.tile(index, 3).astype("i4")]}),
    ("add_rows", (f(30, 70), index, x), {0: [f(30, 69), f(30, 7, 10)], 1: [index[:59]], 2: [f(59, 70), w]}),
    ("sum_rows", (x, index, 30, m, np.add.at), {0: [f(59, 70)], 1: [index[:59]]}),
    ("deviations", (x, (1,)), {1: [(5,), (-1,), (0, 5)]}),
    *((name, (x, 1, False), {1: [None]}) for name in ("largest", "smallest")),
    *((name, (x, 1), {0: [x.astype("f8")]}) for name in ("argmax", "argmin")),
    ("normal_blocks", (f(1600), 0.5, 2.0, normal_blocks), {0: [f(1603)]}),
]
# Ufuncs, which numpy calls by its own rules, and kernels that take no arrays.
FREE = {"matmul", *meaning.elementwise.__all__, *meaning.twister.__all__}
assert {name for name, *_ in CASES} == set(_kernels.wasm.names()) - FREE

wrong = []
for name, args, others in CASES:
    kernel, numpys = getattr(_kernels, name), getattr(meaning, name)
    entered.clear()
    got = outcome(kernel, args)
    if not entered or type(got[0]) is type:
        wrong.append((name, "is not compiled", got))
    for place, misfits in others.items():
        for misfit in misfits:
            given = [*args[:place], misfit, *args[place + 1 :]]
            told = name, place, getattr(misfit, "shape", misfit)
            entered.clear()
            got = outcome(kernel, given)
            if entered:
                wrong.append((*told, "entered"))
            want = outcome(numpys, given)
            if not same(got, want):
                wrong.append((*told, shown(got), shown(want)))
    for place, arg in enumerate(args):  # nothing where an array has to be
        if type(arg) is np.ndarray:
            given = [*args[:place], None, *args[place + 1 :]]
            entered.clear()
            got, want = outcome(kernel, given), outcome(numpys, given)
            if type(want[0]) is type and (entered or type(got[0]) is not type):
                wrong.append((name, place, None, shown(got), shown(want)))
assert not wrong, chr(10).join(map(str, wrong))

# Results that would be written where arguments lie: in a view of one, or in memory that another array has from elsewhere.
def twice(x):
    memory = bytearray(x.nbytes)
    both = [np.frombuffer(memory, "f4").reshape(x.shape) for _ in range(2)]
    both[0][...] = x
    return both


for name, place, into in (
    ("attend", 0, lambda q: (q[:, :, :6],)),
    ("attend", 1, lambda k: (k[:, :5, :6],)),
    ("attend", 3, lambda mask: (mask[:, ::-1, 1:],)),
    ("attend_gradient", 1, lambda q: ((q, f(2, 7, 8), f(2, 7, 6)),)),
    ("attend_gradient", 2, lambda k: ((f(2, 5, 8), k, f(2, 7, 6)),)),
):
    args = next(args for have, args, _ in CASES if have == name)
    x = args[place] if args[place] is not None else f(2, 5, 7)
    for here, there in ((x.copy(), None), [x.copy()] * 2, twice(x)):
        given = [here if k == place else fresh(arg) for k, arg in enumerate(args[:-1])]
        want = getattr(meaning, name)(*map(fresh, given))
        entered.clear()
        got = getattr(_kernels, name)(*given, *(map(fresh, args[-1:]) if there is None else into(there)))
        assert (not entered) is (there is not None), (name, place)
        assert all(np.allclose(a, b, rtol=1e-4, atol=1e-5) for a, b in zip(got, want) if b is not None), (name, place)
print("as numpy")
"""


def test_misfitting_arrays_are_left_to_numpy(runs):
    runs(PROGRAM)
