"""Methods and functions that are no ops of their own and fail, as ops do, in torch's words for arguments that fit nothing."""

from .._core.calls import worded
from .._core.op import NAMESPACES
from .._core.tensor import Tensor
from . import former, late, layouts, operators  # noqa: F401  (whose methods are meant)

_METHODS = (
    "abs_ absolute_ as_strided_ clamp_ clamp_max_ clamp_min_ clip_ equal float_power_ ipu lerp lerp_ mtia "
    "narrow_copy squeeze_ sum_to_size swapaxes_ swapdims_ t_ to_sparse to_sparse_csc to_sparse_csr transpose_ "
    "unsqueeze_ where xpu"
)
for _name in _METHODS.split():
    setattr(Tensor, _name, worded(getattr(Tensor, _name), _name, 1))

# In-place twins that torch also offers as functions.
_TWINS = (
    "abs acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh ceil clamp clamp_max clamp_min "
    "clip conj_physical cos cosh deg2rad erf erfc exp exp2 expm1 fix floor frac gcd i0 lcm ldexp log log10 log1p log2 "
    "logit nan_to_num neg negative rad2deg reciprocal round rsqrt sigmoid sin sinc sinh sqrt square tan tanh trunc "
    "xlogy"
)
for _name in _TWINS.split():
    if hasattr(Tensor, _name + "_"):
        NAMESPACES["torch"][_name + "_"] = worded(getattr(Tensor, _name + "_"), _name + "_", 0)
