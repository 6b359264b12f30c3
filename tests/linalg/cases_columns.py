"""Cases of the order in memory of what linear algebra returns: column by column, as LAPACK leaves it."""

CALLS = [
    "torch.linalg.inv(A)", "torch.linalg.inv_ex(A)[0]", "torch.linalg.cholesky(A)", "torch.cholesky(A, upper=True)",
    "torch.linalg.qr(A)", "torch.qr(A)", "torch.linalg.solve(A, B)", "torch.linalg.solve(A, B.mT, left=False)",
    "torch.linalg.lu_factor(A)[0]", "torch.linalg.lu(A)", "torch.linalg.lu_solve(*torch.linalg.lu_factor(A), B)",
    "torch.linalg.solve_triangular(A, B, upper=True)", "torch.linalg.eigh(A)[1]", "torch.linalg.svd(A)[0]", "torch.svd(A)[2]",
    "torch.linalg.eig(A)[1]", "torch.geqrf(A)[0]", "torch.cholesky_inverse(A)", "torch.cholesky_solve(B, A)",
    "torch.triangular_solve(B, A)", "torch.linalg.pinv(A)",
]  # fmt: skip
OPTIONS = {"grad": False, "twins": False, "values": False}

CASES = {
    "strides": [
        (f"x, B = n{shape}, n{shape}[..., :2].clone()\nA = x @ x.mT + torch.eye(3)\nr = {call}\n[t.stride() for t in (r if isinstance(r, tuple) else (r,))]", OPTIONS)
        for call in CALLS
        for shape in ("(3, 3)", "(2, 3, 3)")
    ]
}  # fmt: skip
