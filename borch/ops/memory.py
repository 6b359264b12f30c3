"""Where a tensor's elements lie: copies, contiguity, strides chosen by hand, storage, and changes of shape in place.

Source: https://docs.pytorch.org/docs/stable/storage.html
"""

import math
import warnings
from contextlib import suppress

import numpy as np

from .._core.args import sizes, type_name
from .._core.device import contiguous_format, memory_format, preserve_format
from .._core.dtype import cpp_name
from .._core.mode import mode
from .._core.nodata import is_meta, refused
from .._core.node import op_name
from .._core.op import OPS, edge_of, function, op, wrap
from .._core.tensor import Tensor, fields, new
from .._core.view import AsStridedBackward0, check_writable, mark_view
from .strides import address, contiguous_strides, copied, follows, owner_of, restride


def check_format(value, name):
    """Accepts None and torch's memory formats."""
    if value is not None and not isinstance(value, memory_format):
        raise TypeError(f"{name}(): argument 'memory_format' must be torch.memory_format, not {type_name(value)}")


@op(input=lambda g: g, node="CopyBackwards", method=False, namespace=None)
def _copy(input):
    """What the engine does to a recorded gradient before it becomes a leaf's `grad`."""
    return input.copy()


@op(input=lambda g: g)
def clone(input, *, memory_format=None):
    """A copy of `input`, recorded: the gradient flows back to it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.clone.html

    >>> import borch as torch
    >>> torch.clone(torch.tensor([1, 2]))
    tensor([1, 2])
    """
    check_format(memory_format, "clone")
    return copied(input, memory_format)


@function(namespace=None)
def contiguous(input, *, memory_format=contiguous_format):
    """`input` itself when its elements lie row by row (or in `memory_format`), else a copy that does.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.contiguous.html

    >>> import borch as torch
    >>> torch.zeros(2, 3).t().contiguous().stride()
    (2, 1)
    """
    if memory_format is not contiguous_format:
        check_format(memory_format, "contiguous")
    if follows(input._array, memory_format):
        return input
    return clone(input, memory_format=memory_format)


@function(namespace=None)
def is_contiguous(self, *, memory_format=contiguous_format):
    """Whether the elements lie row by row in memory, without gaps (or in `memory_format`).

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_contiguous.html

    >>> import borch as torch
    >>> torch.zeros(2, 3).t().is_contiguous()
    False
    """
    return follows(self._array, memory_format)


# -------------------------------------------------------------------------------------------------------------- storage
def root_of(tensor):
    """The tensor whose memory starts where the storage of `tensor` starts."""
    root = tensor if tensor._base is None else tensor._base
    return root if root._root is None else root._root


@function(namespace=None)
def storage_offset(self):
    """How many elements lie in the storage before this tensor's first one.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.storage_offset.html

    >>> import borch as torch
    >>> torch.arange(6)[2:].storage_offset()
    2
    """
    return _offset(self) - _example_offset(self)


def _offset(tensor):
    root = root_of(tensor)
    if root is tensor:
        return 0
    return (address(tensor._array) - address(root._array)) // tensor._array.itemsize


def _example_offset(tensor):
    """Where one example under vmap lies in its batch, of which torch's offsets there know nothing."""
    return mode.offsets.get(id(tensor._writes), 0) if mode.offsets else 0


@function(namespace=None)
def data_ptr(self):
    """The address of the first element, as an int.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.data_ptr.html

    >>> import borch as torch
    >>> x = torch.zeros(2)
    >>> x.data_ptr() == x[:1].data_ptr()
    True
    """
    return address(self._array) if self._array.size and not self.is_meta else 0


def memory_of(owner):
    """The bytes of the storage that belongs to the tensor `owner`."""
    array = owner._array
    if is_meta(array):
        return array.bytes()
    if owner._memory is not None and owner._memory[0] is array:
        return owner._memory[1]
    flat = array if array.flags.c_contiguous else array.T
    return (flat if flat.flags.c_contiguous else owner_of(array)).reshape(-1).view(np.uint8)


def put_memory(owner, memory):
    """Gives the storage of the tensor `owner` other bytes, in which the tensor goes on if they are enough."""
    array = owner._array
    if is_meta(array):
        array.memory.nbytes = memory.size
        return
    with suppress(ValueError, TypeError):  # numpy's words for a buffer that is too small
        owner._array = np.ndarray(array.shape, array.dtype, memory, 0, array.strides)
    owner._memory = owner._array, memory


@function(namespace=None)
def untyped_storage(self):
    """The storage behind this tensor, as bytes; views of one tensor share it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.untyped_storage.html

    >>> import borch as torch
    >>> torch.zeros(3)[1:].untyped_storage().nbytes()
    12
    """
    from ..storage import UntypedStorage

    return UntypedStorage._of(root_of(self))


@function(namespace=None)
def storage(self):
    """The storage behind this tensor, as elements of its dtype.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.storage.html

    >>> import borch as torch
    >>> torch.arange(3)[1:].storage().tolist()
    [0, 1, 2]
    """
    from ..storage import TypedStorage, UntypedStorage

    return TypedStorage(wrap_storage=UntypedStorage._of(root_of(self)), dtype=self.dtype)


@function(namespace=None)
def is_set_to(self, tensor):
    """Whether both tensors show the same memory with the same shape and strides.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_set_to.html

    >>> import borch as torch
    >>> x = torch.zeros(2)
    >>> x.is_set_to(x.view(2)), x.is_set_to(x.view(1, 2))
    (True, False)
    """
    if is_meta(self._array) or is_meta(tensor._array):
        raise refused("is_set_to")
    a, b = self._array, tensor._array
    return a.shape == b.shape and a.strides == b.strides and address(a) == address(b)


# ---------------------------------------------------------------------------------------------------- strides by hand
def _restrided(input, size, stride, offset):
    """The array behind `as_strided`, checked against the storage."""
    array, itemsize = input._array, input._array.itemsize
    size, stride = sizes((size,)), sizes((stride,), "stride")
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if any(s < 0 for s in stride):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    own = _offset(input)
    if mode.offsets and id(input._writes) in mode.offsets:
        offset = _within_example(input, size, stride, own, offset)
    offset = own if offset is None else offset
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    have = memory_of(root_of(input)).size
    need = 0 if 0 in size else (offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True)) + 1) * itemsize
    if need > have:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {itemsize} "
            f"requiring a storage size of {need} are out of bounds for storage of size {have}"
        )
    if 0 in size:
        return array.reshape(-1)[:0].reshape(size)
    return restride(array, size, tuple(s * itemsize for s in stride), (offset - own) * itemsize)


def _within_example(input, size, stride, own, offset):
    """The offset into the batch for one into an example under vmap, whose own memory the result must stay in."""
    start = mode.offsets[id(input._writes)]
    offset = own - start if offset is None else offset

    def span(first, sizes, strides):
        return first, first + (0 if 0 in sizes else sum((n - 1) * s for n, s in zip(sizes, strides, strict=True)) + 1)

    have, wanted = span(own - start, input.shape, input.stride()), span(offset, size, stride)
    if wanted[0] < have[0] or wanted[1] > have[1]:
        raise RuntimeError(
            f"result = tensor.as_strided({list(size)}, {list(stride)}, {offset}) can access memory outside of `tensor`. "
            f"`result` can access some memory in range [{wanted[0]}, {wanted[1]}], but `tensor` can only access some "
            f"memory in range [{have[0]}, {have[1]}]. This is not supported inside of vmap, please try to rewrite the "
            "`as_strided` call as a sequence of PyTorch view operations"
        )
    return offset + start


@function()
def as_strided(input, size, stride, storage_offset=None):
    """A view of the storage of `input` with a shape, strides and an offset of one's own, in elements.

    RuntimeError when the storage is too small. Elements that overlap share their gradient.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.as_strided.html

    >>> import borch as torch
    >>> torch.as_strided(torch.arange(5), (3, 3), (1, 1))
    tensor([[0, 1, 2],
            [1, 2, 3],
            [2, 3, 4]])
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"as_strided(): argument 'input' (position 1) must be Tensor, not {type_name(input)}")
    if not isinstance(size, (tuple, list)) or not isinstance(stride, (tuple, list)):
        raise TypeError("as_strided(): size and stride must be tuples of ints")
    edge = edge_of(input)
    out = wrap(_restrided(input, size, stride, storage_offset))
    if edge is not None and mode.grad:
        out._node = AsStridedBackward0.of(out, input)
        out._requires_grad = True
    mark_view(out, input)
    return out


# --------------------------------------------------------------------------------------- another shape for one tensor
_RENAMED = {}  # node class of a view op -> the class that shows torch's name of its in-place form


def _in_place_class(node_class, shift):
    if node_class not in _RENAMED:
        stem, _, number = node_class.__name__.rpartition("Backward")
        name = f"{stem}Backward{int(number) + shift}"
        _RENAMED[node_class] = type(name, (node_class,), {"__module__": node_class.__module__})
    return _RENAMED[node_class]


def become(self, other, shift):
    """Gives the tensor `self` the array and the history of `other`, which was made from it and shares its memory."""
    self._array, self._turned = other._array, True
    self._writes[0] += 1
    if other._requires_grad:
        other._node.__class__ = _in_place_class(type(other._node), shift)
        self._node, self._requires_grad = other._node, True
        self._writes[1:] = (op_name(self._node),)
        if self._base is not None:
            self._seen = self._writes[0]
    return self


def _in_place(name, shift, *aliases):
    def method(self, *args, **kwargs):
        recording = edge_of(self) is not None and mode.grad
        check_writable(self, recording, overlaps=True)
        try:
            other = OPS[name](self, *args, **kwargs)
        except RuntimeError as error:
            if str(error).startswith(f"{name}() "):
                raise RuntimeError(str(error).replace(name, f"{name}_", 1)) from None
            raise
        return become(self, other, shift)

    method.__name__ = method.__qualname__ = name + "_"
    method.__doc__ = f"In-place version of `{name}`: gives this tensor another shape over the same memory."
    for public in (name, *aliases):
        setattr(Tensor, public + "_", method)


for _name, *_aliases in (
    ("squeeze", 3), ("unsqueeze", 1), ("t", 1), ("transpose", 1, "swapdims"), ("swapaxes", 1), ("as_strided", 1)
):  # fmt: skip
    _in_place(_name, *_aliases)


def _resized(self, size):
    """The array of `self` grown or shrunk to `size` within its storage, or in a new one when that is too small."""
    array, root = self._array, root_of(self)
    strides = contiguous_strides(size, array.itemsize)
    count = int(np.prod(size, dtype=np.int64))
    if is_meta(array):
        return array.resized(size)
    offset = 0 if root is self else storage_offset(self)
    storage = owner_of(root._array) if root is self else root._array
    held = storage.nbytes // array.itemsize - offset
    if count <= held:
        return restride(array, size, strides) if count else np.empty(size, array.dtype)
    if root is not self:
        return _grown(root, address(array) - address(root._array), array.dtype, size, strides)
    fresh = np.zeros(count, array.dtype)
    kept = restride(array, (held,), (array.itemsize,)) if held and array.size else array.reshape(-1)
    fresh[: kept.size] = kept
    return fresh.reshape(size)


def _grown(root, start, dtype, size, strides):
    """An array of `size` from the byte `start` on of the storage of `root`, which grows to hold it."""
    from ..storage import UntypedStorage

    need = start + int(np.prod(size, dtype=np.int64)) * dtype.itemsize
    if memory_of(root).size < need:
        UntypedStorage._of(root).resize_(need)
    return np.ndarray(size, dtype, memory_of(root), start, strides)


@function(namespace=None, loose="size")
def resize_(self, size, *, memory_format=contiguous_format):
    """Gives this tensor another number of elements, in place; what the storage held stays, the rest is not set.

    RuntimeError for a tensor that requires grad. Other tensors on the old storage keep it when a larger one is needed.
    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.resize_.html

    >>> import borch as torch
    >>> torch.arange(4).resize_(2, 1)
    tensor([[0],
            [1]])
    """
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    size = sizes((size,))
    if any(s < 0 for s in size):
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(size)}: {list(size)}")
    if size != self._array.shape:
        memory = memory_of(self) if self is root_of(self) else None
        self._array = _resized(self, size)
        if memory is not None and self._array.nbytes <= memory.size:
            self._memory = self._array, memory
    if memory_format is not contiguous_format and memory_format is not preserve_format:
        self._array = copied(self._array, memory_format)
    return self


@function()
def resize_as_(self, tensor, *, memory_format=contiguous_format):
    """`resize_` to the shape of another tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.resize_as_.html

    >>> import borch as torch
    >>> torch.arange(4).resize_as_(torch.zeros(2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    return resize_(self, tensor._array.shape, memory_format=memory_format)


@function(namespace=None)
def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Lets this tensor show other memory: that of a tensor, a storage, or none.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.set_.html

    >>> import borch as torch
    >>> torch.zeros(2).set_(torch.ones(3))
    tensor([1., 1., 1.])
    """
    check_writable(self, mode.grad and self.requires_grad)
    if source is None:
        self._array, self._base, self._root = np.empty(0, self._array.dtype), None, None
        return self
    if not isinstance(source, Tensor):
        return _set_storage(self, source, storage_offset, size, stride)
    if source._array.dtype != self._array.dtype:
        raise RuntimeError(
            f"Could not set tensor of type {cpp_name(source._array.dtype)} to a tensor of type "
            f"{cpp_name(self._array.dtype)}"
        )
    if size is not None:
        self._array = _restrided(source, size, contiguous_strides(size) if stride is None else stride, storage_offset)
    else:
        self._array = source._array
    self._base, self._root = None, root_of(source)
    self._writes[0] += 1
    return self


def _set_storage(self, source, offset, size, stride):
    """`set_` to a storage, which grows if it is too small."""
    from ..storage import TypedStorage

    kind = self._array.dtype
    if isinstance(source, TypedStorage):
        if source.dtype is not self.dtype:
            raise RuntimeError(
                f"Expected a Storage of type {cpp_name(kind)} or an UntypedStorage, but got type {source.dtype.legacy} for "
                "argument 1 'storage'"
            )
        source = source.untyped()
    size = (source.nbytes() // kind.itemsize,) if size is None else sizes((size,))
    stride = contiguous_strides(size) if stride is None else sizes((stride,), "stride")
    if len(size) != len(stride):
        raise RuntimeError(f"unequal size length ({len(size)}) and stride length ({len(stride)})")
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    need = 0 if 0 in size else (last + 1) * kind.itemsize
    if need > source.nbytes():
        source.resize_(need)
    memory = memory_of(source._owner)
    start = offset * kind.itemsize if need else 0
    self._array = np.ndarray(size, kind, memory, start, [s * kind.itemsize for s in stride])
    self._base, self._root = None, root_of(source._owner)
    self._writes[0] += 1
    return self


@function(namespace=None, loose="size")
def resize(self, size):
    """This tensor in another shape with as many elements; torch's old, differentiable form of `resize_`.

    Source: https://docs.pytorch.org/docs/stable/tensors.html

    >>> import borch as torch
    >>> torch.arange(4).resize(2, 2)
    tensor([[0, 1],
            [2, 3]])
    """
    warnings.warn("non-inplace resize is deprecated", UserWarning, stacklevel=2)
    size = sizes((size,))
    if math.prod(size) != self._array.size:
        raise RuntimeError(
            f"requested resize to {list(size)} ({math.prod(size)} elements in total), but the given tensor has a size "
            f"of {list(self._array.shape)} ({self._array.size} elements). autograd's resize can only change the shape of "
            "a given tensor, while preserving the number of elements. "
        )
    return OPS["reshape"](self, size)


@function(namespace=None)
def resize_as(self, tensor):
    """`resize` to the shape of another tensor.

    Source: https://docs.pytorch.org/docs/stable/tensors.html

    >>> import borch as torch
    >>> torch.arange(2).resize_as(torch.zeros(2, 1))
    tensor([[0],
            [1]])
    """
    return resize(self, tensor._array.shape)


@function(namespace=None)
def share_memory_(self):
    """This tensor: there is one process, and its memory is shared with all of it.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.share_memory_.html

    >>> import borch as torch
    >>> torch.zeros(1).share_memory_()
    tensor([0.])
    """
    root_of(self)._shared = True
    return self


@function(namespace=None)
def is_shared(self):
    """Whether `share_memory_` was called.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.is_shared.html

    >>> import borch as torch
    >>> torch.zeros(1).is_shared()
    False
    """
    return getattr(root_of(self), "_shared", False)


@function(namespace=None)
def to_dense(self, dtype=None, *, masked_grad=None):
    """This tensor, which is dense, in `dtype` where one is given.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to_dense.html

    >>> import borch as torch
    >>> torch.zeros(1).to_dense()
    tensor([0.])
    """
    return self if dtype is None else self.to(dtype)


@function(namespace=None)
def as_subclass(self, cls):
    """This tensor, recorded, as an instance of a subclass of Tensor.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.as_subclass.html

    >>> import borch as torch
    >>> class Marked(torch.Tensor): pass
    >>> type(torch.zeros(1).as_subclass(Marked)).__name__
    'Marked'
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise RuntimeError("cls must be a type that inherits from Tensor")
    out = new(cls)
    fields.__get__(out).update(fields.__get__(OPS["alias"](self)))
    return out


def _make_subclass(cls, data, require_grad=False):
    """The numbers of `data`, in its memory, as an instance of a subclass of Tensor; for old classes of parameters."""
    out = as_subclass(data.detach(), cls)
    return out.requires_grad_() if require_grad else out


Tensor._make_subclass = staticmethod(_make_subclass)


def _make_wrapper_subclass(cls, size, **options):
    """An instance of a subclass with `__torch_dispatch__` that has a size and a dtype and no elements of its own."""
    from .._core.dispatch import make_wrapper

    return make_wrapper(cls, size, **options)


Tensor._make_wrapper_subclass = staticmethod(_make_wrapper_subclass)
Tensor.const_data_ptr = data_ptr
