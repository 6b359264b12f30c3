"""Warnings that torch gives once in a process, unless `set_warn_always` says otherwise."""

import warnings

TO_SCALAR = (
    "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
    "Consider using tensor.detach() first."
)
COMPLEX_TO_REAL = "Casting complex values to real discards the imaginary part"

always = False
_given: set[str] = set()


def warn_once(words, category=UserWarning, matter=None, stacklevel=4):
    """Warns of `words` the first time; silent from then on, of other words on the same `matter` too."""
    matter = matter or words
    if always or matter not in _given:
        _given.add(matter)
        warnings.warn(words, category, stacklevel=stacklevel)
