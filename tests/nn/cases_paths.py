"""Cases of what torch.nn offers by path: nn.modules.*, nn.parameter, nn.parallel, nn.attention, nn.grad."""

_I = "from importlib import import_module; at = lambda p: import_module(torch.__name__ + '.' + p); "

_W = "M = at('nn.modules.module'); seen = []; "
_S = "torch.manual_seed(0); m = nn.Sequential(nn.Linear(2, 2), nn.ReLU()); "
_T = "(lambda k, *a: seen.append((type(k).__name__, len(a))))"

CASES = {
    "old switches": [
        _I
        + "b = at('utils.backcompat'); a = b.keepdim_warning.enabled; b.keepdim_warning.enabled = True; [a, b.keepdim_warning.enabled]",
        _I + "at('utils.backcompat').broadcast_warning.enabled = 1",
        "torch.sparse.torch is torch",
        "torch.sparse.torch.eye(2)",
    ],
    "global hooks": [
        *(
            _I
            + _W
            + "import sys; G = sys.modules.get('borch.nn.modules.global_hooks', M) if torch.__name__ == 'borch' else M; "
            "before, G._global_is_full_backward_hook = G._global_is_full_backward_hook, None; "
            + _S
            + f"h = M.register_module_backward_hook({_T}); {then}; G._global_is_full_backward_hook = before; h.remove(); seen"
            for then in (
                "m(f(1, 2)).sum().backward()",
                "exec('try:\\n M.register_module_full_backward_hook(len)\\nexcept RuntimeError as e: seen.append(str(e))')",
            )
        ),
        _I + _W + _S + f"h = M.register_module_forward_pre_hook({_T}); m(n(1, 2)); h.remove(); m(n(1, 2)); seen",
        _I
        + _W
        + _S
        + f"h = M.register_module_forward_hook({_T}); m.register_forward_hook({_T}); m(n(1, 2)); h.remove(); seen",
        _I
        + _W
        + _S
        + f"h = M.register_module_forward_hook({_T}, with_kwargs=True); m(input=n(1, 2)); h.remove(); seen",
        _I + _W + _S + "h = M.register_module_forward_hook(lambda k, i, o: o * 2); y = m(n(1, 2)); h.remove(); y",
        _I
        + _W
        + _S
        + "h = M.register_module_forward_pre_hook(lambda k, i: (i[0] * 2,)); y = m(n(1, 2)); h.remove(); y",
        _I + _W + _S + f"h = M.register_module_full_backward_hook({_T}); m(f(1, 2)).sum().backward(); h.remove(); seen",
        _I
        + _W
        + _S
        + f"h = M.register_module_full_backward_pre_hook({_T}); m(f(1, 2)).sum().backward(); h.remove(); seen",
        _I + _W + _S + "h = M.register_module_full_backward_pre_hook(lambda k, g: (g[0] * 3,)); x = f(1, 2); "
        "m(x).sum().backward(); h.remove(); x.grad",
        _I + _W + "h = M.register_module_parameter_registration_hook(lambda k, a, p: seen.append(a)); nn.Linear(1, 1); "
        "h.remove(); seen",
        _I + _W + "h = M.register_module_buffer_registration_hook(lambda k, a, p: seen.append(a)); nn.BatchNorm1d(1); "
        "h.remove(); seen",
        _I + _W + "h = M.register_module_module_registration_hook(lambda k, a, p: seen.append(a)); "
        "nn.Sequential(nn.ReLU()).x = nn.ReLU(); h.remove(); seen",
        _I
        + _W
        + "h = M.register_module_module_registration_hook(lambda k, a, p: nn.Tanh()); m = nn.Sequential(nn.ReLU()); "
        "h.remove(); m",
    ],
    "modules": [
        _I + "[at('nn.modules.rnn').LSTM is nn.LSTM, at('nn.modules.rnn').RNNCellBase is nn.RNNCellBase]",
        _I + "at('nn.modules.sparse').EmbeddingBag is nn.EmbeddingBag",
        _I + "[at('nn.modules.transformer').Transformer is nn.Transformer, "
        "at('nn.modules.lazy').LazyModuleMixin in nn.LazyLinear.__mro__]",
        _I + "at('nn.modules.conv')._ConvNd in nn.Conv2d.__mro__",
        _I + "at('nn.modules.normalization').LayerNorm is nn.LayerNorm",
        _I + "at('nn.modules.rnn').none",
        _I + "[at('nn.parameter').Parameter is nn.Parameter, at('nn.modules').Linear is nn.Linear]",
        _I + "U = at('nn.modules.utils'); [U._pair(3), U._triple((1, 2, 3)), U._single([2]), U._ntuple(4)(1), "
        "U._quadruple('abcd')]",
        _I + "U = at('nn.modules.utils'); [U._reverse_repeat_tuple((1, 2), 2), U._list_with_default([None, 3], [7, 8, "
        "9])]",
        _I + "U = at('nn.modules.utils'); s = nn.Sequential(nn.Linear(1, 1)).state_dict(); "
        "U.consume_prefix_in_state_dict_if_present(s, '0.'); [list(s), s._metadata]",
        "[nn.factory_kwargs({'device': 'cpu'}), nn.factory_kwargs(None), "
        "nn.factory_kwargs({'factory_kwargs': {'dtype': None}})]",
        "nn.factory_kwargs({'x': 1})",
        "nn.factory_kwargs({'device': 1, 'factory_kwargs': {'device': 2}})",
    ],
    "families": [
        _I + "at('nn.modules.activation').MultiheadAttention is nn.MultiheadAttention",
        _I + "at('nn.modules.activation').Softmax is nn.Softmax",
        _I + "[at('nn.modules.loss').MSELoss is nn.MSELoss, at('nn.modules.loss')._Loss in nn.NLLLoss.__mro__]",
        _I
        + "[at('nn.modules.batchnorm')._BatchNorm in nn.BatchNorm2d.__mro__, at('nn.modules.instancenorm').InstanceNorm1d is nn.InstanceNorm1d]",
        _I + "[at('nn.modules.pooling').MaxPool2d is nn.MaxPool2d, at('nn.modules.padding').ZeroPad2d is nn.ZeroPad2d]",
        _I
        + "[at('nn.modules.dropout')._DropoutNd in nn.Dropout.__mro__, at('nn.modules.upsampling').Upsample is nn.Upsample]",
        _I + "[at('nn.modules.linear').LazyLinear is nn.LazyLinear, at('nn.modules.conv').LazyConv2d is nn.LazyConv2d]",
        _I + "[at('nn.modules.flatten').Flatten is nn.Flatten, at('nn.modules.fold').Fold is nn.Fold]",
        _I
        + "[at('nn.modules.pixelshuffle').PixelShuffle is nn.PixelShuffle, at('nn.modules.channelshuffle').ChannelShuffle is nn.ChannelShuffle]",
        _I + "nn.modules.utils._pair(2), nn.modules.rnn.GRU is nn.GRU",
        _I + "at('nn.modules.loss').nothing",
    ],
    "parallel": [
        "torch.manual_seed(0); m = nn.DataParallel(nn.Linear(2, 1)); "
        "[m, list(m.state_dict()), m(f(3, 2)), m.device_ids]",
        _I + "at('nn.parallel').DataParallel is nn.DataParallel",
        _I + "at('nn.parallel').data_parallel(nn.Linear(2, 1), n(1, 2))",
        "nn.DataParallel(nn.Linear(2, 1), device_ids=[0, 1]).device_ids",
    ],
    "attention": [
        _I + "A = at('nn.attention'); exec('with A.sdpa_kernel(A.SDPBackend.MATH):\\n    x = 3'); x",
        _I + "A = at('nn.attention'); exec('with A.sdpa_kernel([A.SDPBackend.MATH, "
        "A.SDPBackend.FLASH_ATTENTION]):\\n    x = 3'); x",
        _I + "at('nn.attention').sdpa_kernel(3).__enter__()",
        _I
        + "S = at('nn.attention').SDPBackend; [list(S.__members__), int(S.MATH), S.MATH == 0, S(1) == S.FLASH_ATTENTION]",
    ],
    "attention.bias": [
        _I
        + "B = at('nn.attention.bias'); m = B.causal_lower_right(2, 4); [m.variant.name, F.scaled_dot_product_attention("
        "d(1, 2, 4, grad=False), d(1, 4, 4, grad=False), d(1, 4, 4, grad=False), m)]",
        _I
        + "B = at('nn.attention.bias'); m = B.causal_upper_left(3, 2); [m.variant.name, F.scaled_dot_product_attention("
        "d(1, 3, 4, grad=False), d(1, 2, 4, grad=False), d(1, 2, 4, grad=False), m)]",
        _I + "at('nn.attention.bias').causal_upper_left(3)",
    ],
    "deprecated": [
        "nn.Container(a=nn.ReLU(), b=nn.Linear(1, 2))",
        "torch.manual_seed(0); [nn.init.uniform(torch.ones(2)), nn.init.uniform.__name__, nn.init.constant(n(2), 3.0)]",
        "torch.manual_seed(0); nn.init.xavier_normal(torch.ones(2, 3))",
        _I + "hasattr(at('nn.common_types'), '_size_2_t')",
    ],
    "grad": [
        _I + "at('nn.grad').conv1d_input((2, 3, 7), d(4, 3, 3, grad=False), d(2, 4, 5, grad=False))",
        _I + "at('nn.grad').conv1d_weight(d(2, 3, 7, grad=False), (4, 3, 3), d(2, 4, 5, grad=False))",
        _I + "at('nn.grad').conv2d_input((1, 2, 5, 5), d(4, 1, 3, 3, grad=False), d(1, 4, 3, 3, grad=False), stride=2, "
        "padding=1, groups=2)",
        _I + "at('nn.grad').conv2d_weight(d(1, 2, 5, 5, grad=False), (4, 1, 3, 3), d(1, 4, 3, 3, grad=False), "
        "stride=2, padding=1, groups=2)",
        _I + "at('nn.grad').conv3d_input((1, 1, 3, 3, 3), d(1, 1, 2, 2, 2, grad=False), d(1, 1, 2, 2, 2, grad=False))",
        _I + "at('nn.grad').conv3d_weight(d(1, 1, 3, 3, 3, grad=False), (1, 1, 2, 2, 2), d(1, 1, 2, 2, 2, grad=False))",
    ],
    "devices": [
        _I + "callable(at('nn.parallel.scatter_gather').gather)",
        _I + "callable(at('distributed.nn').all_reduce)",
    ],
}
