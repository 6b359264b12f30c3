"""torch.utils.backcompat: switches for warnings about code from before torch 0.2. Nothing warns here, as nothing does in torch.

Source: https://github.com/pytorch/pytorch/blob/main/torch/utils/backcompat/__init__.py
"""

__all__ = ["Warning", "broadcast_warning", "keepdim_warning"]


class Warning:
    """A switch: `enabled` can be read, and set to a bool. RuntimeError for everything else.

    >>> from borch.utils.backcompat import keepdim_warning
    >>> keepdim_warning.enabled = False
    >>> keepdim_warning.enabled
    False
    """

    def __init__(self, name):
        self._name, self._enabled = name, False

    @property
    def enabled(self):
        return self._enabled

    @enabled.setter
    def enabled(self, value):
        if not isinstance(value, bool):
            raise RuntimeError(f"set_backcompat_{self._name}_warn expects a bool, but got {type(value).__name__}")
        self._enabled = value


broadcast_warning = Warning("broadcast")
keepdim_warning = Warning("keepdim")
