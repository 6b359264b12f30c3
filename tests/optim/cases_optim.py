"""Cases of borch/optim/: some steps on one small problem, then parameters and state."""

# ruff: noqa: E501 - a case stays on one line

_STEPS = (
    "torch.manual_seed(0); m = nn.Linear(3, 2); x, y = n(8, 3), n(8, 2); "
    "o = torch.optim.{}; "
    "[(o.zero_grad(), F.mse_loss(m(x), y).backward(), o.step()) for _ in range({})]; "
    "[m.weight, m.bias]"
)
_P = "m.parameters()"


def steps(call, count=20):
    return _STEPS.format(call.replace("P", _P, 1), count)


# The same with the state, on a matrix, a vector and a 0-dim parameter; one gradient is missing in the fourth step.
_STATES = (
    "w, b, s = d(4, 3), d(3), d(); x, y = d(6, 4, grad=False), d(6, 3, grad=False); "
    "o = torch.optim.{}; "
    "[(o.zero_grad(), F.mse_loss(torch.tanh(x @ w + (0 if k == 3 else b)) * s, y).backward(), o.step()) "
    "for k in range({})]; "
    "[w, b, s, o.state_dict()]"
)


def states(call, count=20):
    return _STATES.format(call.replace("P", "[w, b, s]", 1), count)


def saved(call):
    """Half of the steps by one optimizer, half by another that took over its state_dict."""
    make = "torch.optim." + call.replace("P", "[w, b]", 1)
    return (
        "w, b = d(4, 3), d(3); x, y = d(6, 4, grad=False), d(6, 3, grad=False); "
        f"o = {make}; p = {make}; "
        "step = lambda o: (o.zero_grad(), F.mse_loss(torch.tanh(x @ w + b), y).backward(), o.step()); "
        "[step(o) for _ in range(10)]; p.load_state_dict(o.state_dict()); [step(p) for _ in range(10)]; "
        "[w, b, p.state_dict()]"
    )


def minimized(call, count=3):
    """Steps of an optimizer that calls a closure, on Rosenbrock's valley."""
    return (
        "x = torch.tensor([-1.2, 1.0, 0.5], dtype=torch.float64, requires_grad=True); "
        "loss = lambda: (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum(); "
        f"o = torch.optim.{call}; "
        "closure = lambda: (o.zero_grad(), v := loss(), v.backward())[1]; "
        f"[[o.step(closure) for _ in range({count})], x, o.state_dict()]"
    )


_BOWL = "torch.log(1 + 20 * (x * x).sum() + torch.sin(4 * x).pow(2).sum())"
_WAVES = "(torch.cos(5 * x) + 0.1 * x * x + x.abs().sqrt()).sum()"


def complex_steps(call, count=8):
    return (
        f"x = c(3, grad=True); o = torch.optim.{call.replace('P', '[x]', 1)}; "
        "[(o.zero_grad(), (x * x.conj() + x).real.sum().backward(), o.step()) "
        f"for _ in range({count})]; [x, o.state_dict()]"
    )


def half_steps(call, kind="bf", count=5):
    make = {"bf": "bf(3, grad=True)", "h": "h(3, grad=True)"}[kind]
    return (
        f"x = {make}; o = torch.optim.{call.replace('P', '[x]', 1)}; "
        f"[(o.zero_grad(), (x * x).sum().backward(), o.step()) for _ in range({count})]; x"
    )


def refused(name, *options, params="[f(2)]"):
    return [f"torch.optim.{name}({params}, {text})" for text in options]


def common(name, lr, *options, refuse=()):
    """The cases every element by element algorithm has: its options, groups, dtypes, state both ways, and refusals."""
    first = f"{name}(P, lr={lr}"
    return [
        states(first + ")"),
        *(states(f"{first}, {text})") for text in options),
        steps(f"{name}(P, lr={lr})"),
        states(first + ", maximize=True)", 5),
        (states(first + ", foreach=True)"), {"rtol": 1e-7}),
        states(f"{name}(P)", 3),
        (states(f"{name}(P, lr=torch.tensor({lr}, dtype=torch.float64))"), {"rtol": 1e-7}),
        states(f"{name}([{{'params': [w]}}, {{'params': [b, s], 'lr': {lr} / 3}}], lr={lr})"),
        complex_steps(first + ")"),
        (half_steps(first + ")"), {"atol": 0.01}),
        half_steps(first + ")", "h"),
        saved(first + ")"),
        *(saved(f"{first}, {text})") for text in options[:1]),
        f"str(torch.optim.{name}([f(2)]))",
        f"torch.optim.{name}([f(2)]).state_dict()",
        *refused(name, "lr=-1.0", "lr=torch.tensor([0.1, 0.2])", *refuse),
        f"x = f(2); o = torch.optim.{name}([x], capturable=True); x.sum().backward(); o.step()",
    ]


CASES = {
    "steps as functions": [
        "p, g, m, v = ([n(3), d(2, 2, grad=False)] for _ in range(4)); v = [t.abs() for t in v]; w = [t * 2 for t in v]; "
        "s = [torch.tensor(1.0), torch.tensor(4.0)]; "
        f"torch.optim._functional.{name}(p, g, m, v, {w}, s, amsgrad={amsgrad}, beta1=0.9, beta2=0.99, lr=0.1, weight_decay={decay}, eps=1e-8, maximize={up}); [p, m, v, w, s]"
        for name in ("adam", "adamw")
        for w, amsgrad in (("[]", False), ("w", True))
        for decay, up in ((0.0, False), (0.1, True))
    ]
    + [
        "p, g, m = [n(3), d(2, 2, grad=False)], [n(3), d(2, 2, grad=False)], [n(3), None]; "
        f"torch.optim._functional.sgd(p, g, m, weight_decay=0.1, momentum=0.9, lr=0.1, dampening={damp}, nesterov={nesterov}, maximize=False); [p, m]"
        for damp, nesterov in ((0.0, False), (0.5, False), (0.0, True))
    ]
    + [
        "torch.optim._functional.sgd([f(2)], [n(2)], [None], weight_decay=0, momentum=0, lr=0.1, dampening=0, nesterov=False, maximize=False)",
        "torch.optim._functional.adam([n(2)], [n(2)], [n(2)], [n(2)], [], [1], amsgrad=False, beta1=0.9, beta2=0.99, lr=0.1, weight_decay=0, eps=1e-8, maximize=False)",
    ],
    "a parameter twice": [
        "import warnings; warnings.simplefilter('ignore'); p, q = f(2), f(3); [g['params'] for g in torch.optim.SGD([{'params': [p, q, p]}, {'params': [f(1)]}]).state_dict()['param_groups']]",
    ],
    "SGD": [
        steps("SGD(P, lr=0.1)"),
        steps("SGD(P, lr=0.1, momentum=0.9)"),
        steps("SGD(P, lr=0.1, momentum=0.9, dampening=0.2, weight_decay=0.05)"),
        steps("SGD(P, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01)"),
        steps("SGD(P, lr=0.01, maximize=True)", 5),
        steps("SGD(P, lr=0.01, maximize=True, weight_decay=0.1, momentum=0.5)", 5),
        steps("SGD(P, lr=torch.tensor(0.1))"),
        steps("SGD([{'params': [m.weight]}, {'params': [m.bias], 'lr': 0.5}], lr=0.1, foreach=False)"),
        "x = c(3, grad=True); o = torch.optim.SGD([x], lr=0.1, momentum=0.9); [(o.zero_grad(), (x * x.conj()).real.sum().backward(), o.step()) for _ in range(5)]; x",
        "x = bf(3, grad=True); o = torch.optim.SGD([x], lr=0.1, momentum=0.9); [(o.zero_grad(), (x * x).sum().backward(), o.step()) for _ in range(5)]; x",
        "torch.optim.SGD([f(2)], lr=-1)",
        "torch.optim.SGD([f(2)], lr=torch.tensor([0.1, 0.2]))",
        "torch.optim.SGD([f(2)], fused=True, differentiable=True)",
        "torch.optim.SGD([f(2)], lr=0.1, momentum=-1)",
        "torch.optim.SGD([f(2)], lr=0.1, weight_decay=-1)",
        "torch.optim.SGD([f(2)], lr=0.1, nesterov=True)",
        "torch.optim.SGD([], lr=0.1)",
        "torch.optim.SGD(f(2), lr=0.1)",
        "torch.optim.SGD([1.0], lr=0.1)",
        "torch.optim.SGD([f(2) * 2], lr=0.1)",
        "x = f(2); torch.optim.SGD([{'params': x}, {'params': x}], lr=0.1)",
        "str(torch.optim.SGD([f(2)], lr=0.1))",
    ],
    "Adam": [
        steps("Adam(P, lr=0.05)"),
        steps("Adam(P, lr=0.05, betas=(0.8, 0.95), eps=1e-3)"),
        steps("Adam(P, lr=0.05, weight_decay=0.1)"),
        steps("Adam(P, lr=0.05, amsgrad=True)"),
        steps("Adam(P, lr=0.05, maximize=True)", 5),
        steps("Adam(P, lr=torch.tensor(0.05))"),
        steps("Adam(P, lr=0.05, weight_decay=0.1, decoupled_weight_decay=True)"),
        "x = c(3, grad=True); o = torch.optim.Adam([x], lr=0.1); [(o.zero_grad(), (x * x.conj()).real.sum().backward(), o.step()) for _ in range(5)]; [x, o.state[x]['exp_avg_sq']]",
        "x, y = f(3), f(2, 2); o = torch.optim.Adam([x, y], lr=0.1); [(o.zero_grad(), (x.sum() * y.sum()).backward(), o.step()) for _ in range(5)]; [x, y, o.state[y]]",
        "x, y = f(3), f(2, 2); o = torch.optim.Adam([x, y], lr=0.1); [(o.zero_grad(), (x.sum() * y.sum() if k != 2 else x.sum()).backward(), o.step()) for k in range(5)]; [x, y, o.state[x], o.state[y]]",
        "x = f(); o = torch.optim.Adam([x], lr=0.1); [(o.zero_grad(), (x * x).backward(), o.step()) for _ in range(5)]; [x, o.state[x]]",
        "x, y = f(3), f(2, 2); o = torch.optim.Adam([x, y], lr=0.1); [(o.zero_grad(), (x.sum() * y.sum()).backward(), o.step(), o.load_state_dict(o.state_dict())) for k in range(5)]; [x, y, o.state[x], o.state[y]]",
        "x, y = f(3), f(2, 2); o = torch.optim.Adam([x, y], lr=0.1); [(o.zero_grad(), (x.sum() * y.sum()).backward(), o.step(), o.state[x]['exp_avg'].zero_()) for k in range(5)]; [x, y]",
        "torch.optim.Adam([f(2)], lr=-1.0)",
        "torch.optim.Adam([f(2)], eps=-1.0)",
        "torch.optim.Adam([f(2)], betas=(1.0, 0.9))",
        "torch.optim.Adam([f(2)], betas=(0.9, -0.1))",
        "torch.optim.Adam([f(2)], weight_decay=-1.0)",
        "torch.optim.Adam([f(2)], foreach=True, fused=True)",
        "torch.optim.Adam([f(2)], fused=True, differentiable=True)",
        "torch.optim.Adam([f(2)], lr=torch.tensor(0.1), foreach=True)",
        "torch.optim.Adam([f(2)], lr=torch.tensor([0.1, 0.2]))",
        "x = f(2); o = torch.optim.Adam([x], capturable=True); x.sum().backward(); o.step()",
        "str(torch.optim.Adam([f(2)]))",
    ],
    "AdamW": [
        steps("AdamW(P, lr=0.05)"),
        steps("AdamW(P, lr=0.05, weight_decay=0.3, amsgrad=True)"),
        steps("AdamW(P, lr=0.05, maximize=True)", 5),
        "str(torch.optim.AdamW([f(2)]))",
    ],
    "Adagrad": common(
        "Adagrad",
        0.1,
        "lr_decay=0.1",
        "weight_decay=0.1",
        "initial_accumulator_value=0.5",
        "eps=0.1",
        "fused=True",
        refuse=(
            "lr_decay=-1.0",
            "weight_decay=-1.0",
            "initial_accumulator_value=-1.0",
            "eps=-1.0",
            "foreach=True, fused=True",
            "fused=True, differentiable=True",
        ),
    ),
    "Adadelta": common(
        "Adadelta", 0.5, "rho=0.8", "weight_decay=0.1", "eps=0.001", refuse=("rho=1.5", "weight_decay=-1.0", "eps=-1.0")
    ),
    "Adamax": common(
        "Adamax",
        0.05,
        "betas=(0.8, 0.95)",
        "weight_decay=0.1",
        "eps=0.01",
        refuse=("betas=(1.0, 0.9)", "betas=(0.9, 1.0)", "weight_decay=-1.0", "eps=-1.0"),
    ),
    "NAdam": common(
        "NAdam",
        0.05,
        "betas=(0.8, 0.95)",
        "weight_decay=0.1",
        "weight_decay=0.1, decoupled_weight_decay=True",
        "eps=0.01",
        "momentum_decay=0.1",
        refuse=("betas=(1.0, 0.9)", "betas=(0.9, 1.0)", "weight_decay=-1.0", "eps=-1.0", "momentum_decay=-1.0"),
    ),
    "RAdam": common(
        "RAdam",
        0.05,
        "betas=(0.8, 0.95)",
        "weight_decay=0.1",
        "weight_decay=0.1, decoupled_weight_decay=True",
        "eps=0.01",
        refuse=("betas=(1.0, 0.9)", "betas=(0.9, 1.0)", "weight_decay=-1.0", "eps=-1.0"),
    ),
    "RMSprop": common(
        "RMSprop",
        0.02,
        "momentum=0.5, centered=True",
        "alpha=0.9",
        "weight_decay=0.1",
        "momentum=0.9",
        "centered=True",
        "eps=0.01",
        refuse=("alpha=-1.0", "momentum=-1.0", "weight_decay=-1.0", "eps=-1.0"),
    ),
    "Rprop": common(
        "Rprop",
        0.05,
        "etas=(0.3, 1.5)",
        "step_sizes=(0.01, 0.06)",
        refuse=("etas=(1.1, 1.2)", "etas=(0.5, 0.9)", "etas=(0.0, 1.2)"),
    ),
    "ASGD": common(
        "ASGD",
        0.1,
        "t0=5",
        "lambd=0.1, alpha=0.5",
        "weight_decay=0.1",
        "lambd=0.1, t0=0",
        "lambd=0.1, t0=5, weight_decay=0.1, foreach=True",
        refuse=("weight_decay=-1.0",),
    ),
    "LBFGS": [
        minimized("LBFGS([x], max_iter=12)", 1),
        minimized("LBFGS([x], lr=0.01)"),
        minimized("LBFGS([x], lr=torch.tensor(0.01, dtype=torch.float64))"),
        minimized("LBFGS([x], max_iter=4, history_size=2, lr=0.1)", 5),
        minimized("LBFGS([x], max_iter=1, lr=0.001)", 5),
        minimized("LBFGS([x], max_eval=3, lr=0.001)", 5),
        minimized("LBFGS([x], tolerance_change=0.5, lr=0.001)", 5),
        minimized("LBFGS([x], tolerance_grad=500.0)"),
        (minimized("LBFGS([x], line_search_fn='strong_wolfe', max_iter=12)", 1), {"rtol": 1e-6}),
        minimized("LBFGS([x], line_search_fn='strong_wolfe', max_iter=3)", 6),
        minimized("LBFGS([x], line_search_fn='strong_wolfe', max_iter=1)", 6),
        (minimized("LBFGS([x], line_search_fn='strong_wolfe', history_size=2, max_iter=10)"), {"rtol": 1e-6}),
        (minimized("LBFGS([x], line_search_fn='strong_wolfe', lr=5, max_iter=6)"), {"rtol": 1e-6}),
        minimized("LBFGS([x], line_search_fn='strong_wolfe', lr=100.0, max_iter=6)"),
        minimized("LBFGS([x], line_search_fn='strong_wolfe', lr=1e-4, max_iter=6)"),
        (
            "x = d(5); o = torch.optim.LBFGS([x], line_search_fn='strong_wolfe', max_iter=8); closure = lambda: (o.zero_grad(), v := (torch.cos(x) + 0.1 * x * x + torch.sin(3 * x) / 2).sum(), v.backward())[1]; [[o.step(closure) for _ in range(2)], x, o.state_dict()]",
            {"rtol": 1e-6},
        ),
        "x = d(5); o = torch.optim.LBFGS([x], line_search_fn='strong_wolfe', lr=8.0, max_iter=5); closure = lambda: (o.zero_grad(), v := (torch.cos(x) + 0.1 * x * x + torch.sin(3 * x) / 2).sum(), v.backward())[1]; [[o.step(closure) for _ in range(2)], x, o.state_dict()]",
        "x, y = d(3), d(2, 2); o = torch.optim.LBFGS([x, y], max_iter=4, line_search_fn='strong_wolfe'); closure = lambda: (o.zero_grad(), v := (x ** 4).sum() + (y ** 2).sum() * (x ** 2).sum(), v.backward())[1]; [o.step(closure), x, y]",
        "x, y = d(3), d(2, 2); o = torch.optim.LBFGS([x, y], max_iter=4, lr=0.1); closure = lambda: (o.zero_grad(), v := (x ** 4).sum(), v.backward())[1]; [o.step(closure), x, y]",
        "x = z(3); o = torch.optim.LBFGS([x], max_iter=4, lr=0.1); closure = lambda: (o.zero_grad(), v := (x * x.conj()).real.pow(2).sum(), v.backward())[1]; [o.step(closure), x, o.state_dict()]",
        "x = d(3); o = torch.optim.LBFGS([x], lr=0.1, max_iter=3); p = torch.optim.LBFGS([x], lr=0.1, max_iter=3); closure = lambda: (x.grad is None or x.grad.zero_(), v := (x ** 4).sum(), v.backward())[1]; o.step(closure); p.load_state_dict(o.state_dict()); [p.step(closure), x, p.state_dict()]",
        *(
            (
                f"x = torch.tensor({start}, dtype=torch.float64, requires_grad=True); loss = lambda: {loss}; "
                f"o = torch.optim.LBFGS([x], line_search_fn='strong_wolfe', lr={lr}, max_iter=8, max_eval=60); "
                "closure = lambda: (o.zero_grad(), v := loss(), v.backward())[1]; [o.step(closure), o.step(closure), x, o.state_dict()['state'][0]['func_evals']]",
                {"atol": 1e-6},
            )
            for lr, start, loss in (
                (4, [2.1, -0.6, -1.9], _BOWL),
                (4, [1.7, 2.3, 1.0], _BOWL),
                (2, [-0.2, -3.2, -0.5], _BOWL),
                (8, [2.6, -1.3, 1.8], _BOWL),
                (8, [3.4, -2.9, -3.3], _WAVES),
            )
        ),
        "x = d(3); o = torch.optim.LBFGS([x], max_iter=5); closure = lambda: (o.zero_grad(), v := 1e-6 * ((x - 3) ** 2).sum(), v.backward())[1]; [o.step(closure), x, o.state_dict()]",
        "torch.optim.LBFGS([{'params': [f(2)]}, {'params': [f(2)]}])",
        "x = f(2); o = torch.optim.LBFGS([x], line_search_fn='armijo'); o.step(lambda: (v := (x * x).sum(), v.backward())[0])",
        "torch.optim.LBFGS([f(2)]).step()",
        "str(torch.optim.LBFGS([f(2)]))",
        *refused("LBFGS", "lr=-1.0", "lr=torch.tensor([0.1, 0.2])"),
    ],
    "Adafactor": [
        states("Adafactor(P, lr=0.1)"),
        states("Adafactor(P)", 3),
        states("Adafactor(P, lr=0.1, beta2_decay=-0.5)"),
        states("Adafactor(P, lr=0.1, eps=(1e-3, 1e-2))"),
        states("Adafactor(P, lr=0.1, d=2.0)"),
        states("Adafactor(P, lr=0.1, weight_decay=0.1)"),
        states("Adafactor(P, lr=0.1, maximize=True)", 5),
        states("Adafactor(P, lr=0.1, foreach=True)"),
        states("Adafactor(P, lr=torch.tensor(0.1, dtype=torch.float64))"),
        "x = f(2, 3, 4); y = n(2, 3, 4); o = torch.optim.Adafactor([x], lr=0.2); [(o.zero_grad(), F.mse_loss(x, y).backward(), o.step()) for _ in range(20)]; [x, o.state_dict()]",
        half_steps("Adafactor(P, lr=0.1)"),
        half_steps("Adafactor(P, lr=0.1)", "h"),
        saved("Adafactor(P, lr=0.1)"),
        "x = c(3, grad=True); o = torch.optim.Adafactor([x]); x.real.sum().backward(); o.step()",
        "str(torch.optim.Adafactor([f(2)]))",
        *refused(
            "Adafactor",
            "lr=-1.0",
            "lr=torch.tensor([0.1, 0.2])",
            "beta2_decay=0.1",
            "eps=(-1.0, 0.1)",
            "eps=(0.1, -1.0)",
            "d=0.5",
            "weight_decay=-1.0",
        ),
    ],
    "Muon": [
        *(
            (
                f"x = f({shape}); y = n({shape}); o = torch.optim.Muon([x], lr=0.1{options}); "
                f"[(o.zero_grad(), F.mse_loss(x, y).backward(), o.step()) for _ in range({count})]; [x, o.state_dict()]",
                {"rtol": 0.01 * count**0.5},
            )
            for count in (1, 10)
            for shape, options in (
                ("4, 3", ""),
                ("3, 4", ""),
                ("5, 5", ", nesterov=False"),
                ("4, 2", ", momentum=0.5, weight_decay=0.5"),
                ("6, 3", ", adjust_lr_fn='match_rms_adamw'"),
                ("6, 3", ", adjust_lr_fn='original'"),
                ("2, 6", ", ns_steps=3, ns_coefficients=(2.0, -1.5, 0.5)"),
                ("3, 3", ", eps=10.0"),
            )
        ),
        "str(torch.optim.Muon([f(2, 2)]))",
        "x = d(2, 2); y = d(2, 2, grad=False); o = torch.optim.Muon([x], lr=torch.tensor(0.1), weight_decay=0.3); "
        "[((x * y).sum().backward(), o.step()) for _ in range(5)]; x",
        "x = c(2, 2, grad=True); o = torch.optim.Muon([x]); x.real.sum().backward(); o.step()",
        "x = f(2, 2); o = torch.optim.Muon([x], ns_steps=100); x.sum().backward(); o.step()",
        "x = f(2, 2); o = torch.optim.Muon([x], ns_coefficients=(1, 2)); x.sum().backward(); o.step()",
        *refused("Muon", "lr=0.1", "lr=-1.0", "momentum=-1.0", "weight_decay=-1.0", "adjust_lr_fn='x'"),
    ],
    "param_groups": [
        "o = torch.optim.SGD([('a', f(2)), ('b', f(3))]); o.state_dict()",
        "o = torch.optim.SGD(nn.Linear(2, 1).named_parameters()); o.state_dict()['param_groups'][0]['param_names']",
        "torch.optim.SGD([('a', f(2)), f(3)])",
        "o = torch.optim.SGD([('a', f(2))]); o.add_param_group({'params': [f(3)]})",
        "o = torch.optim.SGD([f(2)]); o.add_param_group({'params': [('a', f(3))]})",
        "o = torch.optim.SGD([f(2)]); o.add_param_group({'params': f(3), 'lr': 5, 'more': 1}); [str(o), o.state_dict()]",
        "o = torch.optim.SGD([f(2)]); o.add_param_group([1])",
        "o = torch.optim.SGD([f(2)]); o.add_param_group({'params': {f(2)}})",
        "x = f(2); o = torch.optim.SGD([x]); o.add_param_group({'params': [x]})",
        "torch.optim.SGD([{'param': [f(2)]}])",
        "torch.optim.SGD(5)",
        "torch.optim.SGD([[f(2)]])",
        "import warnings; x = f(2); w = warnings.catch_warnings(record=True); log = w.__enter__(); warnings.simplefilter('always'); torch.optim.SGD([x, x]); w.__exit__(None, None, None); [str(m.message) for m in log]",
        "o = torch.optim.SGD([('a', f(2))]); p = torch.optim.SGD([('b', f(2))]); p.load_state_dict(o.state_dict()); p.param_groups[0]['param_names']",
        "o = torch.optim.SGD([f(2)]); p = torch.optim.SGD([('b', f(2))]); p.load_state_dict(o.state_dict()); p.param_groups[0]['param_names']",
        "o = torch.optim.SGD([('a', f(2))]); p = torch.optim.SGD([f(2)]); p.load_state_dict(o.state_dict()); p.param_groups[0]['param_names']",
        "x, y = f(2), f(2); o = torch.optim.SGD([x, y]); x.sum().backward(); o.zero_grad(set_to_none=False); a = x.grad; o.zero_grad(); [a, x.grad, y.grad]",
        "o = torch.optim.Adam([f(2)]); o.load_state_dict({'param_groups': [{'params': [0], 'lr': 3}], 'state': {0: {'step': 3, 'exp_avg': d(2, grad=False)}}}); o.state_dict()",
        "o = torch.optim.SGD([f(2)]); o.load_state_dict({'param_groups': [{'params': [0], 'lr': 3}], 'state': {}}); o.state_dict()",
        "torch.optim.SGD([f(2)]).load_state_dict({})",
        "torch.optim.Adam([f(2)], betas=(0.9, torch.tensor(0.99)))",
        "import copy; x = f(2); o = torch.optim.SGD([x], momentum=0.9); x.sum().backward(); o.step(); p = copy.deepcopy(o); [p.state_dict(), p.param_groups[0]['params'][0] is x]",
        "import copy; x = f(2); o = torch.optim.Adam([x]); x.sum().backward(); o.step(); (x, o) = copy.deepcopy((x, o)); o.zero_grad(); (x * x).sum().backward(); o.step(); [x, o.state_dict()]",
    ],
    "hooks": [
        *(
            f"r = []; x = f(2); o = torch.optim.{make}; x.sum().backward(); "
            "h = [o.register_step_pre_hook(lambda o, a, k: r.append(('pre', len(a), a[0] is o, k, float(x[0])))), o.register_step_post_hook(lambda o, a, k: r.append(('post', len(a), a[0] is o, k, float(x[0]))))]; "
            "o.step(); [t.remove() for t in h]; o.step(); r"
            for make in ("SGD([x])", "Adam([x])", "RMSprop([x])", "NAdam([x])", "ASGD([x])")
        ),
        "r = []; x = f(2); o = torch.optim.SGD([x], lr=1.0); o.register_step_pre_hook(lambda o, a, k: ((o, lambda: r.append('new')), {})); o.step(lambda: r.append('old')); r",
        ("o = torch.optim.SGD([f(2)]); o.register_step_pre_hook(lambda o, a, k: 3); o.step()", {"message": False}),
        "r = []; o = torch.optim.SGD([f(2)]); o.register_state_dict_pre_hook(lambda o: r.append('pre')); o.register_state_dict_post_hook(lambda o, s: {**s, 'more': 1}); [sorted(o.state_dict()), r]",
        "r = []; o = torch.optim.SGD([f(2)]); s = o.state_dict(); o.register_load_state_dict_pre_hook(lambda o, s: r.append(sorted(s))); o.register_load_state_dict_post_hook(lambda o: r.append('post')); o.load_state_dict(s); r",
        "r = []; o = torch.optim.SGD([f(2)]); o.register_state_dict_pre_hook(lambda o: r.append(1)); o.register_state_dict_pre_hook(lambda o: r.append(2), prepend=True); o.state_dict(); r",
    ],
    "state_dict": [
        "x = f(2); o = torch.optim.Adam([x]); x.sum().backward(); o.step(); o.state_dict()",
        "x = f(2); o = torch.optim.SGD([x], momentum=0.9); x.sum().backward(); o.step(); o.state_dict()",
        "x = f(2); o = torch.optim.SGD([x]); o.load_state_dict(torch.optim.SGD([f(2), f(3)]).state_dict())",
        "x = f(2); o = torch.optim.SGD([x]); o.load_state_dict(torch.optim.SGD([{'params': [f(2)]}, {'params': [f(2)]}]).state_dict())",
        "x, y = f(2), f(2); o = torch.optim.Adam([x]); x.sum().backward(); o.step(); p = torch.optim.Adam([y]); p.load_state_dict(o.state_dict()); (y * y).sum().backward(); p.step(); [y, p.state_dict()['state'][0]['step']]",
        "x = f(2); o = torch.optim.Adam([x], lr=0.1); [float(o.step(lambda: (o.zero_grad(), (x * x).sum().backward(), (x * x).sum())[2])) for _ in range(3)]",
    ],
    "differentiable": [
        (
            f"w, s = d(3), d(3); p = w.clone(); o = torch.optim.{made}, differentiable=True); p.grad = s * w; o.step(); "
            "p.grad = s * s; o.step(); p * 1.0",
            {"second": False, "rtol": 1e-6},
        )
        for made in (
            "SGD([p], lr=0.1",
            "SGD([p], lr=0.1, momentum=0.9, weight_decay=0.1, nesterov=True",
            "Adam([p], lr=0.1",
            "AdamW([p], lr=0.1, weight_decay=0.1",
            "RMSprop([p], lr=0.1",
            "Adagrad([p], lr=0.1, lr_decay=0.1",
            "Adadelta([p], lr=0.1, weight_decay=0.1",
            "NAdam([p], lr=0.1, weight_decay=0.1",
            "RAdam([p], lr=0.1, betas=(0.5, 0.6)",
            "ASGD([p], lr=0.1",
            "SGD([p], lr=0.1, momentum=0.9, maximize=True",
        )
    ]
    + [
        (
            f"w, s = d(3), d(3); p = w.clone(); o = torch.optim.{made}, differentiable=True); p.grad = s * w; o.step(); "
            "p * 1.0",
            {"second": False, "rtol": 1e-6},
        )
        for made in (
            "Adam([p], lr=0.1, amsgrad=True, weight_decay=0.1, maximize=True",
            "Adamax([p], lr=0.1",
            "Rprop([p], lr=0.1",
            "RMSprop([p], lr=0.1, centered=True, momentum=0.9, weight_decay=0.1",
        )
    ]
    + [
        (
            f"w, s, lr = d(3), d(3), d(); p = w.clone(); o = torch.optim.{name}([p], lr=lr.abs(), differentiable=True); "
            "p.grad = s * w; o.step(); p * 1.0",
            {"second": False, "rtol": 1e-6},
        )
        for name in ("SGD", "Adam")
    ]
    + ["w, s = d(3), d(3); p = w.clone(); o = torch.optim.SGD([p], lr=0.1); p.grad = s; o.step()"],
    "options that a step refuses": [
        f"x = f(2, grad=True); o = torch.optim.{name}([x], foreach=True, differentiable=True); x.sum().backward(); o.step()"
        for name in ("Adadelta", "Adagrad", "Adam", "Adamax", "ASGD", "NAdam", "RAdam", "RMSprop", "Rprop")
    ]
    + [
        f"x = c(2, grad=True); o = torch.optim.{name}([x], fused=True); x.abs().sum().backward(); o.step()"
        for name in ("Adagrad", "Adam", "AdamW", "SGD")
    ]
    + ["x = f(2, grad=True); o = torch.optim.Rprop([x], differentiable=True); x.sum().backward(); o.step()"]
    + [
        f"x = c(2, grad=True); o = torch.optim.{name}([x], differentiable=True); x.abs().sum().backward(); o.step()"
        for name in (
            "Adadelta",
            "Adagrad",
            "Adam",
            "AdamW",
            "Adamax",
            "ASGD",
            "NAdam",
            "RAdam",
            "RMSprop",
            "Rprop",
            "SGD",
        )
    ]
    + [
        f"torch.optim.{name}([{groups}])"
        for name in ("SGD", "LBFGS")
        for groups in (
            "{'params': [d(2)]}, {'params': [d(2)], 'param_names': ['a']}",
            "{'params': [d(2)], 'param_names': ['a']}, {'params': [d(2)]}",
            "{'params': [d(2)], 'param_names': ['a']}, {'params': [('b', d(2))], 'lr': 0.1}",
        )
    ]
    + ["x = f(2); group = {'params': x}; torch.optim.SGD([group], lr=0.5); [group['lr'], len(group['params'])]"],
}
