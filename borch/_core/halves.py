"""float16 and bfloat16 where torch computes in float32 and rounds in between: see the setting `half` of an op."""

import numpy as np

from .dtype import BFLOAT16, cast, narrow, widen

FLOAT16, FLOAT32 = np.dtype(np.float16), np.dtype(np.float32)
HALVES = frozenset((FLOAT16, BFLOAT16))


def to_bfloat16(x):
    """float32 values rounded to those of bfloat16."""
    return widen(narrow(x))


def to_float16(x):
    """float32 values rounded to those of float16."""
    return np.asarray(x).astype(FLOAT16).astype(np.float32)


def half_operand(value, target, rounds):
    """An operand of an op that computes in a half dtype; of bfloat16 in float32.

    rounds  numbers, of which 0-dim tensors of a wider dtype are some, are brought to the dtype too
    """
    if isinstance(value, np.ndarray):
        if value.dtype == target.numpy:
            return widen(value)
        if not rounds and not value.ndim:
            return cast(value, FLOAT32)
        return widen(cast(value, target.numpy))
    if value is None or not rounds:
        return value
    return float(widen(narrow(np.float32(value)))) if target.numpy == BFLOAT16 else value


def in_float32(half, target):
    """`half` with its first argument given, the function that rounds to `target`, and float16 arrays as float32."""
    rounded = to_bfloat16 if target == BFLOAT16 else to_float16

    def computed(*args, **kwargs):
        wide = [a.astype(np.float32) if isinstance(a, np.ndarray) and a.dtype == FLOAT16 else a for a in args]
        return half(rounded, *wide, **kwargs)

    return computed


class Stepwise(np.ndarray):
    """float32 numbers of a half dtype: whatever numpy computes of them is rounded to that dtype at each step."""

    rounded = None

    def __array_finalize__(self, source):
        self.rounded = getattr(source, "rounded", None)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = [np.asarray(x) if isinstance(x, Stepwise) else x for x in inputs]
        if "out" in kwargs:
            kwargs["out"] = tuple(np.asarray(x) for x in kwargs["out"])
        result = getattr(ufunc, method)(*plain, **kwargs)
        if getattr(result, "dtype", None) != FLOAT32:
            return result
        result = np.asarray(self.rounded(result)).view(Stepwise)
        result.rounded = self.rounded
        return result


def stepwise(fn):
    """`fn` as a setting `half`: the same steps, each of them rounded."""

    def half(rounded, *args, **kwargs):
        steps = []
        for a in args:
            if isinstance(a, np.ndarray) and a.dtype == FLOAT32:
                a = a.view(Stepwise)
                a.rounded = rounded
            steps.append(a)
        return np.asarray(fn(*steps, **kwargs))

    return half
