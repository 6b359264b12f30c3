"""Parameters and buffers: tensors that a module finds when they are assigned to it.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.parameter.Parameter.html
"""

from .._core.tensor import Tensor, new


class Parameter(Tensor):
    """A tensor that belongs to a module's parameters once it is assigned as an attribute.

    Shares the memory of `data`; requires a gradient unless told otherwise.

    >>> import borch as torch
    >>> torch.nn.Parameter(torch.zeros(2))
    Parameter containing:
    tensor([0., 0.], requires_grad=True)
    """

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            from ..creation import empty

            data = empty(0)
        self = new(cls)
        self._array = data._array
        self._version = data._version
        if requires_grad:
            self.requires_grad_()
        return self

    def __init__(self, data=None, requires_grad=True):
        pass

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self.requires_grad)
        return memo[id(self)]

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()


class _BufferMeta(type(Tensor)):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and getattr(instance, "_is_buffer", False)


class Buffer(Tensor, metaclass=_BufferMeta):
    """A tensor that belongs to a module's buffers once it is assigned as an attribute.

    What it makes is a Tensor that shares the memory of `data`, with a mark; with persistent=False it stays out of
    `state_dict`.

    >>> import borch as torch
    >>> torch.nn.Buffer(torch.zeros(2))
    tensor([0., 0.])
    """

    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            from ..creation import empty

            data = empty(0)
        t = data.detach()
        if data.requires_grad:
            t.requires_grad_()
        t.persistent = persistent
        t._is_buffer = True
        return t

