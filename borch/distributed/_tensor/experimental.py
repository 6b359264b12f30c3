"""torch.distributed._tensor.experimental: what spread tensors do with ordinary ones; there are none that it could matter to."""

import contextlib

__all__ = ["implicit_replication"]


@contextlib.contextmanager
def implicit_replication():
    """Context in which an ordinary tensor beside a spread one counts as held by every process.

    >>> from borch.distributed._tensor.experimental import implicit_replication
    >>> with implicit_replication():
    ...     print("inside")
    inside
    """
    yield
