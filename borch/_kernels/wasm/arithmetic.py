"""Sums, products, roots, signs and comparisons of float32 and float64, compiled inside numpy's own ufuncs.

What is dense, and large enough to fill a few vectors, is computed with SIMD; the results are numpy's to the bit.
"""

import numpy as np

from .ufuncs import Within


def _within(name, kind):
    """The loops of a ufunc of numpy for float32 and float64."""
    loops = {kind: name + "_dense_f32", kind.replace("f", "d"): name + "_dense_f64"}
    return Within(getattr(np, name), loops)


for _name in ("add", "subtract", "multiply", "divide", "maximum", "minimum"):
    _within(_name, "ff->f")
for _name in ("absolute", "negative", "reciprocal", "sign", "sqrt", "square"):
    _within(_name, "f->f")
for _name in ("equal", "greater", "greater_equal", "less", "less_equal", "not_equal"):
    _within(_name, "ff->?")
