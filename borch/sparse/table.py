"""Which functions take sparse tensors: `HANDLED` has them by name."""

HANDLED: dict = {}
NAMES: dict = {}  # a function whose name is not its own -> the name


def handles(*names):
    """Registers a function under its names in `HANDLED`."""

    def register(function):
        for name in names:
            HANDLED[name] = function
        return function

    return register


def missing(name, backend="SparseCPU"):
    """The error for what sparse tensors are not taken by, in torch's words."""
    return NotImplementedError(
        f"Could not run 'aten::{name}' with arguments from the '{backend}' backend. This could be because the operator "
        "doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build)."
    )
