"""What every tensor says of its array: shape, dtype, place, bytes. None of it is recorded."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from . import dtype as dtypes
from .device import CPU, strided
from .nodata import is_meta
from .size import Size

ndarray = np.ndarray


class Facts:
    """The part of Tensor that asks its numpy array and nothing else."""

    _array: np.ndarray
    _strides: ClassVar[Callable]  # view.py's strides_of

    @property
    def shape(self):
        """The lengths of the axes, as a `torch.Size`.

        >>> import borch as torch
        >>> torch.ones(2, 3).shape
        torch.Size([2, 3])
        """
        return Size(self._array.shape)

    @property
    def ndim(self):
        """How many axes there are.

        >>> import borch as torch
        >>> torch.ones(2, 3).ndim
        2
        """
        return self._array.ndim

    def dim(self):
        """The number of axes, as an int.

        >>> import borch as torch
        >>> torch.zeros(2, 3).dim()
        2
        """
        return self._array.ndim

    ndimension = dim

    def size(self, dim=None):
        """The shape, or the length of one axis.

        >>> import borch as torch
        >>> x = torch.zeros(2, 3)
        >>> x.size(), x.size(1)
        (torch.Size([2, 3]), 3)
        """
        if dim is None:
            return Size(self._array.shape)
        from .args import type_name, wrap_dim

        if self._array.ndim == 0:
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        if type(dim) is not int and (isinstance(dim, bool) or not hasattr(dim, "__index__")):
            raise TypeError(f"size(): argument 'dim' (position 1) must be int, not {type_name(dim)}")
        return self._array.shape[wrap_dim(dim, self._array.ndim)]

    def numel(self):
        """The number of elements, as an int.

        >>> import borch as torch
        >>> torch.zeros(2, 3).numel()
        6
        """
        return self._array.size

    nelement = numel

    @property
    def dtype(self):
        """The type of the elements.

        >>> import borch as torch
        >>> torch.arange(3).dtype
        torch.int64
        """
        return dtypes.from_numpy(self._array.dtype)

    @property
    def device(self):
        """Where the elements are: the CPU, or "meta" for a tensor without elements.

        >>> import borch as torch
        >>> torch.ones(2).device
        device(type='cpu')
        """
        array = self._array
        return array.device if type(array) is not ndarray and is_meta(array) else CPU

    @property
    def is_meta(self):
        """Whether the tensor has a form and no elements: its device is "meta".

        >>> import borch as torch
        >>> torch.ones(2, device="meta").is_meta
        True
        """
        return is_meta(self._array)

    @property
    def is_cpu(self):
        """Whether the elements are in the memory of the CPU.

        >>> import borch as torch
        >>> torch.ones(2).is_cpu
        True
        """
        return not is_meta(self._array)

    @property
    def layout(self):
        """How the elements lie in memory: always `torch.strided`.

        >>> import borch as torch
        >>> torch.zeros(2).layout
        torch.strided
        """
        return strided

    @property
    def itemsize(self):
        """The bytes of one element.

        >>> import borch as torch
        >>> torch.zeros(2, dtype=torch.int16).itemsize
        2
        """
        return self._array.itemsize

    def element_size(self):
        """Bytes per element, as an int.

        >>> import borch as torch
        >>> torch.zeros(2, dtype=torch.float64).element_size()
        8
        """
        return self._array.itemsize

    @property
    def nbytes(self):
        """The bytes of all elements.

        >>> import borch as torch
        >>> torch.zeros(2, 3).nbytes
        24
        """
        return self._array.nbytes

    def stride(self, dim=None):
        """The step in elements along each axis (a tuple), or along one axis (an int).

        >>> import borch as torch
        >>> x = torch.zeros(2, 3)
        >>> x.stride(), x.t().stride(), x.stride(0)
        ((3, 1), (1, 3), 3)
        """
        strides = self._strides()
        if dim is None:
            return strides
        from .args import wrap_dim

        return strides[wrap_dim(dim, len(strides))]

    def is_floating_point(self):
        """Whether the dtype is a floating point one.

        >>> import borch as torch
        >>> torch.tensor(1.0).is_floating_point(), torch.tensor(1).is_floating_point()
        (True, False)
        """
        return self.dtype.is_floating_point

    def is_complex(self):
        """Whether the dtype is a complex one.

        >>> import borch as torch
        >>> torch.tensor(1j).is_complex(), torch.tensor(1.0).is_complex()
        (True, False)
        """
        return self._array.dtype.kind == "c"

    def is_signed(self):
        """Whether the dtype can hold negative values.

        >>> import borch as torch
        >>> torch.tensor(1).is_signed(), torch.tensor(1, dtype=torch.uint8).is_signed()
        (True, False)
        """
        return self.dtype.is_signed

    is_cuda = is_sparse = is_quantized = is_mkldnn = is_mps = is_nested = is_xpu = False
    is_ipu = is_maia = is_mtia = is_sparse_csr = is_vulkan = is_xla = False
