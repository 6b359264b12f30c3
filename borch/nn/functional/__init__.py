"""torch.nn.functional: what layers compute, as functions. One file per family, the same names as in nn/modules.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html
"""

from ..._core.op import NAMESPACES as _NAMESPACES
from . import (  # noqa: F401
    activation,
    adaptive_pool,
    attention,
    batch_norm,
    binary_loss,
    conv,
    ctc_loss,
    distance,
    distance_loss,
    dropout,
    linear,
    loss,
    margin_loss,
    norm,
    pad,
    pool,
    probability_loss,
    softmax,
    unpool,
)
from . import embedding as _embedding_functions  # noqa: F401
from . import recurrent as _recurrent_functions

globals().update(_NAMESPACES["torch.nn.functional"])
