"""Looking at the graph: gradient edges, hooks on nodes, on groups of tensors and on what is saved for backward.

Source: https://docs.pytorch.org/docs/stable/autograd.html#autograd-graph
"""

import contextlib
from typing import NamedTuple

from .._core import engine
from .._core.mode import mode
from .._core.node import AccumulateGrad, Node, next_function
from ..absent import find

__all__ = [
    "GradientEdge", "Node", "allow_mutation_on_saved_tensors", "disable_saved_tensors_hooks", "get_gradient_edge",
    "increment_version", "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks",
    "set_warn_on_accumulate_grad_stream_mismatch",
]  # fmt: skip


class GradientEdge(NamedTuple):
    """Where a gradient enters the graph: a node and the number of its output.

    >>> import borch as torch
    >>> x = torch.ones(2, requires_grad=True).exp()
    >>> edge = torch.autograd.graph.get_gradient_edge(x)
    >>> edge.node is x.grad_fn, edge.output_nr
    (True, 0)
    """

    node: Node
    output_nr: int
    ownership_token: object = None


def get_gradient_edge(tensor):
    """The edge along which `tensor`'s gradient flows; RuntimeError when it requires none.

    >>> import borch as torch
    >>> w = torch.ones(2, requires_grad=True)
    >>> edge = torch.autograd.graph.get_gradient_edge(w)
    >>> torch.autograd.grad((w * 3).sum(), [edge])
    (tensor([3., 3.]),)
    """
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    if tensor.grad_fn is None:
        return GradientEdge(AccumulateGrad(tensor), 0)
    return GradientEdge(*next_function(tensor._node))


def increment_version(tensor):
    """Tells autograd that a tensor's memory was changed behind its back.

    >>> import borch as torch
    >>> x = torch.ones(2)
    >>> torch.autograd.graph.increment_version(x)
    >>> x._version
    1
    """
    for t in (tensor,) if not isinstance(tensor, (list, tuple)) else tensor:
        t._writes[0] += 1


def set_warn_on_accumulate_grad_stream_mismatch(enabled):
    """Accepted for torch's sake: a CPU has no streams.

    >>> import borch as torch
    >>> torch.autograd.graph.set_warn_on_accumulate_grad_stream_mismatch(False) is None
    True
    """


# -------------------------------------------------------------------------------------------------------- saved tensors
class saved_tensors_hooks:
    """A pair of hooks for what operations save for backward, in force inside a `with` block.

    `pack_hook(tensor)` is called when a tensor is saved, and what it returns is kept in its place;
    `unpack_hook(kept)` must give a tensor of the same content back when backward needs it.

    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.graph.saved_tensors_hooks

    >>> import borch as torch
    >>> a = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> with torch.autograd.graph.saved_tensors_hooks(lambda t: t.tolist(), lambda kept: torch.tensor(kept)):
    ...     y = (a.exp() * 2).sum()
    >>> y.backward()
    >>> a.grad
    tensor([ 5.4366, 14.7781])
    """

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        if mode.hooks_refused is not None:
            raise RuntimeError(mode.hooks_refused)
        if not (callable(self.pack_hook) and callable(self.unpack_hook)):
            raise TypeError(
                "_push_saved_tensors_default_hooks(): incompatible function arguments. The following argument types are "
                "supported:\n    1. (arg0: collections.abc.Callable, arg1: collections.abc.Callable) -> None\n\nInvoked with: "
                f"{self.pack_hook!r}, {self.unpack_hook!r}"
            )
        from .._core import saved

        saved.push(self.pack_hook, self.unpack_hook)

    def __exit__(self, *exc):
        from .._core import saved

        saved.pop()


class save_on_cpu(saved_tensors_hooks):
    """Keeps what is saved for backward on the CPU, where it is here anyway: the hooks change nothing.

    >>> import borch as torch
    >>> a = torch.tensor(3.0, requires_grad=True)
    >>> with torch.autograd.graph.save_on_cpu():
    ...     y = a * a
    >>> y.backward()
    >>> a.grad
    tensor(6.)
    """

    def __init__(self, pin_memory=False, device_type="cuda"):
        super().__init__(lambda tensor: (tensor.device, tensor.cpu()), lambda kept: kept[1].to(kept[0]))


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message):
    """Inside, putting saved-tensor hooks in force raises RuntimeError with `error_message`.

    >>> import borch as torch
    >>> graph = torch.autograd.graph
    >>> with graph.disable_saved_tensors_hooks("not here"), graph.save_on_cpu():
    ...     pass
    Traceback (most recent call last):
    RuntimeError: not here
    """
    before, mode.hooks_refused = mode.hooks_refused, error_message
    try:
        yield
    finally:
        mode.hooks_refused = before


class _AllowMutationOnSavedContext:
    """The copies that stand for saved tensors while these may be changed in place."""

    def __init__(self):
        self.kept = {}

    def pack(self, tensor):
        handle = object()
        self.kept[handle] = tensor.detach().clone()
        return handle

    def unpack(self, handle):
        if handle not in self.kept:
            raise AssertionError(
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
                "in which the graph was originally recorded."
            )
        return self.kept[handle]

    def clear(self):
        """Forgets all copies: the graphs recorded so far cannot be differentiated any more."""
        self.kept.clear()


_mutable = []


@contextlib.contextmanager
def allow_mutation_on_saved_tensors():
    """Inside, tensors that were saved for backward may be changed in place: what is saved is a copy.

    RuntimeError for contexts inside each other; backward must run inside too.
    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.graph.allow_mutation_on_saved_tensors

    >>> import borch as torch
    >>> with torch.autograd.graph.allow_mutation_on_saved_tensors():
    ...     a = torch.ones(2, requires_grad=True)
    ...     b = a.clone()
    ...     out = (b ** 2).sum()
    ...     _ = b.sin_()
    ...     out.backward()
    >>> a.grad
    tensor([2., 2.])
    """
    if _mutable:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    copies = _AllowMutationOnSavedContext()
    _mutable.append(copies)
    try:
        with saved_tensors_hooks(copies.pack, copies.unpack):
            yield copies
    finally:
        copies.clear()
        _mutable.pop()


# ----------------------------------------------------------------------------------------------------- groups of tensors
class _MultiHandle:
    """Takes away the hooks that were registered on several tensors."""

    def __init__(self, handles):
        self.handles = handles

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.remove()


def register_multi_grad_hook(tensors, fn, *, mode="all"):
    """Calls `fn` once in each backward pass: with the gradients of all `tensors`, None for those that get none, or with
    `mode="any"` with the first gradient alone. Returns a handle that removes it.

    >>> import borch as torch
    >>> a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    >>> _ = torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: print(grads))
    >>> (a * b * 2).sum().backward()
    [tensor([2., 2.]), tensor([2., 2.])]
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    tensors = tuple(tensors)
    passes = {}  # pass -> the gradients that have come so far

    def start(current):
        passes.clear()
        passes[current] = {"grads": [None] * len(tensors), "left": sum(map(engine.will_reach, tensors)), "done": False}
        return passes[current]

    def hook(k):
        def receive(grad):
            current = engine.running[-1][0]
            seen = passes.get(current) or start(current)
            if mode == "any":
                if not seen["done"]:
                    seen["done"] = True
                    fn(grad)
                return
            seen["grads"][k] = grad
            seen["left"] -= 1
            if not seen["left"]:
                fn(list(seen["grads"]))

        return receive

    return _MultiHandle([t.register_hook(hook(k)) for k, t in enumerate(tensors)])


def __getattr__(name):
    return find("torch.autograd.graph", name)
