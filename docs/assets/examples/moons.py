"""Two half moons of points, and a network of one hidden layer that tells them apart."""

import math

import torch
from torch import nn

torch.manual_seed(0)
angle = math.pi * torch.rand(100)
upper = torch.stack([torch.cos(angle), torch.sin(angle)], dim=1)
lower = torch.stack([1 - torch.cos(angle), 0.5 - torch.sin(angle)], dim=1)
points = torch.cat([upper, lower]) + 0.05 * torch.randn(200, 2)
moon = torch.cat([torch.zeros(100), torch.ones(100)]).long()

model = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.03)

for epoch in range(1, 121):
    scores = model(points)
    loss = nn.functional.cross_entropy(scores, moon)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 40 == 0:
        right = (scores.argmax(dim=1) == moon).sum().item()
        print(f"epoch {epoch:3d}  loss {loss.item():.3f}  right {right} of 200")
