"""What drawing does to the graph: drawn numbers carry no gradient to what they replaced or were drawn with."""

import pytest

import borch

FILLS = {
    "uniform_": (),
    "normal_": (),
    "exponential_": (),
    "cauchy_": (),
    "log_normal_": (),
    "geometric_": (0.5,),
    "bernoulli_": (),
    "random_": (),
}


@pytest.mark.parametrize("name", FILLS)
def test_filling_cuts_the_gradient_and_is_recorded(name):
    x = borch.ones(3).requires_grad_()
    y = x * 2
    version = y._version
    assert getattr(y, name)(*FILLS[name]) is y
    assert y.requires_grad
    assert y._version == version + 1
    y.sum().backward()
    assert x.grad._array.tolist() == [0, 0, 0]


def test_filling_a_saved_tensor_is_noticed():
    x = borch.ones(3).requires_grad_()
    y = x * 2
    z = y * y
    y.normal_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_filling_a_view_reaches_the_base():
    base = borch.zeros(4, 5)
    borch.manual_seed(0)
    base.view(20)[5:10].uniform_()
    assert (base._array != 0).sum(1).tolist() == [0, 5, 0, 0]


@pytest.mark.parametrize("name", ["bernoulli", "poisson"])
def test_drawing_with_parameters_gives_them_zero_gradient(name):
    x = borch.ones(3).requires_grad_()
    y = getattr(borch, name)(x)
    assert type(y.grad_fn).__name__ == name.capitalize() + "Backward0"
    y.sum().backward()
    assert x.grad._array.tolist() == [0, 0, 0]


def test_normal_gives_mean_and_std_zero_gradient():
    mean, std = borch.zeros(3).requires_grad_(), borch.ones(2, 1).requires_grad_()
    y = borch.normal(mean, std)
    assert y.shape == (2, 3)
    y.sum().backward()
    assert mean.grad._array.tolist() == [0, 0, 0]
    assert std.grad._array.tolist() == [[0], [0]]


def test_made_tensors_are_leaves_and_require_grad_on_request():
    for make in (borch.rand, borch.randn):
        assert make(2, requires_grad=True).requires_grad
        assert not make(2).requires_grad
    assert borch.rand_like(borch.ones(2), requires_grad=True).is_leaf


def test_the_derivative_of_gamma_draws_cannot_be_differentiated_again():
    alpha = borch.ones(2).requires_grad_()
    (g,) = borch.autograd.grad(borch._standard_gamma(alpha).sum(), alpha, create_graph=True)
    with pytest.raises(NotImplementedError, match="the derivative for '_standard_gamma_grad' is not implemented"):
        g.sum().backward()
