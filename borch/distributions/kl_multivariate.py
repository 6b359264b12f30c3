"""KL divergences of distributions over vectors: Dirichlet, and the multivariate normals."""

from .dirichlet import Dirichlet
from .kl import register_kl
from .lowrank_multivariate_normal import LowRankMultivariateNormal
from .multivariate_normal import MultivariateNormal, _batch_mahalanobis, _batch_mv
from .utils import torch


@register_kl(Dirichlet, Dirichlet)
def _kl_dirichlet_dirichlet(p, q):
    p_sum, q_sum = p.concentration.sum(-1), q.concentration.sum(-1)
    t1 = p_sum.lgamma() - q_sum.lgamma()
    t2 = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    away = p.concentration - q.concentration
    t4 = p.concentration.digamma() - p_sum.digamma().unsqueeze(-1)
    return t1 - t2 + (away * t4).sum(-1)


def _trace_of_square(bmat):
    """trace(A A^T) of matrices."""
    return bmat.pow(2).flatten(-2).sum(-1)


def _check_events(p, q, name):
    if p.event_shape != q.event_shape:
        raise ValueError(
            f"KL-divergence between two {name} Normals with{' ' * 26}different event shapes cannot be computed"
        )


def _half_log_det(tril):
    return tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


@register_kl(MultivariateNormal, MultivariateNormal)
def _kl_multivariatenormal_multivariatenormal(p, q):
    _check_events(p, q, "Multivariate")
    q_tril, p_tril = q._unbroadcasted_scale_tril, p._unbroadcasted_scale_tril
    half_term1 = _half_log_det(q_tril) - _half_log_det(p_tril)
    shape = torch.broadcast_to(q_tril[..., 0, 0], _shape(q_tril, p_tril)).shape
    n = p.event_shape[0]
    solved = torch.solve_triangular(q_tril.expand((*shape, n, n)), p_tril.expand((*shape, n, n)), upper=False)
    term3 = _batch_mahalanobis(q_tril, q.loc - p.loc)
    return half_term1 + 0.5 * (_trace_of_square(solved) + term3 - n)


def _shape(a, b):
    from .._core.args import broadcast_shapes

    return broadcast_shapes(tuple(a.shape[:-2]), tuple(b.shape[:-2]))


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _kl_lowrank_lowrank(p, q):
    _check_events(p, q, "Low Rank Multivariate")
    term1 = q._log_det() - p._log_det()
    term3 = _lowrank_mahalanobis(q, p.loc - q.loc)
    A = _solved(q)
    term21 = (p._unbroadcasted_cov_diag / q._unbroadcasted_cov_diag).sum(-1)
    term22 = _trace_of_square(p._unbroadcasted_cov_factor * q._unbroadcasted_cov_diag.rsqrt().unsqueeze(-1))
    term23 = _trace_of_square(A * p._unbroadcasted_cov_diag.sqrt().unsqueeze(-2))
    term24 = _trace_of_square(A.matmul(p._unbroadcasted_cov_factor))
    return 0.5 * (term1 + (term21 + term22 - term23 - term24) + term3 - p.event_shape[0])


def _solved(q):
    """L^-1 W^T D^-1 for the factor L of the small matrix."""
    scaled = q._unbroadcasted_cov_factor.mT / q._unbroadcasted_cov_diag.unsqueeze(-2)
    return torch.solve_triangular(q._capacitance_tril, scaled, upper=False)


def _lowrank_mahalanobis(q, away):
    scaled = q._unbroadcasted_cov_factor.mT / q._unbroadcasted_cov_diag.unsqueeze(-2)
    inner = (away.pow(2) / q._unbroadcasted_cov_diag).sum(-1)
    return inner - _batch_mahalanobis(q._capacitance_tril, _batch_mv(scaled, away))


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _kl_multivariatenormal_lowrank(p, q):
    _check_events(p, q, "(Low Rank) Multivariate")
    p_tril = p._unbroadcasted_scale_tril
    term1 = q._log_det() - 2 * _half_log_det(p_tril)
    term3 = _lowrank_mahalanobis(q, p.loc - q.loc)
    term21 = _trace_of_square(p_tril * q._unbroadcasted_cov_diag.rsqrt().unsqueeze(-1))
    term22 = _trace_of_square(_solved(q).matmul(p_tril))
    return 0.5 * (term1 + (term21 - term22) + term3 - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _kl_lowrank_multivariatenormal(p, q):
    _check_events(p, q, "(Low Rank) Multivariate")
    q_tril = q._unbroadcasted_scale_tril
    term1 = 2 * _half_log_det(q_tril) - p._log_det()
    term3 = _batch_mahalanobis(q_tril, q.loc - p.loc)
    shape = _shape(q_tril, p._unbroadcasted_cov_factor)
    n = p.event_shape[0]
    q_tril = q_tril.expand((*shape, n, n))
    factor = p._unbroadcasted_cov_factor.expand((*shape, n, p.cov_factor.shape[-1]))
    root = torch.diag_embed(p._unbroadcasted_cov_diag.sqrt()).expand((*shape, n, n))
    term21 = _trace_of_square(torch.solve_triangular(q_tril, factor, upper=False))
    term22 = _trace_of_square(torch.solve_triangular(q_tril, root, upper=False))
    return 0.5 * (term1 + (term21 + term22) + term3 - n)
