"""The README's example prints what it says."""

import doctest
from pathlib import Path


def test_the_example_in_the_readme_prints_what_it_says():
    readme = Path(__file__).resolve().parent.parent / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted == 6
    assert result.failed == 0
