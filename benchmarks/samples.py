"""Where the time of the Python in a tab goes: V8's profiler looks many times a second which compiled function runs.

Each module of WebAssembly is known by its length: Pyodide's own, the compiled kernels, NumPy's. What takes time inside
CPython is its main loop, which carries out the opcodes, or what that calls: objects, attributes, calls, memory.
"""

import collections
import functools
import json
from pathlib import Path

from site_hooks import engine, packs, runtime
from tests_e2e.driver import is_python

ROOT = Path(__file__).parent.parent

PARTS = KERNELS, NUMPY, LOOP, REST, OTHER = (
    "the compiled kernels",
    "NumPy",
    "CPython's main loop",
    "what the loop calls: attributes, calls, objects, memory",
    "JavaScript and the browser",
)
LOOP_NAME = "_PyEval_EvalFrameDefault"
SMALL = 1000  # bytes; a module of fewer only passes calls on
INTERVAL = 200  # microseconds between samples
ANSWERS = 60_000  # milliseconds to wait for one


class Samples:
    """Speaks to the workers of a tab that has not been opened yet, in DevTools' protocol."""

    def __init__(self, tab):
        self.page, self.workers, self.answers, self.modules, self.asked = tab.page, [], {}, {}, 0
        self.session = tab.page.context.new_cdp_session(tab.page)
        self.session.on("Target.attachedToTarget", self.on_attached)
        self.session.on("Target.receivedMessageFromTarget", self.on_message)
        self.session.send(
            "Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False}
        )

    def on_attached(self, event):
        if is_python(Url(event["targetInfo"]["url"])):
            self.workers.append(event["sessionId"])

    def on_message(self, event):
        message = json.loads(event["message"])
        if "id" in message:
            self.answers[message["id"]] = message
        elif message["method"] == "Debugger.scriptParsed":
            script = message["params"]
            self.modules[script["scriptId"]] = script["length"] if script.get("scriptLanguage") == "WebAssembly" else 0

    def ask(self, method, **params):
        """The answer of the worker that runs cells: the first that was made."""
        self.asked += 1
        message = json.dumps({"id": self.asked, "method": method, "params": params})
        self.session.send("Target.sendMessageToTarget", {"sessionId": self.workers[0], "message": message})
        for _ in range(ANSWERS // 20):
            if self.asked in self.answers:
                return self.answers.pop(self.asked)["result"]
            self.page.wait_for_timeout(20)
        raise TimeoutError(method)

    def shares(self, run):
        """{part: its share of the time} while `run()` goes on; the time in which the worker waits is left out."""
        self.ask("Profiler.enable")
        self.ask("Profiler.setSamplingInterval", interval=INTERVAL)
        self.ask("Profiler.start")
        run()
        profile = self.ask("Profiler.stop")["profile"]
        self.ask("Debugger.enable")  # only now, since it makes code slower; tells of each script before it answers
        frames = {node["id"]: node["callFrame"] for node in profile["nodes"]}
        time = collections.Counter(dict.fromkeys(PARTS, 0))
        for sample, passed in zip(profile["samples"], profile["timeDeltas"], strict=True):
            frame = frames[sample]
            if frame["functionName"] != "(idle)":
                time[self.part(frame)] += passed
        if not time[LOOP]:
            raise LookupError("no sample is in CPython's main loop: the modules are not those of the site")
        total = time.total()
        return {part: taken / total for part, taken in time.items()}

    def part(self, frame):
        """The part that a function of the profile belongs to."""
        length = self.modules.get(frame["scriptId"], 0)
        kernels, pyodide, loop = known()
        if not length:
            return OTHER
        if length == kernels:
            return KERNELS
        if length == pyodide:
            return LOOP if frame["functionName"] == f"wasm-function[{loop}]" else REST
        return REST if length < SMALL else NUMPY


class Url:
    """What has a `url`, as Playwright's workers have."""

    def __init__(self, url):
        self.url = url


@functools.cache
def known():
    """The lengths of the kernels and of Pyodide's module in the site, and which of its functions is the main loop."""
    pyodide = engine.steady((runtime.ensure_runtime() / packs.WASM).read_bytes())
    kernels = ROOT / "borch" / "_kernels" / "kernels.wasm"
    return kernels.stat().st_size, len(pyodide), engine.exported(pyodide, LOOP_NAME)
