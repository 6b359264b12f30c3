"""Python numbers beside tensors, and ints one by one: what they leave of dtypes and shapes."""

CASES = {
    "numbers": [
        "torch.ones(2).xlogy(2)",
        "torch.xlogy(n(2, 3), 2.5)",
        "torch.xlogy(f(2), 3)",
        "torch.xlogy(2, n(3))",
        "torch.xlogy(i(3), 2)",
        "torch.ones(2).xlogy_(0)",
        "torch.special.xlog1py(n(2), 1)",
        "torch.special.xlog1py(f(2), 1.5)",
        "torch.tensor([1, 200], dtype=torch.uint8).clamp(-1)",
        "torch.tensor([1, 200], dtype=torch.uint8).clamp(-1, 5)",
        "torch.tensor([1, 200], dtype=torch.uint8).clamp(max=-200)",
        "torch.tensor([1, 200], dtype=torch.uint8).clamp(-256)",
        "torch.tensor([1, 200], dtype=torch.uint8).clamp_min(-1)",
        "torch.tensor([1, 100], dtype=torch.int8).clamp(-129)",
    ],
    "one by one": [
        "n(2, 1, 1).squeeze(1, 2)",
        "f(2, 1, 1).squeeze(1, 2)",
        "n(2, 1, 1).squeeze_(1, 2)",
        "n(2, 2).count_nonzero(0, 1)",
        "n(4, 4).hsplit(1, 2)",
        "n(4, 4).vsplit(1, 3)",
        "n(4, 4, 4).dsplit(1, 2)",
        "torch.squeeze(n(1, 1), 0, 1)",
    ],
    "an axis from the end": [
        "torch.slice_copy(n(2, 3), -1, 1)",
        "torch.slice_copy(f(2, 3), -2, 0, 1)",
        "torch.slice_copy(n(2, 3), 2, 1)",
    ],
    "of another type": [
        "torch.max(n(2), n(2), n(2))",
        "n(2).min(n(2), True)",
        "n(3).topk(1.5)",
        "torch.topk(n(3), 'a')",
        "n(3).topk(2, None)",
        "n(3).sort('a')",
        "n(3).cummax('a')",
        "n(3).cumsum('a')",
        "n(3).softmax(None)",
        "torch.var_mean(n(2, 2), 'a')",
        "F.embedding(i(2), 3)",
        "n(3).lerp(n(3), 'a')",
        "n(3).addcmul(n(3), 2)",
    ],
    "no bins": [
        "n(40).histogram().hist.sum()",
        "torch.histogram(n(40)).bin_edges",
    ],
    "sparse without axes": [
        "repr(torch.tensor(2.5).to_sparse())",
        "repr(torch.tensor(0.0).to_sparse())",
        "torch.tensor(2.5).to_sparse().to_dense()",
    ],
    "powers_of_bools": [
        f"torch.tensor([True, False]) {call}"
        for call in ("** True", "** False", "** 1", "** 0", "** 2", "** 1.0", "** torch.tensor([True, True])")
    ]
    + [
        "torch.tensor([True, False]).pow_(True)",
        "torch.pow(torch.tensor([1, 2], dtype=torch.uint16), 0)",
        "torch.pow(torch.tensor([1, 2], dtype=torch.uint16), 1)",
        "torch.pow(True, torch.tensor([True]))",
    ],
    "alpha_of_narrow_ints": [
        f"torch.tensor([3], dtype=torch.{dtype}).{call}"
        for dtype in ("uint8", "int8")
        for call in ("sub(-1, alpha=2)", "sub(1, alpha=-2)", "add(-1, alpha=2)", "add(100, alpha=3)")
    ]
    + [
        "torch.rsub(torch.ones(2), 1, 2)",
        "torch.rsub(torch.ones(2), torch.ones(2), 2)",
        "torch.rsub(torch.ones(2), 1, 2, alpha=2)",
    ],
    "logical_in_place": [
        f"x = torch.tensor([0.0, 2.0], requires_grad=True); x.logical_{call}; [x, x._version, x.is_leaf]"
        for call in ("not_()", "and_(torch.ones(2))", "or_(torch.ones(2))", "xor_(torch.ones(2))")
    ]
    + ["x = torch.ones(2, requires_grad=True); x.gt_(1)"],
    "margins_of_ints": [
        f"F.hinge_embedding_loss(torch.tensor([1, 2, 3]), torch.tensor([1, -1, 1]), {given})"
        for given in ("margin=1.0", "margin=2.5, reduction='sum'", "reduction='none'")
    ],
    "storages": [
        f"torch.{name}(torch.arange(3.0).{storage})"
        for name in ("tensor", "as_tensor", "asarray")
        for storage in (
            "untyped_storage()",
            "untyped_storage(), dtype=torch.int16",
            "untyped_storage(), dtype=torch.float32",
        )
    ]
    + [f"torch.{name}(torch.empty(0).untyped_storage())" for name in ("tensor", "as_tensor", "asarray")],
    "strides_of_gradients": [
        f"x = torch.ones(3, 4, requires_grad=True); g, = torch.autograd.grad({loss}, x); [g.stride(), g]"
        for loss in (
            "x.sum()",
            "x.sum(0).sum()",
            "x.sum(0), grad_outputs=torch.ones(4), inputs=x",
            "x.mean()",
            "(x + 2).sum()",
            "x.t().sum()",
            "(x.t() * torch.ones(4, 3)).sum()",
            "x.mean(1).sum()",
        )
        if "inputs" not in loss
    ],
}
