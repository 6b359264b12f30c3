"""Every case of every tests/**/cases_*.py on borch, against what torch 2.13 answered (tests/golden/cases/)."""

import pytest

import borch
from tests import cases

FILES = cases.files()
ALL = [case for path in FILES.values() for case in cases.load(path)]
FROZEN = {name: cases.frozen(name) for name in FILES}


@pytest.mark.parametrize("case", ALL, ids=[f"{case.file}.{case.op}: {case.text}" for case in ALL])
def test_case_answers_as_torch(case):
    expected = FROZEN[case.file].get(case.text)
    assert expected is not None, f"no frozen answer for this case of cases_{case.file}.py; run `make golden`"
    differences = cases.compare(expected, cases.evaluate(case, borch), case)
    assert not differences, "\n".join([case.text, *differences])


@pytest.mark.parametrize("name", FILES)
def test_every_frozen_answer_has_its_case(name):
    known = {case.text for case in ALL if case.file == name}
    left = [text for text in FROZEN[name] if text not in known]
    assert not left, f"{cases.golden_path(name).name} answers what is asked no more; run `make golden`: {left[:3]}"
