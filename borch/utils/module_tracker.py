"""torch.utils.module_tracker: which modules run at the moment, forward or backward.

Source: https://docs.pytorch.org/docs/stable/module_tracker.html
"""

import weakref

from .._core.engine import running
from .._core.tensor import Tensor
from ..autograd.graph import register_multi_grad_hook
from ..autograd.variable import Variable
from ..nn.modules.global_hooks import register_module_forward_hook, register_module_forward_pre_hook
from ._pytree import tree_leaves

__all__ = ["ModuleTracker"]


class ModuleTracker:
    """A context whose `parents` are the paths of the modules that run now, and "Global"; `is_bw` is True in a backward.

    The path of a module that is called from outside of others begins with its class.

    >>> import borch as torch
    >>> from borch.utils.module_tracker import ModuleTracker
    >>> model = torch.nn.Sequential(torch.nn.ReLU())
    >>> with ModuleTracker() as tracker:
    ...     _ = model[0].register_forward_pre_hook(lambda *_: print(sorted(tracker.parents)))
    ...     _ = model(torch.ones(1))
    ['Global', 'Sequential', 'Sequential.0']
    """

    def __init__(self):
        self.parents = {"Global"}
        self._paths = weakref.WeakKeyDictionary()
        self._hooks = []
        self._waits = False

    @property
    def is_bw(self):
        """Whether a backward pass runs."""
        return bool(running)

    def _path(self, module):
        path = self._paths.setdefault(module, type(module).__name__)
        for name, child in module.named_children():
            if child not in self._paths:
                self._paths[child] = f"{path}.{name}"
                self._path(child)
        return path

    def _enter_backward(self, path):
        if not self._waits:  # a module whose inputs need no gradient is left when the pass ends
            Variable._execution_engine.queue_callback(self._end_backward)
            self._waits = True
        self.parents.add(path)

    def _end_backward(self):
        self.parents, self._waits = {"Global"}, False

    def _hook(self, values, call):
        tensors = [t for t in tree_leaves(values) if isinstance(t, Tensor) and t.requires_grad]
        if tensors:
            self._hooks.append(register_multi_grad_hook(tensors, call))

    def _before(self, module, args):
        path = self._path(module)
        self.parents.add(path)
        self._hook(args, lambda grads: self.parents.discard(path))

    def _after(self, module, args, output):
        path = self._path(module)
        self.parents.discard(path)
        self._hook(output, lambda grads: self._enter_backward(path))

    def __enter__(self):
        self._hooks += register_module_forward_pre_hook(self._before), register_module_forward_hook(self._after)
        return self

    def __exit__(self, *exc):
        for hook in self._hooks:
            hook.remove()
        self._hooks.clear()
