"""Files: what a cell wrote can be downloaded, what the reader uploads can be read, and it is said when they are gone."""

from pathlib import Path

import pytest

from tests_e2e.driver import expect


@pytest.fixture(scope="module", autouse=True)
def opened(shared_tab):
    shared_tab.open("saved/")


def rows(cell):
    return cell.element.locator(".cell-written li").evaluate_all("rows => rows.map(row => row.innerText)")


def download(tab, cell, path):
    with tab.page.expect_download() as started:
        cell.element.get_by_role("button", name=f"Download {path}", exact=True).click()
    return started.value


def upload(tab, cell, *files):
    if not cell.panel.is_visible():
        cell.element.get_by_role("button", name=f"Files for cell {cell.id}", exact=True).click()
    with tab.page.expect_file_chooser() as chooser:
        cell.element.get_by_role("button", name=f"Upload files for cell {cell.id}", exact=True).click()
    chooser.value.set_files([{"name": name, "mimeType": "", "buffer": data} for name, data in files])


def test_written_files_are_listed_with_their_size(tab):
    cell = tab.cell("save").finish()
    assert [row.split()[0] for row in rows(cell)] == ["model.pt", "runs/log.txt"]
    assert "7 bytes" in rows(cell)[1]
    expect(cell.element.get_by_role("group", name="Files written by cell save")).to_be_visible()


def test_only_what_this_run_wrote_is_listed(tab):
    tab.cell("save").finish()
    cell = tab.cell("load").finish()
    assert cell.kept == "same"
    assert not cell.written.is_visible()
    assert not tab.cell("save").press("Reset").written.is_visible()


def test_checkpoint_makes_the_round_trip(tab):
    saved = download(tab, tab.cell("save").finish(), "model.pt")
    assert saved.suggested_filename == "model.pt"
    content = Path(saved.path()).read_bytes()
    assert content.startswith(b"PK")
    cell = tab.cell("load")
    cell.write("import os\nos.remove('model.pt')").press().wait()
    cell.press("Reset").finish()
    assert "No such file" in cell.trace
    upload(tab, cell, ("model.pt", content))
    expect(cell.note).to_contain_text("model.pt (")
    expect(cell.note).to_contain_text("is in the working directory.")
    assert cell.finish().kept == "same"


def test_list_is_bounded(tab):
    listed = rows(tab.cell("many").finish())
    assert len(listed) == 21
    assert "many/19.txt" in listed[19] and "1.5 kB" in listed[19]
    assert listed[20] == "and 3 more"


def test_too_large_a_file_is_refused_in_a_sentence(tab):
    cell = tab.cell("huge").finish()
    assert "Too large to be downloaded from here: more than 200 MB." in cell.written.inner_text()
    assert cell.written.get_by_role("button").count() == 0
    cell.write("import os\nos.remove('huge.bin')").press().wait("done")


def test_uploaded_name_is_made_plain_and_told(tab):
    cell = tab.cell("uploaded").finish()
    assert cell.printed() == "not there\n"
    upload(tab, cell, ("my data?.csv", b"1,2"), (".hidden", b""))
    expect(cell.note).to_have_text(
        "my data_.csv (3 bytes) is in the working directory. hidden (0 bytes) is in the working directory."
    )
    assert cell.finish().printed() == "1,2\n"
    assert "my data_.csv" in cell.panel.inner_text()


def test_stop_loses_what_was_written_and_says_so(tab):
    saved = tab.cell("save").finish()
    upload(tab, tab.cell("uploaded"), ("my data?.csv", b"3,4"))
    tab.cell("forever").press().shows("begun").press("Stop").wait("stopped")
    assert "Names and files made by earlier cells are gone." in tab.cell("forever").status.inner_text()
    assert "These files are gone: Python was started afresh." in saved.written.inner_text()
    assert saved.written.get_by_role("button").count() == 0
    assert "No such file" in tab.cell("load").write("open('runs/log.txt')").press().wait("error").trace
    assert tab.cell("uploaded").finish().printed() == "3,4\n"  # an upload is there again


def test_what_has_to_wait_for_a_running_cell_says_so(tab):
    saved, running = tab.cell("save").finish(), tab.cell("forever").press().shows("begun")
    saved.element.get_by_role("button", name="Download model.pt", exact=True).click()
    expect(saved.note).to_have_text("model.pt is downloaded when the running cell ends.")
    upload(tab, tab.cell("uploaded"), ("my data?.csv", b"5,6"))
    expect(tab.cell("uploaded").note).to_contain_text("will be in the working directory when the running cell ends.")
    running.press("Stop").wait("stopped")
    expect(saved.note).to_have_text("model.pt cannot be downloaded: Python was stopped.")
    assert tab.cell("uploaded").finish().printed() == "5,6\n"


def test_upload_before_python_has_started(new_tab):
    cell = new_tab.open("saved/").cell("uploaded")
    upload(new_tab, cell, ("my data_.csv", b"early"))
    expect(cell.note).to_have_text("my data_.csv (5 bytes) is in the working directory.")
    assert new_tab.worker_files() == []
    assert cell.finish().printed() == "early\n"
