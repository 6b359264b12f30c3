"""torch.nn._reduction: the numbers that stand for "none", "mean" and "sum", and the old flags that meant them."""

__all__ = ["get_enum", "legacy_get_string"]

_WORDS = ("none", "mean", "sum")


def get_enum(reduction):
    """0, 1 or 2 for "none", "mean" and "sum"; ValueError for others."""
    if reduction not in _WORDS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _WORDS.index(reduction)


def legacy_get_string(size_average, reduce, emit_warning=True):
    """The reduction that the old flags `size_average` and `reduce` stand for."""
    average, reduced = size_average is None or size_average, reduce is None or reduce
    return "none" if not reduced else "mean" if average else "sum"


def legacy_get_enum(size_average, reduce, emit_warning=True):
    """The number of `legacy_get_string`."""
    return get_enum(legacy_get_string(size_average, reduce))
