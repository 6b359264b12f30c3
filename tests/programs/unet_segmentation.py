"""A tiny U-Net with bilinear upsampling, a Dice loss and one-hot masks."""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)


class DoubleConv(nn.Module):
    """(convolution => [BN] => ReLU) * 2"""

    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.double_conv = nn.Sequential(
            nn.Conv2d(in_channels, out_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(out_channels, out_channels, kernel_size=3, padding=1, bias=False),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
        )

    def forward(self, x):
        return self.double_conv(x)


class Up(nn.Module):
    def __init__(self, in_channels, out_channels, bilinear):
        super().__init__()
        if bilinear:
            self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
            self.conv = DoubleConv(in_channels + in_channels // 2, out_channels)
        else:
            self.up = nn.ConvTranspose2d(in_channels, in_channels // 2, kernel_size=2, stride=2)
            self.conv = DoubleConv(in_channels, out_channels)

    def forward(self, x1, x2):
        x1 = self.up(x1)
        diffY = x2.size()[2] - x1.size()[2]
        diffX = x2.size()[3] - x1.size()[3]
        x1 = F.pad(x1, [diffX // 2, diffX - diffX // 2, diffY // 2, diffY - diffY // 2])
        return self.conv(torch.cat([x2, x1], dim=1))


class UNet(nn.Module):
    def __init__(self, n_channels, n_classes, bilinear):
        super().__init__()
        self.inc = DoubleConv(n_channels, 4)
        self.down = nn.Sequential(nn.MaxPool2d(2), DoubleConv(4, 8))
        self.up = Up(8, 4, bilinear)
        self.outc = nn.Conv2d(4, n_classes, kernel_size=1)

    def forward(self, x):
        x1 = self.inc(x)
        return self.outc(self.up(self.down(x1), x1))


def dice_coeff(input, target, epsilon=1e-6):
    inter = 2 * (input * target).sum(dim=(-1, -2))
    sets_sum = input.sum(dim=(-1, -2)) + target.sum(dim=(-1, -2))
    sets_sum = torch.where(sets_sum == 0, inter, sets_sum)
    return ((inter + epsilon) / (sets_sum + epsilon)).mean()


images = torch.rand(4, 1, 9, 9)
masks = torch.zeros(4, 9, 9, dtype=torch.long)
for k in range(4):
    images[k, 0, k : k + 4, 2:7] += 1
    masks[k, k : k + 4, 2:7] = 1
for bilinear in (True, False):
    net = UNet(1, 2, bilinear).to(memory_format=torch.channels_last)
    optimizer = torch.optim.RMSprop(net.parameters(), lr=1e-2, weight_decay=1e-8, momentum=0.5)
    for epoch in range(3):
        pred = net(images.to(memory_format=torch.channels_last))
        loss = F.cross_entropy(pred, masks)
        one_hot = F.one_hot(masks, 2).permute(0, 3, 1, 2).float()
        loss += 1 - dice_coeff(F.softmax(pred, dim=1).float().flatten(0, 1), one_hot.flatten(0, 1))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        print(f"bilinear {bilinear} epoch {epoch} loss {loss.item():.3f}")
print(F.interpolate(torch.arange(4.0).view(1, 1, 2, 2), scale_factor=2, mode="nearest").flatten())
