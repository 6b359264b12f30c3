"""Modules as functions: a module called with parameters that are handed in.

Source: https://docs.pytorch.org/docs/stable/generated/torch.func.functional_call.html
"""

from .._core.op import OPS
from ..autograd.grad_mode import no_grad


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Calls `module` with the given tensors in place of the parameters and buffers of those names.

    >>> import borch as torch
    >>> layer = torch.nn.Linear(2, 1)
    >>> torch.func.functional_call(layer, {"weight": torch.ones(1, 2), "bias": torch.zeros(1)}, (torch.ones(2),))
    tensor([2.])
    """
    from ..nn.utils.stateless import _functional_call

    given = parameter_and_buffer_dicts
    if isinstance(given, (list, tuple)):
        if not all(isinstance(part, dict) for part in given):
            raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
        names = [name for part in given for name in part]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
        given = {name: t for part in given for name, t in part.items()}
    elif not isinstance(given, dict):
        raise ValueError(
            f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(given)}"
        )
    return _functional_call(module, given, args, kwargs, tie_weights=tie_weights, strict=strict)


def stack_module_state(models):
    """(parameters, buffers) of several modules of one form, each stacked along a new first axis.

    >>> import borch as torch
    >>> parameters, buffers = torch.func.stack_module_state([torch.nn.Linear(2, 1) for _ in range(3)])
    >>> parameters["weight"].shape
    torch.Size([3, 1, 2])
    """
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    with no_grad():
        parameters = {
            name: OPS["stack"]([dict(m.named_parameters())[name] for m in models]).requires_grad_(p.requires_grad)
            for name, p in models[0].named_parameters()
        }
        buffers = {
            name: OPS["stack"]([dict(m.named_buffers())[name] for m in models]) for name, _ in models[0].named_buffers()
        }
    return parameters, buffers


def functionalize(func, *, remove="mutations"):
    """Returns `func`: there is no tracer here from which mutations would have to be hidden.

    >>> import borch as torch
    >>> torch.func.functionalize(torch.sin)(torch.zeros(1))
    tensor([0.])
    """
    return func


def replace_all_batch_norm_modules_(root):
    """`root`, whose batch norms no longer track running statistics: in-place writes that vmap could not batch.

    >>> import borch as torch
    >>> model = torch.func.replace_all_batch_norm_modules_(torch.nn.Sequential(torch.nn.BatchNorm1d(2)))
    >>> model[0].running_mean is None
    True
    """
    from ..nn.modules.batch_norm import _BatchNorm

    for module in root.modules():
        if isinstance(module, _BatchNorm):
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
