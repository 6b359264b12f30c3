"""Causal masks for attention between sequences of different lengths.

Source: https://docs.pytorch.org/docs/stable/nn.attention.bias.html
"""

from enum import IntEnum, auto

import numpy as np

from ..._core.op import wrap
from ..._core.tensor import Tensor, new

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]


class CausalVariant(IntEnum):
    """To which corner of the mask the diagonal is tied."""

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(Tensor):
    """A mask (L, S) of bool that is True where a query may look; give it to attention as `attn_mask`.

    >>> import borch as torch
    >>> from borch.nn.attention.bias import causal_lower_right
    >>> causal_lower_right(2, 3)
    tensor([[ True,  True, False],
            [ True,  True,  True]])
    """

    def __new__(cls, variant, seq_len_q, seq_len_kv):
        self = new(cls)
        shift = seq_len_kv - seq_len_q if variant == CausalVariant.LOWER_RIGHT else 0
        self._array = np.tri(seq_len_q, seq_len_kv, shift, dtype=np.bool_)
        self._writes = [0]
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv
        return self

    def __init__(self, variant, seq_len_q, seq_len_kv):
        if not isinstance(variant, CausalVariant):
            raise AssertionError(f"Expected CausalVariant, got {type(variant)}")

    def __repr__(self, **options):
        return repr(wrap(self._array))


def causal_upper_left(*size):
    """The mask (L, S) in which query i sees keys up to i."""
    if len(size) != 2:
        raise AssertionError("causal_upper_left only supports 2D tensors")
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size):
    """The mask (L, S) in which the last query sees every key, and each one before it one less."""
    if len(size) != 2:
        raise AssertionError("causal_lower_right only supports 2D tensors")
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
