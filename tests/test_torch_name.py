"""borch as `sys.modules["torch"]`: what programs and libraries import by torch's paths is borch's, once."""

import subprocess
import sys

HEAD = """
import sys
import borch
sys.modules["torch"] = borch
"""


def lines_of(program):
    done = subprocess.run([sys.executable, "-c", HEAD + program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_submodules_are_the_same_modules():
    program = """
import torch.nn as nn, torch.linalg
from torch.utils.data.dataloader import default_collate
from borch.utils.data import dataloader
print(nn is borch.nn, torch.linalg is borch.linalg, default_collate is dataloader.default_collate)
print(nn.__spec__.name, nn.__name__, [name for name in sys.modules if name.startswith("torch._core")])
"""
    assert lines_of(program) == ["True True True", "borch.nn borch.nn []"]


def test_classes_are_pickled_and_found_again():
    program = """
import pickle
from torch import nn
model = pickle.loads(pickle.dumps(nn.Linear(2, 3)))
print(type(model) is borch.nn.Linear, type(model.weight) is nn.Parameter)
print([pickle.loads(pickle.dumps(c)) is c for c in (nn.Parameter, borch.Tensor, borch.Generator, nn.Linear)])
"""
    assert lines_of(program) == ["True True", "[True, True, True, True]"]


def test_a_function_stays_one_after_its_module_was_imported():
    program = """
import inspect, torch
from torch.autograd.gradcheck import GradcheckError
x = torch.ones(2, dtype=torch.float64, requires_grad=True)
print(torch.autograd.gradcheck(lambda x: x * 2, x), torch.autograd.gradcheck.GradcheckError is GradcheckError)
print(list(inspect.signature(torch.autograd.gradcheck).parameters)[:2])
"""
    assert lines_of(program) == ["True True", "['func', 'inputs']"]


def test_what_is_absent_says_why():
    program = """
for name in ("torch.nonsense", "torch._inductor.utils"):
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        print(error)
"""
    absent, left_out = lines_of(program)
    assert absent == "No module named 'torch.nonsense'"
    assert left_out.startswith("No module named 'torch._inductor.utils' in borch: ")


def test_nothing_is_found_while_torch_is_another():
    program = """
del sys.modules["torch"]
import types
sys.modules["torch"] = types.ModuleType("torch")
try:
    import torch.nn
except ModuleNotFoundError as error:
    print(error)
"""
    assert lines_of(program) == ["No module named 'torch.nn'; 'torch' is not a package"]
