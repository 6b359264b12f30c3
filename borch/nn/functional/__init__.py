"""torch.nn.functional: what layers compute, as functions. One file per family, the same names as in nn/modules.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html
"""

import importlib

from ..._core.calls import passed_on as _passed_on
from ..._core.calls import worded as _worded
from ..._core.op import NAMESPACES as _NAMESPACES
from ...absent import find
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
    fold,
    grid,
    grouped,
    linear,
    loss,
    margin_loss,
    norm,
    pad,
    pool,
    probability_loss,
    resample,
    shuffle,
    softmax,
    unpool,
)
from . import embedding as _embedding_functions  # noqa: F401
from . import recurrent as _recurrent_functions
from .attention import _canonical_mask as _canonical_mask
from .attention import _none_or_dtype as _none_or_dtype

_functions = _NAMESPACES["torch.nn.functional"]
for _name in ("gelu", "glu", "hardshrink", "prelu", "softplus", "softshrink"):  # which are torch's own functions
    if _op := getattr(_functions[_name], "op", None):
        _op.public = True
for _name in (
    "avg_pool2d", "avg_pool3d", "bilinear", "celu_", "conv_tbc", "elu_", "hardtanh_", "leaky_relu_", "one_hot", "pdist",
    "pixel_shuffle", "pixel_unshuffle", "relu_", "rrelu_", "selu_", "threshold_", "conv1d", "conv2d", "conv3d",
    "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "cosine_similarity", "scaled_dot_product_attention",
):  # fmt: skip
    _functions[_name] = _worded(_functions[_name], _name, 0)
for _name in (
    "cosine_embedding_loss", "group_norm", "hinge_embedding_loss", "multi_margin_loss", "pairwise_distance",
    "rms_norm", "rrelu", "triplet_margin_loss",
):  # fmt: skip
    _functions[_name] = _passed_on(_functions[_name], _name)
_functions["logsigmoid"] = _worded(_functions["logsigmoid"], "log_sigmoid", 0)
globals().update(_functions)

GRID_SAMPLE_INTERPOLATION_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
GRID_SAMPLE_PADDING_MODES = {"zeros": 0, "border": 1, "reflection": 2}


def __getattr__(name):
    if name == "handle_torch_function" or name.startswith("has_torch_function"):
        return getattr(importlib.import_module("borch.overrides"), name)
    if name == "_Reduction":
        return importlib.import_module("borch.nn._reduction")
    if name == "grad":
        return importlib.import_module("borch.nn.grad")
    return find("torch.nn.functional", name)
