"""Custom Functions: a forward and a backward of the user's own, recorded as one node.

Source: https://docs.pytorch.org/docs/stable/autograd.html#function
"""

import inspect
import warnings

import numpy as np

from .._core.anomaly import anomaly, call_lines
from .._core.dtype import BFLOAT16, bfloat16, widen
from .._core.mode import mode
from .._core.node import FREED, Node, Output, changed, fit, form_of, next_sequence, op_name
from .._core.op import OPS, edge_of, wrap
from .._core.tensor import Tensor, new

__all__ = [
    "BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "InplaceFunction", "NestedIOFunction",
    "once_differentiable",
]  # fmt: skip


class FunctionCtx:
    """What `forward` and `backward` share: saved tensors, flags, and any attribute the user sets."""

    def __init__(self):
        self._saved = ()
        self._dirty = self._non_differentiable = ()
        self._materialize = True
        self.needs_input_grad = ()

    def save_for_backward(self, *tensors):
        """Keeps tensors for backward; changing one in place afterwards makes backward raise."""
        for k, t in enumerate(tensors):
            if not (isinstance(t, Tensor) or t is None):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {k} is of type {type(t).__name__}"
                )
        self._saved = tensors

    def save_for_forward(self, *tensors):
        """Keeps tensors for jvp."""
        self._saved_forward = tensors

    def mark_dirty(self, *tensors):
        """Says which inputs forward changed in place; they must be returned."""
        self._dirty = tensors

    def mark_non_differentiable(self, *tensors):
        """Says which outputs have no gradient."""
        self._non_differentiable = tensors

    def set_materialize_grads(self, value):
        """Whether backward gets zeros (True) or None for outputs that have no gradient."""
        self._materialize = value

    @property
    def saved_tensors(self):
        if self._in_jvp:
            return self._saved_forward
        node = self._node
        if node is not None and node.versions is FREED:
            raise RuntimeError(FREED)
        return tuple(_unpack(node, s) for s in self._saved)

    saved_variables = saved_tensors
    _node = None
    _saved_forward = ()
    _in_jvp = False


def _unpack(node, saved):
    if saved is None or isinstance(saved, Tensor):
        return saved
    if not isinstance(saved, _SavedOutput):
        return saved.tensor()  # packed by a saved-tensor hook
    t = wrap(saved.array)
    if saved.index is not None:
        t._requires_grad, t._node = True, Output(node, saved.index) if node.outputs > 1 else node
    return t


class _SavedOutput:
    """An output that was saved: its array and place, so that node and output do not hold each other."""

    def __init__(self, array, index):
        self.array, self.index = array, index


def _is_kept(saved):
    return saved is not None


def backward_of(function):
    """The backward of a custom Function, which may also be called vjp."""
    backward, vjp = function.backward, function.vjp
    if vjp is Function.vjp:
        return backward
    if backward is not Function.backward:
        raise RuntimeError(
            "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of "
            "them."
        )
    return vjp


def _of_output(grad, meta):
    """A gradient of a bfloat16 output, which came widened, in that dtype again."""
    if grad is None or meta is None or meta[1] != BFLOAT16 or grad._array.dtype == BFLOAT16:
        return grad
    return OPS["to_dtype"](grad, bfloat16)


class BackwardCFunction(Node):
    """The node of a custom Function; its class is named after it."""

    wants_tensors = True

    def __repr__(self):
        return f"<torch.autograd.function.{type(self).__name__} object at {id(self):#x}>"

    @property
    def _forward_cls(self):
        return self.function

    def pull(self, g):
        self.check()
        ctx = self.ctx
        grads = g if isinstance(g, list) else [g]
        if ctx._materialize:
            grads = [
                wrap(np.zeros(m[0], m[1])) if x is None and m is not None else x
                for x, m in zip(grads, self.output_metas, strict=True)
            ]
        grads = [_of_output(x, m) for x, m in zip(grads, self.output_metas, strict=True)]
        results = backward_of(self.function)(ctx, *grads)
        results = results if isinstance(results, tuple) else (results,)
        results = self.count(results)
        return [self.checked(k, r) for k, r in enumerate(results)]

    def check(self):
        if self.versions is FREED:
            raise RuntimeError(FREED)
        for (cell, expected, tensor), saved in zip(self.versions, filter(_is_kept, self.ctx._saved), strict=True):
            if cell[0] != expected:
                edge = saved._node if isinstance(saved, Tensor) else Output(self, saved.index or 0)
                owner, index = (edge.node, edge.index) if isinstance(edge, Output) else (edge, 0)
                origin = "" if edge is None else f", which is output {index} of {op_name(owner)},"
                raise RuntimeError(changed(*form_of(tensor._array), origin, cell[0], expected))

    def count(self, results):
        expected = len(self.edges)
        name = type(self).__name__
        if len(results) > expected and all(r is None for r in results[expected:]):
            results = results[:expected]
        if len(results) != expected:
            raise RuntimeError(
                f"function {name} returned an incorrect number of gradients (expected {expected}, got {len(results)})"
            )
        return results

    def checked(self, k, result):
        if result is None or self.edges[k] is None:
            return None
        if not isinstance(result, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(result).__name__})")
        shape = self.metas[k][0]
        have = result._array.shape
        if have != shape:
            try:
                fits = np.broadcast_shapes(shape, have) == have
            except ValueError:
                fits = False
            if not fits:
                raise RuntimeError(
                    f"Function {type(self).__name__} returned an invalid gradient at index {k} - got {list(have)} but "
                    f"expected shape compatible with {list(shape)}"
                )
        return fit(result if mode.grad else widen(result._array), self.metas[k])

    def lifted(self):
        return self

    def release(self):
        if self.versions:
            self.ctx._saved = ()
            self.versions = FREED

    def saved_value(self, name):
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '_saved_{name}'")

    def __getattr__(self, name):
        if name == "saved_tensors":
            return self.ctx.saved_tensors
        if not name.startswith("_") and name not in ("ctx", "function"):
            return getattr(self.ctx, name)
        return Node.__getattr__(self, name)


class Function:
    """The base of a custom differentiable function: define static `forward(ctx, ...)` and `backward(ctx, *grads)`.

    Call it with `apply`. With a static `setup_context(ctx, inputs, output)`, forward takes no ctx.

    >>> import borch as torch
    >>> class Cube(torch.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x ** 3
    ...     @staticmethod
    ...     def backward(ctx, grad_output):
    ...         (x,) = ctx.saved_tensors
    ...         return grad_output * 3 * x ** 2
    >>> x = torch.tensor(2.0, requires_grad=True)
    >>> Cube.apply(x).backward()
    >>> x.grad
    tensor(12.)
    """

    generate_vmap_rule = False

    def __init__(self, *args, **kwargs):
        warnings.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should "
            "invoke them on the class itself. Instantiating an autograd function will raise an error in a future "
            "version of PyTorch.",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd function "
            "with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)"
        )

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

    @staticmethod
    def vmap(info, in_dims, *args):
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
            "generate_vmap_rule=True."
        )

    @classmethod
    def apply(cls, *args, **kwargs):
        """Runs forward without recording and records the call as one node."""
        apart = cls.setup_context is not Function.setup_context
        if apart:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        if mode.transforms:
            check_transforms(cls, apart)
        ctx = _context_class(cls)()
        edges = [edge_of(a) if isinstance(a, Tensor) else None for a in args]
        ctx.needs_input_grad = tuple(e is not None for e in edges)
        recording = mode.grad and any(e is not None for e in edges)
        tangents = None
        if recording and mode.dual is not None and mode.dual.innermost:
            from .forward_ad import apply_jvp, tangents_of

            tangents = tangents_of(args)
        before, mode.grad = mode.grad, False
        try:
            if apart:
                output = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, output)
            else:
                output = cls.forward(ctx, *args, **kwargs)
        finally:
            mode.grad = before
        outputs = list(output) if isinstance(output, tuple) else [output]
        if recording and any(all(d is not t for t in outputs) for d in ctx._dirty):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
                "modified inplace must all be outputs of the Function."
            )
        for k, t in enumerate(outputs):
            if isinstance(t, Tensor):
                outputs[k] = _own(ctx, t, args)
        if recording:
            if any(d._node is None and d.requires_grad for d in ctx._dirty):
                raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
            _record(cls, ctx, args, edges, outputs)
            if tangents is not None:
                outputs = apply_jvp(cls, ctx, args, tangents, outputs)
        return tuple(outputs) if isinstance(output, tuple) else outputs[0]


EXTENDING = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"


def check_transforms(cls, apart):
    """torch's errors for a custom Function that lacks what the transforms of torch.func ask of it."""
    if not apart:
        raise RuntimeError(
            "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must override "
            f"the setup_context staticmethod. {EXTENDING}"
        )
    mode.transforms[-1].own_jvp |= cls.jvp is not Function.jvp
    if all(level.kind not in ("vmap", "jacfwd") for level in mode.transforms):  # torch's jacfwd has a vmap in it
        return
    rule = cls.vmap is not Function.vmap
    if cls.generate_vmap_rule and rule:
        raise RuntimeError(
            f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and an overridden vmap "
            "staticmethod. Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to avoid "
            f"ambiguity. {EXTENDING}"
        )
    if not (cls.generate_vmap_rule or rule):
        raise RuntimeError(
            f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please override and implement the "
            f"vmap staticmethod or set generate_vmap_rule=True. {EXTENDING}"
        )


def _own(ctx, t, args):
    """An output as a tensor of its own, unless forward changed it in place and said so."""
    for d in ctx._dirty:
        if t is d:
            t._writes[0] += 1
            return t
    return t.view_as(t) if any(t is a for a in args) else t


def _record(cls, ctx, args, edges, outputs):
    node = new(_node_class(cls))
    if anomaly.on:
        node.metadata["traceback_"] = call_lines()
    node.sequence = next_sequence()
    node.function, node.ctx, node.edges = cls, ctx, edges
    node.metas = [(a._array.shape, a._array.dtype) if isinstance(a, Tensor) else None for a in args]
    node.outputs = len(outputs)
    node.output_metas = [(t._array.shape, t._array.dtype) if isinstance(t, Tensor) else None for t in outputs]
    node.saved = ()
    skip = {id(t) for t in ctx._non_differentiable}
    for k, t in enumerate(outputs):
        if not isinstance(t, Tensor):
            continue
        if id(t) in skip or t._array.dtype.kind not in "fcV":
            t._base = None
            continue
        if t._base is not None:
            from .._core.view import FUNCTION, MULTIPLE, rebase

            if any(t is d for d in ctx._dirty):
                rebase(t, node)
                continue
            t._view_refusal = MULTIPLE if len(outputs) > 1 else FUNCTION
            t._seen = t._writes[0]
        t._requires_grad, t._rootless = True, False
        t._node = Output(node, k) if len(outputs) > 1 else node
    versions, saved = [], []
    for t in ctx._saved:
        place = next((k for k, o in enumerate(outputs) if o is t), None) if t is not None else None
        if t is not None and mode.saved_hooks:
            saved.append(_packed(t))
            versions.append((_CONSTANT, 0, None))
            continue
        if t is not None:
            versions.append((t._writes, t._writes[0], t.detach()))
        saved.append(t if place is None else _SavedOutput(t._array, place if t._requires_grad else None))
    ctx._saved = tuple(saved)
    ctx._node = node
    node.versions = tuple(versions)


def _packed(tensor):
    from .._core.saved import pack

    return pack(tensor)


def _context_class(cls):
    if cls not in _contexts:
        _contexts[cls] = type(cls.__name__ + "Backward", (FunctionCtx,), {"__module__": cls.__module__})
    return _contexts[cls]


_contexts: dict = {}
_CONSTANT = (0,)  # the version of a packed tensor
_classes = {}


def _node_class(cls):
    if cls not in _classes:
        _classes[cls] = type(cls.__name__ + "Backward", (BackwardCFunction,), {"__module__": cls.__module__})
    return _classes[cls]


def once_differentiable(fn):
    """Decorates a backward that cannot be differentiated itself."""
    import functools

    @functools.wraps(fn)
    def backward(ctx, *args):
        before, mode.grad = mode.grad, False
        try:
            results = fn(ctx, *args)
        finally:
            mode.grad = before
        if not before or not any(isinstance(a, Tensor) and a.requires_grad for a in args):
            return results
        several = isinstance(results, tuple)
        wrapped = [_refusing(r) for r in (results if several else (results,))]
        return tuple(wrapped) if several else wrapped[0]

    return backward


class _Refuse(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def _refusing(result):
    return _Refuse.apply(result.detach().requires_grad_()) if isinstance(result, Tensor) else result


class NestedIOFunction(Function):
    """Kept by torch for old code; not implemented here."""

    @classmethod
    def apply(cls, *args, **kwargs):
        raise NotImplementedError("NestedIOFunction is not implemented in borch")


InplaceFunction = Function
FunctionMeta = type(Function)
