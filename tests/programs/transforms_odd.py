"""torch.func and autograd.functional: what they refuse, and what they do with odd functions."""

import torch

from tests.snippets import show


@show
def _():
    from torch.func import vmap

    def f(x):
        if x > 0:
            return x * 2
        return x

    print(vmap(f)(torch.tensor([1.0, -1.0])))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x * x.item())(torch.tensor([1.0, 2.0, 3.0])))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: torch.ones(2) * float(x))(torch.tensor([1.0, 2.0, 3.0])))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x * int(x))(torch.tensor([1.0, 2.0, 3.0])))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x if x.sum().item() > 0 else -x)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x[x > 0])(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    y = torch.zeros(2)

    def f(x):
        y.add_(x)
        return y

    print(vmap(f)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    def f(x):
        y = torch.zeros_like(x)
        y[0] = x[0]
        return y

    print(vmap(f)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    def f(x):
        y = x.new_zeros(2)
        y += x
        return y

    print(vmap(f)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x.tolist() and x)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: torch.from_numpy(x.numpy()))(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x.detach().clone())(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: torch.tensor(x.shape[0]))(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: torch.where(x > 0, x, 0))(torch.tensor([[1.0, -1.0]])))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x, i: x[i])(torch.arange(6.0).view(2, 3), torch.tensor([0, 2])))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: [1, 2, 3][x])(torch.tensor([0, 2])))


@show
def _():
    from torch.func import vmap

    for i in vmap(lambda x: range(x))(torch.tensor([0, 2])):
        print(i)


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: torch.randn(2))(torch.tensor([1.0, 2.0, 3.0])))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x + torch.randn(2), randomness="same")(torch.zeros(3)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x + torch.randn(2), randomness="different")(torch.zeros(3)).shape)


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: torch.dropout(x, 0.5, True))(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: (x, 1))(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: None)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x, out_dims=2)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(
        vmap(lambda x: x, out_dims=-1)(torch.arange(6.0).view(3, 2)),
        vmap(lambda x: x, in_dims=-1)(torch.ones(3, 2)).shape,
    )


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x, out_dims=(0, 0))(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x, out_dims="a")(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x, in_dims="a")(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x, in_dims=(None,))(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x, y: x, in_dims=(0,))(torch.arange(6.0).view(3, 2), 1))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x, y: x * y, in_dims=(0, None))(torch.arange(6.0).view(3, 2), 2))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x, y: x * y)(torch.arange(6.0).view(3, 2), 2))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x, y: x * y)(torch.arange(6.0).view(3, 2), torch.ones(2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda: 1)())


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: x.sum(), in_dims=3)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    print(vmap(lambda x: torch.ones(2), out_dims=None)(torch.arange(6.0).view(3, 2)))
    print(vmap(lambda x: x, out_dims=None)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import grad

    print(grad(lambda x: x)(torch.ones(2)))


@show
def _():
    from torch.func import grad

    print(grad(lambda x: (x, x))(torch.ones(())))


@show
def _():
    from torch.func import grad

    print(grad(lambda x: x.item() * x)(torch.ones(())))


@show
def _():
    from torch.func import grad

    print(grad(lambda x: 1)(torch.ones(())))


@show
def _():
    from torch.func import grad

    print(grad(lambda x: x.sum())(torch.ones(2, dtype=torch.int64)))


@show
def _():
    from torch.func import grad

    print(grad(lambda x: x.sum())(1.0))


@show
def _():
    from torch.func import grad

    print(grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(torch.ones(2), torch.ones(2)))
    print(grad(lambda x, y: (x * y).sum(), argnums=2)(torch.ones(2), torch.ones(2)))


@show
def _():
    from torch.func import grad

    print(grad(lambda x, y: (x * y).sum(), argnums="a")(torch.ones(2), torch.ones(2)))


@show
def _():
    from torch.func import grad

    def f(x):
        y = x * 2
        y.backward()
        return y

    print(grad(f)(torch.ones(())))


@show
def _():
    from torch.func import grad

    def f(x):
        x.requires_grad_()
        return x.sum()

    print(grad(f)(torch.ones(2)))


@show
def _():
    from torch.func import jvp

    print(jvp(lambda x: x * 2, torch.ones(2), torch.ones(2)))


@show
def _():
    from torch.func import jacrev

    def f(x):
        with torch.no_grad():
            y = x * 2
        return y * x

    print(jacrev(f)(torch.ones(2)))


@show
def _():
    import torch.autograd.forward_ad as fwAD

    with torch.no_grad():
        with fwAD.dual_level():
            x = fwAD.make_dual(torch.ones(2), torch.ones(2))
            y = x * 2
            print(y, fwAD.unpack_dual(y))


@show
def _():
    import torch.autograd.forward_ad as fwAD

    with fwAD.dual_level():
        x = fwAD.make_dual(torch.ones(2), torch.ones(2))
        y = x.exp()
        y.mul_(2)
        y.add_(x)
        print(fwAD.unpack_dual(y))
        w = torch.zeros(2)
        w.copy_(y)
        print(fwAD.unpack_dual(w))
        w = torch.zeros(2, 2)
        w[0] = y
        print(fwAD.unpack_dual(w))


@show
def _():
    from torch.func import jacfwd, jvp

    class F(torch.autograd.Function):
        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            (ctx.x,) = inputs

        @staticmethod
        def backward(ctx, g):
            return g * 2

        @staticmethod
        def jvp(ctx, t):
            return t * 100

        generate_vmap_rule = True

    print(jvp(F.apply, (torch.ones(2),), (torch.ones(2),)))
    print(jacfwd(F.apply)(torch.ones(2)))


@show
def _():
    from torch.func import vmap

    class F(torch.autograd.Function):
        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

        @staticmethod
        def backward(ctx, g):
            return g * 2

    print(vmap(F.apply)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import grad

    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    print(grad(lambda x: F.apply(x).sum())(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    class F(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

        @staticmethod
        def backward(ctx, g):
            return g * 2

        @staticmethod
        def vmap(info, in_dims, x):
            return x, 0

    print(vmap(F.apply)(torch.arange(6.0).view(3, 2)))


@show
def _():
    import torch.autograd.forward_ad as fwAD

    with fwAD.dual_level():
        x = fwAD.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0]))
        y = x.exp()
        y.mul_(2)
        y.add_(x)
        print(fwAD.unpack_dual(y))
        w = torch.zeros(2)
        w.copy_(y)
        print(fwAD.unpack_dual(w))
        w = torch.zeros(2, 2)
        w[0] = y
        print(fwAD.unpack_dual(w))
        v = w[0]
        v.sigmoid_()
        print(fwAD.unpack_dual(w), fwAD.unpack_dual(v))


@show
def _():
    from torch.func import vmap

    y = torch.zeros(2)

    def f(x):
        y.add_(1)
        return x + y

    print(vmap(f)(torch.arange(6.0).view(3, 2)), y)


@show
def _():
    from torch.func import vmap

    y = torch.zeros(2)

    def f(x):
        y.mul_(x)
        return y

    print(vmap(f)(torch.arange(6.0).view(3, 2)))


@show
def _():
    from torch.func import vmap

    s = torch.tensor(2.0)
    print(vmap(lambda x: x * s.item() if s > 1 else x)(torch.arange(6.0).view(3, 2)))
