"""Schedulers that let the rate go up and down, and the momentum the other way: CyclicLR again and again, OneCycleLR once.

Source: Smith 2015, arXiv:1506.01186; Smith and Topin 2017, arXiv:1708.07120
"""

import math

from .base import LRScheduler, callable_state, check_optimizer, per_group, set_option


class _WithMomentum(LRScheduler):
    """What both have: the momentum of a group, which is `momentum` or the first of `betas`."""

    def _check_momentum(self, optimizer):
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.use_beta1 = "betas" in optimizer.defaults

    def _set_momentum(self, group, value):
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value


_SHAPES = {
    "triangular": ("cycle", lambda x, gamma: 1.0),
    "triangular2": ("cycle", lambda x, gamma: 1 / (2.0 ** (x - 1))),
    "exp_range": ("iterations", lambda x, gamma: gamma**x),
}


class CyclicLR(_WithMomentum):
    """The rate up from `base_lr` to `max_lr` and down again, step by step, the momentum down and up.

    `mode` or `scale_fn` makes the cycles smaller; `scale_mode` says whether that counts cycles or iterations.
    ValueError for an unknown mode, and with `cycle_momentum` for an optimizer without one. Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.CyclicLR.html

    >>> import borch as torch
    >>> optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.8, momentum=0.9)
    >>> scheduler = torch.optim.lr_scheduler.CyclicLR(optimizer, base_lr=0.25, max_lr=0.75, step_size_up=2)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> scheduler.get_last_lr()
    [0.5]
    """

    def __init__(
        self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular", gamma=1.0,
        scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1,
    ):  # fmt: skip
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = per_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for lr, group in zip(base_lrs, optimizer.param_groups, strict=True):
                set_option(group, "lr", lr)
        self.max_lrs = per_group("max_lr", optimizer, max_lr)
        step_size_up = float(step_size_up)
        step_size_down = step_size_up if step_size_down is None else float(step_size_down)
        self.total_size = step_size_up + step_size_down
        self.step_ratio = step_size_up / self.total_size
        if mode not in _SHAPES and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode if scale_fn is not None else _SHAPES[mode][0]
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._start_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def _start_momentum(self, base_momentum, max_momentum, last_epoch):
        optimizer = self.optimizer
        self._check_momentum(optimizer)
        self.base_momentums = per_group("base_momentum", optimizer, base_momentum)
        self.max_momentums = per_group("max_momentum", optimizer, max_momentum)
        if last_epoch == -1:
            for most, least, group in zip(self.max_momentums, self.base_momentums, optimizer.param_groups, strict=True):
                self._set_momentum(group, most)
                group["max_momentum"] = most
                group["base_momentum"] = least

    def scale_fn(self, x):
        """The factor on a cycle's height, by number of cycle or of iteration."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        return _SHAPES[self.mode][1](x, self.gamma)

    def get_lr(self):
        """The rates of iteration `last_epoch`; sets the momentum too."""
        self._warn_outside_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            groups = zip(self.base_momentums, self.max_momentums, self.optimizer.param_groups, strict=True)
            for least, most, group in groups:
                self._set_momentum(group, most - (most - least) * height * scale)
        return [
            least + (most - least) * height * scale for least, most in zip(self.base_lrs, self.max_lrs, strict=True)
        ]

    def state_dict(self):
        """As of every scheduler; of `scale_fn` only the attributes of a callable object."""
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        state["_scale_fn_custom"] = None if function is None else callable_state(function)
        return state

    def load_state_dict(self, state_dict):
        """Takes over a state made by `state_dict`; a plain `scale_fn` stays the one given to the constructor."""
        super().load_state_dict({k: v for k, v in state_dict.items() if k not in ("_scale_fn_custom", "_scale_fn_ref")})
        attributes = state_dict.get("_scale_fn_custom")
        if attributes is not None:
            self._scale_fn_custom.__dict__.update(attributes)


class OneCycleLR(_WithMomentum):
    """The rate up from max_lr / div_factor to `max_lr`, then down far below the start, the momentum the other way.

    The length is `total_steps`, or epochs * steps_per_epoch (ValueError without either, and for a step beyond it);
    `three_phase` comes back to the start before the last descent. Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.OneCycleLR.html

    >>> import borch as torch
    >>> optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.8, momentum=0.9)
    >>> scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.5, total_steps=10)
    >>> optimizer.step()
    >>> scheduler.step()
    >>> round(scheduler.get_last_lr()[0], 6)
    0.26
    """

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
        anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0,
        final_div_factor=1e4, three_phase=False, last_epoch=-1,
    ):  # fmt: skip
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _number_of_steps(total_steps, epochs, steps_per_epoch)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        self._schedule_phases = _phases(self.total_steps, pct_start, three_phase)
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        max_lrs = per_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for most, group in zip(max_lrs, optimizer.param_groups, strict=True):
                group["initial_lr"] = most / div_factor
                group["max_lr"] = most
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._start_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    def _start_momentum(self, base_momentum, max_momentum, last_epoch):
        optimizer = self.optimizer
        self._check_momentum(optimizer)
        most = per_group("max_momentum", optimizer, max_momentum)
        least = per_group("base_momentum", optimizer, base_momentum)
        if last_epoch == -1:
            for high, low, group in zip(most, least, optimizer.param_groups, strict=True):
                self._set_momentum(group, high)
                group["max_momentum"] = high
                group["base_momentum"] = low

    def _between(self, start, end, share):
        if self._anneal_func_type == "linear":
            return (end - start) * share + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)

    def get_lr(self):
        """The rates of step `last_epoch`; sets the momentum too."""
        self._warn_outside_step()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        start = 0.0
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            start = phase["end_step"]
        share = (step - start) / (phase["end_step"] - start)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._between(group[phase["start_lr"]], group[phase["end_lr"]], share))
            if self.cycle_momentum:
                momenta = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._set_momentum(group, self._between(*momenta, share))
        return rates


def _number_of_steps(total_steps, epochs, steps_per_epoch):
    if total_steps is not None:
        return _positive("total_steps", total_steps)
    if epochs is None or steps_per_epoch is None:
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    return _positive("epochs", epochs) * _positive("steps_per_epoch", steps_per_epoch)


def _positive(name, value):
    if value <= 0 or not isinstance(value, int):
        raise ValueError(f"Expected positive integer {name}, but got {value}")
    return value


def _phases(total_steps, pct_start, three_phase):
    def phase(end_step, *names):
        return dict(
            zip(("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum"), (end_step, *names), strict=True)
        )

    up = phase(float(pct_start * total_steps) - 1, "initial_lr", "max_lr", "max_momentum", "base_momentum")
    if not three_phase:
        return [up, phase(total_steps - 1, "max_lr", "min_lr", "base_momentum", "max_momentum")]
    back = phase(float(2 * pct_start * total_steps) - 2, "max_lr", "initial_lr", "base_momentum", "max_momentum")
    return [up, back, phase(total_steps - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum")]
