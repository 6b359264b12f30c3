"""What algorithms share whose step is the same arithmetic for every element: their state, and their step over lists.

A subclass says which entries its state has and gives `_update`, a function of arrays; small parameters are stepped as one.
"""

from typing import Any

import numpy as np

from .._core.dtype import BFLOAT16, narrow
from .._core.mode import mode
from .._core.op import wrap
from .._core.tensor import Tensor
from .arrays import compute, store
from .flat import Flat, can_adopt, can_be_flat
from .optimizer import (
    Optimizer,
    check_foreach,
    check_fused_dtypes,
    refuse_capturable,
    run_closure,
    unrecorded,
    with_gradients,
)


class Elementwise(Optimizer):
    """The base of the element by element algorithms.

    `_entries(group)` gives {name: first value} of the state entries of the parameter's shape, `_options(group)` the
    keyword arguments of `_update(x, g, step, arrays, **options)`, which brings `arrays` up to date in place and
    returns the parameter's new values. `_missing` are options that older state_dicts have not.
    """

    _missing: dict[str, Any] = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _update = None
    _watched = "params and state_steps"  # what torch says must be on an accelerator when capturable
    _xla = True
    _whole = False  # whether a recorded step writes complex parameters as they are

    def __init__(self, params, defaults):
        self._flat, self._loaded = {}, set()  # by number of group
        super().__init__(params, defaults)

    def __setstate__(self, state):
        super().__setstate__(state)
        self._flat, self._loaded = {}, set(range(len(self.param_groups)))
        for group in self.param_groups:
            for name, default in self._missing.items():
                group.setdefault(name, default)
            for p in group["params"]:
                entries = self.state.get(p, {})
                if "step" in entries and not isinstance(entries["step"], Tensor):
                    entries["step"] = scalar(float(entries["step"]))

    @unrecorded
    def step(self, closure=None):
        """One update of every parameter that has a gradient."""
        loss = run_closure(closure)
        for k, group in enumerate(self.param_groups):
            params, grads = with_gradients(group)
            if not params:
                continue
            if group.get("capturable"):
                refuse_capturable(self._watched, self._xla)
            check_foreach(group)
            check_fused_dtypes(group, params)
            names = self._entries(group)
            states = self._states(k, params, names)
            step_each(
                self._update, params, grads, states, self._flat.get(k), tuple(names),
                maximize=group["maximize"], whole=self._whole, **self._options(group),
            )  # fmt: skip
        return loss

    def _states(self, k, params, entries):
        flat = self._flat.get(k)
        if flat is not None and k not in self._loaded and flat.is_whole(params, self.state):
            return flat.states
        states = [self.state[p] for p in params]
        loaded = k in self._loaded
        self._loaded.discard(k)
        fits = can_adopt(params, states, entries) if loaded else not any(states) and can_be_flat(params)
        if fits and not mode.grad:
            self._flat[k] = Flat(params, states, entries)
            return states
        for p, state in zip(params, states, strict=True):
            if not state:
                state["step"] = scalar(0.0)
                for name, value in entries.items():
                    state[name] = filled(p, value)
        return states


def step_each(update, params, grads, states, flat, names, *, maximize, whole, **options):
    """One step of `update` over lists of tensors and of their states, or over `flat` when it stands for them."""
    if flat is not None and flat.holds(params, states):
        flat.steps += 1
        g = flat.joined(grads)
        arrays = [flat.arrays[name] for name in names]
        flat.write(update(flat.joined(params), -g if maximize else g, flat.steps[0].item(), *arrays, **options))
        return
    for p, grad, state in zip(params, grads, states, strict=True):
        state["step"]._array += 1
        arrays = [compute(state[name]) for name in names]
        g = compute(grad)
        values = update(compute(p), -g if maximize else g, state["step"]._array.item(), *arrays, **options)
        for name, array in zip(names, arrays, strict=True):
            if array is not state[name]._array:
                store(state[name], array)
        store(p, values, whole)


def scalar(value):
    """A 0-dim float32 tensor, the form in which the state holds its numbers."""
    return wrap(np.array(value, np.float32))


def filled(tensor, value):
    """A tensor like `tensor` filled with `value`; of a complex one both parts."""
    array = np.empty_like(tensor._array)
    if array.dtype.kind == "c":
        value = complex(value, value)
    array[...] = narrow(np.float32(value)) if array.dtype == BFLOAT16 else value
    return wrap(array)


def decayed(x, g, weight_decay, lr=None):
    """(x, g) after weight decay: into the gradient, or with `lr` straight into the parameter."""
    if not weight_decay:
        return x, g
    if lr is not None:
        return x * (1 - lr * weight_decay), g
    return x, g + weight_decay * x


def running_mean(mean, value, weight):
    """mean += weight * (value - mean), in place."""
    change = value - mean
    change *= weight
    mean += change


def running_square(square, g, beta):
    """square = beta * square + (1 - beta) * g * g, in place."""
    share = g * (1 - beta)
    share *= g
    square *= beta
    square += share
