"""torch.nn.utils._named_member_accessor: a tensor of a module taken out, and another put in its place."""

__all__ = ["swap_tensor"]

_MISSING = object()


def swap_tensor(module, name, tensor, allow_missing=False):
    """Puts `tensor` in the place of a module's parameter, buffer or attribute, and gives back what was there."""
    if "." in name:
        raise KeyError('tensor name can\'t contain "."')
    if name == "":
        raise KeyError('tensor name can\'t be empty string ""')
    for place in (module._parameters, module._buffers):
        if name in place:
            before = place[name]
            if tensor is _MISSING:
                del place[name]
            else:
                place[name] = tensor
            return before
    before = getattr(module, name, _MISSING)
    if before is _MISSING and not allow_missing:
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    if tensor is not _MISSING:
        setattr(module, name, tensor)
    elif before is not _MISSING:
        delattr(module, name)
    return before
