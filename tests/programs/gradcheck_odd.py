"""What gradcheck and gradgradcheck say of gradients that are wrong, missing or not the same twice."""

import torch

from tests.snippets import show


@show
def _():
    from torch.autograd import gradcheck, gradgradcheck

    x = torch.randn(3, dtype=torch.double, requires_grad=True)
    print(gradcheck(torch.sin, (x,)), gradcheck(lambda a: a.exp().sum(), x), gradgradcheck(torch.sin, (x,)))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.tensor([0.5, 1.5, -2.0], dtype=torch.double, requires_grad=True)

    class Bad(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 3

    print(gradcheck(Bad.apply, (x,), raise_exception=False))
    gradcheck(Bad.apply, (x,))


@show
def _():
    from torch.autograd import gradcheck

    gradcheck(torch.sin, (torch.randn(3, dtype=torch.double),))


@show
def _():
    from torch.autograd import gradcheck

    torch.manual_seed(0)
    x = torch.tensor([0.5, 1.5, -2.0], requires_grad=True)
    print(gradcheck(torch.sin, (x,), raise_exception=False))


@show
def _():
    from torch.autograd import gradcheck

    print(gradcheck(torch.sin, (torch.tensor([0.5, 1.5, -2.0], requires_grad=True),), eps=1e-3, atol=1e-2))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.randn(3, dtype=torch.double, requires_grad=True)
    gradcheck(lambda a: a.detach(), (x,))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.ones(1, dtype=torch.double, requires_grad=True).expand(3)
    gradcheck(torch.sin, (x,))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.randn(3, dtype=torch.double, requires_grad=True)
    n = [0]

    class ND(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            n[0] += 1
            return g * (2 + 1e-1 * (n[0] % 2))

    gradcheck(ND.apply, (x,))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.randn(3, dtype=torch.double, requires_grad=True)
    n = [0]

    class ND(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            n[0] += 1
            return g * (2 + 1e-9 * (n[0] % 2))

    gradcheck(ND.apply, (x,))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.randn(3, dtype=torch.double, requires_grad=True)
    n = [0]

    class ND(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            n[0] += 1
            return g * (2 + 1e-9 * (n[0] % 2))

    print(gradcheck(ND.apply, (x,), nondet_tol=1e-5))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.randn(3, dtype=torch.double, requires_grad=True)

    class BS(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g.sum().expand(3).contiguous()[:2]

    gradcheck(BS.apply, (x,))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.tensor([0.5, 1.5], dtype=torch.double, requires_grad=True)

    class U(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return None

    gradcheck(U.apply, (x,))


@show
def _():
    from torch.autograd import gradcheck

    x = torch.tensor([0.5, 1.5], dtype=torch.double, requires_grad=True)

    class U(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return (g if g is not None else 1) * 2 + 1

    gradcheck(U.apply, (x,))


@show
def _():
    from torch.autograd import gradcheck

    z = torch.randn(2, dtype=torch.cdouble, requires_grad=True)
    print(gradcheck(lambda z: z * z, (z,)), gradcheck(lambda z: z.abs(), (z,)), gradcheck(torch.view_as_real, (z,)))


@show
def _():
    from torch.autograd import gradcheck

    z = torch.tensor([1 + 2j, 0.5 - 1j], dtype=torch.cdouble, requires_grad=True)

    class C(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2j

        @staticmethod
        def backward(ctx, g):
            return g * 2j

    gradcheck(C.apply, (z,))


@show
def _():
    from torch.autograd import gradgradcheck

    x = torch.tensor([0.5, 1.5], dtype=torch.double, requires_grad=True)

    class B2(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**2

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * 2 * x.detach()

    gradgradcheck(B2.apply, (x,))


@show
def _():
    from torch.autograd import gradgradcheck

    x = torch.tensor([0.5, 1.5], dtype=torch.double, requires_grad=True)
    print(
        gradgradcheck(torch.sin, (x,), grad_outputs=torch.ones(2, dtype=torch.double)),
        gradgradcheck(torch.sin, (x,), gen_non_contig_grad_outputs=True),
        gradgradcheck(torch.sin, (x,), fast_mode=True),
        gradgradcheck(lambda x: x * 2, (x,)),
    )


@show
def _():
    from torch.autograd import gradcheck

    torch.autograd.GradcheckError if hasattr(torch.autograd, "GradcheckError") else RuntimeError

    x = torch.tensor([0.5, 1.5], dtype=torch.double, requires_grad=True)
    print(
        gradcheck(lambda x, y: x * y, (x, torch.ones(2, dtype=torch.double))),
        gradcheck(lambda x, y: (x * y, x + y), (x, x.detach().clone().requires_grad_())),
    )


@show
def _():
    from torch.autograd import gradcheck

    x = torch.tensor([0.5, 1.5], dtype=torch.double, requires_grad=True)

    class FW(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

        @staticmethod
        def jvp(ctx, t):
            return t * 3

    gradcheck(FW.apply, (x,), check_forward_ad=True)


@show
def _():
    from torch.autograd import gradcheck

    gradcheck(torch.sin, torch.ones(2, dtype=torch.long))


@show
def _():
    from torch.autograd import gradcheck

    gradcheck(torch.sin, [torch.ones(2, dtype=torch.double, requires_grad=True)])
    print("ok")
    gradcheck(torch.sin, (1,))
