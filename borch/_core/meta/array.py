"""MetaArray: shape, dtype, strides and offset of an array, and no element. What numpy computes with one has a form alone.

numpy hands its ufuncs and functions to it by NEP 13 and NEP 18: ufuncs.py and functions.py say what form the result has.
Outside of `nodata.inferring` each computation is refused with NoData, by which a call that took a short cut learns that
there is no data; what does not compute, a view or a question about the form, is answered anywhere.
"""

import numpy as np

from ..device import device
from ..mode import mode
from ..nodata import NO_COPY, NoData
from . import layout

ndarray = np.ndarray
META = device("meta")
AT_ONCE = 1 << 20  # elements, up to which zeros stand for what is not there where numpy cannot be told the form alone


class Memory:
    """What views of one another share."""

    __slots__ = ("nbytes",)

    def __init__(self, nbytes):
        self.nbytes = nbytes

    def copy(self):
        return Memory(self.nbytes)


class Flags:
    """What `ndarray.flags` says of the order in memory."""

    writeable = aligned = owndata = True
    num = 0  # no compiled kernel takes such an array

    def __init__(self, array):
        shape, strides, size = array.shape, array.strides, array.itemsize
        self.c_contiguous = layout.is_dense(shape, strides, size)
        self.f_contiguous = layout.is_dense(shape[::-1], strides[::-1], size)
        self.contiguous, self.forc = self.c_contiguous, self.c_contiguous or self.f_contiguous

    def __getitem__(self, name):
        return getattr(self, name.lower())


class MetaArray(np.lib.mixins.NDArrayOperatorsMixin):
    """An array without elements. It passes for an ndarray where the class is asked, and is none to compiled code."""

    __slots__ = ("base", "dtype", "memory", "offset", "shape", "strides", "truth")
    __class__ = property(lambda self: ndarray)
    __array_priority__ = 100
    device = META

    def __init__(self, shape, dtype, strides=None, owner=None, offset=0):
        self.shape, self.dtype, self.base, self.truth = shape, dtype, owner, False
        self.strides = layout.rows(shape, dtype.itemsize) if strides is None else strides
        if owner is None:
            reach = sum((n - 1) * s for n, s in zip(shape, self.strides, strict=True)) + dtype.itemsize
            self.memory, self.offset = Memory(0 if 0 in shape else reach), 0
        else:
            self.memory, self.offset = owner.memory, offset

    def __reduce__(self):
        return _rebuilt, (self.shape, self.dtype, self.strides)

    def __repr__(self):
        return f"MetaArray({self.shape}, {self.dtype})"

    # ------------------------------------------------------------------------------------------------------- its form
    ndim = property(lambda self: len(self.shape))
    itemsize = property(lambda self: self.dtype.itemsize)
    size = property(lambda self: layout.size_of(self.shape))
    nbytes = property(lambda self: self.size * self.dtype.itemsize)
    flags = property(Flags)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    # ---------------------------------------------------------------------------------------------------------- views
    def seen(self, shape, strides, offset=0, dtype=None):
        """A view: the same memory from `offset` bytes after the first element."""
        return MetaArray(tuple(shape), dtype or self.dtype, tuple(strides), self, self.offset + offset)

    def moved(self, memory):
        """The same form in other memory."""
        out = self.seen(self.shape, self.strides)
        out.memory, out.base = memory, None
        return out

    def resized(self, shape):
        """An array of this shape from the first element on, in the same memory, which grows where it is too small."""
        out = self.seen(shape, layout.rows(shape, self.itemsize))
        out.base = self.base
        self.memory.nbytes = max(self.memory.nbytes, out.offset + out.nbytes)
        return out

    def bytes(self):
        """All of the memory."""
        out = self.seen((self.memory.nbytes,), (1,), 0, np.dtype(np.uint8))
        out.offset = 0
        return out

    def transpose(self, *axes):
        axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], (int, np.integer)) else axes or None
        order = tuple(range(self.ndim))[::-1] if axes is None else layout.axes_in(tuple(axes), self.ndim)
        if len(order) != self.ndim:
            raise ValueError("axes don't match array")
        return self.seen([self.shape[k] for k in order], [self.strides[k] for k in order])

    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.swapaxes(-1, -2))

    def swapaxes(self, axis1, axis2):
        order = list(range(self.ndim))
        a, b = layout.axis_in(axis1, self.ndim), layout.axis_in(axis2, self.ndim)
        order[a], order[b] = b, a
        return self.transpose(order)

    def squeeze(self, axis=None):
        axes = [k for k, n in enumerate(self.shape) if n == 1] if axis is None else layout.axes_in(axis, self.ndim)
        if any(self.shape[k] != 1 for k in axes):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
        kept = [k for k in range(self.ndim) if k not in axes]
        return self.seen([self.shape[k] for k in kept], [self.strides[k] for k in kept])

    def reshape(self, *shape, order="C", copy=None):
        shape = shape[0] if len(shape) == 1 and not isinstance(shape[0], (int, np.integer)) else shape
        shape = [int(n) for n in shape]
        if -1 in shape:
            at, rest = shape.index(-1), 1
            for n in shape[:at] + shape[at + 1 :]:
                rest *= n
            if not rest or self.size % rest:
                raise ValueError(f"cannot reshape array of size {self.size} into shape {tuple(shape)}")
            shape[at] = self.size // rest
        if layout.size_of(shape) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {tuple(shape)}")
        if order == "F" or (order == "A" and not self.flags.c_contiguous and self.flags.f_contiguous):
            return self.T.reshape(shape[::-1]).T
        strides = layout.without_copy(self.shape, self.strides, shape, self.itemsize)
        if strides is None and copy is False:
            raise ValueError("Unable to avoid creating a copy while reshaping.")
        return MetaArray(tuple(shape), self.dtype) if strides is None else self.seen(shape, strides)

    def ravel(self, order="C"):
        return self.reshape(-1, order=order)

    def flatten(self, order="C"):
        return MetaArray((self.size,), self.dtype)

    def view(self, dtype=None, type=None):
        if dtype is None:
            return self.seen(self.shape, self.strides)
        dtype = np.dtype(dtype)
        have, want = self.itemsize, dtype.itemsize
        if have == want:
            return self.seen(self.shape, self.strides, dtype=dtype)
        if not self.shape or self.strides[-1] != have:
            raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
        if self.shape[-1] * have % want:
            raise ValueError("the last axis cannot be divided into elements of this dtype")
        return self.seen((*self.shape[:-1], self.shape[-1] * have // want), (*self.strides[:-1], want), dtype=dtype)

    def diagonal(self, offset=0, axis1=0, axis2=1):
        a, b = layout.axis_in(axis1, self.ndim), layout.axis_in(axis2, self.ndim)
        rest = [k for k in range(self.ndim) if k not in (a, b)]
        skip = self.strides[b] * offset if offset >= 0 else -self.strides[a] * offset
        n = max(0, min(self.shape[a] + min(offset, 0), self.shape[b] - max(offset, 0)))
        return self.seen(
            [*[self.shape[k] for k in rest], n],
            [*[self.strides[k] for k in rest], self.strides[a] + self.strides[b]],
            skip if n else 0,
        )

    def broadcast(self, shape):
        return self.seen(shape, layout.repeated(self.shape, self.strides, tuple(shape)))

    def _part(self, which):
        if self.dtype.kind != "c":
            return self if not which else MetaArray(self.shape, self.dtype)
        half = np.dtype(f"f{self.itemsize // 2}")
        return self.seen(self.shape, self.strides, which * half.itemsize, half)

    real = property(lambda self: self._part(0), lambda self, value: None)
    imag = property(lambda self: self._part(1), lambda self, value: None)

    def __getitem__(self, index):
        if isinstance(index, str):
            return self.seen(self.shape, self.strides, dtype=self.dtype.fields[index][0])
        from .indexing import item_of

        return item_of(self, index)

    def __setitem__(self, index, value):
        self.refuse()
        target, shape = self[index], getattr(value, "shape", ())
        if layout.size_of(shape) != 1 and isinstance(target, MetaArray):
            while len(shape) > target.ndim and shape[0] == 1:
                shape = shape[1:]
            layout.repeated(shape, (0,) * len(shape), target.shape)

    # ------------------------------------------------------------------------------------------- what would be computed
    def refuse(self):
        """NoData where no forms are inferred."""
        if not mode.inferring:
            raise NoData(NO_COPY)

    def like(self, dtype=None, shape=None):
        """A result of this shape and order of axes."""
        dtype = dtype or self.dtype
        shape = self.shape if shape is None else shape
        if shape != self.shape:
            return MetaArray(tuple(shape), dtype)
        return MetaArray(shape, dtype, layout.kept_order(shape, [self], dtype.itemsize))

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        self.refuse()
        dtype = dtype if isinstance(dtype, np.dtype) else np.dtype(dtype)
        if not copy and dtype == self.dtype:
            return self
        return self.like(dtype) if order in "KA" else self.copy(order).like(dtype)

    def copy(self, order="C"):
        self.refuse()
        if order == "F":
            return MetaArray(self.shape[::-1], self.dtype).T
        return self.like() if order in "KA" else MetaArray(self.shape, self.dtype)

    __copy__ = copy

    def fill(self, *args, **kwargs):
        self.refuse()

    sort = partition = resize = setfield = fill

    def item(self, *args):
        raise NoData(NO_COPY)

    tolist = tobytes = nonzero = tofile = dump = __int__ = __index__ = item

    def __float__(self):
        self.refuse()
        return 0.0

    def __complex__(self):
        self.refuse()
        return 0j

    def __bool__(self):
        """What checks ask: no element is wrong, all are as they should be."""
        self.refuse()
        return self.truth

    def __iter__(self):
        return iter([self[k] for k in range(len(self))])

    def __array__(self, dtype=None, copy=None):
        """Zeros, where numpy looks for elements while a form is inferred: many of them are one, repeated."""
        self.refuse()
        dtype = dtype or self.dtype
        if self.size > AT_ONCE:
            return np.broadcast_to(np.zeros((), dtype), self.shape)
        out = np.zeros(self.shape, dtype)
        order = layout.innermost_first(self.shape, [self.strides])[::-1]
        return out if order == sorted(order) else _laid(self.shape, dtype, order)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        self.refuse()
        from .ufuncs import result_of

        return result_of(ufunc, method, inputs, kwargs)

    def __array_function__(self, func, types, args, kwargs):
        from .functions import result_of

        return result_of(func, args, kwargs)

    def __getattr__(self, name):
        from .functions import METHODS

        if name not in METHODS:
            raise AttributeError(f"'MetaArray' object has no attribute {name!r}")
        function = METHODS[name]
        return lambda *args, **kwargs: function(self, *args, **kwargs)


def _laid(shape, dtype, order):
    place = sorted(range(len(order)), key=order.__getitem__)
    return np.zeros([shape[k] for k in order], dtype).transpose(place)


def _rebuilt(shape, dtype, strides):
    return MetaArray(shape, dtype, strides)


def hollow(array):
    """The form of an array, without its elements."""
    if type(array) is MetaArray:
        return array
    return MetaArray(array.shape, array.dtype, array.strides if array.size else None)
