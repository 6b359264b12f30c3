"""torch.library: ops of a program's own, with formulas for gradients, called by name in torch.ops.

There is no graph compiler and one device: functions registered for those are kept and never called.
Source: https://docs.pytorch.org/docs/stable/library.html
"""

from ..absent import REASONS, Refusal
from .custom import CustomOpDef, custom_op
from .registration import (
    Library,
    _scoped_library,
    define,
    fallthrough_kernel,
    impl,
    impl_abstract,
    register_autocast,
    register_autograd,
    register_fake,
    register_kernel,
    register_torch_dispatch,
    register_vmap,
)
from .schema import infer as _infer

__all__ = [
    "CustomOpDef", "Library", "_scoped_library", "custom_op", "define", "fallthrough_kernel", "get_ctx", "get_kernel", "impl",
    "impl_abstract", "infer_schema", "opcheck", "register_autocast", "register_autograd", "register_fake", "register_kernel",
    "register_torch_dispatch", "register_vmap", "triton_op", "wrap_triton",
]  # fmt: skip

get_ctx = Refusal("torch.library.get_ctx", REASONS["compile"])
get_kernel = Refusal("torch.library.get_kernel", REASONS["dispatch"])
opcheck = Refusal("torch.library.opcheck", REASONS["compile"])
wrap_triton = Refusal("torch.library.wrap_triton", REASONS["CUDA"])


def triton_op(name, fn=None, /, *, mutates_args, schema=None):
    """A function as an op of its own, as `custom_op` makes one; it may call Triton's kernels where there are any.

    Source: https://docs.pytorch.org/docs/stable/library.html#torch.library.triton_op

    >>> import borch as torch
    >>> @torch.library.triton_op("docs::twice", mutates_args=())
    ... def twice(x: torch.Tensor) -> torch.Tensor:
    ...     return x * 2
    >>> torch.ops.docs.twice(torch.ones(2))
    tensor([2., 2.])
    """
    return custom_op(name, fn, mutates_args=mutates_args, schema=schema)


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    """The schema that the annotations of a function say; ValueError where they do not suffice.

    Source: https://docs.pytorch.org/docs/stable/library.html#torch.library.infer_schema

    >>> import borch as torch
    >>> def scale(x: torch.Tensor, k: float = 2.0) -> torch.Tensor:
    ...     return x * k
    >>> torch.library.infer_schema(scale, mutates_args=())
    '(Tensor x, float k=2.) -> Tensor'
    """
    return _infer(prototype_function, mutates_args, op_name)
