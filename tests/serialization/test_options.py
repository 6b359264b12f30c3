"""Where storages are put by name, and the settings of torch.save and torch.load."""

import io
import json
import mmap
import zipfile

import pytest

import borch as torch
from borch.utils.serialization import config
from tests.golden.make_checkpoints import FOLDER, locations

LOCATIONS = json.loads((FOLDER / "locations.json").read_text())


@pytest.fixture(scope="module")
def ours():
    return locations(torch)


@pytest.mark.parametrize("name", LOCATIONS)
def test_map_location_is_asked_and_refused_as_by_torch(name, ours):
    assert ours[name] == LOCATIONS[name]


def saved(obj):
    file = io.BytesIO()
    torch.save(obj, file)
    file.seek(0)
    return file


def test_a_registered_device_is_named_in_files_and_asked_when_they_are_read(monkeypatch):
    monkeypatch.setattr(torch.serialization.locations, "_packages", list(torch.serialization.locations._packages))
    asked = []
    torch.serialization.register_package(
        5,
        lambda storage: "far" if len(storage) == 8 else None,
        lambda storage, name: asked.append(name) or (storage if name == "far" else None),
    )
    file = saved([torch.ones(2), torch.ones(3)])
    assert torch.load(file)[0].tolist() == [1.0, 1.0]
    assert asked == ["far", "cpu"]
    monkeypatch.undo()
    file.seek(0)
    with pytest.raises(RuntimeError, match=r"^don't know how to restore data location of .* \(tagged with far\)$"):
        torch.load(file)


def test_the_alignment_and_the_checksums_of_records_can_be_set():
    with config.patch({"save.storage_alignment": 4096, "save.compute_crc32": False}):
        file = saved([torch.ones(2), torch.arange(3)])
        assert not torch.serialization.get_crc32_options()
    with zipfile.ZipFile(file) as archive:
        records = archive.infolist()
        assert all((info.header_offset + len(info.FileHeader())) % 4096 == 0 for info in records)
        assert {info.CRC for info in records} == {0}
    file.seek(0)
    assert [t.tolist() for t in torch.load(file)] == [[1.0, 1.0], [0, 1, 2]]


def test_settings_that_are_none_are_refused():
    with pytest.raises(AttributeError, match=r"^torch\.utils\.serialization\.config\.save\.foo does not exist$"):
        config.save.foo = 1
    with pytest.raises(AttributeError, match=r"^torch\.utils\.serialization\.config\.load\.foo does not exist$"):
        config.patch("load.foo", 1).__enter__()


def test_mapping_is_asked_for_by_path(tmp_path):
    torch.save(torch.ones(2), tmp_path / "a.pt")
    old = FOLDER / "turned_old.pt"
    with config.patch("load.mmap", True):
        assert torch.load(tmp_path / "a.pt").tolist() == [1.0, 1.0]
        with pytest.raises(ValueError, match="^f must be a file path in order to use the mmap argument$"):
            torch.load(saved(torch.ones(2)))
        with pytest.raises(RuntimeError, match="^mmap can only be used with files saved with `torch.save"):
            torch.load(old)
        assert torch.load(old, mmap=False)[0].shape == (2, 1)
    shared = torch.serialization.set_default_mmap_options(mmap.MAP_SHARED)
    with shared, pytest.raises(NotImplementedError, match="MAP_SHARED"):
        torch.load(tmp_path / "a.pt", mmap=True)
    assert torch.serialization.get_default_mmap_options() == mmap.MAP_PRIVATE
    with pytest.raises(
        ValueError, match=r"^Invalid argument in function set_default_mmap_options, expected mmap\.MAP_P"
    ):
        torch.serialization.set_default_mmap_options(7)
