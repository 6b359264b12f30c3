"""Cases of dtypes and shapes that torch's kernels refuse, and of in-place calls whose result does not fit."""

DTYPES = ("bool", "uint8", "int32", "int64", "float16", "bfloat16", "complex64")
CALLS = [
    "F.avg_pool1d(torch.ones(1, 2, 8, dtype=D), 2)", "F.avg_pool2d(torch.ones(1, 2, 4, 4, dtype=D), 2)",
    "F.avg_pool3d(torch.ones(1, 2, 4, 4, 4, dtype=D), 2)",
    "F.conv_transpose1d(torch.ones(1, 2, 8, dtype=D), torch.ones(2, 2, 2, dtype=D))",
    "F.conv_transpose3d(torch.ones(1, 2, 3, 3, 3, dtype=D), torch.ones(2, 2, 2, 2, 2, dtype=D))",
    "torch.native_group_norm(torch.ones(1, 2, 8, dtype=D), None, None, 1, 2, 8, 1, 1e-5)",
    "torch.unique(torch.ones(3, dtype=D))", "torch.unique(torch.ones(3, dtype=D), dim=0)",
    "torch.unique_consecutive(torch.ones(3, dtype=D))", "torch.searchsorted(torch.ones(3, dtype=D), torch.ones(3, dtype=D))",
    "torch.bucketize(torch.ones(3, dtype=D), torch.ones(3, dtype=D))", "torch.histogram(torch.ones(3, dtype=D), 3)",
    "torch.renorm(torch.ones(2, 2, dtype=D), 2, 0, 1.0)", "torch.linalg.vecdot(torch.ones(3, dtype=D), torch.ones(3, dtype=D))",
    "torch.linalg.vander(torch.ones(3, dtype=D))",
    "torch.cumulative_trapezoid(torch.ones(3, dtype=D), torch.ones(3, dtype=D))",
    "torch.index_reduce(torch.ones(3, dtype=D), 0, torch.tensor([0, 1, 2]), torch.ones(3, dtype=D), 'prod')",
    "torch.index_reduce(torch.ones(3, dtype=D), 0, torch.tensor([0, 1, 2]), torch.ones(3, dtype=D), 'amax', include_self=False)",
    "torch.scatter_reduce(torch.ones(3, dtype=D), 0, torch.tensor([0, 1, 2]), torch.ones(3, dtype=D), 'amin')",
    "torch.scatter_reduce(torch.ones(3, dtype=D), 0, torch.tensor([0, 1, 2]), torch.ones(3, dtype=D), 'mean')",
    "torch.linalg.cross(torch.ones(3, dtype=D), torch.ones(3, dtype=D))",
    "torch.clamp_max(torch.ones(3, dtype=D), torch.ones(3, dtype=D))",
    "torch.clamp(torch.ones(3, dtype=D), torch.ones(3, dtype=D), torch.ones(3, dtype=D))",
    "torch.linalg.det(torch.ones(2, 2, dtype=D))", "torch.linalg.svdvals(torch.ones(2, 2, dtype=D))",
    "torch.linalg.qr(torch.ones(2, 2, dtype=D))", "F.rrelu(torch.ones(2, dtype=D), training=True)",
    "F.interpolate(torch.ones(1, 1, 4, dtype=D), 3, mode='nearest')", "torch.mvlgamma(torch.full((2,), 1, dtype=D), 1)",
    "torch.gradient(torch.ones(3, dtype=D))", "torch.topk(torch.ones(3, dtype=D), 1)",
]  # fmt: skip
WITHOUT_SECOND = {"grad": False, "twins": False}

CASES = {
    "dtypes": [(call.replace("D)", f"torch.{d})").replace("D,", f"torch.{d},"), WITHOUT_SECOND) for call in CALLS for d in DTYPES],
    "in_place": [
        (text, WITHOUT_SECOND)
        for text in (
            "torch.zeros(1).addmm_(n(2, 3), n(3, 4))",
            "torch.zeros(1).addmv_(n(2, 3), n(3))",
            "torch.zeros(1).baddbmm_(n(2, 3, 4), n(2, 4, 5))",
            "torch.zeros(1).addr_(n(2), n(3))",
            "torch.zeros(1, 3).addr_(n(2), n(3))",
            "torch.zeros(1).addbmm_(n(2, 3, 4), n(2, 4, 5))",
            "x = torch.zeros(1, requires_grad=True)\ntorch.autograd.grad((x * 1).addbmm_(n(2, 3, 4), n(2, 4, 5)).sum(), x)",
            "x = d(3)\n(x * 1).acosh_().sum().backward()",
            "x = d(3)\n(x * 1).asinh_().sum().backward()",
            "x = d(3)\n(x * 1).arctanh_().sum().backward()",
            "(d(3) * 1).acosh_().grad_fn.name()",
        )
    ],
    "modules": [
        (text, WITHOUT_SECOND)
        for text in (
            "nn.RNN(3, 4, 1, 'tanh', 1)", "nn.LSTM(3, 4, 1, 1)", "nn.GRU(3, 4, 1, True, 0)", "nn.GRU(-1, 4)",
            "nn.LSTM(0, 4)", "nn.RNNCell(10, 20)(torch.zeros(3, 11, dtype=torch.float64), torch.zeros(3, 20))",
            "nn.HuberLoss(delta=1j)", "nn.BatchNorm1d(3, eps=-1.0).eval()(n(2, 3))", "nn.BatchNorm1d(3, eps=0.0)(n(2, 3))",
            "F.gaussian_nll_loss(n(4, 3), n(4, 3), torch.ones(1, 3))", "F.gaussian_nll_loss(n(4, 3), n(4, 3), torch.ones(2, 3))",
            "nn.LinearCrossEntropyLoss(3, 2, label_smoothing=2.0)",
            "F.linear_cross_entropy(n(2, 3), n(2, 3), n(2, 2), ignore_index=0)", "F.linear_cross_entropy(n(2, 3), n(2, 3), torch.tensor([0, 1]), linear_bias=n(3))",
            "nn.LinearCrossEntropyLoss(3, 2, weight=torch.ones(3))", "F.linear_cross_entropy(n(2, 3), n(2), n(2, 2))",
            "F.leaky_relu(torch.tensor(-2.0), 0.5)", "F.leaky_relu(torch.tensor(-2.0), 2.0)",
            "x = torch.tensor(0.3, requires_grad=True)\nF.binary_cross_entropy(x, torch.tensor(1.0)).backward()\nx.grad",
            "torch.optim.Adam([n(2)], betas=(0.9, torch.tensor(0.9)))",
            "torch.optim.Adam([n(2)], betas=(torch.tensor(0.9), torch.tensor(0.9)), foreach=True)",
            "torch.native_layer_norm(h(2, 4), (4,), None, None, 1e-5)",
            "torch.native_batch_norm(h(4, 2), None, None, None, None, True, 0.1, 1e-5)",
            "F.bilinear(torch.ones(2, 3, dtype=torch.int32), torch.ones(2, 3, dtype=torch.int32), torch.ones(1, 3, 3, dtype=torch.int32))",
        )
    ],
}  # fmt: skip
