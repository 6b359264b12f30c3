"""Modules that are on their way to the tab when a program imports them: the import fetches them, and waits.

Knows the worker's functions as plain callables; what a pack is, the worker knows.
"""

import importlib
import importlib.abc
import importlib.machinery
import sys
import zlib

GZIP = b"\x1f\x8b"
GZIP_WINDOW = 31  # zlib's number for: any window, with gzip's header


class Finder(importlib.abc.MetaPathFinder):
    """The last one that is asked for a module: fetches pack after pack until the usual one finds it."""

    def __init__(self, absent, fetch, install):
        self.absent, self.fetch, self.install = absent, fetch, install

    def find_spec(self, fullname, path=None, target=None):
        for name in self.absent().split():
            data = self.fetch(name)
            data = data.to_bytes() if hasattr(data, "to_bytes") else data
            self.install(name, zlib.decompress(data, GZIP_WINDOW) if data and data.startswith(GZIP) else data)
            found = importlib.machinery.PathFinder.find_spec(fullname, path, target)
            if found:
                return found
        return None


def begin(absent, fetch, install):
    """Packs are on their way: absent() names those that are not here, fetch(name) has one at once, or None
    where it is here but not unpacked, install() takes it."""
    sys.meta_path.append(Finder(absent, fetch, install))


def end():
    """Everything is here."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, Finder)]
