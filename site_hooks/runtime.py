"""What the tab's Python is made of: Pyodide's pinned files, the borch wheel, the lock file that names them.

`site_files()` is the one call a build makes. `python -m site_hooks.runtime` fetches the files alone.
"""

import hashlib
import http.client
import json
import logging
import os
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from site_hooks import packs
from site_hooks.cache import cache_folder, write_whole

ROOT = Path(__file__).resolve().parent.parent
SITE_FOLDER = "assets/pyodide"
LOCK = "pyodide-lock.json"
SOURCE_DATE_EPOCH = "1577836800"  # 2020-01-01, inside what a zip can say; a wheel depends on its sources alone

log = logging.getLogger("mkdocs.hooks.runtime")


class RuntimeFilesError(Exception):
    """The build cannot have the files that it needs; the message is for the person who ran it."""


class Unavailable(Exception):
    """One source has not got a file, or cannot be reached; the next one may."""


@dataclass(frozen=True)
class Pin:
    """A file of Pyodide as this project was tested with it."""

    name: str
    size: int
    sha256: str

    def check(self, data: bytes, where: object) -> None:
        """Raises RuntimeFilesError unless data is this very file."""
        digest = hashlib.sha256(data).hexdigest()
        if digest != self.sha256:
            raise RuntimeFilesError(
                f"{self.name} from {where} is not the pinned file: expected sha256 {self.sha256} ({self.size} bytes), "
                f"got {digest} ({len(data)} bytes)"
            )


def read_pins() -> tuple[str, dict[str, Pin]]:
    """Pyodide's version, and its files by name."""
    stored = json.loads(Path(__file__).with_name("pyodide_files.json").read_text(encoding="utf-8"))
    return stored["version"], {name: Pin(name, **facts) for name, facts in stored["files"].items()}


VERSION, PINS = read_pins()


# ------------------------------------------------------------------------------------------------ where files come from


class Source(Protocol):
    """A place that may have the files. `str(source)` names it to a reader."""

    def fetch(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yields (name, content), raises Unavailable at the first file that it cannot give."""
        ...


@dataclass(frozen=True)
class Folder:
    """A folder on this machine."""

    path: Path

    def __str__(self) -> str:
        return f"the folder {self.path}"

    def fetch(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        for name in names:
            try:
                yield name, (self.path / name).read_bytes()
            except OSError as error:
                raise Unavailable(f"{name}: {error.strerror}") from error


@dataclass(frozen=True)
class Web:
    """A web address below which the files lie under their own names."""

    base: str
    timeout: float = 5.0

    def __str__(self) -> str:
        return self.base

    def fetch(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        for name in names:
            try:
                with urllib.request.urlopen(f"{self.base.rstrip('/')}/{name}", timeout=self.timeout) as answer:
                    data = answer.read()
            except (OSError, ValueError, http.client.HTTPException) as error:  # URLError is an OSError
                raise Unavailable(f"{name}: {getattr(error, 'reason', None) or error}") from error
            yield name, data


@dataclass(frozen=True)
class CarrierWheel:
    """A wheel on the Python package index that carries an unmodified Pyodide; pip downloads it, nothing installs it."""

    requirement: str = "open-webui==0.12.4"
    folder: str = "open_webui/frontend/pyodide"

    def __str__(self) -> str:
        return f"the wheel {self.requirement}, by pip"

    def fetch(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        with tempfile.TemporaryDirectory(prefix="borch-") as scratch:
            self._download(scratch)
            [wheel] = Path(scratch).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                for name in names:
                    try:
                        yield name, archive.read(f"{self.folder}/{name}")
                    except KeyError as error:
                        raise Unavailable(f"{name}: not in {wheel.name}") from error

    def _download(self, scratch: str) -> None:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:none:"]
        command += ["--only-binary=:all:", "--ignore-requires-python", "--no-cache-dir", "--disable-pip-version-check"]
        command += ["--retries=1", "--timeout=30", "--dest", scratch, self.requirement]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
            raise Unavailable((errors or done.stderr.splitlines() or ["pip failed"])[-1].removeprefix("ERROR: "))


def default_sources(environ: Mapping[str, str] = os.environ) -> list[Source]:
    """The mirror that BORCH_PYODIDE_MIRROR names (a folder or an address), Pyodide's own CDN, the carrier wheel."""
    sources: list[Source] = []
    mirror = environ.get("BORCH_PYODIDE_MIRROR")
    if mirror:
        sources.append(Web(mirror, 30.0) if "://" in mirror else Folder(Path(mirror)))
    return [*sources, Web(f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full"), CarrierWheel()]


# ------------------------------------------------------------------------------------------------------------ the cache


_checked: dict[Path, tuple[int, int, str]] = {}


def check_cached(path: Path, pin: Pin) -> None:
    """Raises RuntimeFilesError if the file at path is not the pinned one. Reads a file once per process and change."""
    stat = path.stat()
    state = (stat.st_size, stat.st_mtime_ns, pin.sha256)
    if _checked.get(path) == state:
        return
    try:
        pin.check(path.read_bytes(), path)
    except RuntimeFilesError as error:
        raise RuntimeFilesError(f"{error}. Delete that file to have it fetched again.") from None
    _checked[path] = state


def ensure_runtime(
    cache: Path | None = None, sources: Sequence[Source] | None = None, pins: Mapping[str, Pin] = PINS
) -> Path:
    """The folder with every pinned file in it, each verified; what is not there yet is fetched.

    RuntimeFilesError: a file, kept or fetched, that is not the pinned one; or a file that no source could give.
    """
    folder = (cache or cache_folder()) / f"pyodide-{VERSION}"
    for name, pin in pins.items():
        if (folder / name).exists():
            check_cached(folder / name, pin)
    failures = []
    for source in default_sources() if sources is None else sources:
        missing = [name for name in pins if not (folder / name).exists()]
        if not missing:
            break
        log.info("Fetching %d files of Pyodide %s from %s", len(missing), VERSION, source)
        try:
            for name, data in source.fetch(missing):
                pins[name].check(data, source)
                write_whole(folder / name, data)
        except Unavailable as failure:
            failures.append(f"{source} ({failure})")
    missing = [name for name in pins if not (folder / name).exists()]
    if missing:
        places = [f"the cache {folder}", *failures]
        raise RuntimeFilesError(
            "\n  ".join([f"Pyodide {VERSION} is not complete. Missing:", *missing])
            + "\n  ".join(["\nLooked in:", *places])
            + "\nConnect to the internet, or let BORCH_PYODIDE_MIRROR name a folder or an address with these files."
        )
    return folder


# ------------------------------------------------------------------------------------------ the wheel and the lock file


def wheel_sources(root: Path) -> list[Path]:
    """What the wheel is made from: the package's files, and the files that pyproject.toml puts into its metadata."""
    package = [
        path
        for path in (root / "borch").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".pyc", ".pyo")
    ]
    return sorted([root / "pyproject.toml", root / "README.md", root / "LICENSE", *package])


def build_wheel(root: Path = ROOT, out: Path | None = None) -> Path:
    """The borch wheel, built once for each state of its sources, the same bytes on every machine.

    It is built from a copy, so that an edit at the same moment cannot end up under another state's name. A build tag
    made from the content is in its file name: a browser that kept an older wheel never takes that for the new one.
    RuntimeFilesError: the wheel cannot be built; the message ends with the builder's own lines.
    """
    out = out or root / "build" / "wheel"
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".making-") as scratch:
        copy = Path(scratch) / "sources"
        state = hashlib.sha256()
        for path in wheel_sources(root):
            name, data = path.relative_to(root).as_posix(), path.read_bytes()
            state.update(f"{name}\0{len(data)}\0".encode() + data)
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(data)
        folder = out / state.hexdigest()[:16]
        if not (made := sorted(folder.glob("*.whl"))):
            built = _run_builder(copy, Path(scratch) / "dist")
            name, version, tags = built.name.split("-", 2)
            tag = "0" + hashlib.sha256(built.read_bytes()).hexdigest()[:10]  # a build tag starts with a digit
            made = [folder / f"{name}-{version}-{tag}-{tags}"]
            write_whole(made[0], built.read_bytes())
    return made[0]


def _run_builder(sources: Path, dist: Path) -> Path:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(dist), str(sources)]
    environ = {**os.environ, "SOURCE_DATE_EPOCH": SOURCE_DATE_EPOCH}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environ)
    if done.returncode:
        lines = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        raise RuntimeFilesError(f"The borch wheel cannot be built:\n{lines}")
    [wheel] = dist.glob("*.whl")
    return wheel


def wheel_entry(wheel: Path) -> dict[str, object]:
    """The wheel's entry in Pyodide's lock file, so that `import borch` in the tab finds it and brings NumPy along."""
    name, version, *_ = wheel.name.split("-")
    return {
        "name": name,
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": [name],
        "depends": ["numpy"],
        "unvendored_tests": False,
    }


def write_lock(official: Path, wheel: Path, pins: Mapping[str, Pin]) -> Path:
    """A lock file beside the wheel: of Pyodide's packages only the pinned ones, and borch.

    RuntimeFilesError: a package needs another one that is not pinned.
    """
    stored = json.loads(official.read_text(encoding="utf-8"))
    packages = {key: entry for key, entry in stored["packages"].items() if entry["file_name"] in pins}
    packages["borch"] = wheel_entry(wheel)
    for key, entry in packages.items():
        if absent := set(entry["depends"]) - set(packages):
            raise RuntimeFilesError(f"{key} needs {', '.join(sorted(absent))}, which pyodide_files.json does not pin")
    lock = wheel.with_name(LOCK)
    write_whole(lock, json.dumps({"info": stored["info"], "packages": packages}, indent=1, sort_keys=True).encode())
    return lock


# ------------------------------------------------------------------------------------------------------------- the site


def site_files() -> dict[str, Path]:
    """Everything the tab's Python needs from the site: path in the site -> file on this machine."""
    folder = ensure_runtime()
    wheel = build_wheel()
    lock = write_lock(folder / LOCK, wheel, PINS)
    files = {name: folder / name for name in PINS} | {wheel.name: wheel, LOCK: lock}
    files |= packs.make(folder, wheel, ROOT / "docs/assets/cells", folder.parent)
    return {f"{SITE_FOLDER}/{name}": path for name, path in files.items()}


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    try:
        print(ensure_runtime())
    except RuntimeFilesError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
