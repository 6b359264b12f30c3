"""The op decorator: from one numpy function and one formula per differentiable input come the function, the method,
the in-place and `out=` twins, the aliases, the node's class and the registry's entry.

    @op(input=lambda g, other: g * conj(other), other=lambda g, input: g * conj(input), kind="promote")
    def mul(input, other): ...

A formula gets the output's gradient and, by name, what it asks for: a parameter, `out` (the result), or
`NAME_shape` / `NAME_dtype` of a tensor parameter. Only what it asks for is saved. Formulas run on arrays in an
ordinary backward and on Tensors under create_graph, so they are written with operators and with ops: every op called
on arrays gives an array.

kind says what happens to dtypes before the numpy function sees the arrays:
    None       nothing: the op moves elements and computes nothing
    "same"     a half dtype is widened and the result narrowed; the function itself checks the dtypes
    "promote"  all tensors and numbers are brought to their common dtype, which is the result's
    "float"    as promote, and integers become the default float
    "compare"  as promote, and the result is bool
The wrappers by number of tensor inputs (see wrappers.py) are short cuts of `Op.call`, which handles every case.
"""

import functools
import inspect
from collections.abc import Callable

import numpy as np

from . import calls
from . import dtype as dtypes
from .args import as_number, broadcast_shape, type_name
from .calls import (
    KEYWORD_ALIASES,
    NUMBER,
    UNCHECKED,
    accept_aliases,
    aliases_of,
    describe,
    loosen,
    parameter_names,
    without_numbers,
)  # fmt: skip
from .dtype import BFLOAT16, cast, narrow, widen
from .halves import FLOAT16, HALVES, half_operand, in_float32, is_wide, of_halves, rounding
from .mode import ENTERED, mode, new_writes
from .nodata import NoData, as_array, inferred
from .record import Recording
from .refusals import Refusals
from .results import SAME_DTYPE, Results, check_result_cast, resize_out, return_type
from .tensor import Tensor, edge_of, new, wrap
from .view import mark_view

__all__ = [
    "NAMESPACES", "NUMBER", "OPS", "Op", "check_result_cast", "edge_of", "function", "like", "op", "publish",
    "resize_out", "return_type", "wrap",
]  # fmt: skip

ndarray, asarray = np.ndarray, np.asarray


OPS: dict[str, Callable] = {}  # name -> the function users call; `function.op` is its Op where it has one
NAMESPACES: dict[str, dict[str, Callable]] = {"torch": {}}  # namespace -> {public name -> function}

FAST = {
    None: None,  # every dtype
    "same": dtypes.NUMPY_ALL - HALVES,
    "promote": dtypes.NUMPY_ALL - HALVES,
    "compare": dtypes.NUMPY_ALL - HALVES,
    "float": dtypes.NUMPY_INEXACT - HALVES,
}


# Settings of the decorator that are attributes of the op by the same names, and what they are where none is given.
SETTINGS = ("strict", "unmixed", "constant", "fused", "out_dtype", "check", "reads", "shown", "legacy")
ORDINARY = (False, False, (), False, None, None, (), None, ())


class Op(Recording, Refusals, Results):
    """What the decorator knows about one op; see the module's docstring for the meaning of the fields."""

    def __init__(self, fn, formulas, joint, tensors, lists, kind, outputs, view, node, name, plain):
        self.plain = plain or fn
        self.fn, self.name, self.doc, self.kind, self.view = fn, name or fn.__name__, fn.__doc__, kind, view
        code = fn.__code__
        self.positional = positional = code.co_argcount
        self.params = params = code.co_varnames[: positional + code.co_kwonlyargcount]
        self.defaults = defaults = {}
        if given := fn.__defaults__:
            defaults.update(zip(params[positional - len(given) : positional], given, strict=True))
        if fn.__kwdefaults__:
            defaults.update(fn.__kwdefaults__)
        self.keywords = keywords = frozenset(params)
        self.lists = lists
        at = params.index
        self.differentiable = differentiable = (
            tuple(formulas) if joint else tuple([p for p in params if p in formulas]) if formulas else ()
        )
        if tensors:
            self.tensors = tuple([p for p in params if p in tensors or p in differentiable])
        else:
            self.tensors = tuple([p for p in params if p in differentiable]) if joint else differentiable or params[:1]
        self.positions = tuple([at(p) for p in self.tensors])
        self.differentiable_at = tuple([at(p) for p in differentiable])
        self.joint = joint
        self.formulas = () if joint else tuple([formulas[p] for p in differentiable])
        self.outputs = outputs  # None for one; a tuple of names; "list" for as many as the function gives
        if joint:  # (g, needed, ...)
            self.needs = (parameter_names(joint)[2:],)
        else:  # (g, ...)
            self.needs = tuple([parameter_names(f)[1:] for f in self.formulas])
        for needs in self.needs:
            if not keywords.issuperset(needs):
                for asked_for in needs:
                    self.check_need(asked_for)
        self.fast = FAST[kind]
        if isinstance(node, tuple):
            self.node_names, self.node_classes, node = node, [None, None, None], node[0]
        self.own_node = node

    def copy(self, **changes):
        """The same op but for these attributes."""
        other = new(Op)
        vars(other).update(vars(self), **changes)
        return other

    @functools.cached_property
    def node_name(self):
        parts = (self.origin or self).name.strip("_").split("_")
        return self.own_node or "".join([part[:1].upper() + part[1:] for part in parts]) + "Backward0"

    @functools.cached_property
    def tuple_type(self):
        """The type of several named outputs."""
        return return_type((self.origin or self).name, self.outputs) if isinstance(self.outputs, tuple) else None

    node_class = view_class = node_names = None
    overloads: dict = {}  # keyword -> the Op that it selects
    strict = False
    constant = ()  # outputs that carry no gradient though they are floats
    origin = None  # for an alias or a method: the op itself
    shift = 0  # for a method: 1, since its errors do not count the tensor itself
    half = None  # the function for float16 and bfloat16, where torch rounds on the way
    legacy = ()  # keywords that old programs give as numbers among the tensors: `x.add_(-lr, grad)`
    unmixed = False  # the function refuses a half dtype next to another, and so must see both
    check = None  # refuses values before their dtypes are brought together
    out_dtype = None  # the error for an out= tensor of another dtype than the result's, where none is cast; or a check
    given_dtype = SAME_DTYPE  # the error for an out= tensor of another dtype than the argument `dtype`
    out_cast = (
        None  # the error for an out= tensor that cannot take the result's dtype, where not RESULT_CAST; or its choice
    )
    silent = False  # an out= tensor is resized without a warning
    adopts = False  # computed in the dtype of the out= tensor, where no other is given
    write = None  # the native in-place twin
    alone = False  # the in-place twin's other tensors must not share the memory that is written to
    apart = (
        None  # inputs that share no memory with an out= tensor; others share all of it or none; False: not looked at
    )
    reads = ()  # inputs to which the gradients are tied under create_graph
    unlike = None  # the in-place twin's error, of both shapes, where the result does not fit
    grows = False  # the in-place twin takes the result's shape
    shown = None  # what `next_functions` makes of its entries, where torch's graph has more nodes: see steps.py
    fused = False  # torch computes the gradient of a half dtype in float32 throughout

    def is_output(self, name):
        return name == "out" or (isinstance(self.outputs, tuple) and name in self.outputs)

    def check_need(self, name):
        base, _, what = name.rpartition("_")
        known = name in self.params or self.is_output(name) or (what in ("shape", "dtype") and base in self.params)
        if not known:
            raise TypeError(f"a formula of {self.name} asks for {name!r}, which is no parameter")

    # ------------------------------------------------------------------------------------------------------ arguments
    def bind(self, args, kwargs):
        """The values of all parameters in order; torch's TypeError for what does not fit."""
        params, total = self.params, len(self.params)
        if self.legacy and len(args) > self.positional:
            args = without_numbers(self, args, kwargs)
        if len(args) > self.positional:
            n, given = self.positional - self.shift, len(args) - self.shift
            plural = "" if n == 1 else "s"
            were = "was" if given == 1 else "were"
            raise TypeError(f"{self.name}() takes {n} positional argument{plural} but {given} {were} given")
        values = list(args)
        for k in range(len(values), total):
            p = params[k]
            if p in kwargs:
                values.append(kwargs.pop(p))
                continue
            alias = next((a for a in kwargs if KEYWORD_ALIASES.get(a) == p), None)
            if alias is not None:
                values.append(kwargs.pop(alias))
            elif p in self.defaults:
                values.append(self.defaults[p])
            else:
                missing = [q for q in params[k:] if q not in self.defaults and q not in kwargs]
                words = ", ".join(f'"{q}"' for q in missing)
                raise TypeError(f"{self.name}() missing {len(missing)} required positional arguments: {words}")
        if kwargs:
            extra = next(iter(kwargs))
            if extra in params:
                raise TypeError(f"{self.name}() got multiple values for argument '{extra}'")
            raise TypeError(f"{self.name}() got an unexpected keyword argument '{extra}'")
        return values

    def overload(self, kwargs):
        """The op that a keyword given in `kwargs` selects, as `rounding_mode` selects another div; None for this one."""
        for name, other in self.overloads.items():
            if name in kwargs:
                if kwargs[name] is not None:
                    return other
                del kwargs[name]
        return None

    def check_tensor(self, value, position):
        raise TypeError(
            f"{self.name}(): argument '{self.params[position]}' (position {position + 1 - self.shift}) must be Tensor, "
            f"not {type_name(value)}"
        )

    def unwrap(self, values):
        """Arrays for tensors; also whether any was a Tensor. Numbers and None pass, other things are refused."""
        raw, any_tensor = values[:], False
        first = True
        for i in self.positions:
            v = values[i]
            if self.params[i] in self.lists:
                raw[i], tensors = self.unwrap_list(v, i)
                any_tensor = any_tensor or tensors
            elif isinstance(v, Tensor):
                any_tensor = True
                raw[i] = v._array
            elif type(v) is ndarray or (v is None and self.defaults.get(self.params[i], 0) is None):
                pass
            elif not isinstance(v, ndarray) and self.refuses_number(v, first):
                self.check_tensor(v, i)
            first = False
        for i in self.positions:
            if isinstance(raw[i], np.generic):
                raw[i] = values[i] = as_number(raw[i]) if any_tensor else asarray(raw[i])
        if not any_tensor and not any(isinstance(raw[i], (ndarray, list)) for i in self.positions):
            if len(self.positions) == 1:
                self.check_tensor(values[self.positions[0]], self.positions[0])
            if self.strict == "some":
                got = ", ".join(type_name(values[i]) for i in self.positions)
                raise TypeError(f"{self.name}() received an invalid combination of arguments - got ({got})")
            raw[self.positions[0]] = asarray(raw[self.positions[0]])
            raw[self.positions[0]] = cast(raw[self.positions[0]], dtypes.of_number(values[self.positions[0]]).numpy)
            any_tensor = True
        return raw, any_tensor

    def refuses_number(self, v, first):
        if isinstance(v, np.generic) and v.dtype.kind != "U":  # what arithmetic makes of 0-dim arrays
            return False
        if not isinstance(v, NUMBER) or (first and len(self.positions) == 1):
            return True
        refused = self.strict is True or (self.strict == "first" and first)
        return refused and not isinstance(v, np.generic)

    def unwrap_list(self, values, position):
        if isinstance(values, ndarray) or not isinstance(values, (list, tuple)):
            raise TypeError(
                f"{self.name}(): argument '{self.params[position]}' (position {position + 1}) must be tuple of Tensors, "
                f"not {'Tensor' if isinstance(values, Tensor) else type_name(values)}"
            )
        raw, any_tensor = [], False
        for k, v in enumerate(values):
            if isinstance(v, Tensor):
                any_tensor = True
                raw.append(v._array)
            elif isinstance(v, ndarray):
                raw.append(v)
            else:
                raise TypeError(f"expected Tensor as element {k} in argument {position}, but got {type_name(v)}")
        return raw, any_tensor

    def common_dtype(self, raw):
        """The dtype to which torch's tables bring the arrays and numbers of a call."""
        values = [raw[i] for i in self.positions if raw[i] is not None]
        arrays = [v for v in values if isinstance(v, (ndarray, np.generic))]
        numbers = [v for v in values if not isinstance(v, (ndarray, np.generic))]
        target = dtypes.result_type_of(arrays, numbers)
        return dtypes.default.real if self.kind == "float" and target.category < dtypes.FLOAT else target

    def broadcast(self, raw):
        """The shape to which the arrays of a call broadcast; torch's RuntimeError when they do not."""
        shape = ()
        for i in self.positions:
            if isinstance(raw[i], ndarray):
                shape = broadcast_shape(shape, raw[i].shape)
        return shape

    def prepare(self, raw):
        """Brings the arrays to the dtype that the op computes in. Returns (values, the result's numpy dtype or None)."""
        kind = self.kind
        at = self.positions
        if self.refuse and kind in (None, "same"):
            self.check_dtype(dtypes.from_numpy(raw[at[0]].dtype), raw)
        if kind is None:
            return raw, None
        if kind == "same":
            half = next((raw[i].dtype for i in at if isinstance(raw[i], ndarray) and raw[i].dtype in HALVES), None)
            if half is None or (self.unmixed and any(isinstance(raw[i], ndarray) and raw[i].dtype != half for i in at)):
                return raw, half
            return [in_float32(v) for v in raw], half
        target = self.common_dtype(raw)
        if self.refuse:
            self.check_dtype(target, raw)
        if target.numpy in HALVES:
            return [half_operand(v, target, self.half is None) if k in at else v for k, v in enumerate(raw)], (
                None if kind == "compare" else target.numpy
            )
        compute = target.numpy
        raw = raw[:]
        for i in at:
            v = raw[i]
            if isinstance(v, ndarray):
                if v.dtype is not compute:
                    raw[i] = cast(widen(v), compute)
            elif v is not None and type(v) is not float:
                raw[i] = self.number(v, compute)
        return raw, None if kind == "compare" else target.numpy

    def number(self, value, numpy_dtype):
        """A Python number as numpy shall see it next to arrays of `numpy_dtype`; integers wrap as torch's do."""
        if numpy_dtype.kind in "iu":
            bits = numpy_dtype.itemsize * 8
            if not -(1 << 63) <= value < 1 << 64:
                raise OverflowError("int too big to convert")
            value = int(value) & ((1 << bits) - 1)
            if numpy_dtype.kind == "i" and value >> (bits - 1):
                value -= 1 << bits
        return value

    # ----------------------------------------------------------------------------------------------------------- call
    def evaluate(self, raw, result=None, given=()):
        n, fn = self.positional, self.fn
        if self.half is not None and result in HALVES and not (self.kind == "same" and any(map(is_wide, given))):
            fn = rounding(self.half, result)
        try:
            if n == len(raw):
                return fn(*raw)
            return fn(*raw[:n], **dict(zip(self.params[n:], raw[n:], strict=True)))
        except ValueError as error:
            if "broadcast" in str(error):  # in torch's words
                self.broadcast(raw)
            raise
        except NoData:
            if not mode.inferring:
                raise
            from .meta.call import of_zeros

            return of_zeros(self.name, fn, raw[:n], dict(zip(self.params[n:], raw[n:], strict=True)))

    def call(self, args, kwargs):
        """The whole of a call: any arguments, any dtypes, out=, recording."""
        if self.overloads and kwargs:
            other = self.overload(kwargs)
            if other is not None:
                return other.call(args, kwargs)
        given = kwargs.copy() if kwargs else kwargs
        try:
            out = kwargs.pop("out", None) if "out" in kwargs and "out" not in self.keywords else None
            if self.adopts and isinstance(out, Tensor) and kwargs.get("dtype") is None:
                kwargs["dtype"] = out.dtype
            values = self.bind(args, kwargs)
            if self.setting_types:
                self.check_settings(values, args, given)
            raw, tensors = self.unwrap(values)
            for i in self.positions:
                if isinstance(values[i], Tensor) and values[i]._base is not None:
                    values[i]._refresh()
            if self.check is not None:
                self.check(self, *raw)
            if isinstance(self.plain, np.ufunc) and self.is_ufunc_of_halves(values, raw):
                ready, result = raw, None
                ans = of_halves(self.plain, [raw[i] for i in self.positions])
            else:
                ready, result = self.prepare(raw)
                ans = self.evaluate(ready, result, raw)
            if self.outputs is not None:
                answers = [self.finish(a, result) for a in ans]
                if not tensors:
                    return answers
                return self.wrap_outputs(values, ready, answers, out)
            ans = self.finish(ans, result)
            if not tensors:
                return ans
            if out is not None:
                return self.write_out(out, ans, values)
            ans = self.laid_out(ans, raw) if self.pointwise else ans
            t = new(Tensor)
            t._array = ans
            t._writes = new_writes() if ENTERED else [0]
            if mode.grad and self.formulas_apply(ans):
                edges = self.edges(values)
                if edges is not None:
                    node = self.record(edges, values, ready, (t,))
                    t._requires_grad = True
                    t._node = node
            if self.view:
                mark_view(t, values[self.positions[0]])
            return t
        except NoData:
            if mode.inferring:
                raise
            return inferred(self.call, args, given, self.name, given.get("out"))
        except TypeError as error:
            return self.call_of_attribute(args, given, error)
        except Exception:
            self.misfit(args, given)
            raise

    def finish(self, ans, result):
        if type(ans) is not ndarray:
            ans = as_array(ans)
        if result is not None and ans.dtype is not result and ans.dtype != result:
            if result == BFLOAT16:
                return narrow(ans) if ans.dtype.kind == "f" else ans
            ans = cast(ans, result) if result != FLOAT16 or ans.dtype.kind == "f" else ans
        return ans


# ------------------------------------------------------------------------------------------------------ the decorators
def op(
    *,
    kind=None,
    tensors=(),
    lists=(),
    outputs=None,
    joint=None,
    view=False,
    node=None,
    name=None,
    plain=None,
    aliases=(),
    method=True,
    inplace=None,
    loose=None,
    namespace="torch",
    strict=False,
    constant=(),
    overloads=None,
    refuse=None,
    out_dtype=None,
    check=None,
    unmixed=False,
    half=None,
    legacy=(),
    formula=None,
    reads=(),
    shown=None,
    fused=False,
    **formulas,
):
    """Makes an op of a numpy function; the module's docstring says what formulas and `kind` mean.

    tensors    parameters that take tensors, where they are more than those with formulas (default: the first)
    lists      parameters that take a list of tensors; its formula gives a list of gradients
    outputs    names of several outputs (returned as torch's named tuple), or "list"
    joint      one function (g, needed, ...) for the gradients of all inputs in `formulas` (then a tuple of names)
    view       the result shares the input's memory
    node       torch's name of the node where it is not the op's in camel case; three names when it depends on the
               operands: two tensors, a number as the second, a number as the first
    plain      a numpy ufunc that does the same when every setting has its default: the short cut's short cut
    inplace    whether there is an in-place twin `name_` (default: for promote, float and compare); a function that gets
               the parameters and writes into its first array makes the twin native: nothing is copied
    loose      a parameter whose ints may be given to the method one by one: `x.permute(0, 2, 1)`
    namespace  where the function is public, None for nowhere
    strict     numbers are refused where tensors are expected (matrix products); "first": as the first operand;
               "some": in all places at once
    overloads  {keyword: another op's function}: a call with that keyword is a call of the other op
    refuse     {kinds of dtypes: the name of torch's kernel, or an exception} for dtypes that the op does not take, the
               kinds as letters: b bool, i integer, w wide unsigned, h half and bfloat16, f float, c complex
    unmixed    the function refuses a half dtype next to another dtype, and so gets such arrays as they are
    half       the forward for float16 and bfloat16 where torch rounds on the way: gets a function that rounds, then
               the arguments, arrays as float32
    legacy     keywords that old programs give as numbers among the tensors: `x.add_(-lr, grad)`, `addmm(1, x, 1, a, b)`
    check      a function of the op and the values that raises for what the op refuses before dtypes are promoted
    out_dtype  torch's error, with the two dtypes left open, for an out= tensor that has not the result's dtype; or a
               function of its array, the result and the values of all parameters that raises
    reads      inputs that torch's formulas read though these gradients do not depend on them: under create_graph the
               gradients require one all the same, with zeros for these inputs (none from a joint formula);
               {parameter: inputs} for some parameters alone
    fused      the gradient is one kernel in torch, which computes float16 and bfloat16 in float32 and rounds the result;
               without it each step of a formula is rounded
    shown      torch's nodes where it has several for this one: a function of steps.py
    formula    {parameter: formula}, for parameters named like one of the settings above
    """
    if joint is not None:
        formulas = dict.fromkeys(formulas.pop("differentiable"))
    if formula is not None:
        formulas = formula

    def decorate(fn):
        o = Op(fn, formulas, joint, tensors, lists, kind, outputs, view, node, name, plain)
        if overloads:
            o.overloads = {keyword: other.op for keyword, other in overloads.items()}
        if refuse:
            o.refuse_dtypes(refuse)
        if half is not None:
            o.half, o.fast = half, o.fast - HALVES
        own = (strict, unmixed, constant, fused, out_dtype, check, reads, shown, legacy)
        if own != ORDINARY:
            vars(o).update([setting for setting in zip(SETTINGS, own, strict=True) if setting[1]])
        if "beta" in o.keywords and "alpha" in o.keywords:
            o.legacy = legacy or ("beta", "alpha")
        o.public = namespace == "torch"
        under = wrappers.under(o)
        wrapped = describe(under(o.call), o.name, fn)
        wrapped.op = o
        publish(wrapped, o.name, aliases, method and method_of(o, under, fn, loose), namespace)
        twin = kind in ("promote", "float", "compare") if inplace is None else inplace
        if twin:
            o.write = inplace if callable(inplace) else None
            publish_inplace(o, aliases)
        for alias in aliases:  # the same op, whose errors speak of it by the name it was called by
            other = o.copy(name=alias, origin=o)
            under = wrappers.under(other)
            renamed = describe(under(other.call), alias, fn)
            renamed.op = other
            publish(renamed, alias, (), method and method_of(other, under, fn, loose), namespace)
        return wrapped

    return decorate


def method_of(o, under, fn, loose=None):
    """The method for an op: the same, but for its errors, which count arguments without the tensor itself."""
    other = o.copy(origin=o.origin or o, shift=1, public=True)
    method = under(other.call)
    if loose is not None:
        method = loosen(method, o.params.index(loose))
    describe(method, o.name, fn)
    method.op = other
    return method


def like(g, array):
    """A constant array in the form gradients have in this pass: as it is, or wrapped when `g` is a Tensor."""
    return wrap(array) if isinstance(g, Tensor) else array


def publish(function, name, aliases=(), method=None, namespace="torch"):
    if namespace == "torch":  # what users call wins over a part of it or a namesake in another room
        OPS[name] = function
    else:
        OPS.setdefault(name, function)
    for public in (name, *aliases):
        if namespace is not None:
            NAMESPACES.setdefault(namespace, {})[public] = function
        if method:
            setattr(Tensor, public, method)


def publish_inplace(o, aliases=()):
    twin = (
        wrappers.ufunc_twin(o) if isinstance(o.plain, np.ufunc) and o.plain.nin == 2 and o.kind != "compare" else None
    )
    if twin is None:

        def twin(*args, **kwargs):
            return o.inplace(args, kwargs)

    twin.__name__ = twin.__qualname__ = o.name + "_"
    twin.__doc__ = f"In-place version of `{o.name}`."
    twin.op = o
    setattr(Tensor, o.name + "_", twin)
    for alias in aliases:
        setattr(Tensor, alias + "_", calls.worded(twin, alias + "_", 1))
    OPS[o.name + "_"] = twin


def function(*, aliases=(), method=True, namespace="torch", name=None, loose=None):
    """Publishes a Python function made of ops under its torch name, also as a method where torch has one.

    loose  the parameter whose ints the method may be given one by one
    """

    def decorate(fn):
        params = parameter_names(inspect.unwrap(fn) if "__wrapped__" in fn.__dict__ else fn)
        known, word = aliases_of(params), name or fn.__name__
        as_method = loosen(fn, params.index(loose)) if method and loose else fn
        if word in UNCHECKED:
            public, as_method = (accept_aliases(f, known) if known else f for f in (fn, as_method))
        else:
            public = (
                calls.checked(fn, word, 0, known)
                if namespace == "torch" or word in calls.ASKED
                else accept_aliases(fn, known)
                if known
                else fn
            )
            as_method = method and calls.checked(as_method, word, 1, known)
        publish(public, word, aliases, method and as_method, namespace)
        return fn

    return decorate


from . import wrappers  # noqa: E402  (which needs what stands above)
