"""The examples in docstrings print what they say, and every public op has a docstring with an example."""

import doctest
import importlib
import pkgutil
import sys
import warnings

import pytest

import borch
from borch._core.op import NAMESPACES


def modules():
    names = [m.name for m in pkgutil.walk_packages(borch.__path__, "borch.") if not m.name.endswith("__main__")]
    return ["borch", *names]


@pytest.fixture(autouse=True)
def fresh_settings():
    yield
    borch.set_default_dtype(borch.float32)
    borch.set_printoptions(profile="default")
    borch.set_grad_enabled(True)


@pytest.mark.parametrize("name", modules())
def test_examples_print_what_they_say(name):
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner()
    seen = set()
    for test in finder.find(module, name, globs={}):
        # What asks for a function of another file has that one's docstring.
        asks = hasattr(getattr(module, test.name.rpartition(".")[2], None), "behind")
        if id(test) in seen or asks or not test.examples:
            continue
        seen.add(id(test))
        test.globs = {**vars(module), "__name__": "__main__"}
        borch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an example may show what torch warns of
            runner.run(test, out=sys.stdout.write)
    assert runner.failures == 0


def published():
    for name in modules():
        importlib.import_module(name)
    return [(namespace, name) for namespace, functions in NAMESPACES.items() for name in functions]


def test_every_public_op_has_a_docstring_with_an_example():
    docs = {f"{namespace}.{name}": NAMESPACES[namespace][name].__doc__ or "" for namespace, name in published()}
    bare = [name for name, doc in docs.items() if ">>> " not in doc and not doc.startswith("In-place version of")]
    assert bare == []
