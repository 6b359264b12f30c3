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
    "one too many": [
        "torch.max(n(2), n(2), n(2))",
        "n(2).min(n(2), True)",
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
}
