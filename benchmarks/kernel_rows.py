"""The rows of the tables of kernels, by the tables' headings; a test holds that no compiled kernel is without one.

A row is (label, what is needed, the call, operations): `k` has the kernels, compiled or numpy's, `f` draws a float32 array, `p`
one of positive numbers. Operations are the sums and products of float32 that the call comes to, of rows that stand beside the
processor's most; rows without them stand beside a copy of as many bytes as they read and write. Knows no browser.
"""

# What the rows are made with, in the tab or anywhere.
NAMES = """
import numpy as np
from borch.nn.functional.window import Window
from borch.ops.erf import erf_of
from borch.ops.rectify import _elu as elu_of
from borch.ops.wide import expm1
from borch.random.box_muller import normal_blocks

random = np.random.RandomState(0)


def f(*shape):
    return random.randn(*shape).astype("f4")


def p(*shape):
    return np.abs(f(*shape))
"""

MANY = 100_000
DOUBLE = 2  # operations of float64: half as many fit into a vector

LINEAR = "x, w, b = f(32, 64), f(128, 64), f(128)"
IMAGES = "x, w = f(64, 32, 16, 16), f(32)"
EVAL = "x, w, v = f(64, 32, 16, 16), f(32), p(32) + 1"
EVERY = "(True, True, True)"
WINDOW = "x, g = f(64, 32, 16, 16), f(64, 32, 8, 8); window = Window((2, 2), (2, 2), (0, 0), (1, 1), (8, 8))"
PLACES = WINDOW + "; i = k.max_pool(x, window)[1]"
LAYER = (
    "x, w, h, g, v = f(640, {0} * 64), f({0} * 64, 64) / 8, f(32, 64), f(640, 64), f(640, 256); "
    "steps = [(32 * t, 32 * t + 32, 32) for t in range(20)]"
)
HEADS = "q, w = f(8, 4, 32, 16), f(8, 4, 32, 32)"
WORDS = "bits = np.random.MT19937(0)"
SCATTERED = "g, o, i = f(2000, 64), f(500, 64), (np.arange(2000) * 7 % 500).astype('i8')"
ROWS = "x, w, g = f(1000, 100), f(100), f(1000, 100)"
NORM = ROWS + "; m, r = f(1000, 1), p(1000, 1)"
CHANNELS = "x, g = f(8, 10, 32, 32), f(8, 10, 32, 32)"
CLASSES = "x, g, t = f(256, 64), f(256, 64), (np.arange(256) % 64).astype('i8')"


def _functions(*functions, n=MANY):
    """A row for each (name, what draws its argument, further arguments), of n numbers."""
    return [(f"{name}, {n:,}", f"x = {draw}({n})", f"k.{name}(x{more})") for name, draw, more in functions]


def _gradients(*names, dtype="f4"):
    """A row for each kernel that gives the gradient of a function."""
    of = " of float64" if dtype == "f8" else ""
    needed = f"x, g = p({MANY}).astype('{dtype}') / 8, f({MANY}).astype('{dtype}')"
    return [
        (f"{name}'s gradient{of}, {MANY:,}", needed, f"k.{name}_gradient(g, x{', erf_of' * (name == 'gelu')})")
        for name in names
    ]


def _convolutions(label, shape, o, kernel, note=""):
    """The three products of a convolution of inputs of this shape to o channels that keeps their size."""
    n, c, *space = shape
    axes, size, width = len(space), 1, kernel ** len(space)
    for length in space:
        size *= length
    needed = (
        f"x, w, g = f{shape}, f{(o, c, *(kernel,) * axes)}, f{(n, o, *space)}; "
        f"at = {(1,) * axes}, {(kernel // 2,) * axes}, {(1,) * axes}, 1, np.matmul"
    )
    named = f"{'x'.join(map(str, shape))} to {o}"
    return [
        (f"{label}{which}, {named}", needed, call, 2 * n * o * size * c * width)
        for which, call in (
            ("", "k.convolve(x, w, None, *at)"),
            ("'s gradient of the input", f"k.spread(g, w, None, {tuple(space)}, *at)"),
            ("'s gradient of the weight", f"k.correlate(g, x, {(kernel,) * axes}, *at)"),
        )
    ]


def _recurrent(label, name, gates, there, back):
    """20 steps of a layer of 64 on 32 rows, and its gradients; each is a product a step."""
    operations = 20 * 2 * 32 * 64 * 64 * gates
    return [
        (f"{label}, 20 steps of 32x64", LAYER.format(gates), f"k.{name}({there}, steps, np.matmul)", operations),
        (f"{label}'s gradients", LAYER.format(gates), f"k.{name}_gradient({back}, steps[::-1], np.matmul)", operations),
    ]


FUNCTIONS = (
    ("exp", "f", ""), ("log", "p", ""), ("tanh", "f", ""), ("sigmoid", "f", ""), ("silu", "f", ""), ("erf", "f", ", erf_of"),
    ("gelu", "f", ", erf_of"), ("gelu_tanh", "f", ""), ("sin", "f", ""), ("cos", "f", ""), ("expm1", "f", ", expm1"),
    ("leaky_relu", "f", ", 0.01"),
)  # fmt: skip

GROUPS = {
    "Products": [
        *(
            (f"product {n}x{n}, float32", f"x, y = f({n}, {n}), f({n}, {n})", "k.matmul(x, y)", 2 * n**3)
            for n in (8, 32, 64, 128, 256)
        ),
        ("product 128x128, float64", "x = f(128, 128).astype('f8')", "k.matmul(x, x)", DOUBLE * 2 * 128**3),
        ("product 128x128, both transposed", "x, y = f(128, 128).T, f(128, 128).T", "k.matmul(x, y)", 2 * 128**3),
        ("products 24 of 5x8 by 8x5", "x, y = f(24, 5, 8), f(24, 8, 5)", "k.matmul(x, y)", 24 * 2 * 5 * 8 * 5),
        ("matrix by vector, 512", "x, y = f(512, 512), f(512)", "k.matmul(x, y)", 2 * 512**2),
        ("product 32x64 by 64x128, and a bias", LINEAR, "k.linear(x, w.T, b)", 2 * 32 * 64 * 128),
        ("a linear layer, 32x64 to 128", LINEAR, "k.linear_rows(x, w, b)", 2 * 32 * 64 * 128),
        (
            "a linear layer's gradients",
            "x, w, g = f(32, 64), f(128, 64), f(32, 128)",
            f"k.linear_rows_gradient(g, x, w, {EVERY}, np.matmul)",
            2 * 2 * 32 * 64 * 128,
        ),
    ],
    "Convolutions": [
        *_convolutions("conv2d", (64, 16, 8, 8), 32, 3),
        *_convolutions("conv2d", (16, 64, 14, 14), 64, 3),
        *_convolutions("conv2d", (8, 3, 64, 64), 16, 3),
        *_convolutions("conv1d", (16, 32, 128), 64, 5),
        *_convolutions("conv3d", (8, 8, 8, 16, 16), 16, 3),
    ],
    "Pooling": [
        ("max_pool2d of 64x32x16x16, the largest alone", WINDOW, "k.max_pool_values(x, window)"),
        ("max_pool2d with places", WINDOW, "k.max_pool(x, window)"),
        ("max_pool2d's gradient", PLACES, "k.put(g, i, (16, 16))"),
        ("the gradient of that in turn", PLACES, "k.pick(x, i, 2)"),
        ("avg_pool2d of 64x32x16x16", WINDOW, "k.average_pool(x, window, 4)"),
        ("avg_pool2d's gradient", WINDOW, "k.average_pool_spread(g, (16, 16), window, 4)"),
    ],
    "Functions of each number": [
        *(row for n in (100, MANY) for row in _functions(*FUNCTIONS, n=n)),
        ("elu, 100,000", "x = f(100_000)", "k.elu(x, 1.0, 1.0, 1.0, elu_of)"),
        *_gradients("tanh", "sigmoid", "expm1", "erf", "sin", "cos", "silu", "gelu", "gelu_tanh"),
        ("exp's gradient, g * exp(x), 100,000", "x, g = p(100_000), f(100_000)", "np.multiply(g, x)"),
        ("log's gradient, g / x, 100,000", "x, g = p(100_000), f(100_000)", "np.divide(g, x)"),
        ("leaky_relu's gradient, 100,000", "x, g = f(100_000), f(100_000)", "k.leaky_relu_gradient(g, x, 0.01)"),
        ("relu, 100,000", "x = f(100_000)", "k.maximum(x, 0)"),
        ("relu's gradient, 100,000", "x, g = f(100_000), f(100_000)", "k.relu_gradient(g, x)"),
        ("where, 100,000", "x, g, m = f(100_000), f(100_000), f(100_000) > 0", "k.where(m, x, g)"),
        ("clamp to -1 and 1, 100,000", "x = f(100_000)", "k.clip(x, -1, 1)"),
        *(
            (f"{label}, 100,000", "x, y = f(100_000), p(100_000)", call)
            for label, call in (
                ("maximum of x and y", "k.maximum(x, y)"),
                ("minimum of x and y", "k.minimum(x, y)"),
                ("x + y", "k.add(x, y)"),
                ("x * y", "np.multiply(x, y)"),
                ("x / y", "np.divide(x, y)"),
            )
        ),
        *(
            (f"{label}, 100,000", "x = p(100_000)", call)
            for label, call in (("x > 0", "np.greater(x, 0)"), ("absolute", "np.absolute(x)"), ("sqrt", "np.sqrt(x)"))
        ),
    ],
    "Functions of each float64 number": [
        *(
            (f"{name} of float64, {MANY:,}", f"x = {draw}({MANY}).astype('f8')", f"k.{name}(x{more})")
            for name, draw, more in FUNCTIONS
            if name not in ("gelu_tanh", "leaky_relu")
        ),
        *_gradients("tanh", "sigmoid", "expm1", "erf", "silu", "gelu", dtype="f8"),
    ],
    "Softmax, norms and losses": [
        ("softmax 1000x100", ROWS, "k.softmax(x, 1)"),
        ("softmax of 8x10x32x32 over channels", CHANNELS, "k.softmax(x, 1)"),
        ("softmax's gradient 1000x100", ROWS, "k.softmax_gradient(g, x, 1)"),
        ("softmax's gradient over channels", CHANNELS, "k.softmax_gradient(g, x, 1)"),
        ("log_softmax 256x64", CLASSES, "k.log_softmax(x, 1)"),
        ("log_softmax's gradient", CLASSES, "k.log_softmax_gradient(g, x, 1)"),
        ("nll_loss 256x64", CLASSES, "k.nll(x, t, None, -100, 'mean')"),
        ("nll_loss's gradient", CLASSES, "k.nll_gradient(np.float32(1), t, None, (256, 64), -100, 'mean')"),
        ("layer norm 1000x100", ROWS, "k.layer_norm(x, (1,), w, w, 1e-5)"),
        ("layer norm's gradients", NORM, f"k.layer_norm_gradient(g, x, (1,), w, m, r, {EVERY})"),
        ("RMS norm 1000x100", ROWS, "k.rms_norm(x, (1,), w, 1e-5)"),
        ("RMS norm's gradients", NORM, "k.rms_norm_gradient(g, x, (1,), w, r, (True, True))"),
        ("batch norm of 64x32x16x16", IMAGES, "k.batch_norm(x, w, w, 1e-5)"),
        ("batch norm's gradients", IMAGES, f"k.batch_norm_gradient(x, x, w, w, w, {EVERY})"),
        ("batch norm in eval", EVAL, "k.batch_norm_eval(x, w, w, w, v, 1e-5)"),
        ("batch norm's gradients in eval", EVAL, f"k.batch_norm_eval_gradient(x, x, w, w, v, 1e-5, {EVERY})"),
    ],
    "Reductions": [
        ("sum of 100,000", "x = f(100_000)", "k.add.reduce(x)"),
        ("sum of 1000x100 over rows", "x = f(1000, 100)", "k.add.reduce(x, 0)"),
        ("sum of 64x32x16x16, but for channels", IMAGES, "k.channel_sum(x)"),
        ("maximum of 1000x100 in rows", "x = f(1000, 100)", "k.maximum.reduce(x, 1)"),
        ("maximum and places of 1000x100 in rows", "x = f(1000, 100)", "k.largest(x, 1, False)"),
        ("minimum and places of 1000x100 in rows", "x = f(1000, 100)", "k.smallest(x, 1, False)"),
        ("argmax of 100,000", "x = f(100_000)", "k.argmax(x)"),
        ("argmin of 100,000", "x = f(100_000)", "k.argmin(x)"),
        ("variance of 1000x100 in rows", "x = f(1000, 100)", "k.deviations(x, (1,))"),
        ("variance of 1000x100 over rows", "x = f(1000, 100)", "k.deviations(x, (0,))"),
    ],
    "Attention and recurrent layers": [
        ("attention, 8x4 heads of 32x16", HEADS, "k.attend(q, q, q, None, 0.25, np.matmul)", 32 * 4 * 32 * 32 * 16),
        (
            "attention's gradients",
            HEADS,
            "k.attend_gradient(q, q, q, q, w, 0.25, (True, True, True, False), np.matmul)",
            32 * 8 * 32 * 32 * 16,
        ),
        *_recurrent("LSTM", "lstm", 4, "x, h, h, w, None", "g, h.copy(), h.copy(), x, g, w, None"),
        *_recurrent("GRU", "gru", 3, "x, h, w, None", "g, h.copy(), v, g, w"),
        *_recurrent("plain RNN", "plain_rnn", 1, "x, h, w, False", "g, h.copy(), x, w, False"),
    ],
    "Indexing": [
        *(
            (
                f"2,000 rows of {width} taken from 500",
                f"x, i = f(500, {width}), (np.arange(2000) * 7 % 500).astype('i8')",
                "k.take_rows(x, i)",
            )
            for width in (4, 64)
        ),
        *(
            (f"2,000 rows of 64 added {label}", SCATTERED, call)
            for label, call in (
                ("up in 500", "k.sum_rows(g, i, 500, np.matmul, np.add.at)"),
                ("to 500", "k.add_rows(o, i, g)"),
            )
        ),
    ],
    "Optimizers": [
        *(
            (
                f"Adam, {n:,}",
                f"x, g, m, s = f({n}), f({n}), f({n}), p({n})",
                "k.adam_step(x, g, m, s, 0.99, 0.1, 0.001, 0.999, 0.5, 1e-8, 0.01)",
            )
            for n in (1000, MANY)
        ),
        ("SGD with momentum, 100,000", "x, g, m = f(100_000), f(100_000), f(100_000)", "k.sgd_step(x, g, m, 0.9, 1, 0.01, 0)"),
    ],
    "Random numbers": [
        ("words, 100,000", WORDS, "k.words(bits, 100_000)"),
        ("words of 64 bits, 100,000", WORDS, "k.words64(bits, 100_000)"),
        ("uniforms, float32, 100,000", WORDS, "k.uniform24(bits, 100_000)"),
        ("uniforms, float64, 100,000", WORDS, "k.uniform53(bits, 100_000)"),
        *(
            (f"normal numbers, {n:,}", f"x = np.full({n}, 0.5, 'f4')", "k.normal_blocks(x, 0, 1, normal_blocks)")
            for n in (160, 160_000)
        ),
        ("permutation of 10,000", WORDS, "k.permutation(bits, 10_000)"),
    ],
}  # fmt: skip
