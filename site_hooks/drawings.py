"""The figures of lessons as images, for the page for paper: borch runs the cells that draw, and what they drew is kept in
the cache under a name made of all that it depends on."""

import base64
import hashlib
import importlib.metadata
import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from site_hooks import cache, run
from site_hooks.cells import Cell, Page, data_file

FOLDER = "learn/drawings"


@dataclass(frozen=True)
class Drawing:
    """One image: its place below the site's, the file of the cache, and its size on the page."""

    url: str
    path: Path
    width: int
    height: int


def drawn(pages: Mapping[str, Page], folder: Path | None = None) -> dict[str, dict[str, list[Drawing]]]:
    """For each page, by the name it is given under, the drawings of each cell that has figures. A cell that fails, or
    whatever cannot be drawn here, has none."""
    folder = folder or cache.cache_folder() / "drawings"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        made = pool.map(lambda page: _of_page(page, folder), pages.values())
        return {
            stem: {id: [_drawing(stem, id, path, n) for n, path in enumerate(paths, 1)] for id, paths in found.items()}
            for stem, found in zip(pages, made, strict=True)
        }


def _of_page(page, folder):
    places = {cell.id: _places(page, cell, folder) for cell in page.cells.values() if cell.figures}
    missing = [page.cells[id] for id, paths in places.items() if not all(map(Path.is_file, paths))]
    for result in run.results(page, missing, "borch", draw=True) if missing else ():
        if not result.error:
            for path, image in zip(places[result.id], result.drawings or (), strict=True):
                cache.write_whole(path, base64.b64decode(image))
    return {id: paths for id, paths in places.items() if all(map(Path.is_file, paths))}


def _places(page: Page, cell: Cell, folder: Path) -> list[Path]:
    chain = page.chain(cell)
    files = sorted({name for each in chain for name in each.files})
    parts = [
        importlib.metadata.version("matplotlib"),
        Path(run.__file__).read_text("utf-8"),
        [[each.code, each.promise] for each in chain],
        [[name, hashlib.sha256(data_file(name).read_bytes()).hexdigest()] for name in files],
    ]
    name = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]
    return [folder / f"{name}-{n}.png" for n, _ in enumerate(cell.figures, 1)]


def _drawing(stem, id, path, number):
    width, height = (int.from_bytes(path.read_bytes()[at : at + 4], "big") // run.SCALE for at in (16, 20))
    return Drawing(f"{FOLDER}/{stem}-{id}-{number}.png", path, width, height)
