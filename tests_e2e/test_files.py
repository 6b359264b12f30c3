"""Sample data: fetched from the site when a cell that names them runs, found in its working directory, said when missing."""

import pytest

from tests_e2e import sites


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("files/")


def test_files_are_there_when_the_cell_runs(tab):
    assert tab.cell("next").finish().kept == "same"
    assert tab.cell("digits").finish().kept == "same"
    fetched = [url.removeprefix(tab.address) for url in tab.urls if "/data/" in url]
    assert sorted(fetched) == ["assets/data/digits.npz", "assets/data/photograph.npy", "assets/data/samples.py"]


def test_a_file_that_a_cell_has_changed_is_whole_again(tab):
    assert tab.cell("spoil").finish().kept == "same"
    assert tab.cell("spoil").finish().kept == "same"


def test_missing_file_is_said(make_tab):
    tab = make_tab(sites.test_site())
    denied = sites.test_site().server.deny
    denied.add("digits.npz")
    cell = tab.open("files/").cell("digits").finish()
    assert cell.status.inner_text().startswith("digits.npz could not be loaded (HTTP status 404)")
    denied.discard("digits.npz")
    assert cell.finish().kept == "same"
    tab.page.close()
