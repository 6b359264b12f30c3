"""torch.amp: automatic mixed precision. Casting to half precision is off or refused here; the scaler is torch's.

Source: https://docs.pytorch.org/docs/stable/amp.html
"""

import importlib

from .autocast_mode import autocast, custom_bwd, custom_fwd, is_autocast_available

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


def __getattr__(name):
    if name in ("GradScaler", "grad_scaler"):
        scaler = importlib.import_module(".grad_scaler", __name__)
        return scaler if name == "grad_scaler" else scaler.GradScaler
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), "GradScaler", "grad_scaler"})
