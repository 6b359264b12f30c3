"""torch.Generator on Tensors, the default generator, and what seeds, saves and restores it.

What belongs here: everything public about generators that draws no numbers; torch.random hands these names out.
"""

import contextlib
from threading import get_ident

import numpy as np

from .._core.args import type_name
from .._core.device import CPU, check_device
from .._core.device import device as Device
from .._core.naming import TorchType
from .._core.op import NAMESPACES, function, wrap
from .._core.tensor import Tensor
from . import generator as streams


class Generator(streams.Generator, metaclass=TorchType):
    """Stream of random numbers that equals torch's CPU stream for the same seed.

    A new generator starts from seed 67280421310721. Pass it as `generator=` to any function that draws.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Generator.html

    >>> import borch as torch
    >>> generator = torch.Generator().manual_seed(0)
    >>> torch.rand(2, generator=generator)
    tensor([0.4963, 0.7682])
    """

    __module__ = "borch._C"
    __slots__ = ()

    def __init__(self, device="cpu"):
        if isinstance(device, (str, Device)) and Device(str(device)).type == "meta":
            raise RuntimeError("META device type not an accelerator.")
        check_device(device)
        super().__init__()

    device = property(lambda self: CPU, doc="The generator's device, always the CPU.")

    def get_state(self):
        """The state as a uint8 tensor of 5056 elements, laid out as torch's."""
        return wrap(super().get_state())

    def set_state(self, new_state):
        """Continue from `new_state`, which `get_state` gave out, here or in torch. TypeError unless a ByteTensor."""
        if not isinstance(new_state, Tensor):
            raise TypeError(f"expected a torch.ByteTensor, but got {type_name(new_state)}")
        super().set_state(new_state._array)
        return self

    def clone_state(self):
        """A generator of its own that continues from the same state."""
        return Generator().set_state(self.get_state())

    def get_offset(self):
        raise RuntimeError("CPU Generator does not use offset")

    def set_offset(self, offset):
        raise RuntimeError("CPU Generator does not use offset")

    def graphsafe_get_state(self):
        raise NotImplementedError("graphsafe_get_state is not supported in this Generator")

    def graphsafe_set_state(self, state):
        raise NotImplementedError("graphsafe_set_state is not supported in this Generator")

    def __reduce__(self):
        return _restore, (streams.Generator.get_state(self).tobytes(),)

    def __setstate__(self, state):
        """As a file of torch has it: seed, offset, and all of the state."""
        self.set_state(state[2])

    def __repr__(self):
        return f"<torch._C.Generator object at {id(self):#x}>"


def _restore(state):
    generator = Generator()
    streams.Generator.set_state(generator, np.frombuffer(state, np.uint8))
    return generator


default_generator = Generator()
default_generator.seed()
streams.default_generator = default_generator
NAMESPACES["torch"].update(Generator=Generator, default_generator=default_generator)


_of_thread = {}  # thread: generator; each worker of a DataLoader has a default generator of its own


def current_generator():
    """The default generator of this thread."""
    return _of_thread.get(get_ident(), default_generator) if _of_thread else default_generator


@contextlib.contextmanager
def own_generator(generator):
    """Context in which `generator` is this thread's default one."""
    thread = get_ident()
    before = _of_thread.get(thread)
    _of_thread[thread] = generator
    try:
        yield
    finally:
        if before is None:
            del _of_thread[thread]
        else:
            _of_thread[thread] = before


def generator_of(generator, name):
    """The generator to draw from: the default one for None. `name` is the function named in the TypeError."""
    if generator is None:
        return current_generator() if _of_thread else default_generator
    if not isinstance(generator, Generator):
        raise TypeError(f"{name}(): argument 'generator' must be torch.Generator, not {type_name(generator)}")
    return generator


@function(method=False)
def manual_seed(seed):
    """Starts the default generator from `seed` and returns it; negative seeds count down from 2**64.

    ValueError for integers beyond 64 bits. Source: https://docs.pytorch.org/docs/stable/generated/torch.manual_seed.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> torch.rand(1)
    tensor([0.4963])
    """
    return current_generator().manual_seed(int(seed))


@function(method=False)
def seed():
    """Starts the default generator from a seed that the operating system chooses, and returns that seed, an int.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.seed.html

    >>> import borch as torch
    >>> torch.seed() == torch.initial_seed()
    True
    """
    return current_generator().seed()


@function(method=False)
def initial_seed():
    """The seed from which the default generator's current stream started, an int.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.initial_seed.html

    >>> import borch as torch
    >>> generator = torch.manual_seed(7)
    >>> torch.initial_seed()
    7
    """
    return current_generator().initial_seed()


@function(method=False)
def get_rng_state():
    """The default generator's state, a uint8 tensor of 5056 elements.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.get_rng_state.html

    >>> import borch as torch
    >>> state = torch.get_rng_state()
    >>> first = torch.rand(3)
    >>> torch.set_rng_state(state)
    >>> bool((torch.rand(3) == first).all())
    True
    """
    return current_generator().get_state()


@function(method=False)
def set_rng_state(new_state):
    """Lets the default generator continue from `new_state`; TypeError unless it is a uint8 tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_rng_state.html

    >>> import borch as torch
    >>> state = torch.get_rng_state()
    >>> first = torch.rand(2)
    >>> torch.set_rng_state(state)
    >>> torch.equal(torch.rand(2), first)
    True
    """
    current_generator().set_state(new_state)


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True, _caller="fork_rng", _devices_kw="devices", device_type=None):
    """Context after which the default generator continues as if nothing had been drawn inside.

    devices, device_type: accelerators whose generators torch would also keep; there are none here.
    Source: https://docs.pytorch.org/docs/stable/random.html

    >>> import borch as torch
    >>> _ = torch.manual_seed(0)
    >>> with torch.random.fork_rng():
    ...     _ = torch.rand(5)
    >>> torch.rand(1)
    tensor([0.4963])
    """
    if not enabled:
        yield
        return
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)
