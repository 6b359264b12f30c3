"""A small network learns a curve; Matplotlib draws the points and what was learned."""

import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(0)
x = torch.linspace(-3, 3, 100).unsqueeze(1)
y = torch.sin(x) + 0.1 * torch.randn(100, 1)

model = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for _ in range(300):
    loss = nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"loss {loss.item():.3f}")

plt.plot(x.squeeze(), y.squeeze(), ".", label="points")
plt.plot(x.squeeze(), model(x).detach().squeeze(), label="network")
plt.title("A sine, with noise, and what the network has learned of it")
plt.legend()
plt.show()
