"""torch.nn.functional: what layers compute, as functions. One file per family, the same names as in nn/modules.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html
"""

from ..._core.op import NAMESPACES as _NAMESPACES
from . import activation, attention, conv, distance_loss, dropout, linear, loss, norm, pad, softmax  # noqa: F401

globals().update(_NAMESPACES["torch.nn.functional"])
