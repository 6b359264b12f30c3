"""torch.nn: parameters, modules, their functions and initial values.

Source: https://docs.pytorch.org/docs/stable/nn.html
"""

from . import functional, init, modules, parameter
from .modules import *  # noqa: F403
from .parameter import Buffer, Parameter

__all__ = [*modules.__all__, "Buffer", "Parameter", "functional", "init", "modules", "parameter"]
