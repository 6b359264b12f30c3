"""torch._dynamo.utils: what programs ask torch.compile before they use it."""

__all__ = ["is_compile_supported"]


def is_compile_supported(device_type):
    """False: there is no compiler."""
    return False
