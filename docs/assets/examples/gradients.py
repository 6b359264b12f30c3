"""The gradient and the second derivative of a function: by a formula, by autograd, by small differences."""

import torch


def function(x):
    return torch.sin(x) * x**2


def by_hand(x):
    return torch.cos(x) * x**2 + 2 * x * torch.sin(x)


x = torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64, requires_grad=True)
(gradient,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
(second,) = torch.autograd.grad(gradient.sum(), x)

step = 1e-5
with torch.no_grad():
    difference = (function(x + step) - function(x - step)) / (2 * step)

print("autograd    ", gradient.detach())
print("by hand     ", by_hand(x).detach())
print("differences ", difference)
print("second      ", second)
print("gradcheck   ", torch.autograd.gradcheck(function, x))
