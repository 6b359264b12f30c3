"""A tensor type as libraries write them: pickled by hand, its methods changed; and names that are imported to ask or annotate."""

import pickle
import re
import warnings
from collections import OrderedDict

import torch
from torch import TensorType
from torch.overrides import get_ignored_functions
from torch.utils._device import DeviceContext, _device_constructors, set_device
from torch.utils.data import IterDataPipe, MapDataPipe


def rebuild(cls, function, args, own):
    made = function(*args).as_subclass(cls)
    made.__dict__ = own
    return made


class Image(torch.Tensor):
    def __repr__(self):
        return re.sub("tensor", type(self).__name__, super().__repr__())

    def __reduce_ex__(self, protocol):
        torch.utils.hooks.warn_if_has_hooks(self)
        where = (self.untyped_storage(), self.storage_offset(), tuple(self.size()), self.stride())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            where = (self.storage(), *where[1:])
        args = (*where, self.requires_grad, OrderedDict())
        return rebuild, (type(self), torch._utils._rebuild_tensor_v2, args, self.__dict__)

    def requires_grad_(self, requires_grad=True):
        self.requires_grad = requires_grad
        return self


image = torch.arange(6.0).view(2, 3).as_subclass(Image)
image.label = "first"
again = pickle.loads(pickle.dumps(image))
print(type(again), again.label, again)
print(image.requires_grad_().requires_grad, (image * 2).sum().backward(), image.grad)
with torch.no_grad():
    print(torch.nn.functional.conv1d(again.requires_grad_()[None], torch.ones(1, 2, 2)))


@torch.utils.hooks.unserializable_hook
def known(grad):
    return grad


def unknown(grad):
    return grad


for hook in (known, unknown):
    leaf = torch.ones(2, requires_grad=True)
    leaf.register_hook(hook)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.utils.hooks.warn_if_has_hooks(leaf)
    print([re.sub(" at 0x[0-9a-f]+", "", str(w.message)) for w in caught])


class Pipe(IterDataPipe):
    def __iter__(self):
        yield 1


def rows(values: TensorType, kind: "torch.qscheme | None" = None) -> TensorType:
    return values


print(rows(torch.ones(1)), isinstance(torch.ones(1), (TensorType, torch._C.Graph, torch.ScriptObject)))
print(isinstance([1], (IterDataPipe, MapDataPipe)), issubclass(Pipe, IterDataPipe))
print(torch.Tensor.as_subclass in get_ignored_functions(), torch.manual_seed in get_ignored_functions())
print(torch.add in get_ignored_functions(), torch.zeros in _device_constructors(), torch.add in _device_constructors())
with DeviceContext("meta"):
    print(torch.ones(2), torch.zeros(1, device="cpu"), torch.nn.Linear(2, 1).weight.device)
print(set_device("meta")(lambda: torch.arange(3))().device, torch.ones(1).device)

from torch.utils.data._utils.collate import default_collate_err_msg_format, np_str_obj_array_pattern  # noqa: E402

print([np_str_obj_array_pattern.search(kind) is not None for kind in ("<U3", "|S1", "|O", "<f4", "|b1")])
print(default_collate_err_msg_format.format(set))


class Noted:
    def __init__(self):
        self.note = "mine"


class Photo(Noted, torch.Tensor):
    pass


photo, other = torch.ones(2).as_subclass(Photo), torch.zeros(1, 3).as_subclass(Photo)
other.note = "other"
photo.__dict__ = other.__dict__.copy()
print(photo.shape, photo.note, photo.__dict__, photo[None].shape, photo.sum())
