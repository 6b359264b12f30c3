"""Every public name of torch is there or has its reason in borch/absent.py, and what is absent says so."""

import importlib
import re

import pytest

import borch
from borch import absent
from tests.coverage import count, frozen, place_of

NAMES = frozen()


@pytest.mark.parametrize("namespace", NAMES)
def test_every_name_is_present_or_explained(namespace):
    found = count(namespace, NAMES[namespace])
    assert (found.missing, found.both) == ([], [])


@pytest.mark.parametrize("namespace", NAMES)
def test_95_of_100_names_that_make_sense_are_present(namespace):
    assert count(namespace, NAMES[namespace]).share() >= 95


@pytest.mark.parametrize("namespace", absent.ABSENT)
def test_absent_names_are_torch_names(namespace):
    assert sorted(absent.listing(namespace).keys() - set(NAMES[namespace])) == []


def test_an_absent_function_names_itself_when_called():
    with pytest.raises(NotImplementedError, match=r"^torch\.sparse_bsr_tensor is not implemented in borch: of sparse"):
        borch.sparse_bsr_tensor([[0]], [1.0])


def test_an_absent_method_names_itself_when_called():
    with pytest.raises(NotImplementedError, match=r"^Tensor\.to_sparse_bsr is not implemented in borch: of sparse"):
        borch.ones(2).to_sparse_bsr()


@pytest.mark.parametrize("namespace", absent.ABSENT)
def test_an_absent_name_that_is_no_function_refuses(namespace):
    place = place_of(namespace)
    for name, (reason, callable_) in absent.listing(namespace).items():
        if callable_:
            continue
        if absent.is_class(name):
            cls = getattr(place, name)
            assert isinstance(cls, type) and not isinstance(borch.ones(1), cls) and cls is getattr(place, name)
            with pytest.raises(NotImplementedError, match=re.escape(reason)):
                cls()
            with pytest.raises(NotImplementedError, match=re.escape(reason)):
                type("Own", (cls[int],), {})()
        else:
            with pytest.raises(AttributeError) as error:
                getattr(place, name)
            assert reason in str(error.value)


def test_the_import_of_an_absent_module_has_its_reason():
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'torch\.nn\.qat' in borch: quantised"):
        importlib.import_module("borch.nn.qat")


def test_a_name_that_torch_has_not_is_no_attribute():
    with pytest.raises(AttributeError, match=r"^module 'torch' has no attribute 'no_such_name'$"):
        borch.no_such_name  # noqa: B018
