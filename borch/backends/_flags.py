"""The context that sets some attributes of a module of settings for a while."""

import contextlib
import sys


def flags_of(module, **defaults):
    """A context manager `flags(**settings)` over attributes of the named module."""

    @contextlib.contextmanager
    def flags(**settings):
        for name in settings:
            if name not in defaults:
                raise TypeError(f"flags() got an unexpected keyword argument '{name}'")
        place = sys.modules[module]
        before = {name: getattr(place, name) for name in defaults}
        for name, value in {**defaults, **settings}.items():
            setattr(place, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(place, name, value)

    return flags
