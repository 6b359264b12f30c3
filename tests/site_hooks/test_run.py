"""site_hooks.run: a cell finds the sample data that it names, and no file or module of another chain."""

import re

from site_hooks import cells, run


def outputs(*blocks):
    """What each cell prints, or the last line of its error."""
    text = "".join(f'```python cell="{id}" {options}\n{code}\n```\n\n' for id, options, code in blocks)
    page = cells.read(text, "page.md", promised=False)
    assert page.problems == []
    results = run.results(page, page.cells.values(), "borch")
    return [(result.error or result.output).rstrip("\n").split("\n")[-1] for result in results]


READ = "import samples\nprint(samples.photograph().shape)"


def test_named_files_are_in_the_working_directory():
    both = 'files="samples.py photograph.npy"'
    assert outputs(("a", both, READ)) == ["(128, 128)"]
    assert outputs(("a", 'files="samples.py"', "import samples"), ("b", 'after="a" files="photograph.npy"', READ)) == [
        "",
        "(128, 128)",
    ]


def test_another_chain_finds_neither_file_nor_module():
    both = 'files="samples.py photograph.npy"'
    found = outputs(("a", both, READ), ("b", "", READ), ("c", 'files="samples.py"', READ))
    assert found[1] == "ModuleNotFoundError: No module named 'samples'"
    assert found[2].startswith("FileNotFoundError: ")


def test_a_chain_starts_in_an_empty_folder():
    save = "import os\nprint(os.listdir())\nopen('saved', 'w').close()"
    assert outputs(("a", "", save), ("b", "", save), ("c", 'after="b"', "print(os.listdir())")) == [
        "[]",
        "[]",
        "['saved']",
    ]


def test_a_file_that_is_not_there_is_a_problem_of_the_page():
    for value in ("nothing.npz", "../cells/main.js", ""):
        text = f'```python cell="a" files="{value}"\nprint(1)\n```\n'
        (problem,) = cells.read(text, "page.md", promised=False).problems
        assert "option files" in str(problem)


def test_the_last_line_shows_its_value_as_a_notebook_does():
    cells = [("value", "x = 1\n[x, 'two']"), ("none", "print(3)\n[].sort()"), ("hidden", "print(4)\n5;  # five")]
    assert outputs(*[(id, "", code) for id, code in cells]) == ["[1, 'two']", "3", "4"]


def exercise(code="x = 1", check='assert x == 2, f"x is {x}"', solution="x = 2", options=""):
    """What is wrong with an exercise, and in which line."""
    blocks = [f'cell="a" exercise="Well done." {options}', code], ['check="a"', check], ['solution="a"', solution]
    text = "".join(f"```python {info}\n{source}\n```\n" for info, source in blocks)
    (result,) = run.results(page := cells.read(text, "page.md", promised=False), page.cells.values(), "borch")
    assert page.problems == []
    return result.error and result.error.split("\n")[-1], result.line


def test_exercise_is_refused_unfinished_and_its_solution_passes():
    assert exercise() == (None, None)
    assert exercise(code="x = missing", options='raises="NameError"') == (None, None)


def test_exercise_that_is_solved_already_is_an_error():
    assert exercise(code="x = 2") == ("its check lets the unfinished code pass", 4)


def test_solution_that_fails_is_an_error():
    assert exercise(solution="x = 3") == ("its check refuses the solution: x is 3", 7)
    assert exercise(solution="x = 2\nx.y") == ("AttributeError: 'int' object has no attribute 'y'", 9)


def test_check_that_fails_in_another_way_is_an_error():
    assert exercise(check="z == 2") == ("NameError: name 'z' is not defined", 5)
    assert exercise(check="assert x == 2") == ("its check refuses without a word: write assert ..., message", 4)


def test_check_leaves_no_name_behind_and_prints_nothing():
    text = """
```python cell="a" exercise="Well done."
x = 1
```
```python check="a"
print("not shown")
y = 5
assert x == 2, "no"
```
```python solution="a"
x = 2
```
```python cell="b" after="a"
print("y" in globals())
```
"""
    page = cells.read(text, "page.md", promised=False)
    assert [(result.error, result.output) for result in run.results(page, page.cells.values(), "borch")] == [
        (None, ""),
        (None, "False\n"),
    ]


def test_hidden_cell_that_prints_is_an_error():
    assert outputs(("a", "hidden", "x = 1"), ("b", "hidden", "print(2)"), ("c", 'after="a"', "print(x)")) == [
        "",
        "it is hidden and prints '2\\n'",
        "1",
    ]


def test_cell_that_is_slower_than_its_limit_is_an_error():
    slow, quick = outputs(("a", 'limit="1"', "import time\ntime.sleep(1.1)"), ("b", 'limit="60"', "print(1)"))
    assert re.fullmatch(r"it runs \d+\.\d s, longer than its limit allows", slow)
    assert quick == "1"
