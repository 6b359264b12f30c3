"""torch.compiler and torch.compile: functions and modules run as they are.

Source: https://docs.pytorch.org/docs/stable/torch.compiler.html
"""

from ._core.op import function

__all__ = [
    "allow_in_graph", "assume_constant_result", "compile", "cudagraph_mark_step_begin", "disable", "is_compiling",
    "is_dynamo_compiling", "is_exporting", "list_backends", "reset",
]  # fmt: skip


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False,
            recompile_limit=None):  # fmt: skip
    """`model` itself; a decorator when no model is given. Nothing is compiled.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.compile.html

    >>> import borch as torch
    >>> @torch.compile(fullgraph=True)
    ... def double(x):
    ...     return x * 2
    >>> double(torch.ones(2))
    tensor([2., 2.])
    """
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    return (lambda fn: fn) if model is None else model


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


def cudagraph_mark_step_begin():
    """Does nothing."""


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
