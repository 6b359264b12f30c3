"""The examples in the docstrings of borch.random run and print what they say."""

import doctest

import pytest

import borch
from borch.random import generator, samplers, seeding


@pytest.mark.parametrize("module", [generator, samplers, seeding], ids=lambda m: m.__name__)
def test_examples(module):
    result = doctest.testmod(module)
    assert result.attempted >= 3
    assert result.failed == 0


def test_every_public_sampler_has_an_example():
    names = "rand randn randint randperm rand_like randn_like randint_like normal bernoulli multinomial poisson"
    for name in (names + " binomial manual_seed get_rng_state").split():
        assert ">>>" in getattr(borch, name).__doc__, name
