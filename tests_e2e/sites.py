"""The sites that the browser tests look at, each built once and served below a sub-path as a host of pages would.
BORCH_SITE names a built site to be tested as it is, in place of a new build."""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests_e2e.server import Server

ROOT = Path(__file__).resolve().parent.parent
PREFIX = "/some/prefix/"


@dataclass(frozen=True)
class Site:
    folder: Path
    server: Server

    @property
    def address(self):
        return self.server.address

    @property
    def cells(self):
        return json.loads((self.folder / "cells.json").read_text("utf-8"))


@functools.cache
def main_site():
    """The project's site."""
    named = os.environ.get("BORCH_SITE")
    return serve(Path(named), prefix=built_for(Path(named))) if named else build("mkdocs.yml")


@functools.cache
def test_site():
    """The pages in tests_e2e/pages/, with the assets of the project's site."""
    return build("tests_e2e/mkdocs.yml", ROOT / "docs")


def built_for(folder):
    """The path of the address that a site was built for, which its page for wrong addresses has in its links."""
    return re.search(r'href="([^"]*/)assets/', Path(folder, "404.html").read_text("utf-8"))[1]


def serve(folder, *more, prefix=PREFIX):
    return Site(folder, Server([folder, *more], prefix))


def build(config, *more):
    folder = Path(scratch(), config.replace("/", "-"))
    site = serve(folder, *more)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(ROOT / config), "-d", str(folder)]
    environ = {**os.environ, "SITE_URL": site.address, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the site of {config} cannot be built:\n{done.stdout}{done.stderr}")
    return site


@functools.cache
def scratch():
    return tempfile.mkdtemp(prefix="borch-e2e-")


def clean():
    """Stop the servers and remove what was built."""
    for made in (main_site, test_site):
        if made.cache_info().currsize:
            made().server.stop()
    if scratch.cache_info().currsize:
        shutil.rmtree(scratch(), ignore_errors=True)
