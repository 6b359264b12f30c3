"""Metric learning: triplets, contrastive and cosine losses, hard mining with cdist, numpy between."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset, WeightedRandomSampler

torch.manual_seed(2)
np.random.seed(2)


class Triplets(Dataset):
    def __init__(self, n_classes=3, per_class=8):
        centres = np.random.randn(n_classes, 4).astype(np.float32) * 2
        self.labels = np.repeat(np.arange(n_classes, dtype=np.int64), per_class)
        self.points = centres[self.labels] + 0.3 * np.random.randn(len(self.labels), 4).astype(np.float32)

    def __getitem__(self, i):
        same = np.flatnonzero(self.labels == self.labels[i])
        other = np.flatnonzero(self.labels != self.labels[i])
        return self.points[i], self.points[same[-1]], self.points[other[i % len(other)]], self.labels[i]

    def __len__(self):
        return len(self.labels)


dataset = Triplets()
weights = 1.0 / torch.bincount(torch.from_numpy(dataset.labels)).float()[torch.as_tensor(dataset.labels)]
loader = DataLoader(dataset, batch_size=6, sampler=WeightedRandomSampler(weights, 12, replacement=True))
net = nn.Sequential(nn.Linear(4, 8), nn.PReLU(), nn.Linear(8, 2))
opt = torch.optim.Adagrad(net.parameters(), lr=0.1)
triplet = nn.TripletMarginLoss(margin=1.0, p=2)
for epoch in range(3):
    for anchor, positive, negative, label in loader:
        a, p, n = (F.normalize(net(t), p=2, dim=1) for t in (anchor, positive, negative))
        loss = triplet(a, p, n) + 0.1 * F.cosine_embedding_loss(a, p, torch.ones(len(a)))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, "%.3f" % loss.item(), label.dtype, anchor.dtype)
with torch.no_grad():
    e = F.normalize(net(torch.from_numpy(dataset.points)))
    d = torch.cdist(e, e)
    d.fill_diagonal_(float("inf"))
    nearest = d.argmin(dim=1).numpy()
print("recall@1: %.2f" % np.mean(dataset.labels[nearest] == dataset.labels))
emb = e.cpu().numpy()
print(emb.shape, emb.dtype, np.allclose(np.linalg.norm(emb, axis=1), 1, atol=1e-5))
print(
    np.asarray(torch.arange(4)).sum(),
    np.mean(torch.tensor([1.0, 3.0]).numpy()),
    float(np.float32(2) * torch.tensor(3.0)),
)
sim = F.cosine_similarity(e[:3].unsqueeze(1), e[:3].unsqueeze(0), dim=-1)
print(torch.round(sim.diagonal(), decimals=3))
