"""borch.testing.lines: which lines keep a promise, which do not, and what is said about those."""

import subprocess
import sys
import time

import pytest

from borch.testing import lines
from borch.testing.lines import compare


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("loss 0.3469", "loss 0.3470"),
        ("loss 0.3469", "loss 0.3468"),
        ("0.10", "0.11"),
        ("1.2345e-05", "1.2346e-05"),
        ("1.0000e-04", "9.9999e-05"),
        ("9.9999e-05", "1.0000e-04"),
        ("-1.5000E+10", "-1.5001E+10"),
        ("-0.0000", "0.0000"),
        ("+0.00", "-0.00"),
        ("-0.01", "+0.00"),
        ("tensor([ 0.0000, -1.0000])", "tensor([-0.0000, -1.0000])"),
        ("12.34%", "12.35%"),
        ("0.50s", "0.49s"),
        ("1.0000+2.0000j", "1.0001+1.9999j"),
        ("nan inf -inf", "nan inf -inf"),
        ("text  \n", "text"),
        ("text", "text\n\n\n"),
        ("a\r\nb", "a\nb"),
        ("done", "10%\r50%\rdone"),
        ("", ""),
        ("", "\n"),
    ],
)
def test_promise_is_kept(expected, got):
    assert compare(expected, got) == []


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("loss 0.3469", "loss 0.3471"),
        ("1.2345e-05", "1.2347e-05"),
        ("1.2345e-05", "1.2345e-06"),
        ("0.5", "0.7"),
        ("step 120", "step 121"),
        ("step -1", "step 1"),
        ("1", "1.0"),
        ("1.0", "1"),
        ("3.", "4."),
        ("3.", "3.0000"),
        ("-0.", "0."),
        ("1e-05", "2e-05"),
        ("0.5000", "0.5"),
        ("0.0001", "1.0e-04"),
        ("+0.50", "0.50"),
        ("0.50", "+0.50"),
        ("nan", "0.5"),
        ("0.5", "nan"),
        ("inf", "-inf"),
        ("nan", "inf"),
        ("torch 1.2.3", "torch 1.2.4"),
        ("float32", "float64"),
        ("[1.5, 2.5]", "[1.5, 2.5"),
        ("[1.5, 2.5]", "1.5, 2.5]"),
        ("(1.5)", "[1.5]"),
        ("[1.5, 2.5]", "[1.5 2.5]"),
        ("[1.5, 2.5]", "[1.5, 2.5, 3.5]"),
        ("1.5 2.5", "1.5"),
        ("x = 0.5", "x =  0.5"),
        ("  indented", "indented"),
        ("a b", "a  b"),
        ("True", "False"),
        ("a\nb", "a"),
        ("a", "a\nb"),
        ("a\n\nb", "a\nb"),
        ("a", ""),
        ("", "a"),
        ("é", "e"),
        ("1.0e+5", "1.0e+99999999999999999999"),
    ],
)
def test_promise_is_broken(expected, got):
    assert len(compare(expected, got)) == 1


def test_one_unit_is_of_the_promise_and_exact():
    assert compare("0.3", "0.4") == []
    assert compare("100000000000000000.01", "100000000000000000.02") == []
    assert len(compare("100000000000000000.01", "100000000000000000.03")) == 1


def test_every_number_of_a_line_counts():
    row = " ".join(f"{i}.50" for i in range(50))
    for i in range(50):
        assert len(compare(row, row.replace(f"{i}.50", f"{i}.52", 1) if i else "0.52" + row[4:])) == 1


def test_tolerance_is_absolute_and_frees_the_form_of_decimals_alone():
    assert compare("loss 0.3469", "loss 0.3479", tol=0.001) == []
    assert len(compare("loss 0.3469", "loss 0.3480", tol=0.001)) == 1
    assert compare("0.5", "0.50021", tol=0.001) == []
    assert compare("3.", "3.0004", tol=0.001) == []
    assert compare("1e-05", "0.0002", tol=0.001) == []
    assert len(compare("step 1", "step 2", tol=5)) == 1
    assert len(compare("step 1", "step 1.0", tol=5)) == 1
    assert len(compare("nan", "0.0", tol=5)) == 1
    assert len(compare("0.123456", "0.123458", tol=0.000001)) == 1


def test_columns_may_move_when_a_digit_changes_a_width():
    promised = "tensor([[ 9.9999,     nan],\n        [-1.0000,  2.0000]])\nnext 0.50 |"
    printed = "tensor([[10.0000,     nan],\n        [-1.0000,  2.0000]])\nnext 0.50 |"
    assert compare(promised, printed) == []
    wider = "tensor([[10.0000,      nan],\n        [ -1.0000,   2.0000]])\nnext 0.50 |"
    assert compare(promised, wider) == []
    assert compare(wider, promised) == []
    assert [d.line for d in compare(promised, wider.replace("[ -1", "  -1"))] == [2]
    assert [d.line for d in compare(promised, wider.replace("nan]", "nan"))] == [1]
    assert [d.line for d in compare(promised, wider.replace("next", "next "))] == []
    assert [d.line for d in compare(promised, wider.replace("next", " next"))] == [3]


def test_blanks_behind_a_decimal_are_free_as_well():
    assert compare("9.9999  | 3", "10.0000 | 3") == []
    assert compare("9.9999 | 3\nnan  |", "10.0000 | 3\nnan |") == []


@pytest.mark.parametrize(("expected", "got"), [(" 3 x", "  3 x"), (" 3 x", " 3  x"), ("x 3", "x  3"), ("a b", "a  b")])
def test_blanks_beside_integers_and_words_are_never_free(expected, got):
    assert [d.line for d in compare(f"9.9999\n{expected}", f"10.0000\n{got}")] == [2]
    assert [d.line for d in compare(f"9.9999 |{expected}", f"10.0000 |{got}")] == [1]


def test_columns_may_not_move_without_a_reason():
    assert [d.line for d in compare("[ 1.0000, -2.0000]", "[1.0000, -2.0000]")] == [1]


def test_difference_names_line_both_sides_and_reason():
    found = compare("a 1\nb 0.3469\nc", "a 1\nb 0.3471\nc")
    assert [(d.line, d.expected, d.got) for d in found] == [(2, "b 0.3469", "b 0.3471")]
    assert str(found[0]) == (
        "line 2: 0.3471 is more than 0.0001 away from 0.3469\n  expected b 0.3469\n  got      b 0.3471"
    )


@pytest.mark.parametrize(
    ("expected", "got", "reason"),
    [
        ("step 1", "step 2", "2 is not 1"),
        ("3.", "4.", "4. is not 3."),
        ("0.5", "0.50", "0.50 is not printed in the form of 0.5"),
        ("1.50e-03", "1.60e-03", "1.60e-03 is more than 0.00001 away from 1.50e-03"),
        ("1.5 2.5", "1.5", "prints 1 numbers, 2 are promised"),
        ("loss: 1.5", "loss 1.5", "prints 'loss ', 'loss: ' is promised"),
    ],
)
def test_reason_says_what_is_wrong(expected, got, reason):
    assert compare(expected, got)[0].reason == reason


def test_missing_line_is_found_where_it_is_missing():
    found = compare("one\ntwo\nthree\nfour", "one\nthree\nfour")
    assert [(d.line, d.expected, d.got, d.reason) for d in found] == [(2, "two", None, "is missing")]
    assert str(found[0]) == "line 2: is missing\n  expected two"
    found = compare("1\n2\n3\n4 a\n5\n6", "1\n2\n3\n5\n6")
    assert [(d.line, d.expected, d.got) for d in found] == [(4, "4 a", None)]


def test_additional_lines_are_found_where_they_are():
    found = compare("one\nfour 1", "one\ntwo\nthree\nfour 2")
    assert [(d.line, d.expected, d.got) for d in found[:2]] == [(2, None, "two"), (3, None, "three")]
    assert str(found[1]) == "line 3: is not promised\n  got      three"
    assert [(d.line, d.expected, d.got) for d in found[2:]] == [(4, "four 1", "four 2")]


def test_lines_end_at_newlines_alone():
    assert compare("a\x0bb\u2028c\x1cd", "a\x0bb\u2028c\x1cd") == []
    assert lines.shown("a\x0cb\n") == ["a\x0cb"]


def test_ten_thousand_lines_are_quick():
    promised = "\n".join(f"step {i:5d} loss {i / 7:10.4f} rate {1 / (i + 1):.4e}" for i in range(10_000))
    printed = "\n".join(f"step {i:5d} loss {i / 7 + 4e-5:10.4f} rate {1 / (i + 1):.4e}" for i in range(10_000))
    start = time.perf_counter()
    assert compare(promised, printed) == []
    assert time.perf_counter() - start < 3


def test_module_needs_the_standard_library_alone():
    program = "import runpy, sys; runpy.run_path(sys.argv[1]); print('numpy' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-S", "-E", "-c", program, lines.__file__], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"
