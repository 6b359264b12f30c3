"""Checkpointing of activations: what backward needs of a part of a model is computed again instead of kept.

Source: Chen et al. 2016, arXiv:1604.06174; https://docs.pytorch.org/docs/stable/checkpoint.html
"""

import contextlib
import warnings

import numpy as np

from .._core import engine
from .._core.device import CPU
from .._core.dtype import from_numpy
from .._core.mode import mode
from .._core.node import next_sequence
from .._core.op import edge_of
from .._core.size import Size
from .._core.tensor import Tensor
from ..amp.autocast_mode import (
    autocast,
    get_autocast_dtype,
    is_autocast_cache_enabled,
    is_autocast_enabled,
)
from ..autograd.function import Function
from ..autograd.grad_mode import enable_grad, no_grad
from ..nn.modules.container import Sequential
from ..random.seeding import fork_rng, get_rng_state, set_rng_state

__all__ = [
    "CheckpointError", "CheckpointFunction", "check_backward_validity", "checkpoint", "checkpoint_sequential",
    "detach_variable", "get_device_states", "noop_context_fn", "set_checkpoint_debug_enabled", "set_checkpoint_early_stop",
]  # fmt: skip

_ABSENT = (
    "CheckpointPolicy", "DefaultDeviceType", "GraphExecGroup", "SAC_IGNORED_OPS", "SelectiveCheckpointContext",
    "create_selective_checkpoint_contexts",
)  # fmt: skip

_early_stop = None  # what set_checkpoint_early_stop says, over the argument of each call


def __getattr__(name):
    if name in _ABSENT:
        raise NotImplementedError(f"torch.utils.checkpoint.{name} is not implemented in borch")
    raise AttributeError(f"module 'torch.utils.checkpoint' has no attribute '{name}'")


TIP = """

Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint\u2011debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""


class CheckpointError(RuntimeError):
    """The function did something else when it was computed again."""


def get_device_states(*args):
    """The devices of the tensors among `args` and their random states, of accelerators alone: two empty lists."""
    return [], []


def set_device_states(devices, states, *, device_type=None):
    """Sets the random states that `get_device_states` gave; there are none."""


def noop_context_fn():
    """Two contexts that do nothing: the default of `context_fn`."""
    return contextlib.nullcontext(), contextlib.nullcontext()


def checkpoint(
    function, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check="default", debug=False,
    early_stop=True, preserve_rng_state=True, **kwargs,
):  # fmt: skip
    """`function(*args, **kwargs)`, whose saved tensors are freed at once and computed again in backward.

    use_reentrant=False keeps the function's own graph and works with `torch.autograd.grad` and keyword arguments; True
    records the call as one node and needs an argument that requires a gradient. The random state is that of the first
    time, unless `preserve_rng_state` is False. `context_fn` gives a context for each of both times. CheckpointError if
    the second time saves other tensors (determinism_check "none": other shapes and dtypes may pass); ValueError for
    keyword arguments that do not go with use_reentrant. With `early_stop` what the second time saves beyond the first
    does not matter. `debug` is accepted and changes nothing.

    >>> import borch as torch
    >>> from borch.utils.checkpoint import checkpoint
    >>> x = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> y = checkpoint(lambda x: (x * x).exp(), x, use_reentrant=False)
    >>> y.sum().backward()
    >>> x.grad
    tensor([  5.4366, 218.3926])
    """
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, "
            "calling checkpoint without use_reentrant will raise an exception. use_reentrant=False is recommended, but if "
            "you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more "
            "details on the differences between the two variants.",
            stacklevel=2,
        )
        use_reentrant = True
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        if context_fn is not noop_context_fn or debug is not False:
            raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
        return CheckpointFunction.apply(function, preserve_rng_state, *args)
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    early_stop = early_stop if _early_stop is None else _early_stop
    return _Recomputed(function, args, kwargs, preserve_rng_state, context_fn(), determinism_check, early_stop).run()


@contextlib.contextmanager
def _as_before(state, autocasts):
    """Inside, the random state `state` (None: as it is) and the autocast that was in force; afterwards those from before."""
    with autocast("cpu", **autocasts), fork_rng() if state is not None else contextlib.nullcontext():
        if state is not None:
            set_rng_state(state)
        yield


def _autocasts():
    """What autocast is set to on the CPU."""
    return {
        "enabled": is_autocast_enabled("cpu"), "dtype": get_autocast_dtype("cpu"),
        "cache_enabled": is_autocast_cache_enabled(),
    }  # fmt: skip


# ------------------------------------------------------------------------------------- the function's own graph is kept
class _Recomputed:
    """A function's nodes, whose saved values are dropped after forward and computed again when one is asked for."""

    def __init__(self, function, args, kwargs, preserve_rng_state, contexts, determinism_check, early_stop):
        self.function, self.args, self.kwargs = function, args, kwargs
        self.state, self.autocasts = get_rng_state() if preserve_rng_state else None, _autocasts()
        self.first_context, self.second_context = contexts
        self.checked, self.early_stop = determinism_check == "default", early_stop

    def run(self):
        with self.first_context:
            output, nodes = _nodes_of(self.function, self.args, self.kwargs)
        self.nodes = [node for node in nodes if _arrays(node)]
        self.forms = [[_form(array) for array in _arrays(node)] for node in self.nodes]
        for node in self.nodes:
            node.late = None
            del node.saved
            node.versions = ((None, 0, ""),)  # to be freed like saved tensors, with nothing to be watched for changes
            node.recompute = self.again
        return output

    def again(self):
        """Computes the function once more and puts what its nodes save into the first ones."""
        with _as_before(self.state, self.autocasts), enable_grad(), self.second_context:
            _, nodes = _nodes_of(self.function, self.args, self.kwargs)
        nodes = [node for node in nodes if _arrays(node)]
        if self.early_stop:
            nodes = nodes[: len(self.nodes)]
        self.compare(nodes)
        for old, fresh in zip(self.nodes, nodes, strict=True):
            if "saved" not in old.__dict__:
                old.saved = fresh.settled()

    def compare(self, nodes):
        forms = [[_form(array) for array in _arrays(node)] for node in nodes]
        if [len(f) for f in forms] != [len(f) for f in self.forms]:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {sum(map(len, self.forms))}\n"
                f"Number of tensors saved during recomputation: {sum(map(len, forms))}.{TIP}"
            )
        pairs = zip(sum(self.forms, []), sum(forms, []), strict=True)
        unlike = [
            f"tensor at position {k}:\nsaved metadata: {old}\nrecomputed metadata: {fresh}"
            for k, (old, fresh) in enumerate(pairs)
            if old != fresh
        ]
        if unlike and self.checked:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during "
                "the forward pass.\n" + "\n".join(unlike) + f"\n.{TIP}"
            )


def _nodes_of(function, args, kwargs):
    """The function's output and the ops' nodes that the call recorded below it, in the order of recording."""
    start = next_sequence()
    output = function(*args, **kwargs)
    roots = [edge_of(t) for t in _tensors(output)]
    order, _ = engine.collect([edge for edge in roots if edge is not None])
    return output, [node for node in reversed(order) if node.sequence > start and node.op is not None]


def _tensors(value):
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in _tensors(v)] if isinstance(value, (list, tuple)) else []


def _arrays(node):
    found = []
    for values in node.settled() or ():
        for value in values or ():
            found += [v for v in (value if isinstance(value, list) else [value]) if isinstance(v, np.ndarray)]
    return found


def _form(array):
    return {"shape": Size(array.shape), "dtype": from_numpy(array.dtype), "device": CPU}


# ---------------------------------------------------------------------------------------------- one node for the whole
class CheckpointFunction(Function):
    """The reentrant form: forward records nothing, backward computes the function again and runs a backward of its own."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.random_state, ctx.autocasts = get_rng_state() if preserve_rng_state else None, _autocasts()
        ctx.places = [k for k, arg in enumerate(args) if isinstance(arg, Tensor)]
        ctx.inputs = [None if isinstance(arg, Tensor) else arg for arg in args]
        ctx.save_for_backward(*(args[k] for k in ctx.places))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if mode.partial:
            raise RuntimeError(
                "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` "
                "parameter to .backward(). To resolve this error, you can either set use_reentrant=False, or call "
                ".backward() without passing the `inputs` argument."
            )
        inputs = list(ctx.inputs)
        for k, tensor in zip(ctx.places, ctx.saved_tensors, strict=True):
            inputs[k] = tensor
        inputs = detach_variable(tuple(inputs))
        with _as_before(ctx.random_state, ctx.autocasts), enable_grad():
            outputs = ctx.run_function(*inputs)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [(t, g) for t, g in zip(outputs, grads, strict=True) if isinstance(t, Tensor) and t.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        engine.backward([t for t, _ in pairs], [g for _, g in pairs])
        return (None, None, *(x.grad if isinstance(x, Tensor) else None for x in inputs))


def detach_variable(inputs):
    """The inputs, a tuple, with tensors outside the graph that require gradients as before."""
    if not isinstance(inputs, tuple):
        raise RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(inputs).__name__}")
    return tuple(x.detach().requires_grad_(x.requires_grad) if isinstance(x, Tensor) else x for x in inputs)


def check_backward_validity(inputs):
    """Warns when no input requires a gradient."""
    if not any(isinstance(x, Tensor) and x.requires_grad for x in inputs):
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=4)


# -------------------------------------------------------------------------------------------------------- whole models
def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """A Sequential, or a list of functions, in `segments` parts, of which all but the last are checkpointed.

    >>> import borch as torch
    >>> from borch.utils.checkpoint import checkpoint_sequential
    >>> x = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> functions = [torch.exp, torch.sin, torch.cos, torch.neg]
    >>> checkpoint_sequential(functions, 2, x, use_reentrant=False)
    tensor([-0.9168, -0.6264], grad_fn=<NegBackward0>)
    """
    if use_reentrant is None:
        warnings.warn(
            "torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. In "
            "version 2.9 we will raise an exception if use_reentrant is not passed. use_reentrant=False is recommended, "
            "but if you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for "
            "more details on the differences between the two variants.",
            stacklevel=2,
        )
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if isinstance(functions, Sequential):
        functions = list(functions.children())

    def part(start, end):
        def forward(input):
            for function in functions[start:end]:
                input = function(input)
            return input

        return forward

    size = len(functions) // segments
    end = 0
    for start in range(0, size * (segments - 1), size):
        end = start + size
        input = checkpoint(part(start, end), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return part(end, len(functions))(input)


@contextlib.contextmanager
def set_checkpoint_early_stop(enable):
    """Context that sets `early_stop` of every checkpoint made inside."""
    global _early_stop
    before, _early_stop = _early_stop, enable
    try:
        yield
    finally:
        _early_stop = before


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled):
    """Accepted: borch's errors are the same with and without."""
    yield
