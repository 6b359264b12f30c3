"""Wrappers by number of inputs: the short cut a call takes when it is ordinary, and the node that goes with it.

An ordinary call has positional tensors of one dtype that the numpy function can take as they are (or one tensor and a
Python number). Everything else goes to `Op.call`. These few functions are the price of every small op: measure
(benchmarks/small_ops.py) before changing a line.
"""

import functools

import numpy as np

from . import dtype as dtypes
from .calls import ABSENT, flag_of, given
from .halves import HALVES, of_halves
from .joint import joint_wrapper, picking
from .mode import ENTERED, mode, new_writes
from .nodata import NoData
from .node import FREED, Node, fit, next_sequence
from .op import NUMBER, Op, wrap
from .order import arranged
from .outputs import OutputsNode, outputs_wrapper, parts_wrapper, takes_outputs_wrapper, takes_parts_wrapper
from .several import several_wrapper
from .tensor import Tensor, new
from .view import mark_view

ndarray, asarray = np.ndarray, np.asarray
INEXACT, ALL = dtypes.NUMPY_INEXACT, dtypes.NUMPY_ALL
DIFFERENTIABLE = INEXACT | {dtypes.BFLOAT16}
OPERANDS = (Tensor, *NUMBER)
COUNTING = ALL - {dtypes.bool_.numpy}
SMALL = 1 << 24  # every int up to it is a float32


def wrapper_for(o):
    """The function users call for the op `o`."""
    return under(o)(o.call)


def under(o):
    """What makes the function users call for `o` of where it sends what is not ordinary: the op's own `call`, or that of
    the same op as a method."""
    if o.outputs is None and not o.lists and o.joint is None and o.positions[:1] == (0,):
        if len(o.positions) == 1 and len(o.differentiable) <= 1:
            return settings_wrapper(o) if len(o.params) > 1 else unary_wrapper(o)
        if o.positions == (0, 1) and not o.view and len(o.params) - len(o.defaults) == 2:
            return binary_wrapper(o)
    return functools.partial(other_wrapper(o), o)


def other_wrapper(o):
    if takes_outputs_wrapper(o):
        return outputs_wrapper
    if takes_parts_wrapper(o):
        return parts_wrapper
    if o.joint is not None and o.outputs != "list" and not o.lists and not o.view:
        return joint_wrapper
    optional = any(o.defaults.get(o.params[i], 0) is None for i in o.positions)
    if o.joint is None and o.outputs is None and not o.view and (o.kind is None or (o.kind == "same" and optional)):
        return several_wrapper
    plain = o.outputs is None and o.joint is None and not o.lists and not o.view and len(o.positions) > 1
    if plain and o.kind in ("promote", "float", "same") and o.positions == tuple(range(len(o.positions))):
        return unrecorded_wrapper
    return plain_wrapper


def plain_wrapper(o, call):
    def wrapped(*args, **kwargs):
        return call(args, kwargs)

    return wrapped


def unrecorded_wrapper(o, call):
    """Two or more tensors of one dtype and settings: a short cut for calls that need no recording."""
    fn, fast, keywords, n, pointwise = o.fn, o.fast, o.keywords, len(o.positions), o.pointwise
    alike = o.kind != "same"

    def on_arrays(args, kwargs):
        """What a formula asks for on the arrays of an ordinary backward pass."""
        if kwargs or o.check is not None:
            return call(args, kwargs)
        dtype = args[0].dtype
        for a in args[:n]:
            if type(a) is not ndarray or a.dtype not in fast or (alike and a.dtype is not dtype):
                return call(args, kwargs)
        try:
            ans = fn(*args)
        except (ValueError, TypeError):
            return call(args, kwargs)
        return ans if type(ans) is ndarray else asarray(ans)

    def wrapped(*args, **kwargs):
        if len(args) < n or (kwargs and not keywords.issuperset(kwargs)):
            return call(args, kwargs)
        if type(args[0]) is ndarray:
            return on_arrays(args, kwargs)
        arrays, dtype, watched = [], None, mode.grad
        ordered = watched or pointwise
        for t in args[:n]:
            if not isinstance(t, Tensor) or (ordered and t._base is not None) or (watched and t._requires_grad):
                return call(args, kwargs)
            array = t._array
            if dtype is None:
                dtype = array.dtype
                if dtype not in fast:
                    return call(args, kwargs)
            elif array.dtype is not dtype:
                return call(args, kwargs)
            arrays.append(array)
        try:
            return wrap(fn(*arrays, *args[n:], **kwargs))
        except (ValueError, TypeError):
            return call(args, kwargs)

    return wrapped


def node_base(o):
    """The node class a node of `o` derives from."""
    if o.lists:
        return ListNode
    if o.outputs is None and o.joint is None and o.differentiable_at == (0,) and len(o.positions) == 1:
        return SettingsNode if len(o.params) > 1 else UnaryNode
    if o.joint is None and o.positions == (0, 1) == o.differentiable_at and o.outputs is None:
        return BinaryNode
    return OutputsNode if takes_outputs_wrapper(o) else Node


# ---------------------------------------------------------------------------------------------------- one tensor, alone
class UnaryNode(Node):
    def pull(self, g):
        if self.versions:
            self.check()
        g = self.op.formulas[0](g, *self.saved[0])
        return (g if self.metas is None else fit(g, self.metas[0]),)


def unary_wrapper(o):
    fn, fast, view, pointwise = o.plain, o.fast, o.view, o.pointwise
    differentiable = bool(o.formulas)
    pick, reads_input, reads_out = picker(o, 0) if differentiable else (None, False, False)
    fixed, first = pick is not None, o.params[0]

    def under(call):
        def wrapped(input=ABSENT, /, *args, **kwargs):
            if args or kwargs:
                return call(given(input, *args), kwargs)
            if not isinstance(input, Tensor):
                if type(input) is ndarray and (fast is None or input.dtype in fast):
                    ans = fn(input)
                    return ans if type(ans) is ndarray else asarray(ans)
                return call(given(input), kwargs)
            x = input._array
            if fast is not None and x.dtype not in fast:
                return call((input,), kwargs)
            if input._base is not None:
                input._refresh()
            recording = input._requires_grad and differentiable and mode.grad
            if recording and not fixed:
                return call((input,), kwargs)
            try:
                ans = fn(x)
                if type(ans) is not ndarray:
                    ans = asarray(ans)
            except NoData:
                return call((input,), kwargs)
            if pointwise and input._base is not None:
                ans = arranged(ans, (x,))
            out = new(Tensor)
            out._array = ans
            if view:
                mark_view(out, input)
            else:
                out._writes = new_writes() if ENTERED else [0]
            if recording:
                node = new(o.node_class or o.make_node_class())
                node.sequence = next_sequence()
                node.edges = (input._node or input,)
                node.metas = None
                node.saved = (pick((ans, x)),)
                versions = ((input._writes, input._writes[0], first),) if reads_input else ()
                node.versions = (*versions, (out._writes, 0, "out")) if reads_out else versions
                if fast is None and ans.dtype.kind == "V":
                    node.half = ans.dtype
                out._requires_grad = True
                out._node = node
            return out

        return wrapped

    return under


# ------------------------------------------------------------------------------------------ one tensor and its settings
class SettingsNode(Node):
    """One tensor and settings, which are bound to their names only when a gradient is asked for."""

    late = None

    def settled(self):
        if self.late is not None:
            self.saved = (self.op.pick_late(*self.late),)
            self.late = None
        return self.saved

    def release(self):
        if self.versions:
            self.late = self.saved = None
            self.versions = FREED

    def pull(self, g):
        if self.versions:
            self.check()
        op, late = self.op, self.late
        gi = op.formulas[0](g, *(self.saved[0] if late is None else op.pick_late(*late)))
        return (gi if self.metas is None else fit(gi, self.metas[0]),)


def settings_wrapper(o):
    fn, fast, view, keywords, pointwise = o.fn, o.fast, o.view, o.keywords, o.pointwise
    differentiable = bool(o.formulas)
    _, reads_input, reads_out = picker(o, 0) if differentiable else (None, False, False)
    needs = o.needs[0] if differentiable else ()
    first = o.params[0]

    pick = picking(
        [0 if n == "out" else 1 + o.params.index(n) if n in keywords else (1, n.rpartition("_")[2]) for n in needs]
    )
    tells_form = reads_input and first not in needs  # of an input that is not kept, should it have been written to
    rest = tuple(o.defaults.get(p) for p in o.params)
    enough = o.positional - len(o.defaults)
    flag, flag_at = flag_of(o.params[1:], o.defaults, 0)

    def pick_late(ans, x, args, kwargs):
        given = 1 + len(args)
        if not kwargs and given >= enough:
            return pick((ans, x, *args, *rest[given:]))
        return pick((ans, *o.bind((x, *args), dict(kwargs))))

    o.pick_late = pick_late

    def under(call):
        def wrapped(input=ABSENT, /, *args, **kwargs):
            if kwargs and not keywords.issuperset(kwargs):
                return call(given(input, *args), kwargs)
            if not isinstance(input, Tensor):
                if type(input) is ndarray and (fast is None or input.dtype in fast):
                    ans = fn(input, *args, **kwargs)
                    return ans if type(ans) is ndarray else asarray(ans)
                return call(given(input, *args), kwargs)
            x = input._array
            if fast is not None and x.dtype not in fast:
                return call((input, *args), kwargs)
            if input._base is not None:
                input._refresh()
            try:
                if kwargs:
                    if flag and type(kwargs.get(flag, args[flag_at] if len(args) > flag_at else False)) is not bool:
                        raise TypeError
                    ans = fn(x, *args, **kwargs)
                elif not args:
                    ans = fn(x)
                elif flag and len(args) > flag_at and type(args[flag_at]) is not bool:
                    raise TypeError
                else:  # no tuple for one setting, which takes its time
                    ans = fn(x, args[0]) if len(args) == 1 else fn(x, *args)
                if type(ans) is not ndarray:
                    ans = asarray(ans)
            except (TypeError, ValueError, AttributeError, RuntimeError):
                return call((input, *args), kwargs)  # says in torch's words what is wrong with the arguments
            if pointwise and input._base is not None:
                ans = arranged(ans, (x,))
            out = new(Tensor)
            out._array = ans
            if view:
                mark_view(out, input)
            else:
                out._writes = new_writes() if ENTERED else [0]
            if input._requires_grad and differentiable and mode.grad and ans.dtype in DIFFERENTIABLE:
                node = new(o.node_class or o.make_node_class())
                node.sequence = next_sequence()
                node.edges = (input._node or input,)
                node.metas = ((x.shape, x.dtype),) if tells_form else None
                node.late = (ans, x, args, kwargs)
                versions = ((input._writes, input._writes[0], first),) if reads_input else ()
                node.versions = (*versions, (out._writes, 0, "out")) if reads_out else versions
                if fast is None and ans.dtype.kind == "V":
                    node.half = ans.dtype
                out._requires_grad = True
                out._node = node
            return out

        return wrapped

    return under


# ------------------------------------------------------------------------------------------------------- two tensors
class BinaryNode(Node):
    def pull(self, g):
        if self.versions:
            self.check()
        (e0, e1), (s0, s1), (m0, m1), (f0, f1) = self.edges, self.saved, self.metas, self.op.formulas
        return (
            fit(f0(g, *s0), m0) if e0 is not None else None,
            fit(f1(g, *s1), m1) if e1 is not None else None,
        )


def binary_wrapper(o):
    fn, fast, pointwise = o.plain, o.fast, o.pointwise
    first, second = o.params[:2]
    differentiable = o.differentiable == (first, second)
    records = bool(o.formulas)
    several = o.node_names is not None
    rest = tuple(o.defaults[p] for p in o.params[2:])
    if differentiable:
        (pick0, x_f0, out_f0), (pick1, x_f1, out_f1) = picker(o, 0), picker(o, 1)
        y_f0, y_f1 = second in o.needs[0], second in o.needs[1]
        fixed = pick0 is not None and pick1 is not None
    else:
        fixed = False
    by_number = {
        float: INEXACT & fast if fast is not None else frozenset(),
        int: fast & COUNTING if fast is not None else frozenset(),
    }
    if o.kind == "same" or o.strict is True:
        by_number = {}
    elif o.kind == "compare":  # numbers wrap to narrower integers, as torch's do
        by_number[int] = by_number[int] & (INEXACT | {dtypes.int64.numpy})
    before = {} if o.strict in (True, "first") else by_number  # for a number as the first operand
    none = frozenset()
    with_more = o.positional > 2 and o.check is None
    takes_halves = o.takes_halves()

    def under(call):
        settled = with_settings(o, call) if with_more else call

        def wrapped(input=ABSENT, other=ABSENT, /, *args, **kwargs):
            if args or kwargs:
                return settled(given(input, other, *args), kwargs)
            x_tensor, y_tensor = isinstance(input, Tensor), isinstance(other, Tensor)
            if x_tensor:
                x = input._array
                kind = x.dtype
                if y_tensor:
                    y = other._array
                    if kind is not y.dtype or (fast is not None and kind not in fast):
                        halves_alike = takes_halves and kind is y.dtype and kind in HALVES and x.shape == y.shape
                        if halves_alike and not (mode.grad and (watched(input) or watched(other))):
                            try:
                                return wrap(of_halves(fn, [x, y]))
                            except NoData:
                                pass
                        return call((input, other), kwargs)
                else:
                    y = other
                    if kind not in by_number.get(type(other), none):
                        return call(given(input, other), kwargs)
            elif y_tensor:
                x, y = input, other._array
                if y.dtype not in before.get(type(input), none):
                    return call((input, other), kwargs)
            else:
                return call(given(input, other), kwargs)
            try:
                ans = fn(x, y)
                if type(ans) is not ndarray:
                    ans = asarray(ans)
            except (OverflowError, ValueError, NoData):
                return call((input, other), kwargs)
            out = new(Tensor)
            out._array = ans
            out._writes = new_writes() if ENTERED else [0]
            x_watched = x_tensor and (input._requires_grad or input._base is not None)
            y_watched = y_tensor and (other._requires_grad or other._base is not None)
            if not (x_watched or y_watched):
                return out
            if records and mode.grad:
                edge0 = edge1 = None
                if x_watched:
                    if input._base is not None:
                        input._refresh()
                        if pointwise:
                            out._array = ans = arranged(ans, (x, y) if y_tensor else (x,))
                    if input._requires_grad:
                        edge0 = input._node or input
                if y_watched:
                    if other._base is not None:
                        other._refresh()
                        if pointwise:
                            out._array = ans = arranged(ans, (x, y) if x_tensor else (y,))
                    if other._requires_grad:
                        edge1 = other._node or other
                if edge0 is not None or edge1 is not None:
                    if not fixed:
                        return call((input, other), kwargs)
                    if ans.dtype not in INEXACT:
                        return call((input, other), kwargs) if ans.dtype == dtypes.BFLOAT16 else out
                    values = (ans, x, y, *rest)
                    versions = ()
                    if (x_f0 and edge0 is not None) or (x_f1 and edge1 is not None):
                        versions = ((input._writes, input._writes[0], first),) if x_tensor else ((None, 0, first),)
                    if (y_f0 and edge0 is not None) or (y_f1 and edge1 is not None):
                        versions += ((other._writes, other._writes[0], second),) if y_tensor else ((None, 0, second),)
                    if (out_f0 and edge0 is not None) or (out_f1 and edge1 is not None):
                        versions += ((out._writes, 0, "out"),)
                    node = new(o.class_for((input, other)) if several else o.node_class or o.make_node_class())
                    node.sequence = next_sequence()
                    node.edges = (edge0, edge1)
                    node.saved = (
                        pick0(values) if edge0 is not None else None,
                        pick1(values) if edge1 is not None else None,
                    )
                    node.metas = ((x.shape, x.dtype) if x_tensor else None, (y.shape, y.dtype) if y_tensor else None)
                    node.versions = versions
                    out._requires_grad = True
                    out._node = node
            elif pointwise and ((x_tensor and input._base is not None) or (y_tensor and other._base is not None)):
                out._array = arranged(ans, [a for a in (x, y) if type(a) is ndarray])
            return out

        return wrapped

    return under


def with_settings(o, call):
    """The short cut for two tensors and settings by position."""
    fn, fast, most, alike = o.fn, o.fast, o.positional, o.kind is not None
    defaults = [o.defaults.get(p) for p in o.params]

    def settled(args, kwargs):
        if kwargs or not 2 < len(args) <= most:
            return call(args, kwargs)
        input, other = args[:2]
        if not (isinstance(input, Tensor) and isinstance(other, Tensor)):
            return call(args, kwargs)
        x, y = input._array, other._array
        if (fast is not None and x.dtype not in fast) or (alike and x.dtype is not y.dtype):
            return call(args, kwargs)
        try:
            out = wrap(fn(x, y, *args[2:]))
        except (OverflowError, TypeError, ValueError):
            return call(args, kwargs)
        if mode.grad and (watched(input) or watched(other)) and o.formulas_apply(out._array):
            values = [*args, *defaults[len(args) :]]
            edges = o.edges(values)
            if edges is not None:
                out._node = o.record(edges, values, [x, y, *values[2:]], (out,))
                out._requires_grad = True
        return out

    return settled


def watched(t):
    """Whether a tensor may have to be recorded: it requires a gradient, or is a view."""
    return t._requires_grad or t._base is not None


ORDINARY_INPLACE = Op.inplace


def written_plainly(t):
    """Whether numpy may write into a tensor that is: one that lies densely in its own memory and is not recorded."""
    if t._base is not None or (mode.grad and t._requires_grad) or (ENTERED and type(t._writes) is not list):
        return False
    flags = t._array.flags
    return flags.c_contiguous and flags.writeable and Op.inplace is ORDINARY_INPLACE  # another notes what is written


def ufunc_twin(o):
    """The in-place twin of an op that is one ufunc: the ufunc writes into the tensor where nothing needs a look at it.

    That is a tensor that lies densely in its own memory and is not recorded, and a number that leaves its dtype as it is, or
    another such tensor of its dtype whose memory is another one.
    """
    ufunc, fast, ordinary = o.plain, o.fast, Op.inplace
    of_ints = {dtypes.int64.numpy} if ufunc in (np.add, np.subtract, np.multiply) else ()

    def inplace(args, kwargs):
        return o.inplace(args, kwargs)

    def twin(*args, **kwargs):
        if kwargs or len(args) != 2 or Op.inplace is not ordinary:  # another: somebody notes what is written
            return inplace(args, kwargs)
        self, other = args
        small = type(other) is int and -SMALL <= other <= SMALL
        if not small and type(other) is not float and not isinstance(other, Tensor):
            return inplace(args, kwargs)
        array = self._array
        if self._base is not None or (mode.grad and self._requires_grad) or array.dtype not in fast:
            return inplace(args, kwargs)
        flags = array.flags
        if not (flags.c_contiguous and flags.writeable) or (ENTERED and type(self._writes) is not list):
            return inplace(args, kwargs)
        if small or type(other) is float:
            if array.dtype.kind != "f" and not (small and array.dtype in of_ints):
                return inplace(args, kwargs)
            try:
                ufunc(array, other, array)
            except NoData:
                return inplace(args, kwargs)
        else:
            source = other._array
            if (
                source.dtype is not array.dtype
                or source.shape != array.shape
                or other._base is not None
                or other._writes is self._writes
                or (mode.grad and other._requires_grad)
            ):
                return inplace(args, kwargs)
            try:
                ufunc(array, source, array)
            except NoData:
                return inplace(args, kwargs)
        self._writes[0] += 1
        return self

    return twin


def operator_wrapper(function):
    """The op behind `function` as a Python operator: gives way (NotImplemented) to operands that torch does not take."""
    o = function.op

    def call(args, kwargs):
        if isinstance(args[1], OPERANDS):
            return o.call(args, kwargs)
        return o.call((args[0], wrap(args[1])), kwargs) if type(args[1]) is ndarray else NotImplemented

    if o.positions == (0, 1) and len(o.params) - len(o.defaults) == 2:
        return binary_wrapper(o)(call)

    def operator(*args):
        return call(args, {})

    return operator


def inplace_operator_wrapper(function):
    """The in-place twin of `function` as `+=` and the like."""
    o = function.op

    def operator(self, other):
        return o.inplace((self, other), {}) if isinstance(other, OPERANDS) else NotImplemented

    return operator


# ------------------------------------------------------------------------------------------------------ lists of tensors
class ListNode(Node):
    """An op over a list of tensors, whose one formula gives a list of gradients."""

    def pull(self, g):
        if self.versions:
            self.check()
        grads = self.op.formulas[0](g, *self.saved[0])
        return [
            fit(x, m) if e is not None and x is not None else None
            for e, x, m in zip(self.edges, grads, self.metas, strict=True)
        ]


def picker(o, k):
    """How formula `k` gets its values out of (out, *all parameters): the function, and whether it reads input and out.

    The function is None when the formula asks for a shape or dtype, which only `Op.record` provides.
    """
    needs = o.needs[k]
    reads_input, reads_out = o.params[0] in o.saves_tensor[k], "out" in needs
    if any(n != "out" and n not in o.keywords for n in needs):
        return None, reads_input, reads_out
    return picking([0 if n == "out" else 1 + o.params.index(n) for n in needs]), reads_input, reads_out
