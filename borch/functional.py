"""torch.functional: functions of torch that are public under this path too.

Source: https://docs.pytorch.org/docs/stable/torch.html
"""

_NAMES = (
    "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_shapes", "broadcast_tensors", "cartesian_prod",
    "cdist", "chain_matmul", "einsum", "istft", "lu", "meshgrid", "norm", "pca_lowrank", "split", "stft", "svd_lowrank",
    "tensordot", "unique", "unique_consecutive", "unravel_index",
)  # fmt: skip
__all__ = list(_NAMES)


def __getattr__(name):
    import borch

    if name in _NAMES:
        return getattr(borch, name)
    raise AttributeError(f"module 'torch.functional' has no attribute '{name}'")
