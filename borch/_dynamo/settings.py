"""Modules of settings, as torch._dynamo.config is one: what a program sets is kept, and changes nothing."""

import contextlib
import sys
import types

__all__ = ["Settings", "keep"]


class Settings(types.ModuleType):
    """A module that holds what a program sets."""

    def patch(self, *args, **changes):
        """A context in which the settings are others."""
        return _Patched(self, dict([args]) if len(args) == 2 else {**(args[0] if args else {}), **changes})


class _Patched(contextlib.ContextDecorator):
    def __init__(self, config, changes):
        self.config, self.changes = config, changes

    def __enter__(self):
        self.before = {name: getattr(self.config, name, None) for name in self.changes}
        vars(self.config).update(self.changes)

    def __exit__(self, *exc):
        vars(self.config).update(self.before)


def keep(name):
    """Makes the module of that name one of settings."""
    sys.modules[name].__class__ = Settings
