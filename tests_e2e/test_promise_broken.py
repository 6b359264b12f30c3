"""An unchanged cell says whether its lines are the promised ones, and where they are not."""

import pytest


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("promise/")


@pytest.mark.parametrize("id", ["kept", "tolerated"])
def test_kept_promise(tab, id):
    cell = tab.cell(id).finish()
    assert cell.kept == "same"
    assert cell.verdict.inner_text() == "same as PyTorch 2.13"
    assert not cell.difference.is_visible()


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("number", ["line 2", "loss 0.3469", "loss 0.3479"]),
        ("too-few", ["line 2", "two", "missing"]),
        ("too-many", ["line 2", "two", "not promised"]),
        ("unexpected", ["ended with an error"]),
        ("not-raised", ["did not raise ValueError"]),
    ],
)
def test_broken_promise(tab, id, words):
    cell = tab.cell(id).finish()
    assert cell.kept == "differs"
    assert cell.verdict.inner_text() == "differs from PyTorch 2.13"
    for word in words:
        assert word in cell.difference.inner_text()


def test_what_only_borch_runs_is_not_said_to_be_torchs(tab):
    cell = tab.cell("own").finish()
    assert (cell.kept, cell.verdict.inner_text()) == ("same", "as promised")
