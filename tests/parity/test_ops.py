"""Every case of every tests/**/cases_*.py on live torch beside borch: `make parity`."""

import pytest

import borch
from tests import cases

pytestmark = pytest.mark.parity
ALL = [case for path in cases.files().values() for case in cases.load(path)]


@pytest.mark.parametrize("case", ALL, ids=[f"{case.file}.{case.op}: {case.text}" for case in ALL])
def test_case_is_the_same_on_torch(case):
    import torch

    differences = cases.compare(cases.evaluate(case, torch), cases.evaluate(case, borch), case)
    assert not differences, "\n".join([case.text, *differences])
