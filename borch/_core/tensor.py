"""The Tensor: a numpy array, its place in the graph, and what every tensor answers about itself.

No op is defined here: `op.py` hangs each op onto the class under its torch name.
"""

import importlib
import warnings
from copy import deepcopy

import numpy as np

from . import dtype as dtypes
from .args import type_name
from .facts import Facts
from .mode import ENTERED, INSIDE_TRANSFORM, InferenceWrites, mode, new_writes
from .naming import TorchType, is_ours
from .nodata import NO_COPY, NoData, as_array, is_meta
from .node import LeafHooks, Node, Output, add_hook
from .warn import TO_SCALAR, warn_once

new, ndarray = object.__new__, np.ndarray
fields = Facts.__dict__["__dict__"]  # fields.__get__(tensor): the fields and the program's attributes


NO_LEAF = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated "
    "during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, use "
    ".retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the leaf "
    "Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information."
)


class Tensor(Facts, metaclass=TorchType):
    """An n-dimensional array of one dtype that can record what is done to it.

    Made by `torch.tensor`, `torch.zeros` and the other functions that create; `Tensor(2, 3)` is torch's old form and
    gives uninitialised float32 values. Source: https://docs.pytorch.org/docs/stable/tensors.html

    Fields, for the library's own use: `_array` the numpy array, `_writes` a list shared by all tensors on the same
    memory (how often it was written to in place, then the name of the last such op that was recorded), `_node` the edge
    to what produced it, `_base` the tensor it is a view of.

    >>> import borch as torch
    >>> x = torch.Tensor([1, 2])
    >>> x, x.dtype, x.requires_grad
    (tensor([1., 2.]), torch.float32, False)
    """

    __module__ = "borch"
    _grad = None
    _requires_grad = False
    _node = None  # a Node, an Output of one, or None for a leaf
    _base = None  # for a view: the tensor that owns the memory
    _root = None  # for a tensor outside the graph that shares memory: the tensor that owns it
    _memory = None  # (array, bytes) where the storage of this array is other bytes than the array's own
    _seen = 0  # for a view: how often its memory had been written to when its own node was made
    _rootless = False  # for a view that requires a gradient only because its base does: none flows through it
    _view_refusal = None  # for a view that must not be written to while recording: why
    _turned = False  # whether the axes were changed in place: numpy's strides are then torch's, as a view's are
    _bit = None  # "conj" or "neg" for what torch would carry out only when it is read
    _hooks = None  # gradient hooks of a leaf
    _retains = False
    __array_priority__ = 1000

    def __new__(cls, *args, **kwargs):
        return importlib.import_module("borch.creation.legacy").of_class(cls, args, kwargs)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if not is_ours(cls):
            importlib.import_module("borch.overrides").watch()
            if "__torch_dispatch__" in cls.__dict__:
                importlib.import_module("borch._core.dispatch").begin()

    # ------------------------------------------------------------------------------------------ its place in the graph
    def _refresh(self):
        """For a view that an op is about to record: takes over what has become of its base since it was made."""
        if self._base._requires_grad and (self._seen != self._writes[0] or not self._requires_grad) and mode.grad:
            from .view import refresh

            refresh(self)

    def _look(self):
        """The same for a view whose history is asked for, whether or not ops are recorded."""
        if self._base._requires_grad and self._seen != self._writes[0]:
            from .view import refresh

            refresh(self)

    @property
    def requires_grad(self):
        """Whether what is done to the tensor is recorded for a gradient; can be set on a leaf.

        >>> import borch as torch
        >>> (torch.ones(2, requires_grad=True) * 2).requires_grad
        True
        """
        if self._requires_grad or self._base is None:
            return self._requires_grad
        return self._base._requires_grad and differentiable(self._array.dtype)

    @requires_grad.setter
    def requires_grad(self, value):
        if not isinstance(value, bool):
            raise RuntimeError("requires_grad must be a bool")
        if value and self._node is not None:
            raise RuntimeError("you can only change requires_grad flags of leaf variables.")
        if value and not differentiable(self._array.dtype):
            raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
        switch_recording(self, value)

    def requires_grad_(self, requires_grad=True):
        """Switches recording for this tensor on or off, in place; only a leaf can be switched off.

        >>> import borch as torch
        >>> torch.ones(2).requires_grad_().requires_grad
        True
        """
        if not isinstance(requires_grad, bool):
            raise TypeError(
                "requires_grad_(): argument 'requires_grad' (position 1) must be bool, not " + type_name(requires_grad)
            )
        if self._node is not None and not requires_grad:
            raise RuntimeError(
                "you can only change requires_grad flags of leaf variables. If you want to use a computed variable "
                "in a subgraph that doesn't require differentiation use var_no_grad = var.detach()."
            )
        if requires_grad and not differentiable(self._array.dtype):
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if requires_grad and mode.transforms:
            raise RuntimeError(INSIDE_TRANSFORM)
        if requires_grad and ENTERED and self.is_inference() and not mode.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        self._requires_grad, self._rootless = requires_grad, False
        return self

    @property
    def _version(self):
        """How often the memory was written to in place, as autograd counts."""
        if ENTERED and self.is_inference():
            raise RuntimeError("Inference tensors do not track version counter.")
        return self._writes[0]

    @property
    def grad_fn(self):
        """The node of the graph that made the tensor; None for a leaf.

        >>> import borch as torch
        >>> torch.ones(2, requires_grad=True).sum().grad_fn is None
        False
        """
        if self._base is not None:
            self._look()
        node = self._node
        return node.node if isinstance(node, Output) else node

    @property
    def output_nr(self):
        """Which output of its node the tensor is.

        >>> import borch as torch
        >>> a, b = torch.ones(2, requires_grad=True).unbind()
        >>> a.output_nr, b.output_nr
        (0, 1)
        """
        return self._node.index if isinstance(self._node, Output) else 0

    @property
    def is_leaf(self):
        """Whether no recorded op made the tensor: what a program made, and whatever requires no gradient.

        >>> import borch as torch
        >>> torch.ones(2, requires_grad=True).sum().is_leaf
        False
        """
        if self._base is not None:
            self._look()
        return self._node is None

    @property
    def grad(self):
        """The gradient that `backward` has gathered, of the shape and dtype of the tensor; None before.

        >>> import borch as torch
        >>> x = torch.ones(2, requires_grad=True)
        >>> (3 * x).sum().backward()
        >>> x.grad
        tensor([3., 3.])
        """
        if self._grad is None and self._node is not None and not self._retains:
            warnings.warn(NO_LEAF, stacklevel=2)
        return self._grad

    @grad.setter
    def grad(self, value):
        if value is not None:
            if not isinstance(value, Tensor):
                raise TypeError(
                    f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}"
                )
            if value is self:
                raise RuntimeError("can't assign Variable as its own grad")
            if value._array.dtype != self._array.dtype:
                raise RuntimeError(
                    f"attempting to assign a gradient with dtype '{dtypes.cpp_name(value._array.dtype)}' to a tensor with "
                    f"grad_dtype '{self.dtype.legacy}'."
                    " The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the "
                    "tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set grad_dtype "
                    "with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems that "
                    "assume they match."
                )
            if value._array.shape != self._array.shape:
                raise RuntimeError(
                    f"attempting to assign a gradient of size '{list(value._array.shape)}' to a tensor of size "
                    f"'{list(self._array.shape)}'. Please ensure that the gradient and the tensor are the same size"
                )
        self._grad = value

    @grad.deleter
    def grad(self):
        self._grad = None

    @property
    def data(self):
        """The same memory, outside the graph; writes through it are not noticed by autograd.

        >>> import borch as torch
        >>> w = torch.ones(2, requires_grad=True)
        >>> w.data += 1
        >>> w, w.data.requires_grad
        (tensor([2., 2.], requires_grad=True), False)
        """
        out = new(Tensor)
        out._array = self._array
        out._writes = self._writes if ENTERED and self.is_inference() else [0]
        out._root = self if self._base is None else self._base
        return out

    @data.setter
    def data(self, value):
        if not isinstance(value, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
        if self.requires_grad and not (value.is_floating_point() or value.is_complex()):
            raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
        if value.is_meta is not self.is_meta:
            raise RuntimeError(
                "Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type."
            )
        self._array = value._array

    @data.deleter
    def data(self):
        raise RuntimeError("cannot delete .data")

    def detach(self):
        """The same memory, outside the graph: a tensor that requires no gradient. Writes through it are noticed.

        >>> import borch as torch
        >>> w = torch.ones(2, requires_grad=True)
        >>> w.detach().requires_grad, w.detach().data_ptr() == w.data_ptr()
        (False, True)
        """
        out = new(Tensor)
        out._array = self._array
        out._writes = self._writes
        out._root = self if self._base is None else self._base
        if self._bit is not None:
            out._bit = self._bit
        return out

    def detach_(self):
        """Cuts this tensor from the graph that made it, in place.

        >>> import borch as torch
        >>> y = torch.ones(2, requires_grad=True) * 2
        >>> y.detach_()
        tensor([2., 2.])
        """
        if self._base is not None:
            raise RuntimeError(
                "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
                "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence "
                "detach_() cannot be called on these gradients. To fix this error, please refer to the "
                "Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution."
            )
        self._node = None
        self._requires_grad = False
        return self

    def is_inference(self):
        """Whether the tensor was made in inference mode, or is a view of one that was.

        >>> import borch as torch
        >>> with torch.inference_mode():
        ...     x = torch.ones(2)
        >>> x.is_inference(), torch.ones(2).is_inference()
        (True, False)
        """
        return type(self._writes) is InferenceWrites

    def _is_view(self):
        return self._base is not None

    def register_hook(self, hook):
        """Calls `hook(grad)` when this tensor's gradient is known; a tensor it returns takes the gradient's place.

        >>> import borch as torch
        >>> x = torch.ones(2, requires_grad=True)
        >>> handle = x.register_hook(lambda grad: grad * 2)
        >>> (x * 3).sum().backward()
        >>> x.grad
        tensor([6., 6.])
        """
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if self._array.dtype == dtypes.BFLOAT16:
            from .hooks import shown_as_bfloat16

            hook = shown_as_bfloat16(hook)
        if self.is_leaf:
            return add_hook(LeafHooks(self), "tensor", 0, hook)
        return add_hook(self.grad_fn, "tensor", self.output_nr, hook)

    def register_post_accumulate_grad_hook(self, hook):
        """Calls `hook(tensor)` after this leaf's `grad` was added to.

        >>> import borch as torch
        >>> w = torch.ones(2, requires_grad=True)
        >>> handle = w.register_post_accumulate_grad_hook(lambda w: print("grad is", w.grad))
        >>> (w * 3).sum().backward()
        grad is tensor([3., 3.])
        """
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if self._node is not None:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        return add_hook(LeafHooks(self), "accumulated", 0, hook)

    def retain_grad(self):
        """Keeps this tensor's gradient in `grad` although it is not a leaf.

        >>> import borch as torch
        >>> w = torch.ones(2, requires_grad=True)
        >>> y = w * 2
        >>> y.retain_grad()
        >>> y.sum().backward()
        >>> y.grad
        tensor([1., 1.])
        """
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self._node is None or self._retains:
            return
        from weakref import ref

        self._retains = True
        add_hook(self.grad_fn, "retain", self.output_nr, ref(self))

    @property
    def retains_grad(self):
        """Whether a tensor that is no leaf keeps its gradient: `retain_grad` was called.

        >>> import borch as torch
        >>> y = torch.ones(2, requires_grad=True) * 2
        >>> y.retain_grad()
        >>> y.retains_grad
        True
        """
        return self._retains

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        """Adds the gradient of this tensor to `grad` of every leaf it was made from.

        >>> import borch as torch
        >>> x = torch.tensor(3.0, requires_grad=True)
        >>> (x * x).backward()
        >>> x.grad
        tensor(6.)
        """
        from .engine import backward

        backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    # ------------------------------------------------------------------------------------------------ out of torch
    def item(self):
        """The one element as a Python number; RuntimeError when there is not exactly one.

        >>> import borch as torch
        >>> torch.tensor([2.5]).item()
        2.5
        """
        array = self._array
        if array.size != 1:
            raise RuntimeError(f"a Tensor with {array.size} elements cannot be converted to Scalar")
        try:
            return (array if array.dtype.kind != "V" else dtypes.widen(array)).item()
        except NoData:
            raise RuntimeError("Tensor.item() cannot be called on meta tensors") from None

    def tolist(self):
        """Nested lists of Python numbers; a number for a 0-dim tensor.

        >>> import borch as torch
        >>> torch.tensor([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
        if is_meta(self._array):
            raise NotImplementedError(NO_COPY)
        return dtypes.widen(self._array).tolist()

    def numpy(self, *, force=False):
        """The numpy array that shares this tensor's memory.

        >>> import borch as torch
        >>> x = torch.zeros(2)
        >>> x.numpy()[0] = 1
        >>> x
        tensor([1., 0.])
        """
        if self.requires_grad and mode.grad and not force:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if self._bit is not None and not force:
            word = "conjugate" if self._bit == "conj" else "negative"
            raise RuntimeError(
                f"Can't call numpy() on Tensor that has {word} bit set. Use tensor.resolve_{self._bit}().numpy() instead."
            )
        if self.dtype is dtypes.bfloat16:
            raise TypeError("Got unsupported ScalarType BFloat16")
        if is_meta(self._array):
            raise TypeError(
                "can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
            )
        if type(self._array) is not np.ndarray:
            raise RuntimeError(".numpy() is not supported for tensor subclasses.")
        return self._array

    def __array__(self, dtype=None, copy=None):
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def __array_wrap__(self, array, context=None, return_scalar=False):
        array = np.asarray(array)
        return wrap(array.astype(np.uint8) if array.dtype == np.bool_ and context is None else array)

    def __bool__(self):
        array = self._array
        if array.size == 1:
            return bool(self.item() if is_meta(array) else dtypes.widen(array).item())
        if array.size == 0:
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous")
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")

    def _scalar(self, recorded=False):
        if recorded and mode.grad:
            warn_once(TO_SCALAR, stacklevel=5)
        if self._array.size != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return self.item()

    def __float__(self):
        return float(self._real_scalar("double", self.requires_grad))

    def __int__(self):
        return int(self._real_scalar("int64_t"))

    def _real_scalar(self, kind, recorded=False):
        value = self._scalar(recorded)
        if isinstance(value, complex):
            if value.imag:
                raise RuntimeError(f"value cannot be converted to type {kind} without overflow")
            return value.real
        return value

    def __complex__(self):
        return complex(self._scalar(self.requires_grad))

    __long__ = __int__

    def __index__(self):
        if self._array.dtype.kind not in "iub" or self._array.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self.item())

    def __len__(self):
        if self._array.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return self._array.shape[0]

    def __hash__(self):
        return id(self)

    def __format__(self, spec):
        if self._array.ndim == 0:
            return self.item().__format__(spec)
        return object.__format__(self, spec)

    def __repr__(self, *, tensor_contents=None):
        from ..printing import repr_of

        return repr_of(self)

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
                "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
                "see https://github.com/pytorch/pytorch/pull/103001"
            )
        out = new(type(self))
        memo[id(self)] = out
        out._array = copied_memory(self._array, memo)
        out._writes = new_writes() if ENTERED else [0]
        out._requires_grad = self._requires_grad
        if self._grad is not None:
            out._grad = deepcopy(self._grad, memo)
        out.__dict__ = deepcopy(self.__dict__, memo)
        return out

    def __reduce_ex__(self, protocol):
        return (rebuild_tensor, (type(self), self._array, self.requires_grad, dict(self.__dict__)))

    @property
    def __dict__(self):
        from .attributes import Attributes

        return Attributes(self)

    @__dict__.setter
    def __dict__(self, attributes):
        from .attributes import replace

        replace(self, attributes)

    def __dir__(self):
        return [name for name in object.__dir__(self) if name != "_array"]


def wrap(array):
    """A fresh tensor around an array, outside the graph."""
    out = new(Tensor)
    out._array = array if type(array) is ndarray else as_array(array)
    out._writes = new_writes() if ENTERED else [0]
    return out


def differentiable(numpy_dtype):
    """Whether tensors of this dtype can require a gradient."""
    return numpy_dtype in dtypes.NUMPY_INEXACT or numpy_dtype == dtypes.BFLOAT16


def edge_of(value):
    """The edge along which a gradient for `value` flows; None for numbers, arrays and what requires none."""
    if isinstance(value, Tensor):
        if value._base is not None:
            value._refresh()
        if value._requires_grad:
            return value._node or value
    return None


switch_recording = Tensor.requires_grad_  # the setter's, whatever a subclass makes of the method


def copied_memory(array, memo):
    """A copy of an array; views of one memory that are copied together share memory again."""
    if is_meta(array):
        return array.moved(memo.setdefault(("memory", id(array.memory)), array.memory.copy()))
    owner = array
    while type(owner.base) is np.ndarray:
        owner = owner.base
    key = ("memory", id(owner))
    if key not in memo:
        memo[key] = owner.copy(), owner  # the owner is kept, so that no other array gets its id meanwhile
    copy = memo[key][0]
    if not owner.flags.c_contiguous or owner.dtype != array.dtype:
        return array.copy()
    offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
    return np.ndarray(array.shape, array.dtype, copy, offset, array.strides)


def rebuild_tensor(cls, array, requires_grad, own):
    """A tensor from what `__reduce_ex__` kept."""
    out = new(cls)
    out._array = dtypes.known(array)
    out._writes = new_writes() if ENTERED else [0]
    out._requires_grad = requires_grad
    out.__dict__ = own
    return out


def is_node(edge):
    return isinstance(edge, (Node, Output))
