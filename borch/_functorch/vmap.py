"""The old path of torch.vmap and of the helpers that programs take from there."""

from .._C._functorch import _add_batch_dim, _remove_batch_dim
from .._core.tensor import Tensor
from ..func.batch import _name as _get_name
from ..func.batch import vmap
from ..utils._pytree import TreeSpec, _broadcast_to_and_flatten, tree_flatten, tree_map_, tree_unflatten

__all__ = [
    "Tensor", "TreeSpec", "_add_batch_dim", "_broadcast_to_and_flatten", "_get_name", "_maybe_remove_batch_dim",
    "_remove_batch_dim", "tree_flatten", "tree_map_", "tree_unflatten", "vmap",
]  # fmt: skip

_maybe_remove_batch_dim = _remove_batch_dim
