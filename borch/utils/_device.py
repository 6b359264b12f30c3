"""torch.utils._device: the device of all tensors that are made in a block, as a mode that takes part in every call."""

import functools

from .._core.device import device as Device
from ..overrides import TorchFunctionMode

__all__ = ["DeviceContext", "set_device"]


@functools.cache
def _device_constructors():
    """The functions that make a tensor and take a `device`."""
    import borch

    names = (
        "arange as_tensor asarray bartlett_window blackman_window empty empty_permuted empty_quantized empty_strided eye "
        "full hamming_window hann_window kaiser_window linspace logspace ones rand randint randn randperm range "
        "scalar_tensor sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_coo_tensor sparse_csc_tensor "
        "sparse_csr_tensor tensor tril_indices triu_indices zeros"
    )
    return {borch.fft.fftfreq, borch.fft.rfftfreq, *(getattr(borch, name) for name in names.split())}


class DeviceContext(TorchFunctionMode):
    """A block in which functions that make a tensor and are given no device make it on `device`."""

    def __init__(self, device):
        self.device = Device(device)

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if kwargs.get("device") is None and func in _device_constructors():
            kwargs["device"] = self.device
        return func(*args, **kwargs)


def set_device(device):
    """A decorator: calls of the function make their tensors on `device`."""

    def decorator(function):
        @functools.wraps(function)
        def within(*args, **kwargs):
            with Device(device):
                return function(*args, **kwargs)

        return within

    return decorator
