"""Arrays without elements, behind tensors on the device "meta"; imported when the first one is made."""

from .array import MetaArray, hollow
from .guard import guard

__all__ = ["MetaArray", "hollow"]

guard()
