"""torch's CPU random numbers, bit for bit, and what torch.random has.

What belongs here: anything that consumes words of a Generator. The data flows through generator (words), then
box_muller, draws, rejection (arrays), checked (torch's errors), and targets, samplers, inplace (tensors).
"""

from ..absent import find
from . import inplace as inplace
from . import samplers as samplers
from .seeding import default_generator as default_generator
from .seeding import fork_rng, get_rng_state, initial_seed, manual_seed, seed, set_rng_state

__all__ = ["set_rng_state", "get_rng_state", "manual_seed", "seed", "initial_seed", "fork_rng"]


def __getattr__(name):
    return find("torch.random", name)
