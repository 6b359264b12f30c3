"""Index tensors and masks that are written to before backward."""

import torch

from tests.snippets import show


@show
def _():
    x = torch.arange(4.0, requires_grad=True)
    j = torch.tensor([0, 2])
    y = x[j]
    j.add_(1)
    y.sum().backward()


@show
def _():
    x = torch.arange(4.0, requires_grad=True)
    m = x > 1
    y = x[m]
    m.logical_not_()
    y.sum().backward()


@show
def _():
    x = torch.arange(4.0, requires_grad=True)
    y = x[torch.tensor([0, 2])]
    y.sum().backward()
    print(x.grad)
    y.sum().backward()


@show
def _():
    x = torch.arange(4.0, requires_grad=True)
    y = x[[0, 2]]
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    print(x.grad)
    (g,) = torch.autograd.grad((x[torch.tensor([0, 0])] ** 3).sum(), x, create_graph=True)
    print(g)
    g.sum().backward()
    print(x.grad)


@show
def _():
    x = torch.ones(2, 3, dtype=torch.bfloat16, requires_grad=True)
    y = x.exp()
    y.add_(1)
    y.sum().backward()


@show
def _():
    m = torch.tensor([True, False])
    x = torch.ones(2, requires_grad=True)
    y = torch.where(m, x, -x)
    m.logical_not_()
    y.sum().backward()


@show
def _():
    from torch.autograd.graph import saved_tensors_hooks

    x = torch.arange(4.0, requires_grad=True)
    with saved_tensors_hooks(lambda t: t, lambda t: t):
        y = x[torch.tensor([0, 2])]
    y.sum().backward()
    print(x.grad)
