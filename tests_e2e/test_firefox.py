"""The main paths once more in another engine, where there is a Firefox: run, keep the promise, stop, offline."""

import pytest

from tests_e2e import sites

firefox = pytest.importorskip(
    "tests_e2e.firefox", reason="websocket-client, which speaks to Firefox, is not installed", exc_type=ImportError
)


@pytest.fixture(scope="module")
def tab():
    path = firefox.find()
    if not path:
        pytest.skip("there is no Firefox: install it (apt-get install firefox-esr), or let BORCH_FIREFOX name one")
    started = firefox.Firefox(path)
    started.open(sites.main_site().address + "learn/autograd/")
    started.wait("document.querySelector('.cell-toolbar')")
    yield started
    started.close()


def state(tab, *states):
    tab.wait(f"{list(states)}.includes(document.querySelector('#cell-slope').dataset.state)")


def printed(tab):
    return tab.evaluate("[...document.querySelectorAll('#cell-slope .cell-lines')].map((e) => e.textContent).join('')")


def test_cell_prints_what_it_promises(tab):
    promise = tab.evaluate("document.querySelector('#cell-slope .cell-promise').textContent")
    tab.click("#cell-slope .cell-run")
    state(tab, "done", "error")
    assert printed(tab).split("\n") == promise.split("\n")
    assert tab.evaluate("document.querySelector('#cell-slope').dataset.verdict") == "same"


def test_cell_runs_again_after_it_was_stopped_while_python_starts(tab):
    tab.open(sites.main_site().address + "learn/autograd/")
    tab.wait("document.querySelector('.cell-toolbar')")
    tab.click("#cell-slope .cell-run")
    tab.click("#cell-slope .cell-stop")
    state(tab, "idle", "stopped")
    tab.click("#cell-slope .cell-run")
    state(tab, "done", "error")
    assert tab.evaluate("document.querySelector('#cell-slope').dataset.verdict") == "same"


def test_visited_page_is_there_when_the_host_is_not(tab):
    tab.wait("document.documentElement.dataset.offline === 'kept'")
    server = sites.main_site().server
    address = server.address + "learn/autograd/"
    tab.evaluate(KEPT)
    server.deny.update({"", "main.js", "worker.js"})  # "": every page
    try:
        tab.open(address)
        tab.wait("document.querySelector('.cell-toolbar')")
        tab.click("#cell-slope .cell-run")
        state(tab, "done", "error")
        assert tab.evaluate("document.querySelector('#cell-slope').dataset.verdict") == "same"
    finally:
        server.deny.clear()


KEPT = """new Promise((resolve) => {
    const look = async () => {
        const [name] = (await caches.keys()).filter((name) => name.startsWith("borch offline "));
        const urls = (await (await caches.open(name)).keys()).map(({ url }) => url);
        const has = (end) => urls.some((url) => url.endsWith(end));
        if (["learn/autograd/index.html", "assets/cells/main.js"].every(has)) resolve(true);
        else setTimeout(look, 20);
    };
    look();
})"""
