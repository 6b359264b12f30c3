"""What torch.save and torch.load do unless they are told otherwise: set an attribute of `save` or `load`, or `patch`."""

from ...serialization.config import load, patch, save

__all__ = ["load", "patch", "save"]
