"""torch._jit_internal: names for annotations that published programs import from here."""

from typing import Any, Dict, Final, List, Optional, Tuple, Union  # noqa: UP035

from .jit import export, ignore, is_scripting, unused

__all__ = [
    "Any", "Dict", "Final", "List", "Optional", "Tuple", "Union", "export", "ignore", "is_scripting", "unused",
]  # fmt: skip


def _copy_to_script_wrapper(fn):
    """`fn` itself."""
    return fn


def boolean_dispatch(arg_name, arg_index, default, if_true, if_false, module_name=None, func_name=None):
    """A function that calls `if_true` or `if_false` after the value of one of its arguments."""

    def fn(*args, **kwargs):
        chosen = kwargs.get(arg_name, args[arg_index] if arg_index < len(args) else default)
        return (if_true if chosen else if_false)(*args, **kwargs)

    return fn
