"""torch.utils._foreach_utils: lists of tensors for torch._foreach_*, as optimizers by other authors make them."""

from .._core.tensor import Tensor


def _get_foreach_kernels_supported_devices():
    """The devices on which torch has the lists' own kernels: none that are here."""
    return ["cuda", "xpu", "mtia", "privateuseone"]


def _get_fused_kernels_supported_devices():
    """The devices on which torch has fused steps."""
    return ["mps", "cuda", "xpu", "hpu", "cpu", "mtia", "privateuseone"]


def _device_has_foreach_support(device):
    return device.type == "cpu"


def _has_foreach_support(tensors, device):
    """Whether `torch._foreach_*` has kernels for the tensors: plain ones, not of a subclass."""
    return _device_has_foreach_support(device) and all(t is None or type(t) is Tensor for t in tensors)


def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False):
    """Lists of tensors cut into groups whose first list has one device and dtype: {key: (lists, indices)}.

    >>> import borch as torch
    >>> from borch.utils._foreach_utils import _group_tensors_by_device_and_dtype
    >>> lists = [[torch.ones(1), torch.ones(2, dtype=torch.float64), torch.ones(3)], [torch.zeros(1)] * 3]
    >>> groups = _group_tensors_by_device_and_dtype(lists, with_indices=True)
    >>> [(str(dtype), indices) for (device, dtype), (_, indices) in groups.items()]
    [('torch.float32', [0, 2]), ('torch.float64', [1])]
    """
    groups = {}
    for k, first in enumerate(tensorlistlist[0]):
        lists, indices = groups.setdefault((first.device, first.dtype), ([[] for _ in tensorlistlist], []))
        for held, given in zip(lists, tensorlistlist, strict=True):
            held.append(given[k] if given else None)
        if with_indices:
            indices.append(k)
    return {
        key: ([held if any(t is not None for t in held) else [] for held in lists], indices)
        for key, (lists, indices) in groups.items()
    }
