"""Cases of inputs at the edge: no axis, no element, positions named twice, more output padding than stride."""

CASES = {
    "zeros of both signs": [
        "torch.fmax(torch.tensor([0.0, -0.0] * 9), torch.tensor([-0.0, 0.0] * 9)).signbit()",
        "torch.fmin(torch.tensor([0.0, -0.0] * 9), torch.tensor([-0.0, 0.0] * 9)).signbit()",
    ],
    "gradients at the edge": [
        "torch.acosh(torch.tensor([-3.0, -1.0, 0.5, 1.0, 2.0], requires_grad=True))",
        "torch.nextafter(torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([1.0, 3.0], requires_grad=True))",
        "torch.logaddexp(torch.tensor([math.inf, -math.inf, 0.0], requires_grad=True), torch.tensor([math.inf, -math.inf, 200.0], requires_grad=True))",
        "torch.logaddexp2(torch.tensor([math.inf, 90.0], requires_grad=True), torch.tensor([math.inf, 0.0], requires_grad=True))",
        "torch.special.ndtr(torch.tensor([-8.0, -5.0, 0.0, 3.0], requires_grad=True))",
    ],
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
    "group_norm": [
        "F.group_norm(f(0, 2), 1, f(2), f(2))",
        "torch.native_group_norm(f(0, 2), f(2), f(2), 0, 2, 1, 1, 1e-5)",
    ],
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
    "combinations": [
        f"torch.{call}"
        for call in (
            "eq(2, n(3))",
            "eq(n(3), None)",
            "bitwise_and(2, 3)",
            "clamp(n(3), 'a')",
            "clamp_max(2, n(3))",
            "fmod(2, 3)",
            "max(n(3), 0, foo=2)",
            "pow(2, 3)",
            "pow(n(3), (1, 2))",
            "hsplit(n(4), 'a')",
            "hsplit(n(4), (1.5,))",
            "where(3, n(3), n(3))",
            "sum()",
            "sum(n(3), foo=1)",
            "std(n(3), foo=1)",
            "all(3)",
            "true_divide(n(3), 'a')",
            "masked_fill(n(3), n(3) > 0, 'a')",
            "squeeze(n(3), 'a')",
            "xlogy(2, 3)",
            "special.zeta(2, 3)",
            "rsub(2, n(3))",
            "float_power(2, 3)",
            "special.hermite_polynomial_h(2, 3)",
        )
    ]
    + [
        f"n(3).{call}"
        for call in ("sum(foo=1)", "eq('a')", "clamp('a')", "clamp_max('a')", "max(0, 1, 2, 3)", "eq(n(3), n(3))")
    ],
    "kernels": [
        f"{call}"
        for call in (
            "torch.linalg.eigh(i(3, 3))",
            "torch.linalg.lstsq(i(3, 3), i(3, 3))",
            "torch.linalg.matrix_rank(i(3, 3))",
            "torch.geqrf(i(3, 3))",
            "torch.logdet(i(3, 3))",
            "torch.cholesky_inverse(i(3, 3))",
            "torch.cholesky_solve(i(3, 3), i(3, 3))",
            "torch.triangular_solve(i(3, 1), i(3, 3))",
            "torch.linalg.solve_triangular(i(3, 3), i(3, 3), upper=True)",
            "F.interpolate(i(1, 2, 4), size=3, mode='linear')",
            "F.interpolate(i(1, 2, 4, 4), size=3, mode='bicubic')",
            "F.interpolate(i(1, 2, 4, 4, 4), size=3, mode='nearest')",
            "F.adaptive_max_pool3d(i(1, 2, 4, 4, 4), 2)",
            "F.max_unpool2d(i(1, 1, 2, 2), i(1, 1, 2, 2, low=0, high=1), 2)",
            "torch.nanquantile(i(3), 0.5)",
        )
    ],
    "refused": [
        "F.conv1d(n(1, 1, 4), n(1, 2, 2), stride=-1)",
        "F.conv1d(n(1, 1, 4), n(1, 2))",
        "F.conv2d(n(1, 1, 4, 4), n(1, 2, 2), padding='same')",
        "F.adaptive_avg_pool2d(n(2, 2), (2, 2))",
        "F.adaptive_avg_pool1d(n(1, 1, 1), -1)",
        "F.adaptive_max_pool1d(n(1, 1, 1), -1)",
        "F.max_pool1d(n(0, 1, 49), 2, 50, -1, return_indices=True)",
        "torch.fft.fft2(n(), dim=0)",
        "torch.roll(n(), 0, 0)",
        "torch.narrow(n(3, 3), 0, torch.tensor([0]), 1)",
        "torch.linspace(n(2), n(2), 3)",
        "torch.signal.windows.blackman(-1)",
        "x = n(6); torch.gather(x, 0, torch.tensor([2, 1, 0]), out=x)",
        "x = n(6); torch.take(x, torch.tensor([2, 1, 0]), out=x)",
        "torch.cat([n(2), n(2)], out=torch.empty(1).expand(4))",
        "torch.gather(n(6), 0, torch.tensor([1]), out=torch.empty(1, dtype=torch.float64))",
        "x = n(6); torch.kthvalue(x, 2, out=(x, torch.tensor(0)))",
    ],
    "segment_reduce": [
        ("torch.segment_reduce(bf(4, grad=True), 'max', lengths=torch.tensor([1, 3]), initial=1)", {"second": False}),
        ("torch.segment_reduce(d(4), 'max', lengths=torch.tensor([1, 3]), initial=9.0)", {"second": False}),
    ],
    "gather": ["torch.gather(n(5), 0, torch.zeros(0, dtype=torch.uint8))"],
    "conj_physical": ["torch.tensor([True, False]).conj_physical_()"],
    "hash_tensor": [("torch.hash_tensor(n(), dim=0, keepdim=True)", {"twins": False})],
    "fractional_max_pool": [
        "F.fractional_max_pool3d(n(4, 5, 5, 5), 2, output_ratio=(0.5, 0.5, 0.5), _random_samples=n(2, 4, 3).sigmoid())",
        "F.fractional_max_pool2d(n(3, 5, 7), 2, output_size=2, _random_samples=d(1, 3, 2, grad=False).sigmoid())",
    ],
    "eps": [
        "F.batch_norm(f(3, 2), None, None, training=True, eps=0.0)",
        "F.batch_norm(f(3, 2), n(2), n(2).exp(), eps=0.0)",
    ],
    "scalars": [
        "float(torch.tensor(1 + 2j))",
        "int(torch.tensor(1 + 2j))",
        "float(torch.tensor(2 + 0j))",
        "n(2).names",
    ],
    "modules": [
        "nn.Linear(2, 2).xpu()",
        "nn.Linear(2, 2).ipu()",
        "nn.Linear(2, 2).mtia()",
        "torch.cuda._initialized",
        *(
            f"m = nn.MultiheadAttention(4, 2); m.merge_masks({masks}, n(2, 3, 4))"
            for masks in (
                "None, None",
                "None, n(2, 3) > 0",
                "n(3, 3) > 0, None",
                "n(4, 3, 3), n(2, 3)",
                "n(3, 3) > 0, n(2, 3) > 0",
            )
        ),
    ],
    # results in C order, which masks of dropout follow and `view` needs, of an input that is not
    "order": [
        *(
            f"y = n(3, 4, 2).permute({axes}).{call}; [y.stride(), y.is_contiguous()]"
            for axes in ("2, 0, 1", "1, 0, 2")
            for call in (
                "softmax(-1)",
                "log_softmax(0)",
                "cumsum(1)",
                "cumprod(0)",
                "cummax(1).values",
                "logcumsumexp(1)",
                "sum(0)",
                "sum(1, keepdim=True)",
                "mean(-1, keepdim=True)",
                "amax(1)",
                "max(1).indices",
                "var(0)",
                "std(1)",
                "prod(1)",
                "norm(dim=0)",
                "logsumexp(1)",
                "count_nonzero(0)",
                "argmax(2, keepdim=True)",
                "softmax(1).view(-1)",
            )
        ),
        "y = F.layer_norm(n(3, 4, 2).permute(2, 0, 1), (4,)); [y.stride(), y]",
        "y = F.rms_norm(n(3, 4, 2).permute(2, 0, 1), (4,)); [y.stride(), y]",
        "((n(3, 4, 2) > 0).permute(2, 0, 1).any(0).stride(), (n(3, 4, 2) > 0).permute(2, 0, 1).all(1).stride())",
        "torch.manual_seed(0); F.dropout(n(2, 3, 4).transpose(1, 2).softmax(-1), 0.5)",
    ],
    "subclasses": [
        "class P(torch.Tensor):\n    pass\nx = torch.ones(2)\np = torch.Tensor._make_subclass(P, x, True)\n[type(p).__name__, p.requires_grad, p.is_leaf, p.data_ptr() == x.data_ptr()]",
        "class P(nn.Parameter):\n    def __new__(cls, data, mark=None, requires_grad=True):\n        p = nn.Parameter.__new__(cls, data, requires_grad)\n        p.mark = mark\n        return p\nm = nn.Module()\nm.w = P(torch.ones(2), mark=3)\n[len(list(m.parameters())), m.w.mark, isinstance(m.w, nn.Parameter)]",
        "nn.Parameter(torch.ones(2), mark=3)",
    ],
    "clamped_bools": [
        f"torch.tensor([True, False]).{call}"
        for call in (
            "clamp_min(True)",
            "clamp_max(False)",
            "clamp_max(1)",
            "clamp(True)",
            "clamp(max=True)",
            "clamp(False, True)",
            "clamp(0, True)",
            "clamp_min_(True)",
            "clamp_max_(True)",
            "clamp_(False, True)",
            "clamp(torch.tensor(True))",
        )
    ],
    "products_of_lists": [
        "x = n(2, 3); y = n(3, 2); torch._foreach_mm([x, y], [y, x])",
        "torch._foreach_mm([n(2, 2)], [n(2, 2), n(2, 2)])",
        "torch._foreach_mm([], [])",
        "torch._foreach_mm([n(2, 2)], n(2, 2))",
    ],
    "refused_in_other_words": [
        "torch.heaviside(n(3), n(3), out=torch.zeros(3).cfloat())",
        "torch.heaviside(n(3), n(3), out=torch.zeros(3).double())",
        "torch.aminmax(z(3, 2))",
        "torch.aminmax(z(3, 2), dim=0)",
        "torch.aminmax(z(3)[0], dim=0)",
        "torch._chunk_cat((n(2, 3), n(4)), -1, 3)",
        "torch._chunk_cat((n(0), n(4)), 0, 3)",
        "torch.matmul(n(4), n(2, 4, 3), out=torch.empty(0).cfloat())",
        "torch.matmul(n(4), n(2, 4, 3), out=torch.empty(0).double())",
        *(
            f"F.threshold(torch.tensor([1, 2, 3], dtype=torch.uint8), {low}, {value})"
            for low, value in ((1.5, -9), (-3, 4), (1, 300), (1, 2.5))
        ),
    ],
    "softmax_backward": [
        f"s = torch.softmax(n(2, 3), 1).requires_grad_(); torch.{name}(n(2, 3, grad=True), s, 1, torch.float32)"
        for name in ("_softmax_backward_data", "_log_softmax_backward_data")
    ],
}
