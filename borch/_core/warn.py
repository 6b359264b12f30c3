"""Warnings that torch gives once in a process."""

import warnings

_given: set[str] = set()


def warn_once(words, category=UserWarning):
    """Warns of `words` the first time; silent from then on."""
    if words not in _given:
        _given.add(words)
        warnings.warn(words, category, stacklevel=4)
