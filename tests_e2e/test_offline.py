"""What has been visited and run works without a network; a page that has not says so; builds are never mixed."""

import itertools
import shutil
from pathlib import Path

import pytest

from site_hooks import offline
from tests_e2e import sites
from tests_e2e.driver import TIMEOUT, expect

KEPT = """async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("borch offline "));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
}"""
BUILD = "() => document.querySelector('meta[name=\"borch-build\"]').content"
ONLY = """async (build) => {
    const names = (await caches.keys()).filter((name) => name.startsWith("borch offline "));
    return names.length === 1 && names[0].endsWith(` ${build}`);
}"""
COUNT = itertools.count(1)


@pytest.fixture(scope="module")
def built():
    """A copy of the project's site that a test may change: its server, and the folder."""
    folder = Path(shutil.copytree(sites.main_site().folder, sites.scratch() + "/offline"))
    site = sites.serve(folder)
    yield site
    site.server.stop()


@pytest.fixture
def site(built):
    yield built
    built.server.deny.clear()


@pytest.fixture
def visit(make_tab, site):
    """Makes tabs of one new reader each, whose service worker is allowed."""
    return lambda: make_tab(site, service_workers="allow")


def kept_by(tab):
    tab.page.wait_for_function("() => document.documentElement.dataset.offline === 'kept'")
    return tab


def kept(tab):
    return [url.removeprefix(tab.address) for url in tab.page.evaluate(KEPT)]


def wait_until_kept(tab, *names):
    tab.until(
        f"async (names) => {{ const urls = await ({KEPT})(); return names.every((name) => urls.includes(name)) }}",
        [tab.address + name for name in names],
    )


def renew(site):
    """Another build at the same address; returns what now stands in every heading."""
    mark = f"Renewed {next(COUNT)} times."
    for path in site.folder.rglob("*.html"):
        path.write_text(path.read_text("utf-8").replace("</h1>", f" {mark}</h1>"), "utf-8")
    offline.write(site.folder)
    return mark


def build_of(site):
    return (site.folder / "index.html").read_text("utf-8").partition('borch-build" content="')[2][:24]


def heading(tab):
    return expect(tab.page.get_by_role("heading", level=1))


def reads(tab, text):
    heading(tab).to_contain_text(text, timeout=TIMEOUT)


def first_cell(tab):
    return tab.cell(tab.page.locator(".cell[data-cell]:not([data-after])").first.get_attribute("data-cell"))


def test_nothing_of_the_runtime_is_kept_before_run(visit):
    tab = kept_by(visit().open("about/"))
    wait_until_kept(tab, "about/index.html", "assets/cells/main.js")
    assert [name for name in kept(tab) if name.startswith("assets/pyodide/")] == []
    assert tab.worker_files() == []


def test_visited_pages_and_python_work_without_a_network(visit):
    tab = kept_by(visit().open("about/"))
    wait_until_kept(tab, "about/index.html")
    tab.open("learn/tensors/")
    cell = first_cell(tab).finish()
    assert cell.kept == "same"
    tab.page.wait_for_function("() => navigator.serviceWorker.controller")
    tab.page.context.set_offline(True)
    tab.page.reload()
    expect(tab.page.get_by_role("heading", level=1)).to_be_visible()
    assert first_cell(tab).finish().kept == "same"
    tab.open("about/")
    expect(tab.page.get_by_role("heading", level=1)).to_contain_text("How every line is checked")
    tab.open("differences/")
    expect(tab.page.get_by_role("heading", level=1)).to_have_text("This page is not kept")
    tab.page.context.set_offline(False)
    tab.page.reload()
    expect(tab.page.get_by_role("heading", level=1)).to_contain_text("Differences")


def test_new_version_is_announced_and_opens_on_reload(visit, site):
    tab = kept_by(visit().open("about/"))
    wait_until_kept(tab, "about/index.html", "assets/cells/main.js")
    old = tab.page.evaluate(BUILD)
    mark = renew(site)
    tab.open("about/")
    assert tab.page.evaluate(BUILD) == old
    said = tab.page.get_by_role("status").filter(has_text="A new version of this site is there.")
    expect(said).to_be_visible(timeout=TIMEOUT)
    heading(tab).not_to_contain_text(mark)
    tab.page.get_by_role("button", name="Reload").click()
    reads(tab, mark)
    assert tab.page.evaluate(BUILD) == build_of(site) != old
    wait_until_kept(tab, "about/index.html", "assets/cells/main.js")
    tab.page.context.set_offline(True)
    tab.page.reload()
    reads(tab, mark)
    tab.page.context.set_offline(False)


def test_page_of_a_newer_build_takes_its_reader_to_that_build(visit, site):
    tab = kept_by(visit().open("about/"))
    old = tab.page.evaluate(BUILD)
    mark = renew(site)
    tab.open("differences/")
    reads(tab, mark)
    assert tab.page.evaluate(BUILD) == build_of(site) != old
    tab.until(ONLY, build_of(site))


def test_builds_are_not_mixed_while_another_tab_is_open(visit, site):
    tab = kept_by(visit().open("about/"))
    wait_until_kept(tab, "about/index.html")
    other = tab.page.context.new_page()
    other.goto(tab.address + "about/")
    mark = renew(site)
    tab.open("differences/")
    reads(tab, "This page is newer")
    assert mark not in other.evaluate("async (url) => (await fetch(url)).text()", tab.address + "about/")
    assert other.evaluate("async (url) => (await fetch(url)).ok", tab.address + "assets/cells/main.js")
    other.close()
    reads(tab, mark)


def test_site_without_the_service_worker_gets_rid_of_it(visit, site):
    tab = kept_by(visit().open("about/"))
    wait_until_kept(tab, "about/index.html")
    site.server.deny.add("/" + offline.NAME)
    tab.open("about/")
    tab.until("async () => (await navigator.serviceWorker.getRegistrations()).length === 0")
    tab.until(f"async () => (await ({KEPT})()).length === 0")


def test_without_storage_nothing_is_kept_and_nothing_is_said(visit):
    tab = visit()
    tab.page.add_init_script(
        "navigator.serviceWorker.register = () => Promise.reject(new DOMException('no', 'SecurityError'))"
    )
    tab.open("about/")
    tab.page.wait_for_load_state("networkidle")
    assert tab.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    assert tab.problems == []
