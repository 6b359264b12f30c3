"""Cases of inputs at the edge: no axis, no element, positions named twice, more output padding than stride."""

CASES = {
    "scatter_reduce": [
        "torch.scatter_reduce(d(), 0, torch.tensor(0), d(), 'amax', include_self=False)",
        "torch.scatter_reduce(d(), 0, torch.tensor(0), d(), 'amin', include_self=True)",
        "torch.scatter_reduce(d(), 0, torch.tensor(0), d(), 'mean', include_self=False)",
        "torch.scatter_reduce(d(), 0, torch.tensor(0), d(), 'prod', include_self=True)",
        "torch.scatter_reduce(d(3), 0, torch.tensor([0, 0]), d(2), 'amax', include_self=False)",
        "torch.scatter_reduce(bf(3, grad=True), 0, torch.tensor([0, 0]), bf(2, grad=True), 'amax')",
        "torch.scatter_reduce(bf(grad=True), 0, torch.tensor(0), bf(grad=True), 'prod')",
    ],
    "index_reduce": [
        "torch.index_reduce(d(), 0, torch.tensor([0]), d(), 'amin')",
        "torch.index_reduce(d(), 0, torch.tensor([0]), d(), 'amin', include_self=False)",
        "torch.index_reduce(d(), 0, torch.tensor([0]), d(), 'mean')",
        "torch.index_reduce(d(), 0, torch.tensor([0]), d(), 'prod')",
        "torch.index_reduce(bf(3, grad=True), 0, torch.tensor([0, 2]), bf(2, grad=True), 'amax')",
        "torch.index_reduce(bf(3, grad=True), 0, torch.tensor([0, 2]), bf(2, grad=True), 'prod')",
    ],
    "index_fill": ["torch.index_fill(d(3, 5), -1, torch.tensor([0, 0, 1, 3, 3]), d())"],
    "as_strided_scatter": [
        "torch.as_strided_scatter(d(4, 4), d(2, 2), (2, 2), (4, 1), 1)",
        "torch.as_strided_scatter(d(1), d(), (), (), 0)",
        "torch.as_strided_scatter(f(4, 4), f(2, 2), (2, 2), (200, 200), 0)",
    ],
    "linspace": [
        "torch.linspace(4.3, -3, 50, dtype=torch.int64)",
        "torch.linspace(4.9, -5.9, 40, dtype=torch.int32)",
        "torch.linspace(4.9, 5.9, 4, dtype=torch.int64)",
    ],
    "lu": ["type(d(3, 3).lu(get_infos=True)).__name__", "type(torch.lu(d(3, 3), get_infos=True)).__name__"],
    "multi_margin_loss": [
        ("F.multi_margin_loss(f(), torch.tensor(0))", {"second": False}),
        ("F.multi_margin_loss(f(), torch.tensor(0), reduction='none')", {"second": False}),
        ("F.multilabel_margin_loss(f(), torch.tensor(0))", {"second": False}),
        ("F.multilabel_margin_loss(f(), torch.tensor(-1), reduction='none')", {"second": False}),
        ("F.multilabel_margin_loss(f(), torch.tensor(1))", {"second": False}),
    ],
    "cdist": [
        ("torch.cdist(d(3, 2), d(4, 2), 0.0)", {"second": False}),
        ("torch.pdist(d(3, 2), 0.0)", {"second": False}),
    ],
    "group_norm": ["F.group_norm(f(0, 2), 1, f(2), f(2))", "torch.native_group_norm(f(0, 2), f(2), f(2), 0, 2, 1, 1, 1e-5)"],
    "batch_norm": [
        "F.batch_norm(f(0), n(0), n(0), training=True)",
        "F.batch_norm(f(0), n(0), n(0), f(0), f(0), training=True)",
    ],
    "conv_transpose": [
        "F.conv_transpose1d(d(2, 2, 4), d(2, 2, 3), d(2), stride=2, output_padding=2, dilation=3)",
        "F.conv_transpose2d(d(2, 2, 4, 4), d(2, 2, 4, 5), d(4), (3, 2), (1, 2), (2, 3), 2, (4, 4))",
        "F.conv_transpose3d(d(1, 2, 2, 3, 2), d(2, 1, 2, 2, 2), None, 1, 0, (0, 1, 2), 1, (1, 2, 3))",
    ],
    "unfold": ["F.unfold(torch.ones(1, 1, 3, 3, dtype=torch.bool), 2)"],
    "avg_pool": ["F.avg_pool2d(torch.arange(16).view(1, 1, 4, 4), 2, divisor_override=-3)"],
}  # fmt: skip
