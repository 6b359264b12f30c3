"""Hooks of a Module: functions that are called before and after forward, and when gradients pass.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.register_forward_hook
"""

import functools
import warnings
from collections import OrderedDict

from ..._core.handle import RemovableHandle
from ..._core.tensor import Tensor
from ...autograd.function import Function
from . import global_hooks as everywhere

_HOOKS = (
    "_forward_hooks", "_forward_hooks_with_kwargs", "_forward_hooks_always_called", "_forward_pre_hooks",
    "_forward_pre_hooks_with_kwargs", "_backward_hooks", "_backward_pre_hooks", "_state_dict_hooks",
    "_state_dict_pre_hooks", "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks",
)  # fmt: skip


class _WrappedHook:
    """A hook that is given the module before its other arguments, or not; files hold it as torch's do."""

    __module__ = "borch.nn.modules.module"

    def __init__(self, hook, module=None):
        self.hook, self.with_module = hook, module is not None
        if self.with_module:
            self.module = module

    def __call__(self, *args):
        return self.hook(self.module, *args) if self.with_module else self.hook(*args)


class HookMethods:
    """The hook side of Module."""

    _hooked = False
    _is_full_backward_hook = None  # of which of the two kinds the backward hooks are, once there was one

    def _init_hooks(self):
        for name in _HOOKS:
            if name not in self.__dict__:
                object.__setattr__(self, name, OrderedDict())
        if "_hooked" not in self.__dict__ and (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks):
            self._note_hooks()

    def _note_hooks(self):
        object.__setattr__(
            self,
            "_hooked",
            bool(self._forward_hooks or self._forward_pre_hooks or self._backward_hooks or self._backward_pre_hooks),
        )

    def _add_hook(self, hooks, entry, prepend=False, options=()):
        """Adds `entry`; its number also goes into each of the dicts `options` (those that are to be set)."""
        handle = RemovableHandle(hooks, self, options)
        hooks[handle.id] = entry
        for option in options:
            option[handle.id] = True
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        self._note_hooks()
        return handle

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """`hook(module, args)` before forward (`hook(module, args, kwargs)` with kwargs); may return new arguments."""
        options = (self._forward_pre_hooks_with_kwargs,) if with_kwargs else ()
        return self._add_hook(self._forward_pre_hooks, hook, prepend, options)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """`hook(module, args, output)` after forward (`hook(module, args, kwargs, output)`); may return a new output."""
        options = (self._forward_hooks_with_kwargs,) if with_kwargs else ()
        options += (self._forward_hooks_always_called,) if always_call else ()
        return self._add_hook(self._forward_hooks, hook, prepend, options)

    def register_full_backward_hook(self, hook, prepend=False):
        """`hook(module, grad_input, grad_output)` when the gradients of the inputs are known; may replace grad_input."""
        self._note_kind(True)
        return self._add_hook(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook):
        """`hook(module, grad_input, grad_output)` of the last node of forward alone, as torch did before full hooks."""
        self._note_kind(False)
        return self._add_hook(self._backward_hooks, hook)

    def _note_kind(self, full):
        if self._is_full_backward_hook is not None and self._is_full_backward_hook is not full:
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them."
            )
        self._is_full_backward_hook = full

    def register_full_backward_pre_hook(self, hook, prepend=False):
        """`hook(module, grad_output)` before the module's gradients are computed; may replace grad_output."""
        return self._add_hook(self._backward_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook):
        """`hook(module, state_dict, prefix, local_metadata)` after `state_dict` filled in this module's part."""
        hook._from_public_api = True
        return self._add_hook(self._state_dict_hooks, hook)

    def _register_state_dict_hook(self, hook):
        """The same for a hook that may return another state dict."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was previously registered via "
                "register_state_dict_post_hook"
            )
        return self._add_hook(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook):
        """`hook(module, prefix, keep_vars)` before `state_dict` is made."""
        return self._add_hook(self._state_dict_pre_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook):
        """`hook(module, state_dict, prefix, local_metadata, strict, missing, unexpected, errors)` before loading."""
        return self._register_load_state_dict_pre_hook(hook, True)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        return self._add_hook(self._load_state_dict_pre_hooks, _WrappedHook(hook, self if with_module else None))

    def register_load_state_dict_post_hook(self, hook):
        """`hook(module, incompatible_keys)` after loading; may change the lists of keys in place."""
        return self._add_hook(self._load_state_dict_post_hooks, hook)


def _pre_hooks(module):
    """(hook, whether it takes keyword arguments) before forward: those of all modules first."""
    found = [(hook, False) for hook in everywhere._global_forward_pre_hooks.values()]
    with_kwargs = module._forward_pre_hooks_with_kwargs
    return found + [(hook, key in with_kwargs) for key, hook in module._forward_pre_hooks.items()]


def _post_hooks(module):
    """(number, hook, whether it takes keyword arguments, for an error: who it belongs to) after forward.

    The last is None for a hook that is not called after an error.
    """
    found = []
    for whose, hooks, with_kwargs, always in (
        (
            "global module",
            everywhere._global_forward_hooks,
            everywhere._global_forward_hooks_with_kwargs,
            everywhere._global_forward_hooks_always_called,
        ),
        ("module", module._forward_hooks, module._forward_hooks_with_kwargs, module._forward_hooks_always_called),
    ):
        found += [(key, hook, key in with_kwargs, whose if key in always else None) for key, hook in hooks.items()]
    return found


class _Call:
    """A call of a module that has hooks: its arguments and its output, as the hooks have left them."""

    def __init__(self, module, args, kwargs):
        self.module, self.args, self.kwargs, self.output = module, args, kwargs, None
        self.called = set()

    def post(self, key, hook, with_kwargs):
        self.called.add(key)
        between = (self.args, self.kwargs) if with_kwargs else (self.args,)
        result = hook(self.module, *between, self.output)
        if result is not None:
            self.output = result

    def run(self):
        module = self.module
        for hook, with_kwargs in _pre_hooks(module):
            result = hook(module, self.args, self.kwargs) if with_kwargs else hook(module, self.args)
            if result is None:
                continue
            if with_kwargs:
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError(
                        f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {result}."
                    )
                self.args, self.kwargs = result
            else:
                self.args = result if isinstance(result, tuple) else (result,)
        plain, full = _by_kind(module)
        watched = full or module._backward_pre_hooks or everywhere._global_backward_pre_hooks
        watch = _BackwardWatch(module, full) if watched else None
        if watch is not None:
            self.args = watch.inputs(self.args)
        self.output = module.forward(*self.args, **self.kwargs)
        for key, hook, with_kwargs, _ in _post_hooks(module):
            self.post(key, hook, with_kwargs)
        output = watch.outputs(self.output) if watch is not None else self.output
        if plain:
            _hook_last_node(module, plain, self.args, output)
        return output

    def run_after_error(self):
        for key, hook, with_kwargs, whose in _post_hooks(self.module):
            if whose is None or key in self.called:
                continue
            try:
                self.post(key, hook, with_kwargs)
            except Exception as error:
                warnings.warn(
                    f"{whose} forward hook with ``always_call=True`` raised an exception that was silenced as another "
                    f"error was raised in forward: {error}",
                    stacklevel=4,
                )


def run_forward_hooks(module, args, kwargs):
    """A call of a module that has hooks."""
    call = _Call(module, args, kwargs)
    try:
        return call.run()
    except Exception:
        call.run_after_error()
        raise


class BackwardHookFunction(Function):
    """Lets tensors through and tells `watch` about the gradients that come back."""

    @staticmethod
    def forward(ctx, watch, side, *tensors):
        ctx.watch, ctx.side = watch, side
        ctx.set_materialize_grads(False)
        return tuple(t.view_as(t) for t in tensors)

    @staticmethod
    def backward(ctx, *grads):
        return (None, None, *ctx.watch.seen(ctx.side, grads))


class _BackwardWatch:
    """Calls a module's backward hooks with the gradients of its outputs and inputs."""

    def __init__(self, module, hooks):
        self.module, self.hooks = module, hooks
        self.grad_outputs = self.input_places = None
        self.input_count = 0

    def inputs(self, args):
        self.input_places = [k for k, a in enumerate(args) if isinstance(a, Tensor)]
        self.input_count = len(args)
        if not any(args[k].requires_grad for k in self.input_places):
            self.input_places = None
            return args
        passed = BackwardHookFunction.apply(self, "input", *(args[k] for k in self.input_places))
        args = list(args)
        for k, t in zip(self.input_places, passed, strict=True):
            args[k] = t
        return tuple(args)

    def outputs(self, output):
        single = isinstance(output, Tensor)
        tensors = (output,) if single else tuple(output) if isinstance(output, (tuple, list)) else ()
        if not tensors or not any(isinstance(t, Tensor) and t.requires_grad for t in tensors):
            return output
        at = [k for k, t in enumerate(tensors) if isinstance(t, Tensor)]
        passed = BackwardHookFunction.apply(self, "output", *(tensors[k] for k in at))
        result = list(tensors)
        for k, t in zip(at, passed, strict=True):
            result[k] = t
        return result[0] if single else type(output)(result)

    def seen(self, side, grads):
        module = self.module
        if side == "output":
            for hook in [*everywhere._global_backward_pre_hooks.values(), *module._backward_pre_hooks.values()]:
                result = hook(module, grads)
                if result is not None:
                    grads = result if isinstance(result, tuple) else (result,)
            self.grad_outputs = grads
            if self.input_places is None:
                warnings.warn(
                    "Full backward hook is firing when gradients are computed with respect to module outputs since no "
                    "inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
                    "#torch.nn.Module.register_full_backward_hook for more details.",
                    stacklevel=5,
                )
                for hook in self.hooks:
                    result = hook(module, (None,) * self.input_count, grads)
                    if result is not None and not (isinstance(result, tuple) and all(g is None for g in result)):
                        raise RuntimeError(
                            "Backward hook for Modules where no input requires gradient should always return None or None "
                            "for all gradients."
                        )
            return grads
        full = [None] * self.input_count
        for k, g in zip(self.input_places, grads, strict=True):
            full[k] = g
        full = tuple(full)
        for hook in self.hooks:
            result = hook(module, full, self.grad_outputs)
            if result is None:
                continue
            if len(result) != len(full):
                raise RuntimeError(
                    f"Backward hook returned an invalid number of grad_input, got {len(result)}, but expected {len(full)}"
                )
            full = result
        return tuple(full[k] for k in self.input_places)


# ---------------------------------------------------------------------------------- hooks of the last node of a forward
def _by_kind(module):
    """The backward hooks of a call: those of its last node, and those of the whole module."""
    plain, full = [], []
    for kind, hooks in (
        (everywhere._global_is_full_backward_hook, everywhere._global_backward_hooks),
        (module._is_full_backward_hook, module._backward_hooks),
    ):
        (plain if kind is False else full).extend(hooks.values())
    return plain, full


def _hook_last_node(module, hooks, args, output):
    tensor = output
    while not isinstance(tensor, Tensor):
        tensor = next(v for v in tensor.values() if isinstance(v, Tensor)) if isinstance(tensor, dict) else tensor[0]
    node = tensor.grad_fn
    if node is None:
        return
    for hook in hooks:
        node.register_hook(functools.partial(hook, module))
    words = _partial_view(args, output, node)
    if words:
        warnings.warn(words, FutureWarning, stacklevel=5)


DOCUMENTED = " Please use register_full_backward_hook to get the documented behavior."
REMOVED = " is deprecated and will be removed in future versions. This hook will be missing some "


def _partial_view(args, output, node):
    """What such hooks will not see of a module with these inputs and outputs, as torch warns of it; None if nothing."""
    outputs = (output,) if isinstance(output, Tensor) else output
    if not (isinstance(outputs, tuple) and all(isinstance(t, Tensor) for t in outputs)):
        return (
            "Using non-full backward hooks on a Module that does not return a single Tensor or a tuple of Tensors"
            f"{REMOVED}of the grad_output.{DOCUMENTED}"
        )
    if not all(isinstance(t, Tensor) for t in args):
        return (
            "Using non-full backward hooks on a Module that does not take as input a single Tensor or a tuple of Tensors"
            f"{REMOVED}of the grad_input.{DOCUMENTED}"
        )
    makers = {t.grad_fn for t in outputs if t.grad_fn is not None}
    if len(makers) > 1:
        return (
            "Using a non-full backward hook when outputs are generated by different autograd Nodes"
            f"{REMOVED}grad_output.{DOCUMENTED}"
        )
    if node not in makers:
        return f"Using a non-full backward hook when outputs are nested in python data structure{REMOVED}grad_output."
    if {t.grad_fn for t in args if t.grad_fn is not None} != {n for n, _ in node.next_functions}:
        return (
            "Using a non-full backward hook when the forward contains multiple autograd Nodes"
            f"{REMOVED}grad_input.{DOCUMENTED}"
        )
    return None
