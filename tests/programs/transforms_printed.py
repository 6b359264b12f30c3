"""What is printed inside functions that torch.func differentiates."""

import warnings

import torch


def show(work):
    """Runs `work` and prints what it raises and warns of."""
    torch.manual_seed(0)
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        try:
            work()
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    for warning in given:
        if warning.category is DeprecationWarning:
            continue
        print(f"{warning.category.__name__}: {str(warning.message).split(' (Triggered')[0]}")


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
