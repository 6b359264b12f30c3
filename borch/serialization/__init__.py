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
from .endian import LoadEndianness, get_default_load_endianness, set_default_load_endianness
from .read import load
from .skip import skip_data
from .write import save

__all__ = [
    "LoadEndianness",
    "add_safe_globals",
    "clear_safe_globals",
    "get_default_load_endianness",
    "get_safe_globals",
    "get_unsafe_globals_in_checkpoint",
    "load",
    "safe_globals",
    "save",
    "set_default_load_endianness",
    "skip_data",
]

MAP_LOCATION: TypeAlias = Callable | device | str | dict[str, str] | None
