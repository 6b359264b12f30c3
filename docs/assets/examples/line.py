"""Fit a line to noisy points with gradient descent."""

import torch

torch.manual_seed(0)
x = torch.linspace(-1, 1, 50)
y = 2 * x - 0.5 + 0.1 * torch.randn(50)

slope = torch.zeros((), requires_grad=True)
intercept = torch.zeros((), requires_grad=True)
optimizer = torch.optim.SGD([slope, intercept], lr=0.3)

for step in range(1, 61):
    loss = ((slope * x + intercept - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 20 == 0:
        print(f"step {step}  loss {loss.item():.4f}  y = {slope.item():.3f} x + {intercept.item():.3f}")
