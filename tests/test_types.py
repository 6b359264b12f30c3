"""The types of torch print under torch's names, and pickles find them all the same."""

import pickle

import pytest

import borch as torch
from tests.alias import torch_is_borch

NAMES = {
    "torch.Tensor": lambda: torch.ones(1),
    "torch.Size": lambda: torch.ones(1).shape,
    "torch.dtype": lambda: torch.float32,
    "torch.device": lambda: torch.device("cpu"),
    "torch.layout": lambda: torch.strided,
    "torch.memory_format": lambda: torch.contiguous_format,
    "torch.nn.parameter.Parameter": lambda: torch.nn.Parameter(torch.ones(1)),
    "torch._C.Generator": lambda: torch.Generator(),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_type_prints_under_torchs_name(name):
    assert str(type(NAMES[name]())) == f"<class '{name}'>"


@pytest.mark.parametrize("name", NAMES)
def test_a_type_names_the_module_that_libraries_choose_by(name):
    module = name.rpartition(".")[0]  # what torch answers
    kind = type(NAMES[name]())
    assert kind.__module__ == module.replace("torch", "borch")
    with torch_is_borch():
        import torch.nn  # noqa: F401

        assert kind.__module__ == module
        assert pickle.loads(pickle.dumps(kind)) is kind


@pytest.mark.parametrize("name", [n for n in NAMES if n != "torch._C.Generator"])
def test_a_type_and_its_values_can_be_pickled(name):
    value = NAMES[name]()
    back = pickle.loads(pickle.dumps((type(value), value)))
    assert back[0] is type(value)
    assert type(back[1]) is type(value)


def test_a_users_subclass_prints_under_its_own_name():
    class Mine(torch.Tensor):
        pass

    assert str(Mine).endswith("test_a_users_subclass_prints_under_its_own_name.<locals>.Mine'>")
    assert not str(Mine).startswith("<class 'torch")
    assert Mine.__module__ == __name__
    Mine.__module__ = "elsewhere"
    assert Mine.__module__ == "elsewhere"
