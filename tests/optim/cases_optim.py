"""Cases of borch/optim/: some steps on one small problem, then parameters and state."""

_STEPS = (
    "torch.manual_seed(0); m = nn.Linear(3, 2); x, y = n(8, 3), n(8, 2); "
    "o = torch.optim.{}; "
    "[(o.zero_grad(), F.mse_loss(m(x), y).backward(), o.step()) for _ in range({})]; "
    "[m.weight, m.bias]"
)
_P = "m.parameters()"


def steps(call, count=20):
    return _STEPS.format(call.replace("P", _P, 1), count)


CASES = {
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
        "x, y = f(3), f(2, 2); o = torch.optim.Adam([x, y], lr=0.1); [(o.zero_grad(), (x.sum() * y.sum()).backward(), o.step(), o.load_state_dict(o.state_dict())) for k in range(5)]; [x, y, o.state[x], o.state[y]]",
        "x, y = f(3), f(2, 2); o = torch.optim.Adam([x, y], lr=0.1); [(o.zero_grad(), (x.sum() * y.sum()).backward(), o.step(), o.state[x]['exp_avg'].zero_()) for k in range(5)]; [x, y]",
        "torch.optim.Adam([f(2)], lr=-1.0)",
        "torch.optim.Adam([f(2)], eps=-1.0)",
        "torch.optim.Adam([f(2)], betas=(1.0, 0.9))",
        "torch.optim.Adam([f(2)], betas=(0.9, -0.1))",
        "torch.optim.Adam([f(2)], weight_decay=-1.0)",
        "torch.optim.Adam([f(2)], foreach=True, fused=True)",
        "str(torch.optim.Adam([f(2)]))",
    ],
    "AdamW": [
        steps("AdamW(P, lr=0.05)"),
        steps("AdamW(P, lr=0.05, weight_decay=0.3, amsgrad=True)"),
        steps("AdamW(P, lr=0.05, maximize=True)", 5),
        "str(torch.optim.AdamW([f(2)]))",
    ],
    "state_dict": [
        "x = f(2); o = torch.optim.Adam([x]); x.sum().backward(); o.step(); o.state_dict()",
        "x = f(2); o = torch.optim.SGD([x], momentum=0.9); x.sum().backward(); o.step(); o.state_dict()",
        "x = f(2); o = torch.optim.SGD([x]); o.load_state_dict(torch.optim.SGD([f(2), f(3)]).state_dict())",
        "x = f(2); o = torch.optim.SGD([x]); o.load_state_dict(torch.optim.SGD([{'params': [f(2)]}, {'params': [f(2)]}]).state_dict())",
        "x, y = f(2), f(2); o = torch.optim.Adam([x]); x.sum().backward(); o.step(); p = torch.optim.Adam([y]); p.load_state_dict(o.state_dict()); (y * y).sum().backward(); p.step(); [y, p.state_dict()['state'][0]['step']]",
        "x = f(2); o = torch.optim.Adam([x], lr=0.1); [float(o.step(lambda: (o.zero_grad(), (x * x).sum().backward(), (x * x).sum())[2])) for _ in range(3)]",
    ],
}
