"""The layers: one file per family, the same names as in nn/functional."""

from .activation import GELU, ReLU
from .attention import MultiheadAttention
from .container import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .distance_loss import HuberLoss, L1Loss, MSELoss, SmoothL1Loss
from .dropout import Dropout
from .linear import Bilinear, Identity, Linear
from .loss import CrossEntropyLoss, NLLLoss
from .module import Module
from .norm import LayerNorm

__all__ = [
    "GELU", "Bilinear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d",
    "CrossEntropyLoss", "Dropout", "HuberLoss", "Identity", "L1Loss", "MSELoss", "SmoothL1Loss", "LayerNorm", "Linear", "Module", "ModuleDict", "ModuleList",
    "MultiheadAttention", "NLLLoss", "ParameterDict", "ParameterList", "ReLU", "Sequential",
]  # fmt: skip
