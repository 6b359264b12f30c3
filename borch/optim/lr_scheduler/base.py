"""LRScheduler: what every scheduler does at a step, its state, and its warnings; get_lr is the subclass's.

Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.LRScheduler.html
"""

import warnings

from ..._core.tensor import Tensor
from ..optimizer import Optimizer

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use "
    "`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed form "
    "is used instead of the new chainable form, where available. Please open an issue if you are unable to replicate "
    "your use case: https://github.com/pytorch/pytorch/issues/new/choose."
)
_SEE = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
_OVERRIDDEN = (
    "Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make sure "
    f"to call `optimizer.step()` before `lr_scheduler.step()`. {_SEE}"
)
_TOO_EARLY = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them "
    "in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch "
    f"skipping the first value of the learning rate schedule. {_SEE}"
)


class LRScheduler:
    """The base of all schedulers: a subclass defines `get_lr`, which gives the next rate of each parameter group.

    `last_epoch` other than -1 resumes: each group must have its `initial_lr` (KeyError otherwise). TypeError unless
    `optimizer` is an Optimizer.

    >>> import borch as torch
    >>> class Halving(torch.optim.lr_scheduler.LRScheduler):
    ...     def get_lr(self):
    ...         return [lr * 0.5**self.last_epoch for lr in self.base_lrs]
    >>> optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.8)
    >>> scheduler = Halving(optimizer)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.4]
    """

    def __init__(self, optimizer, last_epoch=-1):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for k, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{k}] when resuming scheduler with "
                    "last_epoch >= 0.\nThis typically happens when:\n1. You're trying to resume training from a "
                    "checkpoint but haven't properly loaded the optimizer state\n2. You're using last_epoch >= 0 for a "
                    "fresh training run (not recommended)"
                )
        self.base_lrs = group_values(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        if not hasattr(optimizer, "_watched_step"):
            optimizer._watched_step = _function(optimizer.step)
            optimizer._opt_called = False
        self._initial_step()

    def _initial_step(self):
        """The first step, which sets the rates of epoch 0, or of the epoch after the one resumed from."""
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    # -------------------------------------------------------------------------------------------------------------- steps
    def step(self, epoch=None):
        """Sets the next rates; to be called after the optimizer's step. `epoch` is torch's deprecated way to jump."""
        if self._step_count == 1:
            if _function(self.optimizer.step) is not getattr(self.optimizer, "_watched_step", None):
                warnings.warn(_OVERRIDDEN, stacklevel=2)
            elif not getattr(self.optimizer, "_opt_called", False):
                warnings.warn(_TOO_EARLY, stacklevel=2)
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, stacklevel=2)
        self._update_lr(epoch)

    def _update_lr(self, epoch=None):
        if epoch is None:
            self.last_epoch += 1
            self._set(self.get_lr)
        else:
            self.last_epoch = epoch
            self._set(getattr(self, "_get_closed_form_lr", self.get_lr))

    def _set(self, rates):
        self._get_lr_called_within_step = True
        try:
            values = rates()
        finally:
            self._get_lr_called_within_step = False
        for group, value in zip(self.optimizer.param_groups, values, strict=False):
            set_option(group, "lr", value)
        self._last_lr = group_values(self.optimizer, "lr")

    def get_last_lr(self):
        """The rates of the last step, one for each parameter group."""
        return self._last_lr

    def get_lr(self):
        """The rates of epoch `last_epoch`; every scheduler defines its own."""
        raise NotImplementedError

    def _warn_outside_step(self):
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use `get_last_lr()`.", stacklevel=3
            )

    def _multiplied(self, factor):
        """The current rates times a factor."""
        return [group["lr"] * factor for group in self.optimizer.param_groups]

    def _unchanged(self):
        return group_values(self.optimizer, "lr")

    # -------------------------------------------------------------------------------------------------------- state_dict
    def state_dict(self):
        """Everything the scheduler knows, but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Takes over a state made by `state_dict`."""
        self.__dict__.update(state_dict)


class _LRScheduler(LRScheduler):
    """The old name of LRScheduler."""


def check_optimizer(optimizer):
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def _function(method):
    return getattr(method, "__func__", method)


def copied(value):
    """A rate that no later in-place change reaches."""
    return value.clone() if isinstance(value, Tensor) else value


def group_values(optimizer, name):
    return [copied(group[name]) for group in optimizer.param_groups]


def set_option(group, name, value):
    """Sets a group's option; one that is a tensor is filled, for others may hold it."""
    if isinstance(group[name], Tensor):
        group[name].fill_(float(value))
    else:
        group[name] = value


def per_group(name, optimizer, value):
    """`value` as a list with one entry for each parameter group; ValueError for a list of another length."""
    groups = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [copied(value) for _ in range(groups)]
    if len(value) != groups:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} values, param_groups "
            f"has {groups}."
        )
    return list(value)


def callable_state(function):
    """What a state_dict keeps of a function: the attributes of a callable object, None of a plain function."""
    return None if not hasattr(function, "__dict__") or hasattr(function, "__code__") else function.__dict__.copy()
