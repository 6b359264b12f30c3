"""The worker's Python, tried in CPython: how often and how much it posts, what it keeps for the verdict."""

import importlib
import json
import sys
import types

import pytest

from tests_e2e.sites import ROOT


@pytest.fixture(scope="module")
def module():
    package = types.ModuleType("borch_cell")  # as the worker lays it out
    package.__path__ = [str(ROOT / "docs/assets/cells")]
    sys.modules["borch_cell"] = package
    yield importlib.import_module("borch_cell.runner")
    for name in [name for name in sys.modules if name.partition(".")[0] == "borch_cell"]:
        del sys.modules[name]


@pytest.fixture
def posted():
    return []


@pytest.fixture
def clock():
    class Clock:
        now = 0.0

        def __call__(self):
            return self.now

    return Clock()


@pytest.fixture
def output(module, posted, clock):
    return module.Output(lambda *message: posted.append(message), clock)


def test_few_lines_are_posted_at_once(output, posted):
    for text in ("a", "\n", "b", "\n"):
        output.write("stdout", text)
    assert posted == [([("stdout", "a\n")], 0), ([("stdout", "b\n")], 0)]


def test_many_lines_are_gathered(module, output, posted, clock):
    for i in range(10_000):
        clock.now += 0.0001
        output.write("stdout", f"{i}\n")
    output.flush()
    assert len(posted) <= module.BURST + 1 / module.INTERVAL + 2
    assert "".join(text for [(_, text)], _ in posted) == "".join(f"{i}\n" for i in range(10_000))


def test_line_after_a_pause_is_posted_at_once(output, posted, clock):
    for i in range(1000):
        output.write("stdout", f"{i}\n")
    clock.now += 0.06
    output.write("stdout", "last\n")
    assert posted[-1][0][-1][1].endswith("last\n")


def test_long_message_is_cut_and_its_lines_are_counted(module, output, posted):
    output.write("stdout", "line\n" * 100_000)
    output.flush()
    [([(_, text)], dropped)] = posted
    assert len(text) == module.MESSAGE_LIMIT
    assert dropped + text.count("\n") == 100_000


def test_streams_in_turn_are_one_message(output, posted):
    output.credit = 0
    for i in range(20_000):
        output.write("stdout", f"out {i}\n")
        output.write("stderr", f"err {i}\n")
    output.flush()
    [(pieces, dropped)] = posted
    assert pieces[-2:] == [("stdout", "out 19999\n"), ("stderr", "err 19999\n")]
    assert dropped + sum(text.count("\n") for _, text in pieces) == 40_000


def test_verdict_is_of_all_that_was_printed(output):
    output.write("stdout", "first\n")
    for _ in range(50_000):
        output.write("stdout", "line\n")
    output.write("stderr", "not this\n")
    assert output.text() == "first\n" + "line\n" * 50_000


def test_too_much_output_is_not_kept(module, output):
    for _ in range(100):
        output.write("stdout", "x" * (module.CAPTURE_LIMIT // 50) + "\n")
    assert output.text() is None
    assert output.captured_size < module.CAPTURE_LIMIT * 1.1


def run(runner, key, *chain):
    """The results of the cells that a press of the chain's last one runs."""
    options = json.dumps({"promise": None, "tol": None, "raises": None, "alt": []})
    start = runner.begin(key, json.dumps(chain))
    return [json.loads(result(runner.run(i, options))) for i in range(start, len(chain))]


def result(coroutine):
    """What a coroutine that waits for nothing returns."""
    with pytest.raises(StopIteration) as stop:
        coroutine.send(None)
    return stop.value.value


def test_program_leaves_the_process_as_it_was(module, posted):
    before = sys.stdout, sys.stderr, sys.argv, sys.modules["__main__"]
    runner = module.Runner(lambda *message: posted.append(message), None)
    [ended] = run(runner, "page#a", ["a", "import sys\nsys.argv = []\nsys.stdout = None"])
    assert ended["ok"]
    assert before == (sys.stdout, sys.stderr, sys.argv, sys.modules["__main__"])


def test_what_a_program_takes_away_from_python_is_given_back(module):
    runner = module.Runner(lambda *message: None, None)
    [ended] = run(runner, "page#a", ["a", "import builtins, sys\nsys.modules['torch'] = None\ndel builtins.len\nlen"])
    assert ended["error"]["text"].endswith("NameError: name 'len' is not defined")
    assert len("torch") == 5 and "torch" not in sys.modules
    [ended] = run(runner, "page#b", ["a", "import builtins\nbuiltins.len = None\nlen('x')"])
    assert ended["error"]["text"].endswith("TypeError: 'NoneType' object is not callable")
    assert len("torch") == 5


def test_sessions_are_few(module):
    runner = module.Runner(lambda *message: None, None)
    for i in range(3 * module.SESSION_LIMIT):
        run(runner, f"page#{i}", ["a", "x = 1"])
    assert len(runner.sessions) == module.SESSION_LIMIT


def test_an_error_inside_a_library_hides_the_library(module):
    runner = module.Runner(lambda *message: None, None)
    [ended] = run(runner, "page#a", ["a", "import json\n\njson.loads('{')"])
    lines = ended["error"]["text"].splitlines()
    assert [line for line in lines if "File" in line] == ['  File "cell-a.py", line 3, in <module>']
    assert ended["error"]["frames"] == [["a", 3]]
    assert lines[-1].startswith("json.decoder.JSONDecodeError")


def test_files_that_a_cell_wrote_are_named(module, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner = module.Runner(lambda *message: None, None, str(tmp_path))
    write = "from pathlib import Path\nPath('{}').write_text('{}')"
    (tmp_path / "old.txt").write_text("old")
    [first] = run(runner, "page#a", ["a", write.format("new.txt", "12345")])
    assert first["files"] == {"list": [["new.txt", 5]], "more": 0}
    [second] = run(runner, "page#a", ["a", write.format("old.txt", "changed") + "\nPath('.hidden').write_text('')"])
    assert second["files"] == {"list": [["old.txt", 7]], "more": 0}
    [third] = run(runner, "page#a", ["a", "for i in range(25):\n    open(f'{i:02}', 'w').close()"])
    assert [name for name, _ in third["files"]["list"]] == [f"{i:02}" for i in range(20)]
    assert third["files"]["more"] == 5
