"""The memory format of convolutions' weights: accepted, the values are what matters.

Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.convert_conv2d_weight_memory_format.html
"""

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]


def convert_conv2d_weight_memory_format(module, memory_format):
    """Returns `module`: weights stay as they lie in memory, which changes no value.

    >>> import borch as torch
    >>> torch.nn.utils.convert_conv2d_weight_memory_format(torch.nn.Conv2d(1, 2, 3), torch.channels_last)
    Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))
    """
    return module


def convert_conv3d_weight_memory_format(module, memory_format):
    """Returns `module`, as `convert_conv2d_weight_memory_format` does.

    >>> import borch as torch
    >>> conv = torch.nn.Conv3d(1, 2, 3)
    >>> torch.nn.utils.convert_conv3d_weight_memory_format(conv, torch.channels_last_3d) is conv
    True
    """
    return module
