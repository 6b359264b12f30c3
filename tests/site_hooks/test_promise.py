"""site_hooks.run and promise: cells run on torch in place of borch, and the lines come into the page.
A made-up torch stands in for the real one, which these tests do not need."""

import textwrap
from pathlib import Path

import pytest

from site_hooks import cells, promise, run

TORCH = """
__version__ = "2.13.0+cpu"
float32 = "float32"
state = {}

class Tensor:
    pass

def set_num_threads(n): state["threads"] = n
def get_num_threads(): return state["threads"]
def manual_seed(n): state["seed"] = n
def initial_seed(): return state["seed"]
def set_grad_enabled(on): state["grad"] = on
def is_grad_enabled(): return state["grad"]
def set_default_dtype(dtype): pass
def set_printoptions(profile): pass
"""


@pytest.fixture
def docs(tmp_path, monkeypatch):
    """An empty docs folder, and the made-up torch on the path of the processes that run cells."""
    package = tmp_path / "path" / "torch"
    (package / "nn").mkdir(parents=True)
    (package / "__init__.py").write_text(TORCH, "utf-8")
    (package / "nn" / "__init__.py").write_text("from torch.nn import functional\n", "utf-8")
    (package / "nn" / "functional.py").write_text("name = __name__\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "path"))
    (tmp_path / "docs").mkdir()
    return tmp_path / "docs"


def cell(code, options="", id="a", promised=None):
    text = f'```python cell="{id}"{options and " " + options}\n{textwrap.dedent(code).strip()}\n```\n'
    return text if promised is None else f'{text}\n```text out="{id}"\n{promised}```\n'


def write(docs, text, name="page.md"):
    (docs / name).write_bytes(text.encode())
    return promise.main([name], docs)


def promised(docs, name="page.md"):
    page = cells.read((docs / name).read_bytes().decode(), name)
    return {id: one.promise for id, one in page.cells.items()}


def test_missing_promise_is_written_after_its_cell_and_nothing_else_changes(docs):
    text = "\ufeff# Page \t\n\n" + cell("print('one')\nprint(0.5)") + "Text\n\n```python\nplain\n```"
    assert write(docs, text) == 0
    expected = text.replace("(0.5)\n```\n", '(0.5)\n```\n\n```text out="a"\none\n0.5\n```\n')
    assert (docs / "page.md").read_bytes().decode() == expected
    assert promise.main([], docs) == 0
    assert (docs / "page.md").read_bytes().decode() == expected


def test_docs_named_from_where_the_author_stands_bring_their_own_data(docs, monkeypatch):
    (docs / "assets/data").mkdir(parents=True)
    (docs / "assets/data/mine.csv").write_text("1,2\n", "utf-8")
    monkeypatch.chdir(docs.parent)
    monkeypatch.setattr(cells, "data_folders", [cells.DATA])
    assert write(Path("docs"), cell("print(open('mine.csv').read())", 'files="mine.csv"')) == 0
    assert promised(docs) == {"a": "1,2\n"}


def test_promise_at_the_very_end_of_a_page(docs):
    assert write(docs, "Text\n\n" + cell("print(1)").rstrip("\n")) == 0
    assert (docs / "page.md").read_bytes().endswith(b'print(1)\n```\n\n```text out="a"\n1\n```\n')


def test_stale_promise_is_replaced_in_its_own_fence(docs):
    text = cell("print(2)") + '\n\n~~~~text   out="a"  \nold\nlines\n~~~~\t\nText'
    assert write(docs, text) == 0
    assert (docs / "page.md").read_bytes().decode() == text.replace("old\nlines", "2")


def test_other_systems_line_ends_and_indentation_stay(docs):
    block = textwrap.indent(cell("print('x')\n\nprint()\nprint('  y')", promised="old\n"), "    ")
    text = ("- item\n\n" + block + "\nText\n").replace("\n", "\r\n")
    assert write(docs, text) == 0
    assert (docs / "page.md").read_bytes().decode() == text.replace("    old", "    x\r\n\r\n      y")


def test_fence_grows_past_what_is_printed(docs):
    assert write(docs, cell("print('```')\nprint('````text')", promised="old\n") + "Text\n") == 0
    text = (docs / "page.md").read_bytes().decode()
    assert text.endswith('\n`````text out="a"\n```\n````text\n`````\nText\n')
    assert promised(docs) == {"a": "```\n````text\n"}


def test_borch_is_torch_however_it_is_imported(docs):
    code = """
    import borch as torch
    import borch.nn.functional as F
    from borch import Tensor, nn
    from borch.nn import functional
    import borch.nn
    import sys
    print(torch.__name__, nn.__name__, F.name, functional is F, borch.nn is nn, Tensor)
    print(torch.__spec__.name, nn.__spec__.name, sys.modules["torch.nn"] is nn, torch.get_num_threads())
    try:
        import borch.missing
    except ImportError as error:
        print(error)
    """
    assert write(docs, cell(code)) == 0
    assert promised(docs)["a"].split("\n")[:3] == [
        "torch torch.nn torch.nn.functional True True <class 'torch.Tensor'>",
        "torch torch.nn True 1",
        "No module named 'torch.missing'",
    ]


def test_cells_do_not_share_names_and_chains_do(docs):
    text = (
        cell("x = 1\nprint('a')", id="a")
        + cell("print('x' in globals(), __name__)", id="b")
        + cell("print(x); x += 1", 'after="a"', id="c")
        + cell("print(x); x += 1", 'after="c"', id="d")
        + cell("print(x)", 'after="c"', id="e")
    )
    assert write(docs, text) == 0
    assert promised(docs) == {"a": "a\n", "b": "False __main__\n", "c": "1\n", "d": "2\n", "e": "2\n"}


def test_chain_starts_as_a_new_program(docs):
    text = cell("import borch\nprint(borch.initial_seed()); borch.manual_seed(0); borch.set_grad_enabled(False)")
    assert write(docs, text + cell("import borch\nprint(borch.initial_seed(), borch.is_grad_enabled())", id="b")) == 0
    assert promised(docs) == {"a": f"{run.FIRST_SEED}\n", "b": f"{run.FIRST_SEED} True\n"}


def test_main_is_the_cell_itself(docs):
    code = """
    import pickle, sys
    class Net: pass
    print(type(pickle.loads(pickle.dumps(Net()))) is Net, sys.modules["__main__"].Net is Net)
    """
    assert write(docs, cell(code)) == 0
    assert promised(docs) == {"a": "True True\n"}


def test_only_standard_output_is_promised(docs, capfd):
    code = "import sys, warnings\nprint('out')\nprint('err', file=sys.stderr)\nwarnings.warn('careful')"
    assert write(docs, cell(code + "\nsys.stdout.buffer.write(b'bytes\\n');")) == 0
    assert promised(docs) == {"a": "out\nbytes\n"}
    shown = capfd.readouterr().err
    assert "err\n" in shown
    assert "cell-a.py:4: UserWarning: careful" in shown


def test_failing_cell_names_page_line_and_its_own_lines_and_keeps_its_promise(docs, capfd):
    code = "import textwrap\n\ndef f():\n    return textwrap.dedent(1)\n\nf()"
    text = "Text\n\n" + cell(code, promised="old\n") + cell("print(1)", id="b")
    assert write(docs, text) == 1
    shown = capfd.readouterr().err
    assert "page.md:7: cell 'a' failed:\nTraceback (most recent call last):\n" in shown
    assert '  File "cell-a.py", line 6, in <module>\n    f()\n' in shown
    assert "textwrap.py" not in shown
    assert "Error:" in shown
    assert (docs / "page.md").read_bytes().decode() == text + '\n```text out="b"\n1\n```\n'


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = (\n", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import os\nos._exit(5)", "the process ended with code 5"),
        ("input()", "EOFError"),
    ],
)
def test_other_ways_to_fail(docs, capfd, code, message):
    assert write(docs, cell(code)) == 1
    assert message in capfd.readouterr().err


def test_failing_chain_is_named(docs, capfd):
    assert write(docs, cell("1 / 0") + cell("print(1)", 'after="a"', id="b")) == 1
    assert "page.md:2: cell 'b' failed:\ncell 'a', which it continues, fails" in capfd.readouterr().err


def test_expected_exception_is_promised_by_its_message(docs, capfd):
    code = "print('before', end='')\nraise RuntimeError('first\\nlast')"
    assert write(docs, cell("raise ValueError('no', 1)", 'raises="ValueError"')) == 0
    assert promised(docs) == {"a": "ValueError: ('no', 1)\n"}
    assert write(docs, cell(code, 'raises="RuntimeError"') + cell("print(1)", 'after="a"', id="b")) == 0
    assert promised(docs) == {"a": "before\nRuntimeError: first\nlast\n", "b": "1\n"}
    assert write(docs, cell("print(1)", 'raises="ValueError"')) == 1
    assert "page.md:1: cell 'a' failed:\nit does not raise ValueError" in capfd.readouterr().err
    assert write(docs, cell("1 / 0", 'raises="ValueError"')) == 1
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_figures_are_counted_against_their_texts(docs, capfd):
    code = "import matplotlib.pyplot as plt\nfor _ in range({}):\n    plt.figure()\n    plt.show()\n"
    assert write(docs, cell(code.format(2), 'figure="one | two"') + cell("print(1)", id="b")) == 0
    assert promised(docs) == {"a": "", "b": "1\n"}
    assert "non-interactive" not in capfd.readouterr().err
    assert write(docs, cell(code.format(2), 'figure="one"')) == 1
    assert "page.md:1: cell 'a' failed:\nit draws 2 figures and has alternative texts for 1" in capfd.readouterr().err
    assert write(docs, cell(code.format(1))) == 1
    assert "it draws 1 figures and has alternative texts for 0" in capfd.readouterr().err


def test_cell_that_only_borch_runs_is_promised_by_borch(docs, tmp_path):
    package = tmp_path / "path" / "borch"
    package.mkdir()
    settings = "manual_seed = set_grad_enabled = set_default_dtype = set_printoptions = lambda *a, **k: None\n"
    (package / "__init__.py").write_text(settings + "float32 = 1\n", "utf-8")
    code = "import borch\nprint(borch.__name__)"
    continued = cell(code, 'only="borch" after="b"', id="c")
    assert write(docs, cell(code, 'only="borch"') + cell(code, id="b") + continued) == 0
    assert promised(docs) == {"a": "borch\n", "b": "torch\n", "c": "borch\n"}


def test_files_that_cells_save_do_not_stay(docs):
    code = "open('saved.txt', 'w').write('x')\nprint('ok')"
    assert write(docs, cell(code)) == 0
    assert not list(docs.parent.rglob("saved.txt"))
    assert not (run.ROOT / "saved.txt").exists()


def test_problems_of_the_page_stop_before_anything_runs(docs, capfd):
    text = cell("print(1)", 'speed="1"')
    assert write(docs, text) == 1
    assert "page.md:1: unknown option 'speed'" in capfd.readouterr().err
    assert (docs / "page.md").read_bytes().decode() == text


def test_claims_are_checked_against_the_new_promise(docs, capfd):
    assert write(docs, cell("print(0.25)", promised="0.5\n") + "[0.5](#cell-a)\n") == 1
    assert "page.md:8: [0.5] claims '0.5'" in capfd.readouterr().err
    assert promised(docs) == {"a": "0.25\n"}


def test_check_compares_and_writes_nothing(docs, capsys):
    good = cell("print(0.3469)", promised="0.3470\n")
    bad = cell("print('x')\nprint(0.3469)", id="b", promised="x\n0.3471\n")
    (docs / "page.md").write_text(good, "utf-8")
    assert promise.main(["--check"], docs) == 0
    (docs / "page.md").write_text(good + bad, "utf-8")
    assert promise.main(["--check", "page"], docs) == 1
    shown = capsys.readouterr().out
    assert "page.md:8: cell 'b' breaks its promise, first in line 2" in shown
    assert " x\n-0.3471\n+0.3469\n" in shown
    assert (docs / "page.md").read_text("utf-8") == good + bad
    (docs / "page.md").write_text(good.replace('"a"\npri', '"a" tol="0.01"\npri').replace("0.3470", "0.3530"), "utf-8")
    assert promise.main(["--check"], docs) == 0


def test_check_fails_where_a_cell_fails_or_has_no_promise(docs, capfd):
    (docs / "page.md").write_text(cell("1 / 0", promised="1\n"), "utf-8")
    assert promise.main(["--check"], docs) == 1
    (docs / "page.md").write_text(cell("print(1)"), "utf-8")
    assert promise.main(["--check"], docs) == 1
    assert "cell 'a' without a promise" in capfd.readouterr().err


def test_another_torch_is_refused(docs, tmp_path, capfd):
    module = tmp_path / "path" / "torch" / "__init__.py"
    module.write_text(TORCH.replace("2.13.0+cpu", "2.130.0"), "utf-8")
    text = cell("print(1)")
    assert write(docs, text) == 2
    assert "promises are made by torch 2.13, and here is torch 2.130.0" in capfd.readouterr().err
    module.write_text("raise ImportError('broken')", "utf-8")
    assert write(docs, text) == 2
    assert "promises are made by torch 2.13, and there is none: broken" in capfd.readouterr().err
    assert (docs / "page.md").read_bytes().decode() == text


def test_unknown_page_is_said(docs, capfd):
    assert promise.main(["missing"], docs) == 2
    assert "no page missing in docs/" in capfd.readouterr().err


def test_pages_may_be_named_in_three_ways(docs, capfd, monkeypatch):
    (docs / "learn").mkdir()
    (docs / "learn" / "x.md").write_text(cell("print(1)"), "utf-8")
    monkeypatch.chdir(docs.parent)
    for name in ("docs/learn/x.md", "learn/x.md", "learn/x"):
        assert promise.main([name], docs) == 0
    assert promised(docs, "learn/x.md") == {"a": "1\n"}


def test_pages_of_another_site(docs, tmp_path):
    (docs / "page.md").write_text(cell("print('theirs')"), "utf-8")
    assert promise.main(["page.md", "--docs", str(docs)], tmp_path / "ours") == 0
    assert promised(docs) == {"a": "theirs\n"}


def test_examples_are_promised_with_all_pages(docs, capsys):
    folder = docs / "assets/examples"
    folder.mkdir(parents=True)
    (folder / "one.py").write_text("import torch\nprint(torch.__version__)\n", "utf-8")
    assert promise.main([], docs) == 0
    assert (folder / "one.txt").read_text("utf-8") == "2.13.0+cpu\n"
    assert promise.main(["--check"], docs) == 0
    (folder / "one.txt").write_text("2.12.0\n", "utf-8")
    assert promise.main(["--check"], docs) == 1
    assert "one.py breaks its promise" in capsys.readouterr().out


def test_example_that_fails_stops_with_its_traceback(docs):
    folder = docs / "assets/examples"
    folder.mkdir(parents=True)
    (folder / "one.py").write_text("1 / 0\n", "utf-8")
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        promise.main([], docs)
