"""Devices by the names that stand in files: how a storage gets its name, and what `load` does with one."""

import re

from .._core.device import device
from ..storage import UntypedStorage

_packages = []  # (priority, tagger, deserializer)


def register_package(priority, tagger, deserializer):
    """Adds a device: `tagger(storage)` gives its name or None, `deserializer(storage, name)` a storage there or None.

    The lower the priority, the sooner they are asked; the CPU's are asked at 10.

    >>> import borch as torch
    >>> torch.serialization.register_package(90, lambda storage: None, lambda storage, name: None)
    """
    _packages.append((priority, tagger, deserializer))
    _packages.sort()


def location_tag(storage):
    """The name of a storage's device in a file.

    >>> import borch as torch
    >>> torch.serialization.location_tag(torch.ones(2).untyped_storage())
    'cpu'
    """
    for _, tagger, _ in _packages:
        location = tagger(storage)
        if location:
            return location
    raise RuntimeError(f"don't know how to determine data location of {_typename(storage)}")


def default_restore_location(storage, location):
    """The storage on the device of that name; RuntimeError for a name that nothing registered knows.

    >>> import borch as torch
    >>> len(torch.serialization.default_restore_location(torch.ones(2).untyped_storage(), "cpu"))
    8
    """
    for _, _, deserializer in _packages:
        result = deserializer(storage, location)
        if result is not None:
            return result
    raise RuntimeError(f"don't know how to restore data location of {_typename(storage)} (tagged with {location})")


def _typename(storage):
    return f"torch.storage.{type(storage).__name__}"


def restoring(map_location):
    """What `load` does with each storage and the name of its device: (storage, location) -> storage."""
    if map_location is None:
        return default_restore_location
    if isinstance(map_location, dict):
        return lambda storage, location: default_restore_location(storage, map_location.get(location, location))
    if isinstance(map_location, (str, bytes, device)):
        name = str(map_location) if isinstance(map_location, device) else map_location
        return lambda storage, location: default_restore_location(storage, name)

    def restore(storage, location):
        result = map_location(storage, location)
        return default_restore_location(storage, location) if result is None else result

    return restore


def validate_cuda_device(location):
    """The index of a CUDA device, of which there is none here: RuntimeError."""
    _refuse("cuda")


def validate_hpu_device(location):
    """The index of an HPU, of which there is none here: RuntimeError."""
    _refuse("hpu")


_MAP = "please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU."


def _refuse(backend):
    if backend in ("hpu", "privateuseone"):
        raise RuntimeError(
            f"The {backend.upper()} device module is not registered. If you are running on a CPU-only machine, {_MAP}"
        )
    name = backend.upper()
    raise RuntimeError(
        f"Attempting to deserialize object on a {name} device but torch.{backend}.is_available() is False. If you are "
        f"running on a CPU-only machine, {_MAP}"
    )


def _cpu_tag(storage):
    return "cpu" if storage.device.type == "cpu" else None


def _meta_tag(storage):
    return "meta" if storage.device.type == "meta" else None


def _cpu(storage, location):
    return storage if location == "cpu" else None


def _meta(storage, location):
    return type(storage)(storage.nbytes(), device="meta") if location == "meta" else None


def _mps(storage, location):
    if location.startswith("mps"):
        raise RuntimeError("torch.UntypedStorage(): Storage device not recognized: mps")


def _absent(backend):
    def deserializer(storage, location):
        if location == backend or re.match(f"{backend}(:|[0-9]+)", location):
            _refuse(backend)

    return deserializer


def _untagged(storage):
    return None


register_package(10, _cpu_tag, _cpu)
register_package(20, _untagged, _absent("cuda"))
register_package(21, _untagged, _mps)
register_package(22, _meta_tag, _meta)
for _priority, _backend in ((23, "privateuseone"), (24, "hpu"), (25, "xpu")):
    register_package(_priority, _untagged, _absent(_backend))


def tag_of(owner):
    """The name for the memory that a tensor owns."""
    return location_tag(UntypedStorage._of(owner))
