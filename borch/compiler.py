"""torch.compiler and torch.compile: functions and modules run as they are.

Source: https://docs.pytorch.org/docs/stable/torch.compiler.html
"""

import contextlib

from ._core.op import function

__all__ = [
    "allow_in_graph", "assume_constant_result", "compile", "cudagraph_mark_step_begin", "disable", "get_default_backend",
    "is_compiling", "is_dynamo_compiling", "is_exporting", "list_backends", "reset", "set_default_backend", "set_stance",
    "substitute_in_graph",
]  # fmt: skip

BACKENDS = ("inductor", "eager", "aot_eager", "aot_eager_decomp_partition", "cudagraphs", "openxla", "tvm")
MODES = (None, "default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")


def compile(model=None, *, fullgraph=False, dynamic=None, backend=None, mode=None, options=None, name=None,
            disable=False, recompile_limit=None, isolate_recompiles=False, shapes_spec=None):  # fmt: skip
    """A function as it is, a module within an OptimizedModule; a decorator when no model is given. Nothing is compiled.

    A module runs as it did; what the result holds stands below `_orig_mod`, as in torch. NotImplementedError for a
    backend that is a function: it would be called with a graph, and there is none.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.compile.html

    >>> import borch as torch
    >>> @torch.compile(fullgraph=True)
    ... def double(x):
    ...     return x * 2
    >>> double(torch.ones(2))
    tensor([2., 2.])
    """
    backend = get_default_backend() if backend is None else backend
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if callable(backend):
        raise NotImplementedError(
            "torch.compile with a backend of one's own is not implemented in borch: no graph is made"
        )
    if backend not in BACKENDS:
        from ._dynamo.exc import InvalidBackend

        raise InvalidBackend(name=backend)
    if mode not in MODES and backend == "inductor":
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(MODES[1:])}")
    if model is None:
        return lambda fn: compile(fn, backend=backend, mode=mode, options=options, disable=disable)
    if not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    if disable or not hasattr(model, "_modules") or isinstance(model, type):
        return model
    from ._dynamo.eval_frame import OptimizedModule

    return OptimizedModule(model)


function(method=False)(compile)


def is_compiling():
    """False."""
    return False


def is_dynamo_compiling():
    """False."""
    return False


def is_exporting():
    """False."""
    return False


def disable(fn=None, recursive=True, *, reason=None):
    """`fn` itself; a decorator when none is given."""
    return (lambda f: f) if fn is None else fn


def allow_in_graph(fn):
    """`fn` itself."""
    return fn


def assume_constant_result(fn):
    """`fn` itself."""
    return fn


def reset():
    """Does nothing."""


def set_stance(stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
    """Does nothing, also as a context: what is not compiled has one way to run."""
    return contextlib.nullcontext()


def cudagraph_mark_step_begin():
    """Does nothing."""


_default = ["inductor"]


def get_default_backend():
    """The backend that `torch.compile` takes when it is given none.

    >>> import borch as torch
    >>> torch.compiler.get_default_backend()
    'inductor'
    """
    return _default[0]


def set_default_backend(backend):
    """Sets the backend that `torch.compile` takes when it is given none; None puts back the first.

    TypeError for what is neither a name nor a function.
    """
    if not (backend is None or isinstance(backend, str) or callable(backend)):
        raise TypeError(f"backend must be a string or callable, got {type(backend)}")
    _default[0] = "inductor" if backend is None else backend


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False):
    """A decorator that gives the function back: there is no graph in which it would stand for `original_fn`."""
    return lambda traceable_fn: traceable_fn


def list_backends(exclude_tags=()):
    """An empty list."""
    return []


@function(method=False)
def cond(pred, true_fn, false_fn, operands=()):
    """`true_fn(*operands)` where `pred` holds, else `false_fn(*operands)`.

    Source: https://docs.pytorch.org/docs/stable/cond.html

    >>> import borch as torch
    >>> torch.cond(torch.tensor(True), lambda x: x + 1, lambda x: x - 1, (torch.ones(1),))
    tensor([2.])
    """
    return (true_fn if bool(pred) else false_fn)(*operands)


@function(method=False)
def while_loop(cond_fn, body_fn, carried_inputs):
    """Runs `carried_inputs = body_fn(*carried_inputs)` as long as `cond_fn(*carried_inputs)` holds.

    Source: https://docs.pytorch.org/docs/stable/higher_order_ops/while_loop.html

    >>> import borch as torch
    >>> torch.while_loop(lambda x: x.sum() < 3, lambda x: (x + 1,), (torch.ones(1),))
    (tensor([3.]),)
    """
    while bool(cond_fn(*carried_inputs)):
        carried_inputs = body_fn(*carried_inputs)
    return carried_inputs
