"""Rounding: ceil, floor, round (also to decimals), trunc, frac. Their gradient is zero, but for frac.

Source: https://docs.pytorch.org/docs/stable/torch.html#pointwise-ops
"""

import numpy as np

from .._core.dtype import from_numpy
from .._core.op import op
from .both import FOUND_DTYPE
from .complex import zeros


def _refused(name):
    complex_message = NotImplementedError(f"{name} is not supported for complex inputs")
    return {"b": f"{name}_vml_cpu", "c": complex_message}


def _whole(input, ufunc):
    return input.copy() if input.dtype.kind in "iu" else ufunc(input)


@op(out_dtype=FOUND_DTYPE, kind="same", inplace=True, refuse=_refused("ceil"), input=zeros)
def ceil(input):
    """The smallest integer that is no less than each element, in the input's dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.ceil.html

    >>> import borch as torch
    >>> torch.ceil(torch.tensor([-0.6, 0.2]))
    tensor([-0., 1.])
    """
    return _whole(input, np.ceil)


@op(out_dtype=FOUND_DTYPE, kind="same", inplace=True, refuse=_refused("floor"), input=zeros)
def floor(input):
    """The largest integer that is no more than each element, in the input's dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.floor.html

    >>> import borch as torch
    >>> torch.floor(torch.tensor([-0.6, 1.2]))
    tensor([-1.,  1.])
    """
    return _whole(input, np.floor)


@op(
    out_dtype=FOUND_DTYPE,
    kind="same",
    inplace=True,
    aliases=("fix",),
    refuse=_refused("trunc"),
    input=zeros,
)
def trunc(input):
    """Each element without its fraction, in the input's dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.trunc.html

    >>> import borch as torch
    >>> torch.trunc(torch.tensor([-1.6, 1.2]))
    tensor([-1.,  1.])
    """
    return _whole(input, np.trunc)


def _refuse_decimals(op, input, decimals):
    dtype = from_numpy(input.dtype)
    if not dtype.is_floating_point:
        raise NotImplementedError(f"\"round_{'' if decimals else 'vml_'}cpu\" not implemented for '{dtype.legacy}'")


@op(
    kind="same",
    name="round",
    node="RoundBackward1",
    inplace=False,
    method=False,
    namespace=None,
    refuse={"biwc": "round_cpu"},
    check=_refuse_decimals,
    out_dtype=FOUND_DTYPE,
    input=zeros,
)
def round_decimals(input, *, decimals):
    """`round` with `decimals`."""
    return _rounded(input, decimals)


def _rounded(input, decimals):
    if not decimals:
        return np.rint(input)
    power = 10.0 ** abs(decimals)
    return np.rint(input * power) / power if decimals > 0 else np.rint(input / power) * power


@op(
    kind="same",
    node="RoundBackward1",
    inplace=False,
    method=False,
    namespace=None,
    refuse={"biwc": "round_cpu"},
    check=_refuse_decimals,
    input=zeros,
)
def special_round(input, *, decimals=0):
    """Each element rounded to a multiple of 10**-decimals, halves to even: `torch.round` with decimals.

    NotImplementedError for integers. Source: https://docs.pytorch.org/docs/stable/special.html#torch.special.round

    >>> import borch as torch
    >>> torch.special.round(torch.tensor([1.2345, 0.5]), decimals=2)
    tensor([1.2300, 0.5000])
    """
    return _rounded(input, decimals)


@op(
    out_dtype=FOUND_DTYPE,
    kind="same",
    inplace=True,
    overloads={"decimals": round_decimals},
    refuse={"bc": "round_vml_cpu"},
    input=zeros,
)
def round(input):
    """The integer nearest to each element, halves to the even one; with `decimals=n`, the nearest multiple of 10**-n.

    The dtype is the input's; with decimals NotImplementedError for integers.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.round.html

    >>> import borch as torch
    >>> torch.round(torch.tensor([0.5, 1.5, -2.3]))
    tensor([ 0.,  2., -2.])
    >>> torch.round(torch.tensor([1.2345]), decimals=2)
    tensor([1.2300])
    """
    return _whole(input, np.rint)


@op(
    out_dtype=FOUND_DTYPE,
    kind="same",
    inplace=True,
    refuse={"biwc": "frac_cpu"},
    input=lambda g: g,
)
def frac(input):
    """The fraction of each element, with its sign: x - trunc(x).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.frac.html

    >>> import borch as torch
    >>> torch.frac(torch.tensor([1.0, 2.5, -3.25]))
    tensor([ 0.0000,  0.5000, -0.2500])
    """
    return input - np.trunc(input)
