"""Backward hooks of modules in both of their kinds."""

import torch

from tests.snippets import show


@show
def _():
    m = torch.nn.Linear(2, 2)
    m.register_full_backward_pre_hook(lambda m, go: print("pre", len(go)))
    m(torch.ones(1, 2)).sum().backward()
    m(torch.ones(1, 2, requires_grad=True)).sum().backward()


@show
def _():
    m = torch.nn.ReLU()
    m.register_backward_hook(lambda m, gi, go: print("hook", gi, go) or (gi[0] * 2,))
    x = torch.ones(2, requires_grad=True)
    m(x).sum().backward()
    print(x.grad)


@show
def _():
    class M(torch.nn.Module):
        def forward(s, x):
            return {"a": [x * 2]}

    m = M()
    m.register_backward_hook(lambda m, gi, go: print("hook", gi, go))
    x = torch.ones(2, requires_grad=True)
    m(x)["a"][0].sum().backward()
    print(x.grad)


@show
def _():
    class M(torch.nn.Module):
        def forward(s, x):
            return x * 2, x + 1

    m = M()
    m.register_backward_hook(lambda m, gi, go: print("hook", gi, go))
    x = torch.ones(2, requires_grad=True)
    a, b = m(x)
    (a + b).sum().backward()
    print(x.grad)


@show
def _():
    class M(torch.nn.Module):
        def forward(s, x, k=1):
            return x * 2

    m = M()
    m.register_backward_hook(lambda m, gi, go: print("hook", gi, go))
    x = torch.ones(2, requires_grad=True)
    m(x, 3).sum().backward()


@show
def _():
    m = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())
    h = torch.nn.modules.module.register_module_full_backward_hook(
        lambda m, gi, go: print(type(m).__name__, len(gi), len(go))
    )
    m(torch.ones(1, 2)).sum().backward()
    m(torch.ones(1, 2, requires_grad=True)).sum().backward()
    h.remove()
    try:
        torch.nn.modules.module.register_module_backward_hook(lambda *a: None)
    except Exception as e:
        print(type(e).__name__, e)
