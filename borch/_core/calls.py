"""How functions made of ops are called: numpy's names of keywords, ints one by one, and torch's errors for what fits nothing."""

import functools

KEYWORD_ALIASES = {
    "self": "input", "axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other",
}  # fmt: skip

# Those of which torch's errors list several signatures.
SEVERAL_SIGNATURES = frozenset({
    "argsort", "bucketize", "clamp", "clamp_max", "clamp_min", "clip", "cumulative_trapezoid", "dsplit", "fill",
    "float_power", "gradient", "histogram", "hsplit", "index_fill", "isin", "lerp", "masked_fill", "moveaxis", "movedim",
    "narrow", "repeat_interleave", "scatter", "searchsorted", "squeeze", "tensor_split", "trapezoid", "trapz", "vsplit",
    "where",
})  # fmt: skip


def checked(fn, name, method):
    """`fn` whose TypeErrors are torch's for arguments that fit none of its signatures."""

    @functools.wraps(fn)
    def function(*args, **kwargs):
        try:
            return fn(*args, **kwargs)
        except TypeError as error:
            from .signatures import misfit

            raise misfit(name, method, args[method:], kwargs, error) from None

    return function


def accept_aliases(fn, params):
    """`fn` that also takes numpy's names of its keywords (axis, keepdims, x); itself where it has no `dim`."""
    known = {alias: name for alias, name in KEYWORD_ALIASES.items() if name in params and alias not in params}
    if "dim" not in params:
        return fn

    @functools.wraps(fn)
    def function(*args, **kwargs):
        if kwargs:
            for alias in kwargs.keys() & known.keys():
                kwargs[known[alias]] = kwargs.pop(alias)
        return fn(*args, **kwargs)

    return function


def loosen(fn, position):
    """`fn` whose parameter at `position` also takes its ints one by one, as torch's methods do."""

    @functools.wraps(fn)
    def method(*args, **kwargs):
        if len(args) > position and not isinstance(args[position], (tuple, list)):
            args = (*args[:position], args[position:])
        return fn(*args, **kwargs)

    return method
