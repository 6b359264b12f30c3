"""What a cell leaves in the working directory: the files that are new or changed since it began.
Hidden files and Python's caches are nobody's results; of a great many the first ones are named."""

import os

SHOWN = 20  # files that are named, the others are counted
SEEN = 10_000  # files that are looked at


def state(folder):
    """Each file's path below the folder, and what changes when it is written."""
    found = {}
    for directory, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__pycache__")
        for name in sorted(names):
            if len(found) == SEEN:
                return found
            path = os.path.join(directory, name)
            if name.startswith(".") or not os.path.isfile(path):
                continue
            stat = os.stat(path)
            found[os.path.relpath(path, folder)] = stat.st_size, stat.st_mtime_ns, stat.st_ino
    return found


def written(before, folder):
    """The files whose state differs from before: `list` of [path, bytes], and how many `more` there are."""
    changed = [[path, facts[0]] for path, facts in state(folder).items() if before.get(path) != facts]
    return {"list": changed[:SHOWN], "more": len(changed[SHOWN:])}
