"""skip_data: checkpoints whose tensors have their place in the file but not their bytes."""

_skipping = False


class skip_data:
    """Inside this `with` block `save` leaves zeros where the tensors' memory belongs, to be written there later.

    `load` is refused inside: torch gives tensors of the device meta there. Borch has no fake tensors to materialize.

    >>> import io, borch as torch
    >>> file = io.BytesIO()
    >>> with torch.serialization.skip_data():
    ...     torch.save(torch.ones(2), file)
    >>> _ = file.seek(0)
    >>> torch.load(file)
    tensor([0., 0.])
    """

    def __init__(self, materialize_fake_tensors=False):
        self.materialize_fake_tensors = materialize_fake_tensors

    def __enter__(self):
        global _skipping
        self.before, _skipping = _skipping, True

    def __exit__(self, *exc):
        global _skipping
        _skipping = self.before


def is_skipping():
    return _skipping
