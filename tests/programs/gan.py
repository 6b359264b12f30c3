"""A GAN that learns a normal distribution; weights initialised by `apply`."""

import random

import torch
import torch.nn as nn
import torch.nn.parallel
import torch.optim as optim
import torch.utils.data

manualSeed = 999
random.seed(manualSeed)
torch.manual_seed(manualSeed)
torch.use_deterministic_algorithms(True)
ngpu = 0
device = torch.device("cuda:0" if (torch.cuda.is_available() and ngpu > 0) else "cpu")


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Linear") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.2)
        nn.init.constant_(m.bias.data, 0)
    elif classname.find("BatchNorm") != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


class Generator(nn.Module):
    def __init__(self, ngpu):
        super(Generator, self).__init__()
        self.ngpu = ngpu
        self.main = nn.Sequential(nn.Linear(4, 8, bias=True), nn.BatchNorm1d(8), nn.ReLU(True), nn.Linear(8, 1))

    def forward(self, input):
        return self.main(input)


class Discriminator(nn.Module):
    def __init__(self, ngpu):
        super(Discriminator, self).__init__()
        self.main = nn.Sequential(nn.Linear(1, 8), nn.LeakyReLU(0.2, inplace=True), nn.Linear(8, 1), nn.Sigmoid())

    def forward(self, input):
        return self.main(input).view(-1)


netG, netD = Generator(ngpu).to(device), Discriminator(ngpu).to(device)
netG.apply(weights_init)
netD.apply(weights_init)
if device.type == "cuda" and ngpu > 1:
    netG = nn.DataParallel(netG, list(range(ngpu)))
print(netG)
criterion = nn.BCELoss()
fixed_noise = torch.randn(64, 4, device=device)
real_label, fake_label = 1.0, 0.0
optimizerD = optim.Adam(netD.parameters(), lr=0.01, betas=(0.5, 0.999))
optimizerG = optim.Adam(netG.parameters(), lr=0.01, betas=(0.5, 0.999))
G_losses, D_losses = [], []
for step in range(40):
    netD.zero_grad()
    real = torch.randn(32, 1, device=device) * 0.5 + 2
    label = torch.full((32,), real_label, dtype=torch.float, device=device)
    output = netD(real)
    errD_real = criterion(output, label)
    errD_real.backward()
    D_x = output.mean().item()
    noise = torch.randn(32, 4, device=device)
    fake = netG(noise)
    label.fill_(fake_label)
    output = netD(fake.detach())
    errD_fake = criterion(output, label)
    errD_fake.backward()
    D_G_z1 = output.mean().item()
    errD = errD_real + errD_fake
    optimizerD.step()
    netG.zero_grad()
    label.fill_(real_label)
    output = netD(fake)
    errG = criterion(output, label)
    errG.backward()
    optimizerG.step()
    if step % 10 == 0:
        print("[%d] Loss_D: %.3f Loss_G: %.3f D(x): %.3f D(G(z)): %.3f" % (step, errD.item(), errG.item(), D_x, D_G_z1))
    G_losses.append(errG.item())
    D_losses.append(errD.item())
with torch.no_grad():
    fake = netG(fixed_noise).detach().cpu()
print(len(G_losses), "%.2f" % fake.mean().item())
torch.use_deterministic_algorithms(False)
