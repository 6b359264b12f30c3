"""site_hooks.offline: a build is named by its content, in every page and in the service worker, which knows every file."""

import hashlib
import json
import re

import pytest

from site_hooks import offline

PAGE = '<html><head><meta charset="utf-8"></head><body>{}</body></html>'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "learn").mkdir()
    (tmp_path / "index.html").write_text(offline.with_build(PAGE.format("first")), "utf-8")
    (tmp_path / "learn" / "index.html").write_text(offline.with_build(PAGE.format("second")), "utf-8")
    (tmp_path / "style.css").write_bytes(b"p {}\n")
    (tmp_path / "sitemap.xml").write_bytes(b"<urlset/>")
    return tmp_path


def constants(folder):
    script = (folder / "offline.js").read_text("utf-8")
    return [json.loads(re.search(rf"^const {name} = (.*);$", script, re.M)[1]) for name in ("BUILD", "FILES")]


def test_every_file_is_there_with_its_hash(folder):
    build = offline.write(folder)
    named, files = constants(folder)
    assert named == build
    assert set(files) == {"index.html", "learn/index.html", "style.css"}
    for name, digest in files.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest().startswith(digest)
        assert len(digest) == 24


def test_every_page_names_the_build(folder):
    build = offline.write(folder)
    for name in ("index.html", "learn/index.html"):
        assert re.findall('name="borch-build" content="([^"]*)"', (folder / name).read_text("utf-8")) == [build]


def test_same_files_are_the_same_build_and_others_are_another(folder):
    first = offline.write(folder)
    text = (folder / "style.css").read_bytes()
    (folder / "style.css").write_bytes(b"p { color: red }\n")
    second = offline.write(folder)
    assert second != first
    (folder / "style.css").write_bytes(text)
    (folder / "index.html").write_text(offline.with_build(PAGE.format("first")), "utf-8")
    (folder / "learn" / "index.html").write_text(offline.with_build(PAGE.format("second")), "utf-8")
    assert offline.write(folder) == first


def test_worker_as_it_is_written_knows_no_build():
    script = (offline.ROOT / "docs" / offline.NAME).read_text("utf-8")
    assert 'const BUILD = "";' in script
