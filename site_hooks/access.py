"""Names that assistive technology asks for and the theme leaves out: of the search, and of the folders in the navigation.
Works on the finished page; a page without these parts stays as it is."""

import re

_SEARCH = '<div class="md-search" data-md-component="search" role="dialog">'
_FOLDER = re.compile(
    r'<nav class="md-nav" (data-md-level="\d+") aria-labelledby="(__nav_[\d_]+)_label"'
    r'(?P<rest>[^>]*>\s*<label class="md-nav__title" for="\2">\s*<span class="md-nav__icon md-icon"></span>)'
    r"(?P<title>[^<]*)(?=</label>)"
)


def with_names(page: str) -> str:
    """The page with its search and its navigation named; a folder by its title, the label that it refers to has no text."""
    page = page.replace(_SEARCH, _SEARCH.replace(">", ' aria-label="Search">'))
    return _FOLDER.sub(_named, page)


def _named(found: re.Match[str]) -> str:
    title = " ".join(found["title"].split())
    return f'<nav class="md-nav" {found[1]} aria-label="{title}"{found["rest"]}{found["title"]}'
