"""Names of torch and of Tensor whose ops live in rooms that open on first use, and what stands in for them till then."""

import importlib
import sys

from .._core.op import NAMESPACES, OPS, function

LINALG = (
    "cholesky", "cholesky_inverse", "cholesky_solve", "det", "geqrf", "inverse", "logdet", "lu", "lu_solve", "matrix_exp",
    "matrix_power", "orgqr", "ormqr", "pinverse", "qr", "slogdet", "svd", "triangular_solve",
)  # fmt: skip
FFT = ("istft", "stft")
WINDOWS = ("bartlett_window", "blackman_window", "hamming_window", "hann_window", "kaiser_window")
LINALG_FUNCTIONS = ("frobenius_norm", "lobpcg", "lu_unpack", "nuclear_norm", "pca_lowrank", "svd_lowrank", "vander")


def stand_in(name, room):
    """A function that opens `room` when it is called, and calls the op of its name there."""

    def call(*args, **kwargs):
        importlib.import_module(room, __package__)
        return OPS[name](*args, **kwargs)

    call.__name__ = call.__qualname__ = name
    call.stands_in = True
    call.__doc__ = f"`{name}` of torch; its description is there once it was used."
    return call


def take_places():
    """Puts the functions of a room that has opened in the places of what stood for them in torch's own names."""
    home = sys.modules[__package__.partition(".")[0]]
    for name, held in list(vars(home).items()):
        if hasattr(held, "stands_in") and not hasattr(held, "behind"):
            setattr(home, name, NAMESPACES["torch"][name])


def publish_rooms():
    rooms = (
        (LINALG, True, "..linalg"),
        (LINALG_FUNCTIONS, False, "..linalg"),
        (FFT, True, "..fft"),
        (WINDOWS, False, "..signal"),
    )
    for names, method, room in rooms:
        for name in names:
            function(name=name, method=method)(stand_in(name, room))


publish_rooms()
