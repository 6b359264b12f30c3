"""A multilayer perceptron on points in two spirals: arguments, device, a DataLoader, a schedule, a checkpoint."""

import argparse
import os
import tempfile

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, hidden, dropout):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(2, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self.fc3 = nn.Linear(hidden, 2)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = self.dropout(F.relu(self.fc2(x)))
        return F.log_softmax(self.fc3(x), dim=1)


def spirals(n):
    t = torch.linspace(0.2, 3.0, n)
    noise = 0.02 * torch.randn(2 * n, 2)
    arm = torch.stack([t * torch.cos(2 * t), t * torch.sin(2 * t)], dim=1)
    x = torch.cat([arm, -arm]) + noise
    y = torch.cat([torch.zeros(n), torch.ones(n)]).long()
    return x, y


def train(args, model, device, train_loader, optimizer, epoch):
    model.train()
    for batch_idx, (data, target) in enumerate(train_loader):
        data, target = data.to(device), target.to(device)
        optimizer.zero_grad()
        output = model(data)
        loss = F.nll_loss(output, target)
        loss.backward()
        optimizer.step()
        if batch_idx % args.log_interval == 0:
            print(
                "Train Epoch: {} [{}/{} ({:.0f}%)]\tLoss: {:.4f}".format(
                    epoch,
                    batch_idx * len(data),
                    len(train_loader.dataset),
                    100.0 * batch_idx / len(train_loader),
                    loss.item(),
                )
            )


def test(model, device, test_loader):
    model.eval()
    test_loss, correct = 0, 0
    with torch.no_grad():
        for data, target in test_loader:
            data, target = data.to(device), target.to(device)
            output = model(data)
            test_loss += F.nll_loss(output, target, reduction="sum").item()
            pred = output.argmax(dim=1, keepdim=True)
            correct += pred.eq(target.view_as(pred)).sum().item()
    test_loss /= len(test_loader.dataset)
    print("Average loss: {:.3f}, Accuracy: {}/{}".format(test_loss, correct, len(test_loader.dataset)))


def main():
    parser = argparse.ArgumentParser(description="Spirals")
    parser.add_argument("--batch-size", type=int, default=20)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=0.02)
    parser.add_argument("--gamma", type=float, default=0.7)
    parser.add_argument("--no-cuda", action="store_true", default=False)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log-interval", type=int, default=5)
    args = parser.parse_args([])
    use_cuda = not args.no_cuda and torch.cuda.is_available()
    torch.manual_seed(args.seed)
    if use_cuda:
        torch.cuda.manual_seed_all(args.seed)
    device = torch.device("cuda" if use_cuda else "cpu")
    kwargs = {"num_workers": 1, "pin_memory": True} if use_cuda else {}
    x, y = spirals(50)
    train_loader = DataLoader(TensorDataset(x, y), batch_size=args.batch_size, shuffle=True, **kwargs)
    test_loader = DataLoader(TensorDataset(x, y), batch_size=50, **kwargs)
    model = Net(16, 0.1).to(device)
    optimizer = optim.Adadelta(model.parameters(), lr=args.lr * 50)
    scheduler = StepLR(optimizer, step_size=1, gamma=args.gamma)
    for epoch in range(1, args.epochs + 1):
        train(args, model, device, train_loader, optimizer, epoch)
        test(model, device, test_loader)
        scheduler.step()
        print("lr", round(optimizer.param_groups[0]["lr"], 4))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net.pt")
        torch.save(
            {"epoch": epoch, "model_state_dict": model.state_dict(), "optimizer_state_dict": optimizer.state_dict()},
            path,
        )
        checkpoint = torch.load(path, map_location=device)
        again = Net(16, 0.1).to(device)
        print(again.load_state_dict(checkpoint["model_state_dict"]))
        optimizer.load_state_dict(checkpoint["optimizer_state_dict"])
        print(checkpoint["epoch"], sorted(checkpoint["model_state_dict"])[:2])
        test(again, device, test_loader)


if __name__ == "__main__":
    main()
