"""Cases of borch/nn/modules/module.py, hooks.py, state.py and container.py."""

_NET = "torch.manual_seed(0); m = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)); "

_LAYERS = [
    "AvgPool2d(2)",
    "AvgPool3d(2)",
    "MaxPool2d(2)",
    "AdaptiveAvgPool2d(2)",
    "LPPool2d(2,2)",
    "FractionalMaxPool2d(2,1)",
    "MaxUnpool2d(2)",
    "Conv1d(1,1,1)",
    "Conv2d(1,1,1)",
    "ConvTranspose2d(1,1,1)",
    "LazyConv2d(1,1)",
    "LazyConvTranspose1d(1,1)",
    "LazyBatchNorm1d()",
    "BatchNorm1d(2)",
    "InstanceNorm1d(2)",
    "CELU()",
    "ELU()",
    "Hardshrink()",
    "Hardsigmoid()",
    "Sigmoid()",
    "LogSigmoid()",
    "Softmin(0)",
    "GLU()",
    "CircularPad1d(1)",
    "ConstantPad2d(1,0.0)",
    "ReflectionPad1d(1)",
    "ReplicationPad3d(1)",
    "ZeroPad1d(1)",
    "Dropout(0.5)",
    "AlphaDropout(0.5)",
    "MSELoss()",
    "CrossEntropyLoss()",
    "RNN(1,1)",
    "LSTMCell(1,1)",
    "Embedding(2,2)",
    "LayerNorm(2)",
]

CASES = {
    "functions in the body of a class": [
        f"type('Net', (nn.Module,), {{'f': {f}, 'forward': lambda self, *args: self.f(*args)}})()({args})"
        for f, args in (
            ("torch.tanh", "torch.ones(2)"),
            ("torch.conv2d", "torch.ones(1, 1, 2, 2), torch.ones(1, 1, 1, 1)"),
            ("nn.functional.softplus", "torch.ones(2)"),
            ("torch.linalg.det", "torch.eye(2)"),
            ("torch.fft.fft", "torch.ones(2)"),
            ("lambda self, x: (type(self).__name__, x)", "torch.ones(2)"),
        )
    ],
    "insertions": [
        "from collections import OrderedDict; nn.Sequential(OrderedDict(a=nn.ReLU(), b=nn.Tanh())).insert(1, nn.GELU())",
        "nn.ModuleList([nn.ReLU(), nn.ReLU()]).insert(-1, nn.Tanh())",
        "l = nn.ModuleList([nn.ReLU()]); l.insert(5, nn.Tanh()); list(l._modules)",
        "s = nn.Sequential(nn.ReLU(), nn.Tanh()); s.insert(-1, nn.GELU()); s.insert(3, nn.ELU()); s",
    ],
    "assigned parameters": [
        "m = nn.Linear(2, 1); m.load_state_dict({'weight': nn.Parameter(torch.ones(1, 2), requires_grad=False)}, strict=False, assign=True); m.weight",
        "m = nn.Linear(2, 1); m.load_state_dict({'weight': torch.ones(1, 2, dtype=torch.int64)}, strict=False, assign=True)",
        "m = nn.Linear(2, 1).requires_grad_(False); m.load_state_dict({'weight': nn.Parameter(torch.ones(1, 2))}, strict=False, assign=True); m.weight",
    ],
    "state dict hooks by their names": [
        "m = nn.Linear(1, 1); m.register_state_dict_post_hook(lambda *a: {}); m.state_dict()",
        "m = nn.Linear(1, 1); m._register_state_dict_hook(lambda *a: {}); m.state_dict()",
        "m = nn.Linear(1, 1); h = lambda *a: None; m.register_state_dict_post_hook(h); m._register_state_dict_hook(h)",
    ],
    "hooks that are always called": [
        "class M(nn.Module):\n    def forward(self, x):\n        raise ValueError('b')\nm = M(); m.register_forward_hook(lambda *a: 1 / 0, always_call=True); m(f(2))",
        "class M(nn.Module):\n    def forward(self, x):\n        raise ValueError('b')\nimport warnings; m = M(); said = []; m.register_forward_hook(lambda *a: 1 / 0, always_call=True); m.register_forward_hook(lambda m, a, o: said.append(o), always_call=True)\nwith warnings.catch_warnings(record=True) as seen:\n    warnings.simplefilter('always')\n    try:\n        m(f(2))\n    except ValueError:\n        pass\n(said, [str(x.message) for x in seen])",
        "m = nn.ReLU(); said = []; m.register_forward_hook(lambda *a: 1 / 0); m.register_forward_hook(lambda m, a, o: said.append(o) or 7, always_call=True)\ntry:\n    m(torch.ones(1))\nexcept ZeroDivisionError:\n    pass\nsaid",
        "m = nn.ReLU(); said = []; m.register_forward_pre_hook(lambda m, a: 1 / 0); m.register_forward_hook(lambda m, a, o: said.append(o), always_call=True)\ntry:\n    m(torch.ones(1))\nexcept ZeroDivisionError:\n    pass\nsaid",
    ],
    "names in errors": [
        f"nn.{layer.partition('(')[0]}{call}" for layer in _LAYERS for call in ("(*range(20))", "(bogus=1)")
    ]
    + [f"nn.{layer}{call}" for layer in _LAYERS for call in ("()", "(*range(20))")]
    + [
        f"o = torch.optim.SGD([f(2)], lr=1.0); torch.optim.lr_scheduler.{name}(o)"
        for name in ("LambdaLR", "MultiplicativeLR", "StepLR")
    ],
    "no tensors": [
        f"nn.{layer}({value})"
        for layer in (
            "ConvTranspose1d(1,1,1)",
            "LayerNorm(2)",
            "RMSNorm(2)",
            "PReLU()",
            "Sigmoid()",
            "Tanh()",
            "ReflectionPad1d(1)",
        )
        for value in ("None", "1", "'x'")
    ]
    + [
        f"nn.{layer}({value})"
        for layer in (
            "Bilinear(1,1,1)",
            "KLDivLoss(reduction='sum')",
            "MultiLabelMarginLoss()",
            "MultiMarginLoss()",
            "SoftMarginLoss()",
            "NLLLoss()",
            "PoissonNLLLoss()",
            "HingeEmbeddingLoss()",
            "L1Loss()",
            "HuberLoss()",
        )
        for value in ("None, None", "1, 2")
    ],
    "constants": [f"nn.{layer.partition('(')[0]}.__constants__" for layer in _LAYERS if "Lazy" not in layer]
    + ["nn.Conv2d(1, 1, 1).transposed, vars(nn.ConvTranspose2d(1, 1, 1))['transposed']"],
    "deprecated classes": [
        f"import warnings; w = warnings.catch_warnings(record=True); seen = w.__enter__(); warnings.simplefilter('always'); "
        f"{line}; w.__exit__(); [(str(x.message), x.category.__name__) for x in seen]"
        for line in (
            "nn.Container(a=nn.ReLU())",
            "nn.NLLLoss2d()",
            "C = type('C', (nn.Container,), {}); C(a=nn.ReLU())",
            "import copy; copy.deepcopy(nn.NLLLoss2d(reduction='sum'))",
        )
    ],
    "blocks to override": [
        "class C(nn.Conv2d):\n    def _conv_forward(self, x, weight, bias):\n        return super()._conv_forward(x, weight * 2, bias)\n"
        "torch.manual_seed(0); C(1, 2, 2, padding=1, padding_mode='reflect')(f(1, 1, 4, 4))",
        (
            "class L(nn.TransformerEncoderLayer):\n    def _ff_block(self, x):\n        return x * 2\n"
            "torch.manual_seed(0); L(4, 2, 8, batch_first=True).eval()(f(1, 3, 4))",
            {"second": False},
        ),
        (
            "class L(nn.TransformerDecoderLayer):\n    def _mha_block(self, x, mem, *masks):\n        return x + mem\n"
            "torch.manual_seed(0); L(4, 2, 8, dropout=0.0)(f(3, 1, 4), f(3, 1, 4))",
            {"second": False},
        ),
        (
            "torch.manual_seed(0); l = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0); l._sa_block(f(3, 1, 4), None, None)",
            {"second": False},
        ),
        "torch.manual_seed(0); m = torch.nn.modules.conv._ConvNd(2, 4, (3,), (1,), (1,), (1,), False, (0,), 2, True, 'zeros'); [m, m.weight, m.bias]",
        "s = nn.Sequential(nn.ReLU(), nn.Tanh()); s *= 2; s",
        "s = nn.Sequential(nn.ReLU()); s *= 0",
    ],
    "kinds of hooks": [
        "m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda *a: None); y = m(n(1, 2)); [str(y).split('grad_fn')[1], y.grad_fn.name()]",
        "m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda *a: None); m.register_backward_hook(lambda *a: None)",
        "m = nn.Linear(2, 2); _ = m.register_backward_hook(lambda *a: None); m.register_full_backward_hook(lambda *a: None)",
        "m = nn.Linear(2, 2); a = m._is_full_backward_hook; _ = m.register_full_backward_hook(lambda *a: None); [a, m._is_full_backward_hook]",
        "import warnings; m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda *a: None); w = warnings.catch_warnings(record=True); seen = w.__enter__(); warnings.simplefilter('always'); m(f(1, 2).detach()).sum().backward(); w.__exit__(); [str(s.message) for s in seen]",
        "m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda *a: (f(1, 2),)); m(n(1, 2)).sum().backward()",
        "m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda *a: (None, None)); m(f(1, 2)).sum().backward()",
        "m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda *a: ()); m(f(1, 2)).sum().backward()",
        "m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda *a: 3); m(f(1, 2)).sum().backward()",
        "m = nn.Linear(2, 2); _ = m.register_full_backward_hook(lambda m, i, o: [i[0] * 2]); x = f(1, 2); m(x).sum().backward(); x.grad.sum() / m.weight.sum()",
        "import warnings; m = nn.Linear(2, 2); w = warnings.catch_warnings(record=True); seen = w.__enter__(); warnings.simplefilter('always'); d = m.state_dict(None, 'p.'); w.__exit__(); [list(d), [str(s.message) for s in seen]]",
    ],
    "wording": [
        "nn.Linear(1, 2).load_state_dict({'weight': torch.ones(2, 1).long(), 'bias': torch.ones(2)}, assign=True)",
        "nn.Sequential(nn.LazyLinear(2)).share_memory()",
        "nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2)).share_memory()",
        "nn.Module().add_module('a', nn.Parameter(torch.ones(1)))",
        "nn.Sequential(nn.ReLU()).set_submodule('0', 3)",
        "nn.Module(3)",
        "nn.Module(3, 4)",
        "nn.ModuleDict([1])",
        "nn.ModuleDict([(1,)])",
        "nn.ModuleDict([('a', nn.ReLU()), ('b', nn.ReLU(), 3)])",
    ],
    "repr": [
        "x = f(3) * 1; x[0] = 1; str(x)",
        _NET + "m",
        _NET + "nn.ModuleList([m, nn.ReLU(), nn.ReLU()])",
        "nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Linear(1, 2)})",
        "nn.Sequential()",
        "nn.ModuleList()",
        "nn.ParameterList([torch.zeros(2), torch.zeros(3, 4, dtype=torch.float64)])",
        "nn.ParameterDict({'b': torch.zeros(2), 'a': torch.zeros(3)})",
        "nn.Parameter(torch.zeros(2))",
        "nn.Parameter(torch.zeros(2), requires_grad=False)",
        "nn.Module()",
    ],
    "names": [
        _NET + "[n for n, _ in m.named_parameters()]",
        _NET + "[n for n, _ in m.named_modules()]",
        "m = nn.Tanh(); m = nn.Sequential(m, nn.Sequential(m)); (len(list(m.modules())), len(list(m.modules(remove_duplicate=False))))",
        "m = nn.Sequential(nn.Tanh(), nn.ReLU()); (m.pop(key=0), m)",
        "torch.compile(nn.Tanh(), name='it', isolate_recompiles=True, backend=None)(torch.ones(2))",
        _NET + "[n for n, _ in m.named_children()]",
        _NET + "len(list(m.parameters()))",
        _NET + "list(m.state_dict())",
        _NET + "m.get_parameter('0.weight')",
        _NET + "m.get_submodule('2')",
        _NET + "m.get_submodule('5')",
        _NET + "m.get_parameter('0.wei')",
        "m = nn.Linear(2, 2); m.register_buffer('b', torch.ones(1)); m.register_buffer('c', torch.ones(1), persistent=False); [list(m.state_dict()), [n for n, _ in m.named_buffers()]]",
        "m = nn.Module(); m.register_buffer('a.b', torch.ones(1))",
        "m = nn.Module(); m.register_parameter('', None)",
        "m = nn.Module(); m.register_parameter('p', torch.ones(1))",
        "m = nn.Linear(2, 2); m.weight = 3",
        "m = nn.Linear(2, 2); m.weight = torch.ones(2, 2)",
        "m = nn.Sequential(nn.ReLU()); setattr(m, '0', 3)",
        "m = nn.Linear(2, 2); m.nothing",
        "m = nn.Linear(2, 2); m.add_module('x', 3)",
        "m = nn.Linear(2, 2); m.register_buffer('forward', torch.ones(1))",
        "nn.Module().forward(3)",
        "nn.Linear(2, 2, True, None, None, 5)",
    ],
    "state": [
        _NET + "m.load_state_dict(m.state_dict())",
        _NET + "m.load_state_dict({})",
        _NET + "m.load_state_dict({}, strict=False)",
        _NET + "s = m.state_dict(); s['x.y'] = torch.ones(1); m.load_state_dict(s)",
        _NET + "s = m.state_dict(); s['0.weight'] = torch.ones(1, 2); del s['2.bias']; m.load_state_dict(s)",
        _NET + "m.load_state_dict([1])",
        _NET
        + "k = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)); k.load_state_dict(m.state_dict()); [k[0].weight, k[2].bias]",
        _NET
        + "k = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)); k.load_state_dict(m.state_dict(), assign=True); [k[0].weight.requires_grad, k[2].bias]",
        _NET + "m.state_dict()._metadata",
        "m = nn.Linear(2, 1); s = m.state_dict(); [s['weight'].requires_grad, s['weight'].data_ptr() == m.weight.data_ptr()]",
    ],
    "hooks of the old kind": [
        *(
            f"seen = []; m = {module}; m.register_backward_hook(lambda k, i, o: seen.append([*i, *o])); y = m({arg}); "
            "y = y[0] if isinstance(y, (tuple, list)) else y; (y * n(*y.shape)).sum().backward(); seen"
            for module, arg in (
                ("nn.Linear(3, 4)", "f(2, 3)"),
                ("nn.Linear(3, 4)", "n(2, 3)"),
                ("nn.Linear(3, 4, bias=False)", "f(2, 3)"),
                ("nn.Linear(3, 4)", "f(2, 2, 3)"),
                ("nn.Linear(3, 4)", "f(3)"),
                ("nn.Conv2d(1, 2, 3)", "f(1, 1, 4, 4)"),
                ("nn.Conv2d(1, 2, 3, bias=False)", "n(1, 1, 4, 4)"),
                ("nn.BatchNorm1d(3)", "f(5, 3)"),
                ("nn.LayerNorm(3)", "f(2, 3)"),
                ("nn.GroupNorm(1, 3)", "f(2, 3)"),
                ("nn.MaxPool2d(2)", "f(1, 1, 4, 4)"),
                ("nn.ReLU(inplace=True)", "f(3) * 2"),
                ("nn.Embedding(3, 2)", "torch.tensor([1, 2])"),
                ("nn.Sequential(nn.Linear(3, 4), nn.Tanh())", "f(2, 3)"),
                ("nn.Identity()", "f(2)"),
                ("nn.AdaptiveMaxPool2d(2, return_indices=True)", "f(1, 1, 4, 4)"),
            )
        ),
        "m = nn.ReLU(); m.register_backward_hook(lambda k, i, o: (i[0].clamp(min=0),)); x = f(4); (m(x) * -2).sum().backward(); x.grad",
        "m = nn.Linear(3, 4); m.register_backward_hook(lambda k, i, o: (i[0] * 2, i[1] * 3, i[2] * 5)); x = f(2, 3); "
        "m(x).sum().backward(); [m.bias.grad, x.grad, m.weight.grad]",
        "m = nn.Linear(3, 4); m.register_backward_hook(lambda k, i, o: (i[0] * 2,)); x = f(2, 2, 3); "
        "m(x).sum().backward(); [m.bias.grad, x.grad, m.weight.grad]",
        "m = nn.Linear(3, 4); h = m.register_backward_hook(lambda k, i, o: 1 / 0); h.remove(); m(f(2, 3)).sum().backward()",
        "y = nn.Linear(3, 4)(f(2, 3)); seen = []; y.grad_fn.register_hook(lambda i, o: seen.extend([*i, *o])); y.sum().backward(); seen",
        *(
            f"import warnings; m = {module}; _ = m.register_backward_hook(lambda *a: None); "
            f"w = warnings.catch_warnings(record=True); seen = w.__enter__(); warnings.simplefilter('always'); _ = m({args}); "
            "_ = w.__exit__(); [(s.category.__name__, str(s.message)) for s in seen]"
            for module, args in (
                ("nn.Linear(3, 4)", "f(2, 3)"),
                ("nn.Sigmoid()", "f(2) * 2"),
                ("nn.Identity()", "f(2) * 2"),
                ("nn.LSTM(3, 2)", "f(1, 1, 3)"),
                ("nn.ReLU(inplace=True)", "f(2) * 2"),
                ("nn.Bilinear(2, 2, 1)", "f(1, 2), f(1, 2)"),
                ("nn.Linear(3, 4).requires_grad_(False)", "n(2, 3)"),
                ("nn.MultiheadAttention(2, 1)", "f(1, 1, 2), f(1, 1, 2), f(1, 1, 2)"),
                ("nn.AdaptiveMaxPool2d(2, return_indices=True)", "f(1, 1, 4, 4) * 2"),
            )
        ),
    ],
    "hooks": [
        _NET + "m.register_forward_hook(lambda k, i, o: o * 2); m(n(2, 3))",
        _NET + "m.register_forward_pre_hook(lambda k, i: (i[0] * 0,)); m(n(2, 3))",
        _NET + "h = m.register_forward_hook(lambda k, i, o: o * 2); h.remove(); m(n(2, 3))",
        _NET
        + "seen = []; m[0].register_full_backward_hook(lambda k, i, o: seen.extend([*i, *o])); m(f(2, 3)).sum().backward(); seen",
        _NET
        + "seen = []; m[0].register_full_backward_hook(lambda k, i, o: seen.extend([*i, *o])); m(n(2, 3)).sum().backward(); seen",
        _NET + "x = f(2, 3); m.register_full_backward_hook(lambda k, i, o: (i[0] * 3,)); m(x).sum().backward(); x.grad",
        _NET
        + "x = f(2, 3); m.register_full_backward_pre_hook(lambda k, o: (o[0] * 3,)); m(x).sum().backward(); x.grad",
        _NET
        + "seen = []; m.register_forward_hook(lambda k, a, kw, o: seen.append(sorted(kw)), with_kwargs=True); m(input=n(2, 3)); seen",
    ],
    "acts": [
        _NET + "m.double()[0].weight.dtype",
        _NET + "m.to(torch.float64)(d(2, 3))",
        _NET + "m.to(torch.int64)",
        _NET + "m.to('cuda')",
        _NET + "m.half()[0].bias.dtype",
        _NET + "m(f(2, 3)).sum().backward(); m.zero_grad(); m[0].weight.grad",
        _NET + "m(f(2, 3)).sum().backward(); m.zero_grad(set_to_none=False); m[0].weight.grad",
        _NET + "m.eval(); [k.training for k in m.modules()]",
        _NET + "m.train('yes')",
        _NET + "m.requires_grad_(False); [p.requires_grad for p in m.parameters()]",
        _NET + "seen = []; m.apply(lambda k: seen.append(type(k).__name__)); seen",
        _NET + "import copy; k = copy.deepcopy(m); [k[0].weight is m[0].weight, k[0].weight]",
        _NET + "import pickle; k = pickle.loads(pickle.dumps(m)); [k[0].weight.requires_grad, k[0].weight]",
        "m = nn.Linear(2, 2); m.tied = m.weight; [n for n, _ in m.named_parameters()]",
    ],
    "assigned again": [
        "m = nn.Linear(2, 2); m.weight = nn.Parameter(torch.ones(1, 2)); list(m.state_dict())",
        "m = nn.Sequential(nn.ReLU(), nn.Tanh()); m[0] = nn.SiLU(); m",
        "m = nn.Linear(2, 2); m.weight = None; m.weight = nn.Parameter(torch.ones(2)); list(m.state_dict())",
        "m = nn.Linear(2, 2); del m.weight; m.weight = nn.Parameter(torch.ones(2)); list(m.state_dict())",
        "m = nn.Linear(2, 2); m.weight = nn.ReLU()",
        "m = nn.Linear(2, 2); m.weight = nn.Buffer(torch.ones(2))",
        "m = nn.BatchNorm1d(2); m.running_mean = nn.Buffer(torch.ones(2)); list(m.state_dict())",
        "m = nn.BatchNorm1d(2); m.running_mean = torch.ones(2); list(m.state_dict())",
        "m = nn.BatchNorm1d(2); m.running_mean = nn.Parameter(torch.ones(2)); [list(m._parameters), list(m._buffers)]",
        "m = nn.BatchNorm1d(2); m.running_mean = nn.ReLU(); [list(m._modules), list(m._buffers)]",
        "m = nn.Sequential(nn.ReLU(), nn.Tanh()); m.register_parameter('p', None); m.q = nn.Parameter(torch.ones(1)); m.p = nn.Parameter(torch.ones(2)); list(m.state_dict())",
    ],
    "compile": [
        _NET + "torch.compile(m, backend='eager')",
        _NET
        + "c = torch.compile(m, backend='eager'); [type(c).__name__, isinstance(c, nn.Module), isinstance(c, nn.Sequential), c._orig_mod is m, c.training]",
        _NET + "list(torch.compile(m, backend='eager').state_dict())",
        _NET
        + "c = torch.compile(m, backend='eager'); [[n for n, _ in c.named_modules()], [n for n, _ in c.named_children()], c.get_submodule('_orig_mod.0')]",
        _NET + "torch.compile(m, backend='eager')(f(2, 3))",
        _NET
        + "c = torch.compile(m, backend='eager'); [c.eval() is c, m.training, c.train() is c, m.training, c.half() is c, m[0].weight.dtype]",
        _NET + "c = torch.compile(m, backend='eager'); [len(c), c.load_state_dict(c.state_dict())]",
        _NET + "torch.compile(m, backend='eager').load_state_dict(m.state_dict())",
        _NET + "torch.compile(m, backend='eager')[0]",
        _NET + "list(torch.compile(m, backend='eager'))",
        _NET
        + "import copy; c = torch.compile(m, backend='eager'); k = copy.deepcopy(c); [type(k).__name__, k._orig_mod is m, list(k.state_dict())]",
        _NET
        + "c = torch.compile(m, backend='eager'); c.mark = 3; [m.mark, c.mark, 'mark' in c.__dict__, 'mark' in dir(c), c.nope]",
        "m = nn.Linear(2, 2); c = torch.compile(m, backend='eager'); del c.bias; [c.in_features, hasattr(m, 'bias'), len(c)]",
        "m = nn.Linear(2, 2); c = torch.compile(m, backend='eager'); c.weight = nn.Parameter(torch.ones(1, 2)); [m.weight is c.weight, list(c.state_dict())]",
        "nn.Sequential(torch.compile(nn.Linear(2, 2), backend='eager'), nn.ReLU())",
        "m = nn.Linear(2, 2); torch.compile(m, disable=True) is m",
        "m = nn.Linear(2, 2); m.compile(backend='eager'); [type(m).__name__, list(m.state_dict())]",
        "torch.compile(lambda x: x + 1, backend='eager')(f(3))",
        "torch.compile(backend='eager')(nn.Linear(2, 2))",
        "torch.compile(nn.Linear(2, 2), backend='nope')",
        "torch.compile(nn.Linear(2, 2), mode='nope')",
        "torch.compile(nn.Linear(2, 2), mode='default', options={})",
        "torch.compile(3)",
    ],
    "containers": [
        "nn.Sequential(nn.ReLU)",
        "nn.Sequential(int)",
        "nn.Parameter([1.0])",
        "nn.Parameter(i(3))",
        _NET + "[m[0], m[-1], m[:2], len(m)]",
        _NET + "m[3]",
        _NET + "del m[1]; m",
        _NET + "m.append(nn.Tanh()); m.insert(0, nn.ReLU()); m",
        _NET + "m + nn.Sequential(nn.ReLU())",
        _NET + "m * 2",
        _NET + "m + 3",
        "m = nn.ModuleList([nn.ReLU()]); m.append(nn.Tanh()); m.extend([nn.ReLU()]); m.insert(0, nn.Tanh()); [len(m), m[1:], m.pop(0)]",
        "m = nn.ModuleList([nn.ReLU()]); m[1]",
        "m = nn.ModuleList([nn.ReLU()]); m.extend(3)",
        "m = nn.ModuleDict({'a': nn.ReLU()}); m['b'] = nn.Tanh(); m.update({'c': nn.ReLU()}); ['a' in m, list(m), m.pop('a'), len(m)]",
        "m = nn.ModuleDict(); m.update(3)",
        "p = nn.ParameterList([torch.ones(2)]); p.append(torch.zeros(1)); [len(p), p[-1], list(p.state_dict())]",
        "p = nn.ParameterDict({'a': torch.ones(2)}); p['b'] = torch.zeros(1); [len(p), list(p.keys()), list(p.state_dict()), 'a' in p]",
    ],
}
