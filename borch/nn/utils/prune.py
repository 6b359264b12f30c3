"""Pruning: parameters masked by a buffer `name_mask`, chosen by size or at random, element by element or whole slices.

Source: https://docs.pytorch.org/docs/stable/nn.html#utilities
"""

import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable

from ..._core.op import OPS
from .convert_parameters import parameters_to_vector

__all__ = [
    "BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured", "PruningContainer",
    "RandomStructured", "RandomUnstructured", "custom_from_mask", "global_unstructured", "identity", "is_pruned",
    "l1_unstructured", "ln_structured", "random_structured", "random_unstructured", "remove",
]  # fmt: skip


class BasePruningMethod(ABC):
    """A way to prune: subclass it and define `compute_mask(t, default_mask)`, which gives the new mask.

    PRUNING_TYPE: "unstructured", "structured" or "global". An instance is the hook that masks before each forward.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> class Negative(prune.BasePruningMethod):
    ...     PRUNING_TYPE = "unstructured"
    ...     def compute_mask(self, t, default_mask):
    ...         return default_mask * (t >= 0)
    >>> Negative().prune(torch.tensor([-1.0, 2.0, -3.0]))
    tensor([-0., 2., -0.])
    """

    _tensor_name = ""

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """The mask for `t`, in which what `default_mask` hides stays hidden."""

    def apply_mask(self, module):
        """The masked parameter of now."""
        if self._tensor_name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        mask, original = (getattr(module, self._tensor_name + end) for end in ("_mask", "_orig"))
        return mask.to(original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prunes the parameter `name` of `module`: it becomes `name_orig`, its mask `name_mask`. Returns the hook."""
        method = _with_earlier(module, name, cls(*args, **kwargs))
        original = getattr(module, name)
        if importance_scores is None:
            importance_scores = original
        elif importance_scores.shape != original.shape:
            raise AssertionError(
                f"importance_scores should have the same shape as parameter {name} of {module}, got "
                f"{importance_scores.shape} vs {original.shape}"
            )
        first = not isinstance(method, PruningContainer)
        if first:
            module.register_parameter(name + "_orig", original)
            del module._parameters[name]
            default_mask = OPS["ones_like"](original)
        else:
            default_mask = getattr(module, name + "_mask").detach().clone()
        try:
            module.register_buffer(name + "_mask", method.compute_mask(importance_scores, default_mask))
            setattr(module, name, method.apply_mask(module))
            module.register_forward_pre_hook(method)
        except Exception:
            if first:
                module.register_parameter(name, getattr(module, name + "_orig"))
                del module._parameters[name + "_orig"]
            raise
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """A pruned copy of the tensor `t`, by this method's mask; `t` itself stays."""
        if importance_scores is None:
            importance_scores = t
        elif importance_scores.shape != t.shape:
            raise AssertionError("importance_scores should have the same shape as tensor t")
        default_mask = OPS["ones_like"](t) if default_mask is None else default_mask
        return t * self.compute_mask(importance_scores, default_mask=default_mask)

    def remove(self, module):
        """Makes the masked values the parameter's own; `name_orig` and `name_mask` are gone."""
        name = self._tensor_name
        if name is None:
            raise AssertionError(f"Module {module} has to be pruned before pruning can be removed")
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters[name + "_orig"]
        original.data = weight.data
        del module._parameters[name + "_orig"]
        del module._buffers[name + "_mask"]
        setattr(module, name, original)


def _with_earlier(module, name, method):
    """`method` as the hook for that parameter: alone, or in a container with what pruned it before."""
    method._tensor_name = name
    found = [(k, h) for k, h in module._forward_pre_hooks.items() if _prunes(h, name)]
    if len(found) > 1:
        raise AssertionError(
            f"Avoid adding multiple pruning hooks to the same tensor {name} of module {module}. Use a PruningContainer."
        )
    if not found:
        return method
    key, old = found[0]
    del module._forward_pre_hooks[key]
    container = old if isinstance(old, PruningContainer) else PruningContainer(old)
    container.add_pruning_method(method)
    return container


def _prunes(hook, name):
    return isinstance(hook, BasePruningMethod) and hook._tensor_name == name


class PruningContainer(BasePruningMethod):
    """Several methods on one parameter, one after another: each prunes what the ones before have left.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> linear = torch.nn.Linear(4, 1)
    >>> for _ in range(2):
    ...     linear = prune.l1_unstructured(linear, "weight", amount=1)
    >>> hook = next(iter(linear._forward_pre_hooks.values()))
    >>> type(hook).__name__, len(hook), linear.weight_mask.sum()
    ('PruningContainer', 2, tensor(2.))
    """

    def __init__(self, *args):
        self._pruning_methods = ()
        if not isinstance(args, Iterable) or len(args) == 1:
            self._tensor_name = args[0]._tensor_name
            self.add_pruning_method(args[0])
        else:
            for method in args:
                self.add_pruning_method(method)

    def add_pruning_method(self, method):
        """Adds a method for the same parameter."""
        if not isinstance(method, BasePruningMethod) and method is not None:
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError(
                "Can only add pruning methods acting on the parameter named "
                f"'{self._tensor_name}' to PruningContainer {self}. Found '{method._tensor_name}'"
            )
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """The mask of the last method, applied to what `default_mask` shows."""
        method = self._pruning_methods[-1]
        method_type = method.PRUNING_TYPE
        mask = default_mask.to(dtype=t.dtype)
        if method_type == "unstructured":
            shown = mask == 1
        elif method_type == "structured":
            dim = method.dim if method.dim >= 0 else method.dim + t.ndim
            kept = mask.sum(dim=[k for k in range(t.ndim) if k != dim]) != 0
            shown = tuple([kept if k == dim else slice(None) for k in range(t.ndim)])
        elif method_type == "global":
            shown = (slice(None),) * t.ndim
        else:
            raise ValueError(f"Unrecognized PRUNING_TYPE {method_type}")
        part = method.compute_mask(t[shown], default_mask=mask[shown])
        mask = mask.clone()
        mask[shown] = part.to(dtype=mask.dtype)
        return mask


# ------------------------------------------------------------------------------------------------------------- amounts
def _check_amount(amount):
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if (isinstance(amount, numbers.Integral) and amount < 0) or (
        not isinstance(amount, numbers.Integral) and not 0.0 <= float(amount) <= 1.0
    ):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _count(amount, size):
    """How many of `size` are pruned: a fraction of them, or so many."""
    if isinstance(amount, numbers.Integral):
        if amount > size:
            raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={size}")
        return int(amount)
    return round(amount * size)


def _check_structured(t):
    if t.ndim <= 1:
        raise ValueError(
            "Structured pruning can only be applied to multidimensional tensors. Found tensor of shape "
            f"{t.shape} with {t.ndim} dims"
        )


def _check_dim(t, dim):
    if dim >= t.ndim:
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")


def _slices(t, dim, index):
    """A mask like `t` that shows the slices `index` along `dim`."""
    mask = OPS["zeros_like"](t)
    mask[tuple([index if k == dim % t.ndim else slice(None) for k in range(t.ndim)])] = 1
    return mask


# ------------------------------------------------------------------------------------------------------------- methods
class Identity(BasePruningMethod):
    """Prunes nothing, but leaves a mask.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> linear = torch.nn.Linear(2, 1)
    >>> method = prune.Identity.apply(linear, "weight")
    >>> linear.weight_mask
    tensor([[1., 1.]])
    """

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        return default_mask

    @classmethod
    def apply(cls, module, name):
        return super().apply(module, name)


class _Unstructured(BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _check_amount(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        n = _count(self.amount, t.numel())
        mask = default_mask.clone()
        if n:
            mask.view(-1)[self.chosen(t, n)] = 0
        return mask


class RandomUnstructured(_Unstructured):
    """Prunes elements at random.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> generator = torch.manual_seed(0)
    >>> method = prune.RandomUnstructured(amount=2)
    >>> method.prune(torch.ones(5))
    tensor([0., 0., 1., 1., 1.])
    """

    def chosen(self, t, n):
        return OPS["topk"](OPS["rand_like"](t).reshape(-1), n).indices

    @classmethod
    def apply(cls, module, name, amount):
        return super().apply(module, name, amount=amount)


class L1Unstructured(_Unstructured):
    """Prunes the elements of least absolute value.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> method = prune.L1Unstructured(amount=2)
    >>> method.prune(torch.tensor([1.0, -4.0, 2.0, 3.0]))
    tensor([ 0., -4.,  0.,  3.])
    """

    def chosen(self, t, n):
        return OPS["topk"](t.abs().reshape(-1), n, largest=False).indices

    @classmethod
    def apply(cls, module, name, amount, importance_scores=None):
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


class RandomStructured(BasePruningMethod):
    """Prunes whole slices along `dim` at random.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> generator = torch.manual_seed(0)
    >>> method = prune.RandomStructured(amount=1, dim=0)
    >>> method.prune(torch.ones(3, 2))
    tensor([[1., 1.],
            [1., 1.],
            [0., 0.]])
    """

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        _check_amount(amount)
        self.amount, self.dim = amount, dim

    def compute_mask(self, t, default_mask):
        _check_structured(t)
        _check_dim(t, self.dim)
        size = t.shape[self.dim]
        n = _count(self.amount, size)
        if not n:
            return default_mask
        prob = OPS["rand"](size)
        kept = prob > OPS["kthvalue"](prob, n).values
        return _slices(t, self.dim, kept) * default_mask.to(t.dtype)

    @classmethod
    def apply(cls, module, name, amount, dim=-1):
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(BasePruningMethod):
    """Prunes the slices along `dim` of least n-norm.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> method = prune.LnStructured(amount=1, n=2, dim=0)
    >>> method.prune(torch.tensor([[1.0, 1.0], [3.0, 4.0]]))
    tensor([[0., 0.],
            [3., 4.]])
    """

    PRUNING_TYPE = "structured"

    def __init__(self, amount, n, dim=-1):
        _check_amount(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t, default_mask):
        _check_structured(t)
        _check_dim(t, self.dim)
        size = t.shape[self.dim]
        pruned = _count(self.amount, size)
        if not pruned:
            return default_mask
        others = [k for k in range(t.ndim) if k != self.dim % t.ndim]
        norms = OPS["norm"](t, p=self.n, dim=others)
        kept = OPS["topk"](norms, size - pruned, largest=True).indices
        return _slices(t, self.dim, kept) * default_mask.to(t.dtype)

    @classmethod
    def apply(cls, module, name, amount, n, dim, importance_scores=None):
        return super().apply(module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


class CustomFromMask(BasePruningMethod):
    """Prunes by a mask that is given.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> method = prune.CustomFromMask(torch.tensor([1, 0, 1]))
    >>> method.prune(torch.tensor([4.0, 5.0, 6.0]), default_mask=torch.ones(3))
    tensor([4., 0., 6.])
    """

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        if default_mask.shape != self.mask.shape:
            raise AssertionError("default_mask should have the same shape as self.mask")
        return default_mask * self.mask.to(dtype=default_mask.dtype)

    @classmethod
    def apply(cls, module, name, mask):
        return super().apply(module, name, mask=mask)


# ----------------------------------------------------------------------------------------------------------- functions
def identity(module, name):
    """Gives the parameter `name` a mask that hides nothing.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> list(prune.identity(torch.nn.Linear(3, 2), "weight").state_dict())
    ['bias', 'weight_orig', 'weight_mask']
    """
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    """Prunes `amount` elements (a number, or a fraction of them) of the parameter `name` at random.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> int((prune.random_unstructured(torch.nn.Linear(3, 2), "weight", 0.5).weight == 0).sum())
    3
    """
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    """Prunes the `amount` elements of the parameter `name` whose absolute value (or whose score's) is least.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> int((prune.l1_unstructured(torch.nn.Linear(3, 2), "weight", 2).weight == 0).sum())
    2
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    """Prunes `amount` slices along `dim` of the parameter `name` at random.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> layer = prune.random_structured(torch.nn.Linear(3, 2), "weight", 1, dim=0)
    >>> int(layer.weight_mask.sum())
    3
    """
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Prunes the `amount` slices along `dim` of the parameter `name` whose n-norm is least.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> layer = prune.ln_structured(torch.nn.Linear(3, 2), "weight", 1, n=2, dim=1)
    >>> int(layer.weight_mask.sum())
    4
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prunes the parameters [(module, name), ...] together, by one unstructured method.

    TypeError for other methods, or when `parameters` is no iterable or `importance_scores` no dict.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> layer = torch.nn.Linear(3, 2)
    >>> prune.global_unstructured([(layer, "weight"), (layer, "bias")], prune.L1Unstructured, amount=3)
    >>> int(layer.weight_mask.sum() + layer.bias_mask.sum())
    5
    """
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    parameters = list(parameters)
    importance_scores = importance_scores if importance_scores is not None else {}
    if not isinstance(importance_scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    relevant = parameters_to_vector([importance_scores.get((m, n), getattr(m, n)) for m, n in parameters])
    default_mask = parameters_to_vector(
        [getattr(m, n + "_mask", OPS["ones_like"](getattr(m, n))) for m, n in parameters]
    )
    container = PruningContainer()
    container._tensor_name = "temp"
    method = pruning_method(**kwargs)
    method._tensor_name = "temp"
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            + f"{pruning_method} of type {method.PRUNING_TYPE}".replace("'borch.", "'torch.")
        )
    container.add_pruning_method(method)
    final_mask = container.compute_mask(relevant, default_mask)
    at = 0
    for module, name in parameters:
        parameter = getattr(module, name)
        n = parameter.numel()
        custom_from_mask(module, name, mask=final_mask[at : at + n].view_as(parameter))
        at += n


def custom_from_mask(module, name, mask):
    """Prunes the parameter `name` by a mask of its shape: what is zero there is pruned.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> layer = prune.custom_from_mask(torch.nn.Linear(2, 2), "weight", torch.eye(2))
    >>> int((layer.weight == 0).sum())
    2
    """
    CustomFromMask.apply(module, name, mask)
    return module


def remove(module, name):
    """Makes the pruning of the parameter `name` permanent; ValueError when there is none.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> list(prune.remove(prune.l1_unstructured(torch.nn.Linear(3, 2), "weight", 2), "weight").state_dict())
    ['bias', 'weight']
    """
    for key, hook in module._forward_pre_hooks.items():
        if _prunes(hook, name):
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module):
    """Whether the module or one below it is pruned.

    >>> import borch as torch
    >>> from borch.nn.utils import prune
    >>> prune.is_pruned(torch.nn.Linear(3, 2))
    False
    """
    return any(isinstance(hook, BasePruningMethod) for m in module.modules() for hook in m._forward_pre_hooks.values())
