"""Functions of torch that a class holds get no instance of it."""

import torch

from tests.snippets import show


@show
def _():
    class A:
        f = torch.relu
        h = torch.sum
        k = torch.add
        m = torch.stack
        e = torch.exp

        c = torch.cat
        t = torch.tanh
        g = torch.nn.functional.gelu

        z = torch.special.erf

        v = torch.mean
        mx = torch.maximum

    a = A()
    x = torch.tensor([-1.0, 2.0])
    print(
        a.f(x),
        a.h(x),
        a.h(x, dim=0),
        a.k(x, x),
        a.k(x, 1, alpha=2),
        a.m([x, x]),
        a.e(x),
        a.c([x, x]),
        a.t(x),
        a.v(x),
        a.mx(x, -x),
        A.f(x),
    )
    print(a.g(x))
    print(a.z(x))
    try:
        a.f()
    except Exception as e:
        print(type(e).__name__)
    try:
        A.f(a)
    except Exception as e:
        print(type(e).__name__)


@show
def _():
    import enum

    class Act(enum.Enum):
        relu = 1

        @property
        def fn(self):
            return {"relu": torch.relu}[self.name]

    print(Act.relu.fn(torch.tensor([-1.0, 2.0])))

    class B:
        def __init__(self, f=torch.tanh):
            self.f = f

    print(B().f(torch.zeros(1)))
