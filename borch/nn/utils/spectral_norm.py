"""Spectral normalisation by a hook: the weight divided by its largest singular value. parametrizations.py has the newer form.

Source: Miyato et al. 2018, arXiv:1802.05957;
https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.spectral_norm.html
"""

from ..._core.op import OPS
from ...autograd.grad_mode import no_grad
from ..parameter import Parameter

__all__ = ["SpectralNorm", "spectral_norm", "remove_spectral_norm"]


def unit(x, eps):
    """A vector divided by its length, or by `eps` where that is less."""
    return x / OPS["clamp_min"](OPS["norm"](x), eps)


def matrix_of(weight, dim):
    """A weight as a matrix whose rows are the slices along `dim`."""
    if dim:
        weight = weight.permute(dim, *(k for k in range(weight.ndim) if k != dim))
    return weight.reshape(weight.shape[0], -1)


def check_iterations(n):
    if n <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n}")


class SpectralNorm:
    """The hook: computes the weight from `name_orig` before each forward, keeping the vectors `name_u` and `name_v`."""

    _version = 1

    def __init__(self, name="weight", n_power_iterations=1, dim=0, eps=1e-12):
        check_iterations(n_power_iterations)
        self.name, self.dim, self.n_power_iterations, self.eps = name, dim, n_power_iterations, eps

    def reshape_weight_to_matrix(self, weight):
        """The weight as the matrix whose norm is taken."""
        return matrix_of(weight, self.dim)

    def compute_weight(self, module, do_power_iteration):
        """The weight of now; with `do_power_iteration` the two vectors are improved first."""
        weight = getattr(module, self.name + "_orig")
        u, v = getattr(module, self.name + "_u"), getattr(module, self.name + "_v")
        matrix = self.reshape_weight_to_matrix(weight)
        if do_power_iteration:
            with no_grad():
                for _ in range(self.n_power_iterations):
                    v.copy_(unit(OPS["mv"](matrix.t(), u), self.eps))
                    u.copy_(unit(OPS["mv"](matrix, v), self.eps))
                u, v = u.clone(), v.clone()
        return weight / OPS["dot"](u, OPS["mv"](matrix, v))

    def right_vector(self, matrix, u, sigma):
        """The vector v for which u' matrix v is `sigma`: along the least-squares solution of matrix v = u."""
        v = OPS["mv"](OPS["pinverse"](matrix.t() @ matrix) @ matrix.t(), u)
        return v * (sigma / OPS["dot"](u, OPS["mv"](matrix, v)))

    def remove(self, module):
        """Makes the weight one parameter again."""
        with no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        delattr(module, self.name)
        for name in ("_u", "_v", "_orig"):
            delattr(module, self.name + name)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, do_power_iteration=module.training))

    @staticmethod
    def apply(module, name, n_power_iterations, dim, eps):
        """Replaces the parameter `name` of `module` and registers the hooks."""
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, SpectralNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
        hook = SpectralNorm(name, n_power_iterations, dim, eps)
        weight = module._parameters[name]
        if weight is None:
            raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
        with no_grad():
            rows, columns = hook.reshape_weight_to_matrix(weight).shape
            u = unit(weight.new_empty(rows).normal_(0, 1), eps)
            v = unit(weight.new_empty(columns).normal_(0, 1), eps)
        delattr(module, name)
        module.register_parameter(name + "_orig", weight)
        setattr(module, name, weight.data)
        module.register_buffer(name + "_u", u)
        module.register_buffer(name + "_v", v)
        module.register_forward_pre_hook(hook)
        module._register_state_dict_hook(SpectralNormStateDictHook(hook))
        module._register_load_state_dict_pre_hook(SpectralNormLoadStateDictPreHook(hook))
        return hook


class SpectralNormStateDictHook:
    """Notes in the state's metadata that both vectors are in it."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, module, state_dict, prefix, local_metadata):
        versions = local_metadata.setdefault("spectral_norm", {})
        key = self.fn.name + ".version"
        if key in versions:
            raise RuntimeError(f"Unexpected key in metadata['spectral_norm']: {key}")
        versions[key] = self.fn._version


class SpectralNormLoadStateDictPreHook:
    """Lets a state be loaded that has the weight of its time in the place of the vector `name_v`, as the first ones had."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        fn, key = self.fn, prefix + self.fn.name
        version = local_metadata.get("spectral_norm", {}).get(fn.name + ".version")
        if version is not None and version >= 1:
            return
        if version is None and key not in state_dict and all(key + end in state_dict for end in ("_orig", "_u", "_v")):
            return
        missing = [key + end for end in ("_orig", "", "_u") if key + end not in state_dict]
        if missing:
            if strict:
                missing_keys.extend(missing)
            return
        with no_grad():
            original, weight = state_dict[key + "_orig"], state_dict.pop(key)
            matrix = fn.reshape_weight_to_matrix(original)
            state_dict[key + "_v"] = fn.right_vector(matrix, state_dict[key + "_u"], (original / weight).mean())


def default_dim(module):
    """The axis of a module's outputs in its weight: 1 for transposed convolutions, else 0."""
    from ..modules import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d

    return 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides the parameter `name` by its largest singular value, found by power iteration, before each forward.

    The parameter becomes `name_orig`; the iteration's vectors are the buffers `name_u` and `name_v`.

    >>> import borch as torch
    >>> list(torch.nn.utils.spectral_norm(torch.nn.Linear(3, 2)).state_dict())
    ['bias', 'weight_orig', 'weight_u', 'weight_v']
    """
    SpectralNorm.apply(module, name, n_power_iterations, default_dim(module) if dim is None else dim, eps)
    return module


def remove_spectral_norm(module, name="weight"):
    """Undoes `spectral_norm`; ValueError when there is none.

    >>> import borch as torch
    >>> layer = torch.nn.utils.remove_spectral_norm(torch.nn.utils.spectral_norm(torch.nn.Linear(3, 2)))
    >>> list(layer.state_dict())
    ['bias', 'weight']
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            break
    else:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    for hooks, kind in (
        (module._state_dict_hooks, SpectralNormStateDictHook),
        (module._load_state_dict_pre_hooks, SpectralNormLoadStateDictPreHook),
    ):
        for key, hook in list(hooks.items()):
            hook = getattr(hook, "hook", hook)
            if isinstance(hook, kind) and hook.fn.name == name:
                del hooks[key]
    return module
