"""torch.linalg opens when it is first asked for, and torch's own names for its functions are there before."""

import subprocess
import sys

import pytest

import borch as torch
from borch.ops import rooms


def run(code):
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


def test_importing_borch_leaves_linalg_closed():
    assert run("import sys, borch; borch.ones(2) @ borch.ones(2); print('borch.linalg' in sys.modules)") == ["False"]


@pytest.mark.parametrize("call", ["torch.det(x)", "x.det()", "x.inverse().trace()", "torch.linalg.det(x)"])
def test_a_name_of_linalg_opens_it(call):
    code = f"import sys, borch as torch; x = 2 * torch.eye(2); print(({call}).item(), 'borch.linalg' in sys.modules)"
    assert run(code)[1] == "True"
    assert run(code)[0] == ("1.0" if "trace" in call else "4.0")


def test_every_stand_in_has_its_op():
    assert torch.linalg.det  # opens it
    for name in (*rooms.LINALG, *rooms.LINALG_FUNCTIONS):
        op = rooms.OPS[name]
        assert op.__module__.startswith("borch.linalg"), name


def test_linalg_error_is_a_runtime_error():
    with pytest.raises(torch.linalg.LinAlgError) as caught:
        torch.linalg.inv(torch.zeros(2, 2))
    assert isinstance(caught.value, RuntimeError)
    assert type(caught.value).__name__ == "_LinAlgError"


def test_a_function_that_waits_for_its_room_gives_way_to_the_real_one():
    program = (
        "import inspect, borch\n"
        "before = borch.svd\n"
        "print(list(inspect.signature(before).parameters))\n"
        "before(borch.ones(2, 2))\n"
        "print(list(inspect.signature(borch.svd).parameters), borch.svd is before)\n"
        "print('once it was used' in borch.svd.__doc__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['args', 'kwargs']", "['input', 'some', 'compute_uv', 'out'] False", "False"]
