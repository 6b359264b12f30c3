"""site_hooks.access: names in the page that the theme leaves out."""

from site_hooks.access import with_names

FOLDER = """<nav class="md-nav" data-md-level="1" aria-labelledby="__nav_2_label" aria-expanded="true">
          <label class="md-nav__title" for="__nav_2">
            <span class="md-nav__icon md-icon"></span>


    Learn &amp; see

          </label>"""


def test_search_and_folders_get_names():
    page = with_names('<div class="md-search" data-md-component="search" role="dialog">' + FOLDER)
    assert page.startswith('<div class="md-search" data-md-component="search" role="dialog" aria-label="Search">')
    assert '<nav class="md-nav" data-md-level="1" aria-label="Learn &amp; see" aria-expanded="true">' in page
    assert page.endswith(FOLDER.partition(">")[2])


def test_other_pages_stay_as_they_are():
    page = '<nav class="md-nav" aria-label="Contents">x</nav>'
    assert with_names(page) == page
