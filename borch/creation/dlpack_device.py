"""DLPack's kinds of devices, in a file of their own since few ask and an enum takes long to make.

Source: https://dmlc.github.io/dlpack/latest/c_api.html
"""

import enum


class DLDeviceType(enum.IntEnum):
    """Where a DLPack tensor's memory is; here always on the CPU."""

    kDLCPU = 1
