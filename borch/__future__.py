"""torch.__future__: switches of what later versions of torch will do; kept and answered."""

_state = {"overwrite": False, "swap": False}


def set_overwrite_module_params_on_conversion(value):
    """Keeps whether conversions of modules replace parameters instead of writing into them."""
    _state["overwrite"] = value


def get_overwrite_module_params_on_conversion():
    """What `set_overwrite_module_params_on_conversion` was last given."""
    return _state["overwrite"]


def set_swap_module_params_on_conversion(value):
    """Keeps whether conversions of modules swap parameters."""
    _state["swap"] = value


def get_swap_module_params_on_conversion():
    """What `set_swap_module_params_on_conversion` was last given."""
    return _state["swap"]
