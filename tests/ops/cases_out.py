"""An out= tensor: what dtypes it may have, what is said when it may not, and the memory that it is given."""

X = "torch.tensor([1.7, 2.7, 0.5])"
M = "torch.tensor([[2.0, 0.5], [0.5, 3.0]])"
LONG = "torch.zeros(3, dtype=torch.int64)"
WIDE = "torch.zeros(3, dtype=torch.complex128)"


def into(calls, *outs):
    return [f"x = {X}; m = {M}; i = torch.tensor([0, 2, 1]); {call[:-1]}, out={out})" for call in calls for out in outs]


CASES = {
    "elementwise": into(
        (
            "torch.isposinf(x)",
            "torch.isneginf(x)",
            "torch.signbit(x)",
            "torch.bitwise_not(i)",
            "torch.conj_physical(x)",
            "F.gelu(x)",
            "F.softplus(x)",
            "F.softshrink(x)",
            "torch.hardshrink(x)",
            "F.logsigmoid(x)",
            "torch.round(x, decimals=1)",
            "torch.where(x > 1, x, x)",
            "torch.clamp(x, 0, 1)",
            "torch.clamp(x, x, x)",
        ),
        LONG,
        WIDE,
    ),
    "places": into(
        (
            "torch.scatter(x, 0, i, x)",
            "torch.scatter(x, 0, i, 2.0)",
            "torch.scatter(x, 0, i, x, reduce='add')",
            "torch.scatter_add(x, 0, i, x)",
            "torch.scatter_reduce(x, 0, i, x, 'amax')",
            "torch.index_add(x, 0, i, x)",
            "torch.index_copy(x, 0, i, x)",
            "torch.index_reduce(x, 0, i, x, 'amax')",
            "torch.index_select(x, 0, i)",
            "torch.take(x, i)",
            "torch.masked_select(x, x > 0)",
            "torch.nonzero(x)",
            "torch.bucketize(x, x)",
            "torch.searchsorted(x, x, out_int32=True)",
            "torch.slice_scatter(x, x[:1], 0, 0, 1)",
            "torch.tril(m)",
            "torch.triu(m)",
            "torch.diag(m)",
            "torch.stack([x, x])",
            "torch.diff(x, n=0)",
            "torch.hash_tensor(x)",
        ),
        "torch.zeros(3, dtype=torch.float64)",
        "torch.zeros(3, dtype=torch.int16)",
    ),
    "copies": into(
        (
            "torch.alias_copy(x)",
            "torch.diagonal_copy(m)",
            "torch.expand_copy(x, (2, 3))",
            "torch.narrow_copy(x, 0, 1, 2)",
            "torch.permute_copy(m, (1, 0))",
            "torch.squeeze_copy(x)",
            "torch.t_copy(m)",
            "torch.transpose_copy(m, 0, 1)",
            "torch.unsqueeze_copy(x, 0)",
            "torch.unfold_copy(x, 0, 2, 1)",
            "torch.view_copy(m, (4,))",
        ),
        "torch.zeros(2)",
        WIDE,
    ),
    "running": into(("torch.cumsum(x, 0)", "torch.cumprod(x, 0)"), LONG, WIDE, "torch.zeros(3, dtype=torch.float16)"),
    "linear algebra": into(
        (
            "torch.linalg.matrix_norm(m)",
            "torch.linalg.matrix_norm(m, 'nuc')",
            "torch.linalg.cond(m)",
            "torch.linalg.pinv(m)",
            "torch.linalg.matrix_power(m, 2)",
            "torch.linalg.eigvals(m)",
            "torch.linalg.solve_triangular(m, m, upper=True)",
            "torch.linalg.tensorinv(m, ind=1)",
            "torch.linalg.tensorsolve(m, m[0])",
            "torch.linalg.householder_product(m, m[0])",
            "torch.linalg.vecdot(x, x)",
            "torch.cholesky_solve(m, m)",
            "torch.cholesky_inverse(m)",
            "F.linear(x, torch.ones(2, 3))",
            "F.avg_pool2d(m[None], 2)",
            "F.avg_pool3d(m[None, None], (1, 2, 2))",
        ),
        "torch.zeros(0, dtype=torch.int64)",
        "torch.zeros(0)",
    ),
    "several": [
        "x = torch.ones(3); torch.frexp(x, out=(x.double(), torch.zeros(3, dtype=torch.int32)))",
        "m = torch.eye(2); torch.lu_unpack(m, torch.tensor([1, 2], dtype=torch.int32), out=(m.double(), m.clone(), m.clone()))",
        "m = torch.eye(2); torch.linalg.lu_factor_ex(m, out=(m.double(), torch.zeros(2).int(), torch.tensor(0).int()))",
        "m = torch.eye(2); torch.linalg.ldl_factor(m, out=(m.double(), torch.zeros(2).int()))",
        "m = torch.eye(2); torch.triangular_solve(m, m, out=(m.double(), m.double()))",
        "m = torch.eye(2); torch.histogram(m, 2, out=(torch.zeros(2), torch.zeros(3)))",
        "m = torch.eye(2); torch.histogram(m, 2, out=(torch.zeros(2).double(), torch.zeros(3)))",
        "x = torch.ones(3, 1); torch.linalg.lstsq(x, x, out=(x.int(), x[:0, 0], x[:0, 0].long(), x[:0, 0]))",
        "x = torch.ones(3, 1); o = [torch.empty(0) for _ in range(2)]; "
        "torch.linalg.lstsq(x, x, out=(o[0], o[1], torch.empty(0).long(), torch.empty(0)))[0]",
        "torch.nonzero(torch.ones(2), as_tuple=True, out=torch.empty(0, 1).long())",
        "torch.complex(torch.ones(2), torch.ones(2), out=torch.zeros(2).cdouble())",
        "torch.polar(torch.ones(2), torch.ones(2), out=torch.zeros(2).cdouble())",
        "torch.unbind_copy(torch.ones(2, 2), out=[torch.zeros(2).long(), torch.zeros(2).long()])",
    ],
    "strides": [
        ("torch.linalg.inv(torch.ones(2, 3, 3).tril(), out=torch.empty(0)).stride()", {"grad": False}),
        ("torch.linalg.cholesky(torch.eye(3), out=torch.empty(0)).stride()", {"grad": False}),
        ("torch.add(torch.ones(2, 3).t(), 1, out=torch.empty(0)).stride()", {"grad": False}),
        ("torch.fft.fft(torch.ones(2, 3, 4), dim=1, out=torch.empty(0).cfloat()).stride()", {"grad": False}),
        ("torch.cholesky(torch.eye(3), out=torch.empty(0)).stride()", {"grad": False}),
        ("torch.geqrf(torch.ones(3, 2), out=(torch.empty(0), torch.empty(0))).a.stride()", {"grad": False}),
        (
            "torch.linalg.eig(torch.eye(3), out=(torch.empty(0).cfloat(), torch.empty(0).cfloat()))[1].stride()",
            {"grad": False},
        ),
        "torch.linalg.eig(torch.eye(3), out=(torch.empty(3), torch.empty(3, 3)))",
        "torch.geqrf(torch.eye(3), out=(torch.empty(3, 3).long(), torch.empty(3).long()))",
        "torch.cholesky(torch.eye(3), out=torch.empty(3, 3).long())",
        "torch.ldexp(torch.ones(3), torch.ones(3), out=torch.empty(3).long())",
        "torch.ones(3).long().ldexp_(torch.ones(3))",
    ],
    "in_their_own_words": [
        *into(
            (
                "torch.diag(x)",
                "torch.max(x)",
                "torch.min(x)",
                "torch.nanquantile(x, 0.5)",
                "torch.fft.fft2(m)",
                "torch.fft.ifftn(m)",
            ),
            LONG,
            WIDE,
        ),
        *into(("torch.mean(x)", "torch.mean(x, 0)", "torch.logsumexp(x, 0)"), LONG),
        *into(("torch.mv(torch.ones(3, 3), x)",), LONG, WIDE),
        *(
            f"import warnings; warnings.simplefilter('ignore'); a = {M}; " + call
            for call in (
                "torch.svd(a, out=(a.long(), a[0].long(), a.long()))",
                "torch.qr(a, out=(a.to(torch.complex128), a.to(torch.complex128)))",
                "torch.lu_solve(a, *torch.linalg.lu_factor(a), out=a.double())",
            )
        ),
        "torch.addbmm(torch.ones(1, 1), torch.ones(2, 1, 1), torch.ones(2, 1, 1), out=torch.zeros(1, 1).long())",
        "torch.bernoulli(torch.ones(3), out=torch.zeros(1).expand(3))",
        "torch.rand(3, out=torch.zeros(1).expand(3))",
        "torch.view_copy(n(2, 3).t(), (6,))",
        "torch.view_copy(n(2, 3).t(), (7,))",
    ],
    "beside_a_dtype": into(
        (
            "torch.cumsum(x, 0, dtype=torch.float64)",
            "torch.cumprod(x, 0, dtype=torch.float64)",
            "torch.sum(m, 0, dtype=torch.float64)",
            "torch.prod(m, 0, dtype=torch.float64)",
            "torch.mean(m, 0, dtype=torch.float64)",
            "torch.nansum(m, 0, dtype=torch.float64)",
            "torch.nanmean(m, 0, dtype=torch.float64)",
        ),
        "torch.zeros(2)",
        "torch.zeros(2, dtype=torch.int64)",
        "torch.zeros(2, dtype=torch.complex64)",
        "torch.zeros(2, dtype=torch.float64)",
    ),
    "passing_over_nan": into(
        ("torch.nansum(x, 0)", "torch.nansum(i, 0)", "torch.nanmean(x, 0)"),
        "torch.zeros((), dtype=torch.int64)",
        "torch.zeros((), dtype=torch.float64)",
        "torch.zeros((), dtype=torch.complex64)",
    ),
    "lengths_of_complex_numbers": into(
        ("torch.abs(x + 2j)", "torch.abs(x)"),
        *(f"torch.zeros(3, dtype=torch.{d})" for d in ("int64", "float16", "float64", "complex64", "complex128")),
    ),
    "recorded": [
        f"m = {M}.requires_grad_(); {call[:-1]}, out=torch.zeros(2, 2{', requires_grad=True' * ('detach' in call)}))"
        for call in (
            "torch.true_divide(m, m)",
            "torch.square(m)",
            "torch.floor_divide(m.detach(), m.detach())",
            "torch.heaviside(m.detach(), m.detach())",
            "torch.softmax(m.detach(), 0)",
            "torch.diff(m)",
            "torch.msort(m)",
            "torch.nanmean(m)",
            "torch.kron(m, m)",
            "torch.matrix_power(m, 2)",
            "torch.linalg.det(m)",
            "torch.linalg.inv(m)",
            "torch.linalg.solve(m, m)",
            "torch.linalg.cholesky(m)",
            "torch.linalg.eigvalsh(m)",
            "torch.linalg.svdvals(m)",
            "torch.linalg.pinv(m)",
            "torch.linalg.vecdot(m, m)",
            "torch.linalg.multi_dot([m, m])",
            "torch.special.round(m)",
            "F.logsigmoid(m)",
            "torch.normal(m, 1.0)",
            "torch.normal(1.0, m)",
        )
    ],
    "drawn": [
        f"torch.manual_seed(0); torch.normal({given}, out={out})"
        for given, out in (
            ("torch.zeros(4, 3), 1.0", "torch.empty(3, 4).t()"),
            ("torch.zeros(4, 3), torch.ones(3)", "torch.empty(3, 4).t()"),
            ("0.5, torch.ones(4, 3)", "torch.empty(3, 4).t()"),
            ("torch.zeros(4, 5), 2.0", "torch.empty(4, 5, dtype=torch.float64)"),
            ("torch.zeros(4, 5), torch.ones(5)", "torch.empty(4, 5, dtype=torch.bfloat16)"),
            ("torch.zeros(3).half(), 2.0", "torch.empty(3)"),
            ("torch.zeros(3), 2.0", "torch.empty(3, dtype=torch.complex64)"),
            ("torch.zeros(3, dtype=torch.complex64), 2.0", "torch.empty(3)"),
            ("torch.zeros(3, dtype=torch.int64), 2.0", "torch.empty(3)"),
            ("torch.zeros(3), 2.0", "torch.empty(3, dtype=torch.int32)"),
            ("1.0, torch.ones(3)", "torch.empty(3, dtype=torch.int32)"),
            ("torch.zeros(3), 2.0", "torch.empty(0)"),
            ("torch.zeros(3), 2.0", "torch.empty(2)"),
            ("torch.zeros(3), 2.0", "torch.empty(2, 3)"),
            ("torch.zeros(()), 2.0", "torch.empty(3)"),
            ("torch.zeros(3), -2.0", "torch.empty(3)"),
            ("torch.zeros(3), -torch.ones(3)", "torch.empty(3)"),
            ("1.0, torch.ones(3)", "torch.empty(0)"),
        )
    ],
    "memory_of_what_is_solved": [
        f"import warnings; warnings.simplefilter('ignore'); a = {M}; b = torch.ones(2, 3); [t.stride() for t in {call}]"
        for call in (
            "torch.lu(b, out=(torch.empty(0), torch.empty(0).int()))",
            "torch.lu(b, get_infos=True, out=(torch.empty(0).long(), torch.empty(0).int(), torch.empty(0).int()))",
            "torch.lu(b, out=(torch.empty(0),))",
            "torch.lu(torch.zeros(2, 2))",
            "(torch.cholesky_inverse(a, out=torch.empty(0)), torch.cholesky_inverse(a, out=torch.empty(3)))",
            "(torch.cholesky_solve(b, a, out=torch.empty(0)), torch.cholesky_solve(b, a, out=torch.empty(3)))",
            "(torch.cholesky_solve(b, a), torch.cholesky_solve(b, a, out=torch.empty(3, 2).t()))",
        )
    ],
    "of_quantiles": [
        f"torch.quantile(n(3, 2, 1, 2), torch.tensor([0.5, 0.2]), dim=0, keepdim={keep}, out=torch.empty(0)).stride()"
        for keep in (True, False)
    ],
    "of_one_row": [
        f"w = torch.ones(2, 3); b = torch.ones(2); F.linear(torch.ones(3), w{bias}, out=torch.empty({shape}))"
        for bias in ("", ", b")
        for shape in ("2", "1, 2", "0")
    ],
    "of_one_more_thing": [
        *into(("torch.mvlgamma(x + 5, 2)", "torch.mvlgamma(i + 5, 2)", "torch.mvlgamma(x.half() + 5, 2)"), LONG),
        *into(("torch.lerp(x, x, x)", "torch.lerp(x, x, 0.5)", "torch.lerp(x, x, x[0])"), LONG, "x.double()"),
        "torch.full((3,), 1 + 2j, dtype=torch.complex64, out=torch.ones(3).long())",
        "torch.full((3,), 1 + 2j, out=torch.ones(3).long())",
        "torch.manual_seed(0); torch.bernoulli(torch.full((2, 3, 4), 0.5), out=torch.empty(4, 3, 2).permute(2, 1, 0))",
        "torch.manual_seed(0); torch.bernoulli(torch.full((2, 3), 0.5), out=torch.empty(0, dtype=torch.int64))",
        "torch.bernoulli(torch.full((2, 3), 0.5, requires_grad=True), out=torch.empty(2, 3))",
        "n(5).masked_scatter_(torch.ones(5, 5).bool(), torch.ones(5, 5))",
        "n(5).masked_scatter_(torch.ones(4).bool(), torch.ones(5, 5))",
    ],
    "of_reductions_and_products": [
        *into(("torch.mean(m, 0)",), "torch.zeros(2).long()", "torch.zeros(2).half()"),
        *into(("torch.std(m, 0)", "torch.var(m, 0)"), "torch.zeros(2).cfloat()", "torch.zeros(2).long()"),
        *into(
            ("torch.linalg.norm(x)", "torch.linalg.norm(m, 2)", "torch.linalg.norm(x, 1, dtype=torch.float64)"),
            "torch.zeros(()).long()",
            "torch.zeros(())",
            "torch.zeros(()).double()",
        ),
        *into(
            (f"torch.linalg.matrix_power(m, {n})" for n in (0, 1, 2, 3, -1, -2)),
            "torch.zeros(2, 2).double()",
            "torch.zeros(2, 2).long()",
        ),
    ],
    "in_order": [
        "torch.manual_seed(0); torch.multinomial(torch.ones(3, 10), 3, out=torch.zeros(3, 3).long().t())",
        "torch.manual_seed(0); torch.multinomial(torch.ones(3, 4), 4, replacement=True, out=torch.zeros(4, 3).long().t())",
        *(
            f"x = n(3, 4, 2); torch.fft.{name}(x, dim=1, out=torch.empty({n}).cfloat()).stride()"
            for name in ("fft", "ifft", "rfft", "ihfft")
            for n in (0, 2)
        ),
        *(f"torch.linalg.householder_product(n(3, 3), n(3), out=torch.empty({n})).stride()" for n in (0, 2)),
    ],
    "of_too_few": [
        "torch.svd(torch.ones(2, 2), out=(torch.ones(0), torch.ones(0)))",
        "torch.linalg.svd(torch.ones(2, 2), out=(torch.ones(0), torch.ones(0)))",
        "torch.linalg.svd(torch.ones(2, 2), out=torch.ones(0))",
        "torch.sort(torch.ones(2, 2), out=(torch.ones(0),))",
        "torch.topk(torch.ones(2, 2), 1, out=3)",
    ],
    "in_the_memory_of_an_input": [
        *(
            f"a = torch.arange(1.0, 13) / 13; x, y = a[:9].view(3, 3), a[:9].view(3, 3).clone(); torch.{call}, out={out})"
            for call in (
                *(
                    "abs(x",
                    "exp(x",
                    "logical_not(x",
                    "special.entr(x",
                    "special.ndtr(x",
                    "nan_to_num(x",
                    "clamp(x, 0.1",
                ),
                *("add(x, y", "sub(y, x", "true_divide(x, y", "eq(x, y", "maximum(y, x", "where(x > 0.2, y, x"),
                *("addcmul(y, x, y", "addcdiv(x, y, y", "lerp(y, x, 0.5", "lerp(x, y, y", "clamp(x, y, y", "pow(x, 2"),
                *("cumsum(x, 0", "cumprod(x, 1", "logcumsumexp(x, 0", "stack((x[0], y[0], y[1])"),
            )
            for out in ("a[1:10].view(3, 3)", "x")
        ),
        *(
            f"a = torch.tensor([1, 2, 3, 1, 0]); b, c = a.clone(), a - 0; i = torch.tensor([0, 1, 2, 1, 0]); torch.{call}"
            for call in (
                *("scatter(a, 0, i, b, out=a)", "scatter(b, 0, i, a, out=a)", "scatter(b, 0, i, c, out=i)"),
                *("scatter(a[:3], 0, i[:3], 7, out=a[1:4])", "scatter(a, 0, i, 7, out=a)"),
                *("scatter_add(a, 0, i, b, out=a)", "scatter_add(b, 0, i, a, out=a)", "scatter_add(b, 0, i, c, out=i)"),
                *("index_add(a, 0, i, b, out=a)", "index_add(b, 0, i, a, out=a)", "index_add(b, 0, i, c, out=i)"),
                *("index_add(a[:3], 0, i[:3], b[:3], out=a[1:4])", "scatter_add(a[:3], 0, i[:3], b[:3], out=a[1:4])"),
                *("scatter_reduce(a, 0, i, b, 'amax', out=a)", "scatter_reduce(b, 0, i, a, 'amax', out=a)"),
                *("gather(b, 0, i, out=i)", "gather(a, 0, i, out=a)", "gather(b[:3], 0, i[:3], out=i[1:4])"),
                *("take(b, i, out=i)", "index_select(b, 0, i, out=i)"),
            )
        ),
        "a = torch.tensor([1, 2, 3, 1, 0]); a.put_(torch.tensor([0, 1, 2, 1, 0]), a)",
        "a = torch.tensor([1, 2, 3, 1, 0]); a[1:].put_(torch.tensor([0, 1, 2, 1]), a[:-1])",
    ],
}
