"""A convolutional autoencoder with transposed convolutions, a ReduceLROnPlateau schedule and early stopping."""

import copy

import torch
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau
from torch.utils.data import DataLoader, Subset, random_split
from torch.utils.data.dataset import Dataset


class Blobs(Dataset):
    def __init__(self, n=48):
        super().__init__()
        self.centres = torch.rand(n, 2) * 7

    def __len__(self):
        return len(self.centres)

    def __getitem__(self, idx):
        if torch.is_tensor(idx):
            idx = idx.tolist()
        grid = torch.stack(torch.meshgrid(torch.arange(8.0), torch.arange(8.0), indexing="ij"))
        d = ((grid - self.centres[idx][:, None, None]) ** 2).sum(0)
        return {"image": torch.exp(-d / 3)[None], "centre": self.centres[idx]}


class AutoEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, 4, 3, stride=2, padding=1),
            nn.ELU(),
            nn.Conv2d(4, 6, 3, stride=2, padding=1),
            nn.ELU(),
            nn.Flatten(),
            nn.Linear(24, 3),
        )
        self.decoder = nn.Sequential(
            nn.Linear(3, 24),
            nn.Unflatten(1, (6, 2, 2)),
            nn.ConvTranspose2d(6, 4, 2, stride=2),
            nn.ELU(),
            nn.ConvTranspose2d(4, 1, 3, stride=2, padding=1, output_padding=1),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


torch.manual_seed(5)
dataset = Blobs()
train_set, val_set = random_split(dataset, [40, 8], generator=torch.Generator().manual_seed(42))
train_loader = DataLoader(train_set, batch_size=8, shuffle=True)
val_loader = DataLoader(val_set, batch_size=8)
model = AutoEncoder()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
scheduler = ReduceLROnPlateau(optimizer, mode="min", factor=0.5, patience=1)
criterion = nn.MSELoss()
best, best_state, waited = float("inf"), None, 0
for epoch in range(6):
    model.train()
    for batch in train_loader:
        image = batch["image"]
        loss = criterion(model(image), image)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        val = sum(criterion(model(b["image"]), b["image"]).item() for b in val_loader) / len(val_loader)
    scheduler.step(val)
    if val < best:
        best, best_state, waited = val, copy.deepcopy(model.state_dict()), 0
    else:
        waited += 1
    print(f"epoch {epoch}: val {val:.3f} lr {optimizer.param_groups[0]['lr']:.4f}")
model.load_state_dict(best_state)
one = Subset(dataset, [3])[0]
print(one["image"].shape, model.encoder(one["image"][None]).shape, len(train_set), sorted(val_set.indices))
