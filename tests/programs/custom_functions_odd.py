"""Unusual custom Functions: what they print, raise and warn of."""

import torch

from tests.snippets import show


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    x = torch.ones(2, requires_grad=True)
    F.apply(x).sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def backward(ctx, x):
            return x * 2

    F.apply(torch.ones(2, requires_grad=True))


@show
def _():
    F = torch.autograd.Function
    F.apply(torch.ones(2))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            return x * y

        @staticmethod
        def backward(ctx, g):
            return g

    x = torch.ones(2, requires_grad=True)
    F.apply(x, x).sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g, g

    F.apply(torch.ones(2, requires_grad=True)).sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return torch.ones(3)

    F.apply(torch.ones(2, requires_grad=True)).sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return 3

    F.apply(torch.ones(2, requires_grad=True)).sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g.double()

    x = torch.ones(2, requires_grad=True)
    F.apply(x).sum().backward()
    print(x.grad)


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return 3

        @staticmethod
        def backward(ctx, g):
            return g

    print(F.apply(torch.ones(2, requires_grad=True)))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x, "a", None, 3

        @staticmethod
        def backward(ctx, *g):
            print(g)
            return g[0]

    x = torch.ones(2, requires_grad=True)
    o = F.apply(x)
    print(o)
    o[0].sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x, 3)
            return x

        @staticmethod
        def backward(ctx, *g):
            return g[0]

    F.apply(torch.ones(2, requires_grad=True))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x, None)
            y = x.clone()
            ctx.save_for_backward(y)
            return y

        @staticmethod
        def backward(ctx, *g):
            print(ctx.saved_tensors)
            return g[0]

    x = torch.ones(2, requires_grad=True)
    y = F.apply(x)
    print(y.grad_fn.saved_tensors, y.grad_fn._saved_tensors if hasattr(y.grad_fn, "_saved_tensors") else "no")
    y.sum().backward()
    y.sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = torch.ones(2, requires_grad=True)
    y = x.clone()
    z = F.apply(y)
    print(z is y, y, y._version)
    z.sum().backward()
    print(x.grad)
    F.apply(x)


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            x.mul_(2)
            return x * 1

        @staticmethod
        def backward(ctx, g):
            return g * 2

    y = torch.ones(2, requires_grad=True).clone()
    F.apply(y)


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            a, b = x * 2, x.argmax()
            c = x * 3
            ctx.mark_non_differentiable(b, c)
            return a, b, c

        @staticmethod
        def backward(ctx, *g):
            print(g)
            return g[0]

    x = torch.ones(2, requires_grad=True)
    a, b, c = F.apply(x)
    print(a, b, c, c.requires_grad)
    a.sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, *g):
            print(g)
            return None

    x = torch.ones(2, requires_grad=True)
    a, b = F.apply(x)
    b.sum().backward()
    print(x.grad)


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, n):
            return x * n

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, g):
            print(torch.is_grad_enabled())
            return g * 2, None

    x = torch.ones(2, requires_grad=True)
    (g,) = torch.autograd.grad(F.apply(x, 2).sum(), x, create_graph=True)
    print(g, g.grad_fn)
    g.sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = torch.ones(2, requires_grad=True)
    F.apply(x=x)


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(x, y=3):
            return x * y

        @staticmethod
        def setup_context(ctx, inputs, output):
            print(inputs, output)
            ctx.y = inputs[1]

        @staticmethod
        def backward(ctx, g):
            return g * ctx.y, None

    x = torch.ones(2, requires_grad=True)
    F.apply(x).sum().backward()
    print(x.grad)
    F.apply(x, y=2).sum().backward()
    print(x.grad)


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(x, y=3):
            return x * y

        @staticmethod
        def setup_context(ctx, inputs, output):
            return 3

        @staticmethod
        def backward(ctx, g):
            return g * 2

    F.apply(torch.ones(2, requires_grad=True))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def vjp(ctx, g):
            return g * 2

    x = torch.ones(2, requires_grad=True)
    F.apply(x).sum().backward()
    print(x.grad)


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def vjp(ctx, g):
            return g * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = torch.ones(2, requires_grad=True)
    F.apply(x).sum().backward()
    print(x.grad)


@show
def _():
    class F(torch.autograd.Function):
        def forward(self, x):
            return x * 2

        def backward(self, g):
            return g * 2

    F()(torch.ones(2))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    f = F()
    f.apply(torch.ones(2))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * x

    x = torch.ones(2, requires_grad=True)
    c = x.clone()
    y = F.apply(c)
    with torch.no_grad():
        c.add_(1)
    y.sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g

    import torch.autograd.forward_ad as fwAD

    with fwAD.dual_level():
        print(F.apply(fwAD.make_dual(torch.ones(2), torch.ones(2))))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def jvp(ctx, t):
            return 3

    import torch.autograd.forward_ad as fwAD

    with fwAD.dual_level():
        print(F.apply(fwAD.make_dual(torch.ones(2), torch.ones(2))))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def jvp(ctx, t):
            return torch.ones(3)

    import torch.autograd.forward_ad as fwAD

    with fwAD.dual_level():
        print(F.apply(fwAD.make_dual(torch.ones(2), torch.ones(2))))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return [x * 2]

        @staticmethod
        def backward(ctx, g):
            print(g)
            return g * 10

    print(F.apply(torch.ones(2, requires_grad=True)))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, xs):
            return xs[0] * 2

        @staticmethod
        def backward(ctx, g):
            print(g)
            return g * 10

    print(F.apply([torch.ones(2, requires_grad=True)]))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            raise ValueError("oops")

    F.apply(torch.ones(2, requires_grad=True)).sum().backward()


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        print(F.apply(x))
    with torch.inference_mode():
        print(F.apply(x))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.long()

        @staticmethod
        def backward(ctx, g):
            return g * 2

    print(F.apply(torch.ones(2, requires_grad=True)))


@show
def _():
    class F(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**2

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return 2 * x * g

    x = torch.tensor([3.0], requires_grad=True)
    y = F.apply(x)
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    print(g)
    (g2,) = torch.autograd.grad(g, x)
    print(g2)
    print(
        torch.autograd.gradcheck(F.apply, x.double()),
        torch.autograd.gradgradcheck(F.apply, x.double().detach().requires_grad_()),
    )
