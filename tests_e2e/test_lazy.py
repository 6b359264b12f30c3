"""Nothing of the runtime is fetched before the first Run; matplotlib only for the cell that imports it.
What cannot be loaded is said in a sentence."""

import pytest

from tests_e2e import sites


@pytest.fixture
def deny():
    """Let files of the runtime be missing: deny(name, ...); deny() gives them back."""
    denied = sites.test_site().server.deny

    def change(*names):
        denied.clear()
        denied.update(names)

    yield change
    denied.clear()


def test_nothing_is_loaded_before_run(new_tab):
    new_tab.open()
    new_tab.cell("hello").source.click()
    new_tab.page.wait_for_load_state("networkidle")
    assert new_tab.worker_files() == []
    new_tab.cell("hello").finish()
    names = {url.rsplit("/", 1)[-1] for url in new_tab.urls}
    assert {"worker.js", "pyodide.asm.wasm.gz", "start.json"} <= names
    assert not [name for name in names if name.startswith(("matplotlib", "pillow", "fonttools"))]


def test_every_file_is_the_sites_own(new_tab):
    new_tab.open("figures/").cell("titled").finish()
    assert [url for url in new_tab.urls if not url.startswith((new_tab.address, "blob:"))] == []


def test_progress_is_shown_in_bytes(new_tab):
    cell = new_tab.open().cell("hello").press()
    new_tab.page.wait_for_function(
        "() => /^[\\d.]+ of [\\d.]+ MB$/.test(document.querySelector('#cell-hello .cell-bytes').textContent)"
    )
    assert cell.state == "loading"
    assert cell.progress.is_visible()
    cell.wait()
    assert not cell.progress.is_visible()


@pytest.mark.parametrize(
    "name",
    [
        "pyodide.asm.eager.mjs",
        "pyodide.mjs",
        "start.json",
        "pyodide-lock.json",
        "python-first",
        "borch-first",
        "worker.js",
    ],
)
def test_missing_file_is_said(make_tab, deny, name):
    tab = make_tab(sites.test_site())
    [*_, name] = [path.name for path in sites.test_site().folder.glob(f"assets/pyodide/{name}-*.gz")] or [name]
    deny(name)
    cell = tab.open().cell("hello").finish()
    assert cell.state == "error"
    assert cell.status.inner_text().startswith("Python could not be started: ")
    if not name.endswith("js"):  # a browser does not tell why a script was not loaded
        assert name in cell.status.inner_text()
    tab.page.close()


def test_next_run_tries_to_start_again(make_tab, deny):
    tab = make_tab(sites.test_site())
    deny("pyodide.asm.wasm.gz")
    cell = tab.open().cell("hello").finish()
    assert cell.status.inner_text() == (
        "Python could not be started: pyodide.asm.wasm.gz could not be loaded (HTTP status 404)."
    )
    deny()
    assert cell.finish().kept == "same"
    tab.page.close()


def test_missing_package_is_said_and_the_next_run_tries_again(make_tab, deny):
    tab = make_tab(sites.test_site())
    [wheel] = [path.name for path in sites.test_site().folder.glob("assets/pyodide/matplotlib*.whl")]
    deny(wheel)
    cell = tab.open("figures/").cell("titled").finish()
    assert cell.state == "error"
    assert wheel in cell.status.inner_text()
    deny()
    assert cell.finish().kept == "same"
    tab.page.close()


def test_no_webassembly_is_said(make_tab):
    tab = make_tab(sites.test_site())
    tab.page.add_init_script("delete window.WebAssembly")
    cell = tab.open().cell("hello").finish()
    assert cell.state == "error"
    assert cell.status.inner_text() == "Python could not be started: this browser has no WebAssembly."
    assert tab.problems == []
