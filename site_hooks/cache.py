"""Where a build keeps what it has fetched or made for the next one, and how a file gets there."""

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """BORCH_CACHE, or the place where this kind of system keeps a user's caches."""
    if named := environ.get("BORCH_CACHE"):
        return Path(named)
    if sys.platform == "win32" and (local := environ.get("LOCALAPPDATA")):
        return Path(local) / "borch" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "borch"
    return Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "borch"


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file that another process sees either not at all or complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(scratch, 0o644)
        os.replace(scratch, path)
    except BaseException:
        Path(scratch).unlink(missing_ok=True)
        raise
