"""Cases of borch/nn/modules/lazy.py and of the uninitialized parameters in borch/nn/parameter.py."""

_S = "torch.manual_seed(3); "
_WORD = {"message": False}  # torch names the C function that was called

CASES = {
    "LazyLinear": [
        _S + "m = nn.LazyLinear(3); [m(n(2, 4)), m, m.weight, m.bias, list(m.state_dict())]",
        _S + "m = nn.LazyLinear(3, bias=False); [m(n(2, 4)), m, m.bias]",
        _S + "m = nn.LazyLinear(3, dtype=torch.float64); m(d(2, 4))",
        _S + "m = nn.LazyLinear(3).double(); [m.weight.dtype, m(d(2, 4)), m.weight.dtype]",
        _S + "m = nn.LazyLinear(3); m(n(2, 4)); "
        "[len(m._forward_pre_hooks), len(m._load_state_dict_pre_hooks), type(m) is nn.Linear]",
        _S + "m = nn.Sequential(nn.LazyLinear(3), nn.ReLU(), nn.LazyLinear(2)); [m(n(2, 4)), m]",
        "nn.LazyLinear(3)",
        "list(nn.LazyLinear(3).state_dict().items())",
        "list(nn.LazyLinear(3, bias=False).state_dict().items())",
        "m = nn.LazyLinear(3); [m.has_uninitialized_params(), m.cls_to_become is nn.Linear, m.in_features, "
        "list(m.parameters())]",
        _S
        + "k = nn.Linear(2, 3); m = nn.LazyLinear(3); [m.load_state_dict(k.state_dict()), m, m.weight, m(n(4, 2)), m]",
        "k = nn.Linear(2, 3); k.load_state_dict(nn.LazyLinear(3).state_dict())",
        "nn.LazyLinear(3).load_state_dict({})",
        "import copy; m = copy.deepcopy(nn.LazyLinear(3)); [m, m.weight]",
        "import pickle; m = pickle.loads(pickle.dumps(nn.LazyLinear(3))); [m, m.weight]",
        "nn.LazyLinear(3).share_memory()",
        "nn.LazyLinear(3).weight.shape",
        ("nn.LazyLinear(3).weight + 1", _WORD),
        ("nn.LazyLinear(3).weight.numel()", _WORD),
        ("nn.init.ones_(nn.LazyLinear(3).weight)", _WORD),
        ("nn.LazyLinear(3).requires_grad_(False)", _WORD),
        "nn.LazyLinear(3)(torch.ones(()))",
        "m = nn.LazyLinear(3); m.zero_grad(); m.reset_parameters(); m.eval().training",
        "from importlib import import_module; L = import_module(torch.__name__ + '.nn.modules.lazy'); "
        "C = type('C', (L.LazyModuleMixin, nn.Module), {}); C()(n(1))",
    ],
    "LazyConv": [
        _S + "m = nn.LazyConv1d(4, 3, padding=1); [m(n(1, 2, 5)), m, m.weight]",
        _S + "m = nn.LazyConv2d(4, (2, 3), stride=2, bias=False); [m(n(1, 3, 5, 6)), m, m.bias]",
        _S + "m = nn.LazyConv3d(2, 2); [m(n(1, 1, 3, 3, 3)), m]",
        _S + "m = nn.LazyConvTranspose1d(4, 3); [m(n(1, 2, 5)), m, m.bias]",
        _S + "m = nn.LazyConvTranspose2d(4, 3, groups=2, output_padding=1, stride=2); [m(n(1, 2, 3, 3)), m]",
        _S + "m = nn.LazyConvTranspose3d(2, 2); [m(n(1, 1, 2, 2, 2)), m]",
        _S + "m = nn.LazyConv2d(4, 2, groups=2, padding_mode='reflect', padding=1); [m(n(2, 4, 4)), m]",
        "[nn.LazyConv2d(3, 2), nn.LazyConvTranspose1d(3, 2), nn.LazyConv1d(3, 2).in_channels]",
        "list(nn.LazyConv2d(3, 2).state_dict().items())",
        "nn.LazyConv2d(3, 2)(n(4, 5))",
        "nn.LazyConv2d(4, 2, groups=2)(n(1, 3, 4, 4))",
        "nn.LazyConvTranspose2d(3, 2, padding_mode='reflect')",
    ],
    "LazyNorm": [
        "m = nn.LazyBatchNorm1d(); [m(n(5, 4)), m, list(m.state_dict()), m.running_mean, m.num_batches_tracked]",
        "m = nn.LazyBatchNorm2d(0.1, momentum=None, bias=False); [m(n(2, 3, 4, 4)), m, m.bias, m.weight]",
        "m = nn.LazyBatchNorm3d(affine=False, dtype=torch.float64); [m(d(2, 3, 2, 2, 2)), m, m.running_var]",
        "m = nn.LazyBatchNorm1d(track_running_stats=False); [m(n(2, 3, 4)), m, list(m.state_dict())]",
        "m = nn.LazyInstanceNorm1d(); [m(n(2, 3, 4)), m, m.weight]",
        "m = nn.LazyInstanceNorm2d(affine=True, track_running_stats=False); [m(n(2, 3, 4, 4)), m, list(m.state_dict())]",
        "m = nn.LazyInstanceNorm3d(momentum=0.3); [m(n(2, 3, 2, 2, 2)), m, m.running_mean]",
        "[nn.LazyBatchNorm1d(), nn.LazyInstanceNorm2d(), nn.LazyBatchNorm2d().num_features]",
        "list(nn.LazyBatchNorm2d(affine=False).state_dict().items())",
        "m = nn.LazyBatchNorm1d(); k = nn.BatchNorm1d(3); k.running_mean.fill_(2); m.load_state_dict(k.state_dict()); m.running_mean",
        "m = nn.LazyBatchNorm1d(); k = nn.BatchNorm1d(3); m.load_state_dict(k.state_dict()); m(n(4, 3)); m",
        "nn.LazyBatchNorm1d()(torch.ones(3))",
        "nn.LazyBatchNorm2d()(torch.ones(3, 2))",
    ],
    "Uninitialized": [
        "nn.UninitializedParameter(x=1)",
        "nn.UninitializedParameter(1, 2, 3, 4, 5)",
        "nn.UninitializedBuffer(x=1)",
        "[nn.UninitializedParameter(), nn.UninitializedBuffer()]",
        "p = nn.UninitializedParameter(dtype=torch.float64); [p.dtype, p.requires_grad, p.is_leaf, p.grad, p.device]",
        "p = nn.UninitializedParameter(); p.materialize((2, 3)); "
        "[type(p) is nn.Parameter, p.shape, p.requires_grad, p.dtype]",
        "p = nn.UninitializedBuffer(); p.materialize((2, 3), dtype=torch.float64); "
        "[type(p) is torch.Tensor, p.shape, p.requires_grad, p.dtype]",
        "[nn.parameter.is_lazy(nn.UninitializedParameter()), nn.parameter.is_lazy(nn.UninitializedBuffer()), "
        "nn.parameter.is_lazy(torch.ones(1))]",
        "isinstance(nn.UninitializedParameter(), nn.Parameter)",
        "nn.UninitializedParameter().shape",
        "nn.UninitializedParameter().share_memory_()",
        ("torch.add(nn.UninitializedParameter(), 1)", _WORD),
        ("nn.UninitializedBuffer() * 2", _WORD),
    ],
}
