"""Cases of borch/nn/utils but for recurrent packing and parametrizations."""

_M = "torch.manual_seed(8); m = nn.Linear(3, 2); "
_G = (
    "p = nn.Parameter(torch.ones(3)); q = nn.Parameter(torch.ones(2, 1)); p.grad = torch.tensor([3.0, 4.0, 0.0]); "
    "q.grad = torch.tensor([[-12.0], [0.5]]); U = nn.utils; "
)
_CALL = "FC = torch.func.functional_call; "

CASES = {
    "clip_grad": [
        _G + "[U.clip_grad_norm_([p, q], 1.0), p.grad, q.grad]",
        _G + "[U.clip_grad_norm_((t for t in [p, q]), 6.0, norm_type=1), p.grad, q.grad]",
        _G + "[U.clip_grad_norm_([p, q], 6.0, norm_type=math.inf), p.grad, q.grad]",
        _G + "[U.clip_grad_norm_([p, q], 100.0), p.grad, q.grad]",
        _G + "[U.clip_grad_norm_(p, 2.5, 3.0, foreach=True), p.grad]",
        _G + "[U.clip_grad_norm_([p, q], 2.5, 0), p.grad]",
        _G + "q.grad = None; [U.clip_grad_norm_([p, q], 1.0), p.grad, q.grad]",
        _G + "[U.clip_grad_norm_([], 1.0), U.clip_grad_norm_(iter(()), 1.0)]",
        _G + "q.grad[0] = math.nan; [U.clip_grad_norm_([p, q], 1.0), p.grad]",
        _G + "q.grad[0] = math.inf; [U.clip_grad_norm_([p, q], 1.0), p.grad, q.grad]",
        _G + "q.grad[0] = math.inf; U.clip_grad_norm_([p, q], 1.0, error_if_nonfinite=True)",
        _G + "q.grad[0] = math.nan; U.clip_grad_norm_([p, q], 1.0, 1, True)",
        _G + "U.clip_grad_norm_(3, 1.0)",
        _G + "U.clip_grad_norm_([torch.ones(1)], 'a')",
        _G + "p.data = p.data.double(); p.grad = torch.ones(3).double(); [U.clip_grad_norm_([p, q], 1.0), p.grad]",
        _G + "[U.clip_grad_norm([p], 1.0), p.grad]",
        _G + "[U.clip_grad_value_([p, q], 3.5), p.grad, q.grad]",
        _G + "[U.clip_grad_value_(q, 1), q.grad]",
        _G + "[U.get_total_norm([p.grad, q.grad]), U.get_total_norm(p.grad, 1.0), U.get_total_norm([])]",
        _G + "[U.clip_grads_with_norm_([p, q], 1.0, torch.tensor(26.0)), p.grad, q.grad]",
    ],
    "convert_parameters": [
        _M + "nn.utils.parameters_to_vector(m.parameters())",
        _M + "v = torch.arange(8.0); nn.utils.vector_to_parameters(v, m.parameters()); [m.weight, m.bias]",
        _M + "v = torch.arange(9.0); nn.utils.vector_to_parameters(v, m.parameters()); v[0] = 5; m.weight",
        _M + "nn.utils.vector_to_parameters([1.0], m.parameters())",
        _M + "nn.utils.vector_to_parameters(torch.arange(7.0), m.parameters())",
        "nn.utils.parameters_to_vector([])",
    ],
    "skip_init": [
        "torch.manual_seed(1); m = nn.utils.skip_init(nn.Linear, 3, 2, bias=False); [m.weight.shape, m, torch.rand(2)]",
        "torch.manual_seed(1); nn.utils.skip_init(nn.GRU, input_size=3, hidden_size=2)",
        "nn.utils.skip_init(nn.ReLU)",
        "nn.utils.skip_init(3)",
    ],
    "weight_norm": [
        _M + "nn.utils.weight_norm(m); [m, m.weight, m.weight_g, m.weight_v, list(m.state_dict())]",
        _M + "nn.utils.weight_norm(m, dim=None); [m.weight, m.weight_g]",
        _M + "nn.utils.weight_norm(m, dim=1).double(); m(d(4, 3))",
        _M + "nn.utils.weight_norm(m).double(); y = m(d(4, 3)); "
        "[y, *torch.autograd.grad(y.pow(2).sum(), list(m.parameters()))]",
        _M + "nn.utils.weight_norm(m, 'bias'); m.bias_g",
        _M + "nn.utils.weight_norm(m); nn.utils.remove_weight_norm(m); "
        "[m.weight, list(m.state_dict()), len(m._forward_pre_hooks)]",
        _M + "nn.utils.weight_norm(m); nn.utils.weight_norm(m)",
        _M + "nn.utils.remove_weight_norm(m)",
        _M + "nn.utils.weight_norm(m, 'none')",
        "torch.manual_seed(8); m = nn.utils.weight_norm(nn.Conv2d(2, 3, 2), dim=1); [m.weight_g, m.weight]",
        "torch._weight_norm(d(3, 4), d(3, 1), 0)",
        "torch._weight_norm(d(3, 4, 2), d(1, 1, 2), 2)",
        "torch._weight_norm(d(3, 4, 2), d(1, 4, 1), 1)",
        "torch._weight_norm(d(3, 4), d(1, 4), 1)",
        "torch._weight_norm(f(3, 4), f(3, 1))",
        ("torch._weight_norm(bf(3, 4, grad=True), bf(3, 1, grad=True))", {"second": False, "atol": 1e-2}),
    ],
    "spectral_norm": [
        _M + "nn.utils.spectral_norm(m); [list(m.state_dict()), m.weight_u, m.weight_v, m.weight, "
        "m.state_dict()._metadata]",
        _M + "nn.utils.spectral_norm(m).double(); [m(d(4, 3)), m.weight_u, m.weight]",
        _M + "nn.utils.spectral_norm(m, n_power_iterations=4).double().eval(); [m(d(4, 3)), m.weight_u]",
        _M + "nn.utils.spectral_norm(m, n_power_iterations=4, dim=1).double(); m(d(4, 3)); m(d(4, 3))",
        "torch.manual_seed(8); m = nn.utils.spectral_norm(nn.ConvTranspose2d(2, 3, 2)); [m.weight_u.shape, m.weight_v]",
        _M + "nn.utils.spectral_norm(m); nn.utils.remove_spectral_norm(m); "
        "[m.weight, list(m.state_dict()), len(m._forward_pre_hooks)]",
        _M + "nn.utils.spectral_norm(m); nn.utils.spectral_norm(m)",
        (
            _M + "nn.utils.spectral_norm(m).double(); [m(d(4, 3)) for _ in range(9)]; s = m.state_dict(); "
            "s['weight'] = m.weight.detach(); del s['weight_v'], s._metadata; "
            "k = nn.utils.spectral_norm(nn.Linear(3, 2)).double().eval(); [str(k.load_state_dict(s)), k(d(4, 3))]",
            {"rtol": 1e-6, "atol": 1e-6, "second": False},
        ),
        _M + "nn.utils.spectral_norm(m); s = m.state_dict(); del s['weight_u'], s._metadata; m.load_state_dict(s)",
        _M + "nn.utils.remove_spectral_norm(m)",
        _M + "nn.utils.spectral_norm(m, n_power_iterations=0)",
        _M + "nn.utils.spectral_norm(m); k = nn.utils.spectral_norm(nn.Linear(3, 2)); "
        "k.load_state_dict(m.state_dict()); [k(n(3)), k.weight_u]",
    ],
    "memory_format": [
        "nn.utils.convert_conv2d_weight_memory_format(nn.Conv2d(1, 1, 1), torch.channels_last)",
        "nn.utils.convert_conv3d_weight_memory_format(nn.Conv3d(1, 1, 1), torch.channels_last_3d)",
    ],
    "functional_call": [
        _M + _CALL + "FC(m, {'weight': d(2, 3).float()}, (n(3),))",
        _M + _CALL + "FC(m, {'weight': f(2, 3), 'bias': f(2)}, f(4, 3))",
        _M + _CALL + "FC(m, {'weight': f(2, 3), 'bias': f(2)}, kwargs={'input': f(4, 3)})",
        _M + _CALL + "FC(m, ({'weight': f(2, 3)}, {'bias': f(2)}), f(4, 3))",
        _M + _CALL + "FC(nn.Sequential(m, nn.ReLU()), {'0.weight': f(2, 3)}, f(4, 3))",
        _M + _CALL + "w = m.weight; FC(m, {'weight': f(2, 3)}, f(4, 3)); m.weight is w",
        _M + _CALL + "FC(m, {'weight': n(2, 4)}, n(4, 3))",
        _M + _CALL + 'w = m.weight; exec(\'try:\\n    FC(m, {"weight": torch.ones(2, 4)}, '
        "torch.ones(3))\\nexcept RuntimeError:\\n    pass'); m.weight is w",
        _M + _CALL + "FC(m, {'weight': n(2, 3), 'more': 1}, (n(3),))",
        _M + _CALL + "FC(m, {'weight': 3}, n(3))",
        _M + _CALL + "FC(m, {'weight': n(2, 3), 'more': n(1)}, (n(3),))",
        _M + _CALL + "FC(m, {'weight': n(2, 3)}, n(3), strict=True)",
        _M + _CALL + "FC(m, {'weight': n(2, 3), 'bias': n(2), 'more': n(1)}, n(3), strict=True)",
        _M + _CALL + "FC(m, {'weight': n(2, 3), 'more': n(1)}, n(3), strict=True)",
        _M + _CALL + "FC(m, [{'weight': n(2, 3)}, {'weight': n(2)}], n(3))",
        _M + _CALL + "FC(m, 3, n(3))",
        _M + _CALL + "m.tied = m.weight; FC(m, {'tied': f(2, 3)}, f(4, 3))",
        _M + _CALL + "m.tied = m.weight; FC(m, {'tied': f(2, 3)}, f(4, 3), tie_weights=False)",
        _M + _CALL + "m.tied = m.weight; FC(m, {'tied': n(2, 3), 'weight': n(2, 3)}, f(4, 3))",
        _M + _CALL + "m.tied = m.weight; t = n(2, 3); FC(m, {'tied': t, 'weight': t}, f(4, 3))",
        _M
        + _CALL
        + "m.register_buffer('b', torch.ones(1)); m.forward = lambda x: x * m.b; FC(m, {'b': f(1)}, f(4, 3))",
        _M + "nn.utils.stateless.functional_call(m, {'weight': f(2, 3)}, f(4, 3))",
    ],
    "rnn": [
        "nn.utils.rnn.pad_sequence([d(2, 3), d(4, 3), d(1, 3)])",
        "nn.utils.rnn.pad_sequence([d(2, 3), d(4, 3), d(1, 3)], batch_first=True, padding_value=-2.5)",
        "nn.utils.rnn.pad_sequence([d(2), d(3)], True, -1.0, 'left')",
        "nn.utils.rnn.pad_sequence([d(2, 2), d(3, 1)])",
        "nn.utils.rnn.pad_sequence([d(2, 2), d(3, 1)], True, padding_side='left')",
        "nn.utils.rnn.pad_sequence([n(2, 1), n(3, 2)])",
        "nn.utils.rnn.pad_sequence([n(2, 2), n(3, 3)], True)",
        "nn.utils.rnn.pad_sequence([n(2, 2), n(3)])",
        "nn.utils.rnn.pad_sequence([n(2), n(3, 2)])",
        "nn.utils.rnn.pad_sequence([n(2, 2, 3), n(2, 4, 3)])",
        "nn.utils.rnn.pad_sequence([i(2), i(3)], padding_value=7)",
        "nn.utils.rnn.pad_sequence(n(2, 3), True)",
        "nn.utils.rnn.pad_sequence([n(2, 3), n(3, 4)])",
        "nn.utils.rnn.pad_sequence([])",
        "nn.utils.rnn.pad_sequence(3)",
        "nn.utils.rnn.pad_sequence([n(2)], padding_side='top')",
        "nn.utils.rnn.pad_sequence([1, 2])",
        "nn.utils.rnn.pack_padded_sequence(d(4, 3, 2), [4, 2, 1]).data",
        "nn.utils.rnn.pack_padded_sequence(d(3, 4, 2), torch.tensor([1, 4, 2]), batch_first=True, "
        "enforce_sorted=False)",
        "nn.utils.rnn.pack_padded_sequence(n(3, 2), [3, 2])",
        "nn.utils.rnn.pack_padded_sequence(n(3, 2), torch.tensor([3, 2], dtype=torch.int32)).batch_sizes",
        "nn.utils.rnn.pack_padded_sequence(n(3, 2, 5), [2, 3])",
        "nn.utils.rnn.pack_padded_sequence(n(3, 2, 5), [3, 0])",
        "nn.utils.rnn.pack_padded_sequence(n(3, 2, 5), [3])",
        "nn.utils.rnn.pack_padded_sequence(n(3, 0, 5), [])",
        "nn.utils.rnn.pack_padded_sequence(n(3, 2, 5), torch.tensor([[3, 2]]))",
        "nn.utils.rnn.pack_padded_sequence(3, [1])",
        "p = nn.utils.rnn.pack_padded_sequence(d(4, 3, 2), [3, 2, 1]); nn.utils.rnn.pad_packed_sequence(p)",
        "p = nn.utils.rnn.pack_padded_sequence(n(3, 2), [2, 3], enforce_sorted=False); "
        "nn.utils.rnn.pad_packed_sequence(p, True, 9, 4)",
        "p = nn.utils.rnn.pack_padded_sequence(n(3, 2), [3, 2]); nn.utils.rnn.pad_packed_sequence(p, total_length=2)",
        "nn.utils.rnn.pad_packed_sequence(3)",
        "nn.utils.rnn.pack_sequence([d(3, 2), d(2, 2)])",
        "nn.utils.rnn.pack_sequence([d(2), d(3)], enforce_sorted=False)",
        "nn.utils.rnn.pack_sequence([n(2), n(3)])",
        "nn.utils.rnn.pack_sequence([])",
        "nn.utils.rnn.unpack_sequence(nn.utils.rnn.pack_sequence([d(2), d(3)], enforce_sorted=False))",
        "nn.utils.rnn.unpad_sequence(d(3, 2), torch.tensor([1, 3]))",
        "nn.utils.rnn.unpad_sequence(d(2, 3, 2), torch.tensor([1, 3]), batch_first=True)",
        "nn.utils.rnn.invert_permutation(torch.tensor([2, 0, 1]))",
        "nn.utils.rnn.PackedSequence(n(3), torch.tensor([2, 1]), torch.tensor([1, 0]))",
        "nn.utils.rnn.PackedSequence(n(3))",
        "p = nn.utils.rnn.pack_sequence([n(2), n(1)]); "
        "[p.double().data.dtype, p.to(torch.int64).data, p.is_cuda, p.is_pinned(), p.cpu() is p]",
        "p = nn.utils.rnn.pack_sequence([n(2), n(1)]); "
        "[p.half().data.dtype, p.int().data.dtype, p.byte().data.dtype, isinstance(p, tuple), len(p)]",
    ],
}
