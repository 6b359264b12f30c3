"""Names of torch and of Tensor whose ops live in rooms that open on first use, and what stands in for them till then."""

import importlib

from .._core.op import OPS, function

LINALG = (
    "cholesky", "cholesky_inverse", "cholesky_solve", "det", "geqrf", "inverse", "logdet", "lu", "lu_solve", "matrix_exp",
    "matrix_power", "orgqr", "ormqr", "pinverse", "qr", "slogdet", "svd", "triangular_solve",
)  # fmt: skip
LINALG_FUNCTIONS = ("frobenius_norm", "lu_unpack", "nuclear_norm", "pca_lowrank", "svd_lowrank", "vander")


def stand_in(name, room):
    """A function that opens `room` when it is called, and calls the op of its name there."""

    def call(*args, **kwargs):
        importlib.import_module(room, __package__)
        return OPS[name](*args, **kwargs)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`{name}` of torch; its description is there once it was used."
    return call


def publish_rooms():
    for names, method in ((LINALG, True), (LINALG_FUNCTIONS, False)):
        for name in names:
            function(name=name, method=method)(stand_in(name, "..linalg"))


publish_rooms()
