"""torch.amp: automatic mixed precision. Casting to half precision is off or refused here; the scaler is torch's.

Source: https://docs.pytorch.org/docs/stable/amp.html
"""

from .autocast_mode import autocast, custom_bwd, custom_fwd, is_autocast_available
from .grad_scaler import GradScaler

__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]
