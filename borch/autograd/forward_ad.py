"""Forward-mode differentiation: dual tensors, whose tangents are carried along by the operations.

Nothing is carried while the operations run. A dual tensor starts a recorded graph, and unpacking a result asks that
graph for the product of the Jacobian with the tangents, by differentiating twice. So operations inside a level are
recorded, results require a gradient there, also those of what a program runs under `no_grad`.

Source: https://docs.pytorch.org/docs/stable/autograd.html#forward-mode-automatic-differentiation
"""

import contextlib
from typing import NamedTuple

import numpy as np

from .._core import engine, saved
from .._core.args import type_name
from .._core.dtype import cast
from .._core.mode import mode, pushing
from .._core.op import op, wrap
from .._core.tensor import Tensor
from .grad_mode import _Switch

__all__ = [
    "UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "set_forward_grad_enabled",
    "unpack_dual",
]  # fmt: skip


NO_GRAD = (
    "a result of forward mode that had no_grad in it and that needs a gradient itself is not implemented in borch: what was "
    "under no_grad is recorded for the tangents, and that gradient would take it for more"
)


class UnpackedDualTensor(NamedTuple):
    """A dual tensor's two parts; the tangent is None where there is none.

    >>> import borch as torch
    >>> fwAD = torch.autograd.forward_ad
    >>> with fwAD.dual_level():
    ...     parts = fwAD.unpack_dual(fwAD.make_dual(torch.tensor(1.0), torch.tensor(2.0)))
    >>> parts
    UnpackedDualTensor(primal=tensor(1.), tangent=tensor(2.))
    """

    primal: Tensor
    tangent: Tensor | None


def requiring(tensor):
    """The tensor, a fresh one, as a leaf of a transform's own."""
    tensor._requires_grad = True
    return tensor


class _Ended:
    """Whether the transform that made a leaf has ended."""

    yet = False


def has_ended(leaf):
    """Whether a leaf belongs to a transform that has ended: nobody asks for its gradient any more."""
    return getattr(leaf, "_ended", _Ended).yet


class Own(list):
    """The tensors of a transform's own."""

    def __init__(self):
        self.ended = _Ended()

    def leaf(self, x):
        """A leaf in the place of `x`, in the same memory."""
        t = requiring(x.detach())
        t._ended = self.ended
        return t

    def end(self):
        self.ended.yet = True


class _Level:
    """An open level: its roots with their tangents, its own leaves, and whether ops were recorded before it."""

    innermost = True
    off = was_off = False  # whether the program has switched recording off, now or before

    def __init__(self):
        self.roots, self.leaves, self.recorded, self.ended = [], {}, mode.grad, _Ended()

    def keep(self, leaf):
        leaf._ended = self.ended
        self.leaves[id(leaf)] = leaf

    def end(self):
        self.ended.yet = True

    def add(self, tensor, tangent, kind):
        """A root for `tensor`, and the dual tensor on it."""
        if not tensor.requires_grad:
            tensor = requiring(tensor.detach())
            self.keep(tensor)
        root = kind(tensor)
        self.roots.append((root, tangent))
        return dual_root(root)


@contextlib.contextmanager
def level_of(level):
    """Context in which `level` is the open one; None for no level at all."""
    outer, mode.dual = mode.dual, level
    try:
        yield level
    finally:
        mode.dual = outer


def forward_level():
    """The context of a level of torch.func, which may lie in another one."""
    level = _Level()
    level.innermost = mode.dual is None
    return level_of(level)


def _copied(tensor):
    return tensor.detach().clone()


# The hooks with which what is saved may be written to in place afterwards, as it may where tangents are carried along.
COPIES = (_copied, lambda kept: kept)


class _State:
    enabled = True


state = _State()


def _identity(input):
    return input.view()


dual_root = op(name="Identity", node="Identity", method=False, namespace=None, input=lambda g: g)(_identity)
_result = op(
    name="_jvp_result",
    node="Identity",
    method=False,
    namespace=None,
    input=lambda g: None if mode.pushing else g,
)(_identity)


def enter_dual_level():
    """Opens a level and returns its number, always 0: levels do not nest. Ops are recorded until it is closed.

    >>> import borch as torch
    >>> torch.autograd.forward_ad.enter_dual_level()
    0
    >>> torch.autograd.forward_ad.exit_dual_level()
    """
    if mode.dual is not None:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    mode.dual = _Level()
    mode.grad = True
    saved.push(*COPIES)
    return 0


def exit_dual_level(*, level=None):
    """Closes the level; no tensor has a tangent afterwards.

    >>> import borch as torch
    >>> fwAD = torch.autograd.forward_ad
    >>> level = fwAD.enter_dual_level()
    >>> x = fwAD.make_dual(torch.tensor(1.0), torch.tensor(2.0))
    >>> fwAD.exit_dual_level()
    >>> fwAD.unpack_dual(x).tangent is None
    True
    """
    if mode.dual is None:
        raise RuntimeError("Dual level must be a positive number.")
    if level not in (None, 0):
        raise RuntimeError("Trying to exit a forward AD level that was not the last one that was created.")
    mode.grad = mode.dual.recorded
    mode.dual = None
    saved.pop()


class dual_level(_Switch):
    """A level as a context manager: dual tensors are made, used and unpacked inside.

    >>> import borch as torch
    >>> import borch.autograd.forward_ad as fwAD
    >>> with fwAD.dual_level():
    ...     x = fwAD.make_dual(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.5]))
    ...     print(fwAD.unpack_dual(x ** 2).tangent)
    tensor([2., 2.])
    """

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *exc):
        exit_dual_level()


class set_forward_grad_enabled(_Switch):
    """Whether `make_dual` gives tensors a tangent: set at once, and set back at the end of a `with` block.

    >>> import borch as torch
    >>> import borch.autograd.forward_ad as fwAD
    >>> with fwAD.dual_level(), fwAD.set_forward_grad_enabled(False):
    ...     fwAD.unpack_dual(fwAD.make_dual(torch.ones(1), torch.ones(1))).tangent is None
    True
    """

    def __init__(self, mode):
        self.mode = bool(mode)
        self._before, state.enabled = state.enabled, self.mode

    def again(self):
        return type(self)(self.mode)

    def __enter__(self):
        state.enabled = self.mode

    def __exit__(self, *exc):
        state.enabled = self._before


_set_fwd_grad_enabled = set_forward_grad_enabled


def make_dual(tensor, tangent, *, level=None):
    """A dual tensor with the values of `tensor` and a tangent of the same shape; it shares `tensor`'s memory.

    RuntimeError outside of a level, for another shape, and when `tensor` has a tangent already; ValueError for dtypes
    that are neither floating nor complex.

    >>> import borch as torch
    >>> import borch.autograd.forward_ad as fwAD
    >>> with fwAD.dual_level():
    ...     print(fwAD.unpack_dual(fwAD.make_dual(torch.ones(2), torch.tensor([3.0, 4.0]))).tangent)
    tensor([3., 4.])
    """
    if mode.dual is None or (level is not None and level < 0):
        raise RuntimeError(
            "Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first."
        )
    for name, t in (("primal", tensor), ("tangent", tangent)):
        if not (t.is_floating_point() or t.is_complex()):
            raise ValueError(f"Expected {name} to be floating point or complex, but got: {t.dtype}")
    if level not in (None, 0):
        raise RuntimeError("Invalid level given to _make_dual")
    check_tangent(tensor, tangent)
    _check_recording("make_dual")
    if not state.enabled:
        return tensor.view_as(tensor)
    if roots_of(tensor):
        raise RuntimeError(
            "Making a dual Tensor based on a Tensor that already has a forward gradient at the same level 0 is not "
            "supported."
        )
    if roots_of(tangent):
        raise RuntimeError(
            "Setting a forward grad that itself has a forward gradient at the same level0 is not supported."
        )
    return mode.dual.add(tensor, tangent if tangent.dtype is tensor.dtype else tangent.to(tensor.dtype), dual_root)


def check_tangent(tensor, tangent):
    if not (tangent.is_floating_point() or tangent.is_complex()):
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    if tensor.shape != tangent.shape:
        raise RuntimeError(
            "Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
            f"supported. Tensor is of size {list(tensor.shape)} while the given forward gradient is of size "
            f"{list(tangent.shape)}."
        )


def _check_recording(name):
    if not mode.grad:
        raise NotImplementedError(
            f"{name} under no_grad is not implemented in borch: tangents come from the recorded graph"
        )


def unpack_dual(tensor, *, level=None):
    """The primal and the tangent of a tensor; outside of a level, and where nothing dual went in, the tangent is None.

    >>> import borch as torch
    >>> import borch.autograd.forward_ad as fwAD
    >>> with fwAD.dual_level():
    ...     x = fwAD.make_dual(torch.tensor(2.0), torch.tensor(1.0))
    ...     print(fwAD.unpack_dual(x ** 3))
    UnpackedDualTensor(primal=tensor(8.), tangent=tensor(12.))
    """
    if mode.dual is None:
        return UnpackedDualTensor(tensor, None)
    if not isinstance(tensor, Tensor):
        raise TypeError(f"_unpack_dual(): argument 'dual' (position 1) must be Tensor, not {type_name(tensor)}")
    _check_recording("unpack_dual")
    roots = roots_of(tensor)
    if not roots:
        return UnpackedDualTensor(tensor, None)
    if level not in (None, 0):
        raise RuntimeError("Invalid level given to _fw_primal")
    tangent = _pushed(tensor, roots)
    primal = dual_root(tensor)
    return UnpackedDualTensor(_cut(primal), tangent if tangent is None else _cut(tangent))


# ---------------------------------------------------------------------------------------------------------- the product
def _walk(tensor):
    """The nodes and the leaves below a tensor."""
    if not tensor.requires_grad:
        return
    seen, stack = set(), [tensor._node or tensor]
    while stack:
        edge = stack.pop()
        edge = getattr(edge, "node", edge)
        if edge is None or id(edge) in seen:
            continue
        seen.add(id(edge))
        yield edge
        if not isinstance(edge, Tensor):
            stack.extend(edge.edges)


def roots_of(tensor):
    """The level's roots that a tensor was made of, with their tangents."""
    if not mode.dual.roots or not tensor.requires_grad:
        return []
    below = {id(edge) for edge in _walk(tensor)}
    return [pair for pair in mode.dual.roots if id(pair[0]._node) in below]


def ones_like(tensor):
    """The u of u^T J: any would do, but formulas may take its logarithm."""
    return wrap(cast(np.ones(tensor._array.shape, np.float32), tensor._array.dtype))


def _pushed(tensor, roots):
    """J v: the gradient of u^T J with respect to u in the direction v; None where nothing depends on the roots."""
    seed = requiring(ones_like(tensor))
    mode.dual.keep(seed)
    with level_of(None):
        return _product(tensor, seed, roots)


def _product(tensor, seed, roots):
    with pushing():
        gradients = engine.grad([tensor], [r for r, _ in roots], [seed], create_graph=True, allow_unused=True)
    found = [(g, t) for g, (_, t) in zip(gradients, roots, strict=True) if g is not None and t is not None]
    pairs = [(g, t) for g, t in found if g.requires_grad]
    if not pairs:
        return wrap(np.zeros(tensor._array.shape, tensor._array.dtype)) if found else None
    return engine.grad(
        [g for g, _ in pairs], [seed], [t for _, t in pairs], create_graph=True, materialize_grads=True
    )[0]  # fmt: skip


def _cut(t):
    """`t` without its graph, unless that reaches a tensor of the user's that requires a gradient."""
    leaves = (edge for edge in _walk(t) if isinstance(edge, Tensor))
    theirs = any(id(leaf) not in mode.dual.leaves and not has_ended(leaf) for leaf in leaves)
    if theirs and mode.dual.was_off:
        raise NotImplementedError(NO_GRAD)
    return t if theirs else t.detach()


# ------------------------------------------------------------------------------------------------------ custom Functions
def tangents_of(args):
    """The tangents of a custom Function's inputs; None where no input has one."""
    tangents = [unpack_dual(a).tangent if isinstance(a, Tensor) else None for a in args]
    if all(t is None for t in tangents):
        return None
    return [None if t is None else t.clone() for t in tangents]  # `jvp` may write to them


def apply_jvp(function, ctx, args, tangents, outputs):
    """The outputs of a custom Function with the tangents that its `jvp` gives."""
    if ctx._materialize:
        tangents = [
            wrap(np.zeros_like(a._array)) if t is None and isinstance(a, Tensor) and a._array.dtype.kind in "fcV" else t
            for a, t in zip(args, tangents, strict=True)
        ]
    ctx._in_jvp = True
    try:
        with level_of(None):
            results = function.jvp(ctx, *tangents)
    finally:
        ctx._in_jvp = False
    results = results if isinstance(results, tuple) else (results,)
    if len(results) != len(outputs):
        raise RuntimeError(
            f"{function.__name__}.jvp returned {len(results)} tangents for {len(outputs)} outputs of forward"
        )
    for k, (o, t) in enumerate(zip(outputs, results, strict=True)):
        if t is not None and not isinstance(t, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(t).__name__}) for grad output {k}.")
        if t is not None and isinstance(o, Tensor):
            check_tangent(o, t)
    return [
        mode.dual.add(o, t, _result) if isinstance(o, Tensor) and o._array.dtype.kind in "fcV" else o
        for o, t in zip(outputs, results, strict=True)
    ]
