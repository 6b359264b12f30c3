"""Small helpers that torch keeps at this path and programs import from here: tuples of sizes, prefixes of keys."""

import warnings
from collections.abc import Iterable

__all__ = ["consume_prefix_in_state_dict_if_present"]


def _ntuple(n, name="parse"):
    def parse(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * n

    parse.__name__ = name
    return parse


_single, _pair, _triple, _quadruple = (
    _ntuple(n, name) for n, name in ((1, "_single"), (2, "_pair"), (3, "_triple"), (4, "_quadruple"))
)


def _reverse_repeat_tuple(t, n):
    """The elements last first, each `n` times."""
    return tuple([x for x in reversed(t) for _ in range(n)])


def _list_with_default(out_size, defaults):
    """Sizes with None replaced by the last of the defaults."""
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    return [d if v is None else v for v, d in zip(out_size, defaults[-len(out_size) :], strict=True)]


def deprecated(message):
    """Marks a class whose making warns, and whose subclassing does, but not the making of a subclass."""

    def mark(cls):
        def __new__(made, *args, **kwargs):
            if made is cls:
                warnings.warn(message, FutureWarning, stacklevel=2)
            return super(cls, made).__new__(made)

        def __init_subclass__(subclass, **kwargs):
            warnings.warn(message, FutureWarning, stacklevel=2)
            super(cls, subclass).__init_subclass__(**kwargs)

        cls.__new__, cls.__init_subclass__ = __new__, classmethod(__init_subclass__)
        return cls

    return mark


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Takes `prefix` off the keys of a state dict, in place, and off those of its metadata.

    >>> from borch.nn.modules.utils import consume_prefix_in_state_dict_if_present
    >>> state = {"module.weight": 1, "bias": 2}
    >>> consume_prefix_in_state_dict_if_present(state, "module.")
    >>> state
    {'bias': 2, 'weight': 1}
    """
    for key in list(state_dict.keys()):
        if key.startswith(prefix):
            state_dict[key[len(prefix) :]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", None)
    if metadata is None:
        return
    for key in list(metadata.keys()):
        if key and key.replace(".", "") == prefix.replace(".", ""):
            metadata[""] = metadata.pop(key)
        elif key.startswith(prefix):
            metadata[key[len(prefix) :]] = metadata.pop(key)
