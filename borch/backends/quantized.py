"""torch.backends.quantized: no engine for quantised tensors is behind borch.

>>> import borch as torch
>>> torch.backends.quantized.engine, torch.backends.quantized.supported_engines
('none', [])
"""

engine, supported_engines = "none", []
