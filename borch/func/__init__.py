"""torch.func: functions that turn functions into their gradients, products with Jacobians, and batched forms.

Source: https://docs.pytorch.org/docs/stable/func.api.html
"""

from ..absent import find
from .batch import vmap
from .derivatives import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, vjp
from .modules import functional_call, functionalize, replace_all_batch_norm_modules_, stack_module_state
from .rearrange import rearrange

__all__ = [
    "functional_call",
    "functionalize",
    "grad",
    "grad_and_value",
    "hessian",
    "jacfwd",
    "jacrev",
    "jvp",
    "linearize",
    "rearrange",
    "replace_all_batch_norm_modules_",
    "stack_module_state",
    "vjp",
    "vmap",
]


def __getattr__(name):
    return find("torch.func", name)
