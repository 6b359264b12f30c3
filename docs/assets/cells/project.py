"""The files of a project in the working directory: written before each run, and what was imported from older ones forgotten.
Knows nothing of how a program runs."""

import contextlib
import importlib
import importlib.util
import os
import sys


def put(files, before, folder):
    """Bring the folder to these files, [[name, text], ...]; `before` is what the last call returned: path -> name."""
    paths = {os.path.join(folder, name): (name, text) for name, text in files}
    changed = False
    for path in before.keys() - paths.keys():
        with contextlib.suppress(OSError):
            os.remove(path)
        changed = True
    for path, (_, text) in paths.items():
        if read(path) != text:
            changed = True
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        with contextlib.suppress(
            OSError
        ):  # compiled files are told apart by seconds and sizes, which is too coarse here
            os.remove(importlib.util.cache_from_source(path))
    if changed:
        forget_modules(folder)
    return {path: name for path, (name, _) in paths.items()}


def read(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None


def forget_modules(folder):
    """Let the next import read every module of this folder anew: one that did not change may use one that did."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.startswith(folder + os.sep):
            del sys.modules[name]
    importlib.invalidate_caches()
