"""Names of torch's past and of other devices that a tensor still has, and small ones that belong nowhere else.

Source: https://docs.pytorch.org/docs/stable/tensors.html
"""

import warnings

import numpy as np

from .._core.args import wrap_dims
from .._core.calls import loosen_several
from .._core.device import check_device
from .._core.op import NAMESPACES, OPS, function, wrap
from .._core.tensor import Tensor
from . import memory, products, reduce, shape, split  # noqa: F401  (whose methods are changed here)
from .both import into


def _device_method(name, refusal=None):
    def method(self, *args, **kwargs):
        if refusal is not None:
            raise AssertionError(refusal)
        check_device(name)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"A copy on the device `{name}`, which a CPU build of torch refuses."
    setattr(Tensor, name, method)


_device_method("ipu")
_device_method("xpu")
_device_method("mtia", "Torch not compiled with MTIA enabled.")

NAMESPACES["torch"]["addmv_"] = OPS["addmv_"]  # the one in-place product that is a function of torch too


@function(namespace=None)
def storage_type(self):
    """The old type of this tensor's storage, such as `torch.FloatStorage`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.storage_type.html

    >>> import borch as torch
    >>> torch.ones(2).storage_type() is torch.FloatStorage
    True
    """
    from .. import storage

    return getattr(storage, self.dtype.legacy + "Storage")


@function(namespace=None)
def module_load(self, other, assign=False):
    """What `Module.load_state_dict` puts into this tensor's place: this tensor with the values of `other`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.module_load.html

    >>> import borch as torch
    >>> torch.zeros(2).module_load(torch.ones(2))
    tensor([1., 1.])
    """
    return other.detach() if assign else self.copy_(other).detach()


@function(namespace=None)
def reinforce(self, reward):
    """Removed from torch, where it raises RuntimeError: `torch.distributions` does its work.

    Source: https://docs.pytorch.org/docs/stable/distributions.html

    >>> import borch as torch
    >>> try:
    ...     torch.ones(2).reinforce(1)
    ... except RuntimeError as error:
    ...     print(str(error).splitlines()[:2])
    ['reinforce() was removed.', 'Use torch.distributions instead.']
    """
    raise RuntimeError("reinforce() was removed.\nUse torch.distributions instead.")


def _volatile(self):
    """False, with a warning: torch has removed it.

    >>> import borch as torch
    >>> torch.ones(1).volatile
    False
    """
    warnings.warn("volatile was removed (Variable.volatile is always False)", stacklevel=2)
    return False


def _grad_dtype(self):
    """The dtype that this leaf's gradient has.

    >>> import borch as torch
    >>> torch.ones(2, requires_grad=True).grad_dtype
    torch.float32
    """
    if not self.is_leaf:
        raise RuntimeError("grad_dtype can only be accessed on leaf tensors.")
    return self.dtype


def _set_grad_dtype(self, dtype):
    if not self.is_leaf:
        raise RuntimeError("grad_dtype can only be set on leaf tensors.")
    if dtype is not self.dtype:
        raise NotImplementedError("Tensor.grad_dtype other than the tensor's own is not implemented in borch")


Tensor.volatile, Tensor.grad_dtype = property(_volatile), property(_grad_dtype, _set_grad_dtype)
Tensor.name = None


@function()
def hash_tensor(input, dim=(), *, keepdim=False, mode=0, out=None):
    """The exclusive or of the elements' 64 bits (of floats: as float64), in all or along `dim`, as uint64.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.hash_tensor.html

    >>> import borch as torch
    >>> torch.hash_tensor(torch.tensor([[1, 2], [3, 4]]), dim=1)
    tensor([3, 7], dtype=torch.uint64)
    """
    from .._core.dtype import widen

    if mode != 0:
        raise RuntimeError(f"Unknown hash_tensor mode: {mode}")
    array = widen(input._array)
    if array.dtype.kind == "c":
        raise NotImplementedError(f"\"xor_sum_cpu\" not implemented for '{input.dtype.legacy}'")
    bits = np.ascontiguousarray(array, np.float64 if array.dtype.kind == "f" else np.int64).view(np.uint64)
    bits = bits.reshape(array.shape)
    dims = wrap_dims((dim,) if isinstance(dim, int) else tuple(dim or ()), array.ndim) if array.ndim else ()
    value = wrap(np.bitwise_xor.reduce(bits, axis=dims or None, keepdims=keepdim))
    return into("hash_tensor", out, value, "Expected result to be of dtype uint64, but got {0}")


for _name in ("squeeze", "squeeze_", "count_nonzero", "hsplit", "vsplit", "dsplit"):  # x.squeeze(0, 1)
    setattr(Tensor, _name, loosen_several(getattr(Tensor, _name)))
