"""site_hooks.blocks and cells: a page's Markdown becomes cells, or problems with their lines."""

import re
import textwrap
from pathlib import Path

import pytest

from site_hooks import cells

CELL = '```python cell="{id}"{options}\nprint("{id}")\n```\n\n```text out="{id}"\n{id}\n```\n'


def page(text, promised=True):
    return cells.read(textwrap.dedent(text), "learn/page.md", promised)


def cell(id="a", options=""):
    return CELL.format(id=id, options=f" {options}" if options else "")


def problems(text):
    return [str(problem) for problem in page(text).problems]


def test_cell_has_code_promise_options_and_line():
    read = page("# Title\n\n" + cell() + "\n" + cell("b-2", 'after="a" tol="0.001" figure="one | two"'))
    assert read.problems == []
    assert list(read.cells) == ["a", "b-2"]
    second = read.cells["b-2"]
    assert (second.code, second.promise, second.line) == ('print("b-2")\n', "b-2\n", 11)
    assert second.options == {"after": "a", "tol": "0.001", "figure": "one | two"}
    assert (second.tol, second.figures, second.source) == (0.001, ["one", "two"], "learn/page.md")
    assert read.cells["a"].tol is None
    assert read.cells["a"].figures == []


def test_chain_runs_from_the_root():
    read = page(cell() + cell("b", 'after="a"') + cell("c", 'after="a"') + cell("d", 'after="c"'))
    assert [member.id for member in read.chain(read.cells["d"])] == ["a", "c", "d"]


def test_code_and_promise_are_exact():
    code = "\nif x:\n\ty  \n\n\nprint('é \u2028 `` ~~~ <b>')\n"
    promise = "\n  two\tthree\n\nfour\n"
    read = page(f'~~~~python cell="a"\n{code}~~~~\n```text out="a"\n{promise}```\n')
    assert read.problems == []
    assert (read.cells["a"].code, read.cells["a"].promise) == (code, promise)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_line_ends_of_other_systems(end):
    read = cells.read(("\ufeffText\n\n" + cell()).replace("\n", end), "page.md")
    assert read.problems == []
    assert (read.cells["a"].code, read.cells["a"].line) == ('print("a")\n', 3)


@pytest.mark.parametrize(
    "container",
    [
        "- item",
        "1. item",
        "!!! note",
        '??? note "Title"',
        '=== "Tab"',
        "[^1]:",
        "- item\ngoes on",
        "- item\n\n    more",
    ],
)
def test_cells_in_containers(container):
    inner = 'print("a")\nif x:\n    y\n'
    block = f'```python cell="a"\n{inner}```\n\n```text out="a"\na\n  b\n```\n'
    read = page(f"{container}\n\n{textwrap.indent(block, '    ')}\nText\n")
    assert read.problems == []
    assert (read.cells["a"].code, read.cells["a"].promise) == (inner, "a\n  b\n")


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: x\n--- \n" + cell(),
        "---\n" + cell(),
        "<!-- a remark -->\n" + cell(),
        "<!-- a\nremark -->\n" + cell(),
        textwrap.indent(cell(), "   "),
        "- item\n   \n" + textwrap.indent(cell(), "    "),
        "- item\n\n" + textwrap.indent(cell(), "\t"),
        '```python cell="a"  \nprint("a")\n``` \n  \n```text out="a"\na\n```\t\n',
    ],
)
def test_where_a_cell_may_stand(text):
    read = cells.read(text, "page.md")
    assert read.problems == []
    assert [(one.id, one.code, one.promise) for one in read.cells.values()] == [("a", 'print("a")\n', "a\n")]
    assert read.cells["a"].line == text.split("```python")[0].count("\n") + 1


def test_blank_lines_within_an_indented_cell():
    text = textwrap.indent(cell(), "    ").replace('    print("a")\n', "    1\n  \n      \n    2\n")
    read = cells.read("- item\n\n" + text, "page.md")
    assert read.problems == []
    assert read.cells["a"].code == "1\n\n  \n2\n"


def test_cell_two_levels_deep():
    read = page("- item\n\n    !!! note\n\n" + textwrap.indent(cell(), " " * 8))
    assert read.problems == []
    assert read.cells["a"].code == 'print("a")\n'


@pytest.mark.parametrize(
    "text",
    [
        "````markdown\n" + cell() + "````\n",
        "~~~\n" + cell() + "~~~\n",
        "````\n```\n" + cell() + "```\n````\n",
        "Text\n\n" + textwrap.indent(cell(), "    "),
        "<!--\n" + cell() + "-->\n",
        "<!--\n" + cell(),
        "- item\n\nText\n\n" + textwrap.indent(cell(), "    "),
        "Text\n\n    - item\n\n" + textwrap.indent(cell(), " " * 8),
        '```toml file="x"\nplain = 1\n```\n',
        "<!-- one line -->\n\n```python\nplain = 1\n```\n",
        "---\ntitle: x\ndescription: |\n" + textwrap.indent(cell(), "  ") + "---\nText\n",
        'Inline ```python cell="a"``` code.\n',
        '``` python cell="a"``` is code within a line\n',
        "```python title=\"cell='x'\"\nplain = 1\n```\n",
        "> ```\n> quoted\n> ```\n",
    ],
)
def test_what_is_shown_is_not_a_cell(text):
    assert problems(text) == []
    assert page(text).cells == {}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('\n```python cell="a"\n1\n```\n', 2, "cell 'a' without a promise"),
        ('\n```python cell="a"\n1\n```\n\n```python\n2\n```\n', 2, "cell 'a' without a promise"),
        ('\n\n```text out="a"\n1\n```\n', 3, "promise 'a' without a cell"),
        (cell() + '```text out="a"\na\n```\n', 8, "promise 'a' without a cell"),
        ('```text out="a"\n1\n```\n```python cell="a"\n1\n```\n', 1, "promise 'a' without a cell"),
        (cell() + cell(), 8, "cell 'a' is on this page already, at line 1"),
        (cell("a", 'speed="3"'), 1, "unknown option 'speed'"),
        (cell("a", 'tol="0"'), 1, "option tol: '0' is not a positive number"),
        (cell("a", 'tol="-0.1"'), 1, "option tol: '-0.1' is not"),
        (cell("a", 'tol="nan"'), 1, "option tol: 'nan' is not"),
        (cell("a", 'tol=""'), 1, "option tol: '' is not"),
        (cell("a", 'figure="one | "'), 1, "option figure: 'one | ' is not"),
        (cell("a", 'figure=""'), 1, "option figure: '' is not"),
        (cell("a", 'only="torch"'), 1, "option only: 'torch' is not borch"),
        (cell("a", 'raises="no error"'), 1, "option raises: 'no error' is not"),
        (cell("a", 'after="b"') + cell("b"), 1, "cell 'a' comes after 'b', but no cell 'b' stands before it"),
        (cell("a", 'after="a"'), 1, "no cell 'a' stands before it"),
        (cell("a", 'after="A b"'), 1, "option after: 'A b' is not an id"),
        (cell("a", 'only="borch"') + cell("b", 'after="a"'), 8, 'which only borch runs: add only="borch"'),
        (cell("A b"), 1, "option cell: 'A b' is not an id"),
        (cell("a", 'tol="0.1" tol="0.1"'), 1, "cannot read"),
        ("```python cell='a'\n1\n```\n", 1, "cannot read"),
        ("```python cell=a\n1\n```\n", 1, "cannot read"),
        ("```python cell\n1\n```\n", 1, "cannot read"),
        ('```py cell="a"\n1\n```\n', 1, "cannot read"),
        ('```{.python cell="a"}\n1\n```\n', 1, "cannot read"),
        ('``` {.python cell="a"}\n1\n```\n', 1, "cannot read"),
        ('```python cell="a" out="a"\n1\n```\n', 1, "unknown option 'out'"),
        ('```python sell="a"\n1\n```\n', 1, "unknown option 'sell'"),
        ('```python cell="a"\n\n```\n```text out="a"\n1\n```\n', 1, "cell 'a' is empty"),
        ('```python cell="a"\n1\n```\n```text out="a"\n```\n', 1, "promises neither a line nor a figure"),
        ('```python cell="a"\n1\n```\nText\n```text out="a"\n1\n```\n', 5, "promise 'a' is parted from its cell"),
        ('```python cell="a"\n1\n```\n ```text out="a"\n 1\n ```\n', 4, "promise 'a' is not indented as its cell is"),
        ('Text\n\n```python cell="a"\n1\n', 3, "this block has no end"),
        ("Text\n\n```\n" + cell() + "\n", 8, "promise 'a' without a cell"),
        ('```python cell="a"\n1\n````\n', 3, "does not end the block of line 1 as it begins: ```"),
        ('```python cell="a"\n1\n ```\n', 3, "does not end the block of line 1 as it begins: ```"),
        ('```python cell="a"\n1\n```\n```text out="a"\n \n```\n', 1, "promises neither a line nor a figure"),
        ('- x\n\n    ```python cell="a"\n  1\n    ```\n', 4, "stands to the left of the block that begins at line 3"),
        ('> ```python cell="a"\n> 1\n> ```\n', 1, "behind a list's or a quotation's mark"),
        ('- ```python cell="a"\n  1\n  ```\n', 1, "behind a list's or a quotation's mark"),
    ],
)
def test_problem_is_told_with_its_line(text, line, message):
    found = problems(text)
    assert any(problem.startswith(f"learn/page.md:{line}: ") and message in problem for problem in found), found


def test_every_problem_is_told():
    found = problems(cell("a", 'x="1"') + cell("b", 'y="1"') + '```text out="c"\n```\n')
    assert [problem.split(":")[1] for problem in found] == ["1", "8", "15"]


def test_one_mistake_is_told_once():
    assert len(problems(cell("a", 'tol="x"'))) == 1
    assert len(problems(cell("a") + cell("a"))) == 1
    assert len(problems(cell("a", 'after="z"'))) == 1
    assert len(problems(cell("a", 'speed="x y"'))) == 1
    assert len(problems(cell("a", 'after="X y"'))) == 1


def test_empty_promise_is_enough_for_a_figure():
    assert problems('```python cell="a" figure="A line"\n1\n```\n```text out="a"\n```\n') == []


def test_promise_is_asked_for():
    assert len(cells.read('```python cell="a"\n1\n```\n', "page.md").problems) == 1


def test_promises_to_be_written_are_no_problem():
    read = page('```python cell="a"\n1\n```\n', promised=False)
    assert read.problems == []
    assert read.cells["a"].promise == ""


def test_every_option_is_read_by_something():
    modules = sorted(Path(cells.__file__).parent.glob("*.py"))
    code = "".join(module.read_text("utf-8") for module in modules)
    for option in cells.OPTIONS:
        assert re.search(rf'options(\.get\(|\[)"{option}"', code), f"nothing reads {option}"


def test_docs_are_read_by_their_path(tmp_path):
    (tmp_path / "learn").mkdir()
    (tmp_path / "learn" / "x.md").write_text(cell(), "utf-8")
    (tmp_path / "index.md").write_text("# Home\n", "utf-8")
    pages = cells.read_docs(tmp_path)
    assert {source: list(read.cells) for source, read in pages.items()} == {"index.md": [], "learn/x.md": ["a"]}
    assert pages["learn/x.md"].name == "learn/x"


EXERCISE = """\
```python cell="a" exercise="Well done."
x = 1
```

```text out="a"
nothing
```

```python check="a"
assert x == 2, "x should be 2"
```

??? hint "First hint"

    More.

```python solution="a"
x = 2
```
"""


def test_exercise_has_check_solution_and_hints():
    read = page(EXERCISE)
    assert read.problems == []
    (found,) = read.cells.values()
    assert (found.check, found.solution, found.hints) == ('assert x == 2, "x should be 2"\n', "x = 2\n", 1)
    assert found.exercise and not found.hidden


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('check="a"', 'check="b"', "9: check 'b' without an exercise: no cell 'b' with exercise= stands before it"),
        ('python check="a"', "text", "1: exercise 'a' without a check: write a block python check=\"a\""),
        ('solution="a"', 'check="a"', "17: exercise 'a' has a check already"),
        (' exercise="Well done."', "", "9: check 'a' without an exercise: no cell 'a' with exercise= stands before it"),
        ("Well done.", " ", "1: option exercise: ' ' says nothing to the reader who has solved it"),
        ("x = 2\n", "\n", "17: the solution of exercise 'a' is empty"),
        ("x = 2\n", "x = \n", "18: cell 'a' is no Python: SyntaxError: invalid syntax"),
        ('"x should be 2"', '"x', "10: cell 'a' is no Python: SyntaxError: unterminated string literal"),
        ("x = 1\n", "x =\n", "2: cell 'a' is no Python: SyntaxError: invalid syntax"),
        ('python check="a"', 'python check="a" tol="1"', "9: unknown option 'tol'; check knows check"),
    ],
)
def test_exercise_that_is_not_whole_is_a_problem(old, new, problem):
    found = problems(EXERCISE.replace(old, new))
    assert any(one.startswith(f"learn/page.md:{problem}") for one in found), found


def test_hidden_cell_prints_nothing_and_promises_nothing():
    setup = '```python cell="setup" hidden limit="5"\nx = 1\n```\n\n'
    read = page(setup + cell("b", 'after="setup"'))
    assert read.problems == []
    assert read.cells["setup"].hidden and read.cells["setup"].limit == 5
    (problem,) = problems(setup + '```text out="setup"\n1\n```\n')
    assert "'setup' is hidden, so it promises nothing" in problem
    assert any("write its name alone" in one for one in problems(cell("a", 'hidden="yes"')))


def test_code_that_is_no_python_is_a_problem_unless_it_is_the_promise():
    broken = '```python cell="a"{}\nx = 1\ny = (\n```\n\n```text out="a"\nSyntaxError: \'(\' was never closed\n```\n'
    assert problems(broken.format("")) == ["learn/page.md:3: cell 'a' is no Python: SyntaxError: '(' was never closed"]
    assert problems(broken.format(' raises="SyntaxError"')) == []


def test_promise_of_a_cell_that_raises_shows_the_error():
    raising = '```python cell="a" raises="ValueError"\nraise ValueError\n```\n\n```text out="a"\n{}\n```\n'
    assert problems(raising.format("ValueError: 1\n  more")) == []
    assert problems(raising.format("some.ValueError")) == []
    assert problems(raising.format("ValueErrors abound")) == [
        "learn/page.md:1: cell 'a' promises no ValueError, and raises='ValueError' says that it ends in one"
    ]


def test_hash_tells_versions_of_a_cell_apart():
    one = page(EXERCISE).cells["a"]
    others = [EXERCISE.replace(*pair) for pair in (("x = 1", "x = 3"), ("nothing", "no"), ("x == 2", "x == 4"))]
    assert len({one.hash, *(page(text).cells["a"].hash for text in others)}) == 4
    assert page("# More\n\n" + EXERCISE).cells["a"].hash == one.hash
