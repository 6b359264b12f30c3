"""The byte order of files that do not tell theirs: torch wrote it down only from version 2.1 on."""

import enum
import sys

from . import config


class LoadEndianness(enum.Enum):
    """Byte orders for `set_default_load_endianness`.

    >>> import borch as torch
    >>> torch.serialization.LoadEndianness.BIG
    <LoadEndianness.BIG: 3>
    """

    NATIVE = 1
    LITTLE = 2
    BIG = 3


def get_default_load_endianness():
    """The order taken for files without one; None stands for little-endian.

    >>> import borch as torch
    >>> torch.serialization.get_default_load_endianness()
    """
    return config.load.endianness


def set_default_load_endianness(endianness):
    """Sets the order for files without one. TypeError for what is no LoadEndianness.

    >>> import borch as torch
    >>> torch.serialization.set_default_load_endianness(None)
    """
    if not isinstance(endianness, LoadEndianness) and endianness is not None:
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    config.load.endianness = endianness


def default_order():
    """The same as the record `byteorder` of a file has it."""
    order = config.load.endianness
    if order is LoadEndianness.NATIVE:
        return sys.byteorder.encode()
    return b"big" if order is LoadEndianness.BIG else b"little"
