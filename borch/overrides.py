"""torch.overrides: whether tensors bring their own behaviour. Subclasses of Tensor run torch's ops as Tensors do.

Source: https://docs.pytorch.org/docs/stable/torch.overrides.html
"""

from ._core.tensor import Tensor

__all__ = ["handle_torch_function", "has_torch_function", "is_tensor_like", "is_tensor_method_or_property"]


def is_tensor_like(inp):
    """Whether the object is a Tensor or has `__torch_function__`.

    >>> import borch as torch
    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like(1)
    (True, False)
    """
    return isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def has_torch_function(relevant_args):
    """Whether an argument that is no Tensor has `__torch_function__`.

    >>> import borch as torch
    >>> class Named:
    ...     __torch_function__ = classmethod(lambda cls, *args: "asked")
    >>> torch.autograd.has_torch_function((Named(), 1)), torch.autograd.has_torch_function((torch.ones(1),))
    (True, False)
    """
    return any(hasattr(a, "__torch_function__") and not isinstance(a, Tensor) for a in relevant_args)


def has_torch_function_unary(arg):
    """`has_torch_function` of one argument.

    >>> import borch as torch
    >>> torch.nn.functional.has_torch_function_unary(torch.ones(1))
    False
    """
    return has_torch_function((arg,))


def has_torch_function_variadic(*args):
    """`has_torch_function` of the arguments.

    >>> import borch as torch
    >>> torch.nn.functional.has_torch_function_variadic(torch.ones(1), 2)
    False
    """
    return has_torch_function(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Calls `__torch_function__` of the first argument that has one; TypeError when none does.

    >>> import borch as torch
    >>> class Named:
    ...     @classmethod
    ...     def __torch_function__(cls, function, types, args=(), kwargs=None):
    ...         return f"{function.__name__} was asked for"
    >>> x = Named()
    >>> torch.overrides.handle_torch_function(torch.add, (x,), x, 1)
    'add was asked for'
    """
    for arg in relevant_args:
        if hasattr(arg, "__torch_function__") and not isinstance(arg, Tensor):
            result = arg.__torch_function__(public_api, tuple({type(a) for a in relevant_args}), args, kwargs)
            if result is not NotImplemented:
                return result
    raise TypeError(f"no implementation found for '{getattr(public_api, '__name__', public_api)}'")


def is_tensor_method_or_property(func):
    """Whether the function is a method of Tensor."""
    return getattr(Tensor, getattr(func, "__name__", ""), None) is func


def get_default_nowrap_functions():
    """An empty set."""
    return set()
