"""What all lessons have in common: an exercise that is judged, hints, a solution, what to remember, a way on."""

import re

import pytest

from site_hooks import cells, promise, run

SOURCES = sorted((promise.DOCS / "learn").glob("*.md"))
LESSONS = [path for path in SOURCES if 'cell="exercise"' in path.read_text("utf-8")]


def lesson(path):
    return path.read_text("utf-8"), cells.read(path.read_text("utf-8"), path.name)


def test_there_are_ten():
    assert len(LESSONS) >= 10


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_one_exercise_with_two_hints(path):
    _, page = lesson(path)
    (exercise,) = (cell for cell in page.cells.values() if cell.exercise)
    assert exercise.hints == 2
    assert list(page.cells)[-1] == exercise.id


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_unfinished_code_is_refused_and_the_solution_passes(path):
    """Both are run by borch; where either is judged wrongly, the result carries an error."""
    _, page = lesson(path)
    (result,) = run.results(page, [page.cells["exercise"]], "borch")
    assert result.error is None
    assert result.against


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_what_to_remember_is_five_lines_at_most(path):
    text, _ = lesson(path)
    section = text.split("## What to remember\n")[1].split("\n## ")[0]
    assert 3 <= len(re.findall(r"^- ", section, re.MULTILINE)) <= 5


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_minutes_fit_the_length(path):
    """150 words a minute, five seconds for a line of code, five minutes for the exercise."""
    text, page = lesson(path)
    words = len(re.sub(r"\]\([^)]*\)", "", "\n".join(page.prose)).split())
    lines = sum(bool(line.strip()) for cell in page.cells.values() for line in cell.code.splitlines())
    minutes = int(re.search(r"^minutes: (\d+)$", text, re.MULTILINE)[1])
    assert abs(minutes - (words / 150 + lines * 5 / 60 + 5)) < 5
