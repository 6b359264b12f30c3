"""torch.save and torch.load in torch's own file format, and safetensors.

Source: https://docs.pytorch.org/docs/stable/notes/serialization.html
"""

from collections.abc import Callable
from typing import TypeAlias

from .._core.device import device
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

MAP_LOCATION: TypeAlias = Callable | device | str | dict[str, str] | None
