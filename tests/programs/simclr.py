"""Contrastive learning: augmentations as modules, NT-Xent loss, projection head, a linear probe, EMA weights."""

import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4)


class Augment(nn.Module):
    def __init__(self, p: float = 0.5):
        super().__init__()
        self.p = p

    @torch.no_grad()
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        flip = torch.rand(x.shape[0], 1, 1, 1) < self.p
        x = torch.where(flip, x.flip(-1), x)
        shift = int(torch.randint(-1, 2, (1,)))
        x = torch.roll(x, shifts=shift, dims=2)
        return x + 0.05 * torch.randn_like(x)


def nt_xent(z1: torch.Tensor, z2: torch.Tensor, temperature: float = 0.5) -> torch.Tensor:
    z = F.normalize(torch.cat([z1, z2]), dim=-1)
    sim = z @ z.T / temperature
    sim.fill_diagonal_(-1e9)
    n = z1.size(0)
    targets = torch.cat([torch.arange(n, 2 * n), torch.arange(n)])
    return F.cross_entropy(sim, targets)


@torch.no_grad()
def update_ema(model, ema, decay=0.9):
    for p, q in zip(model.parameters(), ema.parameters()):
        q.mul_(decay).add_(p, alpha=1 - decay)
    for b, c in zip(model.buffers(), ema.buffers()):
        c.copy_(b)


encoder = nn.Sequential(
    nn.Conv2d(1, 4, 3, padding=1), nn.GroupNorm(2, 4), nn.SiLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten()
)
head = nn.Sequential(nn.Linear(16, 8), nn.Hardswish(), nn.Linear(8, 4))
model = nn.ModuleDict({"encoder": encoder, "head": head})
ema = copy.deepcopy(model)
for p in ema.parameters():
    p.requires_grad_(False)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.05)
scheduler = torch.optim.lr_scheduler.SequentialLR(
    optimizer,
    schedulers=[
        torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=2),
        torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=4),
    ],
    milestones=[2],
)
augment = Augment()
labels = torch.arange(16) % 2
images = torch.randn(16, 1, 6, 6) * 0.3
images[labels == 1, :, 2:4] += 2
losses = []
for step in range(6):
    z1, z2 = (model["head"](model["encoder"](augment(images))) for _ in range(2))
    loss = nt_xent(z1, z2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    update_ema(model, ema)
    losses.append(loss.item())
    print(f"{step} {loss.item():.3f} {optimizer.param_groups[0]['lr']:.5f}")
with torch.no_grad():
    features = ema["encoder"](images)
probe = nn.Linear(16, 2)
lbfgs = torch.optim.LBFGS(probe.parameters(), lr=0.5, max_iter=10)


def closure():
    lbfgs.zero_grad()
    out = F.cross_entropy(probe(features), labels) + 1e-2 * probe.weight.square().sum()
    out.backward()
    return out


for _ in range(2):
    loss = lbfgs.step(closure)
print("probe %.2f" % loss.item(), (probe(features).argmax(-1) == labels).float().mean().item())
