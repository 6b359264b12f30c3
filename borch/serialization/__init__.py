"""torch.save and torch.load in torch's own file format, and safetensors.

Source: https://docs.pytorch.org/docs/stable/notes/serialization.html
"""

from collections.abc import Callable
from typing import TypeAlias

from .._core.device import device
from ..absent import find
from .allow import (
    add_safe_globals,
    clear_safe_globals,
    get_safe_globals,
    get_unsafe_globals_in_checkpoint,
    safe_globals,
)
from .endian import LoadEndianness, get_default_load_endianness, set_default_load_endianness
from .locations import (
    default_restore_location,
    location_tag,
    register_package,
    validate_cuda_device,
    validate_hpu_device,
)
from .options import get_crc32_options, get_default_mmap_options, set_crc32_options, set_default_mmap_options
from .read import load
from .skip import skip_data
from .write import save

__all__ = [
    "LoadEndianness",
    "SourceChangeWarning",
    "add_safe_globals",
    "clear_safe_globals",
    "default_restore_location",
    "get_crc32_options",
    "get_default_load_endianness",
    "get_default_mmap_options",
    "get_safe_globals",
    "get_unsafe_globals_in_checkpoint",
    "load",
    "location_tag",
    "register_package",
    "safe_globals",
    "save",
    "set_crc32_options",
    "set_default_load_endianness",
    "set_default_mmap_options",
    "skip_data",
    "validate_cuda_device",
    "validate_hpu_device",
]

MAP_LOCATION: TypeAlias = Callable | device | str | dict[str, str] | None
DEFAULT_PROTOCOL = 2


class SourceChangeWarning(Warning):
    """What old versions of torch said of a class that had changed since it was saved; programs filter it out.

    >>> import warnings, borch as torch
    >>> warnings.filterwarnings("ignore", category=torch.serialization.SourceChangeWarning)
    """


def _get_layout(name):
    """The layout of that name, as pickles ask for it."""
    from .rebuild import layout

    return layout(name)


def __getattr__(name):
    return find("torch.serialization", name)
