"""torch.device, strides' layout and memory formats: accepted wherever torch accepts them; only the CPU is here.

Source: https://docs.pytorch.org/docs/stable/tensor_attributes.html#torch-device
"""

from .naming import TorchType

_TYPES = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, "
    "mtia, privateuseone"
)


class device(metaclass=TorchType):
    """Where a tensor lives: `type` ("cpu" or "meta") and `index` (None or an int).

    Any type that torch knows can be named; only "cpu" can hold a tensor here, and "meta", on which a tensor has a shape,
    a dtype and strides but no elements. As a context it is where functions make tensors that are given no device.

    >>> import borch as torch
    >>> torch.device("cpu")
    device(type='cpu')
    """

    __module__ = "borch"
    __slots__ = ("index", "type")

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int) and not isinstance(type, bool):
            refused = "Cannot access accelerator device when none is available."
            raise RuntimeError(refused if type >= 0 else "Device index must not be negative")
        elif isinstance(type, str) and ":" in type:
            name, _, number = type.partition(":")
            if index is not None:
                raise RuntimeError(
                    f"type (string) must not include an index because index was passed explicitly: {type}"
                )
            if not number.isdigit():
                raise RuntimeError(f"Invalid device string: '{type}'")
            type, index = name, int(number)
        if not isinstance(type, str):
            raise TypeError(f"device(): argument 'type' must be str, not {type.__class__.__name__}")
        if type not in _TYPES.split(", "):
            raise RuntimeError(f"Expected one of {_TYPES} device type at start of device string: {type}")
        self.type, self.index = type, index

    def __repr__(self):
        return (
            f"device(type='{self.type}')" if self.index is None else f"device(type='{self.type}', index={self.index})"
        )

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self):
        return hash((self.type, self.index))

    def __reduce__(self):
        return (device, (self.type, self.index))

    def __enter__(self):
        on_meta(self)
        from .makers import enter

        enter(self)
        return self

    def __exit__(self, *exc):
        from .makers import leave

        leave()


CPU = device("cpu")

_REFUSALS = {
    "cuda": (AssertionError, "Torch not compiled with CUDA enabled"),
    "mps": (RuntimeError, "PyTorch is not linked with support for mps devices"),
    "xpu": (AssertionError, "Torch not compiled with XPU enabled"),
}


def on_meta(wanted):
    """Whether a device is the one without elements; refuses every other but the CPU as a CPU build of torch does."""
    if wanted is None or wanted is CPU or wanted == "cpu":
        return False
    if wanted == "meta" or (isinstance(wanted, device) and wanted.type == "meta"):
        return True
    check_device(wanted)
    return isinstance(wanted, str) and device(wanted).type == "meta"


def check_device(wanted):
    """Accepts None, "cpu" and a CPU `device`; refuses every other one as a CPU build of torch does."""
    if wanted is None or wanted is CPU or wanted == "cpu":
        return
    if not isinstance(wanted, device):
        wanted = device(wanted)
    if wanted.type == "cpu":
        return
    if wanted.type == "meta":
        raise NotImplementedError("this cannot be on the device meta in borch")
    error, message = _REFUSALS.get(
        wanted.type, (RuntimeError, f"PyTorch is not linked with support for {wanted.type} devices")
    )
    raise error(message)


class _Named(metaclass=TorchType):
    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return "torch." + self.name

    def __reduce__(self):
        return (_named, (type(self), self.name))


class layout(_Named):
    """How a tensor's elements are stored; only `torch.strided` here.

    >>> import borch as torch
    >>> torch.zeros(2).layout
    torch.strided
    >>> isinstance(torch.strided, torch.layout)
    True
    """

    __module__ = "borch"
    __slots__ = ()


class memory_format(_Named):
    """The order in which a dense tensor's axes are stored; accepted where torch accepts it.

    >>> import borch as torch
    >>> x = torch.zeros(1, 2, 3, 4).to(memory_format=torch.channels_last)
    >>> x.stride(), x.is_contiguous(memory_format=torch.channels_last)
    ((24, 1, 8, 2), True)
    """

    __module__ = "borch"
    __slots__ = ()


strided = layout("strided")
sparse_coo = layout("sparse_coo")
sparse_csr = layout("sparse_csr")
sparse_csc = layout("sparse_csc")
sparse_bsr = layout("sparse_bsr")
sparse_bsc = layout("sparse_bsc")
contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")


def _named(kind, name):
    return globals()[name]
