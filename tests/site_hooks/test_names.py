"""What the editor offers is torch's: every name of the list is one of the frozen names, and says what it is for."""

import json

import pytest

from site_hooks import names
from tests.coverage import frozen

TORCH = frozen()


@pytest.fixture(scope="module")
def content():
    return json.loads(names.content())


@pytest.mark.parametrize("room", sorted(set(names.ROOMS) & set(TORCH)))
def test_offered_names_are_torchs(content, room):
    inner = {each.removeprefix(f"{room}.").partition(".")[0] for each in names.ROOMS if each.startswith(f"{room}.")}
    assert set(content["modules"][room]) - set(TORCH[room]) - inner == set()


@pytest.fixture
def tensor(content):
    """The names of a tensor, those of its bases among them."""
    classes = content["classes"]
    found, places = {}, [content["modules"]["torch"]["Tensor"][3]]
    for place in places:
        found = classes[place]["names"] | found
        places += classes[place]["bases"]
    return found


def test_tensors_names_are_torchs(tensor):
    assert set(tensor) - set(TORCH["torch.Tensor"]) == set()
    assert {"sum", "sum_to_size", "backward", "shape", "add_"} <= set(tensor)
    assert "to_sparse_bsr" not in tensor  # refused, by borch/absent.py


def test_entries(content, tensor):
    modules = content["modules"]
    assert modules["torch"]["nn"][0] == "module"
    assert modules["torch"]["matmul"][:2] == ["function", "(input, other, *, out=None)"]
    assert modules["torch"]["float32"] == ["constant", "", ""]
    assert "importlib" not in modules["torch"] and "warnings" not in modules["torch"]
    kind, signature, summary, key = modules["torch.nn"]["Linear"]
    assert (kind, signature) == ("class", "(in_features, out_features, bias=True, device=None, dtype=None)")
    assert "(..., in_features) to (..., out_features)" in summary
    assert content["classes"][key]["bases"] == ["torch.nn.modules.module.Module"]
    assert tensor["add"][:2] == ["method", "(other, *, alpha=1)"]  # without the tensor itself
    assert tensor["shape"][0] == "property"


def test_every_base_is_in_the_list(content):
    classes = content["classes"]
    assert {base for each in classes.values() for base in each["bases"]} - set(classes) == set()


def test_functions_say_what_they_are_for(content):
    silent = [
        f"{room}.{name}"
        for room, members in content["modules"].items()
        for name, (kind, _, summary, *_) in members.items()
        if kind == "function" and not summary
    ]
    assert silent == []


def test_content_is_the_same_every_time_and_says_nothing_of_the_machine(content):
    text = names.content()
    names.content.cache_clear()
    assert names.content() == text
    assert " at 0x" not in text
    assert "/site_hooks" not in text
