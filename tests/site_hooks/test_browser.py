"""Which Chromium the browser tests get, and what is said when there is none. Nothing is installed here."""

import subprocess

import pytest

from site_hooks import browser

CHROMIUM = "#!/bin/sh\necho Chromium 156.0.1\n"
STUB = "#!/bin/sh\necho to get chromium, install the snap\nexit 1\n"
OTHER = "#!/bin/sh\necho a game of the same name\n"


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.fixture(autouse=True)
def bare_machine(tmp_path, monkeypatch):
    """A machine whose PATH is one empty folder (and /bin, for sh), without Playwright's own browser."""
    monkeypatch.delenv("BORCH_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(browser, "APPLICATIONS", ())
    monkeypatch.setattr(browser, "playwrights_own", lambda: "")


def test_the_named_browser_comes_first(tmp_path, monkeypatch):
    program(tmp_path / "bin" / "chromium", CHROMIUM)
    named = program(tmp_path / "mine" / "chrome", CHROMIUM)
    monkeypatch.setenv("BORCH_CHROMIUM", named)
    assert browser.find() == named


def test_a_named_browser_that_does_not_start_is_an_error_naming_it(tmp_path, monkeypatch):
    program(tmp_path / "bin" / "chromium", CHROMIUM)
    monkeypatch.setenv("BORCH_CHROMIUM", str(tmp_path / "absent"))
    with pytest.raises(browser.NoBrowser, match=f"BORCH_CHROMIUM names {tmp_path}/absent"):
        browser.find()


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_an_installed_browser_is_found_on_the_path(tmp_path, name):
    path = program(tmp_path / "bin" / name, CHROMIUM)
    assert browser.find() == path


@pytest.mark.parametrize("text", [STUB, OTHER])
def test_a_program_that_is_no_browser_is_passed_over(tmp_path, text):
    program(tmp_path / "bin" / "chromium-browser", text)
    chrome = program(tmp_path / "bin" / "google-chrome", CHROMIUM)
    assert browser.find() == chrome


def test_playwrights_own_browser_comes_last(tmp_path, monkeypatch):
    own = program(tmp_path / "own" / "chrome", CHROMIUM)
    monkeypatch.setattr(browser, "playwrights_own", lambda: own)
    assert browser.find() == own
    installed = program(tmp_path / "bin" / "chromium", CHROMIUM)
    assert browser.find() == installed


def test_playwright_downloads_nothing_to_say_where_its_browser_would_be(monkeypatch):
    monkeypatch.undo()
    assert "chrom" in browser.playwrights_own().lower()


def test_an_installed_browser_means_no_installation(tmp_path):
    path = program(tmp_path / "bin" / "chromium", CHROMIUM)
    assert browser.ensure([lambda: pytest.fail("installs")]) == path


def test_the_second_way_to_install_is_tried_when_the_first_brings_none(tmp_path, capsys):
    tried = []

    def first():
        tried.append("first")
        return "no package of this name"

    def second():
        tried.append("second")
        program(tmp_path / "bin" / "chromium", CHROMIUM)
        return ""

    assert browser.ensure([first, second]) == str(tmp_path / "bin" / "chromium")
    assert tried == ["first", "second"]
    assert "No Chromium yet: installing it with first" in capsys.readouterr().out


def test_without_any_browser_one_sentence_says_what_to_do(tmp_path, monkeypatch, capsys):
    program(tmp_path / "bin" / "apt-get", STUB)
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(browser.sys, "executable", program(tmp_path / "python", STUB))
    assert browser.main() == 1
    said = capsys.readouterr().err.strip()
    stub = "to get chromium, install the snap"
    assert said == f"{browser.MISSING} (apt: {stub}; playwright: {stub})"
    assert "apt-get install chromium" in said and "playwright install chromium" in said and "BORCH_CHROMIUM" in said


def test_apt_is_used_by_root_alone(tmp_path, monkeypatch):
    program(tmp_path / "bin" / "apt-get", STUB)
    commands = []
    monkeypatch.setattr(browser, "run", lambda command, **options: commands.append(command))
    monkeypatch.setattr(browser.os, "geteuid", lambda: 1000, raising=False)
    assert browser.apt() == "not for this user"
    assert commands == []
    monkeypatch.setattr(browser.os, "geteuid", lambda: 0, raising=False)
    browser.apt()
    assert [command[:2] for command in commands] == [["apt-get", "update"], ["apt-get", "install"]]
    assert "chromium" in commands[1]


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("E: Unable to locate package chromium\nbye\n", "E: Unable to locate package chromium"),
        ("Downloading\n  Error: no such host\n}\n", "Error: no such host"),
        ("it is broken\n", "it is broken"),
        ("", "it ended with 1"),
    ],
)
def test_the_reason_of_a_failed_installation_is_its_own_line(output, why):
    assert browser._failure(subprocess.CompletedProcess([], 1, "", output)) == why
    assert browser._failure(subprocess.CompletedProcess([], 0, "", output)) == ""


def test_a_program_that_hangs_is_not_a_browser(tmp_path, monkeypatch):
    def hang(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(subprocess, "run", hang)
    assert not browser.works(program(tmp_path / "slow", CHROMIUM))
