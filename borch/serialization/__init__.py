"""torch.save and torch.load in torch's own file format, and safetensors.

Source: https://docs.pytorch.org/docs/stable/notes/serialization.html
"""

from .allow import (
    add_safe_globals,
    clear_safe_globals,
    get_safe_globals,
    get_unsafe_globals_in_checkpoint,
    safe_globals,
)
from .read import load
from .write import save

__all__ = [
    "add_safe_globals",
    "clear_safe_globals",
    "get_safe_globals",
    "get_unsafe_globals_in_checkpoint",
    "load",
    "safe_globals",
    "save",
]
