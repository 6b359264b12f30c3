"""functorch's make_functional: a module without its parameters, called with those it is given."""

import copy

from ..nn import Module
from ..nn.utils.stateless import functional_call

__all__ = [
    "FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "make_functional",
    "make_functional_with_buffers",
]  # fmt: skip


def _detached(tensors, disable):
    return tuple(t.detach() for t in tensors) if disable else tuple(tensors)


class FunctionalModuleWithBuffers(Module):
    """A module that is called with its parameters and buffers: `fmodel(params, buffers, *args)`."""

    def __init__(self, stateless_model, param_names, buffer_names):
        super().__init__()
        self.stateless_model = stateless_model
        self.param_names, self.buffer_names = tuple(param_names), tuple(buffer_names)

    @classmethod
    def _create_from(cls, model, disable_autograd_tracking=False):
        parameters, buffers = dict(model.named_parameters()), dict(model.named_buffers())
        held = copy.deepcopy(model)
        fmodel = cls(held, parameters, buffers)
        return fmodel, _detached(parameters.values(), disable_autograd_tracking), tuple(buffers.values())

    def forward(self, params, buffers, *args, **kwargs):
        state = dict(zip((*self.param_names, *self.buffer_names), (*params, *buffers), strict=True))
        return functional_call(self.stateless_model, state, args, kwargs)


class FunctionalModule(FunctionalModuleWithBuffers):
    """A module that is called with its parameters: `fmodel(params, *args)`."""

    @classmethod
    def _create_from(cls, model, disable_autograd_tracking=False):
        fmodel, params, _ = super()._create_from(model, disable_autograd_tracking)
        fmodel.buffer_names = ()
        return fmodel, params

    def forward(self, params, *args, **kwargs):
        return super().forward(params, (), *args, **kwargs)


def make_functional(model, disable_autograd_tracking=False):
    """(a function of parameters and inputs, the parameters) of a module without buffers.

    >>> import borch as torch
    >>> from borch._functorch.make_functional import make_functional
    >>> fmodel, params = make_functional(torch.nn.Linear(2, 1))
    >>> fmodel((torch.ones(1, 2), torch.zeros(1)), torch.ones(2))
    tensor([2.])
    """
    if list(model.buffers()):
        raise RuntimeError(
            "make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead."
        )
    return FunctionalModule._create_from(model, disable_autograd_tracking)


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    """(a function of parameters, buffers and inputs, the parameters, the buffers) of a module."""
    return FunctionalModuleWithBuffers._create_from(model, disable_autograd_tracking)


def combine_state_for_ensemble(models):
    """(the function, the parameters, the buffers) of modules alike, their states stacked for vmap."""
    from ..func import stack_module_state

    fmodel, _, _ = make_functional_with_buffers(models[0])
    params, buffers = stack_module_state(models)
    return fmodel, tuple(params.values()), tuple(buffers.values())
