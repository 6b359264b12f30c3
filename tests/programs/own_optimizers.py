"""Optimizers that people write: a step that calls its closure as it is, a wrapper that keeps another's groups, hooks."""

import torch
from torch import nn
from torch.nn.utils import stateless
from torch.optim import SGD, Optimizer


class Plain(Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))

    def step(self, closure=None):
        loss = closure() if closure is not None else None
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad.data, alpha=-group["lr"])
        return loss, torch.is_grad_enabled()


class Recorded(Plain):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-1)


class Quiet(Recorded):
    @torch.no_grad()
    def step(self, closure=None):
        return super().step(closure)


class Slow(Optimizer):
    """Wraps another optimizer and never calls Optimizer.__init__."""

    def __init__(self, optimizer, every):
        self.optimizer, self.every, self.count = optimizer, every, 0
        self.param_groups, self.defaults, self.state = optimizer.param_groups, optimizer.defaults, {}

    def step(self, closure=None):
        loss = self.optimizer.step(closure)
        self.count += 1
        if self.count % self.every == 0:
            for p in self.param_groups[0]["params"]:
                start = self.state.setdefault(p, torch.zeros_like(p.data))
                start.add_(p.data - start, alpha=0.5)
                p.data.copy_(start)
        return loss


w = nn.Parameter(torch.ones(2))


def closure():
    w.grad = None
    loss = (w**2).sum()
    loss.backward()
    return loss


plain = Plain([w], 0.1)
for _ in range(2):
    loss, recording = plain.step(closure)
    print(loss.item(), recording, w.detach())
try:
    Recorded([w], 0.1).step()
except RuntimeError as error:
    print(error)
Quiet([w], 0.1).step()
print(w)
slow = Slow(SGD([w], lr=0.2, momentum=0.5), every=2)
for _ in range(4):
    print(round(slow.step(closure).item(), 4), w.detach())
slow.zero_grad()
print(w.grad, repr(slow).split()[0])
for bad in (slow.state_dict, lambda: slow.register_step_pre_hook(print)):
    try:
        bad()
    except AttributeError as error:
        print(error)
scheduler = torch.optim.lr_scheduler.StepLR(plain, 1, gamma=0.5)
handle = plain.register_step_pre_hook(lambda optimizer, args, kwargs: print("before", len(args), kwargs))
plain.register_step_post_hook(lambda optimizer, args, kwargs: print("after", type(optimizer).__name__))
plain.step(closure)
scheduler.step()
handle.remove()
plain.step(closure=closure)
print(scheduler.get_last_lr(), w.detach())

layer = nn.Linear(2, 1, bias=False)
with stateless._reparametrize_module(layer, {"weight": torch.full((1, 2), 3.0)}):
    print(layer.weight, layer(torch.ones(2)))
print(type(layer.weight).__name__)
