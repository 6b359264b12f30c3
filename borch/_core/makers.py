"""Where functions make tensors that are given no device: the contexts of devices, and torch.set_default_device.

While a device is in force, the functions that make tensors have a second body, which fills in their argument `device`;
before that and after it nothing is asked.
"""

import importlib

from .bodies import bodies, put
from .device import CPU

NAMES = (
    "arange as_tensor asarray bartlett_window blackman_window empty empty_permuted empty_strided eye fft.fftfreq "
    "fft.rfftfreq full hamming_window hann_window kaiser_window linspace logspace ones rand randint randn randperm range "
    "scalar_tensor sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor sparse_csc_tensor "
    "sparse_csr_tensor tensor tril_indices triu_indices zeros"
)
_devices: list = []  # those in force, the innermost last; the first is the one of set_default_device, if any
_bodies: list = []  # (function, its own body, the body that fills in the device)
_chosen: list = []  # whether set_default_device has put one in force


def current():
    """The device on which tensors are made that are given none."""
    return _devices[-1] if _devices else CPU


def enter(device):
    _devices.append(device)
    if len(_devices) == 1:
        _switch(2)


def leave():
    _devices.pop()
    if not _devices:
        _switch(1)


def choose(device):
    """Puts a device in force below all contexts; None for none."""
    if _chosen:
        _chosen.clear()
        del _devices[0]
    if device is not None:
        _chosen.append(True)
        _devices.insert(0, device)
    _switch(2 if _devices else 1)


def _switch(which):
    if not _bodies and which == 2:
        _bodies.extend(_found())
    for entry in _bodies:
        put(entry[0], entry[which])


def _found():
    for name in NAMES.split():
        room, _, last = f"borch.{name}".rpartition(".")
        function = getattr(importlib.import_module(room), last, None)
        function = getattr(function, "behind", function)  # the question who answers for a call comes first
        while function is not None and hasattr(function, "checks"):
            function = function.checks
        if hasattr(function, "__code__"):
            yield function, *bodies(function, _filling)


def _filling(function):
    def filled(*args, **kwargs):
        if kwargs.get("device") is None:
            kwargs["device"] = _devices[-1]
        return function(*args, **kwargs)

    return filled
