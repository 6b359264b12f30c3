"""Sparse tensors in torch's files, and tensors in Python's own pickles, which torch wrote."""

import io
import pickle

import pytest

import borch
from tests.alias import torch_is_borch
from tests.golden.make_checkpoints import FOLDER, plain, sparse

BETA = pytest.mark.filterwarnings("ignore:Sparse")  # beta, and unchecked: said once in a process


def same(one, other):
    assert one.keys() == other.keys()
    for name, tensor in one.items():
        assert repr(tensor) == repr(other[name])
        assert type(tensor) is type(other[name])


@BETA
def test_sparse_tensors_of_torchs_file_are_read():
    same(borch.load(FOLDER / "sparse.pt"), sparse(borch))


@BETA
def test_sparse_tensors_are_written_and_read():
    file = io.BytesIO()
    borch.save(sparse(borch), file)
    file.seek(0)
    same(borch.load(file), sparse(borch))


def test_a_sparse_buffer_is_saved_with_its_module():
    module = borch.nn.Module()
    module.register_buffer("adjacency", borch.eye(2).to_sparse())
    file = io.BytesIO()
    borch.save(module.state_dict(), file)
    file.seek(0)
    same(borch.load(file), module.state_dict())


def test_tensors_in_pythons_pickle_of_torch_are_read():
    with torch_is_borch():
        found = pickle.loads((FOLDER / "plain.pkl").read_bytes())
    same(found, plain(borch))


@BETA
def test_sparse_tensors_are_pickled():
    same(pickle.loads(pickle.dumps(sparse(borch))), sparse(borch))
