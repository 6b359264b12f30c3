"""Cases of the warnings of deprecated functions, of arguments left out, and of what a conversion drops."""

HEARD = """import warnings
torch.set_warn_always(True)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    {}
torch.set_warn_always(False)
[(w.category.__name__, str(w.message).partition(' (Triggered')[0]) for w in log]"""

EYE = "torch.eye(2)"
LINES = (
    f"torch.triangular_solve({EYE}, {EYE})",
    f"torch.cholesky({EYE})",
    f"{EYE}.cholesky()",
    f"torch.qr({EYE})",
    f"torch.lu({EYE})",
    f"{EYE}.lu(get_infos=True)",
    f"torch.lu_solve({EYE}, {EYE}, torch.tensor([1, 2], dtype=torch.int32))",
    "torch.stft(torch.ones(40), 8, return_complex=True)",
    "torch.stft(torch.ones(40), 8, window=torch.ones(8), return_complex=True)",
    "torch.istft(torch.ones(5, 6, dtype=torch.complex64), 8)",
    "torch.cross(torch.ones(3, 3), torch.ones(3, 3))",
    f"torch.chain_matmul({EYE}, {EYE})",
    "torch.meshgrid(torch.ones(2))",
    "torch.where(torch.ones(2, dtype=torch.uint8), 1, 2)",
    "torch.set_default_tensor_type('torch.FloatTensor')",
    "torch.std(torch.ones(0))",
    "torch.var(torch.ones(1))",
    "torch.std_mean(torch.ones(1))",
    "torch.var_mean(torch.ones(1))",
    "torch.ones(2, dtype=torch.complex64).float()",
    "torch.ones(2, dtype=torch.complex64).to(torch.int64)",
    "torch.ones(2, dtype=torch.complex64).bool()",
    "torch.ones(2, dtype=torch.complex64).cdouble()",
    "torch.softmax(torch.ones(2, dtype=torch.complex64), 0, dtype=torch.float32)",
    "torch.ones(2).index_reduce(0, torch.tensor([0, 0]), torch.ones(2), 'prod')",
    "torch.ones(2, 2).scatter(0, torch.zeros(1, 2, dtype=torch.int64), torch.ones(1, 2), reduce='add')",
    "torch.ones(2, 2).scatter(0, torch.zeros(1, 2, dtype=torch.int64), 2.0, reduce='add')",
    "torch.cummax(torch.ones(3, 40), 0)",
)
REMOVED = ("symeig", "eig", "lstsq", "solve", "matrix_rank")

CASES = {
    "warned": [HEARD.format(line) for line in LINES],
    "removed": [f"torch.{name}({EYE}, {EYE})" for name in REMOVED],
    "results": [
        "torch.sort(torch.ones(3), out=(torch.empty(0), torch.empty(0, dtype=torch.int64)))",
        "type(torch.lu(torch.eye(2), get_infos=True)).__name__",
        "repr(torch.max(torch.ones(2, 2), 1, out=(torch.empty(0), torch.empty(0, dtype=torch.int64))))",
        "repr(torch.linalg.qr(torch.eye(2), out=(torch.empty(0), torch.empty(0)))).partition('(')[0]",
        "repr(torch.frexp(torch.ones(2), out=(torch.empty(0), torch.empty(0, dtype=torch.int32))))",
    ],
    "refused": [
        "torch.triu_indices(2, 2, dtype=torch.float32)",
        "torch.diagonal(torch.ones(3, 3), 2**40)",
        "torch.diagonal(torch.ones(3, 3), -(2**40))",
        *(
            f"({x} > 0) @ ({y} > 0)"
            for x, y in (("n(0, 3)", "n(3, 2)"), ("n(2, 0)", "n(0, 2)"), ("n(2, 3)", "n(3, 2)"))
        ),
        "torch.bmm(n(2, 0, 3) > 0, n(2, 3, 2) > 0)",
        "F.linear(n(2, 3) > 0, n(4, 3) > 0)",
        "F.linear(n(2, 3) > 0, n(4, 3) > 0, n(4) > 0)",
        "F.grid_sample(i(1, 1, 2, 2), i(1, 1, 1, 2), align_corners=False)",
        "F.grid_sample(i(1, 1, 2, 2, 2), i(1, 1, 1, 1, 3), align_corners=False)",
        "F.grid_sample(n(1, 1, 2, 2) > 0, n(1, 1, 1, 2) > 0, align_corners=False)",
        "torch.tril_indices(2, 2, dtype=torch.uint8)",
        "torch.trace(torch.ones(2, 2) > 0)",
        "torch.cumsum(torch.ones(2) > 0, 0, dtype=torch.bool)",
        "torch.cumprod(torch.ones(2), 0, dtype=torch.bool)",
        "torch.unravel_index(torch.tensor([5, 7], dtype=torch.uint8), (4, 1000))",
        "torch.iinfo(torch.bool)",
        "torch.iinfo(torch.float32)",
        "torch.finfo(torch.int64)",
    ],
    "polygamma": [("torch.polygamma(1, f(20) * 9)", {"grad": False})],
}
