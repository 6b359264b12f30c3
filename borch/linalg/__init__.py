"""torch.linalg: names only. Opens when it is first asked for; torch's own names for it are in borch/ops/rooms.py."""

from .._core.calls import word_room
from .._core.op import NAMESPACES
from ..ops.rooms import take_places as _take_places
from . import eigenpairs, elimination, equations, factor, functions, householder, ldl, lowrank, norms, positive  # noqa: F401
from .checks import LinAlgError  # noqa: F401

_take_places()
word_room(NAMESPACES["torch.linalg"], "linalg_")
globals().update(NAMESPACES["torch.linalg"])

__all__ = sorted({*NAMESPACES["torch.linalg"], "LinAlgError"})
