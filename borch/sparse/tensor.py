"""Sparse tensors: the places of the elements that are stored, and these as an ordinary Tensor.

A SparseTensor has no array of its own: each function that takes one is in `table.HANDLED`, and gradients reach it
through its elements.
"""

import importlib

import numpy as np

from .._core import dtype as dtypes
from .._core.args import wrap_dim
from .._core.asking import disabled
from .._core.device import CPU, sparse_coo, sparse_csc, sparse_csr, strided
from .._core.op import op
from .._core.size import Size
from .._core.tensor import Tensor, new, wrap
from .._core.warn import warn_once
from ..ops.gather import add_at
from ..printing import join, tensor_str
from .table import HANDLED, NAMES, missing

WORDS = {
    sparse_coo: "sparse coordinate",
    sparse_csr: "sparse row compressed",
    sparse_csc: "sparse column compressed",
}
KINDS = {sparse_coo: "", sparse_csr: "Csr", sparse_csc: "Csc"}


class NoArray:
    """Stands where other tensors have their array: only its shape and dtype can be asked."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype, self.ndim, self.size = shape, dtype, len(shape), int(np.prod(shape))

    def __array__(self, dtype=None, copy=None):
        raise missing("as_strided")


class SparseTensor(Tensor):
    """A tensor of which only some elements are stored; the others are zero.

    Fields: `_places` (sparse_dim, nnz), `_elements` a Tensor (nnz, *dense sizes), `_size`, `_sorted` whether each place
    comes once and in order, `_layout`, `_made` the name that torch gives its node.
    """

    __module__ = "borch"

    def __init__(self, *args, **kwargs):
        pass

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        name = NAMES.get(func, getattr(func, "__name__", str(func)))
        if name in HANDLED:
            return HANDLED[name](*args, **(kwargs or {}))
        if name in vars(cls) and args and isinstance(args[0], cls):
            return vars(cls)[name](*args, **(kwargs or {}))
        if name in _FOR_ANY:
            return disabled(func, types, args, kwargs or {})
        raise missing(name)

    # ------------------------------------------------------------------------------------------------------ what it is
    @property
    def _array(self):
        return NoArray(self._size, self._elements._array.dtype)

    shape = property(lambda self: Size(self._size))
    ndim = property(lambda self: len(self._size))
    dtype = property(lambda self: self._elements.dtype)
    device = property(lambda self: CPU)
    layout = property(lambda self: self._layout)
    is_meta = False
    is_sparse = property(lambda self: self._layout is sparse_coo)
    is_sparse_csr = property(lambda self: self._layout is sparse_csr)
    is_leaf = property(lambda self: self._own or not self.requires_grad)
    grad_fn = property(lambda self: None if self._own else self._elements.grad_fn)
    itemsize = property(lambda self: self._elements.itemsize)
    T = property(lambda self: HANDLED["t"](self))
    mT = H = T
    data = property(lambda self: self.detach())

    def size(self, dim=None):
        return self.shape if dim is None else self._size[wrap_dim(dim, len(self._size))]

    def dim(self):
        return len(self._size)

    ndimension = dim

    def numel(self):
        return int(np.prod(self._size))

    nelement = numel

    def element_size(self):
        return self._elements.element_size()

    def is_floating_point(self):
        return self._elements.is_floating_point()

    def is_complex(self):
        return self._elements.is_complex()

    def is_contiguous(self, memory_format=None):
        return False

    def is_inference(self):
        return False

    def get_device(self):
        return -1

    def __len__(self):
        return self._size[0]

    def __iter__(self):
        return (HANDLED["select"](self, 0, k) for k in range(self._size[0]))

    def __hash__(self):
        return id(self)

    def __bool__(self):
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")

    # ------------------------------------------------------------------------------------------- its place in the graph
    @property
    def requires_grad(self):
        return self._elements.requires_grad

    @requires_grad.setter
    def requires_grad(self, value):
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad=True):
        if self._own or not self._elements.requires_grad:
            self._elements = self._elements.detach().requires_grad_(requires_grad)
            self._own = bool(requires_grad)
        return self

    @property
    def grad(self):
        grad = self._elements._grad if self._own else None
        return None if grad is None else make(self._places, grad, self._size, self._sorted, self._layout)

    @grad.setter
    def grad(self, value):
        self._elements.grad = None if value is None else value.coalesce()._elements

    def detach(self):
        return self._with(self._elements.detach())

    def detach_(self):
        self._elements, self._own = self._elements.detach(), False
        return self

    def clone(self, memory_format=None):
        return self._with(self._elements.clone(), "CloneBackward0")

    def __deepcopy__(self, memo):
        out = self._with(self._elements.detach().clone().requires_grad_(self._own))
        out._own = self._own
        memo[id(self)] = out
        return out

    def __reduce_ex__(self, protocol):
        return importlib.import_module("borch._utils")._rebuild_sparse_tensor, (self._layout, self.parts())

    def parts(self):
        """What a file holds of the tensor beside its layout."""
        values, size = self._values(), self.shape
        if self._layout is sparse_coo:
            return self._indices(), values, size, self._sorted
        if self._layout is sparse_csr:
            return self.crow_indices(), self.col_indices(), values, size
        return self.ccol_indices(), self.row_indices(), values, size

    # ---------------------------------------------------------------------------------------------------- what it holds
    def _with(self, elements, made=None):
        return make(self._places, elements, self._size, self._sorted, self._layout, made)

    def sparse_dim(self):
        return len(self._places)

    def dense_dim(self):
        return len(self._size) - len(self._places)

    def _nnz(self):
        return self._places.shape[1]

    def is_coalesced(self):
        return self._sorted

    def _indices(self):
        return wrap(self._places)

    def _values(self):
        return self._elements.detach()

    def indices(self):
        self._must_be(sparse_coo, "indices")
        if not self._sorted:
            raise RuntimeError("Cannot get indices on an uncoalesced tensor, please call .coalesce() first")
        return wrap(self._places)

    def values(self):
        if not self._sorted:
            raise RuntimeError("Cannot get values on an uncoalesced tensor, please call .coalesce() first")
        elements = self._elements
        return elements.view_as(elements) if elements.requires_grad else elements

    def crow_indices(self):
        self._must_be(sparse_csr, "crow_indices")
        return wrap(self._starts(0))

    def col_indices(self):
        self._must_be(sparse_csr, "col_indices")
        return wrap(self._places[1])

    def ccol_indices(self):
        self._must_be(sparse_csc, "ccol_indices")
        return wrap(self._starts(1))

    def row_indices(self):
        self._must_be(sparse_csc, "row_indices")
        return wrap(self._places[0])

    def _starts(self, axis):
        counts = np.bincount(self._places[axis].astype(np.intp), minlength=self._size[axis])
        return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

    def _must_be(self, layout, what):
        if self._layout is not layout:
            kind = f"Sparse{KINDS[self._layout]}"
            raise RuntimeError(f"{what} expected {WORDS[layout]} tensor layout but got {kind}")

    def keys(self):
        """One number for each stored place, in the order of places."""
        return np.ravel_multi_index(tuple(self._places), self._size[: len(self._places)])

    def coalesce(self):
        """The tensor with each place once and in order, the elements of one place added."""
        if self._sorted:
            return self
        keys = self.keys() if self._places.shape[1] else np.zeros(0, np.int64)
        kept, groups = np.unique(keys, return_inverse=True)
        places = np.array(np.unravel_index(kept, self._size[: len(self._places)]), np.int64)
        places = places.reshape(len(self._places), len(kept))
        return make(places, added(self._elements, groups, len(kept)), self._size, True, made="CoalesceBackward0")

    def to_dense(self, dtype=None, *, masked_grad=None):
        out = dense(self._elements, self._places, self._size)
        return out if dtype is None else out.to(dtype)

    def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
        layout = sparse_coo if layout is None else layout
        if layout is self._layout:
            return self
        if layout is sparse_coo:
            coo = self.t_order() if self._layout is sparse_csc else self
            return make(coo._places, coo._elements, self._size, True, made="ToSparseBackward1")
        if len(self._size) != 2 or layout not in KINDS:
            raise missing("to_sparse_bsr" if layout not in KINDS else "to_sparse_csr")
        found = self.coalesce() if self._layout is not sparse_csc else self.t_order()
        if layout is sparse_csc:
            order = np.lexsort((found._places[0], found._places[1]))
            found = make(found._places[:, order], found._elements[wrap(order)], self._size, True)
        return make(found._places, found._elements, self._size, True, layout, "ToSparseBackward0")

    def t_order(self):
        order = np.lexsort(self._places[::-1])
        return make(self._places[:, order], self._elements[wrap(order)], self._size, True)

    def to_sparse_coo(self):
        return self.to_sparse()

    def to_sparse_csr(self, dense_dim=None):
        return self.to_sparse(layout=sparse_csr)

    def to_sparse_csc(self, dense_dim=None):
        return self.to_sparse(layout=sparse_csc)

    # ------------------------------------------------------------------------------------------------------ conversions
    def to(self, *args, **kwargs):
        args = [a.dtype if isinstance(a, Tensor) else a for a in args]
        elements = self._elements.to(*args, **kwargs)
        return self if elements is self._elements else self._with(elements, "ToCopyBackward0")

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            return f"torch.sparse.{self.dtype.legacy}Tensor"
        if isinstance(dtype, str):
            dtype = dtype.replace("torch.sparse.", "torch.")
        return self._with(self._elements.type(getattr(dtype, "dtype", dtype)))

    def cpu(self, memory_format=None):
        return self

    def cuda(self, *args, **kwargs):
        return self._with(self._elements.cuda(*args, **kwargs))

    def numpy(self, *, force=False):
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.")

    def __array__(self, dtype=None, copy=None):
        return self.numpy()

    def tolist(self):
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    data_ptr = tolist

    def __repr__(self, *, tensor_contents=None):
        return text_of(self)

    def __format__(self, spec):
        return format(text_of(self), spec)


SparseTensor.__name__ = SparseTensor.__qualname__ = "Tensor"


# What asks a tensor only for what a SparseTensor can answer.
_FOR_ANY = frozenset(("is_tensor", "numel", "is_floating_point", "is_complex", "is_same_size", "as_tensor"))


def _converter(name):
    def convert(self, memory_format=None):
        elements = getattr(self._elements, name)()
        return self if elements is self._elements else self._with(elements, "ToCopyBackward0")

    return convert


for _name in (
    "float",
    "double",
    "half",
    "bfloat16",
    "long",
    "int",
    "short",
    "char",
    "byte",
    "bool",
    "cfloat",
    "cdouble",
):
    setattr(SparseTensor, _name, _converter(_name))


def make(places, elements, size, coalesced, layout=sparse_coo, made=None):
    """A SparseTensor of parts that fit each other."""
    if layout is not sparse_coo:
        warn_once(
            f"Sparse {KINDS[layout].upper()} tensor support is in beta state. If you miss a functionality in the sparse tensor "
            "support, please submit a feature request to https://github.com/pytorch/pytorch/issues.",
            stacklevel=5,
        )
    out = new(SparseTensor)
    out._places, out._elements, out._size, out._sorted = places, elements, tuple(size), coalesced
    out._layout, out._made, out._own, out._writes = layout, made, False, [0]
    return out


# ------------------------------------------------------------------------------------------------ between dense and sparse
def _pick(g, places):
    """The elements of `g` at `places`."""
    return g[tuple(places)] if isinstance(g, np.ndarray) else g[tuple(map(wrap, places))]


@op(
    method=False,
    namespace=None,
    tensors=("values",),
    node="ToDenseBackward0",
    values=lambda g, places: _pick(g, places),
)
def dense(values, places, size):
    """A tensor of `size` with `values` added at `places`."""
    out = np.zeros(size, values.dtype)
    if len(places):
        add_at(out, tuple(places), values)
    else:
        out += values.sum(0)
    return out


def added(elements, groups, count):
    """Of each group of elements the sum."""
    zeros = wrap(np.zeros((count, *elements._array.shape[1:]), elements._array.dtype))
    return zeros.index_add(0, wrap(groups.reshape(-1)), elements)


def from_dense(input, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    """What `Tensor.to_sparse` gives: the elements that are not zero, in order."""
    array = input._array
    if sparse_dim is None:
        sparse_dim = array.ndim - (dense_dim or 0)
    if not isinstance(sparse_dim, int):
        layout, sparse_dim = sparse_dim, array.ndim
    there = dtypes.widen(array) != 0
    if sparse_dim < array.ndim:
        there = there.reshape(*array.shape[:sparse_dim], -1).any(-1)
    found = there.nonzero() if there.ndim else np.zeros((0, int(there)))
    places = np.array(found, np.int64).reshape(sparse_dim, -1 if sparse_dim else int(there))
    elements = input[tuple(map(wrap, places))] if sparse_dim else input[None][: places.shape[1]]
    found = make(places, elements, array.shape, True, made="ToSparseBackward1")
    return found if layout in (None, sparse_coo) else input if layout is strided else found.to_sparse(layout=layout)


# --------------------------------------------------------------------------------------------------------------- printing
def _part(name, array, kind):
    """`name=tensor(...)` as a line of a sparse tensor's text."""
    if not array.size:
        return f"{name}=tensor([], size={tuple(array.shape)})"
    head = " " * 7 + f"{name}=tensor("
    return tensor_str(dtypes.widen(array), kind, default_dtype=kind, prefix=head).lstrip()


def text_of(tensor):
    """The text that `repr` shows."""
    kind = tensor.dtype.name
    values = _part("values", tensor._elements._array, kind)
    if tensor._layout is sparse_coo:
        parts = [_part("indices", tensor._places, "int64"), values]
    else:
        axis = 0 if tensor._layout is sparse_csr else 1
        names = ("crow_indices", "col_indices") if axis == 0 else ("ccol_indices", "row_indices")
        parts = [
            _part(names[0], tensor._starts(axis), "int64"),
            _part(names[1], tensor._places[1 - axis], "int64"),
            values,
        ]
    suffixes = [f"size={tensor._size}", f"nnz={tensor._nnz()}"]
    if tensor.dtype not in (dtypes.default.real, dtypes.int64, dtypes.bool_, dtypes.default.complex):
        suffixes.append(f"dtype={tensor.dtype}")
    suffixes.append(f"layout={tensor._layout}")
    if tensor._own:
        suffixes.append("requires_grad=True")
    elif tensor.requires_grad:
        suffixes.append(f"grad_fn=<{tensor._made or tensor._elements.grad_fn.name()}>")
    text = "tensor(" + (",\n" + " " * 7).join(parts)
    return join(text, suffixes, 7, new_line=tensor._layout is sparse_coo)
