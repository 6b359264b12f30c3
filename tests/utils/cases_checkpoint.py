"""Cases of borch/utils/checkpoint.py: values, gradients to second order, random state, refusals, both forms."""

# ruff: noqa: E501 - a case stays on one line

_C = "C = torch.utils.checkpoint.checkpoint; "
_BOTH = ("True", "False")


def both(text):
    """A backward by each form; the case names its leaf tensors x and w."""
    return [f"{_C}{text.replace('REENTRANT', f'use_reentrant={form}')}" for form in _BOTH]


def recorded(*texts):
    """Gradients by torch.autograd.grad, also of the second order, through the form that can."""
    return [_C + text.replace("REENTRANT", "use_reentrant=False") for text in texts]


def second_time(*bodies, options="", message=True):
    """A function that does the second body when it is computed again."""
    first, again = bodies
    text = (
        f"{_C}x = f(3); calls = []; o = C(lambda a: (calls.append(1), {first} if len(calls) == 1 else {again})[1], x, "
        f"use_reentrant=False{options}); o.sum().backward(); [len(calls), x.grad]"
    )
    return (text, {"message": message})


_MODEL = "torch.manual_seed(0); m = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Dropout(0.5), nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2)); "

CASES = {
    "backward": [
        *both("x = f(3); C(lambda a: (a * a).sin(), x, REENTRANT).sum().backward(); x.grad"),
        *both("x, w = f(3), f(3); C(lambda a, b: a * b.exp(), x, w, REENTRANT).sum().backward(); [x.grad, w.grad]"),
        *both("x, w = f(3), f(3); C(lambda a: a * w * a, x, REENTRANT).sum().backward(); [x.grad, w.grad]"),
        *both("x, y = f(3), n(3); r = C(lambda a, b: (a * b, a.exp(), b, 7, None), x, y, REENTRANT); (r[0].sum() + r[1].prod()).backward(); [x.grad, r[3], r[4], y.grad]"),
        *both("x = f(4, 3); r = C(lambda a: a.sort(dim=1), x, REENTRANT); (r[0] * torch.arange(3.0)).sum().backward(); x.grad"),
        *both("x = f(4, 3); C(lambda a: torch.cat([a, a * a]).softmax(1).mean(0), x, REENTRANT).pow(2).sum().backward(); x.grad"),
        *both("x = f(4, 3); C(lambda a: F.layer_norm(a, (3,)), x, REENTRANT).pow(3).sum().backward(); x.grad"),
        *both("x = f(2, 3); C(lambda a: a.mul(2).add_(1).mul_(a), x, REENTRANT).sum().backward(); x.grad"),
        *both("x = f(3); y = C(lambda a: a * a, x, REENTRANT); (C(lambda a: a.exp() * a, y, REENTRANT)).sum().backward(); x.grad"),
        *both("x = f(3); C(lambda a: C(lambda b: b * b, a, REENTRANT).sin(), x, REENTRANT).sum().backward(); x.grad"),
        *both("x = f(3); o = C(lambda a: a * a, x, REENTRANT); o.sum().backward(retain_graph=True); o.sum().backward(); x.grad"),
        *both("x = f(3); o = C(lambda a: a * a, x, REENTRANT); o.sum().backward(); o.sum().backward()"),
        *both("x = f(3); calls = []; o = C(lambda a: (calls.append(torch.is_grad_enabled()), a.exp())[1], x, REENTRANT); o.sum().backward(); calls"),
        *both(_MODEL + "x = f(5, 3); o = C(m, x, REENTRANT); o.pow(2).sum().backward(); [o.detach(), x.grad, [p.grad for p in m.parameters()], torch.rand(1)]"),
        *both(_MODEL + "x = f(5, 3); o = C(m[:3], x, REENTRANT, preserve_rng_state=False); torch.manual_seed(9); o.sum().backward(); [o.detach(), x.grad, torch.rand(1)]"),
        *both("x = f(3); r = []; torch.manual_seed(3); o = C(lambda a: (r.append(torch.rand(1)), a * a)[1], x, REENTRANT); torch.rand(5); o.sum().backward(); r + [torch.rand(1)]"),
    ],
    "grad_fn": [
        *both("x = f(3); C(lambda a: a * 2, x, REENTRANT)").__reversed__(),
        _C + "x = f(3); type(C(lambda a: a * 2, x, use_reentrant=True).grad_fn).__name__",
        *both("C(lambda a: a * 2, n(3), REENTRANT)"),
        *both("x = f(3); r = torch.no_grad().__enter__(); o = C(lambda a: a * 2, x, REENTRANT); torch.set_grad_enabled(True); o.requires_grad"),
        *recorded("x = f(3); C(lambda d: d['a'] * 2, {'a': x}, REENTRANT)", "x = f(3); C(lambda a, k=1: a * k, x, REENTRANT, k=3)"),
        "C = torch.utils.checkpoint.checkpoint; x = f(3); C(lambda d: d['a'] * 2, {'a': x}, use_reentrant=True).requires_grad",
    ],
    "grad": [
        *recorded(
            "C(lambda a: (a * a).sin(), d(3), REENTRANT)",
            "C(lambda a, b: (a @ b).tanh(), d(2, 3), d(3, 2), REENTRANT)",
            "x = d(3); C(lambda a: a.exp(), x * 2, REENTRANT) * x",
            "x = d(4, 3); C(lambda a: F.layer_norm(a, (3,)).cumsum(1), x, REENTRANT)",
            "x, w, b = d(2, 3), d(4, 3), d(4); C(lambda a: F.gelu(F.linear(a, w, b)), x, REENTRANT)",
            "x = d(2, 3); C(lambda a: C(lambda b: b * b, a.sin(), REENTRANT).cos(), x, REENTRANT)",
            "x = d(5); C(lambda a: a.sort()[0] * a.max(), x, REENTRANT)",
            "x = z(3); C(lambda a: a * a.conj().exp(), x, REENTRANT)",
        ),
        _C + "x = f(3); torch.autograd.grad(C(lambda a: a * a, x, use_reentrant=True).sum(), x)",
        _C + "x = f(3); C(lambda a: a * a, x, use_reentrant=True).sum().backward(inputs=[x])",
        _C + "x = f(3); C(lambda a: a.detach(), x, use_reentrant=True).sum().backward()",
    ],
    "second time": [
        second_time("a * a", "(a * a).sin()"),
        second_time("a * a", "a + 1", message=False),
        second_time("(a * a).sin()", "a * a", message=False),
        second_time("a * a", "a[:2] * a[:2]", message=False),
        second_time("a.exp()", "a.exp().double()", options=", determinism_check='none'"),
        second_time("a * a", "(a * a).sin()", options=", early_stop=False", message=False),
        _C + "x = f(3); y = x * 1; o = C(lambda a: a * a, y, use_reentrant=False); y.data.add_(1); o.sum().backward(); x.grad",
    ],
    "refused": [
        _C + "C(lambda a, k: a, f(3), use_reentrant=True, k=2)",
        _C + "C(lambda a: a, f(3), use_reentrant=True, context_fn=lambda: None)",
        _C + "C(lambda a: a, f(3), use_reentrant=True, debug=True)",
        _C + "C(lambda a: a, f(3), use_reentrant=False, determinism_check='x')",
        "torch.utils.checkpoint.detach_variable([n(2)])",
        *(
            f"import warnings; {_C}w = warnings.catch_warnings(record=True); log = w.__enter__(); warnings.simplefilter('always'); {call}; "
            "w.__exit__(None, None, None); [(x.category.__name__, str(x.message)) for x in log]"
            for call in (
                "C(lambda a: a, f(3))", "C(lambda a: a * 1, n(3), use_reentrant=True)", "C(lambda a: a * 1, n(3), use_reentrant=False)",
                "torch.utils.checkpoint.checkpoint_sequential([torch.exp, torch.sin], 2, f(3))",
            )
        ),
    ],
    "checkpoint_sequential": [
        *(
            _MODEL + f"x = f(5, 3); o = torch.utils.checkpoint.checkpoint_sequential({model}, {segments}, x, use_reentrant={form}{more}); "
            "o.pow(2).sum().backward(); [o.detach(), x.grad, [p.grad for p in m.parameters()], torch.rand(1)]"
            for form in _BOTH
            for model, segments, more in (("m", 2, ""), ("m", 1, ""), ("m", 6, ""), ("list(m)", 4, ""), ("m", 3, ", preserve_rng_state=True"))
        ),
        "torch.utils.checkpoint.checkpoint_sequential([torch.exp, torch.sin, torch.cos], 2, f(3), use_reentrant=False)",
        "torch.utils.checkpoint.checkpoint_sequential([torch.exp], 3, f(3), use_reentrant=False)",
        ("torch.utils.checkpoint.checkpoint_sequential([torch.exp], 0, f(3), use_reentrant=False)", {"message": False}),
        "torch.utils.checkpoint.checkpoint_sequential([torch.exp], 1, f(3), use_reentrant=False, k=1)",
    ],
}  # fmt: skip
