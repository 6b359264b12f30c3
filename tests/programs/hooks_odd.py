"""Hooks of tensors and nodes, gradient edges, saved tensors and checkpoints."""

import torch

from tests.snippets import show


@show
def _():
    x = torch.ones(2, requires_grad=True)
    h = x.register_hook(lambda g: print("hook", g) or g * 2)
    (x * 3).sum().backward()
    print(x.grad)
    h.remove()
    (x * 3).sum().backward()
    print(x.grad)
    print(type(h).__name__, isinstance(h, torch.utils.hooks.RemovableHandle))


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: 3)
    (x * 3).sum().backward()


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: torch.ones(3))
    (x * 3).sum().backward()


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: g.double())
    (x * 3).sum().backward()


@show
def _():
    torch.ones(2).register_hook(lambda g: g)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.register_hook(3)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.register_hook(lambda g: print("y", g))
    y.retain_grad()
    y.register_hook(lambda g: g * 10)
    y.sum().backward()
    print(x.grad, y.grad)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.grad_fn.register_hook(lambda gi, go: print("post", gi, go))
    y.grad_fn.register_prehook(lambda go: print("pre", go) or (go[0] * 2,))
    y.sum().backward()
    print(x.grad)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.grad_fn.register_hook(lambda gi, go: (torch.ones(2),))
    y.sum().backward()
    print(x.grad)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.grad_fn.register_hook(lambda gi, go: gi + gi)
    y.sum().backward()
    print(x.grad)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.grad_fn.register_prehook(lambda go: 3)
    y.sum().backward()
    print(x.grad)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda p: print("post", p.grad))
    (x * 2).sum().backward()
    x.register_post_accumulate_grad_hook(lambda p: 3)
    (x * 2).sum().backward()


@show
def _():
    (torch.ones(2, requires_grad=True) * 2).register_post_accumulate_grad_hook(lambda p: 1)


@show
def _():
    torch.ones(2).register_post_accumulate_grad_hook(lambda p: 1)


@show
def _():
    torch.ones(2).retain_grad()


@show
def _():
    x = torch.ones(2, requires_grad=True)
    acc = x.view_as(x).grad_fn.next_functions[0][0]
    print(acc.name(), acc.variable is x, acc.next_functions)
    acc.register_hook(lambda gi, go: print("acc", gi, go))
    acc.register_prehook(lambda go: print("accpre", go))
    (x * 2).sum().backward()


@show
def _():
    from torch.autograd.graph import (
        register_multi_grad_hook,
    )

    a = torch.ones(2, requires_grad=True)
    b = torch.ones(2, requires_grad=True)
    h = register_multi_grad_hook((a, b), lambda gs: print("multi", gs))
    (a * 2).sum().backward()
    (a * b).sum().backward()
    h.remove()
    (a * b).sum().backward()
    h = register_multi_grad_hook((a, b), lambda g: print("any", g), mode="any")
    (a * b).sum().backward()
    try:
        register_multi_grad_hook((a, b), lambda g: 1, mode="x")
    except Exception as ex:
        print(type(ex).__name__, ex)


@show
def _():
    from torch.autograd.graph import (
        saved_tensors_hooks,
    )

    x = torch.ones(2, requires_grad=True)
    with saved_tensors_hooks(lambda t: print("pack", t) or t, lambda t: print("unpack", t) or t):
        y = x * x
        z = y.exp()
        w = z.sum()
    w.backward()
    print(x.grad)


@show
def _():
    from torch.autograd.graph import (
        saved_tensors_hooks,
    )

    x = torch.ones(2, requires_grad=True)
    with saved_tensors_hooks(lambda t: t, lambda t: 3):
        y = x * x
    y.sum().backward()


@show
def _():
    from torch.autograd.graph import (
        saved_tensors_hooks,
    )

    x = torch.ones(2, requires_grad=True)
    with saved_tensors_hooks(lambda t: t.mul_(2), lambda t: t):
        x.exp()


@show
def _():
    from torch.autograd.graph import (
        saved_tensors_hooks,
    )

    with saved_tensors_hooks(3, 4):
        pass


@show
def _():
    from torch.autograd.graph import (
        disable_saved_tensors_hooks,
        saved_tensors_hooks,
    )

    x = torch.ones(2, requires_grad=True)
    with disable_saved_tensors_hooks("no hooks"):
        x * x
        with saved_tensors_hooks(lambda t: t, lambda t: t):
            pass


@show
def _():
    from torch.autograd.graph import (
        disable_saved_tensors_hooks,
        saved_tensors_hooks,
    )

    x = torch.ones(2, requires_grad=True)
    with saved_tensors_hooks(lambda t: t, lambda t: t):
        with disable_saved_tensors_hooks("no hooks"):
            y = x * x
    print(y)


@show
def _():
    from torch.autograd.graph import (
        save_on_cpu,
    )

    x = torch.ones(2, requires_grad=True)
    with save_on_cpu(pin_memory=False):
        y = x * x
    y.sum().backward()
    print(x.grad)


@show
def _():
    from torch.autograd.graph import (
        allow_mutation_on_saved_tensors,
    )

    with allow_mutation_on_saved_tensors() as ctx:
        a = torch.ones(2, 3, requires_grad=True)
        b = a.clone()
        out = (b**2).sum()
        b.sin_()
        out.backward()
        print(a.grad)
        print(type(ctx).__name__)
    out = None
    with allow_mutation_on_saved_tensors():
        b = a.clone()
        out = (b**2).sum()
        b.sin_()
    out.backward()


@show
def _():
    from torch.autograd.graph import (
        allow_mutation_on_saved_tensors,
    )

    with allow_mutation_on_saved_tensors():
        with allow_mutation_on_saved_tensors():
            pass


@show
def _():
    from torch.autograd.graph import increment_version

    x = torch.ones(2)
    increment_version(x)
    print(x._version)
    increment_version([x, x])
    print(x._version)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    r = y.grad_fn._raw_saved_result
    print(type(r).__name__)
    r.register_hooks(lambda t: t, lambda t: t * 2)
    y.sum().backward()
    print(x.grad)
    try:
        r.register_hooks(lambda t: t, lambda t: t)
    except Exception as e:
        print(type(e).__name__, e)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * x
    print([n for n in dir(y.grad_fn) if n.startswith("_saved")], y.grad_fn._saved_self, y.grad_fn._saved_other)
    y.sum().backward()
    y.grad_fn._saved_self


@show
def _():
    from torch.utils.checkpoint import checkpoint

    y = checkpoint(lambda x: x * 2, torch.ones(2, requires_grad=True))
    print(y)


@show
def _():
    from torch.utils.checkpoint import checkpoint

    y = checkpoint(lambda x: x * 2, torch.ones(2), use_reentrant=True)
    print(y)


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)
    y = checkpoint(lambda x: x * x, x, use_reentrant=True)
    torch.autograd.grad(y.sum(), x)


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)
    n = [0]

    def f(x):
        n[0] += 1
        print("run", torch.is_grad_enabled(), x.requires_grad)
        return x.exp().exp()

    y = checkpoint(f, x, use_reentrant=False)
    print(torch.autograd.grad(y.sum(), x), n)
    y = checkpoint(f, x, use_reentrant=True)
    y.sum().backward()
    print(n)


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)
    n = [0]

    def f(x):
        n[0] += 1
        return (x * x * x) if n[0] == 1 else x * x

    y = checkpoint(f, x, use_reentrant=False)
    y.sum().backward()


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)
    n = [0]

    def f(x):
        n[0] += 1
        return (x * x) if n[0] == 1 else x.repeat(2) * x.repeat(2)

    y = checkpoint(f, x, use_reentrant=False)
    y.sum().backward()


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)
    checkpoint(lambda x, k=1: x * k, x, use_reentrant=True, k=2)


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)
    print(checkpoint(lambda x, k=1: x * k, x, use_reentrant=False, k=2))
    print(checkpoint(lambda x, k=1: x * k, x, use_reentrant=False, foo=2))


@show
def _():
    from torch.utils.checkpoint import checkpoint_sequential

    m = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(), torch.nn.Linear(2, 2))
    x = torch.ones(1, 2, requires_grad=True)
    for r in (True, False):
        y = checkpoint_sequential(m, 2, x, use_reentrant=r)
        y.sum().backward()
        print(x.grad)
    checkpoint_sequential(m, 2, x)


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)

    def f(x):
        return torch.nn.functional.dropout(x, 0.5) * torch.rand(2)

    for r in (True, False):
        for p in (True, False):
            torch.manual_seed(1)
            y = checkpoint(f, x, use_reentrant=r, preserve_rng_state=p)
            torch.manual_seed(5)
            x.grad = None
            y.sum().backward()
            print(y, x.grad)


@show
def _():
    from torch.utils.checkpoint import checkpoint

    x = torch.ones(2, requires_grad=True)
    y = checkpoint(lambda x: (x.exp(), 3, [x]), x, use_reentrant=False)
    print(y)
    y = checkpoint(lambda x: (x.exp(), 3, [x]), x, use_reentrant=True)
    print(y)
