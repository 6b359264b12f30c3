"""torch.utils.hooks: the handle by which a registered hook is removed, and which hooks a file does not keep.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.modules.module.register_module_forward_hook.html
"""

import warnings

from .._core.handle import RemovableHandle

__all__ = ["RemovableHandle", "unserializable_hook", "warn_if_has_hooks"]


def unserializable_hook(f):
    """Marks a hook as one that need not be saved; the hook itself. `warn_if_has_hooks` passes over it."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor):
    """Warns of every hook of a tensor's own that is not marked, since it will not be saved."""
    for kind, _, hook in (tensor._hooks or {}).values():
        if kind == "tensor" and not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate the "
                "function with @torch.utils.hooks.unserializable_hook to suppress this warning",
                stacklevel=2,
            )
