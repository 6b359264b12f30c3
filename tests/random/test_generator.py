"""Generators: seeds, states that move between torch and borch, forks and copies."""

import base64
import copy
import json
import pickle
import zlib
from pathlib import Path

import numpy as np
import pytest

import borch
from borch.random import generator as streams

STATES = json.loads((Path(__file__).parent.parent / "golden" / "generator_states.json").read_text())


def state_of(record):
    return np.frombuffer(zlib.decompress(base64.b64decode(record["state"])), np.uint8)


def put(array):
    t = borch.zeros(1, dtype=borch.uint8)
    t._array = np.array(array)
    return t


@pytest.mark.parametrize("record", STATES, ids=lambda r: f"{r['seed']}-{r['words']}-{r['normals']}")
def test_state_is_torchs_byte_for_byte(record):
    generator = borch.Generator().manual_seed(record["seed"])
    if record["words"]:
        borch.zeros(record["words"], dtype=borch.int32).random_(generator=generator)
    for _ in range(record["normals"]):
        borch.randn(1, generator=generator)
    assert generator.get_state()._array.tobytes() == state_of(record).tobytes()


@pytest.mark.parametrize("record", STATES, ids=lambda r: f"{r['seed']}-{r['words']}-{r['normals']}")
def test_torchs_state_continues_here(record):
    generator = borch.Generator()
    generator.set_state(put(state_of(record)))
    drawn = borch.randn(3, generator=generator)._array
    np.testing.assert_array_equal(drawn, np.array(record["next"], np.float32))
    assert generator.initial_seed() == record["seed"] % 2**64


def test_new_generators_start_from_torchs_default_seed():
    assert borch.Generator().initial_seed() == 67280421310721
    assert borch.Generator("cpu").device == borch.device("cpu")


def test_seed_is_new_each_time_and_becomes_the_initial_seed():
    generator = borch.Generator()
    seeds = {generator.seed() for _ in range(4)}
    assert len(seeds) == 4
    assert generator.initial_seed() in seeds


def test_default_generator_starts_from_an_unpredictable_seed():
    assert streams.default_generator is borch.default_generator
    borch.manual_seed(7)
    first = borch.initial_seed()
    assert first == 7
    assert borch.seed() == borch.initial_seed() != 7


def test_manual_seed_forgets_the_waiting_normal():
    generator = borch.Generator().manual_seed(3)
    first = borch.randn(1, generator=generator).item()
    assert generator.next_normal is not None
    generator.manual_seed(3)
    assert generator.next_normal is None
    assert borch.randn(1, generator=generator).item() == first


def through_pickle(generator):
    return pickle.loads(pickle.dumps(generator))


@pytest.mark.parametrize("copied", [copy.deepcopy, borch.Generator.clone_state, through_pickle])
def test_copies_continue_alike_and_apart(copied):
    generator = borch.Generator().manual_seed(11)
    borch.randn(1, generator=generator)
    other = copied(generator)
    expected = borch.randn(5, generator=generator)._array.tolist()
    assert borch.randn(5, generator=other)._array.tolist() == expected


def test_generator_argument_leaves_the_default_stream_alone():
    borch.manual_seed(0)
    before = borch.get_rng_state()._array.tobytes()
    own = borch.Generator().manual_seed(5)
    borch.rand(3, generator=own)
    borch.zeros(3).normal_(generator=own)
    borch.randperm(5, generator=own)
    assert borch.get_rng_state()._array.tobytes() == before


def test_fork_rng_restores_even_after_an_error():
    borch.manual_seed(0)
    with pytest.raises(ZeroDivisionError), borch.random.fork_rng():
        borch.rand(5)
        raise ZeroDivisionError
    assert borch.rand(1).item() == pytest.approx(0.49625658988952637, abs=0)


def test_fork_rng_can_be_switched_off():
    borch.manual_seed(0)
    with borch.random.fork_rng(enabled=False):
        borch.rand(1)
    assert borch.rand(1).item() == pytest.approx(0.7682217955589294, abs=0)


def test_state_is_a_copy():
    borch.manual_seed(0)
    state = borch.get_rng_state()
    kept = state._array.tobytes()
    borch.rand(700)
    assert state._array.tobytes() == kept
