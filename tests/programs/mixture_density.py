"""A mixture density network and Bayesian regression by hand: logsumexp, Cholesky, softplus, quantiles."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import ConcatDataset, DataLoader, TensorDataset

torch.manual_seed(10)
torch.set_printoptions(precision=3, sci_mode=False)


class MDN(nn.Module):
    def __init__(self, n_hidden, n_gaussians):
        super(MDN, self).__init__()
        self.z_h = nn.Sequential(nn.Linear(1, n_hidden), nn.Tanh())
        self.z_pi, self.z_mu, self.z_sigma = (nn.Linear(n_hidden, n_gaussians) for _ in range(3))

    def forward(self, x):
        z_h = self.z_h(x)
        return F.log_softmax(self.z_pi(z_h), -1), F.softplus(self.z_sigma(z_h)) + 1e-3, self.z_mu(z_h)


def mdn_loss(log_pi, sigma, mu, y):
    log_normal = -0.5 * ((y.expand_as(mu) - mu) / sigma) ** 2 - sigma.log() - 0.5 * math.log(2 * math.pi)
    return -torch.logsumexp(log_pi + log_normal, dim=1).mean()


y = torch.linspace(-1, 1, 60).unsqueeze(1)
x = y + 0.3 * torch.sin(6.28 * y) + torch.empty_like(y).uniform_(-0.05, 0.05)
data = ConcatDataset([TensorDataset(x[:30], y[:30]), TensorDataset(x[30:], y[30:])])
network = MDN(n_hidden=10, n_gaussians=3)
optimizer = torch.optim.NAdam(network.parameters(), lr=0.02)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.05, total_steps=12)
for epoch in range(4):
    for xb, yb in DataLoader(data, batch_size=20, shuffle=True):
        loss = mdn_loss(*network(xb), yb)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
    print(epoch, "%.3f" % loss.item(), "%.4f" % scheduler.get_last_lr()[0])
phi = torch.cat([torch.ones_like(x), x, x**2, torch.sin(6.28 * x)], 1).double()
precision = phi.T @ phi * 25 + torch.eye(4, dtype=torch.float64)
L = torch.linalg.cholesky(precision)
mean = torch.cholesky_solve(25 * phi.T @ y.double(), L).squeeze()
print(mean, torch.logdet(precision), torch.linalg.solve(precision, torch.ones(4, dtype=torch.double)).sum() > 0)
residual = phi @ mean - y.squeeze()
print(
    torch.quantile(residual, torch.tensor([0.1, 0.5, 0.9], dtype=torch.float64)),
    residual.abs().median(),
    residual.var(unbiased=False),
)
print(
    torch.histc(residual, bins=4),
    torch.bucketize(torch.tensor([0.1, 0.7]), torch.tensor([0.0, 0.5, 1.0])),
    torch.cumsum(mean, 0),
)
print(torch.einsum("ij,jk,ik->i", phi[:2], torch.linalg.inv(precision), phi[:2]))
torch.set_printoptions(profile="default")
