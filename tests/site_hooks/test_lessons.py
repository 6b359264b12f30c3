"""site_hooks.lessons: the overview and the lines below headings are made of front matter; all lessons stand on one page."""

import html
import re
from pathlib import Path

import pytest

from site_hooks import cells, fences, lessons
from site_hooks.drawings import Drawing

PAGE = "---\ntitle: {title}\nminutes: {minutes}\nneeds: {needs}\ngives: {gives}\n---\n\n# {title}\n\nText.\n"
ONE = PAGE.format(title="One", minutes=20, needs="[]", gives="begin")
TWO = PAGE.format(title="Two", minutes=45, needs="[one]", gives="go on")


def read(*texts):
    return lessons.read({f"learn/{name}.md": text for name, text in zip(("one", "two", "three"), texts, strict=False)})


def test_lessons_of_the_nav_come_in_its_order():
    nav = ["index.md", {"Learn": ["learn/index.md", "learn/b.md", "learn/a.md", "learn/print.md"]}, {"More": ["c.md"]}]
    assert lessons.sources(nav) == ["learn/b.md", "learn/a.md"]
    assert lessons.sources(["index.md"]) == lessons.sources(None) == []


def test_front_matter_says_what_a_lesson_needs_and_gives():
    found, problems = read(ONE, TWO)
    assert problems == []
    assert found[1] == lessons.Lesson("learn/two.md", 2, "Two", 45, ("one",), "go on")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("minutes: 45\n", "", "learn/two.md:1: a lesson's front matter says minutes: (int)"),
        ("gives: go on\n", "gives: [no]\n", "learn/two.md:1: a lesson's front matter says gives: (str)"),
        ("[one]", "[three]", "learn/two.md:1: it needs 'three', and no lesson of that name comes before it"),
        ("[one]", "[two]", "learn/two.md:1: it needs 'two', and no lesson of that name comes before it"),
    ],
)
def test_front_matter_that_lacks_something_is_a_problem(old, new, problem):
    found, problems = read(ONE, TWO.replace(old, new))
    assert [str(each) for each in problems] == [problem]
    assert [each.stem for each in found] == ["one"]


def test_facts_stand_below_the_heading():
    found, _ = read(ONE, TWO, PAGE.format(title="Three", minutes=9, needs="[one, two]", gives="end"))
    assert "# One\n\nAbout 20 minutes.\n{ .lesson-facts }\n\nText" in lessons.with_facts(ONE, found[0], found)
    assert "About 45 minutes. Needs [One](one.md).\n" in lessons.with_facts(TWO, found[1], found)
    assert "Needs [One](one.md) and [Two](two.md).\n" in lessons.with_facts("# Three", found[2], found)


def test_overview_has_a_row_for_each_lesson_and_the_sum():
    found, _ = read(ONE, TWO)
    made = lessons.with_table(f"# Learn\n\n{lessons.TABLE}\n", found)
    assert "| 1 | [One](one.md) | begin | nothing | 20 |\n| 2 | [Two](two.md) | go on | [One](one.md) | 45 |" in made
    assert "Together about 1 hour.\n{ .lesson-facts .lessons-total }" in made
    assert lessons.TABLE not in made


EXERCISE = """\
```python cell="ex" exercise="Well done." figure="A <line>. | A dot."
x = 1
```

```text out="ex"
promised
```

```python check="ex"
assert x == 2, "secret"
```

```python solution="ex"
x = 2
```
"""


def rendered():
    page = cells.read(EXERCISE, "learn/one.md")
    assert page.problems == []
    cell = page.cells["ex"]
    hint = '<details class="hint"><summary>First hint</summary><p>More.</p></details>'
    return (
        '<h1 id="one">One</h1><a href="#cell-ex">claim</a><a href="../two/#x">other</a>'
        + fences.section(page, cell, html.escape(cell.code), html.escape(cell.check))
        + hint
        + fences.solution(cell, html.escape(cell.solution))
    )


def test_one_page_has_anchors_of_each_lesson_and_no_live_cell():
    found, _ = read(ONE, TWO)
    made = lessons.on_one_page(f"<p>{lessons.ALL}</p>", found, lambda lesson: rendered(), {})
    ids = re.findall(r'\sid="([^"]*)"', made)
    assert ids == ["one", "one-one", "one-cell-ex", "two", "two-one", "two-cell-ex"]
    assert set(re.findall(r'href="([^"]*)"', made)) == {"#one", "#one-cell-ex", "#two", "#two-cell-ex", "../two/#x"}
    assert re.findall("<h1[^>]*>([^<]*)", made) == ["1 One", "2 One", "Hints and solutions"]
    assert "data-cell" not in made and "secret" not in made
    assert made.count("promised") == made.count("x = 1") == 2
    assert made.count("Figure: A &lt;line&gt;.</p>") == made.count("Figure: A dot.</p>") == 2


def test_one_page_has_hints_and_solutions_unfolded_at_its_end():
    found, _ = read(ONE)
    made = lessons.on_one_page(lessons.ALL, found, lambda lesson: rendered(), {})
    before, after = made.split("<h1>Hints and solutions</h1>")
    assert "First hint" not in before and "x = 2" not in before
    assert after.index("First hint") < after.index("x = 2")
    assert len(re.findall("<details open ", after)) == 2


def test_one_page_shows_what_a_cell_draws():
    found, _ = read(ONE)
    images = [Drawing(f"learn/drawings/one-ex-{n}.png", Path("x.png"), 40, 30) for n in (1, 2)]
    made = lessons.on_one_page(lessons.ALL, found, lambda lesson: rendered(), {"one": {"ex": images}})
    assert re.findall(r"<img[^>]*>", made) == [
        '<img class="cell-drawn" src="../drawings/one-ex-1.png" alt="A &lt;line&gt;." width="40" height="30">',
        '<img class="cell-drawn" src="../drawings/one-ex-2.png" alt="A dot." width="40" height="30">',
    ]
    assert "Figure:" not in made
