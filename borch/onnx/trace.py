"""The trace of a model: which ops ran on which arrays, noted while the model runs as it always does.

Every op's wrapper closes over its numpy function. While a trace is open, those closures hold recorders instead; nothing else
knows of it, and nothing is slower when no trace is open. Arrays are known by identity: what no recorded op has made out
of the inputs is a constant.
"""

import warnings
import zlib
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np

from .._core import results, wrappers
from .._core.op import OPS, Op
from .._core.order import arranged
from .._core.tensor import Tensor
from .._core.view import positions
from ..nn.functional import attention
from .errors import OnnxExporterError, OnnxExporterWarning

ndarray = np.ndarray


def checksum(array):
    return zlib.crc32(array.tobytes())


class Var:
    """A value of the trace: an input, a node's output, or a constant, whose `array` is then its value."""

    def __init__(self, array, constant=False):
        self.sum = checksum(array)
        self.shape, self.dtype, self.ndim, self.size = array.shape, array.dtype, array.ndim, array.size
        self.array = array if constant else None

    @property
    def constant(self):
        return self.array is not None


class Call:
    """One recorded op: its name, its parameters with `Var`s for arrays, and its outputs."""

    def __init__(self, name, params, outputs):
        self.name, self.params, self.outputs = name, params, outputs


class Trace:
    """What a run of a model left behind: `calls` in order, and the arrays that are known."""

    def __init__(self, inputs, warns=False):
        self.calls, self.depth, self.warns = [], 0, warns
        self.known = {}  # id(array) -> (array, Var); the array is kept, so that its id stays its own
        self.written = []  # arrays that own memory written to in place with something that is no constant
        self.inputs = [self.bind(a, Var(a)) for a in inputs]

    # --------------------------------------------------------------------------------------------------------- arrays
    def bind(self, array, var):
        self.known[id(array)] = (array, var)
        return var

    def check(self):
        """OnnxExporterError if an array is no longer what it was when it was noted: something wrote to it unseen."""
        for array, var in self.known.values():
            if isinstance(var, Var) and checksum(array) != var.sum:
                raise OnnxExporterError(
                    f"a tensor of shape {list(array.shape)} was written to in place in a way that an export cannot follow"
                )

    def find(self, array):
        """The Var of an array if it depends on the inputs; None for a constant."""
        entry = self.known.get(id(array))
        if entry is None:
            for base in self.written:
                if np.may_share_memory(base, array):
                    return self.reread(base, array)
            return None
        var = entry[1]
        return self.reread(var, array) if isinstance(var, ndarray) else None if var.constant else var

    def reread(self, base, array):
        """An array whose memory was written to since: its elements out of those of the array that owns the memory."""
        where = positions(SimpleNamespace(_array=base), SimpleNamespace(_array=array))
        out = self.bind(array, Var(array))
        self.calls.append(Call("gather_flat", {"input": self.known[id(base)][1], "where": where}, [out]))
        return out

    def var(self, array):
        found = self.find(array)
        if found is None:
            entry = self.known.get(id(array))
            found = entry[1] if entry else self.bind(array, Var(array, constant=True))
        return found

    def depends(self, value):
        if isinstance(value, ndarray):
            return self.find(value) is not None
        return isinstance(value, (list, tuple)) and any(self.depends(v) for v in value)

    def lift(self, value):
        """A parameter with `Var`s in the place of arrays."""
        if isinstance(value, ndarray):
            return self.var(value)
        if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
            return type(value)(self.lift(v) for v in value)
        return value

    # ---------------------------------------------------------------------------------------------------------- calls
    def note(self, name, params, answers):
        """Notes a call whose answers are arrays, if it depends on the inputs."""
        if not any(self.depends(v) for v in params.values()):
            return
        lifted = {k: self.lift(v) for k, v in params.items()}
        self.calls.append(Call(name, lifted, [self.bind(a, Var(a)) for a in answers]))

    def before_write(self, tensor, arguments):
        """Keeps the constants that an in-place write is about to change; returns what the write has to know."""
        base = tensor if tensor._base is None else tensor._base
        for array, var in list(self.known.values()):
            if isinstance(var, Var) and var.constant and np.may_share_memory(array, base._array):
                self.known.pop(id(array))
                var.array = var.array.copy()
        before = self.find(base._array) or Var(base._array.copy(), constant=True)
        old = self.find(tensor._array) or Var(tensor._array.copy(), constant=True)
        return base, before, old, {k: self.lift(v) for k, v in arguments.items()}

    def after_write(self, name, tensor, state):
        base, before, old, params = state
        first = next(iter(params))
        dynamic = not old.constant or not before.constant or _any_dynamic(list(params.values())[1:])
        if not dynamic:
            return
        params[first] = old
        array = tensor._array
        value = Var(array)
        self.calls.append(Call(name, params, [value]))
        if array is not base._array:
            where = positions(base, tensor)
            whole = Var(base._array)
            self.calls.append(Call("scatter_flat", {"input": before, "where": where, "source": value}, [whole]))
        else:
            whole = value
        for key, (other, _) in list(self.known.items()):
            if other is not array and np.may_share_memory(other, base._array):
                self.known[key] = (other, base._array)  # to be read anew
        self.bind(base._array, whole)
        self.bind(array, value)
        if not any(b is base._array for b in self.written):
            self.written.append(base._array)


def _any_dynamic(values):
    return any(
        isinstance(v, Var) and not v.constant or (isinstance(v, (list, tuple)) and _any_dynamic(v)) for v in values
    )


# ------------------------------------------------------------------------------------------------------------ recorders
def recorder(trace, op, function):
    """`function`, which notes its calls in the trace; calls that it makes of other ops are its own business."""

    def recorded(*args, **kwargs):
        if trace.depth:
            return function(*args, **kwargs)
        trace.depth += 1
        try:
            answers = function(*args, **kwargs)
        finally:
            trace.depth -= 1
        several = op.outputs is not None
        arrays = [np.asarray(a) for a in answers] if several else [np.asarray(answers)]
        given = {**op.defaults, **dict(zip(op.params, args, strict=False)), **kwargs}
        trace.note(op.name, {p: given[p] for p in op.params}, arrays)
        return arrays if several else arrays[0]

    return recorded


@contextmanager
def recording(trace, places):
    """Ops note their calls in `trace`; `places` are the recordables."""
    undo = []
    try:
        for place, name, op in places:
            function = getattr(place, name)
            undo.append((setattr, place, name, function))
            setattr(place, name, recorder(trace, op, function))
        for name, function in list(OPS.items()):
            op = _op_of(function) if name.endswith("_") and name[0] != "_" else None
            if op is not None:
                undo.append((OPS.__setitem__, name, function))
                OPS[name] = _traced_twin(trace, op, function)
        for owner, name, made in _replaced(trace):
            if name in owner.__dict__:
                undo.append((setattr, owner, name, owner.__dict__[name]))
            else:
                undo.append((delattr, owner, name))
            setattr(owner, name, made)
        yield trace
    finally:
        for put_back, *arguments in reversed(undo):
            put_back(*arguments)


def _replaced(trace):
    """(class, name, function) of the methods that do their work beside the ops' functions."""
    prepare, finish, inplace = Op.prepare, Op.finish, Op.inplace
    getitem = Tensor.__getitem__

    def traced_prepare(self, raw):
        ready, result = prepare(self, raw)
        if not trace.depth:
            for i in self.positions:
                if isinstance(raw[i], ndarray) and ready[i] is not raw[i]:
                    trace.note("to_dtype", {"input": raw[i], "dtype": ready[i].dtype}, [ready[i]])
        return ready, result

    def traced_finish(self, ans, result):
        out = finish(self, ans, result)
        if out is not ans and isinstance(ans, ndarray) and not trace.depth:
            trace.note("to_dtype", {"input": ans, "dtype": out.dtype}, [out])
        return out

    def traced_arranged(ans, arrays):
        out = arranged(ans, arrays)
        if out is not ans and not trace.depth:
            trace.note("to_dtype", {"input": ans, "dtype": out.dtype}, [out])
        return out

    def traced_getitem(self, index):
        if trace.depth:
            return getitem(self, index)
        trace.depth += 1
        try:
            out = getitem(self, index)
        finally:
            trace.depth -= 1
        trace.note("getitem", {"input": self._array, "index": _arrays(index)}, [out._array])
        return out

    def traced_inplace(self, args, kwargs):
        return _written(trace, self, args, kwargs, lambda: inplace(self, args, kwargs))

    yield Op, "prepare", traced_prepare
    yield Op, "finish", traced_finish
    yield Op, "inplace", traced_inplace
    yield wrappers, "arranged", traced_arranged
    yield results, "arranged", traced_arranged
    yield Tensor, "__getitem__", traced_getitem
    for name, what, params in (
        ("__setitem__", "setitem", ("input", "index", "value")),
        ("copy_", "copy", ("input", "src")),
        ("fill_", "fill", ("input", "value")),
        ("zero_", "zero", ("input",)),
    ):
        yield Tensor, name, _traced_method(trace, Tensor.__dict__[name], what, params)
    yield attention, "_additive", _traced_mask(trace, attention._additive)
    yield attention, "_is_one_step", lambda *args: False
    for name, what in READERS.items():
        yield Tensor, name, _traced_reader(trace, Tensor.__dict__[name], what)
    for name, method in list(Tensor.__dict__.items()):
        op = _op_of(method) if name.startswith("__i") or (name.endswith("_") and name[0] != "_") else None
        if op is not None and name not in ("copy_", "fill_", "zero_"):
            yield Tensor, name, _traced_twin(trace, op, method)


def _traced_mask(trace, function):
    """A bool mask becomes numbers to add, in a function that is no op."""

    def traced(mask, like):
        out = function(mask, like)
        if out is not mask and not trace.depth:
            trace.note("additive_mask", {"mask": mask._array}, [out._array])
        return out

    return traced


READERS = {
    "__bool__": "bool", "__int__": "int", "__float__": "float", "__index__": "int", "item": "number", "tolist": "list",
}  # fmt: skip


def _traced_reader(trace, method, what):
    """A method that makes a Python value of a tensor: it works, and warns if what it reads follows from the inputs."""

    def traced(self):
        if trace.warns and not trace.depth and trace.find(self._array) is not None:
            warnings.warn(
                f"the model makes a Python {what} of a tensor that depends on its inputs: what follows from that is not "
                "in the exported graph, which holds what it led to in this run",
                OnnxExporterWarning,
                stacklevel=2,
            )
        trace.depth += 1
        try:
            return method(self)
        finally:
            trace.depth -= 1

    return traced


def _op_of(function):
    """The op behind an in-place twin or operator."""
    op = getattr(function, "op", None)
    if op is None and getattr(function, "__closure__", None):
        cells = dict(zip(function.__code__.co_freevars, function.__closure__, strict=True))
        op = cells["o"].cell_contents if "o" in cells else None
    return op if isinstance(op, Op) else None


def _traced_twin(trace, op, function):
    def traced(*args, **kwargs):
        return _written(trace, op, args, kwargs, lambda: function(*args, **kwargs))

    traced.op = op
    return traced


def _written(trace, op, args, kwargs, run):
    """The call of an in-place twin of `op`, noted as the op and a write."""
    if trace.depth or not args:
        return run()
    op = (op.overload(dict(kwargs)) if op.overloads and kwargs else None) or op
    values = op.bind(args, dict(kwargs))
    arguments = {p: _arrays(v) for p, v in zip(op.params, values, strict=True)}
    return _write(trace, op.name, values[0], arguments, run)


def _traced_method(trace, method, what, params):
    def traced(self, *args, **kwargs):
        if trace.depth:
            return method(self, *args, **kwargs)
        arguments = dict(zip(params, map(_arrays, (self, *args)), strict=False))
        return _write(trace, what, self, arguments, lambda: method(self, *args, **kwargs))

    return traced


def _write(trace, name, target, arguments, run):
    if not isinstance(target, Tensor):
        return run()
    for array in [v for v in arguments.values() if isinstance(v, ndarray)]:
        trace.find(array)  # reads anew what must be, before it is written to
    state = trace.before_write(target, arguments)
    trace.depth += 1
    try:
        out = run()
    finally:
        trace.depth -= 1
    trace.after_write(name, target, state)
    return out


def _arrays(value):
    """`value` with arrays in the place of tensors."""
    if isinstance(value, Tensor):
        return value._array
    if type(value) in (list, tuple):
        return type(value)(_arrays(v) for v in value)
    return value
