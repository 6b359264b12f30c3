"""The learning path: what each lesson's front matter says of it, the overview made of that, all lessons as one page.
Knows Markdown and the HTML of rendered pages; knows neither MkDocs nor how cells run."""

import html
import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import yaml

from site_hooks.cells import Problem
from site_hooks.drawings import Drawing

GROUP = "Learn"  # of the site's nav: its pages but the first and the last are the lessons, in their order
OVERVIEW, PRINT = "learn/index.md", "learn/print.md"
TABLE, ALL = "<!-- the lessons stand here -->", "<!-- all lessons stand here -->"
_FRONT_MATTER = re.compile(r"\A\ufeff?---\s*\n(.*?)\n(?:---|\.\.\.)\s*\n", re.DOTALL)


@dataclass(frozen=True)
class Lesson:
    """What a lesson says of itself: `needs` are the stems of the lessons that come before it in the reader's mind."""

    source: str
    number: int
    title: str
    minutes: int
    needs: tuple[str, ...]
    gives: str

    @property
    def stem(self) -> str:
        return posixpath.basename(self.source).removesuffix(".md")


def sources(nav) -> list[str]:
    """The lessons of the nav, in its order; none where it has no such group."""
    groups = [entry[GROUP] for entry in nav or [] if isinstance(entry, dict) and GROUP in entry]
    return [source for source in (groups[0] if groups else []) if source not in (OVERVIEW, PRINT)]


def read(texts: Mapping[str, str]) -> tuple[list[Lesson], list[Problem]]:
    """The lessons, from the texts of their pages in order, and what their front matter lacks."""
    lessons, problems = [], []
    stems = [posixpath.basename(source).removesuffix(".md") for source in texts]
    for number, (source, text) in enumerate(texts.items(), 1):
        found = _FRONT_MATTER.match(text)
        facts = yaml.safe_load(found[1]) if found else {}
        for key, kind in (("title", str), ("minutes", int), ("needs", list), ("gives", str)):
            if not isinstance(facts.get(key), kind):
                problems.append(Problem(source, 1, f"a lesson's front matter says {key}: ({kind.__name__})"))
        for need in facts.get("needs") or []:
            if need not in stems[: number - 1]:
                problems.append(Problem(source, 1, f"it needs {need!r}, and no lesson of that name comes before it"))
        if not any(problem.source == source for problem in problems):
            needs = tuple(facts["needs"])
            lessons.append(Lesson(source, number, facts["title"], facts["minutes"], needs, facts["gives"]))
    return lessons, problems


def with_facts(markdown: str, lesson: Lesson, lessons: list[Lesson]) -> str:
    """The lesson's page with a line below its heading: how long it takes, what it needs."""
    line = f"About {lesson.minutes} minutes."
    if lesson.needs:
        line += f" Needs {_needs(lesson, lessons)}."
    return re.sub(
        r"^# .*$", lambda heading: f"{heading[0]}\n\n{line}\n{{ .lesson-facts }}", markdown, count=1, flags=re.M
    )


def with_table(markdown: str, lessons: list[Lesson]) -> str:
    """The overview with its table of lessons."""
    rows = [
        f"| {each.number} | [{each.title}]({each.stem}.md) | {each.gives} | {_needs(each, lessons) or 'nothing'} "
        f"| {each.minutes} |"
        for each in lessons
    ]
    head = "| No. | Lesson | After it you can | Needs | Minutes |\n|---|---|---|---|---|"
    total = sum(each.minutes for each in lessons)
    hours = max(1, round(total / 60))
    line = f"Together about {hours} {'hour' if hours == 1 else 'hours'}.\n{{ .lesson-facts .lessons-total }}"
    return markdown.replace(TABLE, "\n".join([head, *rows, "", line]))


def _needs(lesson: Lesson, lessons: list[Lesson]) -> str:
    titles = {each.stem: each.title for each in lessons}
    links = [f"[{titles.get(need, need)}]({need}.md)" for need in lesson.needs]
    return " and ".join(filter(None, [", ".join(links[:-1]), links[-1]])) if links else ""


# ---- All lessons on one page, for paper: rendered pages, changed so that they can stand together ------------------

_SECTION = re.compile(r'<section class="cell"([^>]*)>(.*?)</section>', re.DOTALL)
_CHECK = re.compile(r'<details class="cell-check".*?</details>', re.DOTALL)
_ASIDE = re.compile(r'<details class="(?:hint|success cell-solution)".*?</details>\s*', re.DOTALL)


def on_one_page(
    content: str,
    lessons: list[Lesson],
    rendered: Callable[[Lesson], str],
    drawings: Mapping[str, Mapping[str, list[Drawing]]],
) -> str:
    """The page for paper: the lessons one after the other, then the hints and solutions of all of them."""
    bodies, asides = [], []
    for lesson in lessons:
        body = _standing(rendered(lesson), lesson.stem, drawings.get(lesson.stem, {}))
        steps = [re.sub(r"^<details\b", "<details open", aside) for aside in _ASIDE.findall(body)]
        asides.append(f"<h2>{lesson.number} {html.escape(lesson.title)}</h2>\n{''.join(steps)}")
        body = re.sub(r"<h1[^>]*>", rf"\g<0>{lesson.number} ", _ASIDE.sub("", body), count=1)
        bodies.append(f'<article class="printed-lesson" id="{lesson.stem}">{body}</article>')
    end = f'<section class="printed-lesson"><h1>Hints and solutions</h1>\n{"".join(asides)}</section>'
    entries = [
        f'<li><a href="#{each.stem}">{html.escape(each.title)}</a>: {html.escape(each.gives)}</li>' for each in lessons
    ]
    return content.replace(ALL, "\n".join([f"<ol>{''.join(entries)}</ol>", *bodies, end]))


def _standing(body: str, stem: str, drawings: Mapping[str, list[Drawing]]) -> str:
    """A page's HTML with its own anchors, and cells that are text and images only."""
    body = _SECTION.sub(lambda cell: _printed(cell, drawings), body)
    body = body.replace('<details class="cell-setup">', '<details class="cell-setup" open>')
    body = re.sub(r'(<[^>]*?\s(?:id|name))="', rf'\1="{stem}-', body)
    return body.replace('href="#', f'href="#{stem}-')


def _printed(cell: re.Match, drawings: Mapping[str, list[Drawing]]) -> str:
    attributes, inside = cell.groups()
    values = dict(re.findall(r'\b([\w-]+)="([^"]*)"', attributes))
    texts = [text.strip() for text in values["data-figure"].split("|")] if "data-figure" in values else []
    images = drawings.get(values.get("data-cell", ""), [])
    figures = map(_image, images, texts) if images else map(_in_words, texts)
    id = f'id="{values["id"]}"' if "id" in values else ""
    return f'<section class="cell-printed" {id}>{_CHECK.sub("", inside)}{"".join(figures)}</section>'


def _image(drawing: Drawing, text: str) -> str:
    source = posixpath.relpath(drawing.url, posixpath.splitext(PRINT)[0])
    size = f'width="{drawing.width}" height="{drawing.height}"'
    return f'<img class="cell-drawn" src="{source}" alt="{text}" {size}>'


def _in_words(text: str) -> str:
    return f'<p class="cell-drawn">Figure: {text}</p>'
