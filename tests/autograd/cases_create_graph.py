"""Cases of create_graph=True: which gradients of an op that stands alone require one, and what those give."""

ONE = [
    "F.relu(x)", "F.relu6(x)", "F.hardtanh(x, -0.5, 0.5)", "F.threshold(x, 0.1, 2.0)", "F.leaky_relu(x)",
    "F.hardshrink(x)", "F.softshrink(x)", "F.rrelu(x, training=True)", "F.prelu(x, torch.tensor([0.25]))",
    "F.max_pool1d(x, 2)", "F.avg_pool1d(x, 2)", "F.adaptive_avg_pool1d(x, 3)", "F.adaptive_max_pool1d(x, 3)",
    "F.max_pool2d(x, 2)", "F.avg_pool2d(x, 2)", "F.adaptive_avg_pool2d(x, (1, 3))", "F.adaptive_max_pool2d(x, (1, 3))",
    "F.pad(x, (1, 2), 'reflect')", "F.pad(x, (1, 2), 'replicate')", "F.pad(x, (1, 2), 'circular')", "F.pad(x, (1, 2))",
    "F.interpolate(x, (3,), mode='area')", "F.interpolate(x, (3,), mode='nearest')", "torch.copysign(x, torch.ones(6))",
    "F.fractional_max_pool2d(x, 2, 2, _random_samples=torch.full((1, 2, 2), 0.3))", "F.elu(x)", "torch.abs(x)",
    "F.nll_loss(x[0], torch.tensor([1, 0]))", "F.cross_entropy(x[0], torch.tensor([1, 0]))", "torch.clamp(x, -0.5, 0.5)",
    "torch.maximum(x, torch.zeros(6))", "torch.where(x > 0, x, 0.0)", "x * 2", "x.sum(0)", "torch.sort(x)[0]",
]  # fmt: skip
SEVERAL = [
    "x, w, b_ = f(2, 3, 5), f(4, 3, 2), f(4)\ny = F.conv1d(x, w, b_)",
    "x, w, b_ = f(1, 3, 5, 5), f(2, 3, 2, 2), f(2)\ny = F.conv2d(x, w, b_)",
    "x, w, b_ = f(1, 3, 5), f(3, 2, 2), f(2)\ny = F.conv_transpose1d(x, w, b_)",
    "x, w, b_ = f(4, 3), f(3), f(3)\ny = F.batch_norm(x, None, None, w, b_, True)",
    "x, w, b_ = f(4, 3), f(3), f(3)\ny = F.batch_norm(x, torch.zeros(3), torch.ones(3), w, b_)",
    "x, w, b_ = f(4, 3), f(3), f(3)\ny = F.layer_norm(x, (3,), w, b_)",
    "x, w, b_ = f(4, 4), f(4), f(4)\ny = F.group_norm(x, 2, w, b_)",
    "x, w, b_ = f(4, 3), f(2, 3), f(2)\ny = F.linear(x, w, b_)",
    "x, w, b_ = f(1, 2, 3, 3), f(1, 2, 2, 2), f(1)\ny = F.grid_sample(x, w, mode='nearest', align_corners=False) + b_",
]
FLAGS = "\ng = torch.autograd.grad(y, (x, w, b_), torch.ones_like(y), create_graph=True)\n[t.requires_grad for t in g]"

CASES = {
    "flags": [
        (f"x = f(1, 2, 6)\ny = {op}\ng, = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)\ng.requires_grad", {"grad": False})
        for op in ONE
    ]
    + [(text + FLAGS, {"grad": False}) for text in SEVERAL],
    "zeros": [
        (f"x = f(1, 2, 6)\ny = {op}\ng, = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)\ntorch.autograd.grad(g.sum(), x)[0]", {"grad": False})
        for op in ONE[:14]
    ]
    + [
        (text + "\ng = torch.autograd.grad(y, b_, torch.ones_like(y), create_graph=True)[0]\ntorch.autograd.grad(g.sum(), x)[0]", {"grad": False})
        for text in SEVERAL[:4]
    ],
}  # fmt: skip
