"""torch.nn.attention.flex_attention: attention whose scores a function changes and whose mask a function gives.

The functions are written for one score at one place, and computed here for all places at once. As in torch on the CPU there
is no backward.
Source: https://docs.pytorch.org/docs/stable/nn.attention.flex_attention.html
"""

from typing import NamedTuple

from ..._core.dtype import bool_, float32, float64
from ..._core.mode import mode
from ..._core.op import NAMESPACES
from ..._core.tensor import Tensor
from .block_mask import _DEFAULT_SPARSE_BLOCK_SIZE as _DEFAULT_SPARSE_BLOCK_SIZE
from .block_mask import (
    BlockMask,
    and_masks,
    create_block_mask,
    create_mask,
    noop_mask,
    or_masks,
)
from .everywhere import everywhere

__all__ = [
    "AuxOutput", "AuxRequest", "BlockMask", "FlexKernelOptions", "and_masks", "create_block_mask", "create_mask",
    "flex_attention", "noop_mask", "or_masks",
]  # fmt: skip

FlexKernelOptions = dict


class AuxRequest(NamedTuple):
    """What `flex_attention` shall give beside its output."""

    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    """What `flex_attention` gives beside its output."""

    lse: Tensor | None = None
    max_scores: Tensor | None = None


def flex_attention(
    query,
    key,
    value,
    score_mod=None,
    block_mask=None,
    scale=None,
    enable_gqa=False,
    return_lse=False,
    kernel_options=None,
    *,
    return_aux=None,
):
    """softmax(score_mod(query key^T * scale)) value, where `block_mask` lets in; zeros for a query that sees no key.

    query (B, Hq, L, E), key (B, Hkv, S, E), value (B, Hkv, S, Ev); the result is (B, Hq, L, Ev).
    `score_mod(score, batch, head, q_index, kv_index)` gets and gives one score. With `return_lse` also the logsumexp of
    each query's scores. NotImplementedError when a gradient is wanted, as in torch on the CPU.

    >>> import borch as torch
    >>> from borch.nn.attention.flex_attention import flex_attention
    >>> q = torch.arange(8.0).reshape(1, 1, 4, 2)
    >>> flex_attention(q, q, q, score_mod=lambda score, b, h, i, j: torch.where(i >= j, score, -torch.inf))
    tensor([[[[0.0000, 1.0000],
              [1.9983, 2.9983],
              [4.0000, 5.0000],
              [6.0000, 7.0000]]]])
    """
    ops = NAMESPACES["torch"]
    for t in (query, key, value):
        if t.dim() != 4:
            raise NotImplementedError("NYI: query, key, and value must be 4D tensors")
    if mode.grad and any(t.requires_grad for t in (query, key, value)):
        raise NotImplementedError(
            "FlexAttention does not support backward on CPU. Please set the input requires_grad to False or use another device."
        )
    if return_aux is not None and return_aux.max_scores:
        raise NotImplementedError("Returning max scores is not supported on CPU/MPS.")
    (_, heads, length, width), kv_heads, kv_length = query.shape, key.shape[1], key.shape[2]
    key, value = repeated(key, value, heads, kv_heads, enable_gqa)
    if block_mask is not None:
        check_lengths(block_mask, length, kv_length)
    working = float64 if query.dtype is float64 else float32
    scores = (query @ key.transpose(-2, -1)).to(working) * (width**-0.5 if scale is None else scale)
    if score_mod is not None:
        scores = everywhere(score_mod, scores.shape, scores).to(working)
    if block_mask is not None:
        allowed = everywhere(block_mask.mask_mod, scores.shape).to(bool_)
        scores = ops["where"](allowed, scores, -float("inf"))
    lse = ops["logsumexp"](scores, -1)
    weights = ops["softmax"](scores, -1).masked_fill((lse == -float("inf")).unsqueeze(-1), 0.0)
    out = weights.to(query.dtype) @ value
    if return_aux is not None:
        return out, AuxOutput(lse if return_aux.lse else None)
    return (out, lse) if return_lse else out


def repeated(key, value, heads, kv_heads, enable_gqa):
    """Keys and values, each head once for every head of the query that shares it."""
    if heads == kv_heads:
        return key, value
    if not enable_gqa:
        raise ValueError(
            f"Expect query and key/value to have the same number of heads but got Hq={heads} and Hkv={kv_heads}. "
            "Try setting enable_gqa=True for GQA."
        )
    if heads % kv_heads:
        raise ValueError(
            f"Expect number of query heads to be a multiple of kv heads for GQA but got Hq={heads} and Hkv={kv_heads}."
        )
    return (t.repeat_interleave(heads // kv_heads, 1) for t in (key, value))


def check_lengths(mask, length, kv_length):
    """ValueError for a mask that was made for other lengths."""
    given = f"block_mask was created for block_mask.shape={mask.shape} but got q_len={length} and kv_len={kv_length}. "
    if length > mask.seq_lengths[0] or kv_length > mask.seq_lengths[1]:
        raise ValueError(
            given
            + "As the block mask was created for a smaller length than you're using it for, you likely need to create "
            "a new block mask."
        )
    if (length, kv_length) != mask.seq_lengths:
        raise ValueError(
            given
            + "As the block mask was created for a larger length than you're using it for, you can either 1. create a "
            "new block mask with the correct length, or 2. 'adjust' the existing block mask to the correct length by calling "
            "block_mask._adjust(q_len, kv_len). This essentially 'crops' the block mask to the upper left corner, which does "
            "not work for all mask_mods!"
        )
