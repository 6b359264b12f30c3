"""Schedulers of schedulers: one after the other (SequentialLR), or all at every step (ChainedScheduler).

Source: https://docs.pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate
"""

from bisect import bisect_right

from .base import LRScheduler, group_values, set_option
from .plateau import ReduceLROnPlateau


class _OfSchedulers(LRScheduler):
    def _check(self, k, scheduler, optimizer):
        name = type(self).__name__
        if isinstance(scheduler, ReduceLROnPlateau):
            raise ValueError(
                f"{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be "
                f"specified when calling `step`, but got one at index {k} in the given schedulers sequence."
            )
        if optimizer is not scheduler.optimizer:
            raise ValueError(
                f"{name} expects all schedulers to belong to the same optimizer, but got scheduler "
                f"{type(scheduler).__name__} at index {k} has {scheduler.optimizer}, which is different from "
                f"{type(optimizer).__name__}."
            )

    def state_dict(self):
        """As of every scheduler, with the states of its schedulers in `_schedulers`."""
        state = {k: v for k, v in self.__dict__.items() if k not in ("optimizer", "_schedulers")}
        state["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        """Takes over a state made by `state_dict`."""
        self.__dict__.update({k: v for k, v in state_dict.items() if k != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            scheduler.load_state_dict(state)


class SequentialLR(_OfSchedulers):
    """One scheduler after the other: the next takes over at each epoch in `milestones`, one fewer than schedulers.

    ValueError for another number, other optimizers or ReduceLROnPlateau. Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.SequentialLR.html

    >>> import borch as torch
    >>> optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.8)
    >>> warmup = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=0.125, total_iters=2)
    >>> decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> scheduler = torch.optim.lr_scheduler.SequentialLR(optimizer, [warmup, decay], milestones=[2])
    >>> rates = scheduler.get_last_lr()
    >>> for _ in range(3):
    ...     optimizer.step()
    ...     scheduler.step()
    ...     rates += scheduler.get_last_lr()
    >>> rates
    [0.1, 0.1, 0.8, 0.4]
    """

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        if len(schedulers) < 1:
            raise ValueError("SequentialLR expects at least one scheduler, but got no scheduler.")
        for k, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(f"SequentialLR at index {k} should have `optimizer` as its attribute.")
            self._check(k, scheduler, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone "
                f"points, but got number of schedulers {len(schedulers)} and the number of milestones to be equal to "
                f"{len(milestones)}"
            )
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            set_option(group, "lr", group["initial_lr"])
        self.recursive_undo()
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def recursive_undo(self, sched=None):
        """Takes back the step that each scheduler made when it was built."""
        scheduler = self if sched is None else sched
        if hasattr(scheduler, "_schedulers"):
            for inner in scheduler._schedulers:
                self.recursive_undo(inner)
        elif hasattr(scheduler, "last_epoch"):
            scheduler.last_epoch -= 1

    def step(self):
        """Sets the next rates, by the scheduler whose turn it is."""
        self.last_epoch += 1
        k = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[k]
        if k > 0 and self._milestones[k - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_OfSchedulers):
    """Steps all of its schedulers at every step: each goes on from the rate that the one before it set.

    ValueError for no scheduler, other optimizers or ReduceLROnPlateau. Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.ChainedScheduler.html

    >>> import borch as torch
    >>> optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.8)
    >>> constant = torch.optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=4)
    >>> decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.5)
    >>> scheduler = torch.optim.lr_scheduler.ChainedScheduler([constant, decay])
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.2]
    """

    def __init__(self, schedulers, optimizer=None):
        if len(schedulers) < 1:
            raise ValueError("ChainedScheduler expects at least one scheduler to be chained, but got no scheduler.")
        optimizer = optimizer or schedulers[0].optimizer
        for k, scheduler in enumerate(schedulers):
            self._check(k, scheduler, optimizer)
        self._schedulers = schedulers
        self.optimizer = optimizer
        self._last_lr = group_values(optimizer, "lr")

    def step(self):
        """Sets the next rates."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = group_values(self.optimizer, "lr")
