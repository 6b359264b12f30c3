"""Attention with a function for the scores and a function for the mask, without torch.compile."""

import warnings

import torch
from torch.nn.attention.flex_attention import (
    BlockMask,
    and_masks,
    create_block_mask,
    create_mask,
    flex_attention,
    noop_mask,
    or_masks,
)

warnings.simplefilter("ignore")
torch.manual_seed(0)
q, k, v = torch.randn(2, 4, 16, 8), torch.randn(2, 2, 24, 8), torch.randn(2, 2, 24, 6)
half = q[:, :2]
slopes, documents = torch.randn(4), torch.arange(24) // 5


def causal(b, h, i, j):
    return i >= j


def window(b, h, i, j):
    return i - j < 4


def same_document(b, h, i, j):
    return documents[i] == documents[j]


def show(name, out):
    print(name, tuple(out.shape), out.dtype, out.sum((0, 1, 2)))


show("plain", flex_attention(half, k, v))
show("distance", flex_attention(half, k, v, score_mod=lambda s, b, h, i, j: s + (i - j) * 0.1 * (h + 1)))
show("slopes", flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s * slopes[h], enable_gqa=True))
show("capped", flex_attention(half, k, v, score_mod=lambda s, b, h, i, j: 5 * torch.tanh(s / 5), scale=1.0))
show("where", flex_attention(half, k, v, score_mod=lambda s, b, h, i, j: torch.where(i >= j, s, -float("inf"))))
show("double", flex_attention(half.double(), k.double(), v.double()))
mask = create_block_mask(causal, None, None, 16, 24, device="cpu", BLOCK_SIZE=8)
show("masked", flex_attention(half, k, v, block_mask=mask))
out, lse = flex_attention(half, k, v, block_mask=mask, return_lse=True)
print(lse.sum((0, 1)))
few = create_block_mask(lambda b, h, i, j: (i < 3) & (j >= 0), None, None, 16, 24, device="cpu", BLOCK_SIZE=8)
out, lse = flex_attention(half, k, v, block_mask=few, return_lse=True)
print(out[0, 0, 2:5], lse[0, 0, 2:5])
small = torch.randn(1, 1, 4, 2)
show("of all scores", flex_attention(small, small, small, score_mod=lambda s, b, h, i, j: s.sum() + 0.1 * i * s))

print(mask, repr(mask), sep="\n")
print(mask.kv_num_blocks, mask.kv_indices, mask.full_kv_num_blocks, mask.q_indices, mask.to_dense())
large = create_block_mask(causal, 2, 1, 1024, 1024, device="cpu", BLOCK_SIZE=32)
print(large, large[1].shape, large[:, 0].sparsity(), large.numel())
print(large.to_string(grid_size=(4, 6)), mask._adjust(8, 16), mask.to("cpu").shape)
heads = create_block_mask(lambda b, h, i, j: (i >= j) & (h < b), 2, 2, 32, 32, device="cpu", BLOCK_SIZE=8)
print(heads, heads.full_q_num_blocks, heads[0, 1].shape)
given = torch.tensor([[[1, 2]]]), torch.tensor([[[[0, 0], [0, 1]]]])
print(repr(BlockMask.from_kv_blocks(*given, BLOCK_SIZE=8)))
print(create_mask(and_masks(causal, window), 1, 1, 6, 6, device="cpu").int())
print(create_mask(or_masks(causal, same_document), 1, 1, 6, 6, device="cpu").int())
print(create_mask(noop_mask, 1, 2, 2, 2, device="cpu"), create_mask(lambda s, b, h, i, j: s + i, 1, 1, 2, 2, "cpu"))
for wrong in (
    lambda: flex_attention(q, k, v),
    lambda: flex_attention(q[0], k[0], v[0]),
    lambda: flex_attention(half[:, :, :8], k, v, block_mask=mask),
    lambda: flex_attention(half.clone().requires_grad_(), k, v),
    lambda: create_mask(lambda b, h, i: i, 1, 1, 2, 2, "cpu"),
):
    try:
        wrong()
    except (ValueError, NotImplementedError, AssertionError) as error:
        print(type(error).__name__, error)
