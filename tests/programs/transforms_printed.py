"""What is printed inside functions that torch.func differentiates."""

import torch

from tests.snippets import show


@show
def _():
    from torch.func import grad

    def f(x):
        print(x)
        y = x * 2
        print(y)
        print(repr(y.sum()), str(x[0]))
        print(f"{x.sum()}")
        return y.sum()

    print(grad(f)(torch.arange(3.0)))


@show
def _():
    from torch.func import grad

    def f(x):
        print(x)
        return x**3

    print(grad(grad(f))(torch.tensor(2.0)))


@show
def _():
    from torch.func import jacfwd, jacrev, vjp

    def f(x):
        print(x * 2)
        return x * 2

    jacrev(f)(torch.ones(2))
    vjp(f, torch.ones(2))
    jacfwd(f)(torch.ones(2))


@show
def _():
    from torch.func import hessian

    def f(x):
        print(x)
        return (x**3).sum()

    print(hessian(f)(torch.ones(2)))
