"""Parameters and buffers: tensors that a module finds when they are assigned to it.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.parameter.Parameter.html
"""

from .._core.args import type_name
from .._core.asking import disabled
from .._core.device import device as Device
from .._core.device import on_meta
from .._core.dtype import default
from .._core.makers import current
from .._core.tensor import Tensor, new


class Parameter(Tensor):
    """A tensor that belongs to a module's parameters once it is assigned as an attribute.

    Shares the memory of `data`; requires a gradient unless told otherwise.

    >>> import borch as torch
    >>> torch.nn.Parameter(torch.zeros(2))
    Parameter containing:
    tensor([0., 0.], requires_grad=True)
    """

    __torch_function__ = disabled

    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            from ..creation import empty

            data = empty(0)
        if not isinstance(requires_grad, bool):
            raise TypeError(
                f"_make_subclass(): argument 'require_grad' (position 3) must be bool, not {type_name(requires_grad)}"
            )
        data = data.detach()
        self = new(cls)
        self._array = data._array
        self._writes = data._writes
        if requires_grad:
            if not (data.is_floating_point() or data.is_complex()):
                raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
            if data.is_inference():
                self.requires_grad_()
            self._requires_grad = True
        return self

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


# ------------------------------------------------------------------------------------ parameters whose shape is not known
class UninitializedTensorMixin:
    """A tensor that has a dtype but no shape or values yet, until `materialize` gives it them."""

    _uninitialized_dtype = _uninitialized_device = None

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        self = new(cls)
        self._writes = [0]
        self._uninitialized_dtype = default.real if dtype is None else dtype
        self._requires_grad = bool(requires_grad)
        self._uninitialized_device = current() if device is None else Device(device)
        on_meta(self._uninitialized_device)
        return self

    @property
    def device(self):
        return self._uninitialized_device

    is_meta = property(lambda self: self.device.type == "meta")

    def __init__(self, *args, **kwargs):
        pass

    @property
    def _array(self):
        raise ValueError(
            "Attempted to use an uninitialized parameter. This error happens when you are using a `LazyModule` or "
            "explicitly manipulating `torch.nn.parameter.UninitializedParameter` objects. When using LazyModules Call "
            "`forward` with a dummy batch to initialize the parameters before calling torch functions"
        )

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
            "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call `forward` "
            "to initialize the parameters before accessing their attributes."
        )

    @property
    def dtype(self):
        return self._uninitialized_dtype

    def is_floating_point(self):
        return self._uninitialized_dtype.is_floating_point

    def is_complex(self):
        return self._uninitialized_dtype.is_complex

    def requires_grad_(self, requires_grad=True):
        return self._array  # which is refused

    def materialize(self, shape, device=None, dtype=None):
        """Becomes an ordinary parameter or buffer of that shape, without particular values."""
        from ..creation import empty

        device = self._uninitialized_device if device is None else device
        made = empty(tuple(shape), device=device, dtype=self._uninitialized_dtype if dtype is None else dtype)
        self.__class__ = self.cls_to_become
        del self._uninitialized_dtype, self._uninitialized_device
        self._array = made._array

    def share_memory_(self):
        """Refused, as there is no memory yet."""
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters "
            "before calling `module.share_memory()`."
        )

    def __repr__(self):
        return f"<{type(self).__name__}>"

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self._requires_grad, dtype=self._uninitialized_dtype)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        return (type(self), (self._requires_grad, None, self._uninitialized_dtype))


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter whose shape is not known yet, as lazy modules have them.

    >>> import borch as torch
    >>> p = torch.nn.UninitializedParameter()
    >>> p
    <UninitializedParameter>
    >>> p.materialize((2, 3))
    >>> p.shape
    torch.Size([2, 3])
    """

    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return UninitializedTensorMixin.__new__(cls, requires_grad, device, dtype)


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer whose shape is not known yet.

    >>> import borch as torch
    >>> torch.nn.UninitializedBuffer()
    <UninitializedBuffer>
    """

    cls_to_become = Tensor

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        self = UninitializedTensorMixin.__new__(cls, requires_grad, device, dtype)
        self.persistent = persistent
        return self


def is_lazy(param):
    """Whether a parameter or buffer is not initialized yet.

    >>> import borch as torch
    >>> torch.nn.parameter.is_lazy(torch.nn.UninitializedParameter())
    True
    """
    return isinstance(param, UninitializedTensorMixin)
