"""What every test shares: tests marked `parity` need real torch, and say so at once instead of failing one by one."""

from importlib.util import find_spec

import pytest


@pytest.hookimpl(trylast=True)  # after -m has deselected
def pytest_collection_modifyitems(items):
    if find_spec("torch") is None and any(item.get_closest_marker("parity") for item in items):
        raise pytest.UsageError("tests marked parity need torch 2.13: run `make parity`")
