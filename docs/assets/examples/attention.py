"""Scaled dot-product attention: written out, and by the one call that does the same."""

import math

import torch
import torch.nn.functional as F

torch.manual_seed(0)
query, key, value = torch.randn(3, 4, 8).unbind()

scores = query @ key.T / math.sqrt(8)
seen = torch.ones(4, 4).tril().bool()
weights = scores.masked_fill(~seen, float("-inf")).softmax(dim=1)
print("weights: a token looks at itself and at those before it")
print(weights)

written_out = weights @ value
one_call = F.scaled_dot_product_attention(query, key, value, is_causal=True)
print("the same:", torch.allclose(written_out, one_call, atol=1e-6))
