"""The compiled kernels of sequences in the tab compute what numpy/ says."""

RNN = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import rnn
from borch._kernels.wasm.module import least

random = np.random.RandomState(0)
assert _kernels.compiled
numpys = []
for name in meaning.FAMILIES["rnn"].__all__:
    def spy(*args, numpys=numpys, name=name, fn=getattr(rnn.meaning, name)):
        numpys.append(name)
        return fn(*args)
    setattr(rnn.meaning, name, spy)


def wide(x):
    return None if x is None else x.astype("f8")


def near(got, want):
    for a, b in zip(got, want):
        assert (a is None) == (b is None)
        if a is not None and a.size:
            assert a.shape == b.shape and a.dtype == np.float32
            assert (abs(a - b) <= 1e-5 * max(1, abs(b).max())).all(), abs(a - b).max()


def steps(sizes, reverse):
    ends = np.cumsum(sizes).tolist()
    found = [(end - n, end, n) for end, n in zip(ends, sizes)]
    return found[::-1] if reverse else found


calls = 0
for width in (*range(1, 71, 3), 2, 4, 8, 64, 65, 128, 300):
    for sizes in ([5] * 7, [9, 9, 4, 1], [70], [32] * 3):
        for reverse in (False, True):
            n, rows = sizes[0], sum(sizes)
            there, back = steps(sizes, reverse), steps(sizes, not reverse)
            hx, cx = random.randn(2, n, width).astype("f4")
            gates, w = random.randn(rows, width).astype("f4"), random.randn(width, width).astype("f4") / np.float32(width**0.5)
            for relu in (False, True):
                calls += 3 * (gates.size >= least.elements)
                got = _kernels.plain_rnn(gates, hx, w, relu, there, np.matmul)
                near(got, meaning.plain_rnn(wide(gates), wide(hx), wide(w), relu, there, np.matmul))
                for g in (random.randn(rows, width).astype("f4"), None):
                    end, exact = hx.copy(), wide(hx)
                    to_gates = _kernels.plain_rnn_gradient(g, end, got[2], w, relu, back, np.matmul)
                    want = meaning.plain_rnn_gradient(wide(g), exact, wide(got[2]), wide(w), relu, back, np.matmul)
                    near([to_gates, end], [want, exact])
            for gates_of, forward, backward in ((4, "lstm", "lstm_gradient"), (3, "gru", "gru_gradient")):
                gates = random.randn(rows, gates_of * width).astype("f4") * 2
                w = random.randn(gates_of * width, width).astype("f4") / np.float32(width**0.5)
                b = random.randn(3 * width).astype("f4") if width % 2 else None
                more = (cx, w, None) if forward == "lstm" else (w, b)
                calls += 2 * (gates.size >= least.elements)
                got = getattr(_kernels, forward)(gates, hx, *more, there, np.matmul)
                want = getattr(meaning, forward)(wide(gates), wide(hx), *map(wide, more), there, np.matmul)
                near(got, want)
                kept = got[3:] if forward == "lstm" else got[2:]
                for g in (random.randn(rows, width).astype("f4"), None):
                    ends = [hx.copy(), cx.copy()] if forward == "lstm" else [hx.copy()]
                    exact = [wide(x) for x in ends]
                    inputs = (kept[0], kept[2], w, None) if forward == "lstm" else (kept[0], kept[1], w)
                    got = getattr(_kernels, backward)(g, *ends, *inputs, back, np.matmul)
                    want = getattr(meaning, backward)(wide(g), *exact, *map(wide, inputs), back, np.matmul)
                    near([*got, *ends], [*want, *exact])
assert len(numpys) < calls / 4, (len(numpys), calls)
before = len(numpys)
x, h, w = np.ones((20, 40), "f4"), np.ones((4, 10), "f4"), np.ones((40, 10), "f4")
plan = steps([4] * 5, False)
for args in ((x.astype("f8"), h, h, w, None), (x, h, h, np.ones((10, 40), "f4").T, None), (x, h, h, w, np.eye(10, dtype="f4"))):
    got, want = _kernels.lstm(*args, plan, np.matmul), meaning.lstm(*args, plan, np.matmul)
    assert all(np.array_equal(*pair) for pair in zip(got, want))
assert len(numpys) == before + 3
x[3, 7], x[9, 0] = np.nan, np.inf
got, want = _kernels.lstm(x, h, h, w, None, plan, np.matmul), meaning.lstm(x, h, h, w, None, plan, np.matmul)
assert all(np.allclose(*pair, rtol=1e-6, equal_nan=True) for pair in zip(got, want))
print("as numpy")
"""


ATTENTION = """
import numpy as np
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm import attention

random = np.random.RandomState(0)
numpys = []
for name in meaning.FAMILIES["attention"].__all__:
    def spy(*args, numpys=numpys, name=name, fn=getattr(attention.meaning, name)):
        numpys.append(name)
        return fn(*args)
    setattr(attention.meaning, name, spy)


def wide(x):
    return None if x is None else x.astype("f8")


def near(got, want, bound):
    for a, b in zip(got, want):
        assert (a is None) == (b is None)
        if a is not None:
            assert a.shape == b.shape and a.dtype == np.float32
            assert (abs(a - b) <= bound * max(1, abs(b).max())).all(), abs(a - b).max()


def stack(lead, rows, columns):
    kind = random.randint(3)
    if kind == 0 and len(lead) == 2:
        return random.randn(lead[0], rows, lead[1], columns).astype("f4").swapaxes(1, 2)
    if kind == 1:
        return random.randn(*lead, columns, rows).astype("f4").swapaxes(-1, -2)
    return random.randn(*lead, rows, columns).astype("f4")


trials = 0
for trial in range(250):
    lead = [(), (3,), (2, 3), (1, 4)][trial % 4]
    l, s, e, v = random.randint(1, 71, 4)
    if trial % 5 == 0:
        s = l = 64
    q, k, x, g = stack(lead, l, e), stack(lead, s, e), stack(lead, s, v), stack(lead, l, v)
    if q.size + k.size < 256:
        continue
    trials += 1
    mask = [None, random.randn(l, s), random.randn(*lead, l, s), np.triu(np.full((l, s), -np.inf), 1),
            np.where(random.rand(1, s) < 0.5, 0, -np.inf), np.full((1, 1), -np.inf)][trial % 6]
    mask = None if mask is None else mask.astype("f4")
    scale = float(e**-0.5)
    got = _kernels.attend(q, k, x, mask, scale, np.matmul)
    near(got, meaning.attend(*map(wide, (q, k, x, mask)), scale, np.matmul), 2e-6)
    at = np.full((*lead, l, 2, v), 7, "f4")  # rows that do not lie side by side
    same = _kernels.attend(q, k, x, mask, scale, np.matmul, at[..., 1, :])
    assert np.array_equal(same[0], got[0]) and np.array_equal(at[..., 1, :], got[0]) and (at[..., 0, :] == 7).all()
    for needed in ((True, True, True, True), (True, False, False, False), (False, True, False, False),
                   (False, False, True, False), (True, True, True, False)):
        got_ = _kernels.attend_gradient(g, q, k, x, got[1], scale, needed, np.matmul)
        near(got_, meaning.attend_gradient(*map(wide, (g, q, k, x, got[1])), scale, needed, np.matmul), 1e-5)
    at = [np.full((*lead, n, 2, w), 7, "f4") for n, w in ((l, e), (s, e), (s, v))]
    views = [a[..., 0, :] for a in at]
    same = _kernels.attend_gradient(g, q, k, x, got[1], scale, needed, np.matmul, tuple(views))
    assert all(np.array_equal(a, b) and np.array_equal(a, c) for a, b, c in zip(views, same, got_))
    assert all((a[..., 1, :] == 7).all() for a in at)
assert trials > 200 and not numpys, (trials, numpys)
grown = [np.ones(3_000_000) for _ in range(8)]  # memory grows between calls
q = random.randn(2, 4, 32, 16).astype("f4")
near(_kernels.attend(q, q, q, None, 0.25, np.matmul), meaning.attend(*[wide(q)] * 3, None, 0.25, np.matmul), 2e-6)
for args in ([wide(q)] * 3, [q, q[:, :1], q[:, :1]], [q, q[:, :, :0], q[:, :, :0]]):
    before = len(numpys)
    got, want = _kernels.attend(*args, None, 0.25, np.matmul), meaning.attend(*args, None, 0.25, np.matmul)
    assert len(numpys) == before + 1 and all(np.allclose(*pair, rtol=1e-6) for pair in zip(got, want))
q[0, 0, 3, 3], q[1, 1, 2, 2] = np.nan, np.inf
got, want = _kernels.attend(q, q, q, None, 0.25, np.matmul), meaning.attend(q, q, q, None, 0.25, np.matmul)
assert all(np.array_equal(np.isnan(a), np.isnan(b)) for a, b in zip(got, want))
print("as numpy")
"""


TABLES = """
import numpy as np
import borch as torch
from borch import _kernels
from borch._kernels import numpy as meaning
from borch._kernels.wasm.module import call

random = np.random.RandomState(0)
calls = []
kernel = call.add_rows_f32
call.add_rows_f32 = lambda *args, calls=calls, kernel=kernel: calls.append(0) or kernel(*args)
for trial in range(300):
    rows, width, count = random.randint(1, 71, 3)
    g = random.randn(count, width).astype("f4")
    g = g if trial % 3 else np.repeat(g, 2, 1)[:, ::2]
    index = random.randint(0, rows, count).astype("i8")
    want = np.zeros((rows, width), "f4")
    np.add.at(want, index, g)
    got = _kernels.sum_rows(g, index, rows, np.matmul, np.add.at)
    assert got.shape == want.shape and np.allclose(got, want, rtol=1e-5, atol=1e-5)
    table = random.randn(rows, width).astype("f4")
    index[trial % 2 :: 2] -= rows
    got, want = table.copy(), table.copy()
    _kernels.add_rows(got, index, g), np.add.at(want, index, g)
    assert np.array_equal(got, want)
assert len(calls) > 300, len(calls)
calls.clear()
kernel = call.take_rows_f32
call.take_rows_f32 = lambda *args, calls=calls, kernel=kernel: calls.append(0) or kernel(*args)
for trial in range(300):
    rows, width, count = random.randint(1, 71, 3)
    table, count = random.randn(rows, width).astype("f4"), count + 250
    if trial % 5 == 0:
        table = np.lib.stride_tricks.as_strided(table, table.shape, (table.strides[0], 0))
    index = random.randint(0, rows, (count, 1 + trial % 3)).astype("i4" if trial % 7 == 0 else "i8")
    index = index[::-1, ::-1] if trial % 3 == 0 else index
    index[trial % 2 :: 2] -= rows
    got, want = _kernels.take_rows(table, index), table.take(index, 0)
    assert got.dtype == want.dtype and got.strides == want.strides and np.array_equal(got, want)
    where = torch.tensor(index % rows)
    assert np.array_equal(torch.nn.functional.embedding(where, torch.from_numpy(table)).numpy(), want)
    assert np.array_equal(torch.from_numpy(table).index_select(0, where.reshape(-1)).numpy(), want.reshape(-1, width))
assert len(calls) > 200, len(calls)
for far in (71, -72, 2**32 + 1, 2**40, -(2**40)):  # numpy's own positions have 32 bits here
    rows, table, index = np.ones((300, 4), "f4"), np.zeros((71, 4), "f4"), (np.arange(300) % 71).astype("i8")
    index[-1] = far
    x, where, many = torch.zeros(71, 4), torch.tensor(index), torch.ones(300, 4)
    for change in (
        lambda: _kernels.add_rows(table, index, rows),
        lambda: _kernels.sum_rows(rows, index, 71, np.matmul, np.add.at),
        lambda: _kernels.take_rows(table, index),
        lambda: x[where],
        lambda: x.__setitem__(where, 1.0),
        lambda: x.index_put_((where,), many, accumulate=True),
    ):
        try:
            change()
            raise AssertionError("a number that is no row was taken")
        except IndexError as error:
            assert str(error).startswith(f"index {far} is out of bounds for "), error
    assert not table.any() and not x.any()
own = np.ones((40, 8), "f4")
_kernels.add_rows(own, np.arange(40, dtype="i8")[::-1].copy(), own)  # shared memory: numpy's
assert (own == 2).all()
values = torch.randn(300, 7)
index = torch.arange(300) % 11
exact = np.zeros((11, 7))
np.add.at(exact, index.numpy(), values.numpy().astype("f8"))
for out in (torch.zeros(11, 7).index_add(0, index, values), torch.zeros(11, 7).index_put((index,), values, accumulate=True)):
    assert np.allclose(out.numpy(), exact, rtol=1e-5, atol=1e-5)
odd = np.zeros((64, 8), "f4")
odd[0, 0], odd[1, 1], odd[2, 2] = np.nan, np.inf, 1e-42
same = np.arange(64, dtype="i8")
assert np.array_equal(_kernels.sum_rows(odd, same, 64, np.matmul, np.add.at), odd, equal_nan=True)
print("as numpy")
"""


def test_layers_of_lstm_and_gru_are_those_of_numpy(runs):
    runs(RNN)


def test_attention_is_that_of_numpy(runs):
    runs(ATTENTION)


def test_rows_added_to_tables_are_those_of_numpy(runs):
    runs(TABLES)
