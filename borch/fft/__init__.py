"""torch.fft: discrete Fourier transforms in one, two and n axes, and what goes with them. Names only.

Source: https://docs.pytorch.org/docs/stable/fft.html
"""

from .._core.calls import word_room as _word_room
from .._core.op import NAMESPACES as _NAMESPACES
from ..ops.rooms import take_places as _take_places
from . import frequencies as _frequencies
from . import several as _several
from . import single as _single
from . import stft as _stft

_take_places()
_word_room(_NAMESPACES["torch.fft"], "fft_")
globals().update(_NAMESPACES["torch.fft"])

__all__ = sorted(_NAMESPACES["torch.fft"])
del _frequencies, _several, _single, _stft
