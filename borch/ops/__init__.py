"""One file per family of ops; importing a file publishes its ops as functions and as methods of Tensor."""

from . import arithmetic, complex, extrema, matmul, operators, reduce, softmax, sort  # noqa: F401
