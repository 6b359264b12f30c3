"""torch.lobpcg: cases for borch/linalg/eigenpairs.py. The sign of a vector is free, so vectors go in squared."""

START = "torch.manual_seed(3); a = d(9, 9); b = d(9, 9); A = a @ a.mT + torch.eye(9).double(); B = (b @ b.mT).detach() + 5 * torch.eye(9).double(); "
LOOSE = {"rtol": 1e-6, "atol": 1e-7}
VALUES = {**LOOSE, "grad": False}
STEPS = "steps = []; torch.lobpcg(A.detach(), k=2, niter=4{}, tracker=lambda w: steps.append((w.ivars['converged_count'], w.fvars['A_norm'], w.tvars['rerr'].shape))); steps"


def pairs(options):
    return START + f"E, X = torch.lobpcg({options}); (E, X ** 2)"


CASES = {
    "eigenpairs": [
        (pairs("A"), LOOSE),
        (pairs("A, k=3"), LOOSE),
        (pairs("A, k=2, largest=False"), LOOSE),
        (pairs("A, k=2, largest=False, method='basic'"), LOOSE),
        (pairs("torch.stack([A, 2 * A]), k=2"), LOOSE),
        (pairs("A, X=torch.ones(9, 1).double()"), LOOSE),
        (pairs("A, X=torch.ones(9, 2).double()"), VALUES),
        (pairs("A.detach(), k=2, B=B"), VALUES),
        (pairs("A.detach(), k=2, B=B, method='basic', iK=torch.linalg.inv(A.detach())"), VALUES),
        (pairs("A.detach(), k=2, niter=3"), VALUES),
        (pairs("A.detach(), k=1, n=3, niter=3"), VALUES),
        (pairs("A.detach(), k=2, tol=1e-2"), VALUES),
        (pairs("A.detach(), k=2, ortho_bparams={'ortho_use_drop': True}"), VALUES),
        (START + STEPS.format(""), VALUES),
        (START + STEPS.format(", method='basic'"), VALUES),
        (START + "torch.manual_seed(0); torch.lobpcg(A, k=2); torch.randn(3)", {"grad": False}),
    ],
    "eigenpairs_refused": [
        START + "torch.lobpcg(A, k=4)",
        START + "torch.lobpcg(A[:3])",
        START + "torch.lobpcg(A, B=B[:3])",
        START + "torch.lobpcg(A.detach().half())",
        START + "torch.lobpcg(A, X=torch.ones(8, 2).double())",
        START + "torch.lobpcg(A, k=2, B=B)[0].sum().backward()",
    ],
}  # fmt: skip
