"""The view ops' twins that copy: `squeeze_copy` and the like, which give memory of their own.

Source: https://docs.pytorch.org/docs/stable/tensor_view.html
"""

from .._core.op import OPS, publish, wrap
from .._core.tensor import Tensor
from . import join, shape  # noqa: F401

_NAMES = (
    "alias", "as_strided", "diagonal", "expand", "permute", "select", "squeeze", "t", "transpose", "unsqueeze", "unfold",
    "view", "detach", "split", "split_with_sizes", "unbind", "narrow", "slice",
)  # fmt: skip


_CLASSES = {}  # torch's name of a copying form -> the class of its nodes


def _own(view, name):
    """`view` with memory of its own, recorded as one op."""
    out = wrap(view._array.copy())
    if view.requires_grad:
        node = view.grad_fn
        cls = type(node)
        title = "NarrowCopyBackward0" if name == "narrow" else cls.__name__.removesuffix("_copy") + "_copy"
        if title not in _CLASSES:
            _CLASSES[title] = type(title, (cls,), {"__module__": cls.__module__})
        node.__class__ = _CLASSES[title]
        out._requires_grad, out._node = True, view._node
    return out


def _copying(name):
    source = Tensor.detach if name == "detach" else Tensor.view if name == "view" else OPS[name]

    def copy(*args, out=None, **kwargs):
        result = source(*args, **kwargs)
        if isinstance(result, tuple):
            if out is None:
                return tuple(_own(r, name) for r in result)
            for target, r in zip(out, result, strict=True):
                target.resize_(r.shape).copy_(r)
            return None
        return _own(result, name) if out is None else out.resize_(result.shape).copy_(result)

    copy.__name__ = copy.__qualname__ = name + "_copy"
    copy.__doc__ = f"""`{name}` with memory of its own instead of a view.

    Source: https://docs.pytorch.org/docs/stable/tensor_view.html
    """
    publish(copy, name + "_copy", (), copy if name == "narrow" else None, "torch")


for _name in _NAMES:
    _copying(_name)
