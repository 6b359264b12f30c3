"""Attention: scaled dot products and the multi-head form with its projections, masks and weights.

Source: Vaswani et al. 2017, arXiv:1706.03762;
https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html
"""

import math
import warnings

import numpy as np

from ... import _kernels
from ..._core import dtype as dtypes
from ..._core import steps
from ..._core.args import broadcast_shape
from ..._core.op import OPS, function, op, wrap
from ..._core.tensor import Tensor
from ...ops.both import mT, total
from ...ops.matmul import product, times
from .dropout import dropout
from .linear import linear

NAMESPACE = "torch.nn.functional"
HALVES = (dtypes.float16, dtypes.bfloat16)


def _attention_gradients(g, needed, query, key, value, weights, scale):
    g_out, g_weights = g
    if not isinstance(query, Tensor) and g_out is not None and g_weights is None:
        return _kernels.attend_gradient(g_out, query, key, value, weights, scale, needed, product)
    to_query = to_key = to_value = to_mask = None
    if g_out is not None and needed[2]:
        to_value = times(mT(weights), g_out)
    if needed[0] or needed[1] or needed[3]:
        through = None if g_out is None else times(g_out, mT(value))
        if g_weights is not None:
            through = g_weights if through is None else through + g_weights
        scores = weights * (through - total(through * weights, (-1,), True))
        if needed[3]:
            to_mask = scores
        if needed[0]:
            to_query = times(scores, key) * scale
        if needed[1]:
            to_key = times(mT(scores), query) * scale
    return to_query, to_key, to_value, to_mask


def _attention(query, key, value, mask=None, scale=1.0):
    return _kernels.attend(query, key, value, mask, scale, product)


def _variant(node, shown=None):
    """The op under one of the names that the last node has in torch, which depends on the kernel it chooses."""
    return op(
        kind="same",
        tensors=("query", "key", "value", "mask"),
        joint=_attention_gradients,
        differentiable=("query", "key", "value", "mask"),
        outputs=("out", "weights"),
        node=node,
        fused=True,
        shown=shown,
        name="attention",
        method=False,
        namespace=None,
    )(_attention)


FLASH = _variant("ScaledDotProductFlashAttentionForCpuBackward0", lambda *entries: entries[:3])
MATRICES, STACKS, EMPTY = _variant("MmBackward0"), _variant("UnsafeViewBackward0"), _variant("AddBackward0")


def _heads_of(joined, heads):
    """Queries, keys and values, each (N, heads, L, head), which lie side by side in `joined` (L, N, 3 heads head)."""
    length, n, width = joined.shape
    parts = joined.reshape((length, n, 3, heads, width // 3 // heads))
    return parts.permute(2, 1, 3, 0, 4) if isinstance(parts, Tensor) else parts.transpose(2, 1, 3, 0, 4)


def _self_attention_gradients(g, needed, joined, weights, heads, scale):
    query, key, value = _heads_of(joined, heads)
    length, n, width = joined.shape
    shape, axes = (length, n, heads, width // 3 // heads), (1, 2, 0, 3)
    g_out, g_weights = g
    plain = not isinstance(joined, Tensor)
    if g_out is not None:
        g_out = g_out.reshape(shape).transpose(axes) if plain else g_out.reshape(shape).permute(axes)
    if plain and g_weights is None:
        out = np.empty(joined.shape, joined.dtype)
        _kernels.attend_gradient(
            g_out, query, key, value, weights, scale, (True, True, True, False), product, tuple(_heads_of(out, heads))
        )
        return (out,)
    grads = _attention_gradients((g_out, g_weights), (True, True, True, False), query, key, value, weights, scale)
    if plain:
        grads = [np.zeros(query.shape, query.dtype) if x is None else x for x in grads[:3]]
        return (np.stack(grads).transpose(3, 1, 0, 2, 4).reshape(joined.shape),)
    grads = [value * 0 if x is None else x for x in grads[:3]]
    return (OPS["stack"](grads).permute(3, 1, 0, 2, 4).reshape(joined.shape),)


@op(
    kind="same",
    tensors=("joined", "mask"),
    joint=_self_attention_gradients,
    differentiable=("joined",),
    outputs=("out", "weights"),
    node="ViewBackward0",
    shown=steps.self_attention,
    method=False,
    namespace=None,
)
def _self_attention(joined, heads, scale, mask=None):
    """What attention makes of `joined` (see `_heads_of`), as rows (L N, heads head), and its weights."""
    query, key, value = _heads_of(joined, heads)
    length, n, width = joined.shape
    out = np.empty((length, n, heads, width // 3 // heads), joined.dtype)
    _, weights = _kernels.attend(query, key, value, mask, scale, product, out.transpose(1, 2, 0, 3))
    return out.reshape(length * n, width // 3), weights


def _is_one_step(query, weight, heads, mask):
    """Whether `_self_attention` computes what torch does with these, and shows the same graph."""
    length, n, width = query._array.shape
    return (
        length > 1
        and n * heads > 1
        and width > 0
        and weight._array.shape == (3 * width, width)
        and (mask is None or (mask.dtype is query.dtype and not mask.requires_grad))
    )


def _is_flash(query, key, value, mask):
    """Whether torch's CPU takes its fused kernel for these inputs."""
    q, k, v = query._array.shape, key._array.shape, value._array.shape
    if not len(q) == len(k) == len(v) == 4 or q[:2] != k[:2] or k[:3] != v[:3] or not q[3] == k[3] == v[3]:
        return False
    if any(t._array.strides[-1] != t._array.itemsize for t in (query, key, value)):
        return False
    if mask is None:
        return True
    shape = mask._array.shape
    fits = len(shape) in (2, 4) and all(
        m in (1, s) for m, s in zip(reversed(shape), (k[2], q[2], q[1], q[0]), strict=False)
    )
    return fits and not mask.requires_grad


def _additive(mask, like):
    """A bool mask (True takes part) as zeros and minus infinities; a float mask as it is."""
    if mask is None or mask._array.dtype != np.bool_:
        return mask
    return wrap(np.where(mask._array, 0.0, -np.inf).astype(dtypes.widen(like._array[:0]).dtype))


def _causal(length, source, like):
    """The mask that lets each position see those up to its own."""
    return _additive(wrap(np.tri(length, source, dtype=np.bool_)), like)


@function(method=False, namespace=NAMESPACE)
def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """softmax(query @ key^T * scale + mask) @ value.

    query (..., L, E), key (..., S, E), value (..., S, Ev); `attn_mask` broadcasts to (..., L, S): bool (True takes
    part) or float (added). `scale` defaults to 1 / sqrt(E). `is_causal` lets position i see positions up to i.
    `enable_gqa` repeats key and value heads to match the query's. RuntimeError for a mask together with `is_causal`.

    >>> import borch as torch
    >>> q = torch.zeros(1, 2, 4)
    >>> torch.nn.functional.scaled_dot_product_attention(q, q, torch.tensor([[[1.0], [3.0]]]))
    tensor([[[2.],
             [2.]]])
    """
    if query.ndim < 2 or key.ndim < 2 or value.ndim < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
            f"{query.ndim} key.dim: {key.ndim} and value.dim: {value.ndim} instead."
        )
    if not query.dtype == key.dtype == value.dtype:
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{_word(query)} key.dtype: {_word(key)} and value.dtype: {_word(value)} instead."
        )
    if attn_mask is not None and attn_mask.dtype is not dtypes.bool_ and attn_mask.dtype != query.dtype:
        raise RuntimeError(
            f"Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{_word(attn_mask)} and  query.dtype: {_word(query)} instead."
        )
    if dropout_p < 0 or dropout_p > 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p}")
    if query.is_complex():
        raise NotImplementedError(f"\"softmax_lastdim_kernel_impl\" not implemented for '{query.dtype.legacy}'")
    if not query.is_floating_point() and query.ndim == 2:
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: float != {_word(query)}")
    if not query.is_floating_point():
        raise RuntimeError(f"expected scalar type Float but found {query.dtype.legacy}")
    if enable_gqa:
        key, value = _repeated_heads(query, key, value)
    flash = not dropout_p and _is_flash(query, key, value, attn_mask)
    if attn_mask is not None and is_causal and not flash:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None and query.shape[-1] else (1.0 if scale is None else scale)
    mask = _additive(attn_mask, query)
    if is_causal:
        triangle = _causal(query.shape[-2], key.shape[-2], query)
        mask = triangle if mask is None else mask + triangle
    _check_products(query, key, value)
    if mask is not None:
        broadcast_shape((*query._array.shape[:-1], key._array.shape[-2]), mask._array.shape)
    if query.dtype in HALVES and not flash:  # torch's plain form is computed in float32
        wide = (t if t is None else t.to(dtypes.float32) for t in (query, key, value, mask))
        return _plain(*wide, dropout_p, scale, False).to(query.dtype)
    return _plain(query, key, value, mask, dropout_p, scale, flash)


def _plain(query, key, value, mask, dropout_p, scale, flash):
    if dropout_p:
        return _with_dropout(query, key, value, mask, dropout_p, scale)
    if not (query._array.size and key._array.size and value._array.size):
        made = EMPTY
    else:
        made = FLASH if flash else MATRICES if query.ndim == key.ndim == value.ndim == 2 else STACKS
    return made.first(query, key, value, mask, scale)


def _repeated_heads(query, key, value):
    """key and value with each of their heads repeated until they are as many as the query's."""
    for t in (query, key, value):
        if t.ndim < 3:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-t.ndim}, {t.ndim - 1}], but got -3)"
            )
    heads = query.shape[-3]
    if heads % key.shape[-3] or heads % value.shape[-3]:
        raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
    return (t.repeat_interleave(heads // t.shape[-3], -3) for t in (key, value))


def _check_products(query, key, value):
    """torch's errors for shapes that cannot be multiplied: the product itself says them."""
    q, k, v = query._array.shape, key._array.shape, value._array.shape
    if q[:-2] == k[:-2] == v[:-2] and q[-1] == k[-1] and k[-2] == v[-2]:
        return
    OPS["matmul"](OPS["matmul"](query, OPS["transpose"](key, -2, -1)), value)


def _with_dropout(query, key, value, mask, dropout_p, scale):
    root = math.sqrt(scale)
    scores = OPS["matmul"](query * root, OPS["transpose"](key, -2, -1) * root)
    if mask is not None:
        scores = scores + mask
    return OPS["matmul"](dropout(_safe_softmax(scores), dropout_p), value)


def _safe_softmax(scores):
    """The softmax of each row; zeros for one in which nothing takes part."""
    masked = (dtypes.widen(scores._array) == -np.inf).all(axis=-1, keepdims=True)
    if not masked.any():
        return OPS["softmax"](scores, -1)
    masked = wrap(masked)
    return OPS["softmax"](scores.masked_fill(masked, 0), -1).masked_fill(masked, 0)


def _word(t):
    return {"Float": "float", "Double": "double", "Half": "c10::Half", "BFloat16": "c10::BFloat16", "Long": "long int",
            "Bool": "bool"}.get(t.dtype.legacy, t.dtype.legacy)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------- multi-head
def _check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether the inputs are batched; torch's AssertionErrors for shapes that do not go together."""
    if query.ndim not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {query.ndim}-D query tensor"
        )
    batched = query.ndim == 3
    if key.ndim != query.ndim or value.ndim != query.ndim:
        raise AssertionError(
            f"For {'batched (3-D)' if batched else 'unbatched (2-D)'} `query`, expected `key` and `value` to be "
            f"{query.ndim}-D but found {key.ndim}-D and {value.ndim}-D tensors respectively"
        )
    if key_padding_mask is not None and key_padding_mask.ndim != query.ndim - 1:
        raise AssertionError(
            f"For {'batched (3-D)' if batched else 'unbatched (2-D)'} `query`, expected `key_padding_mask` to be `None` "
            f"or {query.ndim - 1}-D but found {key_padding_mask.ndim}-D tensor instead"
        )
    if attn_mask is not None:
        if attn_mask.ndim not in (2, 3):
            raise AssertionError(
                f"For {'batched (3-D)' if batched else 'unbatched (2-D)'} `query`, expected `attn_mask` to be `None`, "
                f"2-D or 3-D but found {attn_mask.ndim}-D tensor instead"
            )
        if not batched and attn_mask.ndim == 3 and attn_mask.shape != (num_heads, query.shape[0], key.shape[0]):
            raise AssertionError(
                f"Expected `attn_mask` shape to be {(num_heads, query.shape[0], key.shape[0])} but got {attn_mask.shape}"
            )
    return batched


def _none_or_dtype(input):
    """The dtype of a tensor, None of None; RuntimeError for anything else."""
    if input is None or isinstance(input, Tensor):
        return None if input is None else input.dtype
    raise RuntimeError("input to _none_or_dtype() must be None or torch.Tensor")


def _canonical_mask(mask, mask_name, other_type, other_name, target_type, check_other=True):
    """A mask as a float to add: a bool mask forbids where it is True."""
    if mask is None:
        return None
    if mask.dtype is not dtypes.bool_ and not mask.is_floating_point():
        raise AssertionError(f"only bool and floating types of {mask_name} are supported")
    if check_other and other_type is not None and mask.dtype != other_type:
        warnings.warn(
            f"Support for mismatched {mask_name} and {other_name} is deprecated. Use same type for both instead.",
            UserWarning,
            stacklevel=4,
        )
    if mask.is_floating_point():
        return mask
    zeros = OPS["to_dtype"](wrap(np.zeros(mask._array.shape, np.float32)), target_type)
    return OPS["masked_fill"](zeros, mask, float("-inf"))


def _project(query, key, value, weights, in_proj_bias, separate):
    """Query, key and value through the input projection, packed in one weight or given as three."""
    if separate:
        biases = (None,) * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
        return tuple(linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases, strict=True))
    weight = weights
    width = query.shape[-1]
    if key is value:
        if query is key:
            joined = linear(query, weight, in_proj_bias)
            joined = joined.unflatten(-1, (3, width)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
            return joined[0], joined[1], joined[2]
        w_q, w_kv = weight.split([width, width * 2])
        b_q, b_kv = (None, None) if in_proj_bias is None else in_proj_bias.split([width, width * 2])
        q = linear(query, w_q, b_q)
        joined = linear(key, w_kv, b_kv)
        joined = joined.unflatten(-1, (2, width)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return q, joined[0], joined[1]
    biases = (None,) * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
    return tuple(linear(x, w, b) for x, w, b in zip((query, key, value), weight.chunk(3), biases, strict=True))


@function(method=False, namespace=NAMESPACE)
def multi_head_attention_forward(
    query,
    key,
    value,
    embed_dim_to_check,
    num_heads,
    in_proj_weight,
    in_proj_bias,
    bias_k,
    bias_v,
    add_zero_attn,
    dropout_p,
    out_proj_weight,
    out_proj_bias,
    training=True,
    key_padding_mask=None,
    need_weights=True,
    attn_mask=None,
    use_separate_proj_weight=False,
    q_proj_weight=None,
    k_proj_weight=None,
    v_proj_weight=None,
    static_k=None,
    static_v=None,
    average_attn_weights=True,
    is_causal=False,
):
    """Multi-head attention, length first: query (L, N, E), key and value (S, N, ...), or all three without N.

    Returns (output (L, N, E), weights): the weights are None unless `need_weights`, then (N, L, S) averaged over
    heads, or (N, num_heads, L, S). Masks that are bool forbid where True, float masks are added: `attn_mask` (L, S) or
    (N * num_heads, L, S), `key_padding_mask` (N, S). AssertionError when the shapes do not go together.
    Source: torch.nn.functional.multi_head_attention_forward, used by
    https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiheadAttention.html

    >>> import borch as torch
    >>> x, w = torch.ones(3, 1, 4), torch.eye(4)
    >>> out, weights = torch.nn.functional.multi_head_attention_forward(
    ...     x, x, x, 4, 2, torch.cat([w, w, w]), None, None, None, False, 0.0, w, None)
    >>> weights
    tensor([[[0.3333, 0.3333, 0.3333],
             [0.3333, 0.3333, 0.3333],
             [0.3333, 0.3333, 0.3333]]])
    """
    batched = _check_shapes(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        one = key is query, value is key
        query = query.unsqueeze(1)
        key = query if one[0] else key.unsqueeze(1)
        value = key if one[1] else value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    length, n, width = query.shape
    source = key.shape[0]
    target_dtype = query.dtype
    key_padding_mask = _canonical_mask(
        key_padding_mask, "key_padding_mask", _none_or_dtype(attn_mask), "attn_mask", target_dtype
    )
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )
    causal_only = is_causal and key_padding_mask is None and not need_weights
    if causal_only:
        attn_mask = None
    else:
        attn_mask = _canonical_mask(attn_mask, "attn_mask", None, "", target_dtype, check_other=False)
        is_causal = False
    if width != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {width}")
    head = width // num_heads
    if head * num_heads != width:
        raise AssertionError(f"embed_dim {width} not divisible by num_heads {num_heads}")
    if use_separate_proj_weight:
        if key.shape[:2] != value.shape[:2]:
            raise AssertionError(
                f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}"
            )
        for w, name in ((q_proj_weight, "q"), (k_proj_weight, "k"), (v_proj_weight, "v")):
            if w is None:
                raise AssertionError(f"use_separate_proj_weight is True but {name}_proj_weight is None")
        for x, w, name in (
            (query, q_proj_weight, "query"),
            (key, k_proj_weight, "key"),
            (value, v_proj_weight, "value"),
        ):
            if w.shape != (width, x.shape[-1]):
                raise AssertionError(f"expecting {name} weights shape of {(width, x.shape[-1])}, but got {w.shape}")
        q, k, v = _project(query, key, value, (q_proj_weight, k_proj_weight, v_proj_weight), in_proj_bias, True)
    else:
        if key.shape != value.shape:
            raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
        if in_proj_weight is None:
            raise AssertionError("use_separate_proj_weight is False but in_proj_weight is None")
        if (
            query is key is value
            and not (need_weights or add_zero_attn or (dropout_p and training))
            and bias_k is bias_v is static_k is static_v is key_padding_mask is None
            and _is_one_step(query, in_proj_weight, num_heads, attn_mask)
        ):
            joined = linear(query, in_proj_weight, in_proj_bias)
            mask = _shaped_mask(attn_mask, n, num_heads, length, source)
            if mask is not None and mask.shape[0] != 1:
                mask = mask.view(n, num_heads, length, source)
            if is_causal:
                mask = _causal(length, source, query)
            out = _self_attention.first(joined, num_heads, 1 / math.sqrt(head), mask)
            out = linear(out, out_proj_weight, out_proj_bias).view(length, n, out_proj_weight.shape[0])
            return (out if batched else out.squeeze(1)), None
        q, k, v = _project(query, key, value, in_proj_weight, in_proj_bias, False)
    attn_mask = _shaped_mask(attn_mask, n, num_heads, length, source)
    if bias_k is not None and bias_v is not None:
        if static_k is not None or static_v is not None:
            raise AssertionError(
                "bias cannot be added to static key."
                if static_k is not None
                else "bias cannot be added to static value."
            )
        cat, pad = OPS["cat"], OPS["constant_pad_nd"]
        k, v = cat([k, bias_k.repeat(1, n, 1)]), cat([v, bias_v.repeat(1, n, 1)])
        attn_mask = None if attn_mask is None else pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else pad(key_padding_mask, (0, 1))
    elif bias_k is not None or bias_v is not None:
        raise AssertionError
    q = q.view(length, n * num_heads, head).transpose(0, 1)
    k = _heads(k, static_k, n, num_heads, head, "static_k")
    v = _heads(v, static_v, n, num_heads, head, "static_v")
    if add_zero_attn:
        cat, pad = OPS["cat"], OPS["constant_pad_nd"]
        zero = wrap(np.zeros((n * num_heads, 1, head), k._array.dtype))
        k, v = cat([k, zero], 1), cat([v, zero], 1)
        attn_mask = None if attn_mask is None else pad(attn_mask, (0, 1))
        key_padding_mask = None if key_padding_mask is None else pad(key_padding_mask, (0, 1))
    source = k.shape[1]
    if key_padding_mask is not None:
        for axis, (have, wanted) in enumerate(zip(key_padding_mask.shape, (n, source), strict=True)):
            if have != wanted:
                raise AssertionError(f"Expected key_padded_mask.shape[{axis}] to be {wanted}, but got {have}")
        key_padding_mask = (
            key_padding_mask.view(n, 1, 1, source).expand(-1, num_heads, -1, -1).reshape(n * num_heads, 1, source)
        )
        attn_mask = key_padding_mask if attn_mask is None else attn_mask + key_padding_mask
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        return _attend_with_weights(
            q,
            k,
            v,
            attn_mask,
            dropout_p,
            out_proj_weight,
            out_proj_bias,
            batched,
            average_attn_weights,
            (length, n, num_heads),
        )
    if attn_mask is not None:
        attn_mask = (
            attn_mask.unsqueeze(0)
            if attn_mask.shape[0] == 1 and attn_mask.ndim == 3
            else attn_mask.view(n, num_heads, attn_mask.shape[1], source)
        )
    q, k, v = (x.view(n, num_heads, x.shape[1], head) for x in (q, k, v))
    out = scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal)
    out = out.permute(2, 0, 1, 3).contiguous().view(n * length, width)
    out = linear(out, out_proj_weight, out_proj_bias).view(length, n, out_proj_weight.shape[0])
    return (out if batched else out.squeeze(1)), None


def _shaped_mask(mask, n, num_heads, length, source):
    if mask is None:
        return None
    if mask.ndim == 2:
        if mask.shape != (length, source):
            raise RuntimeError(f"The shape of the 2D attn_mask is {mask.shape}, but should be {(length, source)}.")
        return mask.unsqueeze(0)
    if mask.shape != (n * num_heads, length, source):
        raise RuntimeError(
            f"The shape of the 3D attn_mask is {mask.shape}, but should be {(n * num_heads, length, source)}."
        )
    return mask


def _heads(x, static, n, num_heads, head, name):
    if static is None:
        return x.view(x.shape[0], n * num_heads, head).transpose(0, 1)
    if static.shape[0] != n * num_heads:
        raise AssertionError(f"expecting {name}.size(0) of {n * num_heads}, but got {static.shape[0]}")
    if static.shape[2] != head:
        raise AssertionError(f"expecting {name}.size(2) of {head}, but got {static.shape[2]}")
    return static


def _attend_with_weights(q, k, v, mask, dropout_p, out_weight, out_bias, batched, average, sizes):
    length, n, num_heads = sizes
    source = k.shape[1]
    q = q * math.sqrt(1.0 / q.shape[-1])
    key = OPS["transpose"](k, -2, -1)
    scores = OPS["bmm"](q, key) if mask is None else OPS["baddbmm"](mask, q, key)
    weights = OPS["softmax"](scores, -1)
    if dropout_p:
        weights = dropout(weights, dropout_p)
    out = OPS["bmm"](weights, v)
    out = out.transpose(0, 1).contiguous().view(length * n, num_heads * v.shape[-1])
    out = linear(out, out_weight, out_bias).view(length, n, out_weight.shape[0])
    weights = weights.view(n, num_heads, length, source)
    if average:
        weights = weights.mean(1)
    return (out, weights) if batched else (out.squeeze(1), weights.squeeze(0))
