"""torch.cuda.amp.grad_scaler: torch's path of the scaler."""

from . import GradScaler

__all__ = ["GradScaler"]
