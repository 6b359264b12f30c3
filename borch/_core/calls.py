"""How functions made of ops are called: numpy's names of keywords, ints one by one, and torch's errors for what fits nothing."""

import inspect

import numpy as np

from .nodata import NoData, inferred
from .size import Size
from .tensor import Tensor
from .warn import warn_once

NUMBER = (int, float, complex, bool, np.number, np.bool_)
ABSENT = object()  # the default of what a short cut takes by position

KEYWORD_ALIASES = {
    "self": "input", "axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other",
}  # fmt: skip

# Functions of few lines that are called often: one more call would cost more than what it finds.
UNCHECKED = frozenset({
    "arange", "as_tensor", "detach", "detach_", "empty", "empty_like", "equal", "flatten", "full", "full_like",
    "is_complex", "is_floating_point", "is_tensor", "matmul", "numel", "ones", "ones_like", "rand", "randint", "randn",
    "randn_like", "reshape", "tensor", "zero_", "zeros", "zeros_like",
})  # fmt: skip


# Functions of which torch refuses what Python lets pass: None where nothing need be given, a bool or a tensor for an int.
# Of arguments of these types the signatures are asked before the call.
_NONE, _INTS = frozenset((type(None),)), frozenset((bool, Tensor))
_SIZES = frozenset((bool, float, type(None)))
ASKED = {
    **dict.fromkeys(("median", "nanmedian", "trapezoid", "trapz", "cumulative_trapezoid"), _NONE),
    **dict.fromkeys(("frobenius_norm", "linalg_matrix_rank", "linalg_pinv"), _NONE),
    **dict.fromkeys(
        [f"fft_{name}" for name in ["fft", "ifft", "fftn", "ifftn", "rfft", "rfftn", "ihfft", "fftfreq", "rfftfreq"]],
        _INTS,
    ),
    **dict.fromkeys(("linalg_tensorinv", "diag", "hash_tensor"), _INTS),
    **dict.fromkeys(("avg_pool1d", "adaptive_avg_pool1d"), _SIZES),
    "norm_except_dim": frozenset((bool, float, Tensor)),
    "pinverse": frozenset((Tensor, tuple, list, type(None), bool)),
    "isin": frozenset((str, tuple, list, type(None))),
    "searchsorted": frozenset((tuple, list)),
    "histogram": frozenset((bool,)),
    "histogramdd": frozenset((bool,)),
    "native_dropout": frozenset((int, Tensor)),
    "inner": frozenset((bool, int, float)),
    "scalar_tensor": frozenset((Tensor,)),
    "subtract": frozenset((tuple, list)),
}


# What a setting ordinarily is, by the type of its default; for another the signatures are asked.
BY_DEFAULT = {bool: frozenset((bool,)), int: frozenset((int, float, complex, tuple, list, Size, type(None)))}


def flag_of(params, defaults, start=1):
    """The name and place of the first setting that is a bool; None and 0 where there is none."""
    for k, p in enumerate(params[start:], start):
        if type(defaults.get(p)) is bool:
            return p, k
    return None, 0


def given(*values):
    """The arguments of a call as they were given: without what is absent, which nothing follows."""
    while values and values[-1] is ABSENT:
        values = values[:-1]
    return values


def standing_for(function, fn):
    """`function` under the names of `fn`: what functools.wraps does, without what no op has, in a third of the time."""
    function.__name__, function.__qualname__, function.__module__ = fn.__name__, fn.__qualname__, fn.__module__
    function.__doc__ = fn.__doc__
    if fn.__dict__:
        function.__dict__.update(fn.__dict__)
    function.__wrapped__ = fn
    return function


def describe(wrapped, name, fn):
    wrapped.__name__ = wrapped.__qualname__ = name
    wrapped.__doc__ = fn.__doc__
    wrapped.__module__ = fn.__module__
    wrapped.__wrapped__ = fn
    return wrapped


def parameter_names(f):
    code = f.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def aliases_of(params):
    """{numpy's name: torch's} of the keywords (axis, keepdims, x) that a function of these parameters takes too."""
    if "dim" not in params:
        return {}
    return {alias: name for alias, name in KEYWORD_ALIASES.items() if name in params and alias not in params}


def accept_aliases(fn, known):
    """`fn` that also takes numpy's names of its keywords."""
    none_of = frozenset(known).isdisjoint

    def function(*args, **kwargs):
        if kwargs and not none_of(kwargs):
            kwargs = {known.get(name, name): value for name, value in kwargs.items()}
        return fn(*args, **kwargs)

    return standing_for(function, fn)


def raise_misfit(name, method, args, kwargs):
    """Raises torch's TypeError if the arguments of a call fit no signature of the function or method."""
    from .signatures import misfit

    error = misfit(name, method, args[method:], kwargs)
    if error is not None:
        raise error from None


def holds(args, fn, name):
    """Whether the first argument is an instance of a class that has `fn`, which is C's in torch, as an attribute: such a
    function is no method there."""
    from .signatures import signatures_of

    if not args or isinstance(args[0], (Tensor, np.ndarray)) or signatures_of(name, False) is None:
        return False
    held = (value for cls in type(args[0]).__mro__[:-1] for value in vars(cls).values())
    return any(inspect.isfunction(value) and inspect.unwrap(value) is inspect.unwrap(fn) for value in held)


def worded(fn, name, method):
    """`fn` that fails with torch's TypeError where it failed and its arguments fit none of the signatures of `name`."""

    def function(*args, **kwargs):
        try:
            return fn(*args, **kwargs)
        except NoData:
            return inferred(lambda args, kwargs: fn(*args, **kwargs), args, kwargs, name)
        except Exception:
            if not method and holds(args, fn, name):
                return function(*args[1:], **kwargs)
            raise_misfit(name, method, args, kwargs)
            raise

    return standing_for(function, fn)


def passed_on(fn, name):
    """`fn`, which is Python in torch and hands its arguments to a C function of the same name: what is of a wrong type there
    is said as that one says it."""

    def function(*args, **kwargs):
        try:
            return fn(*args, **kwargs)
        except (AttributeError, TypeError):
            from .signatures import misfit_of_values

            error = misfit_of_values(name, fn, args, kwargs)
            if error is not None:
                raise error from None
            raise

    return standing_for(function, fn)


def word_room(functions, prefix):
    """Gives the functions of a room torch's errors, in which they have the room's name before their own: linalg_det."""
    for name, fn in functions.items():
        if inspect.isfunction(fn):
            functions[name] = checked(fn, prefix + name, 0, {})


def checked(fn, name, method, known):
    """`fn` that fails with torch's TypeError, whatever it failed with, where its arguments fit none of its signatures.

    It takes numpy's names of keywords too, where some are `known`. Where a setting is a bool, another value has the
    signatures looked at before the call.
    """
    none_of = frozenset(known).isdisjoint
    inner = inspect.unwrap(fn)
    code = inner.__code__
    names = code.co_varnames[: code.co_argcount]
    defaults = dict(zip(names[::-1], (inner.__defaults__ or ())[::-1], strict=False))
    flag, flag_at = flag_of(names, defaults)
    if name in ASKED:
        fn = _asked_first(fn, name, method, ASKED[name])

    def function(*args, **kwargs):
        given = kwargs
        if kwargs and not none_of(kwargs):
            kwargs = {known.get(name, name): value for name, value in kwargs.items()}
        try:
            if flag_at and (kwargs or len(args) > flag_at) and type(
                kwargs[flag] if flag in kwargs else args[flag_at] if len(args) > flag_at else False
            ) is not bool:  # fmt: skip
                raise_misfit(name, method, args, given)
            return fn(*args, **kwargs)
        except NoData:
            return inferred(lambda args, kwargs: fn(*args, **kwargs), args, kwargs, name)
        except Exception:
            if not method and holds(args, fn, name):
                return function(*args[1:], **given)
            raise_misfit(name, method, args, given)
            raise

    function.checks = fn
    return standing_for(function, fn)


def _asked_first(fn, name, method, odd):
    """`fn`, with the signatures looked at before a call with an argument of one of the types `odd`."""
    start = 0 if name.endswith("freq") or name == "scalar_tensor" else 1

    def function(*args, **kwargs):
        for value in (*args[start:], *kwargs.values()):
            if type(value) in odd:
                raise_misfit(name, method, args, kwargs)
                break
        return fn(*args, **kwargs)

    return standing_for(function, fn)


def loosen(fn, position):
    """`fn` whose parameter at `position` also takes its ints one by one, as torch's methods do."""

    def method(*args, **kwargs):
        if len(args) > position and not isinstance(args[position], (tuple, list, str)):
            args = (*args[:position], args[position:])
        return fn(*args, **kwargs)

    return standing_for(method, fn)


def loosen_several(fn):
    """`fn` whose tuple of ints may be given as two or more ints; a lone int is no tuple."""

    def method(self, *args, **kwargs):
        if len(args) > 1 and type(args[0]) is int and all(isinstance(a, int) for a in args):
            args = (args,)
        return fn(self, *args, **kwargs)

    return standing_for(method, fn)


def is_number(value):
    """Whether torch takes a value where it asks for a number: a tensor without axes counts, one that needs a gradient not."""
    return isinstance(value, NUMBER) or (isinstance(value, Tensor) and not value.ndim and not value.requires_grad)


def without_numbers(op, args, kwargs, suffix=""):
    """The arguments of an old form of a call without the numbers that stand among them: these go to `kwargs`."""
    more = len(args) - op.positional
    places = (1 if is_number(args[1]) else 0, 2)[:more]
    if more > len(op.legacy) or not all(is_number(args[k]) for k in places):
        return args
    _warn_of_old_form(op, op.name + suffix, places)
    for name, k in zip(op.legacy, places, strict=False):
        kwargs[name] = args[k].item() if isinstance(args[k], Tensor) else args[k]
    return tuple(a for k, a in enumerate(args) if k not in places)


def _warn_of_old_form(op, name, places):
    """torch's words: the signature that was used, and those to use. A number before the tensors is a function's call."""
    tensors, numbers = list(op.params[1 : op.positional]), list(op.legacy)
    keywords, out = [f"Number {n} = 1" for n in numbers], ""
    used = [f"Number {n}" for n in numbers[: len(places)]]
    old = used + [f"Tensor {t}" for t in tensors]
    if places[0] == 0:
        out, given = ", *, Tensor out = None", ["Tensor input"]
        old = [*used[:1], *given, *used[1:], *(f"Tensor {t}" for t in tensors)]
        tensors = ["input", *tensors]
        keywords.append("Tensor out = None")
    now = [", ".join(f"Tensor {t}" for t in tensors)]
    if out and name in ("addmm", "baddbmm"):
        now.append(f"{now[0]}, torch.dtype out_dtype")
    uses = "".join(f"\n\t{name}({form}, *, {', '.join(keywords)})" for form in now)
    warn_once(
        f"This overload of {name} is deprecated:\n\t{name}({', '.join(old)}{out})\n"
        f"Consider using one of the following signatures instead:{uses}",
        matter="old forms of calls",
        stacklevel=6,
    )
