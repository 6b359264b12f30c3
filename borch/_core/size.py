"""torch.Size: the tuple that holds a tensor's shape.

Source: https://docs.pytorch.org/docs/stable/size.html
"""

from math import prod

from .naming import TorchType


class Size(tuple, metaclass=TorchType):
    """A tensor's shape: a tuple of ints that slices and adds to a Size, with `numel()`.

    >>> import borch as torch
    >>> torch.Size([2, 3]).numel()
    6
    >>> torch.zeros(2, 3).shape[1:]
    torch.Size([3])
    """

    __module__ = "borch"
    __slots__ = ()

    def numel(self):
        """The product of the sizes."""
        return prod(self)

    def __repr__(self):
        return f"torch.Size([{', '.join(map(repr, self))}])"

    __str__ = __repr__

    def __getitem__(self, item):
        got = tuple.__getitem__(self, item)
        return Size(got) if isinstance(item, slice) else got

    def __add__(self, other):
        got = tuple.__add__(self, other)
        return Size(got)

    def __radd__(self, other):
        return Size(tuple(other) + tuple(self))

    def __mul__(self, other):
        return Size(tuple.__mul__(self, other))

    __rmul__ = __mul__

    def __reduce__(self):
        return (Size, (tuple(self),))
