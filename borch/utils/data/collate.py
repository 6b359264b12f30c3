"""How samples become a batch: numbers and arrays as tensors, tensors stacked, containers entry by entry.

Source: https://docs.pytorch.org/docs/stable/data.html#torch.utils.data.default_collate
"""

import copy
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

import numpy as np

from ..._core import dtype as dtypes
from ..._core.op import OPS
from ..._core.tensor import Tensor
from ...creation.data import as_tensor, tensor

default_collate_err_msg_format = (
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
)


def _is_text(array):
    return array.dtype.kind in "SUO"


def default_convert(data):
    """`data` with numpy arrays and numbers as tensors, entry by entry of containers; anything else as it is.

    >>> import borch as torch
    >>> import numpy as np
    >>> torch.utils.data.default_convert({"x": np.ones(2, np.float32), "name": "a"})
    {'x': tensor([1., 1.]), 'name': 'a'}
    """
    if isinstance(data, Tensor):
        return data
    if isinstance(data, (np.ndarray, np.generic)) and not isinstance(data, (str, bytes)):
        return data if _is_text(data) else as_tensor(data)
    if isinstance(data, Mapping):
        converted = {key: default_convert(value) for key, value in data.items()}
        return _like_mapping(data, converted)
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(value) for value in data))
    if isinstance(data, tuple):
        return [default_convert(value) for value in data]
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _entries(data, [default_convert(value) for value in data])
    return data


def collate_tensor_fn(batch, *, collate_fn_map=None):
    """Tensors of one shape, stacked."""
    return OPS["stack"](list(batch), 0)


def collate_numpy_array_fn(batch, *, collate_fn_map=None):
    """Arrays as tensors, stacked; TypeError for text and objects."""
    if _is_text(batch[0]):
        raise TypeError(default_collate_err_msg_format.format(batch[0].dtype))
    return collate([as_tensor(array) for array in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch, *, collate_fn_map=None):
    """numpy's numbers as one tensor of their dtype."""
    return as_tensor(np.asarray(batch) if all(type(b) is type(batch[0]) for b in batch) else list(batch))


def collate_float_fn(batch, *, collate_fn_map=None):
    """Python floats as one float64 tensor."""
    return tensor(list(batch), dtype=dtypes.float64)


def collate_int_fn(batch, *, collate_fn_map=None):
    """Python integers and bools as one tensor."""
    return tensor(list(batch))


def collate_str_fn(batch, *, collate_fn_map=None):
    """Text stays a list."""
    return batch


default_collate_fn_map = {
    Tensor: collate_tensor_fn,
    np.ndarray: collate_numpy_array_fn,
    (np.bool_, np.number, np.object_): collate_numpy_scalar_fn,
    float: collate_float_fn,
    int: collate_int_fn,
    str: collate_str_fn,
    bytes: collate_str_fn,
}


def default_collate(batch):
    """A batch of samples: tensors and arrays stacked, numbers as a tensor, text as a list, containers entry by entry.

    `batch` is a list of samples of one kind. Tuples become lists, named tuples and mappings keep their type.
    TypeError for samples of another kind, RuntimeError for sequences or tensors of unequal sizes.

    >>> import borch as torch
    >>> torch.utils.data.default_collate([{"x": torch.zeros(2), "y": 1}, {"x": torch.ones(2), "y": 2}])
    {'x': tensor([[0., 0.],
            [1., 1.]]), 'y': tensor([1, 2])}
    """
    return collate(batch, collate_fn_map=default_collate_fn_map)


def collate(batch, *, collate_fn_map=None):
    """As `default_collate`, by the functions that `collate_fn_map` gives for types (or tuples of types) of samples.

    >>> import borch as torch
    >>> from borch.utils.data._utils.collate import collate
    >>> collate([(1, "a"), (2, "b")], collate_fn_map={int: lambda batch, **_: sum(batch), str: lambda batch, **_: "".join(batch)})
    [3, 'ab']
    """
    sample = batch[0]
    kind = type(sample)
    if collate_fn_map is not None:
        if kind in collate_fn_map:
            return collate_fn_map[kind](batch, collate_fn_map=collate_fn_map)
        for known, function in collate_fn_map.items():
            if isinstance(sample, known):
                return function(batch, collate_fn_map=collate_fn_map)
    if isinstance(sample, Mapping):
        columns = {key: collate([s[key] for s in batch], collate_fn_map=collate_fn_map) for key in sample}
        return _like_mapping(sample, columns)
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        return kind(*(collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch, strict=False)))
    if isinstance(sample, Sequence):
        if any(len(other) != len(sample) for other in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        columns = [collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch, strict=True)]
        return columns if isinstance(sample, tuple) else _entries(sample, columns)
    raise TypeError(default_collate_err_msg_format.format(kind))


def _like_mapping(like, values):
    """The values in a mapping of the type of `like`; a plain dict where that type cannot be made so."""
    try:
        if isinstance(like, MutableMapping):
            made = copy.copy(like)
            made.update(values)
            return made
        return type(like)(values)
    except TypeError:
        return values


def _entries(like, values):
    """The values in a sequence of the type of `like`; a plain list where that type cannot be made so."""
    try:
        if isinstance(like, MutableSequence):
            made = copy.copy(like)
            for k, value in enumerate(values):
                made[k] = value
            return made
        return type(like)(values)
    except TypeError:
        return values
