"""The wheel and the lock entry that this project makes by itself are what Pyodide's own tools make of the same sources.

`pyodide build` wants a cross-build environment; of that, a wheel without compiled code uses nothing, so an empty one
stands in for it and no network is needed.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from site_hooks import runtime

pytestmark = pytest.mark.skipif(
    find_spec("pyodide_lock") is None or find_spec("pyodide_build") is None,
    reason="the pyodide-build and pyodide-lock that know Pyodide 314 need Python 3.12",
)

BUILD_FLAGS = """
PYVERSION=3.14.0
PYMAJOR=3
PYMINOR=14
PYODIDE_ABI_VERSION=2026_0
PYODIDE_EMSCRIPTEN_VERSION=5.0.3
SIDE_MODULE_CFLAGS=
SIDE_MODULE_CXXFLAGS=
SIDE_MODULE_LDFLAGS=
TARGETINSTALLDIR=none
CPYTHONINSTALL=none
HOSTINSTALLDIR=none
HOSTSITEPACKAGES=none
PYTHONINCLUDE=none
SYSCONFIG_NAME=none
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return runtime.build_wheel(out=tmp_path_factory.mktemp("wheel"))


def test_pyodide_build_makes_the_same_wheel_byte_for_byte(wheel, tmp_path):
    environment = tmp_path / "environment"
    environment.mkdir()
    lines = "".join(f"\t@echo {flag}\n" for flag in BUILD_FLAGS.split())
    (environment / "Makefile.envs").write_text(f".output_vars:\n{lines}")
    sources = tmp_path / "sources"
    for path in runtime.wheel_sources(runtime.ROOT):
        copy = sources / path.relative_to(runtime.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    done = subprocess.run(
        [Path(sys.executable).with_name("pyodide"), "build", ".", "--no-isolation", "--outdir", tmp_path / "out"],
        cwd=sources,
        env={
            **os.environ,
            "PYODIDE_ROOT": str(environment),
            "SKIP_EMSCRIPTEN_VERSION_CHECK": "1",
            "SOURCE_DATE_EPOCH": runtime.SOURCE_DATE_EPOCH,
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [theirs] = (tmp_path / "out").glob("*.whl")
    assert theirs.name == "borch-0.1.0-py3-none-any.whl"
    assert theirs.read_bytes() == wheel.read_bytes()


def test_pyodide_lock_reads_our_lock_file_and_writes_the_same_entry(wheel, tmp_path):
    from pyodide_lock import PyodideLockSpec
    from pyodide_lock.utils import add_wheels_to_spec

    numpy = {
        "name": "numpy",
        "version": "2.4.3",
        "file_name": "numpy-2.4.3.whl",
        "install_dir": "site",
        "sha256": "0" * 64,
        "package_type": "package",
        "imports": ["numpy"],
        "depends": [],
        "unvendored_tests": False,
    }
    info = {"arch": "wasm32", "platform": "emscripten_5_0_3", "abi_version": "2026_0", "python": "3.14.0"}
    official = tmp_path / "official.json"
    official.write_text(json.dumps({"info": info, "packages": {"numpy": numpy}}))
    lock = runtime.write_lock(official, wheel, {"numpy-2.4.3.whl": runtime.Pin("numpy-2.4.3.whl", 0, "0" * 64)})
    ours = PyodideLockSpec.from_json(lock)
    theirs = add_wheels_to_spec(PyodideLockSpec.from_json(official), [wheel], base_path=wheel.parent)
    assert ours.packages["borch"] == theirs.packages["borch"]
    assert ours.info == theirs.info
