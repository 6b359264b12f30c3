"""GradScaler: scales a loss so that gradients in half precision do not vanish, and skips steps that overflow.

Source: https://docs.pytorch.org/docs/stable/amp.html#gradient-scaling
"""

import warnings
from enum import Enum

import numpy as np

from .._core.device import device as Device

__all__ = ["GradScaler"]


class OptState(Enum):
    """How far an optimizer's step has come since the last `update`."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


class GradScaler:
    """Multiplies the loss by a scale, divides the gradients by it, and steps only when they are finite.

    For "cuda" it warns and switches itself off, as in torch without CUDA: `scale` and `step` then pass through. For
    "cpu" the scale doubles after `growth_interval` good steps and halves after one whose gradients are not finite.
    Source: https://docs.pytorch.org/docs/stable/amp.html#torch.amp.GradScaler

    >>> import borch as torch
    >>> scaler = torch.amp.GradScaler("cpu")
    >>> scaler.scale(torch.tensor(2.0))
    tensor(131072.)
    """

    def __init__(
        self,
        device="cuda",
        init_scale=65536.0,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        Device(device)
        self._device, self._enabled = device, enabled
        if enabled and device == "cuda":
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            self._enabled = False
        if self._enabled:
            assert growth_factor > 1.0, "The growth factor must be > 1.0."
            assert backoff_factor < 1.0, "The backoff factor must be < 1.0."
        self._value, self._tracker = float(init_scale), 0
        self._growth_factor, self._backoff_factor, self._growth_interval = (
            growth_factor,
            backoff_factor,
            growth_interval,
        )
        self._scaled = False
        self._optimizers = {}  # id -> [state, whether a gradient was not finite]

    def _of(self, optimizer):
        return self._optimizers.setdefault(id(optimizer), ["ready", None])

    def scale(self, outputs):
        """The tensor times the scale; of a list or tuple of tensors each."""
        if not self._enabled:
            return outputs
        self._scaled = True
        if hasattr(outputs, "_array"):
            return outputs * self._value
        if isinstance(outputs, (list, tuple)):
            return type(outputs)([self.scale(output) for output in outputs])
        raise ValueError("outputs must be a Tensor or an iterable of Tensors")

    def unscale_(self, optimizer):
        """Divides the gradients of the optimizer's parameters by the scale, in place, and notes infinities."""
        if not self._enabled:
            return
        entry = self._of(optimizer)
        if entry[0] == "unscaled":
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if entry[0] == "stepped":
            raise RuntimeError("unscale_() is being called after step().")
        entry[0], entry[1] = "unscaled", self._divide(optimizer)

    def _divide(self, optimizer):
        """Whether a gradient was not finite; None when there was no gradient."""
        found = None
        inverse = 1.0 / self._value
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                grad = parameter.grad
                if grad is None:
                    continue
                if grad._array.dtype == np.float16:
                    raise ValueError("Attempting to unscale FP16 gradients.")
                found = bool(found) or not bool(np.isfinite(grad._array).all())
                grad.detach().mul_(inverse)
        return found

    def step(self, optimizer, *args, **kwargs):
        """`optimizer.step(...)` when all gradients are finite, after `unscale_` where that was not called; its result."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        entry = self._of(optimizer)
        if entry[0] == "stepped":
            raise RuntimeError("step() has already been called since the last update().")
        if entry[0] == "ready":
            self.unscale_(optimizer)
        assert entry[1] is not None, "No inf checks were recorded for this optimizer."
        result = None if entry[1] else optimizer.step(*args, **kwargs)
        entry[0] = "stepped"
        return result

    def update(self, new_scale=None):
        """Sets the next scale: smaller after an overflow, larger after enough good steps, or `new_scale`."""
        if not self._enabled:
            return
        assert self._scaled, (
            "Attempted update but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) "
            "earlier in the iteration."
        )
        if new_scale is not None:
            self._value = float(new_scale)
        else:
            found = [entry[1] for entry in self._optimizers.values() if entry[1] is not None]
            assert found, "No inf checks were recorded prior to update."
            if any(found):
                self._value, self._tracker = self._value * self._backoff_factor, 0
            else:
                self._tracker += 1
                if self._tracker == self._growth_interval:
                    self._value, self._tracker = self._value * self._growth_factor, 0
        self._optimizers.clear()

    def get_scale(self):
        """The scale as a float; 1.0 when switched off."""
        return self._value if self._enabled else 1.0

    def is_enabled(self):
        """Whether the scaler does anything."""
        return self._enabled

    def get_growth_factor(self):
        """By what the scale grows."""
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        """Sets by what the scale grows."""
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        """By what the scale shrinks."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        """Sets by what the scale shrinks."""
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        """After how many good steps the scale grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        """Sets after how many good steps the scale grows."""
        self._growth_interval = new_interval

    def state_dict(self):
        """The scale and its settings; an empty dict when switched off."""
        if not self._enabled:
            return {}
        return {
            "scale": self._value,
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._tracker,
        }

    def load_state_dict(self, state_dict):
        """Takes over what `state_dict` gave; RuntimeError for the empty dict of a scaler that was switched off."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler."
            )
        self._value, self._tracker = state_dict["scale"], state_dict["_growth_tracker"]
        self._growth_factor, self._backoff_factor = state_dict["growth_factor"], state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
