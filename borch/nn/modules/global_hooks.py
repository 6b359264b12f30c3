"""Hooks for all modules at once: before and after every forward, with every gradient, at every registration.

Source: https://docs.pytorch.org/docs/stable/nn.html#global-hooks-for-module
"""

from collections import OrderedDict

from ..._core.handle import RemovableHandle

_global_forward_pre_hooks = OrderedDict()
_global_forward_hooks = OrderedDict()
_global_forward_hooks_with_kwargs = OrderedDict()
_global_forward_hooks_always_called = OrderedDict()
_global_backward_pre_hooks = OrderedDict()
_global_backward_hooks = OrderedDict()
_global_buffer_registration_hooks = OrderedDict()
_global_module_registration_hooks = OrderedDict()
_global_parameter_registration_hooks = OrderedDict()

ACTIVE = {}  # not empty while a call of a module has to look for global hooks


def _add(hooks, hook, options=()):
    handle = RemovableHandle(hooks, None, options)
    hooks[handle.id] = hook
    for option in options:
        option[handle.id] = True
    return handle


def register_module_forward_pre_hook(hook):
    """Calls `hook(module, args)` before the forward of every module; it may return new arguments.

    >>> import borch as torch
    >>> from borch.nn.modules.module import register_module_forward_pre_hook
    >>> with register_module_forward_pre_hook(lambda module, args: print(type(module).__name__)):
    ...     _ = torch.nn.Sequential(torch.nn.ReLU())(torch.ones(1))
    Sequential
    ReLU
    """
    return _add(_global_forward_pre_hooks, hook, (ACTIVE,))


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """Calls `hook(module, args, output)` after the forward of every module; it may return a new output."""
    options = (ACTIVE,)
    options += (_global_forward_hooks_with_kwargs,) if with_kwargs else ()
    options += (_global_forward_hooks_always_called,) if always_call else ()
    return _add(_global_forward_hooks, hook, options)


def register_module_full_backward_hook(hook):
    """Calls `hook(module, grad_input, grad_output)` when the gradients of any module's inputs are known."""
    _note_kind(True)
    return _add(_global_backward_hooks, hook, (ACTIVE,))


def register_module_backward_hook(hook):
    """Calls `hook(module, grad_input, grad_output)` of the last node of every module's forward."""
    _note_kind(False)
    return _add(_global_backward_hooks, hook, (ACTIVE,))


_global_is_full_backward_hook = None  # of which of the two kinds the hooks are, once there was one


def _note_kind(full):
    global _global_is_full_backward_hook
    if _global_is_full_backward_hook is not None and _global_is_full_backward_hook is not full:
        raise RuntimeError(
            "Cannot use both regular backward hooks and full backward hooks as a global Module hook. Please use only one "
            "of them."
        )
    _global_is_full_backward_hook = full


def register_module_full_backward_pre_hook(hook):
    """Calls `hook(module, grad_output)` before the gradients of any module are computed."""
    return _add(_global_backward_pre_hooks, hook, (ACTIVE,))


def register_module_buffer_registration_hook(hook):
    """Calls `hook(module, name, buffer)` when a buffer is registered; it may return another to register."""
    return _add(_global_buffer_registration_hooks, hook)


def register_module_module_registration_hook(hook):
    """Calls `hook(module, name, child)` when a child module is registered; it may return another to register."""
    return _add(_global_module_registration_hooks, hook)


def register_module_parameter_registration_hook(hook):
    """Calls `hook(module, name, parameter)` when a parameter is registered; it may return another to register."""
    return _add(_global_parameter_registration_hooks, hook)


def registered(hooks, module, name, member):
    """What is to be registered after the hooks have seen it."""
    for hook in list(hooks.values()):
        other = hook(module, name, member)
        if other is not None:
            member = other
    return member
