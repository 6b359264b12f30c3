"""Optimizer: parameter groups, state, hooks and state_dict, which every algorithm shares.

Source: https://docs.pytorch.org/docs/stable/optim.html
"""

import functools
import warnings
from collections import OrderedDict, defaultdict
from copy import deepcopy
from itertools import chain, repeat
from operator import attrgetter, is_not

import numpy as np

from .._core.mode import mode
from .._core.nodata import NoData, inferring
from .._core.op import OPS
from .._core.tensor import Tensor
from ..nn.modules.hooks import RemovableHandle
from .borrowed import (  # noqa: F401
    ParamsT,
    _default_to_fused_or_foreach,
    _disable_dynamo_if_unsupported,
    _get_capturable_supported_devices,
    _get_value,
    _stack_if_compiling,
)

_HOOKS = (
    "_optimizer_step_pre_hooks", "_optimizer_step_post_hooks", "_optimizer_state_dict_pre_hooks",
    "_optimizer_state_dict_post_hooks", "_optimizer_load_state_dict_pre_hooks", "_optimizer_load_state_dict_post_hooks",
)  # fmt: skip


_global_step_pre_hooks: OrderedDict = OrderedDict()
_global_step_post_hooks: OrderedDict = OrderedDict()


def register_optimizer_step_pre_hook(hook):
    """`hook(optimizer, args, kwargs)` before each step of every optimizer; returns a handle with `remove()`."""
    return _registered(_global_step_pre_hooks, hook)


def register_optimizer_step_post_hook(hook):
    """`hook(optimizer, args, kwargs)` after each step of every optimizer; returns a handle with `remove()`."""
    return _registered(_global_step_post_hooks, hook)


def _registered(hooks, hook, prepend=False):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


class _Required:
    def __repr__(self):
        return "<required parameter>"


required = _Required()


class Optimizer:
    """The base of all optimizers: `params` are tensors, or dicts of options with "params"; `defaults` the options.

    >>> import borch as torch
    >>> w = torch.zeros(2, requires_grad=True)
    >>> torch.optim.SGD([w], lr=0.1).param_groups[0]["lr"]
    0.1
    """

    def __init__(self, params, defaults):
        self.defaults = defaults
        self._hook_step()
        for name in _HOOKS:
            setattr(self, name, OrderedDict())
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
                f"torch.{params.dtype.legacy}Tensor"
            )
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def _hook_step(self):
        """Makes the class's `step` call hooks: an optimizer that never comes here, as some wrappers do not, has none."""
        cls = type(self)
        if not getattr(cls.step, "hooked", False):
            cls.step = _with_hooks(cls.step)

    _patch_step_function = _hook_step  # by which subclasses call it

    def __repr__(self):
        groups = []
        for k, group in enumerate(self.param_groups):
            lines = [f"    {key}: {group[key]}\n" for key in sorted(group) if key != "params"]
            groups.append(f"\nParameter Group {k}\n" + "".join(lines))
        return f"{type(self).__name__} (" + "".join(groups) + ")"

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        for name in _HOOKS:
            self.__dict__.setdefault(name, OrderedDict())
        self._hook_step()
        self.defaults.setdefault("differentiable", False)

    @staticmethod
    def _group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False):
        from ..utils._foreach_utils import _group_tensors_by_device_and_dtype

        return _group_tensors_by_device_and_dtype(tensorlistlist, with_indices)

    def add_param_group(self, param_group):
        """Adds parameters with options of their own; options that are not given take the defaults."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, Tensor):
            params = [params]
        elif isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
                "will change between runs. Please use a list instead."
            )
        params = list(params)
        names = None
        if any(isinstance(p, tuple) for p in params):
            if not all(isinstance(p, tuple) for p in params):
                raise ValueError("all optimizer params should be with/without names. Some param names are missing")
            names = [name for name, _ in params]
            params = [p for _, p in params]
        for p in params:
            if not isinstance(p, Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + type(p).__name__)
            if not (self.defaults.get("differentiable") or p.is_leaf or p.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        param_group["params"] = params
        if names is not None:
            param_group["param_names"] = names
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        if len(params) != len({id(p) for p in params}):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                "see github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=3,
            )
        named = "param_names" in param_group
        if any(("param_names" in group) != named for group in self.param_groups):
            raise ValueError(
                "all optimizer param groups should be with/without names. cannot add param group "
                f"{'with' if named else 'without'} names to the optimizer"
            )
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if not known.isdisjoint(id(p) for p in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        """Clears the gradient of every parameter: None, or zeros in place."""
        for group in self.param_groups:
            if set_to_none:
                for p in group["params"]:
                    p._grad = None
                continue
            for p in group["params"]:
                if p._grad is not None:
                    if p._grad.grad_fn is not None:
                        p._grad.detach_()
                    else:
                        p._grad.requires_grad_(False)
                    p._grad.zero_()

    def step(self, closure=None):
        """One update of every parameter that has a gradient; `closure` recomputes the loss first and returns it."""
        raise NotImplementedError

    # -------------------------------------------------------------------------------------------------------- hooks
    def register_step_pre_hook(self, hook):
        """`hook(optimizer, args, kwargs)` before each step; may return new (args, kwargs)."""
        return _registered(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """`hook(optimizer, args, kwargs)` after each step."""
        return _registered(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """`hook(optimizer)` before `state_dict`."""
        return _registered(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """`hook(optimizer, state_dict)` after `state_dict`; may return another."""
        return _registered(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """`hook(optimizer, state_dict)` before loading; may return another."""
        return _registered(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """`hook(optimizer)` after loading."""
        return _registered(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    # --------------------------------------------------------------------------------------------------- state_dict
    def state_dict(self):
        """`state` by number of parameter, and `param_groups` with those numbers in place of the tensors."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers = {}
        groups = []
        start = 0
        for group in self.param_groups:
            packed = {k: v for k, v in group.items() if k != "params"}
            first = start
            start += len(group["params"])
            numbers.update({id(p): k for k, p in enumerate(group["params"], first) if id(p) not in numbers})
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {numbers[id(k)] if isinstance(k, Tensor) else k: v for k, v in self.state.items()}
        result = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            changed = hook(self, result)
            if changed is not None:
                result = changed
        return result

    def load_state_dict(self, state_dict):
        """Takes over a state made by `state_dict`; ValueError when its groups do not fit.

        State tensors are cast to their parameter's dtype, except `step`.
        """
        state_dict = dict(state_dict)
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, state_dict)
            if changed is not None:
                state_dict = changed
        groups, saved = self.param_groups, deepcopy(state_dict["param_groups"])
        if len(groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for group, other in zip(groups, saved, strict=True):
            if len(group["params"]) != len(other["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
                )
        numbers = chain.from_iterable(g["params"] for g in saved)
        parameters = chain.from_iterable(g["params"] for g in groups)
        by_number = dict(zip(numbers, parameters, strict=True))
        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            if key in by_number:
                state[by_number[key]] = _fitted(by_number[key], value)
            else:
                state[key] = value
        for group, other in zip(groups, saved, strict=True):
            other["params"] = group["params"]
            if "param_names" in group and "param_names" not in other:
                other["param_names"] = group["param_names"]
        self.__setstate__({"state": state, "param_groups": saved})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)


def _fitted(parameter, value, key=None):
    if isinstance(value, Tensor):
        if key == "step" or not parameter.is_floating_point():
            return value.clone()
        return OPS["to_dtype"](value, parameter.dtype).clone() if value.is_floating_point() else value.clone()
    if isinstance(value, dict):
        return {k: _fitted(parameter, v, k) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_fitted(parameter, v) for v in value)
    return value


def _with_hooks(step):
    @functools.wraps(step)
    def hooked(*args, **kwargs):  # the hooks see the optimizer among the args
        self = args[0]
        for hook in (*_global_step_pre_hooks.values(), *self._optimizer_step_pre_hooks.values()):
            changed = hook(self, args, kwargs)
            if changed is not None:
                if not (isinstance(changed, tuple) and len(changed) == 2):
                    raise RuntimeError(
                        f"{step} must return None or a tuple of (new_args, new_kwargs), but got {changed}."
                    )
                args, kwargs = changed
        result = step(*args, **kwargs)
        self._opt_called = True
        for hook in (*self._optimizer_step_post_hooks.values(), *_global_step_post_hooks.values()):
            hook(self, args, kwargs)
        return result

    hooked.hooked = True
    return hooked


# -------------------------------------------------------------------------------------------------- shared by algorithms
def unrecorded(step):
    """A `step` in which nothing is recorded, unless the optimizer was made with `differentiable=True`."""

    @functools.wraps(step)
    def quiet(self, *args, **kwargs):
        before, mode.grad = mode.grad, bool(self.defaults.get("differentiable"))
        try:
            return step(self, *args, **kwargs)
        except NoData:  # parameters on the device "meta"
            with inferring():
                return step(self, *args, **kwargs)
        finally:
            mode.grad = before

    return quiet


_use_grad_for_differentiable = unrecorded


def run_closure(closure):
    """The closure's loss, with recording on as it needs it; None without a closure."""
    if closure is None:
        return None
    before, mode.grad = mode.grad, True
    try:
        return closure()
    finally:
        mode.grad = before


def with_gradients(group):
    """The parameters of a group that have a gradient, and the gradients."""
    params = group["params"]
    grads = [*map(_gradient, params)]
    if not all(map(is_not, grads, repeat(None))):
        params = [p for p in params if p._grad is not None]
        grads = [p._grad for p in params]
    return params, grads


_gradient = attrgetter("_grad")


def number(value):
    """An option that may be a one-element tensor, as a number; as it is where a gradient may flow to it."""
    if isinstance(value, np.generic) or (isinstance(value, Tensor) and not (mode.grad and value.requires_grad)):
        return value.item()
    return value


def refuse_capturable(what="params and state_steps", xla=True):
    """torch's refusal of capturable=True, which needs an accelerator; it comes with the step."""
    supported = ["cuda", "xpu", "hpu", "privateuseone", *(["xla"] if xla else [])]
    raise AssertionError(f"If capturable=True, {what} must be on supported devices: {supported}.")


def check_fused(foreach, fused, differentiable):
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def check_fused_dtypes(group, params):
    """RuntimeError for parameters that torch's fused kernels do not take."""
    for p in params if group.get("fused") else ():
        if not p.is_floating_point():
            raise RuntimeError(
                "`fused=True` requires all the params to be floating point Tensors of supported devices: ['mps', 'cuda', "
                f"'xpu', 'hpu', 'cpu', 'mtia', 'privateuseone'] but {p.dtype} and {p.device}"
            )


def check_foreach(group):
    if group.get("foreach") and group.get("differentiable"):
        raise AssertionError("_foreach ops don't support autograd")


def check_lr(lr, message="Invalid learning rate: {}"):
    """ValueError unless the learning rate is a number, or a one-element tensor, of at least 0."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    check_at_least_zero(lr, message)


def check_at_least_zero(value, message):
    if not number(value) >= 0.0:
        raise ValueError(message.format(value))


def check_betas(betas):
    for k in (0, 1):
        if not 0.0 <= number(betas[k]) < 1.0:
            raise ValueError(f"Invalid beta parameter at index {k}: {betas[k]}")
