"""Exported layers and ops compute in onnxruntime what they compute here: under opset 18, and another in turn."""

import pytest

import borch as torch
import borch.nn.functional as F
from borch import nn

pytest.importorskip("onnx", reason="onnx checks the files")
pytest.importorskip("onnxruntime", reason="onnxruntime runs the files")

from tests.onnx.layers import LAYERS, OPS  # noqa: E402
from tests.onnx.running import check  # noqa: E402

CASES = [(family, case) for cases in (LAYERS, OPS) for family, texts in cases.items() for case in texts]
RUNS = [(*case, opset) for k, case in enumerate(CASES) for opset in (18, (17, 19, 20)[k % 3])]


def stirred(module):
    """A norm whose weights and statistics are no longer ones and zeros."""
    for t in (*module.parameters(), *module.buffers()):
        if t.is_floating_point():
            with torch.no_grad():
                t.uniform_(0.5, 1.5)
    return module


def step(x, change):
    y = x.clone()
    change(y)
    return y


def seen_through(x):
    """A view made before an in-place write shows what was written."""
    y = x * 2
    row = y[1]
    y[:, 0] = 7.0
    return row + y[0], y


@pytest.mark.parametrize(
    ("family", "case", "opset"), RUNS, ids=[f"{opset} {family}: {case}" for family, case, opset in RUNS]
)
def test_the_file_computes_what_the_model_does(family, case, opset):
    torch.manual_seed(3)
    names = {
        "torch": torch, "nn": nn, "F": F, "step": step, "stirred": stirred, "seen_through": seen_through,
        "f": lambda *shape: torch.randn(*shape), "p": lambda *shape: torch.rand(*shape) + 0.5,
        "i": lambda *shape: torch.randint(0, 7, shape), "b": lambda *shape: torch.rand(*shape) < 0.5,
        "lstm": nn.LSTM(3, 4), "cell": nn.LSTMCell(3, 4), "mha": nn.MultiheadAttention(8, 2, batch_first=True).eval(),
        "layers": nn.ModuleList([nn.Linear(4, 3), nn.Linear(4, 2)]),
    }  # fmt: skip
    model, inputs = case.split(" | ", 1) if "x | y" not in case else case.rsplit(" | ", 1)
    inputs = eval(f"[{inputs}]", names)
    check(eval(model, names), *inputs, tol=2e-5, opset_version=opset)
