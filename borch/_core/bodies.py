"""A second body for a function, which is put in force for a while: every name of the function then means the second one."""

from types import FunctionType

__all__ = ["bodies", "put"]


def _stand_in(*args, _instead=None, **kwargs):
    return _instead(*args, **kwargs)


def bodies(function, make):
    """The function's own body and one that calls `make(copy)`, where `copy` does what the function did."""
    own = function.__code__, function.__defaults__, function.__kwdefaults__
    copy = FunctionType(own[0], function.__globals__, function.__name__, own[1], function.__closure__)
    copy.__kwdefaults__, copy.__qualname__ = own[2], function.__qualname__  # by which Python's errors call it
    code = _stand_in.__code__.replace(co_freevars=own[0].co_freevars, co_name=own[0].co_name)
    return own, (code, None, {"_instead": make(copy)})


def put(function, body):
    """Puts a body in force."""
    function.__code__, function.__defaults__, function.__kwdefaults__ = body
