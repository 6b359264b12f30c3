"""The first eigenvalues and eigenvectors of a large symmetric matrix, by iteration.

Sources: A. V. Knyazev, Toward the Optimal Preconditioned Eigensolver, SIAM J. Sci. Comput. 23(2), 2001 (the iteration);
J. A. Duersch, M. Shao, C. Yang, M. Gu, A Robust and Efficient Implementation of LOBPCG, SIAM J. Sci. Comput. 40(5), 2018
(the orthogonal basis and the test of convergence); A. Stathopoulos, K. Wu, A Block Orthogonalization Procedure with
Constant Synchronization Requirements, SIAM J. Sci. Comput. 23(6), 2002 (the columns made orthonormal).
"""

from .._core.dtype import bool_, float16, float32, float64
from .._core.op import OPS, function
from ..autograd.function import Function
from .equations import solve, solve_triangular
from .factor import eigh, qr
from .positive import cholesky

RESOLUTION = {float32: 1.2e-07, float64: 2.23e-16}


@function(method=False)
def lobpcg(A, k=None, B=None, X=None, n=None, iK=None, niter=None, tol=None, largest=None, method=None, tracker=None,
           ortho_iparams=None, ortho_fparams=None, ortho_bparams=None):  # fmt: skip
    """The k greatest (or least, with largest=False) eigenvalues of A x = e B x and their vectors: (*, k) and (*, m, k).

    A (*, m, m) is symmetric, B symmetric positive definite; both float32 or float64. The iteration starts from X (*, m, n),
    or from normal draws, and ends when the residuals are below `tol`, or after `niter` steps (-1: never).
    `method="basic"` uses the preconditioner `iK`, "ortho" keeps its basis orthonormal. `tracker` is called after each step
    with the `LOBPCG` at work. A gradient exists for B=None alone.
    ValueError when A has fewer than 3 n rows; AssertionError when A is not square or B or X do not fit it.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.lobpcg.html

    >>> import borch as torch
    >>> values, vectors = torch.lobpcg(torch.diag(torch.tensor([1.0, 5.0, 3.0])), largest=True)
    >>> print(f"{values.item():.3f}")
    5.000
    """
    settings = (k, X, n, iK, niter, tol, largest, method, tracker, ortho_iparams, ortho_fparams, ortho_bparams)
    if A.requires_grad or (B is not None and B.requires_grad):
        return LOBPCGAutogradFunction.apply((A + A.mT) / 2, None if B is None else (B + B.mT) / 2, settings)
    return _lobpcg(A, B, *settings)


def _lobpcg(A, B, k, X, n, iK, niter, tol, largest, method, tracker, ortho_iparams, ortho_fparams, ortho_bparams):
    if A.shape[-2] != A.shape[-1]:
        raise AssertionError(f"A must be square, got shape {A.shape}")
    if B is not None and A.shape != B.shape:
        raise AssertionError(f"A and B must have same shape, got {A.shape} vs {B.shape}")
    dtype = A.dtype if A.dtype in (float16, float32, float64) else float32
    tol = RESOLUTION[dtype] ** 0.5 if tol is None else tol
    m = A.shape[-1]
    k = (1 if X is None else X.shape[-1]) if k is None else k
    n = X.shape[-1] if X is not None else k if n is None else n
    if m < 3 * n:
        raise ValueError(
            f"LOBPCG algorithm is not applicable when the number of A rows (={m}) is smaller than 3 x the number of "
            f"requested eigenpairs (={n})"
        )
    method = "ortho" if method is None else method
    iparams = {"m": m, "n": n, "k": k, "niter": 1000 if niter is None else niter}
    fparams = {"tol": tol}
    bparams = {"largest": True if largest is None else largest}
    if method == "ortho":
        iparams |= {"ortho_i_max": 3, "ortho_j_max": 3} | (ortho_iparams or {})
        fparams |= ortho_fparams or {}
        for name in ("ortho_tol", "ortho_tol_drop", "ortho_tol_replace"):
            fparams.setdefault(name, tol)
        bparams |= {"ortho_use_drop": False} | (ortho_bparams or {})

    def pairs(A, B, X):
        X = OPS["randn"](m, n, dtype=dtype) if X is None else X
        if X.shape != (m, n):
            raise AssertionError(f"X shape mismatch: got {X.shape}, expected {(m, n)}")
        worker = LOBPCG(A, B, X, iK, iparams, fparams, bparams, method, tracker)
        worker.run()
        return worker.E[:k], worker.X[:, :k]

    if A.dim() == 2:
        return pairs(A, B, X)
    lead = A.shape[:-2]
    A, B, X = (None if t is None else t.reshape(-1, *t.shape[-2:]) for t in (A, B, X))
    found = []
    for i in range(A.shape[0]):
        iparams["batch_index"] = i
        found.append(pairs(A[i], None if B is None else B[i], None if X is None else X[i]))
    if not found:
        return A.new_empty(*lead, k), A.new_empty(*lead, m, k)
    E, X = (OPS["stack"](each) for each in zip(*found, strict=True))
    return E.reshape(*lead, k), X.reshape(*lead, m, k)


class LOBPCG:
    """One run of the iteration, as a tracker sees it after each step.

    `iparams`, `fparams`, `bparams` are the settings; `ivars`, `fvars`, `bvars`, `tvars` what changes, by its name.
    `A`, `B`, `iK` are the arguments; `E` (n,) the eigenvalues so far, `X` (m, n) their vectors, `R` (m, n) the residuals,
    `S` (m, 3 n) the space of the next step: X, the last directions, and the new ones. `bvars["force_stop"] = True` ends it.
    """

    def __init__(self, A, B, X, iK, iparams, fparams, bparams, method, tracker):
        self.A, self.B, self.X, self.iK = A, B, X, iK
        self.iparams, self.fparams, self.bparams = iparams, fparams, bparams
        self.method, self.tracker = method, tracker
        m, n = iparams["m"], iparams["n"]
        self.E, self.R, self.S = X.new_zeros(n), X.new_zeros(m, n), X.new_zeros(m, 3 * n)
        self.ivars, self.fvars, self.bvars, self.tvars = {"istep": 0}, {"_": 0.0}, {"_": False}, {}

    def __str__(self):
        shown = ("iparams", "fparams", "bparams", "ivars", "fvars", "bvars", "tvars", "A", "B", "iK", "X", "E")
        return "".join(["LOBPCG:\n", *(f"  {name}={getattr(self, name)}\n" for name in shown)])

    def run(self):
        """Steps until k pairs have converged, no step is left, or a tracker stops it."""
        while True:
            self.update()
            if self.tracker is not None:
                self.tracker(self)
            if self.stop_iteration():
                return

    def stop_iteration(self):
        """Whether the last step was the last."""
        enough = self.ivars["converged_count"] >= self.iparams["k"]
        return self.bvars.get("force_stop", False) or self.ivars["iterations_left"] == 0 or enough

    def update(self):
        """One step: the best approximations in the space S, their residuals, and the next S."""
        first, ortho, n = self.ivars["istep"] == 0, self.method == "ortho", self.iparams["n"]
        if first:
            self._measure()
        done = self.ivars["converged_count"]  # their vectors stay as they are
        fresh = n - done
        if first:
            space, P = self.X, self.X[:, :0]
            values, C = self._rayleigh_ritz(space, _whitening(self.B, space))
        else:
            space = self.S[:, done : self.ivars["converged_end"]]
            values, C = self._rayleigh_ritz(space, None if ortho else _whitening(self.B, space))
            last = C[:, fresh:] @ qr(C[:fresh, fresh:].mT)[0] if ortho else C[:, n : n + fresh]
            P = space @ last
        X = space @ C[:, :fresh]
        if first and ortho:
            self.X = X  # and E stays zero, so that the first residual is A X
        else:
            self.X[:, done:] = X
            self.E[done:] = values[:fresh]
        self.update_residual()
        done = self.update_converged_count()
        residual = self.R if first else self.R[:, done:]
        known = OPS["cat"]([self.X, P], 1)
        W = self._orthonormal(residual, known) if ortho else _times(self.iK, residual)
        self.ivars["converged_end"] = end = known.shape[1] + W.shape[1]
        self.S[:, :end] = OPS["cat"]([known, W], 1)
        self.ivars["iterations_left"] -= 1
        self.ivars["istep"] += 1

    def _measure(self):
        norm = float(self.X.norm())
        self.fvars["X_norm"] = norm
        self.fvars["A_norm"] = float(_times(self.A, self.X).norm()) / norm
        self.fvars["B_norm"] = float(_times(self.B, self.X).norm()) / norm
        self.ivars |= {"iterations_left": self.iparams["niter"], "converged_count": 0, "converged_end": 0}

    def update_residual(self):
        """R = A X - B X E."""
        self.R = _times(self.A, self.X) - _times(self.B, self.X) * self.E

    def update_converged_count(self):
        """How many of the first pairs have a backward error below `tol`; a pair after one that has not does not count."""
        scale = self.fvars["A_norm"] + self.E.abs() * self.fvars["B_norm"]
        errors = self.R.norm(2, (0,)) / (self.X.norm(2, (0,)) * scale)
        count = int((errors < self.fparams["tol"]).long().cumprod(0).sum())
        before = self.ivars["converged_count"]
        if count < before:
            raise AssertionError(f"the number of converged eigenpairs (was {before}, got {count}) cannot decrease")
        self.ivars["converged_count"], self.tvars["rerr"] = count, errors
        return count

    def _rayleigh_ritz(self, S, T):
        """The eigenvalues of A within the span of S, and C such that the columns of S C are their vectors there."""
        inner = _form(self.A, S)
        values, C = _eigen(inner if T is None else _form(inner, T), self.bparams["largest"])
        return values, C if T is None else T @ C

    def _orthonormal(self, U, V):
        """B-orthonormal columns, B-orthogonal to those of V, that with V span what U and V do; there may be fewer."""
        ints, floats, drops = self.iparams, self.fparams, self.bparams["ortho_use_drop"]
        tolerance, replace = floats["ortho_tol"], floats["ortho_tol_replace"]
        for name in [name for name in self.fvars if name.startswith("ortho_") and name.endswith("_rerr")]:
            del self.fvars[name]
        norm = _times(self.B, V).norm()
        overlap = V.mT @ _times(self.B, U)
        i = j = 0
        for i in range(ints["ortho_i_max"]):
            U = U - V @ overlap
            for j in range(ints["ortho_j_max"]):
                U = self._normalized(U, drops and j > 0, floats["ortho_tol_drop"] if drops and j == 0 else replace)
                if U.numel() == 0:
                    self.ivars |= {"ortho_i": i, "ortho_j": j}
                    return U
                BU = _times(self.B, U)
                gram = U.mT @ BU
                off = gram - OPS["eye"](gram.shape[-1], dtype=gram.dtype)
                error = self.fvars[f"ortho_UBUmI_rerr[{i}, {j}]"] = float(off.norm()) / float(BU.norm() * U.norm())
                if error < tolerance:
                    break
            overlap = V.mT @ BU
            error = self.fvars[f"ortho_VBU_rerr[{i}]"] = float(overlap.norm()) / float(norm * U.norm())
            if error < tolerance:
                break
            if ints["m"] < U.shape[-1] + V.shape[-1]:
                columns = ints["m"] if self.B is None else self.B.shape[-1]
                raise ValueError(
                    f"Overdetermined shape of U: #B-cols(={columns}) >= #U-cols(={U.shape[-1]}) + "
                    f"#V-cols(={V.shape[-1]}) must hold"
                )
        self.ivars |= {"ortho_i": i, "ortho_j": j}
        return U

    def _normalized(self, U, drop, least):
        """The columns of U made B-orthonormal; directions below `least` of the greatest are raised to it, or dropped."""
        if U.numel() == 0:
            return U
        gram = _form(self.B, U)
        there = gram.diagonal() != 0  # a column of zeros has no direction
        if not bool(there.all()):
            U = U[:, there]
            if U.numel() == 0:
                return U
            gram = _form(self.B, U)
        scale = gram.diagonal() ** -0.5
        values, Z = _eigen(gram * scale[:, None] * scale, False)
        least = least * values.abs().max()
        if drop:
            kept = values > least
            values, Z = values[kept], Z[:, kept]
        else:
            values = OPS["where"](values < least, least, values)
        return (U * scale) @ (Z * values**-0.5)


def _times(A, X):
    return X if A is None else A @ X  # None is the identity


def _form(A, S):
    return S.mT @ _times(A, S)


def _eigen(A, largest):
    values, vectors = eigh(A, UPLO="U")
    return (values.flip(-1), vectors.flip(-1)) if largest else (values, vectors)


def _whitening(B, S):
    """The upper triangular T for which the columns of S T are B-orthonormal."""
    gram = _form(B, S)
    scale = gram.diagonal() ** -0.5
    return solve_triangular(cholesky(gram * scale * scale[:, None], upper=True), scale.diag(), upper=True, left=False)


class LOBPCGAutogradFunction(Function):
    """The pairs, with the gradient of simple eigenvalues and their vectors for a symmetric A."""

    @staticmethod
    def forward(ctx, A, B, settings):
        """The pairs of A (*, m, m): (*, k) and (*, m, k)."""
        E, X = _lobpcg(A, B, *settings)
        ctx.save_for_backward(A, B, E, X)
        return E, X

    @staticmethod
    def backward(ctx, gE, gX):
        """The gradient of A; ValueError where there is a B, or A is sparse or complex."""
        A, B, E, X = ctx.saved_tensors
        if A.is_sparse or (B is not None and B.is_sparse and ctx.needs_input_grad[1]):
            raise ValueError("lobpcg.backward does not support sparse input yet. Note that lobpcg.forward does though.")
        if A.is_complex() or (B is not None and B.is_complex()):
            raise ValueError(
                "lobpcg.backward does not support complex input yet. Note that lobpcg.forward does though."
            )
        if B is not None:
            raise ValueError("lobpcg.backward does not support backward with B != I yet.")
        gaps = E.unsqueeze(-2) - E.unsqueeze(-1)
        gaps = gaps.masked_fill(OPS["eye"](E.shape[-1], dtype=bool_), float("inf"))
        grad = X @ (gE.diag_embed() + (X.mT @ gX) / gaps) @ X.mT
        if X.shape[-1] < X.shape[-2]:
            grad = grad - _outside(A, E, X, gX) @ X.mT
        return grad, None, None


def _outside(A, E, X, gX):
    """What moves the vectors out of their span: for each, (A - e)^-1 of its gradient, on what is orthogonal to all."""
    inside = X @ X.mT
    apart = OPS["eye"](A.shape[-1], dtype=A.dtype) - inside
    system = (apart @ A @ apart).unsqueeze(-3) - E[..., None, None] * apart.unsqueeze(-3) + inside.unsqueeze(-3)
    return solve(system, (apart @ gX).mT.unsqueeze(-1)).squeeze(-1).mT
