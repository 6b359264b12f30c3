"""Covariance, gradients, traces, distances of pairs, isin: cases for borch/ops/statistics.py and its like."""

CASES = {
    "cov": [
        "torch.cov(d(3, 5))",
        "torch.cov(d(5))",
        "torch.cov(d(3, 5), correction=0)",
        "d(3, 4).cov(fweights=torch.tensor([1, 2, 3, 4]))",
        "d(3, 4).cov(aweights=torch.tensor([0.1, 0.2, 0.3, 0.4], dtype=torch.float64))",
        "torch.cov(d(2, 4), fweights=torch.tensor([1, 2, 3, 4]), aweights=p(4, grad=False))",
        "torch.cov(z(2, 4))",
        "torch.cov(i(2, 3))",
        "torch.cov(f(2, 2, 2))",
        "torch.cov(d(2, 3), fweights=n(3))",
        "torch.cov(d(2, 3), fweights=torch.tensor([1, 2]))",
        "torch.cov(d(2, 3), fweights=torch.tensor([1, 2, -1]))",
        "torch.cov(d(2, 3), aweights=torch.tensor([1, 2, 3]))",
        "torch.cov(b(2, 3))",
        "torch.cov(d())",
    ],
    "corrcoef": ["torch.corrcoef(d(3, 5))", "d(4).corrcoef()", "torch.corrcoef(f(2, 2, 2))", "torch.corrcoef(i(2, 4))"],
    "names_of_the_dispatcher": [
        "torch._segment_reduce(n(4, 2), 'mean', lengths=torch.tensor([1, 3]))",
        "torch._native_batch_norm_legit(n(4, 3), None, None, True, 0.1, 1e-5)",
        "torch._native_batch_norm_legit(n(4, 3), n(3), n(3), torch.zeros(3), torch.ones(3), False, 0.1, 1e-5)",
        "torch.native_batch_norm(n(4, 3), None, None, None, None, True, 0.1, 1e-5, out=[torch.empty(0) for _ in 'abc'])[1]",
        "x = n(4, 3); e = torch.empty(0); torch.native_batch_norm(x, None, None, None, None, True, 0.1, 0.1, out=(e, e))",
        "F._threshold(f(4), 0.1, 20.0)",
        "torch.ops.aten._safe_softmax(torch.tensor([[0.0, 1.0], [-float('inf'), -float('inf')]]), 1)",
        "torch._safe_softmax(d(2, 3), 1)",
    ],
    "gradient": [
        "torch.gradient(d(5))",
        "torch.gradient(h(40, 3, grad=False), dim=1, edge_order=2)",
        "torch.gradient(h(3, 40, grad=False), dim=0, edge_order=2)",
        "torch.gradient(d(5, 4))",
        "torch.gradient(d(5, 4), spacing=2.0, dim=1)",
        "torch.gradient(d(5, 4), spacing=(0.5, 2.0))",
        "torch.gradient(d(5), spacing=(torch.tensor([0.0, 1.0, 3.0, 4.0, 5.5], dtype=torch.float64),))",
        "torch.gradient(d(5), spacing=(torch.tensor([0.0, 1.0, 3.0, 4.0, 5.5], dtype=torch.float64),), edge_order=2)",
        "torch.gradient(d(5, 4), dim=(1, 0), edge_order=2)",
        "torch.gradient(f(1))",
        "torch.gradient(f(4), edge_order=3)",
    ],
    "isin": [
        "torch.isin(i(3, 4), i(5))",
        "torch.isin(i(3, 4), 2)",
        "torch.isin(2, i(5))",
        "torch.isin(i(3), i(5), invert=True)",
        "torch.isin(n(3), torch.zeros(0))",
    ],
    "trace": [
        "torch.trace(d(3, 4))",
        "d(3, 2).trace()",
        "i32(2, 2).trace()",
        "torch.trace(z(2, 2))",
        "torch.trace(f(3))",
    ],
    "pdist": [
        ("torch.pdist(d(4, 3))", {"second": False}),
        ("torch.pdist(d(4, 3), 1)", {"second": False}),
        ("torch.pdist(d(4, 3), 3.0)", {"second": False}),
        ("torch.pdist(d(4, 3), float('inf'))", {"second": False}),
        "torch.pdist(n(1, 3))",
        "torch.pdist(f(3))",
    ],
    "sum_to_size": [
        "d(3, 4).sum_to_size(3, 1)",
        "d(3, 4).sum_to_size((4,))",
        "d(2, 3, 4).sum_to_size(1, 4)",
        "d(3, 4).sum_to_size(3, 4)",
        "d(3, 4).sum_to_size(2, 4)",
    ],
    "norm_except_dim": ["torch.norm_except_dim(d(3, 4))", "torch.norm_except_dim(d(3, 4, 2), 2, 1)"],
    "segment_reduce": [
        ("torch.segment_reduce(d(5), 'sum', lengths=torch.tensor([2, 3]))", {"second": False}),
        ("torch.segment_reduce(d(5, 2), 'mean', lengths=torch.tensor([2, 3]))", {"second": False}),
        ("torch.segment_reduce(d(5), 'max', lengths=torch.tensor([2, 3]))", {"second": False}),
        ("torch.segment_reduce(d(5), 'min', offsets=torch.tensor([0, 2, 5]))", {"second": False}),
        ("torch.segment_reduce(d(5), 'prod', lengths=torch.tensor([2, 3]))", {"second": False}),
    ],
    "segments": [
        *(
            f"torch.segment_reduce(n(2, 4, 3, grad=True), {way!r}, {where}, axis=1{more})"
            for way in ("sum", "mean", "max", "min", "prod")
            for where in (
                "lengths=torch.tensor([[1, 3], [2, 2]])",
                "lengths=torch.tensor([[0, 4], [4, 0]])",
                "offsets=torch.tensor([[0, 1, 3], [0, 2, 4]])",
            )
            for more in ("", ", initial=2")
        ),
        "torch.segment_reduce(n(2, 4), 'sum', lengths=torch.tensor([[1, 1], [2, 2]]), axis=1, unsafe=True)",
        "x = torch.arange(6.0, requires_grad=True); torch.segment_reduce(x, 'prod', lengths=torch.tensor([1, 3, 2]))",
        "torch.segment_reduce(n(2, 4), 'sum', lengths=torch.tensor([[1, 1], [2, 2]]), axis=1)",
        "torch.segment_reduce(n(2, 4), 'sum', lengths=torch.tensor([[-1, 5], [2, 2]]), axis=1)",
        "torch.segment_reduce(n(2, 4), 'sum', lengths=torch.tensor([[1, 3], [2, 2]]), axis=0)",
        "torch.segment_reduce(n(2, 4), 'sum', lengths=torch.tensor([1, 3]), axis=1)",
        "torch.segment_reduce(n(2, 4), 'sum', lengths=torch.tensor([1, 3]), axis=2)",
        "torch.segment_reduce(n(2, 4), 'least', lengths=torch.tensor([1, 1]))",
        "torch.segment_reduce(n(2, 4), 'amax', lengths=torch.tensor([1, 1]))",
        "torch.segment_reduce(n(2, 4), 'sum')",
        "torch.segment_reduce(n(2, 4), 'sum', indices=torch.tensor([1, 1]))",
        "torch.segment_reduce(n(2, 4), 'sum', lengths=torch.tensor([1.0, 1.0]))",
    ],
    "bins_of_half": [
        f"torch.histc(torch.linspace(0, 10, 40).{half}(), {bins}, 0, 10)"
        for half in ("half", "bfloat16")
        for bins in (100, 7)
    ],
    "spread_into": [
        f"torch.{name}(torch.ones(3, 2).{kind}(){dim}, out=torch.empty(0).{out}())"
        for name in ("std", "var")
        for kind in ("half", "bfloat16", "float")
        for dim in ("", ", 0")
        for out in ("float", "cfloat", "bfloat16")
    ],
}
