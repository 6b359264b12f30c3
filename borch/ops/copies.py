"""The view ops' twins that copy: `squeeze_copy` and the like, which give memory of their own.

Source: https://docs.pytorch.org/docs/stable/tensor_view.html
"""

from .._core.calls import worded
from .._core.device import contiguous_format
from .._core.mode import mode
from .._core.op import OPS, publish
from .._core.tensor import Tensor
from . import axes, complex, parts, shape, split  # noqa: F401
from .both import SAME_DTYPE, into
from .memory import clone
from .shape import NOT_VIEWABLE

# The op, and an example of its copying form on x = tensor([[1, 2], [3, 4]]) with what it prints.
_NAMES = {
    "alias": ("(x).shape", "torch.Size([2, 2])"),
    "as_strided": ("(x, (2,), (3,))", "tensor([1, 4])"),
    "diagonal": ("(x)", "tensor([1, 4])"),
    "expand": ("(x, (3, 2, 2)).stride()", "(4, 2, 1)"),
    "permute": ("(x, (1, 0)).stride()", "(2, 1)"),
    "select": ("(x, 1, 0)", "tensor([1, 3])"),
    "squeeze": ("(x).shape", "torch.Size([2, 2])"),
    "t": ("(x).stride()", "(2, 1)"),
    "transpose": ("(x, 0, 1).stride()", "(2, 1)"),
    "unsqueeze": ("(x, 0).shape", "torch.Size([1, 2, 2])"),
    "unfold": ("(x, 0, 2, 1).shape", "torch.Size([1, 2, 2])"),
    "view": ("(x, (4,))", "tensor([1, 2, 3, 4])"),
    "detach": ("(x).shape", "torch.Size([2, 2])"),
    "split": ("(x, 1, 1)[0].shape", "torch.Size([2, 1])"),
    "split_with_sizes": ("(x, [1, 1])[1]", "tensor([[3, 4]])"),
    "unbind": ("(x)", "(tensor([1, 2]), tensor([3, 4]))"),
    "narrow": ("(x, 0, 1, 1)", "tensor([[3, 4]])"),
    "view_as_real": ("(torch.tensor([1 + 2j]))", "tensor([[1., 2.]])"),
    "view_as_complex": ("(torch.tensor([[1.0, 2.0]]))", "tensor([1.+2.j])"),
    "slice": ("(x, 1, 0, 1).shape", "torch.Size([2, 1])"),
}

NARROW_DTYPE = (
    "Expected self.dtype() == output.dtype() to be true, but got false.  (Could this error message be improved?  If so, "
    "please report an enhancement request to PyTorch.)"
)
_CLASSES = {}  # torch's name of a copying form -> the class of its nodes


def _own(view, name):
    """`view` with memory of its own, recorded as one op."""
    out = clone(view.detach(), memory_format=contiguous_format)
    if mode.grad and view.grad_fn is not None:
        node = view.grad_fn
        cls = type(node)
        title = "NarrowCopyBackward0" if name == "narrow" else cls.__name__.removesuffix("_copy") + "_copy"
        if title not in _CLASSES:
            _CLASSES[title] = type(title, (cls,), {"__module__": cls.__module__})
        node.__class__ = _CLASSES[title]
        out._requires_grad, out._node = True, view._node
    return out


def _viewed(input, *args, **kwargs):
    """`view`; a copy need not ask that the elements lie in order."""
    try:
        return input.view(*args, **kwargs)
    except RuntimeError as error:
        if str(error) != NOT_VIEWABLE:
            raise
        return input.reshape(*args)


def _narrowed(input, dim, start, length):
    """`narrow`, with errors of its own."""
    sizes = input.shape
    if isinstance(dim, int) and dim >= len(sizes) > 0:
        raise RuntimeError(
            "Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  (Could this error message "
            "be improved?  If so, please report an enhancement request to PyTorch.)"
        )
    if isinstance(dim, int) and isinstance(length, int) and length < 0 and -len(sizes) <= dim:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({sizes[dim]}).")
    return OPS["narrow"](input, dim, start, length)


_SOURCES = {"detach": Tensor.detach, "view": _viewed, "narrow": _narrowed}


def _copying(name):
    source = _SOURCES.get(name) or OPS[name]
    words = NARROW_DTYPE if name == "narrow" else SAME_DTYPE

    def copy(*args, out=None, **kwargs):
        result = source(*args, **kwargs)
        if isinstance(result, tuple):
            if out is None:
                return tuple(_own(r, name) for r in result)
            for target, r in zip(out, result, strict=True):
                into(copy.__name__, target, r, words, rows=True)
            return None
        return (
            _own(result, name)
            if out is None
            else into(copy.__name__, out, result, words, rows=True, silent=name == "narrow")
        )

    copy.__name__ = copy.__qualname__ = name + "_copy"
    call, shown = _NAMES[name]
    copy.__doc__ = f"""`{name}` with memory of its own instead of a view.

    Source: https://docs.pytorch.org/docs/stable/tensor_view.html

    >>> import borch as torch
    >>> x = torch.tensor([[1, 2], [3, 4]])
    >>> torch.{name}_copy{call}
    {shown}
    """
    publish(worded(copy, name + "_copy", 0), name + "_copy", (), copy if name == "narrow" else None, "torch")


for _name in _NAMES:
    _copying(_name)


def _in_place_function(name):
    method = getattr(Tensor, name)

    def function(input, *args, **kwargs):
        return method(input, *args, **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"In-place version of `{name[:-1]}`, as a function."
    publish(worded(function, name, 0), name, (), None, "torch")


for _name in ("as_strided_", "fill_", "zero_", "detach_"):
    _in_place_function(_name)


def _detach(input):
    """The same memory, outside the graph: a tensor that requires no gradient.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html

    >>> import borch as torch
    >>> torch.detach(torch.ones(1, requires_grad=True)).requires_grad
    False
    """
    return input.detach()


_detach.__name__ = _detach.__qualname__ = "detach"
publish(_detach, "detach", (), None, "torch")
