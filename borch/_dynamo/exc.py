"""The errors of torch.compile."""


class TorchDynamoException(RuntimeError):
    """The base of them."""


class InvalidBackend(TorchDynamoException):
    """There is no backend of that name."""

    def __init__(self, name):
        super().__init__(f"Invalid backend: {name!r}, see `torch._dynamo.list_backends()` for available backends.")
