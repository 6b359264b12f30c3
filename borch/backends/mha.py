"""torch.backends.mha: whether multi-head attention may take torch's fast path in evaluation; there is one path here."""

_enabled = [True]


def get_fastpath_enabled():
    """What `set_fastpath_enabled` was last given."""
    return _enabled[0]


def set_fastpath_enabled(value):
    """Keeps whether the fast path may be taken."""
    _enabled[0] = value
