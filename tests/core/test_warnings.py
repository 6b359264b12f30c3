"""What is deprecated or easily mistaken warns as torch does."""

import warnings

import pytest

import borch as torch
from borch._core import warn


@pytest.fixture
def heard(monkeypatch):
    monkeypatch.setattr(warn, "_given", set())
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        yield lambda: [str(w.message) for w in log]


def test_grad_of_a_result(heard):
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    assert y.grad is None and x.grad is None
    assert [words[:74] for words in heard()] == [
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"[:74]
    ]
    y.retain_grad()
    assert y.grad is None and len(heard()) == 1


def test_transposing_what_is_no_matrix(heard):
    assert torch.ones(2, 3).T.shape == (3, 2) and not heard()
    assert torch.ones(2, 3, 4).T.shape == (4, 3, 2) and torch.ones(3).T.shape == (3,)
    assert torch.tensor(1.0).T.shape == ()
    first, second = heard()
    assert first.startswith(
        "The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated"
    )
    assert second == "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases."


def test_typed_storage(heard):
    torch.ones(2).storage(), torch.ones(2).storage()
    assert [words[:28] for words in heard()] == ["TypedStorage is deprecated. "]
