"""One file per family of ops; importing a file publishes its ops as functions and as methods of Tensor."""

from . import arithmetic, complex, extrema, histogram, matmul, norm, operators, reduce, scan, softmax, sort  # noqa: F401
