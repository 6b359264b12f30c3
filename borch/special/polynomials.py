"""Orthogonal polynomials of degree n at x: Chebyshev (four kinds, also shifted), Hermite, Laguerre, Legendre.

`n` is a number or a tensor; it is cut to an integer, and a negative one gives 0.
Source: https://docs.pytorch.org/docs/stable/special.html
"""

import numpy as np

from .._core.op import op


def _recurrence(x, n, first, step):
    """The polynomial of degree n by its recurrence: `first` gives degree 1, `step(k, x, p, before)` the next one."""
    n = np.where(np.abs(n) < 2.0**63, np.trunc(n), -1)  # nan and infinities are no integers
    x, n = np.broadcast_arrays(x, n)
    before, p = np.ones_like(x), first(x)
    out = np.where(n == 0, 1, np.where(n == 1, p, np.where(n < 0, 0, np.nan))).astype(x.dtype)
    finite = n[np.isfinite(n)]
    for k in range(1, int(finite.max()) if finite.size else 0):
        before, p = p, step(k, x, p, before)
        out = np.where(n == k + 1, p, out)
    return out


def _chebyshev(first, shifted):
    def compute(x, n):
        y = 2 * x - 1 if shifted else x
        return _recurrence(y, n, first, lambda k, x, p, before: 2 * x * p - before)

    return compute


_KINDS = {
    "t": ("first", lambda x: x),
    "u": ("second", lambda x: 2 * x),
    "v": ("third", lambda x: 2 * x - 1),
    "w": ("fourth", lambda x: 2 * x + 1),
}


def _hermite_h(x, n):
    return _recurrence(x, n, lambda x: 2 * x, lambda k, x, p, before: 2 * (x * p - k * before))


def _hermite_he(x, n):
    return _recurrence(x, n, lambda x: x, lambda k, x, p, before: x * p - k * before)


def _laguerre(x, n):
    return _recurrence(x, n, lambda x: 1 - x, lambda k, x, p, before: ((2 * k + 1 - x) * p - k * before) / (k + 1))


def _legendre(x, n):
    return _recurrence(x, n, lambda x: x, lambda k, x, p, before: ((2 * k + 1) * x * p - k * before) / (k + 1))


# torch's values of degree 3 at 0.3, which the docstrings show.
_SHOWN = {
    "chebyshev_polynomial_t": "-0.7920",
    "chebyshev_polynomial_u": "-0.9840",
    "chebyshev_polynomial_v": "-0.3440",
    "chebyshev_polynomial_w": "-1.6240",
    "shifted_chebyshev_polynomial_t": "0.9440",
    "shifted_chebyshev_polynomial_u": "1.0880",
    "shifted_chebyshev_polynomial_v": "1.4480",
    "shifted_chebyshev_polynomial_w": "0.7280",
    "hermite_polynomial_h": "-3.3840",
    "hermite_polynomial_he": "-0.8730",
    "laguerre_polynomial_l": "0.2305",
    "legendre_polynomial_p": "-0.3825",
}


def _polynomial(name, compute, what):
    def function(input, n):
        narrow = next(v.dtype for v in (input, n) if isinstance(v, np.ndarray))
        return compute(np.asarray(input, np.float64), np.asarray(n, np.float64)).astype(narrow)

    function.__name__ = name
    function.__doc__ = (
        f"The {what} of degree n at input. Shapes broadcast; either may be a number; there is no gradient.\n\n"
        f"    Source: https://docs.pytorch.org/docs/stable/special.html\n\n"
        f"    >>> import borch as torch\n    >>> torch.special.{name}(torch.tensor([0.3]), 3)\n"
        f"    tensor([{_SHOWN[name]}])\n    "
    )
    return op(
        kind="float",
        name=f"special_{name}",
        method=False,
        namespace=None,
        inplace=False,
        strict="some",
        tensors=("input", "n"),
        refuse={"hc": f"{name}_cpu"},
    )(function)


POLYNOMIALS = {
    "hermite_polynomial_h": _polynomial("hermite_polynomial_h", _hermite_h, "physicist's Hermite polynomial"),
    "hermite_polynomial_he": _polynomial("hermite_polynomial_he", _hermite_he, "probabilist's Hermite polynomial"),
    "laguerre_polynomial_l": _polynomial("laguerre_polynomial_l", _laguerre, "Laguerre polynomial"),
    "legendre_polynomial_p": _polynomial("legendre_polynomial_p", _legendre, "Legendre polynomial"),
}
for _letter, (_word, _first) in _KINDS.items():
    for _prefix, _shifted in (("", False), ("shifted_", True)):
        _name = f"{_prefix}chebyshev_polynomial_{_letter}"
        _what = f"{'shifted ' if _shifted else ''}Chebyshev polynomial of the {_word} kind"
        POLYNOMIALS[_name] = _polynomial(_name, _chebyshev(_first, _shifted), _what)
