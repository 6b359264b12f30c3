"""Cases of borch/nn/modules/transformer.py."""

_M = "torch.manual_seed(6); "
_E = _M + "m = nn.TransformerEncoderLayer(8, 2, 12, dtype=torch.float64"
_STACK = _E + ", batch_first=True); m = nn.TransformerEncoder(m"
_D = _M + "m = nn.TransformerDecoderLayer(8, 2, 12, dtype=torch.float64"
_CAUSAL = "nn.Transformer.generate_square_subsequent_mask({}, dtype=torch.float64)"
_FROZEN = ".requires_grad_(False); m(d(2, 4, 8, grad=False), src_key_padding_mask="
_PAD = "torch.tensor([[False, False, False, True], [False, False, True, True]])"
_ONCE = {"second": False}  # torch has no second derivative of its quick attention
_GRADS = "; g = torch.autograd.grad(y.pow(3).sum(), list(m.parameters())); [y, *g]"

CASES = {
    "TransformerEncoderLayer": [
        _E + "); m(d(4, 2, 8))",
        _E + ", dropout=0.0); y = m(d(4, 2, 8))" + _GRADS,
        _E + ", batch_first=True, norm_first=True, dropout=0.0); y = m(d(2, 4, 8))" + _GRADS,
        _E + ", activation='gelu'); m(d(4, 8))",
        _E + ", activation=torch.tanh, bias=False, layer_norm_eps=0.1); m(d(4, 2, 8))",
        _E + ", activation=nn.GELU()); [m.activation_relu_or_gelu, m(d(4, 2, 8))]",
        (_E + ", batch_first=True); m.eval(); m(d(2, 4, 8))", _ONCE),
        _E + ", batch_first=True); m.eval().requires_grad_(False); m(d(2, 4, 8, grad=False))",
        _E + "); m(d(4, 2, 8), src_mask=" + _CAUSAL.format(4) + ")",
        _E + "); m(d(4, 2, 8), src_mask=" + _CAUSAL.format(4) + ", is_causal=True)",
        _E + "); m(d(4, 2, 8), src_mask=b(4, 4).triu(1))",
        _E + "); m(d(4, 2, 8), src_key_padding_mask=" + _PAD + ")",
        _E
        + ", batch_first=True); m(d(2, 4, 8), src_mask="
        + _CAUSAL.format(4)
        + ", src_key_padding_mask="
        + _PAD
        + ")",
        _E + "); m(d(4, 2, 8), src_mask=d(4, 4, grad=False))",
        _E + ", dropout=0.9); m(d(4, 2, 8))",
        _M + "list(nn.TransformerEncoderLayer(4, 2, 3).parameters())",
        "nn.TransformerEncoderLayer(4, 2, 3, 0.2, 'gelu')",
        "nn.TransformerEncoderLayer(4, 2, 3, activation=nn.Tanh(), bias=False)",
        "list(nn.TransformerEncoderLayer(4, 2, bias=False).state_dict())",
        "nn.TransformerEncoderLayer(4, 2, activation='tanh')",
        "nn.TransformerEncoderLayer(5, 2)",
        "nn.TransformerEncoderLayer(4, 2)(n(3, 2, 5))",
        "nn.TransformerEncoderLayer(4, 2)(n(3, 4), src_mask=i(3, 3))",
        "nn.TransformerEncoderLayer(4, 2)(n(3, 4), is_causal=True)",
        (
            "import copy, pickle; "
            + _E
            + "); k = pickle.loads(pickle.dumps(m)).eval(); [k(d(4, 2, 8)), copy.deepcopy(m).activation_relu_or_gelu]",
            _ONCE,
        ),
    ],
    "TransformerDecoderLayer": [
        _D + "); m(d(3, 2, 8), d(4, 2, 8))",
        _D + ", dropout=0.0); y = m(d(3, 2, 8), d(4, 2, 8))" + _GRADS,
        _D
        + ", batch_first=True, norm_first=True, dropout=0.0, activation='gelu'); y = m(d(2, 3, 8), d(2, 4, 8))"
        + _GRADS,
        _D + ", bias=False); m(d(3, 8), d(4, 8))",
        _D + "); m(d(3, 2, 8), d(4, 2, 8), tgt_mask=" + _CAUSAL.format(3) + ", memory_key_padding_mask=" + _PAD + ")",
        _D
        + "); m(d(3, 2, 8), d(4, 2, 8), tgt_mask="
        + _CAUSAL.format(3)
        + ", tgt_is_causal=True, memory_mask=d(3, 4, grad=False))",
        _D + ", batch_first=True); m(d(2, 4, 8), d(2, 5, 8), tgt_key_padding_mask=" + _PAD + ")",
        _M + "list(nn.TransformerDecoderLayer(4, 2, 3).parameters())",
        "nn.TransformerDecoderLayer(4, 2, 3)",
        "list(nn.TransformerDecoderLayer(4, 2).state_dict())",
        "nn.TransformerDecoderLayer(4, 2, activation='tanh')",
    ],
    "TransformerEncoder": [
        _E + "); m = nn.TransformerEncoder(m, 2); m(d(4, 2, 8))",
        _STACK + ", 2, nn.LayerNorm(8).double()); m(d(2, 4, 8), src_key_padding_mask=" + _PAD + ")",
        (_STACK + ", 2).eval(); m(d(2, 4, 8), src_key_padding_mask=" + _PAD + ")", _ONCE),
        _STACK + ", 2).eval()" + _FROZEN + _PAD + ")",
        _STACK + ", 2, nn.LayerNorm(8).double()).eval()" + _FROZEN + _PAD + ")",
        _STACK + ", 2, enable_nested_tensor=False).eval()" + _FROZEN + _PAD + ")",
        _STACK + ", 2).eval()" + _FROZEN + _PAD + ".flip(1))",
        _E + "); m = nn.TransformerEncoder(m, 2); m(d(4, 2, 8), mask=" + _CAUSAL.format(4) + ")",
        _E + "); m = nn.TransformerEncoder(m, 2); m(d(4, 2, 8), " + _CAUSAL.format(4) + ", is_causal=True)",
        "nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 3), 2)",
        "m = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 3, batch_first=True), 1, nn.LayerNorm(4)); "
        "[m, m.use_nested_tensor, m.mask_check, m.num_layers]",
        "nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 1, 3, batch_first=True), 1).use_nested_tensor",
    ],
    "TransformerDecoder": [
        _D + "); m = nn.TransformerDecoder(m, 2); m(d(3, 2, 8), d(4, 2, 8))",
        _D
        + "); m = nn.TransformerDecoder(m, 2, nn.LayerNorm(8).double()); m(d(3, 2, 8), d(4, 2, 8), tgt_mask="
        + _CAUSAL.format(3)
        + ")",
        "nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 3), 2, nn.LayerNorm(4))",
    ],
    "Transformer": [
        _M + "m = nn.Transformer(8, 2, 2, 1, 12, dtype=torch.float64); m(d(4, 2, 8), d(3, 2, 8))",
        _M + "m = nn.Transformer(8, 2, 1, 2, 12, batch_first=True, norm_first=True, dtype=torch.float64); "
        "m(d(2, 4, 8), d(2, 3, 8), tgt_mask="
        + _CAUSAL.format(3)
        + ", src_key_padding_mask="
        + _PAD
        + ", memory_key_padding_mask="
        + _PAD
        + ")",
        _M + "m = nn.Transformer(8, 2, 1, 1, 12, dropout=0.0, activation='gelu', dtype=torch.float64); "
        "y = m(d(4, 8), d(3, 8))" + _GRADS,
        _M + "list(nn.Transformer(4, 2, 1, 1, 3).parameters())",
        "list(nn.Transformer(4, 2, 1, 1, 3, bias=False).state_dict())",
        "nn.Transformer(4, 2, 1, 1, 3)",
        "nn.Transformer.generate_square_subsequent_mask(3)",
        "nn.Transformer.generate_square_subsequent_mask(2, dtype=torch.float64)",
        "nn.Transformer(4, 2, 1, 1, 8)(n(3, 2, 4), n(3, 3, 4))",
        "nn.Transformer(4, 2, 1, 1, 8)(n(3, 2, 4), n(3, 2, 5))",
        "nn.Transformer(4, 2, 1, 1, 8, batch_first=True)(n(3, 2, 4), n(2, 2, 4))",
    ],
}
