"""The switches that ops read while they record: is a gradient wanted, is inference mode on.

`mode` is per thread, as torch's are; the public context managers are in borch/autograd/grad_mode.py.
"""

import threading


class _Mode(threading.local):
    grad = True
    inference = False
    partial = False  # a backward pass runs that gives gradients of chosen inputs alone
    saved_hooks = ()  # the pack and unpack hooks in force
    hooks_refused = None  # why saved-tensor hooks may not be put in force, as disable_saved_tensors_hooks says
    dual = None  # the level of forward-mode differentiation that is open


mode = _Mode()
_entered_inference: list[bool] = []


def note_inference_mode():
    _entered_inference.append(True)


def inference_mode_was_entered():
    return bool(_entered_inference)
