"""torch.utils.hooks: the handle by which a registered hook is removed.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.modules.module.register_module_forward_hook.html
"""

from .._core.handle import RemovableHandle

__all__ = ["RemovableHandle"]
