"""torch._C._functorch: questions about the tensors inside torch.func's transforms; here these are plain tensors."""

from ..absent import REASONS, Refusal

_add_batch_dim = Refusal("torch._C._functorch._add_batch_dim", REASONS["internal"])
_remove_batch_dim = Refusal("torch._C._functorch._remove_batch_dim", REASONS["internal"])


def is_batchedtensor(tensor):
    """False: `vmap` computes each example by itself."""
    return False


is_gradtrackingtensor = is_functionaltensor = is_functorch_wrapped_tensor = is_legacy_batchedtensor = is_batchedtensor


def get_unwrapped(tensor):
    """The tensor itself."""
    return tensor


def maybe_get_bdim(tensor):
    """-1: no axis is hidden."""
    return -1


maybe_get_level = maybe_get_bdim


def maybe_current_level():
    """None: no transform keeps a level."""
