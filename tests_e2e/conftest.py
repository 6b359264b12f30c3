"""One browser for the run, one tab for a file of tests; whatever goes wrong in a tab fails the test that saw it."""

import pytest
from playwright.sync_api import sync_playwright

from site_hooks import browser as chromium
from tests_e2e import sites
from tests_e2e.driver import Tab

FLAGS = ["--no-sandbox", "--disable-background-networking"]


def pytest_sessionfinish():
    sites.clean()


@pytest.fixture(scope="session")
def browser():
    path = chromium.find()
    assert path, chromium.MISSING
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def make_tab(browser):
    """Makes tabs, each with storage of its own: make_tab(site, **options of the context). The service worker
    is let in by test_offline.py alone: it would keep from the others which files a page asks for."""
    contexts = []

    def make(site, **options):
        contexts.append(browser.new_context(**{"service_workers": "block", **options}))
        return Tab(contexts[-1], site.address)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def shared_tab(make_tab):
    return make_tab(sites.test_site())


@pytest.fixture
def tab(shared_tab):
    """The file's tab on the pages of the tests; its worker lives until the page is opened again."""
    shared_tab.problems.clear()
    yield shared_tab
    assert shared_tab.problems == []


@pytest.fixture
def new_tab(make_tab):
    """A tab of the test's own."""
    made = make_tab(sites.test_site())
    yield made
    assert made.problems == []
    made.page.close()


@pytest.fixture(scope="module")
def opened(shared_tab):
    shared_tab.open()


@pytest.fixture
def runs(opened, tab):
    """runs(program, says): the program ends well in a cell of the file's tab and prints this one line."""

    def run(program, says="as numpy"):
        cell = tab.cell("numpy")
        cell.write(program)
        cell.finish()
        assert cell.state == "done", cell.trace
        assert cell.printed() == says + "\n"

    return run
