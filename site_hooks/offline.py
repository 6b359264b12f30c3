"""What the built site keeps for readers without a network: offline.js at its root, a service worker that knows every file of
the build by its hash. Each page names the build that it belongs to."""

import hashlib
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "offline.js"
UNKNOWN = "0" * 24  # stands in each page until all of them are written
_META = '<meta name="borch-build" content="{}">'
_CHARSET = '<meta charset="utf-8">'
_LEFT_OUT = (NAME, "sitemap.xml", "sitemap.xml.gz")  # no page asks for them to be kept


def with_build(page: str) -> str:
    """The page with the place where its build is named."""
    return page.replace(_CHARSET, _CHARSET + _META.format(UNKNOWN), 1)


def write(folder: Path) -> str:
    """Names the build in every page, and writes offline.js with the hash of every file. Returns the build's name."""
    files = _files(folder)
    pages = [path for path in files if path.suffix == ".html"]
    build = _digest("\n".join(f"{path.relative_to(folder).as_posix()} {_hash(path)}" for path in files).encode())
    for path in pages:
        text = path.read_text("utf-8")
        path.write_text(re.sub(_META.format("[0-9a-f]{24}"), _META.format(build), text, count=1), "utf-8", newline="")
    hashes = {path.relative_to(folder).as_posix(): _hash(path) for path in files}
    script = (ROOT / "docs" / NAME).read_text("utf-8")
    for name, value in {"BUILD": build, "FILES": hashes}.items():
        script, count = re.subn(rf"^const {name} = .*$", _constant(name, value), script, count=1, flags=re.M)
        if not count:
            raise ValueError(f"docs/{NAME} has no constant {name}")
    (folder / NAME).write_text(script, "utf-8", newline="")
    return build


def _constant(name, value):
    line = f"const {name} = {json.dumps(value, separators=(',', ':'))};"
    return lambda _: line


def _files(folder):
    """Every file that may be kept, in an order that does not depend on the machine."""
    left_out = {folder / name for name in _LEFT_OUT}
    return sorted(path for path in folder.rglob("*") if path.is_file() and path not in left_out)


def _hash(path):
    return _digest(path.read_bytes())


def _digest(data):
    """96 bits of sha256: nobody is kept out by it, files are told apart."""
    return hashlib.sha256(data).hexdigest()[:24]
