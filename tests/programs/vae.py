"""A variational autoencoder on noisy waves."""

from __future__ import print_function

import torch
import torch.utils.data
from torch import nn, optim
from torch.nn import functional as F

torch.manual_seed(1)
device = torch.device("mps" if torch.backends.mps.is_available() else "cpu")


class VAE(nn.Module):
    def __init__(self):
        super(VAE, self).__init__()
        self.fc1 = nn.Linear(20, 16)
        self.fc21 = nn.Linear(16, 3)
        self.fc22 = nn.Linear(16, 3)
        self.fc3 = nn.Linear(3, 16)
        self.fc4 = nn.Linear(16, 20)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return mu + eps * std

    def decode(self, z):
        h3 = F.relu(self.fc3(z))
        return torch.sigmoid(self.fc4(h3))

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 20))
        z = self.reparameterize(mu, logvar)
        return self.decode(z), mu, logvar


model = VAE().to(device)
optimizer = optim.Adam(model.parameters(), lr=1e-2)


def loss_function(recon_x, x, mu, logvar):
    BCE = F.binary_cross_entropy(recon_x, x.view(-1, 20), reduction="sum")
    KLD = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return BCE + KLD


phase = torch.rand(64, 1) * 6.28
waves = 0.5 + 0.4 * torch.sin(torch.arange(20.0)[None] * 0.5 + phase)
loader = torch.utils.data.DataLoader(waves, batch_size=16, shuffle=True)
for epoch in range(1, 4):
    model.train()
    train_loss = 0
    for batch in loader:
        optimizer.zero_grad()
        recon_batch, mu, logvar = model(batch)
        loss = loss_function(recon_batch, batch, mu, logvar)
        loss.backward()
        train_loss += loss.item()
        optimizer.step()
    print("====> Epoch: {} Average loss: {:.3f}".format(epoch, train_loss / len(loader.dataset)))
with torch.no_grad():
    sample = model.decode(torch.randn(2, 3).to(device)).cpu()
    print(sample.size(), sample.mean().item() > 0)
    print(sample[0, :5])
