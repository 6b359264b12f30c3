"""torch._tensor_str: what programs take of the printing of tensors."""

from . import printing
from .printing import PRINT_OPTS, get_printoptions, printoptions, set_printoptions

__all__ = ["PRINT_OPTS", "get_printoptions", "printoptions", "set_printoptions"]


def _tensor_str(self, indent):
    """The values of a tensor as text, its lines indented."""
    if self.numel() == 0:
        return "[]"
    return printing._body(printing.dtypes.widen(self.detach().resolve_neg()._array), indent)


def _add_suffixes(tensor_str, suffixes, indent, force_newline):
    """The text with suffixes such as "dtype=torch.int32" and the closing bracket."""
    return printing.join(tensor_str, suffixes, indent, force_newline)


def _str_intern(inp, *, tensor_contents=None):
    """What `repr` of a tensor shows; `tensor_contents` stands for the values."""
    return printing.repr_of(inp, tensor_contents)


def _str(self, *, tensor_contents=None):
    """The same."""
    return printing.repr_of(self, tensor_contents)
