"""torch.func: ensembles by vmap, per-sample gradients, MAML's inner step, Hessian-vector products, tangents."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, stack_module_state, vjp, vmap

torch.manual_seed(9)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(1, 8), nn.Linear(8, 1)

    def forward(self, x):
        return self.fc2(torch.tanh(self.fc1(x)))


models = [Net() for _ in range(3)]
params, buffers = stack_module_state(models)
base = models[0]
x = torch.linspace(-1, 1, 6).unsqueeze(1)
out = vmap(lambda p, b, x: functional_call(base, (p, b), (x,)), in_dims=(0, 0, None))(params, buffers, x)
print(out.shape, torch.allclose(out[1], models[1](x), atol=1e-6))
parameters = {k: v.detach() for k, v in base.named_parameters()}


def compute_loss(p, sample, target):
    return F.mse_loss(functional_call(base, p, (sample.unsqueeze(0),)), target.unsqueeze(0))


y = torch.sin(3 * x)
per_sample = vmap(grad(compute_loss), in_dims=(None, 0, 0))(parameters, x, y)
print({k: tuple(v.shape) for k, v in per_sample.items()})
total = torch.autograd.grad(F.mse_loss(base(x), y), list(base.parameters()))
print(all(torch.allclose(per_sample[k].mean(0), g, atol=1e-6) for k, g in zip(per_sample, total)))


def inner(p, support, query):
    loss = F.mse_loss(functional_call(base, p, (support[0],)), support[1])
    grads = torch.autograd.grad(loss, list(p.values()), create_graph=True)
    fast = {k: v - 0.1 * g for (k, v), g in zip(p.items(), grads)}
    return F.mse_loss(functional_call(base, fast, (query[0],)), query[1])


meta = torch.optim.SGD(base.parameters(), lr=0.2)
for step in range(3):
    loss = inner(dict(base.named_parameters()), (x[:3], y[:3]), (x[3:], y[3:]))
    meta.zero_grad()
    loss.backward()
    meta.step()
    print("meta %.4f" % loss.item())
f = lambda t: (t**3).sum() + t[0] * t[1]
t = torch.tensor([1.0, 2.0, 3.0])
print(hessian(f)(t), torch.allclose(jacfwd(grad(f))(t), jacrev(grad(f))(t)))
print(jvp(grad(f), (t,), (torch.tensor([1.0, 0.0, 0.0]),))[1], vjp(torch.sin, torch.zeros(2))[1](torch.ones(2))[0])
print(vmap(torch.dot)(torch.arange(6.0).view(2, 3), torch.ones(2, 3)), vmap(lambda a: a.sum())(torch.ones(2, 4)))
