"""What the random functions refuse, and torch 2.13's words for it (tests/golden/random_errors.json)."""

import json
from pathlib import Path

import pytest

import borch

ERRORS = json.loads((Path(__file__).parent.parent / "golden" / "random_errors.json").read_text())


@pytest.mark.filterwarnings("ignore:from is out of bounds")
@pytest.mark.parametrize("error", ERRORS, ids=[e["code"] for e in ERRORS])
def test_refused_in_torchs_words(error):
    with pytest.raises(Exception) as caught:
        eval(error["code"], {"torch": borch})
    assert (type(caught.value).__name__, str(caught.value)) == (error["type"], error["message"])


def test_refused_draw_leaves_the_tensor_and_the_stream_alone():
    t = borch.zeros(3)
    borch.manual_seed(0)
    before = borch.get_rng_state()._array.tobytes()
    with pytest.raises(RuntimeError):
        t.uniform_(2, 1)
    assert t._array.tolist() == [0, 0, 0]
    assert t._version == 0
    assert borch.get_rng_state()._array.tobytes() == before
