"""Runs cells inside Pyodide: namespaces of chains, bounded output, tracebacks cut to the reader's lines, the verdict.
Knows neither JavaScript nor the page; the worker hands it plain callables, so CPython can import and test it too."""

import ast
import builtins
import codecs
import collections
import contextlib
import gc
import importlib.abc
import importlib.util
import inspect
import io
import json
import linecache
import os
import sys
import time
import traceback
import types

from borch_cell import files, names, program, project

INTERVAL = 0.05  # seconds between two messages of a program that prints without end
BURST = 100  # messages that a program may send before INTERVAL counts
PENDING_LIMIT = 100_000  # characters waiting for a newline before they are sent anyway
MESSAGE_LIMIT = 200_000  # characters of one message; of a longer one the end is kept
CAPTURE_LIMIT = 4_000_000  # characters of standard output kept for the verdict
SESSION_LIMIT = 8  # chains whose names are kept
FIRST_SEED = 67280421310721  # torch's seed in a process that has not called manual_seed


class Output:
    """Gathers what a program writes; posts it in few, bounded messages: [(stream, text), ...] and lines left out."""

    def __init__(self, post, clock=time.monotonic):
        self.post, self.clock = post, clock
        self.last, self.credit = clock(), BURST
        self.reset()

    def reset(self):
        self.pieces, self.size = [], 0
        self.captured, self.captured_size = [], 0

    def write(self, stream, text):
        if not self.pieces or self.pieces[-1][0] != stream:
            self.pieces.append((stream, []))
        self.pieces[-1][1].append(text)
        self.size += len(text)
        if stream == "stdout" and self.captured_size <= CAPTURE_LIMIT:
            self.captured.append(text)
            self.captured_size += len(text)
        if "\n" in text or "\r" in text or self.size > PENDING_LIMIT:
            self.offer()

    def offer(self):
        """Post what waits, unless the program has posted too often of late."""
        now = self.clock()
        self.credit = min(BURST, self.credit + (now - self.last) / INTERVAL)
        self.last = now
        if self.credit >= 1:
            self.credit -= 1
            self.flush()

    def flush(self):
        """Post what waits as one message, its end if it is too long."""
        waiting, self.pieces, self.size = self.pieces, [], 0
        pieces, room, dropped = [], MESSAGE_LIMIT, 0
        for stream, parts in reversed(waiting):
            text = "".join(parts)
            cut = max(0, len(text) - room)
            dropped += text.count("\n", 0, cut)
            room -= len(text) - cut
            if cut < len(text):
                pieces.append((stream, printable(text[cut:])))
        if pieces:
            self.post(pieces[::-1], dropped)

    def text(self):
        """Standard output so far, or None when it is too much to keep."""
        return "".join(self.captured) if self.captured_size <= CAPTURE_LIMIT else None


class Stream(io.TextIOBase):
    """sys.stdout or sys.stderr of a cell."""

    encoding, errors = "utf-8", "strict"

    def __init__(self, output, name):
        self.output, self.stream = output, name
        self.name = f"<{name}>"
        self.buffer = ByteStream(self)

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.output.write(self.stream, text)
        return len(text)

    def flush(self):
        self.output.offer()


class ByteStream(io.RawIOBase):
    """The binary side of a Stream: bytes that are no UTF-8 are shown as replacement characters."""

    def __init__(self, stream):
        self.stream = stream
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self):
        return True

    def write(self, data):
        self.stream.write(self.decoder.decode(bytes(data)))
        return len(data)


class TorchAlias(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """`import torch` is borch here, so that a program written for torch runs as it stands; borch finds `torch.nn` itself."""

    def find_spec(self, fullname, path=None, target=None):
        return importlib.util.spec_from_loader(fullname, self) if fullname == "torch" else None

    def create_module(self, spec):
        module = importlib.import_module("borch")
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = module.__spec__.loader_state


class Session:
    """The namespace that a chain of cells shares, and which cells have run in it."""

    def __init__(self):
        self.module = types.ModuleType("__main__")
        self.module.__dict__["__builtins__"] = builtins
        self.done = []

    def close(self):
        self.module.__dict__.clear()


class Runner:
    def __init__(self, post_output, post_figure, folder=None):
        self.folder = folder  # where files that cells write are looked for
        self.output = Output(lambda pieces, dropped: post_output(json.dumps(pieces), dropped))
        self.post_figure = post_figure
        self.sessions = collections.OrderedDict()
        self.project = None  # the session that keeps its names from run to run
        self.sources = {}  # path -> name of the project's files, as they lie in the folder
        self.alt = []
        self.figures = 0

    def begin(self, key, chain, files=None):
        """Choose the session of a chain, given as JSON [[id, code], ...]; return the index of the first cell to run.

        With files, JSON [[name, text], ...], the chain is a project: they lie in the folder, and names last.
        """
        self.chain = [tuple(pair) for pair in json.loads(chain)]
        if files is not None:
            self.sources = project.put(json.loads(files), self.sources, self.folder)
            if self.project is None:
                self.project = Session()
                fresh_state()
            self.session = self.project
            return 0
        session = self.sessions.pop(key, None)
        start = len(self.chain) - 1
        if session is None or start == 0 or session.done != self.chain[:-1]:
            if session is not None:
                session.close()
            session, start = Session(), 0
            gc.collect()
            fresh_state()
        self.sessions[key] = self.session = session
        while len(self.sessions) > SESSION_LIMIT:
            self.sessions.popitem(last=False)[1].close()
        return start

    def forget(self, key):
        """Drop the names of a chain that no other cell continues."""
        self.sessions.pop(key).close()

    async def run(self, index, options):
        """Run one cell of the chain; options and result are JSON."""
        id, source = self.chain[index]
        options = json.loads(options)
        self.alt, self.figures = list(options["alt"]), 0
        self.output.reset()
        before = files.state(self.folder) if self.folder else None
        started = time.perf_counter()
        error = await self.execute(id, source)
        error = self.show_figures() or error
        seconds = time.perf_counter() - started
        self.output.flush()
        if error is None and self.session is not self.project:
            self.session.done.append((id, source))
        result = {"ok": error is None, "seconds": seconds, "error": None, "verdict": None}
        if error is not None:
            result["error"] = report(error, {file_name(id): id for id, _ in self.chain} | self.sources)
        if self.folder:
            result["files"] = files.written(before, self.folder)
        if options.get("check"):
            result["check"] = self.check(options["check"], error)
        if self.session is self.project:
            result["names"] = names.listed(self.session.module.__dict__)
        if options["promise"] is not None:
            result["verdict"] = self.verdict(error, options)
        return json.dumps(result)

    async def execute(self, id, source):
        """Run the source as the program __main__; return the exception that ended it, or None."""
        name = file_name(id)
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        kept = sys.stdout, sys.stderr, sys.argv, sys.modules.get("__main__")
        sys.stdout, sys.stderr = Stream(self.output, "stdout"), Stream(self.output, "stderr")
        sys.argv, sys.modules["__main__"] = [name], self.session.module
        try:
            try:
                for code in program.parts(source, name, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
                    value = eval(code, self.session.module.__dict__)
                    if code.co_flags & inspect.CO_COROUTINE:
                        value = await value
            finally:
                give_back()
            program.show(value)
        except SystemExit as error:
            if error.code not in (None, 0):
                return error
        except BaseException as error:
            return error
        finally:
            sys.stdout, sys.stderr, sys.argv, sys.modules["__main__"] = kept
        return None

    def check(self, source, error):
        """Run the check of an exercise on a copy of the session's names: whether they pass, and what it has to say."""
        if error is not None:
            return {"passed": False, "message": f"The code ends in {type(error).__name__}: the check was not run."}
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(source, "check.py", "exec", dont_inherit=True), dict(self.session.module.__dict__))
        except AssertionError as refusal:
            return {"passed": False, "message": printable(str(refusal)[:MESSAGE_LIMIT])}
        except BaseException as trouble:
            text = printable("".join(traceback.format_exception_only(trouble)).strip()[:MESSAGE_LIMIT])
            return {"passed": False, "message": f"The check could not go on. {text}"}
        finally:
            if "matplotlib.pyplot" in sys.modules:
                sys.modules["matplotlib.pyplot"].close("all")
        return {"passed": True, "message": ""}

    def show_figures(self):
        """Post every figure that the program left open; return the exception that drawing raised, or None."""
        if "matplotlib.pyplot" not in sys.modules:
            return None
        try:
            sys.modules["matplotlib.pyplot"].show()
        except Exception as error:
            return error
        return None

    def figure(self, png, title, width, height):
        """Post one drawn figure, in order with the output; its alternative text is the cell's, else its title."""
        self.output.flush()
        text = self.alt.pop(0) if self.alt else title
        self.figures += 1
        self.post_figure(png, text or f"Figure {self.figures}, without a title", width, height)

    def verdict(self, error, options):
        """Does standard output, and the message of an error that is meant to be raised, keep the promise?"""
        try:
            from borch.testing import lines
        except ImportError:
            return None
        got, raises = self.output.text(), options["raises"]
        if got is None:
            return {"same": False, "reason": "it printed far more than was promised"}
        if error is not None and not raises:
            return {"same": False, "reason": "it ended with an error"}
        if error is None and raises:
            return {"same": False, "reason": f"it did not raise {raises}"}
        if error is not None and type(error).__name__ != raises:
            return {"same": False, "reason": f"it raised {type(error).__name__}, not {raises}"}
        if error is not None:
            got += "" if not got or got.endswith("\n") else "\n"
            got += message(error)
        differences = lines.compare(options["promise"], got, options["tol"])
        return {"same": not differences, "reason": str(differences[0]) if differences else ""}


def printable(text):
    """The text with lone surrogates, which no encoding has, written out."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def file_name(id):
    """What tracebacks call it: a project's program has a file name of its own."""
    return id if "." in id else f"cell-{id}.py"


BUILTINS, MODULES = dict(vars(builtins)), {}


def give_back():
    """What a program has taken away from Python itself is there again."""
    builtins.__dict__.update(BUILTINS)
    for name, module in MODULES.items():
        if sys.modules.get(name) is None:
            sys.modules[name] = module
    if sys.modules.get("torch", sys) is None:
        del sys.modules["torch"]  # it is found anew


def fresh_state():
    """Undo what an earlier cell may have set for the whole process: a chain starts as a new program would."""
    borch, matplotlib = sys.modules.get("borch"), sys.modules.get("matplotlib")
    if borch is not None:
        borch.manual_seed(FIRST_SEED)
        borch.set_grad_enabled(True)
        borch.set_default_dtype(borch.float32)
        borch.set_printoptions(profile="default")
    if matplotlib is not None:
        matplotlib.rcdefaults()


def message(error):
    """What a traceback ends with: `Type: message`, in as many lines as the message has."""
    lines = "".join(traceback.format_exception_only(error)).rstrip("\n").split("\n")
    return lines[-1] if isinstance(error, SyntaxError) else "\n".join(lines)


def report(error, cells):
    """A traceback with the reader's own lines and no others, and where in which cell they are."""
    if isinstance(error, SystemExit):
        return {"text": f"SystemExit: {error.code}", "frames": []}
    summary = traceback.TracebackException.from_exception(error)
    trim(summary, cells, set())
    frames = [[cells[frame.filename], frame.lineno] for frame in summary.stack]
    if isinstance(error, SyntaxError) and error.filename in cells and error.lineno:
        frames.append([cells[error.filename], error.lineno])
    return {"text": printable("".join(summary.format()).rstrip("\n")[-MESSAGE_LIMIT:]), "frames": frames}


def trim(summary, cells, seen):
    seen.add(id(summary))
    summary.stack[:] = [frame for frame in summary.stack if frame.filename in cells]
    context = summary.__context__
    if context is not None and not any(frame.filename in cells for frame in context.stack):
        summary.__context__ = None  # raised and caught inside a library: not the reader's business
    for other in (summary.__cause__, summary.__context__, *(summary.exceptions or ())):
        if other is not None and id(other) not in seen:
            trim(other, cells, seen)


def asking(post_question):
    """An input() that asks the reader, in browsers that let Python wait for an answer."""
    from pyodide.ffi import can_run_sync, run_sync

    def input(prompt="", /):
        if not can_run_sync():
            raise io.UnsupportedOperation("input() cannot ask the reader: this browser has no keyboard input for cells")
        output = runner.output
        print(prompt, end="")
        output.flush()
        answer = run_sync(post_question(str(prompt)))
        print(answer)
        return answer

    return input


runner = None


def connect(post_output, post_figure, post_question):
    """Make the one runner of this interpreter."""
    global runner
    runner = Runner(post_output, post_figure, os.getcwd())
    sys.meta_path.insert(0, TorchAlias())
    builtins.input = BUILTINS["input"] = asking(post_question)
    os._exit = sys.exit  # else the program would end the worker's Python, and nobody would be told
    MODULES.update(sys.modules)
    return runner
