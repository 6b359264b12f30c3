"""Anomaly mode: NaN gradients raise, and the error names the forward call that led to them.

Source: https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection
"""

from .._core.anomaly import anomaly
from .._core.op import function


def _switch(on, check_nan):
    before, anomaly.on, anomaly.check_nan = anomaly.on, on, check_nan
    if on or before:
        from .._core.saved import choose_maker

        choose_maker()


class set_detect_anomaly:
    """Switches anomaly mode on or off; as a context manager it switches back at the end.

    >>> import borch as torch
    >>> with torch.autograd.set_detect_anomaly(False):
    ...     print(torch.is_anomaly_enabled())
    False
    """

    def __init__(self, mode, check_nan=True):
        self._before = anomaly.on, anomaly.check_nan
        _switch(bool(mode), check_nan)

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        _switch(*self._before)


class detect_anomaly(set_detect_anomaly):
    """Anomaly mode inside a `with` block: a backward pass that makes NaN raises RuntimeError.

    >>> import borch as torch
    >>> x = torch.tensor(0.0, requires_grad=True)
    >>> with torch.autograd.set_detect_anomaly(True):
    ...     (x.sqrt() * 0).backward()
    Traceback (most recent call last):
    RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.
    """

    def __init__(self, check_nan=True):
        import warnings

        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.",
            stacklevel=2,
        )
        super().__init__(True, check_nan)


@function(method=False)
def is_anomaly_enabled():
    """Whether anomaly mode is on.

    Source: https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection

    >>> import borch as torch
    >>> torch.is_anomaly_enabled()
    False
    """
    return anomaly.on


@function(method=False)
def is_anomaly_check_nan_enabled():
    """Whether anomaly mode, where it is on, looks for NaN.

    Source: https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection

    >>> import borch as torch
    >>> torch.is_anomaly_check_nan_enabled()
    True
    """
    return anomaly.check_nan


@function(method=False)
def set_anomaly_enabled(enabled, check_nan=True):
    """Switches anomaly mode on or off, without a warning.

    Source: https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection

    >>> import borch as torch
    >>> torch.set_anomaly_enabled(False)
    >>> torch.is_anomaly_enabled()
    False
    """
    _switch(bool(enabled), check_nan)
