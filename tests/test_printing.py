"""repr and print against what torch 2.13 wrote for the same values (tests/golden/printing.json)."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest

import borch
from borch import printing
from borch._core.dtype import cast
from borch._core.op import wrap

CASES = json.loads((Path(__file__).parent / "golden" / "printing.json").read_text())


@pytest.fixture(autouse=True)
def usual_settings():
    yield
    borch.set_default_dtype(borch.float32)
    printing.set_printoptions(profile="default")


def array_of(case):
    stored = "float32" if case["dtype"] == "bfloat16" else case["dtype"]
    values = np.frombuffer(base64.b64decode(case["data"]), stored)
    return np.resize(values, case["shape"])


@pytest.mark.parametrize("number", range(len(CASES)))
def test_text_is_torchs(number):
    case = CASES[number]
    printing.set_printoptions(**case["options"])
    text = printing.tensor_str(
        array_of(case),
        case["dtype"],
        default_dtype=case["default"],
        requires_grad=case["grad"] == "leaf",
        grad_fn="CloneBackward0" if case["grad"] == "node" else None,
    )
    assert text == case["text"]


@pytest.mark.parametrize("dtype", sorted({case["dtype"] for case in CASES}))
def test_repr_of_tensors_is_torchs(dtype):
    for case in CASES:
        if case["dtype"] != dtype:
            continue
        tensor = wrap(cast(array_of(case), getattr(borch, dtype).numpy))
        if case["grad"]:
            tensor.requires_grad_()
        if case["grad"] == "node":
            tensor = tensor.clone()
        printing.set_printoptions(profile="default")
        printing.set_printoptions(**case["options"])
        borch.set_default_dtype(getattr(borch, case["default"]))
        assert repr(tensor) == case["text"]


def test_golden_cases_are_varied():
    texts = [case["text"] for case in CASES]
    assert len(set(texts)) > 450
    for piece in (
        "...",
        "e+",
        "nan",
        "inf",
        "size=(",
        "dtype=torch.",
        "grad_fn=<",
        "requires_grad=True",
        "j]",
        ",\n  ",
    ):
        assert sum(piece in text for text in texts) >= 10, piece


def test_printoptions_context_restores():
    printing.set_printoptions(precision=2, sci_mode=True)
    with printing.printoptions(precision=7, linewidth=30):
        assert printing.get_printoptions()["precision"] == 7
        assert printing.get_printoptions()["sci_mode"] is None
    assert printing.get_printoptions() == {
        "precision": 2,
        "threshold": 1000,
        "edgeitems": 3,
        "linewidth": 80,
        "sci_mode": True,
    }


def test_unknown_profile_changes_nothing():
    printing.set_printoptions(precision=2)
    printing.set_printoptions(profile="brief")
    assert printing.PRINT_OPTS.precision == 2


def test_contents_stand_for_the_values():
    text = printing.tensor_str(np.ones(3), "float64", contents="...")
    assert text == "tensor(..., dtype=torch.float64)"


def test_prefix_sets_the_indent():
    text = printing.tensor_str(np.arange(4).reshape(2, 2), "int64", prefix="Label(")
    assert text == "Label([[0, 1],\n       [2, 3]])"
