"""Warnings that torch gives once in a process, unless `set_warn_always` says otherwise."""

import warnings

COMPLEX_TO_REAL = "Casting complex values to real discards the imaginary part"

always = False
_given: set[str] = set()


def warn_once(words, category=UserWarning):
    """Warns of `words` the first time; silent from then on."""
    if always or words not in _given:
        _given.add(words)
        warnings.warn(words, category, stacklevel=4)
