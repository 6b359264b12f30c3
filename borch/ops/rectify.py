"""Rectifiers that torch offers as functions and methods of tensors themselves.

Source: https://docs.pytorch.org/docs/stable/nn.functional.html#non-linear-activation-functions
"""

import numpy as np

from .._core.op import like, op
from .both import array_of


def _where_positive(g, out):
    return g * like(g, (array_of(out) > 0).astype(array_of(g).dtype))


@op(kind="same", strict=True, inplace=True, input=lambda g, out: _where_positive(g, out))
def relu(input):
    """max(input, 0), element by element.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html

    >>> import borch as torch
    >>> torch.relu(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    if input.dtype == np.bool_:
        raise RuntimeError("Boolean inputs not supported for relu")
    return np.maximum(input, input.dtype.type(0))
