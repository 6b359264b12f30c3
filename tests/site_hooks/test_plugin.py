"""site_hooks.plugin: another MkDocs site names the plugin and has running cells."""

import json
import os
import re
import subprocess
import sys
import zipfile

import pytest

from site_hooks import run

CONFIG = """site_name: Somebody's site
site_url: https://example.org/docs/
strict: true
plugins: [borch]
markdown_extensions: [pymdownx.superfences]
theme: {name: material}
"""
PAGE = """# A page

```python cell="sum"
import borch as torch

print(torch.ones(3).sum())
```

```text out="sum"
tensor(3.)
```
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """What `pip install -e` of this checkout puts into an environment: metadata with the entry point, and a path."""
    folder = tmp_path_factory.mktemp("installed")
    code = f"from flit_core import buildapi; print(buildapi.build_editable({str(folder)!r}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=run.ROOT, check=True, capture_output=True, text=True)
    wheel = folder / done.stdout.split()[-1]
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    [pth] = folder.glob("*.pth")
    assert pth.read_text("utf-8").split() == [str(run.ROOT)]
    return [str(folder), str(run.ROOT)]


@pytest.fixture
def site(tmp_path, installed):
    """Builds a site of one page: site(page) -> MkDocs' exit status, and what it said."""

    def make(page, config=CONFIG):
        (tmp_path / "docs").mkdir(exist_ok=True)
        (tmp_path / "mkdocs.yml").write_text(config, "utf-8")
        (tmp_path / "docs/index.md").write_text(page, "utf-8")
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(installed), "NO_MKDOCS_2_WARNING": "1"}
        command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
        done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    return make


def test_foreign_site_has_cells_and_all_that_they_need(site, tmp_path):
    status, said = site(PAGE)
    assert status == 0, said
    html = (tmp_path / "site/index.html").read_text("utf-8")
    assert 'id="cell-sum"' in html
    linked = set(re.findall(r'href="assets/cells/([a-z]+\.css)"', html))
    styles = {path.name for path in (run.ROOT / "docs/assets/cells").glob("*.css")}
    assert linked == styles - {"playground.css", "embed.css"}
    assert '<script src="assets/cells/main.js" type="module"></script>' in html
    assert [row["id"] for row in json.loads((tmp_path / "site/cells.json").read_text("utf-8"))] == ["sum"]
    needed = ["pyodide.asm.wasm", "pyodide-lock.json"]
    assert [name for name in needed if not (tmp_path / "site/assets/pyodide" / name).is_file()] == []
    assert len(list((tmp_path / "site/assets/pyodide").glob("borch-*.whl"))) == 1
    own = {path.name for path in (run.ROOT / "docs/assets/cells").iterdir() if path.is_file()}
    assert own - {path.name for path in (tmp_path / "site/assets/cells").iterdir()} == set()


def test_hints_of_an_exercise_are_folded_away(site, tmp_path):
    status, said = site(PAGE + '\n??? hint "First hint"\n\n    Count.\n')
    assert status == 0, said
    hint = r'<details class="hint">\s*<summary>First hint</summary>\s*<p>Count.</p>\s*</details>'
    assert re.search(hint, (tmp_path / "site/index.html").read_text("utf-8"))


def test_sites_own_data_is_a_file_of_a_cell(site, tmp_path):
    data = tmp_path / "docs/assets/data"
    data.mkdir(parents=True)
    (data / "mine.csv").write_text("1,2\n", "utf-8")
    (data / "wine.csv").write_text("mine\n", "utf-8")
    asked = PAGE.replace('cell="sum"', 'cell="sum" files="mine.csv wine.csv samples.py"')
    status, said = site(asked)
    assert status == 0, said
    built = tmp_path / "site/assets/data"
    assert (built / "mine.csv").read_text("utf-8") == "1,2\n"
    assert (built / "wine.csv").read_text("utf-8") == "mine\n"
    assert (built / "samples.py").is_file()
    status, said = site(asked.replace("mine.csv", "other.csv"))
    assert status != 0 and "'other.csv', and there is no such file" in said


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("{name: material}", "{name: mkdocs}", "the plugin borch needs the theme material"),
        ("[pymdownx.superfences]", "[tables]", "the plugin borch needs pymdownx.superfences"),
    ],
)
def test_what_the_plugin_needs_is_said(site, old, new, sentence):
    status, said = site(PAGE, config=CONFIG.replace(old, new))
    assert status != 0
    assert sentence in said


def test_mistake_stops_a_foreign_site_with_page_and_line(site):
    status, said = site(PAGE.replace('out="sum"', 'out="other"'))
    assert status != 0
    assert "index.md:9: promise 'other' without a cell" in said


def test_policy_is_there_when_asked_for(site, tmp_path):
    assert site(PAGE)[0] == 0
    assert "Content-Security-Policy" not in (tmp_path / "site/index.html").read_text("utf-8")
    asked = CONFIG.replace("plugins: [borch]", "plugins: [{borch: {policy: true}}]")
    assert site(PAGE, asked)[0] == 0
    assert "Content-Security-Policy" in (tmp_path / "site/index.html").read_text("utf-8")


def test_events_are_those_of_the_hooks():
    from site_hooks import hooks, plugin

    events = {name for name in vars(hooks) if name.startswith("on_")}
    assert {name for name in vars(plugin.Plugin) if name.startswith("on_")} == events
