"""Pyodide's files, the borch wheel, the lock file: what comes from where, what stops a build. All without network."""

import hashlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from email.parser import Parser
from pathlib import Path
from types import SimpleNamespace

import pytest

from site_hooks import runtime
from site_hooks.runtime import CarrierWheel, Folder, Pin, RuntimeFilesError, Unavailable, Web

CONTENTS = {"core.mjs": b"export", "core.wasm": b"\0asm" * 9, "numpy-2.4.3-any.whl": b"PK numpy"}


def pin(name, data):
    return Pin(name, len(data), hashlib.sha256(data).hexdigest())


PINS = {name: pin(name, data) for name, data in CONTENTS.items()}


class Shelf:
    """A source in memory that remembers what it was asked for."""

    def __init__(self, contents, delay=0.0):
        self.contents, self.delay, self.asked = contents, delay, []

    def __str__(self):
        return "the shelf"

    def fetch(self, names):
        for name in names:
            self.asked.append(name)
            time.sleep(self.delay)
            if name not in self.contents:
                raise Unavailable(f"{name}: not on the shelf")
            yield name, self.contents[name]


def ensure(cache, *sources):
    return runtime.ensure_runtime(cache, sources, PINS)


def listing(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def web(tmp_path):
    """A web server on this machine over a folder: (address, folder)."""
    folder = tmp_path / "www"
    folder.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *args):
            super().__init__(*args, directory=folder)

        def log_message(self, *args):
            pass

        def do_GET(self):
            if self.path.endswith("cut.bin"):
                self.send_response(200)
                self.send_header("Content-Length", "100")
                self.end_headers()
                self.wfile.write(b"only this")
            elif "//" in self.path:  # a host of static files need not forgive this
                self.send_error(404)
            else:
                super().do_GET()

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", folder
        server.shutdown()
        thread.join()


# ------------------------------------------------------------------------------------------------------------- fetching


def test_every_file_is_fetched_into_a_folder_named_after_the_version(tmp_path):
    folder = ensure(tmp_path, Shelf(CONTENTS))
    assert folder == tmp_path / f"pyodide-{runtime.VERSION}"
    assert listing(folder) == CONTENTS
    assert all(path.stat().st_mode & 0o777 == 0o644 for path in folder.iterdir()), "a web server must be able to read"


def test_a_full_cache_asks_nobody(tmp_path):
    ensure(tmp_path, Shelf(CONTENTS))
    idle = Shelf({})
    ensure(tmp_path, idle)
    assert idle.asked == []


def test_a_partial_cache_is_completed_and_nothing_is_fetched_twice(tmp_path):
    first = Shelf({name: CONTENTS[name] for name in list(CONTENTS)[:1]})
    with pytest.raises(RuntimeFilesError):
        ensure(tmp_path, first)
    second = Shelf(CONTENTS)
    assert listing(ensure(tmp_path, second)) == CONTENTS
    assert second.asked == list(CONTENTS)[1:]


def test_the_next_source_gives_what_the_first_could_not(tmp_path):
    first, second = Shelf({"core.mjs": CONTENTS["core.mjs"]}), Shelf(CONTENTS)
    assert listing(ensure(tmp_path, first, second)) == CONTENTS
    assert second.asked == ["core.wasm", "numpy-2.4.3-any.whl"]


def test_a_fetched_file_with_another_hash_stops_and_names_file_source_and_hashes(tmp_path):
    good = Shelf(CONTENTS)
    with pytest.raises(RuntimeFilesError) as caught:
        ensure(tmp_path, Shelf({**CONTENTS, "core.wasm": b"evil"}), good)
    message = str(caught.value)
    assert "core.wasm" in message and "the shelf" in message
    assert PINS["core.wasm"].sha256 in message and hashlib.sha256(b"evil").hexdigest() in message
    assert good.asked == [], "the next source must not paper over it"
    assert not (tmp_path / f"pyodide-{runtime.VERSION}" / "core.wasm").exists()


def test_a_cached_file_with_another_hash_stops_and_names_its_path(tmp_path):
    folder = ensure(tmp_path, Shelf(CONTENTS))
    (folder / "core.wasm").write_bytes(b"rotten")
    source = Shelf(CONTENTS)
    with pytest.raises(RuntimeFilesError) as caught:
        ensure(tmp_path, source)
    message = str(caught.value)
    assert str(folder / "core.wasm") in message and "Delete that file" in message
    assert PINS["core.wasm"].sha256 in message and hashlib.sha256(b"rotten").hexdigest() in message
    assert source.asked == []


def test_a_cached_file_is_read_once_and_again_when_it_was_touched(tmp_path, monkeypatch):
    folder = ensure(tmp_path, Shelf(CONTENTS))
    ensure(tmp_path)
    checks = []
    monkeypatch.setattr(Pin, "check", lambda self, data, where: checks.append(self.name))
    ensure(tmp_path)
    assert checks == []
    os.utime(folder / "core.mjs", ns=(1, 1))
    ensure(tmp_path)
    assert checks == ["core.mjs"]


def test_without_network_and_cache_the_message_names_files_and_places(tmp_path, monkeypatch):
    no_pip = SimpleNamespace(
        returncode=1, stdout="", stderr="WARNING: retrying\nERROR: No matching distribution found\n"
    )
    monkeypatch.setattr(subprocess, "run", lambda *args, **options: no_pip)
    nowhere = Web("http://127.0.0.1:1/full", 1.0)  # port 1 refuses at once
    with pytest.raises(RuntimeFilesError) as caught:
        ensure(tmp_path, Folder(tmp_path / "mirror"), nowhere, CarrierWheel())
    message = str(caught.value)
    for name in CONTENTS:
        assert name in message
    assert str(tmp_path / f"pyodide-{runtime.VERSION}") in message
    assert f"{tmp_path / 'mirror'} (core.mjs: No such file or directory)" in message
    assert "http://127.0.0.1:1/full (core.mjs: " in message and "refused" in message
    assert "open-webui==0.12.4, by pip (No matching distribution found)" in message
    assert "BORCH_PYODIDE_MIRROR" in message


def test_the_command_says_it_without_a_traceback(tmp_path):
    environ = {**os.environ, "BORCH_CACHE": str(tmp_path / "cache"), "BORCH_PYODIDE_MIRROR": str(tmp_path)}
    (tmp_path / "pyodide.mjs").write_bytes(b"not Pyodide")
    done = subprocess.run(
        [sys.executable, "-m", "site_hooks.runtime"], env=environ, cwd=runtime.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert f"pyodide.mjs from the folder {tmp_path} is not the pinned file" in done.stderr
    assert "Traceback" not in done.stderr


def test_several_at_once_all_end_with_every_file_and_no_leftovers(tmp_path):
    with ThreadPoolExecutor(6) as pool:
        folders = list(pool.map(lambda _: ensure(tmp_path, Shelf(CONTENTS, delay=0.005)), range(6)))
    assert len(set(folders)) == 1
    assert listing(folders[0]) == CONTENTS


def test_an_interrupted_write_leaves_no_file(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        runtime.write_whole(tmp_path / "core.mjs", b"half")
    assert list(tmp_path.iterdir()) == []


# -------------------------------------------------------------------------------------------------------------- sources


def test_a_mirror_comes_first_then_the_cdn_then_the_wheel():
    cdn = Web(f"https://cdn.jsdelivr.net/pyodide/v{runtime.VERSION}/full")
    assert runtime.default_sources({}) == [cdn, CarrierWheel()]
    assert runtime.default_sources({"BORCH_PYODIDE_MIRROR": "/srv/py"}) == [
        Folder(Path("/srv/py")),
        cdn,
        CarrierWheel(),
    ]
    assert runtime.default_sources({"BORCH_PYODIDE_MIRROR": "https://host/py"})[0] == Web("https://host/py", 30.0)
    assert cdn.timeout <= 5, "a machine that cannot reach the CDN must not wait long for it"


def test_a_mirror_folder_fills_the_cache(tmp_path):
    for name, data in CONTENTS.items():
        (tmp_path / name).write_bytes(data)
    assert listing(ensure(tmp_path / "cache", Folder(tmp_path))) == CONTENTS


@pytest.mark.parametrize("below", ["/full", "/full/"])
def test_a_web_mirror_fills_the_cache(tmp_path, web, below):
    address, folder = web
    (folder / "full").mkdir()
    for name, data in CONTENTS.items():
        (folder / "full" / name).write_bytes(data)
    assert listing(ensure(tmp_path / "cache", Web(address + below))) == CONTENTS


@pytest.mark.parametrize(("name", "why"), [("absent.bin", "not found"), ("cut.bin", "9 bytes read")])
def test_a_web_address_that_fails_is_unavailable(web, name, why):
    with pytest.raises(Unavailable, match=f"{name}: .*(?i:{why})"):
        list(Web(web[0]).fetch([name]))


def test_what_is_not_an_address_is_unavailable():
    with pytest.raises(Unavailable, match="unknown url type"):
        list(Web("nonsense").fetch(["core.mjs"]))


def test_the_carrier_wheel_is_unzipped_member_by_member_and_deleted(monkeypatch):
    folders = []

    def pip(command, **options):
        folder = Path(command[command.index("--dest") + 1])
        folders.append(folder)
        with zipfile.ZipFile(folder / "open_webui-0.12.4-py3-none-any.whl", "w") as wheel:
            for name, data in CONTENTS.items():
                wheel.writestr(f"open_webui/frontend/pyodide/{name}", data)
        return SimpleNamespace(returncode=0, stdout="", stderr="")

    monkeypatch.setattr(subprocess, "run", pip)
    assert dict(CarrierWheel().fetch(list(CONTENTS))) == CONTENTS
    with pytest.raises(Unavailable, match=r"other\.whl: not in open_webui"):
        list(CarrierWheel().fetch(["other.whl"]))
    assert len(folders) == 2 and not any(folder.exists() for folder in folders)


def test_the_cache_is_outside_the_tree_and_can_be_named(tmp_path):
    assert runtime.cache_folder({"BORCH_CACHE": str(tmp_path)}) == tmp_path
    assert runtime.ROOT not in runtime.cache_folder({}).parents
    if sys.platform == "linux":
        assert runtime.cache_folder({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "borch"


def test_the_pins_name_the_core_the_lock_file_and_matplotlib():
    assert runtime.VERSION == "314.0.3"
    assert {"pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", runtime.LOCK} <= set(
        runtime.PINS
    )
    assert any(name.startswith("matplotlib-") for name in runtime.PINS)
    [numpy] = [pin for name, pin in runtime.PINS.items() if name.startswith("numpy-")]
    assert numpy.sha256 == "0cad9c1b91f0082e4f959bc0e0bf5835a2efbba6ab3b1e9d1fe6e7e564cca98e"


# ------------------------------------------------------------------------------------------------------------ the wheel


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A small tree with the project's own pyproject.toml."""
    root = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(runtime.ROOT / name, root)
    for name, data in {
        "borch/__init__.py": b"import numpy\n",
        "borch/_kernels/kernels.wasm": b"\0asm",
        "borch/__pycache__/x.cpython-311.pyc": b"no",
        "tests/test_x.py": b"no",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


@pytest.fixture(scope="module")
def wheel(tree, tmp_path_factory):
    return runtime.build_wheel(tree, tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_package_with_its_data_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    package = [name for name in names if ".dist-info/" not in name]
    assert sorted(package) == ["borch/__init__.py", "borch/_kernels/kernels.wasm"]
    assert "borch-0.1.0.dist-info/licenses/LICENSE" in names


def test_the_wheel_is_pure_python_and_needs_numpy_alone(wheel):
    assert wheel.name.startswith("borch-0.1.0-0") and wheel.name.endswith("-py3-none-any.whl")
    archive = zipfile.ZipFile(wheel)
    assert "Root-Is-Purelib: true" in archive.read("borch-0.1.0.dist-info/WHEEL").decode()
    metadata = Parser().parsestr(archive.read("borch-0.1.0.dist-info/METADATA").decode())
    assert [need for need in metadata.get_all("Requires-Dist") if "extra ==" not in need] == ["numpy>=2.1"]


def test_the_wheel_is_the_same_bytes_from_another_place_at_another_time(tree, wheel, tmp_path):
    other = shutil.copytree(tree, tmp_path / "elsewhere")
    for path in other.rglob("*.py"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    again = runtime.build_wheel(other, tmp_path / "out")
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()
    assert {info.date_time for info in zipfile.ZipFile(again).infolist()} == {(2020, 1, 1, 0, 0, 0)}


def test_the_wheel_is_built_anew_only_when_a_source_differs(tree, tmp_path, monkeypatch):
    root = shutil.copytree(tree, tmp_path / "tree")
    runs = []
    builder = runtime._run_builder
    monkeypatch.setattr(runtime, "_run_builder", lambda *args: runs.append(args) or builder(*args))
    first = runtime.build_wheel(root)
    assert runtime.build_wheel(root) == first and len(runs) == 1
    (root / "borch" / "more.py").write_text("x = 1\n")
    second = runtime.build_wheel(root)
    assert second.name != first.name and len(runs) == 2
    (root / "borch" / "more.py").rename(root / "borch" / "most.py")
    assert "borch/most.py" in zipfile.ZipFile(runtime.build_wheel(root)).namelist()
    (root / "borch" / "__pycache__" / "most.cpython-311.pyc").write_bytes(b"compiled")
    runtime.build_wheel(root)
    assert len(runs) == 3, "bytecode is not a source"


def test_a_wheel_that_cannot_be_built_stops_with_the_builders_words(tree, tmp_path):
    root = shutil.copytree(tree, tmp_path / "tree")
    (root / "pyproject.toml").write_text("[project\n")
    with pytest.raises(RuntimeFilesError, match=r"(?s)borch wheel cannot be built:.*pyproject\.toml"):
        runtime.build_wheel(root)


# -------------------------------------------------------------------------------------------------------- the lock file


def package(name, file_name, depends=()):
    return {"name": name, "version": "1", "file_name": file_name, "depends": list(depends), "imports": [name]}


def official(folder, **packages):
    path = folder / "official.json"
    path.write_text(json.dumps({"info": {"python": "3.14.0"}, "packages": packages}))
    return path


def test_the_lock_file_has_the_pinned_packages_and_borch(wheel, tmp_path):
    numpy, scipy = package("numpy", "numpy-2.4.3-any.whl"), package("scipy", "scipy-1-any.whl", ["numpy"])
    lock = json.loads(runtime.write_lock(official(tmp_path, numpy=numpy, scipy=scipy), wheel, PINS).read_text())
    assert lock["info"] == {"python": "3.14.0"}
    assert set(lock["packages"]) == {"numpy", "borch"}
    assert lock["packages"]["numpy"] == numpy
    assert lock["packages"]["borch"] == {
        "name": "borch",
        "version": "0.1.0",
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": ["borch"],
        "depends": ["numpy"],
        "unvendored_tests": False,
    }


def test_a_package_that_needs_one_without_a_pin_stops(wheel, tmp_path):
    numpy = package("numpy", "numpy-2.4.3-any.whl", ["libfoo"])
    with pytest.raises(RuntimeFilesError, match=r"numpy needs libfoo, which pyodide_files\.json does not pin"):
        runtime.write_lock(official(tmp_path, numpy=numpy), wheel, PINS)


def test_the_site_gets_every_pinned_file_the_wheel_and_our_lock_file(wheel, tmp_path, monkeypatch):
    numpy = package("numpy", "numpy-2.4.3-any.whl")
    lock = official(tmp_path, numpy=numpy).rename(tmp_path / runtime.LOCK)
    monkeypatch.setattr(runtime, "ensure_runtime", lambda: tmp_path)
    monkeypatch.setattr(runtime, "build_wheel", lambda: wheel)
    monkeypatch.setattr(runtime, "PINS", {**PINS, runtime.LOCK: pin(runtime.LOCK, b"")})
    monkeypatch.setattr(runtime.packs, "make", lambda *given: {"start.json": tmp_path / "start.json"})
    files = runtime.site_files()
    assert set(files) == {f"assets/pyodide/{name}" for name in [*CONTENTS, runtime.LOCK, wheel.name, "start.json"]}
    assert files[f"assets/pyodide/{runtime.LOCK}"] != lock
    assert "borch" in json.loads(files[f"assets/pyodide/{runtime.LOCK}"].read_text())["packages"]
