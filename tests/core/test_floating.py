"""numpy's floating-point warnings: borch's lines have none, the user's own keep theirs."""

import warnings

import numpy as np
import pytest

import borch as torch


@pytest.mark.parametrize("filters", ["error", "always"])
def test_no_filter_brings_warnings_out_of_borch(filters):
    with warnings.catch_warnings(record=True) as log:
        warnings.resetwarnings()
        warnings.simplefilter(filters)
        assert (torch.tensor(1.0) / 0).item() == float("inf")
        assert torch.tensor(-1.0).log().isnan()
        assert torch.tensor([1e38]).mul(torch.tensor([1e38])).isinf().all()
        torch.tensor([float("nan")]).long()
        x = torch.tensor([0.0], requires_grad=True)
        x.sqrt().sum().backward()
        assert x.grad.isinf().all()
    assert log == []


def test_numpy_warns_for_lines_of_the_user():
    with pytest.warns(RuntimeWarning, match="^divide by zero encountered in divide$") as log:
        np.ones(1) / np.zeros(1)
    assert log[0].filename == __file__


def test_lines_of_the_user_inside_a_custom_function_are_the_users():
    class Own(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return torch.from_numpy(np.log(x.numpy()))

    with pytest.warns(RuntimeWarning, match="invalid value encountered in log"):
        Own.apply(torch.tensor([-1.0]))


def test_what_the_user_sets_holds():
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        np.ones(1) / np.zeros(1)
