"""Chromium for the tests: one that is on this machine, or one that gets installed.

`python -m site_hooks.browser` installs it if need be and prints its path."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
MISSING = (
    "The browser tests need Chromium, and there is none: install it (apt-get install chromium, or "
    "python -m playwright install chromium), or let BORCH_CHROMIUM name one."
)


class NoBrowser(Exception):
    """There is no Chromium; the message says what to do."""


def run(
    command: Sequence[str], timeout: float = 600, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str] | None:
    """A finished command with its output, or None if it cannot be started or does not end."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=timeout, env=env
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def works(path: str) -> bool:
    """Whether path starts a Chromium: a stub that only tells how to install one does not."""
    done = run([path, "--version"], timeout=60)
    return done is not None and done.returncode == 0 and "chrom" in done.stdout.lower()


def playwrights_own() -> str:
    """Where Playwright would have put its Chromium. Asked in another process: Playwright cannot start twice in one."""
    code = "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)"
    done = run([sys.executable, "-c", code], timeout=60)
    return done.stdout.strip() if done is not None else ""


def candidates() -> Iterator[str]:
    """The places where a Chromium may be, the preferred first."""
    yield from filter(None, map(shutil.which, NAMES))
    yield from (str(path) for path in APPLICATIONS if path.exists())
    own = playwrights_own()
    if own and Path(own).exists():
        yield own


def find(environ: Mapping[str, str] = os.environ) -> str | None:
    """The path of a Chromium that works, or None.

    NoBrowser: BORCH_CHROMIUM names something that is not a working Chromium.
    """
    if named := environ.get("BORCH_CHROMIUM"):
        if not works(named):
            raise NoBrowser(f"BORCH_CHROMIUM names {named}, which does not start as a Chromium.")
        return named
    return next(filter(works, candidates()), None)


def _failure(done: subprocess.CompletedProcess[str] | None) -> str:
    """Why a command failed, by its last line that speaks of an error; nothing if it did not."""
    if done is None:
        return "it cannot be run, or does not end"
    if done.returncode == 0:
        return ""
    lines = (done.stdout + done.stderr).strip().splitlines() or [f"it ended with {done.returncode}"]
    return ([line for line in lines if "error" in line.lower() or line.startswith("E:")] or lines)[-1].strip()


def apt() -> str:
    """Installs Debian's package where this process may; why it could not, or nothing."""
    if not shutil.which("apt-get") or getattr(os, "geteuid", lambda: 1)() != 0:
        return "not for this user"
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update"], env=environ)
    packages = ["chromium", "fonts-liberation"]
    return _failure(run(["apt-get", "install", "-y", "--no-install-recommends", *packages], env=environ))


def playwright() -> str:
    """Installs Playwright's own build into the user's cache; why it could not, or nothing."""
    return _failure(run([sys.executable, "-m", "playwright", "install", "chromium"]))


def ensure(installers: Sequence[Callable[[], str]] = (apt, playwright)) -> str:
    """The path of a working Chromium, installed if there was none.

    NoBrowser: there is none and it cannot be installed.
    """
    if found := find():
        return found
    failures = []
    for installer in installers:
        print(f"No Chromium yet: installing it with {installer.__name__} ...", flush=True)
        failures.append(f"{installer.__name__}: {installer()}")
        if found := find():
            return found
    raise NoBrowser(f"{MISSING} ({'; '.join(failures)})")


def main() -> int:
    try:
        print(ensure())
    except NoBrowser as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
