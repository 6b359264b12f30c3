"""Cases of borch/optim/lr_scheduler/ and borch/optim/swa_utils.py: rates and options over steps, states, refusals."""

# ruff: noqa: E501 - a case stays on one line

_GROUPS = "[{'params': [f(2)], 'lr': 0.1}, {'params': [f(3)], 'lr': 0.3}]"
_START = f"o = torch.optim.SGD({_GROUPS}, lr=0.1, momentum=0.9); L = torch.optim.lr_scheduler; "
_ADAM = f"o = torch.optim.Adam({_GROUPS}, lr=0.1); L = torch.optim.lr_scheduler; "
_OPTIONS = "[{k: v for k, v in g.items() if k != 'params'} for g in o.param_groups]"


def rates(make, count=12, start=_START):
    """The rates of `count` steps, the scheduler's state, and the groups' options."""
    return (
        f"{start}s = L.{make}; r = [s.get_last_lr()]; [(o.step(), s.step(), r.append(s.get_last_lr())) for _ in "
        f"range({count})]; [r, s.state_dict(), {_OPTIONS}]"
    )


def resumed(make, before=4, after=6, start=_START):
    """Steps, then a fresh scheduler on the same optimizer that takes over the state, then more steps."""
    return (
        f"{start}s = L.{make}; [(o.step(), s.step()) for _ in range({before})]; state, options = s.state_dict(), o.state_dict(); "
        f"s = L.{make}; o.load_state_dict(options); s.load_state_dict(state); r = [s.get_last_lr()]; "
        f"[(o.step(), s.step(), r.append(s.get_last_lr())) for _ in range({after})]; [r, s.state_dict(), {_OPTIONS}]"
    )


def continued(make, epoch):
    """A scheduler that is built with last_epoch, on groups that have their initial_lr."""
    return (
        "o = torch.optim.SGD([{'params': [f(2)], 'initial_lr': 0.1}, {'params': [f(3)], 'initial_lr': 0.3, 'lr': 0.2}], lr=0.05, momentum=0.9); "
        f"L = torch.optim.lr_scheduler; s = L.{make[:-1]}, last_epoch={epoch}); r = [s.get_last_lr()]; "
        f"[(o.step(), s.step(), r.append(s.get_last_lr())) for _ in range(5)]; [r, s.state_dict(), {_OPTIONS}]"
    )


def jumped(make, *epochs):
    """Steps with torch's deprecated epoch argument."""
    return (
        f"{_START}s = L.{make}; r = [(o.step(), s.step(e), s.get_last_lr())[2] for e in {epochs}]; [r, s.state_dict()]"
    )


def by_tensor(make):
    """A rate that is a tensor is filled in place, and the states hold tensors."""
    return (
        "o = torch.optim.SGD([f(2)], lr=torch.tensor(0.1, dtype=torch.float64)); L = torch.optim.lr_scheduler; "
        f"lr = o.param_groups[0]['lr']; s = L.{make}; r = [s.get_last_lr()]; "
        f"[(o.step(), s.step(), r.append(s.get_last_lr())) for _ in range(4)]; [r, lr, lr is o.param_groups[0]['lr'], s.base_lrs, str(o)]"
    )


def warned(make, *lines, start=_START):
    """What is warned of while `lines` run."""
    body = ", ".join(lines)
    return (
        f"import warnings; {start}s = L.{make}; w = warnings.catch_warnings(record=True); log = w.__enter__(); "
        f"warnings.simplefilter('always'); [{body}]; w.__exit__(None, None, None); [(x.category.__name__, str(x.message)) for x in log]"
    )


def plateau(options, losses, start=_START):
    return (
        f"{start}s = L.ReduceLROnPlateau(o{options}); r = [s.get_last_lr()]; "
        f"[(s.step(v), r.append(s.get_last_lr())) for v in {losses}]; [r, s.state_dict()]"
    )


def every(make, *more):
    """The cases that every scheduler with a plan has."""
    return [
        rates(make), *(rates(other) for other in more), resumed(make), *(resumed(other) for other in more[:1]),
        *(continued(make, epoch) for epoch in (0, 1, 3, 4)), jumped(make, 0, 3, 7, 2), by_tensor(make),
        warned(make, "s.step()", "s.step()"), warned(make, "s.get_lr()"), warned(make, "o.step()", "s.step(3)"),
    ]  # fmt: skip


def refused(*makes, start=_START):
    return [f"{start}L.{make}" for make in makes]


_FALLING = [1.0, 0.9, 0.9, 0.9, 0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.49999, 0.49, 0.6, float("nan") and 0.6]
_HALVES = (
    "CALL = type('Halves', (), {'__init__': lambda s: setattr(s, 'base', 0.5), '__call__': lambda s, e: s.base ** e}); "
)

CASES = {
    "LambdaLR": [
        *every("LambdaLR(o, lambda e: 0.9 ** e)", "LambdaLR(o, [lambda e: 0.9 ** e, lambda e: 1 / (e + 1)])"),
        _HALVES + rates("LambdaLR(o, CALL())"),
        _HALVES + _START + "c = CALL(); s = L.LambdaLR(o, [c, lambda e: 1]); d = s.state_dict(); c.base = 0.1; s.load_state_dict(d); [d, c.base]",
        *refused("LambdaLR(o, [lambda e: 1])"),
    ],
    "MultiplicativeLR": [
        *every("MultiplicativeLR(o, lambda e: 0.9)", "MultiplicativeLR(o, [lambda e: 0.9, lambda e: 1 / (e + 1)])"),
        *refused("MultiplicativeLR(o, [lambda e: 1])"),
    ],
    "StepLR": [
        *every("StepLR(o, 3)", "StepLR(o, step_size=2, gamma=0.5)"),
        *refused("StepLR(1, 2)", "StepLR(o, 2, last_epoch=3)", "LRScheduler(o)", "StepLR(o, 2, verbose=True)"),
    ],
    "MultiStepLR": every("MultiStepLR(o, [2, 4, 4, 9])", "MultiStepLR(o, [5, 2], gamma=0.5)"),
    "ConstantLR": [
        *every("ConstantLR(o)", "ConstantLR(o, factor=0.5, total_iters=2)"),
        *refused("ConstantLR(o, factor=2.0)", "ConstantLR(o, factor=-0.1)"),
    ],
    "LinearLR": [
        *every("LinearLR(o)", "LinearLR(o, start_factor=0.5, end_factor=0.1, total_iters=7)"),
        *refused("LinearLR(o, start_factor=0)", "LinearLR(o, start_factor=2.0)", "LinearLR(o, end_factor=1.5)", "LinearLR(o, end_factor=-1.0)"),
    ],
    "ExponentialLR": every("ExponentialLR(o, 0.9)", "ExponentialLR(o, gamma=0.5)"),
    "PolynomialLR": every("PolynomialLR(o)", "PolynomialLR(o, total_iters=9, power=2.5)"),
    "CosineAnnealingLR": every("CosineAnnealingLR(o, 5)", "CosineAnnealingLR(o, T_max=4, eta_min=0.01)"),
    "CosineAnnealingWarmRestarts": [
        *every("CosineAnnealingWarmRestarts(o, 3)", "CosineAnnealingWarmRestarts(o, 2, T_mult=2, eta_min=0.01)"),
        *(continued("CosineAnnealingWarmRestarts(o, 2, T_mult=2)", epoch) for epoch in (4, 9)),
        jumped("CosineAnnealingWarmRestarts(o, 2, 2)", 0, 0.5, 1.75, 3.7, 9, 2, 30.25),
        *refused(
            "CosineAnnealingWarmRestarts(o, 0)", "CosineAnnealingWarmRestarts(o, 1.5)", "CosineAnnealingWarmRestarts(o, 2, T_mult=0)",
            "CosineAnnealingWarmRestarts(o, 2, T_mult=1.5)", "CosineAnnealingWarmRestarts(o, 2, eta_min='a')", "CosineAnnealingWarmRestarts(o, 2).step(-1)",
        ),
    ],
    "CyclicLR": [
        *every(
            "CyclicLR(o, 0.01, 0.1, step_size_up=3)", "CyclicLR(o, [0.01, 0.02], [0.1, 0.4], 2, 4, mode='triangular2')",
            "CyclicLR(o, 0.01, 0.1, 2, mode='exp_range', gamma=0.9, cycle_momentum=False)",
            "CyclicLR(o, 0.01, 0.1, 2, scale_fn=lambda x: 1 / x)", "CyclicLR(o, 0.01, 0.1, 2, scale_fn=lambda x: 0.9 ** x, scale_mode='iterations')",
            "CyclicLR(o, 0.01, 0.1, 2.5, base_momentum=0.5, max_momentum=[0.7, 0.8])",
        )[:-4],
        rates("CyclicLR(o, 0.01, 0.1, step_size_up=3)", start=_ADAM),
        resumed("CyclicLR(o, 0.01, 0.1, step_size_up=3, mode='exp_range', gamma=0.9)", start=_ADAM),
        by_tensor("CyclicLR(o, 0.01, 0.1, 2, cycle_momentum=False)"),
        _HALVES + rates("CyclicLR(o, 0.01, 0.1, 2, scale_fn=CALL())"),
        *refused(
            "CyclicLR(o, 0.1, 0.2, mode='x')", "CyclicLR(o, [0.1], 0.2)", "CyclicLR(o, 0.1, [0.2])", "CyclicLR(1, 0.1, 0.2)",
            "CyclicLR(torch.optim.Adagrad([f(2)]), 0.1, 0.2)", "CyclicLR(o, 0.1, 0.2, max_momentum=[0.1])",
        ),
    ],
    "OneCycleLR": [
        rates("OneCycleLR(o, 0.5, total_steps=13)"),
        rates("OneCycleLR(o, [0.5, 0.7], epochs=3, steps_per_epoch=5, pct_start=0.5, anneal_strategy='linear')"),
        rates("OneCycleLR(o, 0.5, total_steps=20, three_phase=True, div_factor=10, final_div_factor=100.0)", 20),
        rates("OneCycleLR(o, 0.5, total_steps=12, cycle_momentum=False)"),
        rates("OneCycleLR(o, 0.5, total_steps=12, base_momentum=0.5, max_momentum=[0.7, 0.8])"),
        rates("OneCycleLR(o, 0.5, total_steps=12)", start=_ADAM),
        resumed("OneCycleLR(o, 0.5, total_steps=12)"),
        resumed("OneCycleLR(o, 0.5, total_steps=12, three_phase=True)", start=_ADAM),
        warned("OneCycleLR(o, 0.5, total_steps=12)", "s.step()"),
        *refused(
            "OneCycleLR(o, 0.1)", "OneCycleLR(o, 0.1, total_steps=0)", "OneCycleLR(o, 0.1, total_steps=1.5)", "OneCycleLR(o, 0.1, epochs=2)",
            "OneCycleLR(o, 0.1, epochs=0, steps_per_epoch=1)", "OneCycleLR(o, 0.1, epochs=1, steps_per_epoch=0)",
            "OneCycleLR(o, 0.1, total_steps=5, pct_start=2.0)", "OneCycleLR(o, 0.1, total_steps=5, pct_start=1)",
            "OneCycleLR(o, 0.1, total_steps=5, anneal_strategy='x')", "OneCycleLR(o, [0.1], total_steps=5)", "OneCycleLR(1, 0.1, total_steps=5)",
            "OneCycleLR(torch.optim.Adagrad([f(2)]), 0.1, total_steps=5)", "OneCycleLR(o, 0.1, total_steps=5, last_epoch=2)",
        ),
        _START + "s = L.OneCycleLR(o, 0.1, total_steps=2); [s.step() for _ in range(3)]",
    ],
    "ReduceLROnPlateau": [
        plateau("", [1.0] * 13),
        *(
            plateau(options, _FALLING)
            for options in (
                ", patience=2", ", patience=1, factor=0.5, cooldown=2", ", mode='max', patience=1", ", threshold_mode='abs', threshold=0.05, patience=0",
                ", mode='max', threshold_mode='abs', patience=2", ", patience=0, min_lr=0.01", ", patience=0, min_lr=[0.01, 0.2]", ", patience=0, eps=0.05",
            )
        ),
        plateau(", patience=0", [1.0, "float('nan')", "float('inf')", 0.5]).replace("'float", "float").replace(")'", ")").replace('"', ""),
        _START + "s = L.ReduceLROnPlateau(o, patience=0); [s.step(torch.tensor(v)) for v in (1.0, 2.0)]; s.state_dict()",
        _START + "s, t = L.ReduceLROnPlateau(o, patience=1), L.ReduceLROnPlateau(o, mode='max'); [s.step(v) for v in (1.0, 2.0)]; t.load_state_dict(s.state_dict()); [t.step(v) for v in (1.5, 0.5)]; [t.state_dict(), t.get_last_lr(), t.in_cooldown]",
        _START + "s = L.ReduceLROnPlateau(o, patience=0); o.add_param_group({'params': [f(4)]}); [s.step(v) for v in (1.0, 2.0)]; s.state_dict()",
        _START + "s = L.ReduceLROnPlateau(o, patience=0, min_lr=[0.0, 0.1]); o.add_param_group({'params': [f(4)]}); [s.step(v) for v in (1.0, 2.0)]",
        warned("ReduceLROnPlateau(o)", "s.step(1.0, 3)", "s.step(1.0)"),
        *refused(
            "ReduceLROnPlateau(o, factor=1.0)", "ReduceLROnPlateau(o, mode='x')", "ReduceLROnPlateau(o, threshold_mode='x')",
            "ReduceLROnPlateau(o, min_lr=[0.0])", "ReduceLROnPlateau(1)", "ReduceLROnPlateau(o).get_lr()",
        ),
    ],
    "SequentialLR": [
        rates("SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, 0.9)], [2])"),
        rates("SequentialLR(o, [L.LinearLR(o, total_iters=3), L.CosineAnnealingLR(o, 5), L.StepLR(o, 2)], milestones=[3, 8])"),
        rates("SequentialLR(o, [L.ConstantLR(o), L.CosineAnnealingWarmRestarts(o, 3)], [2])"),
        rates("SequentialLR(o, [L.SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, 0.9)], [2]), L.StepLR(o, 2)], [4])"),
        rates("SequentialLR(o, [L.LambdaLR(o, lambda e: 0.5 ** e), L.MultiplicativeLR(o, lambda e: 0.9), L.PolynomialLR(o)], [2, 4])"),
        rates("SequentialLR(o, [L.StepLR(o, 2)], [])"),
        resumed("SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, 0.9)], [2])"),
        resumed("SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, 0.9)], [6])"),
        warned("SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, 0.9)], [2])", "s.step()", "s.step()", "s.step()"),
        *refused(
            "SequentialLR(o, [], [])", "SequentialLR(o, [L.StepLR(o, 2)], [1])", "SequentialLR(o, [L.StepLR(o, 2), L.ReduceLROnPlateau(o)], [1])",
            "SequentialLR(o, [L.StepLR(o, 2), 1], [1])", "SequentialLR(o, [L.StepLR(o, 2), L.StepLR(torch.optim.SGD([f(2)]), 2)], [1])",
            "SequentialLR(o, [L.StepLR(o, 2)], []).get_lr()",
        ),
    ],
    "ChainedScheduler": [
        rates("ChainedScheduler([L.ConstantLR(o), L.ExponentialLR(o, 0.9)])"),
        rates("ChainedScheduler([L.StepLR(o, 2), L.CosineAnnealingLR(o, 5), L.LinearLR(o)], optimizer=o)"),
        rates("ChainedScheduler([L.SequentialLR(o, [L.ConstantLR(o), L.ExponentialLR(o, 0.9)], [2])])"),
        resumed("ChainedScheduler([L.ConstantLR(o), L.ExponentialLR(o, 0.9)])"),
        *refused(
            "ChainedScheduler([])", "ChainedScheduler([L.StepLR(o, 2), L.ReduceLROnPlateau(o)])", "ChainedScheduler([1])",
            "ChainedScheduler([L.StepLR(o, 2), L.StepLR(torch.optim.SGD([f(2)]), 2)])", "ChainedScheduler([L.StepLR(o, 2)], torch.optim.SGD([f(2)]))",
        ),
    ],
    "warnings": [
        warned("StepLR(o, 2)", "setattr(o, 'step', lambda: None)", "s.step()"),
        warned("StepLR(o, 2)", "o.step()", "s.step()", "s.step()"),
        warned("StepLR(o, 2)", "s.step()", "o.step()", "s.step()", start=_START + "o.step(); "),
        "torch.optim.lr_scheduler.EPOCH_DEPRECATION_WARNING",
        "sorted(torch.optim.lr_scheduler.__all__)",
    ],
    "SWALR": [
        *(
            rates(make, start=_START + "S = L; L = torch.optim.swa_utils; ")
            for make in (
                "SWALR(o, 0.05)", "SWALR(o, [0.05, 0.5], anneal_epochs=3)", "SWALR(o, 0.05, anneal_epochs=4, anneal_strategy='linear')",
                "SWALR(o, 0.05, anneal_epochs=0)", "SWALR(o, swa_lr=0.5, anneal_epochs=1)",
            )
        ),
        *refused(
            "SWALR(o, [0.05])", "SWALR(o, 0.05, anneal_strategy='x')", "SWALR(o, 0.05, anneal_epochs=-1)", "SWALR(o, 0.05, anneal_epochs=1.5)",
            start=_START + "L = torch.optim.swa_utils; ",
        ),
    ],
    "AveragedModel": [
        *(
            "torch.manual_seed(0); S = torch.optim.swa_utils; m = nn.Linear(3, 2); m.register_buffer('scale', torch.ones(2)); "
            f"m.register_buffer('count', torch.tensor(3)); a = S.AveragedModel(m{options}); o = torch.optim.SGD(m.parameters(), lr=0.5); x = n(8, 3); "
            "[(o.zero_grad(), m(x).pow(2).mean().backward(), o.step(), m.scale.mul_(0.5), m.count.add_(5), a.update_parameters(m)) for _ in range(4)]; "
            "[a.state_dict(), a(x), a.n_averaged, str(a)]"
            for options in (
                "", ", use_buffers=True", ", avg_fn=S.get_ema_avg_fn(0.9)", ", multi_avg_fn=S.get_ema_multi_avg_fn(0.9)",
                ", multi_avg_fn=S.get_ema_multi_avg_fn(0.9), use_buffers=True", ", avg_fn=S.get_swa_avg_fn()", ", device='cpu'",
                ", avg_fn=lambda a, c, k: a * k + c",
            )
        ),
        "S = torch.optim.swa_utils; m = nn.BatchNorm1d(3); m.eval(); S.update_bn([n(4, 3), [n(5, 3), 1]], m); [m.state_dict(), m.momentum, m.training]",
        "S = torch.optim.swa_utils; m = nn.Linear(3, 2); S.update_bn([1], m)",
        "S = torch.optim.swa_utils; S.AveragedModel(nn.Linear(2, 2), avg_fn=S.get_swa_avg_fn(), multi_avg_fn=S.get_swa_multi_avg_fn())",
        "torch.optim.swa_utils.get_ema_avg_fn(2.0)",
        "torch.optim.swa_utils.get_ema_multi_avg_fn(-0.5)",
        "sorted(torch.optim.swa_utils.__all__)",
    ],
}  # fmt: skip
