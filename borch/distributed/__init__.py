"""torch.distributed: not available, as programs that ask for it first can learn. All else refuses.

Source: https://docs.pytorch.org/docs/stable/distributed.html
"""

from ..absent import REASONS, Refusal
from . import device_mesh as device_mesh
from . import rpc as rpc

__all__ = [
    "all_gather", "all_gather_object", "all_reduce", "barrier", "broadcast", "broadcast_object_list",
    "destroy_process_group", "gather", "get_backend", "get_rank", "get_world_size", "init_process_group",
    "is_available", "is_gloo_available", "is_initialized", "is_mpi_available", "is_nccl_available",
    "is_torchelastic_launched", "new_group", "reduce", "reduce_scatter", "scatter",
]  # fmt: skip


def is_available():
    """False.

    >>> import borch as torch
    >>> torch.distributed.is_available()
    False
    """
    return False


is_gloo_available = is_mpi_available = is_nccl_available = is_ucc_available = is_available
is_torchelastic_launched = is_available


def is_initialized():
    """False."""
    return False


def get_rank(group=None):
    """ValueError, as in torch before `init_process_group`."""
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


get_world_size = get_backend = get_rank


def _refusal(name):
    return Refusal("torch.distributed." + name, REASONS["distributed"])


all_gather = _refusal("all_gather")
all_gather_object = _refusal("all_gather_object")
all_reduce = _refusal("all_reduce")
barrier = _refusal("barrier")
broadcast = _refusal("broadcast")
broadcast_object_list = _refusal("broadcast_object_list")
destroy_process_group = _refusal("destroy_process_group")
gather = _refusal("gather")
init_process_group = _refusal("init_process_group")
new_group = _refusal("new_group")
reduce = _refusal("reduce")
reduce_scatter = _refusal("reduce_scatter")
scatter = _refusal("scatter")


class ProcessGroup:
    """A group of processes: there is none."""


class GroupMember:
    """The groups by name: none was made."""

    WORLD = None
    NON_GROUP_MEMBER = -100


class group:
    """The default group of processes, `group.WORLD`: None before `init_process_group`."""

    WORLD = None


class ReduceOp:
    """How values of several processes are combined: names alone."""

    SUM, AVG, PRODUCT, MIN, MAX = "sum", "avg", "product", "min", "max"
