"""Weight normalisation by a hook: the weight as a direction and a length. parametrizations.py has the newer form.

Source: Salimans and Kingma 2016, arXiv:1602.07868;
https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.weight_norm.html
"""

import warnings

from ..._core.op import OPS, function, op
from ...ops.both import total
from ..parameter import Parameter

__all__ = ["WeightNorm", "weight_norm", "remove_weight_norm"]


def _others(ndim, dim):
    return tuple([k for k in range(ndim) if k != dim])


def _gradients(g, needed, v, g_, norm, dim):
    # as in torch, the norm counts as a constant in the second derivative
    g_out, axes = g[0], _others(v.ndim, dim)
    if g_out is None:
        return None, None
    along = total(g_out * v, axes, True) / norm
    to_v = g_ / norm * (g_out - v * (along / norm)) if needed[0] else None
    return to_v, along if needed[1] else None


@op(kind="same", tensors=("v", "g_"), joint=_gradients, differentiable=("v", "g_"), outputs=("out", "norm"),
    node="WeightNormInterfaceBackward0", method=False, namespace=None)  # fmt: skip
def _weight_norm_interface(v, g_, dim):
    norm = total(v * v, _others(v.ndim, dim), True) ** 0.5
    return v * (g_ / norm), norm


@function(method=False, name="_weight_norm")
def normalised(v, g, dim=0):
    """g * v / |v|, the norm taken over all axes but `dim` (over all of them for -1).

    >>> import borch as torch
    >>> torch._weight_norm(torch.tensor([[3.0, 4.0]]), torch.tensor([[10.0]]), 0)
    tensor([[6., 8.]])
    """
    if dim in (0, v.ndim - 1):
        return _weight_norm_interface(v, g, dim)[0]
    return v * (g / OPS["norm_except_dim"](v, 2, dim))


class WeightNorm:
    """The hook: computes the weight from `name_g` and `name_v` before each forward."""

    def __init__(self, name, dim):
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module):
        """The weight of now."""
        return normalised(getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)

    @staticmethod
    def apply(module, name, dim):
        """Splits the parameter `name` of `module` in two and registers the hook."""
        warn_deprecated()
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, WeightNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
        hook = WeightNorm(name, dim)
        weight = getattr(module, name)
        del module._parameters[name]
        module.register_parameter(name + "_g", Parameter(OPS["norm_except_dim"](weight, 2, hook.dim).data))
        module.register_parameter(name + "_v", Parameter(weight.data))
        setattr(module, name, hook.compute_weight(module))
        module.register_forward_pre_hook(hook)
        return hook

    def remove(self, module):
        """Makes the weight one parameter again."""
        weight = self.compute_weight(module)
        delattr(module, self.name)
        del module._parameters[self.name + "_g"]
        del module._parameters[self.name + "_v"]
        setattr(module, self.name, Parameter(weight.data))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def warn_deprecated():
    warnings.warn(
        "`torch.nn.utils.weight_norm` is deprecated in favor of `torch.nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
        stacklevel=2,
    )


def weight_norm(module, name="weight", dim=0):
    """Replaces the parameter `name` by its length `name_g` along `dim` (None: one for all) and its direction `name_v`.

    >>> import borch as torch, warnings
    >>> warnings.simplefilter("ignore", FutureWarning)
    >>> layer = torch.nn.utils.weight_norm(torch.nn.Linear(3, 2))
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight_g', 'weight_v']
    """
    WeightNorm.apply(module, name, dim)
    return module


def remove_weight_norm(module, name="weight"):
    """Undoes `weight_norm`; ValueError when there is none.

    >>> import borch as torch, warnings
    >>> warnings.simplefilter("ignore", FutureWarning)
    >>> layer = torch.nn.utils.remove_weight_norm(torch.nn.utils.weight_norm(torch.nn.Linear(3, 2)))
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight']
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
