"""Transformers: encoder and decoder layers, their stacks, and the whole model.

Source: Vaswani et al. 2017, arXiv:1706.03762; https://docs.pytorch.org/docs/stable/nn.html#transformer-layers
"""

import copy
import warnings
from inspect import unwrap

import numpy as np

from ..._core.dtype import default
from ..._core.mode import mode
from ..._core.op import wrap
from .. import init
from ..functional.activation import gelu, relu
from ..functional.attention import _canonical_mask, _none_or_dtype
from .activation import GELU, ReLU
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .norm import LayerNorm


def _activation(name):
    functions = {"relu": relu, "gelu": gelu}
    if name not in functions:
        raise RuntimeError(f"activation should be relu/gelu, not {name}")
    return functions[name]


_get_activation_fn = _activation


def _causal_mask(size, dtype=None):
    """Zeros where column <= row, minus infinity elsewhere."""
    above = np.tri(size, dtype=np.bool_)
    mask = wrap(np.where(above, 0.0, -np.inf))
    return mask.to(default.real if dtype is None else dtype)


def _is_causal(mask, is_causal, size):
    """Whether `mask` is the causal one, where the caller has not said so."""
    if is_causal is None and mask is not None:
        causal = _causal_mask(
            size if size is not None else mask.shape[-2], mask.dtype if mask.is_floating_point() else None
        )
        return mask.shape == causal.shape and bool((mask == causal).all())
    return is_causal is True


def _length(x, batch_first):
    """The sequence's length; None for what is no batch or row of vectors."""
    if x.ndim == 2:
        return x.shape[0]
    return x.shape[1 if batch_first else 0] if x.ndim == 3 else None


class _Layer(Module):
    """What encoder and decoder layers share: attention, a feed-forward net, norms before or after each."""

    def __setstate__(self, state):
        super().__setstate__(state)
        if "activation" not in state and "activation" not in state.get("_modules", {}):
            self.activation = relu

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        masks = {"attn_mask": attn_mask, "key_padding_mask": key_padding_mask, "is_causal": is_causal}
        return self.dropout1(self.self_attn(x, x, x, **masks, need_weights=False)[0])


class TransformerEncoderLayer(_Layer):
    """Self-attention, then a feed-forward net of width `dim_feedforward`, each added to its input and normalised.

    Input (T, N, d_model), with `batch_first` (N, T, d_model), or (T, d_model). `norm_first` normalises what goes into
    each part instead of what comes out. activation: "relu", "gelu" or a function.

    >>> import borch as torch
    >>> torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)(torch.ones(3, 5, 8)).shape
    torch.Size([3, 5, 8])
    """

    __constants__ = ["norm_first"]

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=relu, layer_norm_eps=1e-05,
        batch_first=False, norm_first=False, bias=True, device=None, dtype=None,
    ):  # fmt: skip
        made = {"device": device, "dtype": dtype}
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, **made)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **made)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        if isinstance(activation, str):
            activation = _activation(activation)
        known = unwrap(activation)
        is_relu, is_gelu = (known is unwrap(f) or isinstance(known, m) for f, m in ((relu, ReLU), (gelu, GELU)))
        self.activation_relu_or_gelu = 1 if is_relu else 2 if is_gelu else 0
        self.activation = activation

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        src_key_padding_mask = _canonical_mask(
            src_key_padding_mask, "src_key_padding_mask", _none_or_dtype(src_mask), "src_mask", src.dtype
        )
        src_mask = _canonical_mask(src_mask, "src_mask", None, "", src.dtype, check_other=False)
        masks = src_mask, src_key_padding_mask, is_causal
        if self.norm_first:
            src = src + self._sa_block(self.norm1(src), *masks)
            return src + self._ff_block(self.norm2(src))
        src = self.norm1(src + self._sa_block(src, *masks))
        return self.norm2(src + self._ff_block(src))

    def _ff_block(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to the encoder's output, then a feed-forward net: each added to its input, normalised.

    Options as in TransformerEncoderLayer.

    >>> import borch as torch
    >>> layer = torch.nn.TransformerDecoderLayer(8, 2, 16, batch_first=True)
    >>> layer(torch.ones(3, 4, 8), torch.ones(3, 5, 8)).shape
    torch.Size([3, 4, 8])
    """

    __constants__ = ["norm_first"]

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=relu, layer_norm_eps=1e-05,
        batch_first=False, norm_first=False, bias=True, device=None, dtype=None,
    ):  # fmt: skip
        made = {"device": device, "dtype": dtype}
        super().__init__()
        heads = {"dropout": dropout, "batch_first": batch_first, "bias": bias, **made}
        self.self_attn = MultiheadAttention(d_model, nhead, **heads)
        self.multihead_attn = MultiheadAttention(d_model, nhead, **heads)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **made)
        self.norm_first = norm_first
        for k in (1, 2, 3):
            setattr(self, f"norm{k}", LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made))
        for k in (1, 2, 3):
            setattr(self, f"dropout{k}", Dropout(dropout))
        self.activation = _activation(activation) if isinstance(activation, str) else activation

    def forward(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
        tgt_is_causal=False, memory_is_causal=False,
    ):  # fmt: skip
        masks = tgt_mask, tgt_key_padding_mask, tgt_is_causal
        memory_masks = memory_mask, memory_key_padding_mask, memory_is_causal
        if self.norm_first:
            tgt = tgt + self._sa_block(self.norm1(tgt), *masks)
            tgt = tgt + self._mha_block(self.norm2(tgt), memory, *memory_masks)
            return tgt + self._ff_block(self.norm3(tgt))
        tgt = self.norm1(tgt + self._sa_block(tgt, *masks))
        tgt = self.norm2(tgt + self._mha_block(tgt, memory, *memory_masks))
        return self.norm3(tgt + self._ff_block(tgt))

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        masks = {"attn_mask": attn_mask, "key_padding_mask": key_padding_mask, "is_causal": is_causal}
        return self.dropout2(self.multihead_attn(x, mem, mem, **masks, need_weights=False)[0])

    def _ff_block(self, x):
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))


def _clones(layer, n):
    return ModuleList([copy.deepcopy(layer) for _ in range(n)])


_get_clones = _clones  # the name by which published programs import it


def _why_not_nested(layer):
    """Why torch would not take its nested tensors for layers like this; an empty text when it would."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    if layer.norm_first:
        return "encoder_layer.norm_first was True"
    attention = layer.self_attn
    if not attention.batch_first:
        return "encoder_layer.self_attn.batch_first was not True(use batch_first for better inference performance)"
    if not attention._qkv_same_embed_dim:
        return "encoder_layer.self_attn._qkv_same_embed_dim was not True"
    if attention.in_proj_bias is None:
        return "encoder_layer.self_attn was passed bias=False"
    if not layer.activation_relu_or_gelu:
        return "encoder_layer.activation_relu_or_gelu was not True"
    if layer.norm1.eps != layer.norm2.eps:
        return "encoder_layer.norm1.eps was not equal to encoder_layer.norm2.eps"
    return "encoder_layer.self_attn.num_heads is odd" if attention.num_heads % 2 else ""


class TransformerEncoder(Module):
    """`num_layers` copies of an encoder layer one after another, and a last norm if there is one.

    `enable_nested_tensor` and `mask_check` decide, as in torch, whether padded places come out as zeros when nothing
    is recorded and the model is in evaluation mode.

    >>> import borch as torch
    >>> layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    >>> torch.nn.TransformerEncoder(layer, num_layers=2)(torch.ones(3, 5, 8)).shape
    torch.Size([3, 5, 8])
    """

    __constants__ = ["norm"]

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = _clones(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor = enable_nested_tensor
        self.use_nested_tensor = enable_nested_tensor
        self.mask_check = mask_check
        reason = _why_not_nested(encoder_layer)
        if enable_nested_tensor and reason:
            warnings.warn(
                f"enable_nested_tensor is True, but self.use_nested_tensor is False because {reason}", stacklevel=2
            )
            self.use_nested_tensor = False

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        padded = self._padded_places(src, mask, src_key_padding_mask)
        src_key_padding_mask = _canonical_mask(
            src_key_padding_mask, "src_key_padding_mask", _none_or_dtype(mask), "mask", src.dtype
        )
        mask = _canonical_mask(mask, "mask", None, "", src.dtype, check_other=False)
        first = self.layers[0]
        is_causal = _is_causal(mask, is_causal, _length(src, first.self_attn.batch_first))
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=is_causal, src_key_padding_mask=src_key_padding_mask)
        if padded is not None:
            output = output.masked_fill(padded.unsqueeze(-1), 0.0)
        return output if self.norm is None else self.norm(output)

    def _padded_places(self, src, mask, padding_mask):
        """The places that come out as zeros: torch's nested tensors do not hold them."""
        if padding_mask is None or mask is not None or self.training or not self.use_nested_tensor or src.ndim != 3:
            return None
        if mode.grad and (src.requires_grad or any(p.requires_grad for p in self.layers[0].parameters())):
            return None
        places = padding_mask._array
        if places.dtype != np.bool_:
            places = places == -np.inf
        if self.mask_check and np.any(places[:, :-1] & ~places[:, 1:]):
            return None  # padding that is not at the end
        return wrap(places)


class TransformerDecoder(Module):
    """`num_layers` copies of a decoder layer one after another, and a last norm if there is one.

    >>> import borch as torch
    >>> layer = torch.nn.TransformerDecoderLayer(8, 2, 16, batch_first=True)
    >>> torch.nn.TransformerDecoder(layer, num_layers=2)(torch.ones(3, 4, 8), torch.ones(3, 5, 8)).shape
    torch.Size([3, 4, 8])
    """

    __constants__ = ["norm"]

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _clones(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
        tgt_is_causal=None, memory_is_causal=False,
    ):  # fmt: skip
        first = self.layers[0]
        tgt_is_causal = _is_causal(tgt_mask, tgt_is_causal, _length(tgt, first.self_attn.batch_first))
        output = tgt
        for layer in self.layers:
            output = layer(
                output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
                memory_is_causal=memory_is_causal,
            )  # fmt: skip
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """Encoder and decoder: `src` (S, N, d_model) and `tgt` (T, N, d_model) to (T, N, d_model).

    RuntimeError when batch or feature sizes do not go together.

    >>> import borch as torch
    >>> model = torch.nn.Transformer(8, 2, 1, 1, 16, batch_first=True)
    >>> model(torch.ones(3, 5, 8), torch.ones(3, 4, 8)).shape
    torch.Size([3, 4, 8])
    """

    def __init__(
        self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1,
        activation=relu, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-05, batch_first=False,
        norm_first=False, bias=True, device=None, dtype=None,
    ):  # fmt: skip
        made = {"device": device, "dtype": dtype}
        super().__init__()
        sizes = d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias
        norm = {"eps": layer_norm_eps, "bias": bias, **made}
        if custom_encoder is not None:
            self.encoder = custom_encoder
        else:
            layer = TransformerEncoderLayer(*sizes, **made)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, LayerNorm(d_model, **norm))
        if custom_decoder is not None:
            self.decoder = custom_decoder
        else:
            layer = TransformerDecoderLayer(*sizes, **made)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, LayerNorm(d_model, **norm))
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(
        self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
        tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
        memory_is_causal=False,
    ):  # fmt: skip
        axis = 0 if self.batch_first else 1
        if src.ndim == 3 and src.shape[axis] != tgt.shape[axis]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )  # fmt: skip

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """The mask that lets each place see those before it and itself: zeros, and minus infinity above the diagonal.

        >>> import borch as torch
        >>> torch.nn.Transformer.generate_square_subsequent_mask(2)
        tensor([[0., -inf],
                [0., 0.]])
        """
        return _causal_mask(sz, dtype)

    def _reset_parameters(self):
        for p in self.parameters():
            if p.ndim > 1:
                init.xavier_uniform_(p)
