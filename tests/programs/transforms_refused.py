"""torch.func and autograd.functional: words for arguments that do not fit."""

import torch

from tests.snippets import show


@show
def _():
    from torch.func import functional_call

    m = torch.nn.Linear(2, 2)
    p = dict(m.named_parameters())
    print(functional_call(m, {k: torch.ones_like(v) for k, v in p.items()}, torch.ones(1, 2)))
    print(functional_call(m, {"weight": torch.zeros(2, 2)}, (torch.ones(1, 2),)))
    try:
        print(functional_call(m, {"nope": torch.zeros(2, 2)}, (torch.ones(1, 2),)))
    except Exception as e:
        print(type(e).__name__, e)
    try:
        print(functional_call(m, ({"weight": torch.zeros(2, 2)}, {"weight": torch.zeros(2, 2)}), (torch.ones(1, 2),)))
    except Exception as e:
        print(type(e).__name__, e)
    try:
        print(functional_call(m, {"weight": torch.zeros(2, 2)}, torch.ones(1, 2), strict=True))
    except Exception as e:
        print(type(e).__name__, e)
    try:
        print(functional_call(m, [1], torch.ones(1, 2)))
    except Exception as e:
        print(type(e).__name__, e)
    try:
        print(functional_call(m, {}, [torch.ones(1, 2)]))
    except Exception as e:
        print(type(e).__name__, e)


@show
def _():
    from torch.func import vjp

    print(vjp(lambda x: 1, torch.ones(2)))


@show
def _():
    from torch.func import vjp

    vjp(lambda x: x > 0, torch.ones(2))


@show
def _():
    from torch.func import jacrev

    print(jacrev(lambda x: x > 0)(torch.ones(2)))


@show
def _():
    from torch.func import jacrev

    print(jacrev(lambda x: {"a": x * 2, "b": (x, x.sum())})(torch.ones(2)))


@show
def _():
    from torch.func import jacfwd, jacrev

    print(jacrev(lambda x: (x * 2, x), has_aux=True)(torch.ones(2)))
    print(jacfwd(lambda x: (x * 2, x), has_aux=True)(torch.ones(2)))
    print(jacfwd(lambda d: d["a"] * 2)({"a": torch.ones(2)}))
    print(jacrev(lambda x: x, chunk_size=1)(torch.ones(2)))
    print(jacrev(lambda x: x * 2)(torch.ones(2, requires_grad=True)))


@show
def _():
    from torch.func import jacfwd

    print(jacfwd(lambda x: 3)(torch.ones(2)))


@show
def _():
    from torch.func import hessian

    print(hessian(lambda x: x * x)(torch.ones(2)))


@show
def _():
    from torch.func import grad, jacrev, vmap

    x = torch.arange(6.0).view(3, 2)
    print(
        vmap(grad(lambda x: (x**3).sum()))(x), vmap(jacrev(torch.sin))(x), grad(lambda x: vmap(torch.sin)(x).sum())(x)
    )
    print(vmap(vmap(lambda a, b: a * b, (0, None)), (0, 0))(x, torch.tensor([1.0, 2.0, 3.0])))


@show
def _():
    from torch.func import vmap

    print(vmap(torch.nn.functional.cross_entropy)(torch.randn(3, 4, 5), torch.zeros(3, 4, dtype=torch.long)).shape)
    bn = torch.nn.BatchNorm1d(2)
    print(vmap(bn)(torch.randn(3, 4, 2)))


@show
def _():
    from torch.func import vmap

    d = torch.nn.Dropout()
    print(vmap(d)(torch.ones(3, 4, 2)))


@show
def _():
    import torch.autograd.functional as AF

    print(AF.jacobian(lambda x: x**2, torch.ones(2)))
    print(AF.jacobian(lambda x, y: (x * y).sum(), (torch.ones(2), torch.ones(2)), create_graph=True))
    print(
        AF.jacobian(lambda x: x**2, torch.ones(2), vectorize=True),
        AF.jacobian(lambda x: x**2, torch.ones(2), vectorize=True, strategy="forward-mode"),
    )
    for kw in [
        dict(strategy="forward-mode"),
        dict(strict=True, vectorize=True),
        dict(strategy="a"),
        dict(strategy="forward-mode", create_graph=True, vectorize=True),
    ]:
        try:
            print(AF.jacobian(lambda x: x**2, torch.ones(2), **kw))
        except Exception as e:
            print(type(e).__name__, e)


@show
def _():
    import torch.autograd.functional as AF

    f = lambda x: (x**3).sum()
    for g in (AF.vjp, AF.jvp, AF.vhp, AF.hvp):
        for v in (
            None,
            torch.ones(2),
            torch.tensor([1.0, 2.0, 3.0]),
            (torch.ones(2),),
            1,
            (torch.ones(2), torch.ones(2)),
            torch.ones(()),
        ):
            try:
                print(g.__name__, g(f, torch.ones(2), v))
            except Exception as e:
                print(g.__name__, type(v).__name__, type(e).__name__, e)


@show
def _():
    import torch.autograd.functional as AF

    for a in (1, (1,), [torch.ones(2)], (torch.ones(2), 3), torch.ones(2, dtype=torch.long)):
        for g in (AF.jacobian, AF.hessian, AF.jvp):
            try:
                print(g.__name__, g(lambda *x: (x[0] ** 2).sum(), a))
            except Exception as e:
                print(g.__name__, type(e).__name__, e)
