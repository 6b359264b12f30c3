"""The editor's bundle is what its record says, with the licences of what is in it; where npm was run, it is made anew."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EDITOR = ROOT / "editor"
VENDOR = ROOT / "docs" / "assets" / "vendor"
CELLS = ROOT / "docs" / "assets" / "cells"


def read(name):
    return json.loads((EDITOR / name).read_text("utf-8"))


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_bundle_is_the_recorded_one():
    record = read("built.json")
    assert sha256(VENDOR / "codemirror.js") == record["sha256"]
    assert sha256(VENDOR / "codemirror.LICENSE.txt") == record["licence"]
    assert sha256(EDITOR / "entry.js") == record["entry"]


def test_bundle_is_made_of_the_locked_versions():
    record, lock, package = read("built.json"), read("package-lock.json"), read("package.json")
    locked = {name.removeprefix("node_modules/"): entry for name, entry in lock["packages"].items() if name}
    for name, version in {**record["packages"], "esbuild": record["esbuild"]}.items():
        assert locked[name]["version"] == version
        assert locked[name]["integrity"].startswith("sha512-")
    for name, version in package["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), f"{name} is not pinned exactly"
        assert locked[name]["version"] == version


def test_licence_names_every_package():
    text = (VENDOR / "codemirror.LICENSE.txt").read_text("utf-8")
    for name, version in read("built.json")["packages"].items():
        assert f"{name} {version} (MIT)\n" in text
    assert text.count("Permission is hereby granted") == len(read("built.json")["packages"])


def test_every_name_of_the_bundle_is_used_and_there():
    entry = re.sub(r"//.*", "", (EDITOR / "entry.js").read_text("utf-8"))
    offered = {name for group in re.findall(r"{([^}]*)}", entry) for name in re.findall(r"\w+", group)}
    used = set(re.findall(r"\bcm\.(\w+)", (CELLS / "live.js").read_text("utf-8")))
    complete = (CELLS / "complete.js").read_text("utf-8")
    [imported] = re.findall(r'import {([^}]*)} from "../vendor/codemirror.js"', complete)
    used |= set(re.findall(r"\w+", imported))
    [destructured] = re.findall(r"const { (.*) } = cm;", (CELLS / "live.js").read_text("utf-8"))
    assert used | set(destructured.split(", ")) == offered


def test_rebuilding_makes_the_same_bytes():
    if not (EDITOR / "node_modules").is_dir():
        pytest.skip("`npm ci` was not run in editor/")
    node = shutil.which("node")
    assert node, "editor/node_modules is there, and no node to run it"
    done = subprocess.run([node, "build.js", "--check"], cwd=EDITOR, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
