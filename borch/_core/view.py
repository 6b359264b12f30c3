"""Views: tensors that share another's memory, and in-place writes through them.

A view keeps its base (the tensor that owns the memory) and how often that had been written to when its own node was made.
After a write in place to the base or to another view, each view rebuilds its node from the base when it is next asked.
"""

from types import SimpleNamespace

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .dtype import cast
from .mirror import Linked
from .mode import ENTERED, InferenceWrites, mode
from .nodata import is_meta
from .node import Node, Output, next_sequence, op_name
from .tensor import Tensor, differentiable, new, wrap

ndarray = np.ndarray


# Why a recorded in-place write to a view is refused: it came out of a function with several views, or was made in a mode
# without recording, for which torch's sentence has the mode's name and what is so now.
UNRECORDED = ("no_grad", "with grad mode enabled")
INFERENCE = ("inference", "in normal mode")
MULTIPLE = (
    "This view is the output of a function that returns multiple views. Such functions do not allow the output views to "
    "be modified inplace. You should replace the inplace operation by an out-of-place one."
)

FUNCTION = (
    "This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to "
    "handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect "
    "gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function."
)


def mark_view(out, input):
    """Makes `out`, whose array shares the memory of `input`, a view of it."""
    base = input._base
    if base is None:
        base = input
    out._base = base
    out._writes = writes = base._writes if base is input else input._writes
    if type(writes) is not InferenceWrites:
        out._seen = writes[0]
    if input._bit is not None:
        out._bit = input._bit
    if input._view_refusal is not None:
        out._view_refusal = input._view_refusal
    if not mode.grad:
        out._view_refusal = INFERENCE if mode.inference else UNRECORDED


def mark_views(op, input, outputs):
    """Several views from one op; torch forbids writing to them in place when that is recorded."""
    for out in outputs:
        mark_view(out, input)
        if mode.grad:
            out._view_refusal = MULTIPLE


def refusal(tensor, what="is being"):
    """torch's words for an in-place write to a view that must not be written to."""
    node, why = tensor._node, tensor._view_refusal
    whole = why is MULTIPLE or why is FUNCTION  # the reason is a sentence of its own
    there, now = UNRECORDED if whole else why
    if node is None:
        start = f"A view was created in {there} mode and {what} modified inplace {now}. "
    else:
        name, index = (op_name(node.node), node.index) if isinstance(node, Output) else (op_name(node), 0)
        start = f"Output {index} of {name} is a view "
        if not whole:
            start += f"of a view which was created in {there} mode "
        start += f"and {what} modified inplace" + (". " if whole else f" {now}. ")
    if whole:
        return start + why
    block = "inference_mode" if why is INFERENCE else "no_grad"
    return (
        f"{start}Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving "
        f"both the view and the inplace either both inside the {block} block (if you don't want the inplace to be tracked) "
        "or both outside (if you want the inplace to be tracked)."
    )


def strides_of(tensor):
    """Strides in elements. numpy leaves those of size-1 and empty axes free; they are given as torch gives them."""
    array = tensor._array
    shape = array.shape
    odd = 1 in shape or 0 in shape
    own = tensor._base is None and not tensor._turned
    if odd and array.flags.c_contiguous and (own or (not array.size and 0 in array.strides)):
        strides, step = [], 1
        for n in reversed(shape):
            strides.append(step)
            step *= n or 1
        return tuple(strides[::-1])
    size = array.itemsize
    return tuple([s // size for s in array.strides])


Tensor._strides = strides_of


def is_stale(view):
    """Whether a view's history must be taken from its base before an op on it is recorded."""
    return mode.grad and view._base is not None and view._base._requires_grad and view._seen != view._writes[0]


def refresh(view):
    """Makes a view of a base that requires a gradient require one too, and rebuilds its node after writes in place."""
    if not differentiable(view._array.dtype):
        return
    if view._seen == view._writes[0]:  # made while nothing was recorded, or before the base required a gradient
        view._requires_grad = view._rootless = True
        return
    if view._view_refusal is not None:
        raise RuntimeError(refusal(view, "its base or another view of its base has been"))
    rebuild(view)


def rebuild(view):
    """A new node for a view, read anew out of its base."""
    view._seen = view._writes[0]
    view._node = AsStridedBackward0.of(view, view._base)
    view._requires_grad, view._rootless = True, False


def refuse_inference(tensor):
    """torch's error for an in-place write to an inference tensor outside that mode."""
    if type(tensor._writes) is InferenceWrites and not mode.inference:
        raise RuntimeError(
            "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
            "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details."
        )


def check_writable(tensor, recording, overlaps=False):
    """Raises torch's errors for a tensor that must not be written to in place.

    overlaps  whether several elements may lie in one place, as when all get the same value
    """
    array = tensor._array
    if ENTERED:
        refuse_inference(tensor)
    if recording:
        if tensor._view_refusal is not None:
            raise RuntimeError(refusal(tensor))
        if tensor._requires_grad:
            if tensor._base is not None and tensor._base._node is None:
                raise RuntimeError(
                    "a view of a leaf Variable that requires grad is being used in an in-place operation."
                )
            if tensor._node is None:
                raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
            if type(tensor._writes) is Linked and tensor._writes.shows_leaf():
                raise RuntimeError(
                    "a view of a leaf Variable that requires grad is being used in an in-place operation."
                )
    if (
        not overlaps
        and array.size
        and 0 in array.strides
        and any(st == 0 and n > 1 for st, n in zip(array.strides, array.shape, strict=True))
    ):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation."
        )
    if not array.flags.writeable:
        tensor._array = writable(array)


def is_dense(array):
    """Whether the elements fill one stretch of memory without gaps or overlaps, in whatever order of axes."""
    if array.flags.c_contiguous or array.flags.f_contiguous:
        return True
    step = array.itemsize
    for stride, n in sorted((s, n) for s, n in zip(array.strides, array.shape, strict=True) if n != 1):
        if stride != step:
            return False
        step *= n
    return True


def check_overlap(target, source, alone=False):
    """torch's error for an array that is written to while it shares some, but not all, of its places with a source.

    alone  sharing all of them is refused too
    """
    if is_meta(target) or is_meta(source) or (target is source and not alone):
        return
    if not (target.size and source.size and is_dense(target) and is_dense(source)):
        return
    distance = source.__array_interface__["data"][0] - target.__array_interface__["data"][0]
    same = distance == 0 and target.nbytes == source.nbytes
    if same and not alone and (target.strides == source.strides or target.size == 1):
        return
    if -source.nbytes < distance < target.nbytes:
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
            "location. Please clone() the tensor before performing the operation."
        )


def writable(array):
    """The same memory, writable, for an array that numpy marked read-only only because it was broadcast."""
    owner = array
    while owner.base is not None and isinstance(owner.base, ndarray):
        owner = owner.base
    if not owner.flags.writeable:
        raise RuntimeError("the tensor's memory is read-only: it came from a numpy array that must not be written to")
    return as_strided(owner.reshape(-1)[:0], (0,), (0,)) if not array.size else _reopen(array, owner)


def _reopen(array, owner):
    offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    flat = as_strided(owner, (owner.size,), (owner.itemsize,))
    return as_strided(flat[offset // owner.itemsize :].view(array.dtype), array.shape, array.strides, writeable=True)


def rebase(tensor, node):
    """Makes `node`, which recorded an in-place write to `tensor`, the history of its memory."""
    base = tensor._base
    tensor._writes[1:] = (op_name(node) if base is None else "torch::autograd::CopySlices",)
    if base is None:
        tensor._requires_grad = True
        tensor._node = node
    else:
        base._node = CopySlices.of(base, tensor, node)
        base._requires_grad = True
        rebuild(tensor)
    if type(tensor._writes) is Linked:
        tensor._writes.record(tensor)


def offsets(array):
    """For each element, how many elements of memory lie between it and the first one."""
    size, where = array.itemsize, np.zeros((), np.int64)
    for n, stride in zip(array.shape, array.strides, strict=True):
        where = where[..., None] + np.arange(n, dtype=np.int64) * (stride // size)
    return where


def positions(base, view):
    """For each element of `view`, its position in `base` read row by row; -1 where `base` has none."""
    b, v = base._array, view._array
    if is_meta(v):
        return type(v)(v.shape, np.dtype(np.int64))
    if not (b.size and v.size):
        return np.full(v.shape, -1, np.int64)
    where = offsets(v)
    if v is not b:
        where += (v.__array_interface__["data"][0] - b.__array_interface__["data"][0]) // b.itemsize
    if b.flags.c_contiguous and where.min() >= 0 and where.max() < b.size:
        return where
    held = offsets(b).reshape(-1)
    low, high = held.min(), held.max()
    index = np.full(high - low + 1, -1, np.int64)
    index[held - low] = np.arange(b.size)
    inside = (where >= low) & (where <= high)
    return np.where(inside, index[np.where(inside, where - low, 0)], -1)


# Views of the parts of complex numbers, and complex views of pairs: both sides are then seen as real numbers.
def pairs(base, view):
    """Whether base and view are complex, where only one of them is; else twice False."""
    of_base, of_view = (t._array.dtype.kind == "c" for t in (base, view))
    return (of_base, of_view) if of_base != of_view else (False, False)


def part_positions(base, view):
    """`positions` of real numbers, with a last axis for the parts of complex ones."""
    return positions(*(SimpleNamespace(_array=real_form(t._array)) for t in (base, view)))


def real_form(array):
    if array.dtype.kind != "c":
        return array
    if is_meta(array):
        return array.real.seen((*array.shape, 2), (*array.strides, array.itemsize // 2))
    return as_strided(array.real, (*array.shape, 2), (*array.strides, array.itemsize // 2))


def as_pairs(g):
    """A complex gradient as real numbers, with a last axis of two."""
    if isinstance(g, ndarray):
        return real_form(np.ascontiguousarray(g) if g.dtype.kind == "c" else g.astype(np.result_type(g, np.complex64)))
    from .op import OPS

    return OPS["view_as_real"](g)


def as_complex(g):
    """A gradient of pairs as complex numbers."""
    if isinstance(g, ndarray):
        out = np.empty(g.shape[:-1], np.result_type(g, np.complex64))
        out.real, out.imag = g[..., 0], g[..., 1]
        return out
    from .op import OPS

    return OPS["complex"](g[..., 0], g[..., 1])


class AsStridedBackward0(Node):
    """A view read anew out of its base: the gradient goes back to the places that the view shows."""

    versions = ()

    @classmethod
    def of(cls, view, base):
        node = new(cls)
        node.sequence = next_sequence()
        node.edges = (base._node or base,)
        node.pairs = pairs(base, view)
        node.where = part_positions(base, view) if any(node.pairs) else positions(base, view)
        node.base_shape = base._array.shape
        return node

    def pull(self, g):
        of_base, of_view = self.pairs
        shape = (*self.base_shape, 2) if of_base else self.base_shape
        out = scatter_flat(as_pairs(g) if of_view else g, self.where, shape)
        return (as_complex(out) if of_base else out,)

    def lifted(self):
        return self

    def saved_value(self, name):
        raise AttributeError(f"'AsStridedBackward0' object has no attribute '_saved_{name}'")


class CopySlices(Node):
    """An in-place op on a view, seen from the base: `inner` pulls the part of the gradient that the view shows."""

    @classmethod
    def of(cls, base, view, inner):
        node = new(cls)
        node.sequence = next_sequence()
        edge = (base._node or base) if base._requires_grad else None
        node.edges = (edge, *inner.edges[1:])
        node.inner = inner
        node.pairs = pairs(base, view)
        node.where = part_positions(base, view) if any(node.pairs) else positions(base, view)
        node.base_shape = base._array.shape
        node.versions = ()
        return node

    def name(self):
        return "torch::autograd::CopySlices"

    def release(self):
        self.inner.release()

    def pull(self, g):
        of_base, of_view = self.pairs
        g = as_pairs(g) if of_base else g
        part = gather_flat(g, self.where)
        part = as_complex(part) if of_view else part
        inner = self.inner
        edges = inner.edges
        # the write's own first edge is wanted whenever the base has a history
        inner.edges = (edges[0] if self.edges[0] is None else self.edges[0], *edges[1:])
        wrapping = inner.wants_tensors and isinstance(part, ndarray)
        try:
            grads = list(inner.pull(wrap(part) if wrapping else part))
        finally:
            inner.edges = edges
        if self.edges[0] is not None:
            first = grads[0] if edges[0] is not None else None
            first = as_pairs(first) if of_view and first is not None else first
            whole = replace_flat(g, self.where, first)
            grads[0] = as_complex(whole) if of_base else whole
        return grads

    def lifted(self):
        from .lift import lift

        node = new(CopySlices)
        node.__dict__.update(self.__dict__)
        node.inner = lift(self.inner)
        return node

    def saved_value(self, name):
        raise AttributeError(f"'CopySlices' object has no attribute '_saved_{name}'")


# These three run on arrays and, under create_graph, on Tensors through the ops that bear the same meaning.
def gather_flat(g, where):
    if isinstance(g, ndarray):
        return np.asarray(g.reshape(-1)[where])
    from .op import OPS

    return OPS["take"](g, wrap(where))


def scatter_flat(g, where, shape):
    """Zeros of `shape` with `g` added at the flat positions `where`."""
    size = int(np.prod(shape, dtype=np.int64))
    outside = where.size and where.min() < 0
    if isinstance(g, ndarray):
        out = np.zeros(size, g.dtype)
        flat, g = where.reshape(-1), g.reshape(-1)
        if outside:
            flat, g = flat[flat >= 0], g[flat >= 0]
        np.add.at(out, flat, g)
        return out.reshape(shape)
    from .op import OPS

    if outside:
        g = OPS["mul"](g, wrap(cast((where >= 0).astype(np.float32), g._array.dtype)))
        where = np.maximum(where, 0)
    zeros = wrap(np.zeros(size, g._array.dtype))
    flat = OPS["index_add"](zeros, 0, wrap(where.reshape(-1)), OPS["reshape"](g, (-1,)))
    return OPS["reshape"](flat, shape)


def replace_flat(g, where, part):
    """`g` with the elements at the flat positions `where` replaced by `part` (zeros for None)."""
    if isinstance(g, ndarray):
        out = g.copy().reshape(-1)
        out[where.reshape(-1)] = 0 if part is None else part.reshape(-1)
        return out.reshape(g.shape)
    from .op import OPS

    kept = np.ones(g._array.size, np.float32)
    kept[where.reshape(-1)] = 0
    out = OPS["mul"](g, wrap(cast(kept.reshape(g._array.shape), g._array.dtype)))
    return out if part is None else out + scatter_flat(part, where, g._array.shape)
