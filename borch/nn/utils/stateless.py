"""A module called with other tensors in place of its parameters and buffers.

Source: https://docs.pytorch.org/docs/stable/generated/torch.func.functional_call.html
"""

import contextlib
import warnings

from ..._core.tensor import Tensor

__all__ = ["functional_call"]
_MISSING = object()


def _tied(module, given):
    """`given` with a value for every name under which a given tensor is also known."""
    groups = {}
    for name, t in (*module.named_parameters(remove_duplicate=False), *module.named_buffers(remove_duplicate=False)):
        groups.setdefault(id(t), []).append(name)
    result = dict(given)
    for names in groups.values():
        found = [name for name in names if name in given]
        if len(names) < 2 or not found:
            continue
        if any(given[name] is not given[found[0]] for name in found):
            raise ValueError(
                f"functional_call got multiple values for keys {sorted(found)}, which are tied. Consider using "
                "tie_weights=False"
            )
        result.update(dict.fromkeys(names, given[found[0]]))
    return result


def _check_strict(module, given):
    names = {
        *dict(module.named_parameters(remove_duplicate=False)),
        *dict(module.named_buffers(remove_duplicate=False)),
    }
    lines = []
    for word, keys in (("Unexpected", [k for k in given if k not in names]), ("Missing", sorted(names - given.keys()))):
        if keys:
            lines.append(f"{word} key(s): " + ", ".join(f"'{k}'" for k in keys) + ".")
    if lines:
        raise RuntimeError(f"Error(s) in reparametrizing for {module._get_name()}:\n\t" + "\n\t".join(lines))


def _owner(module, name):
    """The dict that holds the parameter or buffer of that dotted name, and its key there."""
    path, _, key = name.rpartition(".")
    owner = module.get_submodule(path)
    for members in (owner._parameters, owner._buffers):
        if key in members:
            return members, key
    return owner.__dict__, key


@contextlib.contextmanager
def _reparametrize_module(module, parameters_and_buffers, tie_weights=False, strict=False, stack_weights=False):
    """Within the context the module has the given tensors in place of its own."""
    given = _tied(module, parameters_and_buffers) if tie_weights else parameters_and_buffers
    if strict:
        _check_strict(module, given)
    for t in given.values():
        if not isinstance(t, Tensor):
            raise TypeError(f"{t} is not an instance of torch.Tensor")
    places = {name: _owner(module, name) for name in given}
    before = {name: members.get(key, _MISSING) for name, (members, key) in places.items()}
    try:
        for name, (members, key) in places.items():
            members[key] = given[name]
        yield
    finally:
        for name, (members, key) in places.items():
            if before[name] is _MISSING:
                del members[key]
            else:
                members[key] = before[name]


def _functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    with _reparametrize_module(module, parameters_and_buffers, tie_weights, strict):
        return module(*args, **(kwargs or {}))


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """The old place of `torch.func.functional_call`; warns.

    >>> import borch as torch, warnings
    >>> warnings.simplefilter("ignore", FutureWarning)
    >>> layer = torch.nn.Linear(2, 1, bias=False)
    >>> torch.nn.utils.stateless.functional_call(layer, {"weight": torch.ones(1, 2)}, torch.ones(2))
    tensor([2.])
    """
    warnings.warn(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future "
        "version of PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.",
        FutureWarning,
        stacklevel=2,
    )
    return _functional_call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)
