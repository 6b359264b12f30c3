"""Pruning, parametrisations, spectral and weight norm, parameter vectors, module surgery, per-layer summaries."""

import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize
import torch.nn.utils.prune as prune
from torch.nn.utils import parameters_to_vector, spectral_norm, vector_to_parameters
from torch.nn.utils.parametrizations import orthogonal, weight_norm

torch.manual_seed(12)


class LeNet(nn.Module):
    def __init__(self):
        super(LeNet, self).__init__()
        self.conv1 = nn.Conv2d(1, 3, 3)
        self.fc1 = nn.Linear(3 * 2 * 2, 6)
        self.fc2 = nn.Linear(6, 2)

    def forward(self, x):
        x = nn.functional.max_pool2d(nn.functional.relu(self.conv1(x)), 2)
        x = nn.functional.relu(self.fc1(x.view(-1, int(x.nelement() / x.shape[0]))))
        return self.fc2(x)


model = LeNet()
prune.l1_unstructured(model.fc1, name="weight", amount=0.3)
prune.ln_structured(model.conv1, name="weight", amount=1, n=2, dim=0)
print(sorted(dict(model.fc1.named_parameters())), [n for n, _ in model.fc1.named_buffers()])
print("sparsity %.2f" % (100.0 * float(torch.sum(model.fc1.weight == 0)) / model.fc1.weight.nelement()))
print(prune.is_pruned(model), model.conv1.weight_mask.sum(dim=(1, 2, 3)))
prune.remove(model.fc1, "weight")
prune.global_unstructured(
    [(model.fc1, "weight"), (model.fc2, "weight")], pruning_method=prune.L1Unstructured, amount=0.5
)
print(int((model.fc1.weight == 0).sum() + (model.fc2.weight == 0).sum()))


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


layer = nn.Linear(3, 3)
parametrize.register_parametrization(layer, "weight", Symmetric())
print(torch.allclose(layer.weight, layer.weight.T), parametrize.is_parametrized(layer, "weight"))
ortho = orthogonal(nn.Linear(4, 4))
print(torch.dist(ortho.weight.T @ ortho.weight, torch.eye(4)) < 1e-5)
wn = weight_norm(nn.Linear(3, 2))
sn = spectral_norm(nn.Linear(3, 3))
sn(torch.ones(1, 3))
print(sorted(wn.state_dict()), sorted(sn.state_dict()), torch.linalg.matrix_norm(sn.weight, 2) < 1.5)
vector = parameters_to_vector(layer.parameters())
vector_to_parameters(torch.zeros_like(vector), layer.parameters())
print(vector.shape, layer.weight.abs().sum().item())
total = 0


def summarise(module, inputs, output):
    print(
        f"{module.__class__.__name__:<8}{str(list(output.shape)):<14}{sum(p.numel() for p in module.parameters(recurse=False))}"
    )


handles = [m.register_forward_hook(summarise) for m in model.modules() if not list(m.children())]
model(torch.ones(2, 1, 6, 6))
for h in handles:
    h.remove()
model.fc2 = nn.Identity()
model.add_module("extra", nn.Sequential(nn.Dropout(0.2), nn.Linear(6, 1)))
print(model)
