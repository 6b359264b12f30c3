"""The switches that ops read while they record: is a gradient wanted, is inference mode on.

`mode` is per thread, as torch's are; the public context managers are in borch/autograd/grad_mode.py.
"""

import contextlib
import threading


class _Mode(threading.local):
    grad = True
    inference = False
    partial = False  # a backward pass runs that gives gradients of chosen inputs alone
    saved_hooks = ()  # the pack and unpack hooks in force
    hooks_refused = None  # why saved-tensor hooks may not be put in force, as disable_saved_tensors_hooks says
    dual = None  # the level of forward-mode differentiation that is open
    pushing = False  # tangents are computed: gradients are those of the Jacobian, where torch's backward gives others
    transforms = ()  # the transforms of torch.func that run, the outermost first: see func/level.py
    mixing = False  # a function made of ops runs on arrays without elements: see meta/guard.py
    inferring = False  # arrays without elements are computed with: see nodata.py
    offsets = None  # under vmap, by the version cell of each example: where it lies in the storage of its batch


mode = _Mode()


@contextlib.contextmanager
def pushing():
    """Context in which `mode.pushing` is on."""
    before, mode.pushing = mode.pushing, True
    try:
        yield
    finally:
        mode.pushing = before


ENTERED: list[bool] = []  # not empty once inference mode was entered: until then no tensor can be of it

SAVED = (
    "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation "
    "tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use "
    "`torch.no_grad()` instead of `torch.inference_mode()`."
)


INSIDE_TRANSFORM = (
    "You are attempting to call Tensor.requires_grad_() (or perhaps using torch.autograd.functional.* APIs) inside of a "
    "function being transformed by a functorch transform. This is unsupported, please attempt to use the functorch "
    "transforms (e.g. grad, vjp, jacrev, jacfwd, hessian) or call requires_grad_() outside of a function being transformed "
    "instead."
)


class InferenceWrites(list[int]):
    """The version cell of a tensor made in inference mode, and of its views: outside that mode it cannot be read."""

    __slots__ = ()

    def __getitem__(self, index):
        if not mode.inference:
            raise RuntimeError(SAVED)
        return 0


def new_writes():
    """A version cell for a fresh tensor, once inference mode has been entered."""
    return InferenceWrites((0,)) if mode.inference else [0]
