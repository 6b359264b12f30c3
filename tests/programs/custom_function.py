"""Autograd extended: Functions with ctx, gradcheck, hooks, double backward, Jacobians, forward graph inspection."""

import torch
from torch.autograd import Function, grad, gradcheck
from torch.autograd.function import once_differentiable
from torch.autograd.functional import hessian, jacobian

torch.manual_seed(3)


class LinearFunction(Function):
    @staticmethod
    def forward(ctx, input, weight, bias=None):
        ctx.save_for_backward(input, weight, bias)
        output = input.mm(weight.t())
        if bias is not None:
            output += bias.unsqueeze(0).expand_as(output)
        return output

    @staticmethod
    def backward(ctx, grad_output):
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if bias is not None and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(0)
        return grad_input, grad_weight, grad_bias


class Exp(Function):
    @staticmethod
    def forward(ctx, i):
        result = i.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_output):
        (result,) = ctx.saved_tensors
        return grad_output * result


class STE(Function):
    @staticmethod
    def forward(ctx, x):
        return torch.sign(x)

    @staticmethod
    def backward(ctx, g):
        return g.clone()


linear = LinearFunction.apply
input = (
    torch.randn(4, 3, dtype=torch.double, requires_grad=True),
    torch.randn(2, 3, dtype=torch.double, requires_grad=True),
)
print(gradcheck(linear, input, eps=1e-6, atol=1e-4))
x = torch.tensor([0.5, -1.0], requires_grad=True)
Exp.apply(x).sum().backward()
print(x.grad)
x.grad = None
(STE.apply(x) * torch.tensor([2.0, 3.0])).sum().backward()
print(x.grad)
y = (x**3).sum()
(g,) = grad(y, x, create_graph=True)
(gg,) = grad(g.sum(), x)
print(g, gg, y.grad_fn.name(), y.grad_fn.next_functions[0][0].name())
print(jacobian(lambda t: t**2, torch.tensor([1.0, 2.0])), hessian(lambda t: (t**3).sum(), torch.tensor([1.0, 2.0])))
seen = []
z = torch.ones(2, requires_grad=True)
h = z.register_hook(lambda g: seen.append(g.tolist()))
(z * 3).sum().backward()
h.remove()
(z * 3).sum().backward()
print(seen, z.grad)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 10, lambda t: t / 10):
    w = (z * z).sum()
w.backward()
print(z.grad)
try:
    w.backward()
except RuntimeError as error:
    print(str(error)[:60])
with torch.set_grad_enabled(False):
    print((z * 2).requires_grad)
with torch.inference_mode():
    print((z * 2).requires_grad)
