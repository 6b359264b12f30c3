"""Cases of borch/nn/functional/softmax.py and borch/nn/modules/softmax.py."""

CASES = {
    "softmax": [
        "F.softmax(d(3, 4), 1)",
        "F.softmax(d(3, 4), dim=0)",
        "F.softmax(d(4))",
        "F.softmax(d(3, 4))",
        "F.softmax(d(2, 3, 4))",
        "F.softmax(d(2, 3, 4, 2))",
        "F.softmax(d())",
        "F.softmax(i(3), 0, dtype=torch.float64)",
        "F.softmax(f(3), 0, dtype=torch.float64)",
        "F.softmax(i(3), 0)",
        "F.softmax(f(3), 1)",
        "F.softmax(1, 0)",
    ],
    "softmin": [
        "F.softmin(d(3, 4), 1)",
        "F.softmin(d(3, 4))",
        "F.softmin(d(2, 3, 4))",
        "F.softmin(i(3), 0, dtype=torch.float64)",
    ],
    "log_softmax": [
        "F.log_softmax(d(3, 4), 1)",
        "F.log_softmax(d(3, 4))",
        "F.log_softmax(d(2, 3, 4))",
        "F.log_softmax(i(3), 0, dtype=torch.float64)",
        "F.log_softmax(f(3), -2)",
    ],
    "gumbel_softmax": [
        "torch.manual_seed(1); F.gumbel_softmax(d(3, 4))",
        ("torch.manual_seed(1); F.gumbel_softmax(f(3, 4), tau=0.3)", {"rtol": 1e-4}),
        "torch.manual_seed(1); F.gumbel_softmax(d(3, 4), hard=True)",
        "torch.manual_seed(1); F.gumbel_softmax(d(3, 4), hard=True, dim=0)",
        "torch.manual_seed(1); F.gumbel_softmax(f(3, 4), eps=1.0)",
    ],
    "modules": [
        "nn.Softmax(1)(d(3, 4))",
        "nn.Softmax()(d(3, 4))",
        "nn.Softmin(0)(d(3, 4))",
        "nn.LogSoftmax(-1)(d(3, 4))",
        "nn.Softmax2d()(d(2, 3, 2, 2))",
        "nn.Softmax2d()(d(3, 2, 2))",
        "nn.Softmax2d()(d(3, 2))",
        "[nn.Softmax(1), nn.Softmin(), nn.LogSoftmax(2), nn.Softmax2d()]",
        "import copy, pickle; [[copy.deepcopy(m), pickle.loads(pickle.dumps(m)).dim] for m in (nn.Softmax(1), nn.Softmin(0), nn.LogSoftmax(2))]",
    ],
}
