"""Sums, means and products of many float32 elements stay near the truth: no axis is added up element by element."""

import numpy as np
import pytest

import borch as torch


@pytest.mark.parametrize(
    "shape, dim",
    [
        ((200_000, 3), 0),
        ((7, 30_000, 2), 1),
        ((3, 200_000), 1),
        ((1_000_000,), None),
        ((513, 2, 1), 0),
        ((60, 50, 70), 0),
    ],
)
def test_a_sum_of_many_floats_is_near_the_truth(shape, dim):
    values = np.random.RandomState(0).rand(*shape).astype(np.float32)
    truth = values.astype(np.float64).sum(dim)
    x = torch.from_numpy(values)
    np.testing.assert_allclose(x.sum(dim).numpy(), truth, rtol=2e-6)
    np.testing.assert_allclose(x.mean(dim).numpy(), truth / (values.size / truth.size), rtol=2e-6)
    if dim is not None:
        assert x.sum(dim, keepdim=True).shape == values.sum(dim, keepdims=True).shape


def test_a_long_axis_of_a_transposed_tensor():
    values = np.random.RandomState(0).rand(4, 3, 5000).astype(np.float32)
    x = torch.from_numpy(values).transpose(0, 2)
    np.testing.assert_allclose(x.sum(0).numpy(), values.astype(np.float64).sum(2).T, rtol=2e-6)


@pytest.mark.parametrize("columns", [65, 71, 72, 999, 4097])
def test_products_of_long_rows(columns):
    values = np.random.RandomState(0).uniform(0.9, 1.1, (80, columns)).astype(np.float32)
    truth = values.astype(np.float64).prod(1)
    x = torch.from_numpy(values)
    np.testing.assert_allclose(x.prod(1).numpy(), truth, rtol=1e-5)
    np.testing.assert_allclose(x.prod(-1, keepdim=True).numpy(), truth[:, None], rtol=1e-5)
    np.testing.assert_allclose(x.T.prod(0).numpy(), truth, rtol=1e-5)
