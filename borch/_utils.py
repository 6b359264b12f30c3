"""torch._utils: helpers of torch that published programs import, and what pickles of tensors call."""

import importlib

from .ops.join import cat

__all__ = ["_flatten_dense_tensors", "_unflatten_dense_tensors"]


def _flatten_dense_tensors(tensors):
    """All elements of the tensors in one tensor of one axis.

    >>> import borch as torch
    >>> from borch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
    >>> flat = _flatten_dense_tensors([torch.ones(1, 2), torch.zeros(1)])
    >>> flat, [t.shape for t in _unflatten_dense_tensors(flat, [torch.ones(1, 2), torch.zeros(1)])]
    (tensor([1., 1., 0.]), [torch.Size([1, 2]), torch.Size([1])])
    """
    return cat([t.contiguous().view(-1) for t in tensors])


def _unflatten_dense_tensors(flat, tensors):
    """The pieces of `flat` in the shapes of `tensors`."""
    pieces = flat.split([t.numel() for t in tensors])
    return tuple(piece.view_as(t) for piece, t in zip(pieces, tensors, strict=True))


def _get_device_index(device, optional=False, allow_cpu=False):
    """-1 for the CPU where that is allowed; ValueError otherwise."""
    if allow_cpu or optional:
        return -1
    raise ValueError(f"Expected a torch.device with a specified index or an integer, but got:{device}")


def _element_size(dtype):
    """The bytes of an element of a dtype.

    >>> import borch as torch
    >>> torch._utils._element_size(torch.float64)
    8
    """
    return dtype.itemsize


def _get_available_device_type():
    """None: there is no accelerator."""


def _get_device_module(device_type):
    """The module of torch that belongs to a type of device."""
    module = getattr(importlib.import_module(__package__), device_type, None)
    if module is None:
        raise RuntimeError(
            f"Device '{device_type}' does not have a corresponding module registered as 'torch.{device_type}'."
        )
    return module


_REBUILDERS = {
    "_rebuild_tensor": "tensor_v1",
    "_rebuild_tensor_v2": "tensor_v2",
    "_rebuild_tensor_v3": "tensor_v3",
    "_rebuild_parameter": "parameter",
    "_rebuild_parameter_with_state": "parameter_with_state",
    "_rebuild_sparse_tensor": "sparse",
    "_rebuild_meta_tensor_no_storage": "meta",
}


def __getattr__(name):
    if name in _REBUILDERS:
        return getattr(importlib.import_module("borch.serialization.rebuild"), _REBUILDERS[name])
    raise AttributeError(f"module 'torch._utils' has no attribute '{name}'")
