"""What cells draw, as images for the page for paper: made once, kept, left out where they cannot be made."""

import io

import pytest
from matplotlib import image

from site_hooks import cells, drawings, run

PAGE = """\
```python cell="data"
values = [1, 2]
print("two")
```

```text out="data"
two
```

```python cell="two" after="data" figure="A line. | A dot."
import matplotlib.pyplot as plt

plt.figure(figsize=(3, 2))
plt.plot(values)
plt.figure(figsize=(4, 2))
plt.plot([1], [1], ".")
plt.show()
```

```text out="two"
```
"""


def drawn(folder, text=PAGE):
    page = cells.read(text, "learn/one.md")
    assert page.problems == []
    return drawings.drawn({"one": page}, folder)


def test_figures_are_images_of_their_size(tmp_path):
    first, second = drawn(tmp_path)["one"]["two"]
    assert (first.url, second.url) == ("learn/drawings/one-two-1.png", "learn/drawings/one-two-2.png")
    for one in (first, second):
        height, width, _ = image.imread(io.BytesIO(one.path.read_bytes())).shape
        assert (one.width, one.height) == (width // run.SCALE, height // run.SCALE)
    assert second.width > first.width > 200


def test_what_was_drawn_is_kept_until_something_changes(tmp_path, monkeypatch):
    before = drawn(tmp_path)
    assert drawn(tmp_path, PAGE.replace("[1, 2]", "[1, 3]")) != before
    monkeypatch.setattr(run, "results", lambda *args, **options: pytest.fail("drawn again"))
    assert drawn(tmp_path) == before


def test_a_cell_that_fails_has_no_drawing(tmp_path):
    assert drawn(tmp_path, PAGE.replace("values = [1, 2]", "values = 1 / 0")) == {"one": {}}
    assert list(tmp_path.iterdir()) == []
