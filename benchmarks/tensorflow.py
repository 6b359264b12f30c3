"""The models of benchmarks/train.py on TensorFlow.js: a step on its wasm backend in Chromium, one thread, SIMD.

python -m benchmarks.tensorflow      (needs Chromium, Node's npm, and a package registry on first use)
"""

import shutil
import subprocess
from pathlib import Path

from benchmarks import browser as chromium
from benchmarks.timing import Table, processor, show
from site_hooks.cache import cache_folder
from tests_e2e.server import Server

VERSION = "4.22.0"
PACKAGES = [f"@tensorflow/{name}@{VERSION}" for name in ("tfjs", "tfjs-backend-wasm")]
REPEATS = 30

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script src="node_modules/@tensorflow/tfjs/dist/tf.min.js"></script>
<script src="node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js"></script>
<script src="tensorflow.js"></script>"""

READY = """async () => {
    tf.wasm.setWasmPaths("node_modules/@tensorflow/tfjs-backend-wasm/dist/");
    await tf.setBackend("wasm");
    return tf.getBackend();
}"""


class Absent(Exception):
    """TensorFlow.js cannot be had here; the message says why."""


def folder():
    """The folder in which npm has put TensorFlow.js: a cache, since nothing but this table needs it."""
    place = cache_folder() / f"tensorflow-{VERSION}"
    if not (place / "whole").exists():
        npm = shutil.which("npm")
        if npm is None:
            raise Absent("there is no npm")
        place.mkdir(parents=True, exist_ok=True)
        options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(place)]
        done = subprocess.run([npm, "install", *options, *PACKAGES], capture_output=True, text=True)
        if done.returncode:
            raise Absent((done.stderr or done.stdout).strip()[-500:])
        (place / "whole").touch()
    return place


def times(browser):
    """{model: the milliseconds of a step, or in words why there are none}. Absent: there is no TensorFlow.js."""
    place = folder()
    (place / "index.html").write_text(PAGE, "utf-8")
    shutil.copy(Path(__file__).with_suffix(".js"), place)
    server = Server([place])
    page = browser.new_page()
    page.set_default_timeout(0)
    page.goto(server.address)
    assert page.evaluate(READY) == "wasm"
    found = page.evaluate("(repeats) => times(repeats)", REPEATS)
    page.close()
    server.stop()
    return found


def main():
    with chromium.opened() as browser:
        rows = [
            (name, f"{took:.2f}" if isinstance(took, (int, float)) else took) for name, took in times(browser).items()
        ]
    show(Table(f"A training step of TensorFlow.js {VERSION} in Chromium on {processor()}", ("model", "ms"), rows))


if __name__ == "__main__":
    main()
