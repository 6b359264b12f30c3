"""The layers: one file per family, the same names as in nn/functional."""

from .activation import (
    CELU,
    ELU,
    GELU,
    GLU,
    SELU,
    Hardshrink,
    Hardsigmoid,
    Hardswish,
    Hardtanh,
    LeakyReLU,
    LogSigmoid,
    Mish,
    PReLU,
    ReLU,
    ReLU6,
    RReLU,
    Sigmoid,
    SiLU,
    Softplus,
    Softshrink,
    Softsign,
    Tanh,
    Tanhshrink,
    Threshold,
)  # fmt: skip
from .attention import MultiheadAttention
from .container import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .distance_loss import HuberLoss, L1Loss, MSELoss, SmoothL1Loss
from .dropout import Dropout
from .embedding import Embedding, EmbeddingBag
from .linear import Bilinear, Identity, Linear
from .loss import CrossEntropyLoss, NLLLoss
from .module import Module
from .norm import LayerNorm
from .softmax import LogSoftmax, Softmax, Softmax2d, Softmin

__all__ = [
    "Bilinear", "CELU", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d",
    "CrossEntropyLoss", "Dropout", "ELU", "Embedding", "EmbeddingBag", "GELU", "GLU", "Hardshrink", "Hardsigmoid",
    "Hardswish", "Hardtanh", "HuberLoss", "Identity", "L1Loss", "LayerNorm", "LeakyReLU", "Linear", "LogSigmoid",
    "LogSoftmax", "MSELoss", "Mish", "Module", "ModuleDict", "ModuleList", "MultiheadAttention", "NLLLoss", "PReLU",
    "ParameterDict", "ParameterList", "RReLU", "ReLU", "ReLU6", "SELU", "Sequential", "SiLU", "Sigmoid",
    "SmoothL1Loss", "Softmax", "Softmax2d", "Softmin", "Softplus", "Softshrink", "Softsign", "Tanh", "Tanhshrink",
    "Threshold",
]  # fmt: skip

# ---------------------------------------------------------------------------- tables, recurrent and transformer layers
from .recurrent import GRU, LSTM, RNN, RNNBase  # noqa: E402
from .recurrent_cells import GRUCell, LSTMCell, RNNCell, RNNCellBase  # noqa: E402

__all__ += [
    "GRU", "LSTM", "RNN", "Embedding", "EmbeddingBag", "GRUCell", "LSTMCell", "RNNBase", "RNNCell", "RNNCellBase",
]  # fmt: skip
