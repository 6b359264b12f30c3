"""How exact the compiled kernels are: the one place that says it.

tests_e2e/test_kernels_accuracy.py measures each in the tab against float64, with these bounds, and the page Speed shows them.
They are of float32 where nothing else is said. Nothing imports this file at start.
"""

from typing import NamedTuple

ULP = "ulp of the result"
OF_X = "2^-23 of |x|"
OF_ONE = "2^-23"
OF_G = "2^-23 of the gradient that comes in"
OF_ROW = "2^-23 of the largest result of the row, or of 1"
OF_LARGEST = "2^-23 of the largest value"
OF_STATE = "2^-23 of the largest result, or of 1"
OF_SUM = "2^-23 of the sum of the terms' magnitudes"
OF_TERMS = "2^-23 of the formula's value with the magnitudes of all its terms"
ULP_OF_NUMPY = "ulp of NumPy's result, which is itself an ulp or two off"
OF_X_WIDE = "2^-52 of |x|"
OF_G_WIDE = "2^-52 of the gradient that comes in"
OF_SUM_WIDE = "2^-52 of the sum of the terms' magnitudes"
BITS = "the bits of NumPy"


class Bound(NamedTuple):
    """At most `most` units, `unit`, on the numbers or sizes that `over` names."""

    most: float
    unit: str
    over: str = ""


# A name of a kernel; one that goes on with "of float64" is of that dtype, and with "of columns" along an axis before the last.
BOUNDS = {
    "exp": Bound(1, ULP, "float32 to ±104, and from 1e-45 on, subnormal results too"),
    "expm1": Bound(0.51, ULP, "float32 to ±104, and from 1e-45 on, subnormal results too"),
    "tanh": Bound(1.5, ULP, "float32 to ±104, and from 1e-45 on, subnormal results too"),
    "erf": Bound(6, ULP, "float32 to ±104, and from 1e-45 on, subnormal results too"),
    "elu": Bound(3, ULP, "the same, with alpha 1 and SELU's"),
    "sigmoid": Bound(2.5, ULP, "the same above -87; the result is 0 below -88.7, where exp(-x) overflows"),
    "silu": Bound(3.5, ULP, "the same above -87"),
    "log": Bound(1, ULP, "1e-45 to 1e38"),
    "sin": Bound(2, ULP, "to 1e38, and near the multiples of pi / 2"),
    "cos": Bound(2, ULP, "to 1e38, and near the multiples of pi / 2"),
    "gelu": Bound(
        1.6, OF_X, "the numbers of exp; far below 0 that is more than the result itself, as in torch's formula"
    ),
    "gelu_tanh": Bound(
        1.5, OF_X, "the numbers of exp; far below 0 that is more than the result itself, as in torch's formula"
    ),
    "silu_gradient": Bound(9, OF_G, "float32 to ±80"),
    "gelu_gradient": Bound(3, OF_G, "float32 to ±80"),
    "gelu_tanh_gradient": Bound(6.5, OF_G, "float32 to ±80"),
    "tanh_gradient": Bound(1.6, ULP, "results of tanh, -1 to 1"),
    "sigmoid_gradient": Bound(2.5, ULP, "results of sigmoid, 0 to 1"),
    "expm1_gradient": Bound(1.5, ULP, "results of expm1, -1 to 1e30"),
    "erf_gradient": Bound(2, OF_G, "float32 to ±104"),
    "sin_gradient": Bound(2.5, ULP, "the numbers of sin"),
    "cos_gradient": Bound(2.5, ULP, "the numbers of cos"),
    "exp of float64": Bound(1, ULP_OF_NUMPY, "float64 to ±745, subnormal results too"),
    "expm1 of float64": Bound(2, ULP_OF_NUMPY, "float64 to ±745, subnormal results too"),
    "tanh of float64": Bound(4, ULP_OF_NUMPY, "float64 to ±745, subnormal results too"),
    "sigmoid of float64": Bound(2.5, ULP_OF_NUMPY, "float64 to ±745, subnormal results too"),
    "silu of float64": Bound(3.5, ULP_OF_NUMPY, "float64 to ±745, subnormal results too"),
    "erf of float64": Bound(2.5, ULP_OF_NUMPY, "float64 to ±745, subnormal results too"),
    "log of float64": Bound(1, ULP_OF_NUMPY, "5e-324 to 1e304"),
    "sin of float64": Bound(1, ULP_OF_NUMPY, "to ±1e6, and near the multiples of pi / 2"),
    "cos of float64": Bound(1, ULP_OF_NUMPY, "to ±1e6, and near the multiples of pi / 2"),
    "tanh_gradient of float64": Bound(0, BITS),
    "sigmoid_gradient of float64": Bound(0, BITS),
    "expm1_gradient of float64": Bound(0, BITS),
    "erf_gradient of float64": Bound(4, ULP_OF_NUMPY, "float64 to ±26"),
    "silu_gradient of float64": Bound(9, OF_G_WIDE, "float64 to ±700"),
    "gelu_gradient of float64": Bound(3, OF_G_WIDE, "float64 to ±30"),
    "gelu of float64": Bound(1.6, OF_X_WIDE, "the numbers of exp of float64"),
    "add": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "maximum": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "minimum": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "relu_gradient": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "where": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "clip": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "leaky_relu": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "leaky_relu_gradient": Bound(
        0, BITS, "NaN, infinities and signs of zeros included; of two zeros of different signs NumPy may take the other"
    ),
    "largest": Bound(0, BITS, "values and places"),
    "smallest": Bound(0, BITS, "values and places"),
    "argmax": Bound(0, BITS, "values and places"),
    "argmin": Bound(0, BITS, "values and places"),
    "matmul": Bound(3, OF_SUM, "3 to 512 terms"),
    "linear": Bound(3, OF_SUM, "3 to 512 terms"),
    "linear_rows": Bound(3, OF_SUM, "3 to 512 terms"),
    "linear_rows_gradient": Bound(3, OF_SUM, "1 to 512 terms"),
    "matmul of float64": Bound(1.5, OF_SUM_WIDE, "3 to 512 terms"),
    "linear of float64": Bound(1.5, OF_SUM_WIDE, "3 to 512 terms"),
    "convolve": Bound(2.5, OF_SUM, "to 1,152 terms"),
    "spread": Bound(3, OF_SUM, "to 1,152 terms"),
    "correlate": Bound(2, OF_SUM, "to 1,152 terms"),
    "channel_sum": Bound(0.55, OF_SUM, "to 1,152 terms"),
    "add.reduce": Bound(0.55, OF_SUM, "20 to 100,000 terms"),
    "deviations": Bound(
        2, OF_SUM, "300 to 52,000 terms; of the mean, and of the squares with what the mean's rounding does to them"
    ),
    "sum_rows": Bound(1.5, OF_SUM, "up to about 40 rows into one"),
    "nll": Bound(0.55, OF_SUM, "400 targets"),
    "add_rows": Bound(0, BITS, "in order, row by row"),
    "nll_gradient": Bound(0, BITS),
    "softmax": Bound(3.5, OF_ONE, "rows of 1 to 1000"),
    "log_softmax": Bound(1.5, OF_ROW, "rows of 1 to 1000"),
    "softmax_gradient": Bound(6, OF_TERMS, "rows of 1 to 1000"),
    "log_softmax_gradient": Bound(1.5, OF_TERMS, "rows of 1 to 1000"),
    "softmax of columns": Bound(6, OF_ONE, "columns of 1 to 1000, 256 side by side"),
    "log_softmax of columns": Bound(1.8, OF_ROW, "columns of 1 to 1000, 256 side by side"),
    "softmax_gradient of columns": Bound(16, OF_TERMS, "columns of 1 to 1000, 256 side by side"),
    "log_softmax_gradient of columns": Bound(2.2, OF_TERMS, "columns of 1 to 1000, 256 side by side"),
    "layer_norm": Bound(2, OF_TERMS, "rows of 1 to 1000"),
    "layer_norm_gradient": Bound(2, OF_TERMS, "rows of 1 to 1000"),
    "rms_norm_gradient": Bound(2.5, OF_TERMS, "rows of 1 to 1000"),
    "rms_norm": Bound(4, ULP, "rows of 1 to 1000"),
    "batch_norm": Bound(2.5, OF_TERMS, "3,000 numbers in 1 to 70 channels"),
    "batch_norm_gradient": Bound(1.5, OF_TERMS, "3,000 numbers in 1 to 70 channels"),
    "batch_norm_eval": Bound(2, OF_TERMS, "3,000 numbers in 1 to 70 channels"),
    "batch_norm_eval_gradient": Bound(2, OF_TERMS, "3,000 numbers in 1 to 70 channels"),
    "attend": Bound(3, OF_LARGEST, "1 to 300 keys; the weights in 2^-23"),
    "attend_gradient": Bound(3, OF_TERMS, "1 to 300 keys"),
    "plain_rnn": Bound(15, OF_STATE, "7 and 20 steps of 5 to 128 numbers"),
    "plain_rnn_gradient": Bound(4, OF_STATE, "7 and 20 steps of 5 to 128 numbers"),
    "gru": Bound(4, OF_STATE, "7 and 20 steps of 5 to 128 numbers"),
    "gru_gradient": Bound(12, OF_STATE, "7 and 20 steps of 5 to 128 numbers"),
    "lstm": Bound(10, OF_STATE, "7 and 20 steps of 5 to 128 numbers"),
    "lstm_gradient": Bound(6, OF_STATE, "7 and 20 steps of 5 to 128 numbers"),
    "adam_step": Bound(0, BITS),
    "sgd_step": Bound(0, BITS),
    "normal_blocks": Bound(0, BITS),
    "words": Bound(0, BITS),
    "words64": Bound(0, BITS),
    "uniform24": Bound(0, BITS),
    "uniform53": Bound(0, BITS),
    "permutation": Bound(0, BITS),
    "max_pool": Bound(0, BITS),
    "max_pool_values": Bound(0, BITS),
    "average_pool": Bound(0, BITS),
    "average_pool_spread": Bound(0, BITS),
    "put": Bound(0, BITS),
    "take_rows": Bound(0, BITS),
    "pick": Bound(0, BITS),
}


def table() -> str:
    """All bounds in Markdown; kernels of one bound share a row."""
    shared: dict[Bound, list[str]] = {}
    for name, bound in BOUNDS.items():
        shared.setdefault(bound, []).append(name)
    rows = (
        f"| {', '.join(names)} | {f'{most:g} × ' if most else ''}{unit} | {over} |"
        for (most, unit, over), names in shared.items()
    )
    return "\n".join(("| kernels | at most | measured over |", "| --- | --- | --- |", *rows)).replace("|x|", "\\|x\\|")
