"""torch.special: the gamma, error and Bessel functions, orthogonal polynomials, and other names of common ops.

Source: https://docs.pytorch.org/docs/stable/special.html
"""

from .._core.op import NAMESPACES as _NAMESPACES
from .._core.op import OPS as _OPS
from .._core.op import describe as _describe
from .._core.tensor import Tensor as _Tensor
from .._core.wrappers import wrapper_for as _wrapper_for
from ..ops import rounding as _rounding
from . import bessel as _bessel
from . import gamma as _gamma
from . import normal as _normal
from .polynomials import POLYNOMIALS as _POLYNOMIALS


def _renamed(function, name):
    """The same op, whose errors speak of `special_name`."""
    o = getattr(function, "op", None)
    if o is None:
        return function
    other = o.copy(name=f"special_{name}", origin=o.origin or o)
    under = _describe(_wrapper_for(other), name, o.fn)
    under.op = other
    return under


# torch.special's name -> the op's own
_ELSEWHERE = {
    "digamma": "digamma",
    "erf": "erf",
    "erfc": "erfc",
    "erfinv": "erfinv",
    "exp2": "exp2",
    "expit": "sigmoid",
    "expm1": "expm1",
    "gammainc": "igamma",
    "gammaincc": "igammac",
    "gammaln": "lgamma",
    "i0": "i0",
    "log1p": "log1p",
    "log_softmax": "log_softmax",
    "logit": "logit",
    "logsumexp": "logsumexp",
    "multigammaln": "mvlgamma",
    "polygamma": "polygamma",
    "psi": "digamma",
    "sinc": "sinc",
    "softmax": "softmax",
    "xlogy": "xlogy",
}
_HERE = {
    _gamma: ("zeta",),
    _normal: ("ndtr", "ndtri", "log_ndtr", "erfcx", "entr", "xlog1py"),
    _bessel: (
        *("i0e", "i1", "i1e", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "modified_bessel_i0"),
        *("modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1", "scaled_modified_bessel_k0"),
        *("scaled_modified_bessel_k1", "spherical_bessel_j0", "airy_ai"),
    ),
}
_public = {name: _renamed(_OPS[own], name) for name, own in _ELSEWHERE.items() if own in _OPS}
_public.update({name: getattr(module, name) for module, names in _HERE.items() for name in names})
_public.update(_POLYNOMIALS)
_public["round"] = _rounding.special_round
for _function in _public.values():  # whose ops have torch's names of them
    if getattr(_function, "op", None) is not None and _function.op.name.startswith("special_"):
        _function.op.public = True
_NAMESPACES["torch"]["i0_"] = _Tensor.i0_
_NAMESPACES.setdefault("torch.special", {}).update(_public)
globals().update(_public)
__all__ = list(_public)
