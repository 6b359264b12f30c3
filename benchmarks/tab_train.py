"""The models of benchmarks/train.py in the tab: a step with compiled kernels beside the same on the numpy path, on
TensorFlow.js's wasm backend, and on torch outside of the browser; one thread each.

python -m benchmarks.tab_train      (needs Chromium; npm for TensorFlow.js; torch here, or in the Python that BORCH_TORCH names)
"""

import inspect
import os
import re
import subprocess
import sys

from benchmarks import browser as chromium
from benchmarks import tensorflow, train
from benchmarks.timing import Table, processor, show

ROOT = train.PAGE.parents[2]

PROGRAM = """
import importlib
import time

from borch import _kernels

LESSON = {lesson!r}

{models}


steps = {{label: step_of("borch", make) for label, make in MODELS.items()}}
for label, step in steps.items():
    least = {{}}
    for _ in range(7):
        for name, switch in (("numpy", _kernels.stop), ("compiled", _kernels.start)):
            switch()
            step()
            start = time.perf_counter()
            for _ in range(3):
                step()
            least[name] = min(least.get(name, 9e9), (time.perf_counter() - start) / 3)
    print(f"{{label}}|{{least['numpy'] * 1e3:.2f}}|{{least['compiled'] * 1e3:.2f}}")
assert _kernels.compiled
"""


def program():
    """The cell's code: the models and the step of train.py, and the loop that times both paths in turn."""
    makers = "\n\n".join(inspect.getsource(make) for make in train.MODELS.values())
    names = ", ".join(f"{label!r}: {make.__name__}" for label, make in train.MODELS.items())
    models = f"{makers}\n\nMODELS = {{{names}}}\n\n\n{inspect.getsource(train.step_of)}"
    return PROGRAM.format(models=models, lesson=train.LESSON)


def torchs():
    """The milliseconds that torch takes for each model, or why there are none."""
    python = os.environ.get("BORCH_TORCH", sys.executable)
    run = subprocess.run([python, "-m", "benchmarks.train", "torch"], capture_output=True, text=True, cwd=ROOT)
    if run.returncode:
        return ["no torch"] * len(train.MODELS)
    return list(map(float, run.stdout.split()))


def rivals(browser):
    """What TensorFlow.js and torch take, in the order of the models."""
    try:
        found = tensorflow.times(browser)
        theirs = [found[make.__name__] for make in train.MODELS.values()]
    except tensorflow.Absent as reason:
        theirs = [str(reason)] * len(train.MODELS)
    return zip(theirs, torchs(), strict=True)


def beside(theirs, ours):
    """A rival's time and how many times ours it is; why there is none."""
    return theirs if isinstance(theirs, str) else f"{theirs:.2f} ({theirs / ours:.2f})"


def tables(browser):
    printed = chromium.printed(browser, program())
    found = re.findall(r"(.+)\|([\d.]+)\|([\d.]+)", printed)
    assert len(found) == len(train.MODELS), printed
    rows = []
    for (label, fallback, compiled), (tensorflows, native) in zip(found, rivals(browser), strict=True):
        ours = float(compiled)
        rows.append((label, compiled, *(beside(each, ours) for each in (float(fallback), tensorflows, native))))
    head = ("model", "borch", "on numpy alone", "TensorFlow.js, wasm", "torch, outside of the browser")
    title = f"A training step in Chromium on {processor()}: milliseconds, and in brackets how many times borch's it is"
    return [Table(title, head, rows)]


if __name__ == "__main__":
    with chromium.opened() as browser:
        show(*tables(browser))
