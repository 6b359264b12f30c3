"""Functions and whole modules go through pickle, also once a program has defined a subclass of Tensor."""

import pickle

import pytest

import borch as torch

F = torch.nn.functional


@pytest.fixture
def early():
    """A module made before, with the functions it holds; then a subclass, after which the public functions ask."""
    model = torch.nn.TransformerEncoderLayer(4, 2, 8)
    type("Marked", (torch.Tensor,), {"__module__": __name__})
    return model


@pytest.mark.parametrize(
    "path", ["sin", "zeros", "add", "matmul", "linalg.det", "nn.functional.relu", "nn.functional.linear"]
)
def test_a_function_is_found_again(early, path):
    function = torch
    for name in path.split("."):
        function = getattr(function, name)
    assert pickle.loads(pickle.dumps(function)) is function


def test_a_module_that_holds_a_function_is_found_again(early):
    late = torch.nn.TransformerEncoderLayer(4, 2, 8, activation=F.gelu)
    for model in (early, late):
        again = pickle.loads(pickle.dumps(model))
        x = torch.ones(3, 1, 4)
        assert torch.equal(again.eval()(x), model.eval()(x))
