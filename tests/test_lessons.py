"""What all lessons have in common: an exercise that is judged, hints, a solution, what to remember, a way on, no loose number."""

import re

import pytest

from site_hooks import cells, promise

SOURCES = sorted((promise.DOCS / "learn").glob("*.md"))
LESSONS = [path for path in SOURCES if 'cell="exercise"' in path.read_text("utf-8")]


def lesson(path):
    return path.read_text("utf-8"), cells.read(path.read_text("utf-8"), path.name)


def last_line(cell):
    return cell.promise.rstrip("\n").split("\n")[-1]


def test_there_are_ten():
    assert len(LESSONS) >= 10


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_exercise_is_open_and_its_solution_solves_it(path):
    text, page = lesson(path)
    assert last_line(page.cells["exercise"]) == "not yet"
    assert last_line(page.cells["solution"]) == "done"
    assert len(re.findall(r"^\?\?\? hint ", text, re.MULTILINE)) == 2
    assert len(re.findall(r'^\?\?\? success "Solution"$', text, re.MULTILINE)) == 1


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_judge_of_the_solution_is_the_judge_of_the_exercise(path):
    _, page = lesson(path)
    judge = [line for line in page.cells["exercise"].code.split("\n") if line.startswith("print(")]
    assert judge
    assert judge == [line for line in page.cells["solution"].code.split("\n") if line.startswith("print(")]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_what_to_remember_is_five_lines_at_most(path):
    text, _ = lesson(path)
    section = text.split("## What to remember\n")[1].split("\n## ")[0]
    assert 3 <= len(re.findall(r"^- ", section, re.MULTILINE)) <= 5


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_decimal_stands_outside_a_claim(path):
    _, page = lesson(path)
    prose = "\n".join(page.prose)
    prose = re.sub(r"\A---\n.*?\n---\n", "", prose, flags=re.DOTALL)
    prose = re.sub(r"(`+).*?\1|\[[^\]]*\]\([^)]*\)", "", prose, flags=re.DOTALL)
    assert re.findall(r"(?<![\w.])\d+\.\d+.*", prose) == []
