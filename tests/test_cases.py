"""The case harness itself: what it calls equal, and that nothing that differs passes."""

import copy

import pytest

import borch
from tests import cases


def case_of(text, **options):
    return cases.Case("harness", "op", text, options)


def answers(text, **options):
    """A case and its record, twice: what was expected, and what a test may change."""
    case = case_of(text, **options)
    record = cases.evaluate(case, borch)
    return case, record, copy.deepcopy(record)


def change(record, path, value):
    *way, last = path
    for key in way:
        record = record[key]
    record[last] = value


@pytest.mark.parametrize(
    "text", ["torch.add(d(2, 3), d(3))", "torch.exp(f(4))", "torch.max(d(2, 3), 1)", "i(3).tolist()"]
)
def test_a_record_agrees_with_itself(text):
    case, expected, got = answers(text)
    assert cases.compare(expected, got, case) == []


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("out", "v", 2), 9.0, "element 2"),
        (("out", "t"), "float32[2, 3]", "float32[2, 3]"),
        (("out", "t"), "float64[3, 2]", "float64[3, 2]"),
        (("out", "fn"), "SubBackward0", "grad_fn"),
        (("out", "shares"), 0, "shared memory"),
        (("grads", 0, "v", 1), 9.0, "gradient 0 element 1"),
        (("grads", 1), None, "gradient 1"),
        (("grads",), None, "gradient"),
        (("second", 0, "v", 1), 9.0, "second gradient 0"),
        (("inplace",), {"error": ["RuntimeError", "no"]}, "in place"),
        (("out=",), {"error": ["RuntimeError", "no"]}, "out="),
    ],
)
def test_what_differs_is_named(path, value, said):
    case, expected, got = answers("torch.mul(d(2, 3), d(3))")
    change(got, path, value)
    differences = cases.compare(expected, got, case)
    assert differences, path
    assert said in differences[0]


def test_a_twin_that_is_not_there_is_missed():
    case, expected, got = answers("torch.mul(d(2, 3), d(3))")
    del got["inplace"]
    assert cases.compare(expected, got, case) == ["in place: there is none"]


def test_errors_differ_by_type_and_by_message():
    case, expected, got = answers("torch.add(d(2), d(3))")
    assert expected["error"][0] == "RuntimeError"
    change(got, ("error", 1), "something else")
    assert "says" in cases.compare(expected, got, case)[0]
    assert cases.compare(expected, got, case_of(case.text, message=False)) == []
    change(got, ("error", 0), "ValueError")
    assert "ValueError" in cases.compare(expected, got, case)[0]
    assert "no error" in cases.compare(expected, {"out": {"repr": "1"}}, case)[0]
    assert "raises" in cases.compare({"out": {"repr": "1"}}, expected, case)[0]


@pytest.mark.parametrize(("dtype", "step"), [("float64", 1e-8), ("float32", 1e-4), ("float16", 1e-2)])
def test_tolerance_is_the_dtypes(dtype, step):
    record = {"t": f"{dtype}[2]", "v": [1.0, -2.0]}
    near, far = [1.0 + step / 1000, -2.0], [1.0 + step, -2.0]
    case = case_of("x")
    assert cases.compare({"out": record}, {"out": {**record, "v": near}}, case) == []
    assert cases.compare({"out": record}, {"out": {**record, "v": far}}, case)
    assert cases.compare({"out": record}, {"out": {**record, "v": far}}, case_of("x", rtol=0.1)) == []


def test_nan_and_infinity_are_themselves_alone():
    case = case_of("x")
    for value in ("nan", "inf", "-inf", 0.0):
        for other in ("nan", "inf", "-inf", 0.0):
            records = [{"out": {"t": "float32[1]", "v": [v]}} for v in (value, other)]
            assert bool(cases.compare(*records, case)) == (value != other)


def test_inputs_depend_on_text_and_position_alone():
    first, again, other = (cases.Makers(text, borch) for text in ("a", "a", "b"))
    x, y = (first.names()["n"](3) for _ in range(2))
    assert x.tolist() == again.names()["n"](3).tolist()
    assert x.tolist() != y.tolist()
    assert x.tolist() != other.names()["n"](3).tolist()


def test_twin_calls_are_read_from_the_text():
    assert cases.twin_call("torch.add(x, y)")[0] == "add"
    assert cases.twin_call("f(3).mul(2)")[0] == "mul"
    for text in ("F.relu(x)", "x + y", "torch.add(x, y, out=z)", "a = 1; torch.add(a, a)", "f(3).mul_(2)"):
        assert cases.twin_call(text) is None
