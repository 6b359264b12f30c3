"""Cases of borch/nn/functional/linear.py and borch/nn/modules/linear.py."""

OFFS = "offs=torch.tensor([2, 6], dtype=torch.int32)"

# inputs of other ranks and memory orders, and biases that are not one row
INPUTS = (
    "f(3)", "f(2, 3)", "f(4, 2, 3)", "f(2, 4, 3).transpose(0, 1)", "f(1, 2, 3).expand(4, 2, 3)", "f(4, 2, 6)[..., ::2]",
    "f(0, 2, 3)", "f(2, 1, 3).transpose(0, 1)",
)  # fmt: skip
BIASES = (
    "f(5)", "f(1)", "f()", "f(1, 5)", "f(2, 5)", "f(1, 1, 5)", "f(4, 2, 5)", "f(1, 1)", "d(5, grad=False)", "h(5)", "i(5)",
    "c(5)",
)  # fmt: skip
TREE = "tree = lambda node: node and [type(node).__name__, [tree(m) for m, _ in node.next_functions]]"

CASES = {
    "inputs and biases": [f"F.linear({x}, f(5, 3), {b})" for x in INPUTS for b in BIASES],
    "a row for a weight": [
        f"F.linear({x}, f(3), {b})" for x in INPUTS for b in ("None", "f()", "f(1)", "f(5)", "d(5)")
    ],
    "nodes": [
        f"{TREE}; tree(F.linear({x}, {w}, {b}).grad_fn)"
        for x in ("f(3)", "f(2, 3)", "f(4, 2, 3)")
        for w in ("f(5, 3)", "f(3)")
        for b in ("None", "f()", "f(1)", "f(5)", "f(1, 5)")
    ],
    "strides, versions, nodes of inputs in other orders": [
        f"y = F.linear({x}, f(5, 3), {b}); [y.stride(), y._version, y.grad_fn.name(), y.grad_fn.next_functions[0][0].name()]"
        for x in INPUTS[3:]
        for b in ("None", "f(5)", "f(1)", "f()")
    ],
    "what hooks of nodes are given": [
        f"seen = []; y = F.linear({x}, {w}); _ = y.grad_fn.register_hook(lambda a, b: seen.append([t.shape for t in (*a, *b)])); y.sum().backward(); seen"
        for x, w in (("f(3)", "f(5, 3)"), ("f(4, 2, 3)", "f(3)"), ("f(4, 2, 3)", "f(5, 3)"))
    ],
    "a bias that is added to rows in another order": [
        f"{TREE}; tree(F.linear(f(4, 2, 3).transpose(0, 1), {w}, {b}).grad_fn)"
        for w in ("f(5, 3)", "f(5, 3, grad=False)")
        for b in ("f(5)", "f(5, grad=False)")
    ]
    + [
        f"y = F.linear({x}, f(5, 3), f(5)); seen = []; "
        "_ = y.grad_fn.register_hook(lambda a, b: seen.append((*a, *b))); y.sin().sum().backward(); seen"
        for x in ("f(4, 2, 3).transpose(0, 1)", "f(4, 2, 3, grad=False).transpose(0, 1)")
    ]
    + [
        "x, w, b = f(4, 2, 3), f(5, 3), f(5); y = F.linear(x.transpose(0, 1), w, b); "
        f"_ = y.grad_fn.register_hook(lambda a, _: {changed}); y.sin().sum().backward(); [x.grad, w.grad, b.grad]"
        for changed in ("(a[0] * 2, a[1] * 3)", "(a[0] * 2, None)", "(None, a[1] * 3)", "a", "(a[0],)")
    ],
    "addmm says first that dtypes differ": [
        "torch.addmm(d(2), n(2, 2), n(2))",
        "torch.addmm(n(2), n(2, 3), d(2, 2))",
        "torch.addmm(n(2, 2, 3), n(2, 2), n(2, 2))",
        "torch.addmm(n(3), n(2, 2), d(2, 2))",
    ],
    "grouped_mm": [
        f"F.grouped_mm(f(6, 8), f(2, 8, 4), {OFFS})",
        f"F.grouped_mm(f(2, 4, 8), f(8, 8), {OFFS})".replace("6", "8"),
        f"F.grouped_mm(f(4, 8), f(8, 4), {OFFS})".replace("6", "8"),
        "F.grouped_mm(f(2, 4, 8), f(2, 8, 4))",
        f"F.grouped_mm(bf(6, 8), bf(2, 8, 8), {OFFS})",
        f"F.grouped_mm(f(6, 8), f(2, 4, 8).mT, {OFFS})",
        f"F.grouped_mm(f(6, 8), f(2, 8, 4), {OFFS}, out_dtype=torch.float32)",
        f"torch._grouped_mm(f(6, 8), f(2, 8, 4), {OFFS})",
        f"F.grouped_mm(d(6, 8), d(2, 8, 4), {OFFS})",
        f"F.grouped_mm(f(6, 8), d(2, 8, 4), {OFFS})",
        f"F.grouped_mm(i(6, 8), i(2, 8, 4), {OFFS})",
        f"F.grouped_mm(f(8), f(2, 8, 4), {OFFS})",
        f"F.grouped_mm(f(6, 8), f(2, 4, 4), {OFFS})",
        f"F.grouped_mm(f(6, 8), f(2, 8, 3), {OFFS})",
        f"F.grouped_mm(f(6, 8).expand(2, 6, 8)[:, :1].expand(2, 6, 8)[0], f(2, 8, 4), {OFFS})",
        "F.grouped_mm(f(6, 8), f(2, 8, 4))",
        f"F.grouped_mm(f(2, 4, 8), f(2, 8, 4), {OFFS})",
        "F.grouped_mm(f(6, 8), f(2, 8, 4), offs=torch.tensor([2, 6]))",
        f"F.grouped_mm(f(6, 8), f(2, 8, 4), {OFFS}, bias=f(2, 4, grad=False))",
        "F.grouped_mm(f(2, 4, 8), f(3, 8, 4))",
        "F.grouped_mm(f(6, 8), f(2, 8, 4), offs=torch.tensor([2, 4, 6], dtype=torch.int32))",
    ],
    "parts of layers": [
        "[torch._softmax_backward_data(f(2, 3, grad=False), f(2, 3, grad=False).softmax(k), k, torch.float32) for k in (0, -1)]",
        "torch._log_softmax_backward_data(d(2, 3, grad=False), d(2, 3, grad=False).log_softmax(0), 0, torch.float64)",
        "torch._shape_as_tensor(f(2, 3))",
        "[F._none_or_dtype(f(1)), F._none_or_dtype(None)]",
        "F._none_or_dtype(1)",
        "F._canonical_mask(torch.tensor([True, False]), 'm', None, 'o', torch.float64)",
        "F._canonical_mask(torch.tensor([1]), 'm', None, 'o', torch.float32)",
        "F._canonical_mask(None, 'm', None, 'o', torch.float32)",
        "F._canonical_mask(torch.tensor([True]), 'm', torch.bool, 'o', torch.float32, False)",
    ],
    "biases that do not fit": [
        "F.linear(f(3, 2), f(3, 2), f(2))",
        "F.linear(f(2), f(3, 2), f(2))",
        "F.linear(f(4, 3, 2), f(3, 2), f(2))",
        "F.linear(f(4, 2), f(3, 2), f(1))",
        "F.linear(f(4, 2), f(3, 2), f(4, 3))",
        "F.linear(f(4, 2), f(3, 2), f(4, 2))",
        "F.linear(f(4, 5), f(3, 2), f(2))",
    ],
    "two dtypes": [
        f"F.linear({text})".format(*pair)
        for pair in (("f", "h"), ("h", "f"), ("f", "bf"), ("f", "d"), ("f", "i"))
        for text in (
            "{0}(2, 3), {1}(2, 3)",
            "{0}(3), {1}(2, 3)",
            "{0}(2, 2, 3), {1}(2, 3)",
            "{0}(2, 3), {1}(2, 3), {0}(2)",
            "{0}(2, 3), {1}(2, 3), {1}(2)",
            "{0}(2, 3), {0}(2, 3), {1}(2)",
            "{0}(2, 2, 3), {1}(2, 3), {1}(2)",
            "{0}(3), {1}(2, 3), {1}(2)",
        )
    ],
    "linear": [
        "F.linear(d(2, 3), d(4, 3), d(4))",
        "F.linear(d(2, 3), d(4, 3))",
        "F.linear(d(2, 5, 3), d(4, 3), d(4))",
        "F.linear(d(2, 5, 3), d(4, 3))",
        "F.linear(d(2, 1, 5, 3), d(4, 3), d(4))",
        "F.linear(d(3), d(4, 3), d(4))",
        "F.linear(d(3), d(4, 3))",
        "F.linear(d(2, 3), d(3))",
        "F.linear(d(3), d(3))",
        "F.linear(d(0, 3), d(4, 3), d(4))",
        "F.linear(d(2, 0), d(4, 0), d(4))",
        "F.linear(d(2, 0, 3), d(4, 3), d(4))",
        "F.linear(f(5, 3), f(4, 3), f(4))",
        "F.linear(z(2, 3), z(4, 3), z(4))",
        "F.linear(z(2, 2, 3), z(4, 3))",
        "F.linear(bf(2, 3), bf(4, 3), bf(4))",
        "F.linear(h(2, 3), h(4, 3))",
        "F.linear(d(3, 2).t(), d(4, 3), d(4))",
        "F.linear(d(2, 3), d(3, 4).t(), d(4))",
        "F.linear(d(1, 3).expand(5, 3), d(4, 3))",
        "F.linear(f(2, 3), f(4, 5), f(4))",
        "F.linear(f(2, 2, 3), f(4, 5), f(4))",
        "F.linear(f(2, 3), d(4, 3), d(4))",
        "F.linear(i(2, 3), i(4, 3))",
        "F.linear(1.0, f(4, 3))",
    ],
    "bilinear": [
        "F.bilinear(d(5, 2), d(5, 3), d(4, 2, 3), d(4))",
        "F.bilinear(d(5, 2), d(5, 3), d(4, 2, 3))",
        "F.bilinear(d(2, 5, 2), d(2, 5, 3), d(4, 2, 3), d(4))",
        "F.bilinear(d(2), d(3), d(4, 2, 3), d(4))",
        "F.bilinear(d(5, 2), d(4, 3), d(4, 2, 3))",
        "F.bilinear(d(5, 3), d(5, 3), d(4, 2, 3))",
        "F.bilinear(d(5, 2), d(5, 2), d(4, 2, 3))",
    ],
    "Linear": [
        "torch.manual_seed(0); nn.Linear(3, 2).weight",
        "torch.manual_seed(1); nn.Linear(20, 7).bias",
        "torch.manual_seed(2); m = nn.Linear(3, 2, bias=False); [m, m.bias, list(m.state_dict())]",
        "torch.manual_seed(3); m = nn.Linear(3, 2); m(n(4, 5, 3))",
        "torch.manual_seed(3); m = nn.Linear(3, 2, dtype=torch.float64); m(d(4, 3))",
        "nn.Linear(3, 2)",
        "torch.manual_seed(0); nn.Bilinear(2, 3, 4).weight",
        "torch.manual_seed(0); nn.Bilinear(2, 3, 4)(n(5, 2), n(5, 3))",
        "nn.Bilinear(2, 3, 4, bias=False)",
        "nn.Bilinear(0, 3, 4)",
        "nn.Identity(5, x=3)(f(2))",
        "nn.Linear(3, 2)(f(2, 4))",
    ],
}
