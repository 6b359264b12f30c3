"""torch.cuda.amp.autocast_mode: torch's path of autocast."""

from . import autocast, custom_bwd, custom_fwd

__all__ = ["autocast", "custom_bwd", "custom_fwd"]
