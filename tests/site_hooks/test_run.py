"""site_hooks.run: a cell finds the sample data that it names, and no file or module of another chain."""

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
