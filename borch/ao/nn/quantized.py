"""torch.ao.nn.quantized: the newer path of torch.nn.quantized."""

from ...nn.quantized import FloatFunctional

__all__ = ["FloatFunctional"]
