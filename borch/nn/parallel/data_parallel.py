"""DataParallel: on a machine without other devices it calls its module.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.DataParallel.html
"""

from ..modules.module import Module

__all__ = ["DataParallel", "data_parallel"]


class DataParallel(Module):
    """Holds `module` and calls it, as torch's does where there is only the CPU; its state's keys begin with "module.".

    >>> import borch as torch
    >>> list(torch.nn.DataParallel(torch.nn.Linear(2, 1)).state_dict())
    ['module.weight', 'module.bias']
    """

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.device_ids = []

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """Refused with torch's error for a machine that has only the CPU: RuntimeError."""
    raise RuntimeError("device type could not be determined")
