"""torch.optim.swa_utils: averages of a model's weights along the way (SWA, EMA), and the rate that goes with them.

Source: Izmailov et al. 2018, arXiv:1803.05407; https://docs.pytorch.org/docs/stable/optim.html#weight-averaging-swa-and-ema
"""

import itertools
import math
from copy import deepcopy

from ..autograd.grad_mode import no_grad
from ..creation.data import tensor
from ..nn.modules.module import Module
from .lr_scheduler.base import LRScheduler, per_group

__all__ = [
    "AveragedModel", "update_bn", "SWALR", "get_ema_multi_avg_fn", "get_swa_multi_avg_fn", "get_ema_avg_fn",
    "get_swa_avg_fn",
]  # fmt: skip


def _check_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_avg_fn(decay=0.999):
    """The exponential moving average of one tensor: decay * averaged + (1 - decay) * current; decay in [0, 1].

    >>> import borch as torch
    >>> torch.optim.swa_utils.get_ema_avg_fn(0.75)(torch.tensor(1.0), torch.tensor(0.0), 1)
    tensor(0.7500)
    """
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """The equal average of one tensor: averaged + (current - averaged) / (num_averaged + 1).

    >>> import borch as torch
    >>> torch.optim.swa_utils.get_swa_avg_fn()(torch.tensor(1.0), torch.tensor(0.0), 3)
    tensor(0.7500)
    """

    @no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def get_ema_multi_avg_fn(decay=0.999):
    """The exponential moving average of a list of tensors, in place; decay in [0, 1].

    >>> import borch as torch
    >>> averaged = [torch.tensor(1.0)]
    >>> torch.optim.swa_utils.get_ema_multi_avg_fn(0.75)(averaged, [torch.tensor(0.0)], 1)
    >>> averaged
    [tensor(0.7500)]
    """
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param_list, current_param_list, num_averaged):
        for averaged, current in zip(ema_param_list, current_param_list, strict=True):
            if averaged.is_floating_point() or averaged.is_complex():
                averaged.lerp_(current, 1 - decay)
            else:
                averaged.copy_(averaged * decay + current * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn():
    """The equal average of a list of tensors, in place.

    >>> import borch as torch
    >>> averaged = [torch.tensor(1.0)]
    >>> torch.optim.swa_utils.get_swa_multi_avg_fn()(averaged, [torch.tensor(0.0)], 3)
    >>> averaged
    [tensor(0.7500)]
    """

    @no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        share = 1 / (float(num_averaged) + 1)
        for averaged, current in zip(averaged_param_list, current_param_list, strict=True):
            if averaged.is_floating_point() or averaged.is_complex():
                averaged.lerp_(current, share)
            else:
                averaged.add_(((current - averaged) * share).to(averaged.dtype))

    return swa_update


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of the model's: `update_parameters(model)` after each epoch.

    The averages are equal ones unless `avg_fn` (of one tensor) or `multi_avg_fn` (of lists, in place) says otherwise
    (AssertionError for both); `use_buffers` averages buffers too, which are copied otherwise.

    >>> import borch as torch
    >>> model = torch.nn.Linear(1, 1, bias=False)
    >>> averaged = torch.optim.swa_utils.AveragedModel(model)
    >>> for value in [1.0, 2.0, 6.0]:
    ...     _ = torch.nn.init.constant_(model.weight, value)
    ...     averaged.update_parameters(model)
    >>> averaged.module.weight.item()
    3.0
    """

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", tensor(0, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        """The averaged model's output."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        """Takes the model's present parameters into the averages."""
        averages, currents = self._averaged(self), self._averaged(model)
        averages = [t.detach() for t in averages]
        currents = [t.detach() for t in currents]
        if int(self.n_averaged) == 0:
            for average, current in zip(averages, currents, strict=True):
                average.copy_(current)
        elif self.avg_fn is not None:
            for average, current in zip(averages, currents, strict=True):
                average.copy_(self.avg_fn(average, current, self.n_averaged))
        else:
            (self.multi_avg_fn or get_swa_multi_avg_fn())(averages, currents, self.n_averaged)
        if not self.use_buffers:
            for average, current in zip(self.module.buffers(), model.buffers(), strict=True):
                average.detach().copy_(current.detach())
        self.n_averaged += 1

    def _averaged(self, model):
        module = model.module if model is self else model
        return list(itertools.chain(module.parameters(), module.buffers() if self.use_buffers else ()))


@no_grad()
def update_bn(loader, model, device=None):
    """Takes the running statistics of a model's batch norms anew, over one pass through `loader`.

    An item that is a list or tuple stands for its first element.

    >>> import borch as torch
    >>> model = torch.nn.BatchNorm1d(1)
    >>> torch.optim.swa_utils.update_bn([torch.tensor([[1.0], [3.0]]), torch.tensor([[4.0], [8.0]])], model)
    >>> model.running_mean
    tensor([4.])
    """
    momenta = {}
    for module in model.modules():
        if hasattr(module, "num_batches_tracked") and hasattr(module, "reset_running_stats"):
            module.reset_running_stats()
            momenta[module] = module.momentum
    if not momenta:
        return
    was_training = model.training
    model.train()
    for module in momenta:
        module.momentum = None
    for batch in loader:
        first = batch[0] if isinstance(batch, (list, tuple)) else batch
        model(first if device is None else first.to(device))
    for module, momentum in momenta.items():
        module.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    """The rate from where it is to `swa_lr` in `anneal_epochs` epochs, along a cosine or a line; then it stays.

    ValueError for another `anneal_strategy` and for negative or fractional `anneal_epochs`.

    >>> import borch as torch
    >>> optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.8)
    >>> scheduler = torch.optim.swa_utils.SWALR(optimizer, swa_lr=0.4, anneal_epochs=2, anneal_strategy="linear")
    >>> optimizer.step()
    >>> scheduler.step()
    >>> round(scheduler.get_last_lr()[0], 6)
    0.6
    """

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        for lr, group in zip(per_group("swa_lr", optimizer, swa_lr), optimizer.param_groups, strict=True):
            group["swa_lr"] = lr
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_strategy = anneal_strategy
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        """How much of the way to `swa_lr` is done."""
        t = max(0, min(1, step / max(1, self.anneal_epochs)))
        return t if self._anneal_strategy == "linear" else (1 - math.cos(math.pi * t)) / 2

    def get_lr(self):
        """The rates of the next step."""
        self._warn_outside_step()
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        rates = []
        for group in self.optimizer.param_groups:
            swa_lr = group["swa_lr"]
            start = swa_lr if before == 1 else (group["lr"] - before * swa_lr) / (1 - before)
            rates.append(swa_lr * now + start * (1 - now))
        return rates
