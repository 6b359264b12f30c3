"""A residual net by hand, frozen layers, two learning rates, state_dict surgery, hooks that look at features."""

from collections import OrderedDict
from functools import partial

import torch
import torch.nn as nn

torch.manual_seed(11)


def conv3x3(in_planes, out_planes, stride=1):
    return nn.Conv2d(in_planes, out_planes, kernel_size=3, stride=stride, padding=1, bias=False)


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, inplanes, planes, stride=1, downsample=None):
        super(BasicBlock, self).__init__()
        self.conv1 = conv3x3(inplanes, planes, stride)
        self.bn1 = nn.BatchNorm2d(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = conv3x3(planes, planes)
        self.bn2 = nn.BatchNorm2d(planes)
        self.downsample = downsample

    def forward(self, x):
        identity = x
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        if self.downsample is not None:
            identity = self.downsample(x)
        out += identity
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self, block, layers, num_classes=4):
        super(ResNet, self).__init__()
        self.inplanes = 4
        self.conv1 = nn.Conv2d(3, 4, kernel_size=7, stride=2, padding=3, bias=False)
        self.bn1 = nn.BatchNorm2d(4)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(kernel_size=3, stride=2, padding=1)
        self.layer1 = self._make_layer(block, 4, layers[0])
        self.layer2 = self._make_layer(block, 8, layers[1], stride=2)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(8 * block.expansion, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(m, (nn.BatchNorm2d, nn.GroupNorm)):
                nn.init.constant_(m.weight, 1)
                nn.init.constant_(m.bias, 0)

    def _make_layer(self, block, planes, blocks, stride=1):
        downsample = None
        if stride != 1 or self.inplanes != planes * block.expansion:
            downsample = nn.Sequential(
                nn.Conv2d(self.inplanes, planes * block.expansion, kernel_size=1, stride=stride, bias=False),
                nn.BatchNorm2d(planes * block.expansion),
            )
        layers = [block(self.inplanes, planes, stride, downsample)]
        self.inplanes = planes * block.expansion
        layers += [block(self.inplanes, planes) for _ in range(1, blocks)]
        return nn.Sequential(*layers)

    def forward(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer2(self.layer1(x))
        x = torch.flatten(self.avgpool(x), 1)
        return self.fc(x)


model = ResNet(BasicBlock, [1, 2])
print(sum(p.numel() for p in model.parameters()), len(model.state_dict()))
wrapped = nn.DataParallel(model)
stripped = OrderedDict((k[7:] if k.startswith("module.") else k, v) for k, v in wrapped.state_dict().items())
del stripped["fc.weight"], stripped["fc.bias"]
new = ResNet(BasicBlock, [1, 2], num_classes=2)
missing = new.load_state_dict(stripped, strict=False)
print(missing.missing_keys, missing.unexpected_keys)
try:
    new.load_state_dict(model.state_dict())
except RuntimeError as error:
    print(str(error).splitlines()[0], len(str(error).splitlines()))
for name, param in new.named_parameters():
    if not name.startswith(("fc", "layer2")):
        param.requires_grad = False
features = {}


def hook(module, inp, out, name):
    features[name] = out.detach()


handles = [getattr(new, n).register_forward_hook(partial(hook, name=n)) for n in ("layer1", "avgpool")]
optimizer = torch.optim.SGD(
    [{"params": new.layer2.parameters(), "lr": 1e-3}, {"params": new.fc.parameters()}], lr=1e-1, momentum=0.9
)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[2, 3], gamma=0.1)
x, y = torch.randn(4, 3, 32, 32), torch.tensor([0, 1, 1, 0])
before = new.layer1[0].conv1.weight.clone()
for step in range(4):
    loss = nn.functional.cross_entropy(new(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
    print("%.3f" % loss.item(), [f"{lr:.4f}" for lr in scheduler.get_last_lr()])
for handle in handles:
    handle.remove()
print(torch.equal(before, new.layer1[0].conv1.weight), {k: tuple(v.shape) for k, v in features.items()})
print([n for n, m in new.named_children()], new.fc.weight.grad is not None, new.conv1.weight.grad)
