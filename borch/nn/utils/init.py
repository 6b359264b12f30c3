"""Modules made without drawing their initial values.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.skip_init.html
"""

import inspect

from ...random import get_rng_state, set_rng_state
from ..modules.module import Module

__all__ = ["skip_init"]


def skip_init(module_cls, *args, **kwargs):
    """A module whose parameters hold no particular values; no random number is drawn from the default generator.

    RuntimeError for what is no Module or takes no `device`.

    >>> import borch as torch
    >>> torch.nn.utils.skip_init(torch.nn.Linear, 3, 2).weight.shape
    torch.Size([2, 3])
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    state = get_rng_state()
    try:
        return module_cls(*args, **kwargs)
    finally:
        set_rng_state(state)
