"""What several tests of the site's build ask for."""

import pytest

from site_hooks import packs, runtime


@pytest.fixture(scope="session")
def pyodide():
    """The folder of Pyodide's files, where there is a Node that can run it."""
    try:
        packs.find_node()
        return runtime.ensure_runtime()
    except (packs.NoCompiler, runtime.RuntimeFilesError) as reason:
        pytest.skip(str(reason))
