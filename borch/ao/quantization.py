"""torch.ao.quantization: the places that a float model keeps for quantisation, which let everything through.

Source: https://docs.pytorch.org/docs/stable/quantization-support.html
"""

from ..absent import REASONS, Refusal
from ..nn import Module

__all__ = ["DeQuantStub", "QuantStub", "QuantWrapper"]
_REFUSED = (
    "convert", "fuse_modules", "fuse_modules_qat", "get_default_qat_qconfig", "get_default_qconfig", "prepare", "prepare_qat",
    "quantize", "quantize_dynamic", "quantize_qat", "swap_module",
)  # fmt: skip


class QuantStub(Module):
    """Where a model's inputs would be quantised: gives its input back, as torch's does until the model is converted.

    >>> import borch as torch
    >>> torch.ao.quantization.QuantStub()(torch.ones(2))
    tensor([1., 1.])
    """

    def __init__(self, qconfig=None):
        super().__init__()
        if qconfig:
            self.qconfig = qconfig

    def forward(self, x):
        return x


class DeQuantStub(QuantStub):
    """Where they would be floats again: gives its input back."""


class QuantWrapper(Module):
    """A module between the two."""

    def __init__(self, module):
        super().__init__()
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.module = module
        self.train(module.training)

    def forward(self, X):
        return self.dequant(self.module(self.quant(X)))


def __getattr__(name):
    if name in _REFUSED:
        return Refusal(f"torch.ao.quantization.{name}", REASONS["quantised"])
    raise AttributeError(f"module 'torch.ao.quantization' has no attribute '{name}' in borch: {REASONS['quantised']}")
