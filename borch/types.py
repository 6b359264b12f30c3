"""torch.types: names for annotations.

Source: https://docs.pytorch.org/docs/stable/torch.html
"""

import builtins
import os
from collections.abc import Sequence
from typing import IO, Any, TypeAlias

from ._core.device import device as _device
from ._core.dtype import dtype
from ._core.size import Size
from ._core.tensor import Tensor

__all__ = ["Device", "FileLike", "Number", "Size", "Storage"]

_dtype = dtype
_TensorOrTensors: TypeAlias = Tensor | Sequence[Tensor]
_int, _float, _bool, _symint = builtins.int, builtins.float, builtins.bool, builtins.int
_size: TypeAlias = Size | list[int] | tuple[int, ...]
Number: TypeAlias = int | float | bool
_Number = (int, float, bool)
Device: TypeAlias = _device | str | int | None
FileLike: TypeAlias = str | os.PathLike[str] | IO[bytes]
Storage: TypeAlias = Any
IntLikeType: TypeAlias = int
FloatLikeType: TypeAlias = float
BoolLikeType: TypeAlias = bool
