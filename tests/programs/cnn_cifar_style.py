"""A small convolutional net on made pictures, in the style of the sixty-minute tutorial."""

import numpy as np
import torch
import torch.backends.cudnn as cudnn
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
import torch.utils.data as data

cudnn.benchmark = True
cudnn.deterministic = False
torch.manual_seed(0)
rng = np.random.RandomState(0)
classes = ("bars", "dots")


class Pictures(data.Dataset):
    def __init__(self, count, transform=None):
        self.images = rng.rand(count, 12, 12, 3).astype(np.float32)
        self.labels = rng.randint(0, 2, count)
        for image, label in zip(self.images, self.labels):
            if label:
                image[::3, ::3] += 1.5
            else:
                image[::3] += 0.5
        self.transform = transform

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, index):
        image = torch.from_numpy(self.images[index]).permute(2, 0, 1)
        if self.transform is not None:
            image = self.transform(image)
        return image, int(self.labels[index])


trainset = Pictures(64, transform=lambda image: (image - 0.5) / 0.5)
trainloader = data.DataLoader(trainset, batch_size=8, shuffle=True, num_workers=0, drop_last=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(6)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 8, 3)
        self.fc1 = nn.Linear(8 * 2 * 2, 16)
        self.fc2 = nn.Linear(16, 2)

    def forward(self, x):
        x = self.pool(F.relu(self.bn1(self.conv1(x))))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        return self.fc2(F.relu(self.fc1(x)))


net = Net()
print(net)
print(sum(p.numel() for p in net.parameters() if p.requires_grad), "parameters")
criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
optimizer = optim.SGD(net.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4, nesterov=True)
scheduler = optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=3)
for epoch in range(3):
    running_loss = 0.0
    for i, batch in enumerate(trainloader, 0):
        inputs, labels = batch
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(net(inputs), labels)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        running_loss += loss.item()
    scheduler.step()
    print("[%d] loss: %.3f lr: %.4f" % (epoch + 1, running_loss / (i + 1), scheduler.get_last_lr()[0]))

correct = {name: 0 for name in classes}
total = {name: 0 for name in classes}
net.eval()
with torch.no_grad():
    for images, labels in data.DataLoader(trainset, batch_size=16):
        _, predictions = torch.max(net(images).data, 1)
        for label, prediction in zip(labels, predictions):
            correct[classes[label]] += int(label == prediction)
            total[classes[label]] += 1
for name in classes:
    print(f"{name:5s} {100 * correct[name] / total[name]:.1f} %")
print(net.bn1.num_batches_tracked, net.bn1.running_mean.shape)
