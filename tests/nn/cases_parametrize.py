"""Cases of borch/nn/utils/parametrize.py, parametrizations.py and prune.py."""

_P = "P = import_module(torch.__name__ + '.nn.utils.parametrize'); torch.manual_seed(9); m = nn.Linear(3, 2); "
_Z = "Z = import_module(torch.__name__ + '.nn.utils.parametrizations'); torch.manual_seed(9); m = nn.{}; "
_R = "R = import_module(torch.__name__ + '.nn.utils.prune'); torch.manual_seed(9); m = nn.Linear(3, 2); "
_I = "from importlib import import_module; "
_P, _Z, _R = _I + _P, _I + _Z, _I + _R
_L = _Z.format("Linear(3, 2)")
_D = _Z.format("Linear({}, {}, dtype=torch.float64)")
_EXP = "e = nn.Module(); e.forward = lambda x: x.exp(); e.right_inverse = lambda x: x.abs().log(); "
_FLAT = "e = nn.Module(); e.forward = lambda x: x.flatten(); "
_TWO = "e = nn.Module(); e.forward = lambda a, b: a * b; e.right_inverse = lambda x: (x * 2, torch.full_like(x, 0.5)); "

CASES = {
    "register": [
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); "
        "[m, m.weight, list(m.state_dict()), [n for n, _ in m.named_parameters()]]",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); m.double(); m(d(4, 3))",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); type(m).__name__",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); P.register_parametrization(m, 'weight', nn.Tanh()); "
        "[m.parametrizations, m.weight]",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); P.register_parametrization(m, 'bias', nn.Tanh()); "
        "[m, m.bias]",
        _P + _EXP + "P.register_parametrization(m, 'weight', e); [m.weight, m.parametrizations.weight.original]",
        _P + _EXP + "P.register_parametrization(m, 'weight', e); m.weight = torch.full((2, 3), 2.0); "
        "[m.weight, m.parametrizations.weight.original]",
        _P + _TWO + "P.register_parametrization(m, 'weight', e); "
        "[m.weight, list(m.state_dict()), m.parametrizations.weight.original1]",
        _P + _TWO + "P.register_parametrization(m, 'weight', e); m.weight = torch.ones(2, 3); "
        "[m.weight, m.parametrizations.weight.original0]",
        _P + "m.register_buffer('b', torch.tensor([-1.0, 2.0])); P.register_parametrization(m, 'b', nn.ReLU()); "
        "[m.b, list(m.state_dict())]",
        _P + _FLAT + "P.register_parametrization(m, 'weight', e, unsafe=True); m.weight.shape",
        _P + "P.register_parametrization(m, 'none', nn.ReLU())",
        _P + "P.register_parametrization(m, 'weight', 3)",
        _P + "P.register_parametrization(m, 'weight', nn.Linear(3, 5))",
        _P + _FLAT + "P.register_parametrization(m, 'weight', e)",
        _P + "e = nn.Module(); e.forward = lambda x: x.double(); P.register_parametrization(m, 'weight', e)",
        _P + "e = nn.Module(); e.forward = lambda x: 3; P.register_parametrization(m, 'weight', e)",
        _P + "e = nn.Module(); e.forward = lambda x: x; e.right_inverse = lambda x: 3; "
        "P.register_parametrization(m, 'weight', e)",
        _P + "e = nn.Module(); e.forward = lambda x: x; e.right_inverse = lambda x: x.double(); "
        "P.register_parametrization(m, 'weight', e)",
        _P + _FLAT + "P.register_parametrization(m, 'weight', nn.ReLU()); P.register_parametrization(m, 'weight', e)",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); m.weight = torch.ones(2, 3)",
        _P + "P.ParametrizationList([], torch.ones(1))",
        _P + "[P.is_parametrized(m), P.is_parametrized(P.register_parametrization(m, 'weight', nn.ReLU())), "
        "P.is_parametrized(m, 'bias')]",
        _P + "import copy; P.register_parametrization(m, 'weight', nn.ReLU()); k = copy.deepcopy(m); [k.weight, k]",
        _P + "import pickle; P.register_parametrization(m, 'weight', nn.ReLU()); pickle.dumps(m)",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); k = nn.Linear(3, 2); "
        "P.register_parametrization(k, 'weight', nn.ReLU()); k.load_state_dict(m.state_dict()); k.weight",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); x = n(4, 3); m(x).pow(2).sum().backward(); "
        "m.parametrizations.weight.original.grad",
        _P + "P.register_parametrization(m, 'weight', nn.Dropout()); "
        "exec('with P.cached():\\n    a, b = m.weight, m.weight'); [a is b, m.weight is m.weight]",
    ],
    "remove": [
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); P.remove_parametrizations(m, 'weight'); "
        "[m, m.weight, type(m) is nn.Linear, list(m.state_dict())]",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); "
        "P.remove_parametrizations(m, 'weight', leave_parametrized=False); m.weight",
        _P + "w = m.weight; P.register_parametrization(m, 'weight', nn.ReLU()); "
        "P.remove_parametrizations(m, 'weight'); m.weight is w",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); P.register_parametrization(m, 'bias', nn.ReLU()); "
        "P.remove_parametrizations(m, 'weight'); m",
        _P + _TWO + "P.register_parametrization(m, 'weight', e); P.remove_parametrizations(m, 'weight'); "
        "[m.weight, list(m.state_dict())]",
        _P + _TWO + "P.register_parametrization(m, 'weight', e); P.remove_parametrizations(m, 'weight', False)",
        _P + "P.remove_parametrizations(m, 'weight')",
        _P + "P.type_before_parametrizations(P.register_parametrization(m, 'weight', nn.ReLU())) is nn.Linear",
        _P + "P.register_parametrization(m, 'weight', nn.ReLU()); k = nn.Linear(3, 2); "
        "P.transfer_parametrizations_and_params(m, k); [k, k.weight]",
    ],
    "weight_norm": [
        _L + "Z.weight_norm(m); [m, m.weight, list(m.state_dict()), m.parametrizations.weight.original0]",
        _L + "Z.weight_norm(m, dim=None); [m.weight, m.parametrizations.weight.original0]",
        _L + "Z.weight_norm(m, dim=1).double(); m(d(4, 3))",
        _D.format(3, 2)
        + "Z.weight_norm(m); y = m(d(4, 3)); [y, *torch.autograd.grad(y.pow(2).sum(), list(m.parameters()))]",
        _L + "Z.weight_norm(m); s = m.state_dict(); s['weight_g'] = torch.ones(2, 1); "
        "s['weight_v'] = torch.ones(2, 3); k = m.load_state_dict(s); [k, m.weight]",
        _L + "Z.weight_norm(m, 'none')",
    ],
    "spectral_norm": [
        _L + "Z.spectral_norm(m); [m, list(m.state_dict()), m.parametrizations.weight[0]._u, m.weight]",
        _D.format(3, 2) + "Z.spectral_norm(m, n_power_iterations=2); y = m(d(4, 3)); "
        "[y, *torch.autograd.grad(y.pow(2).sum(), list(m.parameters())), m.parametrizations.weight[0]._v]",
        _D.format(3, 2) + "Z.spectral_norm(m, dim=1).eval(); m(d(4, 3))",
        _D.format(3, 2) + "Z.spectral_norm(m, 'bias'); m(d(4, 3))",
        _Z.format("ConvTranspose1d(2, 3, 2)") + "Z.spectral_norm(m); [m.parametrizations.weight[0]._u, m.weight]",
        _L + "Z.spectral_norm(m, 'none')",
        _L + "Z.spectral_norm(m, n_power_iterations=0)",
        _L + "Z.spectral_norm(m, dim=2)",
    ],
    "orthogonal": [
        *[
            (
                _D.format(a, b)
                + f"Z.orthogonal(m, orthogonal_map='{k}'); [m.weight, m.parametrizations.weight.original]",
                {"rtol": 1e-8},
            )
            for a, b in ((3, 3), (3, 2), (2, 4))
            for k in ("matrix_exp", "cayley", "householder")
        ],
        *[
            (
                _D.format(3, 2) + f"Z.orthogonal(m, orthogonal_map='{k}', use_trivialization=False); y = m(d(4, 3)); "
                "[y, *torch.autograd.grad(y.pow(3).sum(), list(m.parameters()))]",
                {"rtol": 1e-8},
            )
            for k in ("matrix_exp", "cayley", "householder")
        ],
        (
            _D.format(4, 4) + "Z.orthogonal(m); [m, list(m.state_dict()), m.parametrizations.weight[0].base]",
            {"rtol": 1e-8},
        ),
        (
            _D.format(2, 4) + "Z.orthogonal(m); m.weight = torch.eye(4, 2, dtype=torch.float64); m.weight",
            {"rtol": 1e-8, "atol": 1e-9},
        ),
        _L + "Z.orthogonal(m, orthogonal_map='none')",
        _L + "Z.orthogonal(m, 'bias')",
        _L + "Z.orthogonal(m, 'none')",
        _L + "Z.orthogonal(m); m.weight = torch.ones(3, 3)",
        _L + "Z.orthogonal(m, orthogonal_map='cayley', use_trivialization=False); m.weight = torch.eye(2, 3)",
    ],
    "prune": [
        _R + "R.identity(m, 'weight'); [m.weight, list(m.state_dict()), "
        "[type(h).__name__ for h in m._forward_pre_hooks.values()]]",
        _R + "R.l1_unstructured(m, 'weight', 2); [m.weight, m.weight_mask, m.weight_orig]",
        _R + "R.l1_unstructured(m, 'weight', 0.5).double(); m(d(4, 3))",
        _R + "R.l1_unstructured(m, 'weight', 2); x = n(4, 3); m(x).sum().backward(); m.weight_orig.grad",
        _R + "R.l1_unstructured(m, 'weight', 0); m.weight_mask",
        _R + "R.l1_unstructured(m, 'weight', 1, importance_scores=-m.weight.abs()); m.weight_mask",
        _R + "R.random_unstructured(m, 'weight', 0.5); [m.weight, m.weight_mask]",
        _R + "R.random_unstructured(m, 'bias', 1); m.bias",
        _R + "R.ln_structured(m, 'weight', 1, n=2, dim=0); m.weight_mask",
        _R + "R.ln_structured(m, 'weight', 0.67, n=math.inf, dim=-1); m.weight_mask",
        _R + "R.random_structured(m, 'weight', 2, dim=1); m.weight_mask",
        _R + "R.custom_from_mask(m, 'weight', torch.eye(2, 3)); m.weight",
        _R + "R.l1_unstructured(m, 'weight', 2); R.random_unstructured(m, 'weight', 1); "
        "[m.weight_mask, [type(h).__name__ for h in m._forward_pre_hooks.values()]]",
        _R + "R.ln_structured(m, 'weight', 1, n=1, dim=1); R.l1_unstructured(m, 'weight', 0.5); "
        "R.random_structured(m, 'weight', 1, dim=1); m.weight_mask",
        _R + "R.ln_structured(m, 'weight', 1, n=1, dim=1); R.ln_structured(m, 'weight', 1, n=1, dim=1); "
        "R.custom_from_mask(m, 'weight', torch.ones(2, 3)); "
        "[m.weight_mask, len(next(iter(m._forward_pre_hooks.values())))]",
        _R + "R.l1_unstructured(m, 'weight', 2); w = m.weight_orig; R.remove(m, 'weight'); "
        "[m.weight, m.weight is w, list(m.state_dict()), R.is_pruned(m)]",
        _R + "[R.is_pruned(m), R.is_pruned(nn.Sequential(R.identity(m, 'bias')))]",
        _R + "R.global_unstructured([(m, 'weight'), (m, 'bias')], R.L1Unstructured, amount=3); "
        "[m.weight_mask, m.bias_mask]",
        _R + "R.global_unstructured(((m, 'weight'), (m, 'bias')), R.RandomUnstructured, amount=0.5); "
        "[m.weight_mask, m.bias_mask]",
        _R + "R.L1Unstructured(2).prune(torch.tensor([1.0, -3.0, 2.0]))",
        _R + "R.L1Unstructured(1).prune(torch.tensor([1.0, -3.0, 2.0]), default_mask=torch.tensor([1.0, 1.0, 0.0]))",
        _R + "R.l1_unstructured(m, 'weight', 7)",
        _R
        + "R.l1_unstructured(m, 'weight', 7) if 'weight_orig' in dict(m.named_parameters()) else list(m.state_dict())",
        _R + "R.l1_unstructured(m, 'weight', 1.5)",
        _R + "R.l1_unstructured(m, 'weight', -1)",
        _R + "R.l1_unstructured(m, 'weight', 'a')",
        _R + "R.l1_unstructured(m, 'weight', 1, importance_scores=torch.ones(2))",
        _R + "R.l1_unstructured(m, 'none', 1)",
        _R + "R.remove(m, 'weight')",
        _R + "R.ln_structured(m, 'bias', 1, n=2, dim=0)",
        _R + "R.ln_structured(m, 'weight', 1, n=2, dim=5)",
        _R + "R.ln_structured(m, 'weight', 9, n=2, dim=0)",
        _R + "R.global_unstructured([(m, 'weight')], R.LnStructured, amount=3, n=2)",
        _R + "R.global_unstructured(3, R.L1Unstructured, amount=3)",
        _R + "R.global_unstructured([(m, 'weight')], R.L1Unstructured, importance_scores=3, amount=3)",
        _R + "R.PruningContainer(3)",
        _R + "R.PruningContainer().add_pruning_method(3)",
    ],
}
