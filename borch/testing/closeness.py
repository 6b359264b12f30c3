"""assert_close: whether values are equal within tolerances, in sequences and mappings too, and where they are not.

A comparison has two steps, as torch's has: both structures are walked side by side and paired up, then pairs are
compared in order until one of them differs.
"""

import collections.abc
import contextlib
import math
import warnings

import numpy as np

from .._core import dtype as dtypes
from .._core.op import OPS, wrap
from .._core.tensor import Tensor

TOLERANCES = {
    dtypes.float16: (1e-3, 1e-5),
    dtypes.bfloat16: (1.6e-2, 1e-5),
    dtypes.float32: (1.3e-6, 1e-5),
    dtypes.float64: (1e-7, 1e-7),
    dtypes.complex64: (1.3e-6, 1e-5),
    dtypes.complex128: (1e-7, 1e-7),
}
OLDER_TOLERANCES = {
    dtypes.float16: (1e-3, 1e-3),
    dtypes.float32: (1e-4, 1e-5),
    dtypes.float64: (1e-5, 1e-8),
}
NUMBERS = {int: dtypes.int64, float: dtypes.float64, complex: dtypes.complex128}


def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_layout=True,
    check_stride=False,
    msg=None,
):
    """Raises AssertionError unless `|actual - expected| <= atol + rtol * |expected|` holds for every element.

    Takes tensors, numpy arrays, numbers, None, and sequences and mappings of them. Shape and dtype must agree (dtype
    unless `check_dtype=False`). The default tolerances depend on the dtype: 1.3e-6 and 1e-5 for float32, 1e-7 both for
    float64, exact for integers. `msg` replaces the message, or makes one out of it. TypeError for what cannot be
    compared, ValueError when only one of `rtol` and `atol` is given.

    Source: https://docs.pytorch.org/docs/stable/testing.html#torch.testing.assert_close

    >>> import borch as torch
    >>> torch.testing.assert_close(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 2.5, 3.0]))
    Traceback (most recent call last):
    AssertionError: Tensor-likes are not close!
    <BLANKLINE>
    Mismatched elements: 1 / 3 (33.3%)
    Greatest absolute difference: 0.5 at index (1,) (up to 1e-05 allowed)
    Greatest relative difference: 0.20000000298023224 at index (1,) (up to 1.3e-06 allowed)
    """
    __tracebackhide__ = True
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    settings = {
        "rtol": rtol,
        "atol": atol,
        "equal_nan": equal_nan,
        "check_dtype": check_dtype,
        "check_stride": check_stride,
    }
    pairs = []
    try:
        pair_up(actual, expected, allow_subclasses, "", pairs)
    except _Differ as difference:
        raise AssertionError(difference.text) from None
    for compare, a, b, place in pairs:
        try:
            compare(a, b, settings)
        except _Differ as difference:
            text = difference.text + _where(place)
            if msg is not None:
                text = msg(text) if callable(msg) else msg
            raise AssertionError(text) from None


class _Differ(Exception):
    """Two values that are not close, and what to say about it."""

    def __init__(self, text):
        super().__init__(text)
        self.text = text


def _where(place):
    return f"\n\nThe failure occurred for item {place}" if place else ""


# ------------------------------------------------------------------------------------------------------------ pairing
def pair_up(actual, expected, allow_subclasses, place, pairs):
    """Adds (comparison, actual, expected, place) to `pairs` for every two values that stand at the same place."""
    if _both(actual, expected, collections.abc.Sequence) and not _any(actual, expected, (str, np.ndarray)):
        if len(actual) != len(expected):
            raise _Differ(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}" + _where(place))
        for k, (a, b) in enumerate(zip(actual, expected, strict=True)):
            pair_up(a, b, allow_subclasses, f"{place}[{k}]", pairs)
    elif _both(actual, expected, collections.abc.Mapping):
        _same_keys(actual, expected, place)
        keys = list(expected)
        with contextlib.suppress(TypeError):
            keys = sorted(keys)
        for key in keys:
            pair_up(actual[key], expected[key], allow_subclasses, f"{place}[{key!r}]", pairs)
    else:
        pairs.append((_comparison(actual, expected, allow_subclasses, place), actual, expected, place))


def _same_keys(actual, expected, place):
    missing, extra = set(expected) - set(actual), set(actual) - set(expected)
    if not missing and not extra:
        return
    lines = ["The keys of the mappings do not match:"]
    for what, keys in (("Missing", missing), ("Additional", extra)):
        if keys:
            try:
                keys = sorted(keys)
            except TypeError:
                keys = list(keys)
            lines.append(f"{what} keys in the actual mapping: {keys}")
    raise _Differ("\n".join(lines) + _where(place))


def _comparison(actual, expected, allow_subclasses, place):
    """The function that compares two values of these types."""
    if actual is None or expected is None:
        return compare_none
    if _both(actual, expected, (bool, np.bool_)):
        return compare_booleans
    if _both(actual, expected, (int, float, complex, np.number)):
        if _any(actual, expected, bool):
            raise RuntimeError(f"assert_close cannot compare {type(actual)} with {type(expected)}")
        return compare_numbers
    related = type(actual) is type(expected) or (
        allow_subclasses and (isinstance(actual, type(expected)) or isinstance(expected, type(actual)))
    )
    if related and _both(actual, expected, (Tensor, np.ndarray)):
        return compare_tensors
    raise TypeError(
        f"No comparison pair was able to handle inputs of type {_kind(actual)} and {_kind(expected)}." + _where(place)
    )


def _kind(value):
    return "<class 'torch.Tensor'>" if type(value) is Tensor else str(type(value))


def _both(a, b, kinds):
    return isinstance(a, kinds) and isinstance(b, kinds)


def _any(a, b, kinds):
    return isinstance(a, kinds) or isinstance(b, kinds)


# ---------------------------------------------------------------------------------------------------------- comparing
def compare_none(actual, expected, settings):
    if actual is not expected:
        raise _Differ(f"None mismatch: {actual} is not {expected}")


def compare_booleans(actual, expected, settings):
    if bool(actual) is not bool(expected):
        raise _Differ(f"Booleans mismatch: {bool(actual)} is not {bool(expected)}")


def compare_numbers(actual, expected, settings):
    actual, expected = (x.item() if isinstance(x, np.number) else x for x in (actual, expected))
    if settings["check_dtype"] and type(actual) is not type(expected):
        raise _Differ(f"The (d)types do not match: {type(actual)} != {type(expected)}.")
    rtol, atol = _tolerances(settings, [NUMBERS.get(type(x), dtypes.float64) for x in (actual, expected)])
    _compare_scalars(actual, expected, rtol, atol, settings["equal_nan"])


def _compare_scalars(actual, expected, rtol, atol, equal_nan):
    difference = abs(actual - expected)
    if actual == expected or (math.isfinite(difference) and difference <= atol + rtol * abs(expected)):
        return
    if equal_nan and actual != actual and expected != expected:
        return
    relative = difference / abs(expected) if expected else math.inf
    exact = not rtol and not atol
    raise _Differ(
        f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
        f"Absolute difference: {difference}{_allowed(atol, exact)}\n"
        f"Relative difference: {relative}{_allowed(rtol, exact)}"
    )


def _allowed(tolerance, exact):
    return "" if exact else f" (up to {tolerance} allowed)"


def compare_tensors(actual, expected, settings):
    actual, expected = (wrap(x) if isinstance(x, np.ndarray) else x.detach() for x in (actual, expected))
    _compare_attribute("shape", actual.shape, expected.shape)
    if settings["check_dtype"]:
        _compare_attribute("dtype", actual.dtype, expected.dtype)
    if settings["check_stride"]:
        _compare_attribute("stride()", actual.stride(), expected.stride())
    rtol, atol = _tolerances(settings, [actual.dtype, expected.dtype])
    if actual.dtype is not expected.dtype:
        common = dtypes.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(common), expected.to(common)
    matches = OPS["isclose"](actual, expected, rtol=rtol, atol=atol, equal_nan=settings["equal_nan"])
    if matches._array.all():
        return
    if not actual.ndim:
        _compare_scalars(actual.item(), expected.item(), rtol, atol, settings["equal_nan"])
    if not actual.dtype.is_floating_point and not actual.dtype.is_complex:
        actual, expected = actual.to(dtypes.int64), expected.to(dtypes.int64)
    differences = OPS["abs"](actual - expected)
    raise _Differ(_report(matches._array, differences, differences / OPS["abs"](expected), rtol, atol))


def _compare_attribute(name, a, b):
    if a != b:
        raise _Differ(f"The values for attribute '{name}' do not match: {a} != {b}.")


def _report(matches, absolute, relative, rtol, atol):
    mismatched, total = int((~matches).sum()), matches.size
    exact = not rtol and not atol
    lines = [
        f"Tensor-likes are not {'equal' if exact else 'close'}!",
        "",
        f"Mismatched elements: {mismatched} / {total} ({mismatched / total:.1%})",
    ]
    for word, differences, tolerance in (("absolute", absolute, atol), ("relative", relative, rtol)):
        values = dtypes.widen(differences._array).copy()
        values[matches] = 0
        at = np.unravel_index(int(values.argmax()), values.shape)
        place = tuple(int(k) for k in at)
        lines.append(f"Greatest {word} difference: {values[at].item()} at index {place}{_allowed(tolerance, exact)}")
    return "\n".join(lines)


def _tolerances(settings, kinds):
    """(rtol, atol): what was given, or the looser of the defaults of the two dtypes."""
    if settings["rtol"] is not None:
        return settings["rtol"], settings["atol"]
    return _default_tolerances(kinds, TOLERANCES)


def _default_tolerances(kinds, table):
    defaults = [table.get(kind, (0.0, 0.0)) for kind in kinds]
    return tuple(max(pair) for pair in zip(*defaults, strict=True))


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """torch's older form of `assert_close`, which compares no dtypes and takes anything that makes a tensor.

    >>> import borch as torch
    >>> torch.testing.assert_allclose(torch.tensor([1.0]), [1.0])
    >>> try:
    ...     torch.testing.assert_allclose(1.0, 2.0)
    ... except AssertionError as error:
    ...     print(error)
    Scalars are not close!
    <BLANKLINE>
    Expected 2.0 but got 1.0.
    Absolute difference: 1.0 (up to 1e-05 allowed)
    Relative difference: 0.5 (up to 0.0001 allowed)
    """
    warnings.warn(
        "`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. "
        "Please use `torch.testing.assert_close()` instead. You can find detailed upgrade instructions in "
        "https://github.com/pytorch/pytorch/issues/61844.",
        FutureWarning,
        stacklevel=2,
    )
    actual, expected = (x if isinstance(x, Tensor) else OPS["tensor"](x) for x in (actual, expected))
    if rtol is None and atol is None:
        rtol, atol = _default_tolerances([actual.dtype, expected.dtype], OLDER_TOLERANCES)
    assert_close(
        actual,
        expected,
        rtol=rtol,
        atol=atol,
        equal_nan=equal_nan,
        check_device=True,
        check_dtype=False,
        check_stride=False,
        msg=msg or None,
    )
