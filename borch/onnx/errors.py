"""What an export raises: torch's names for it.

Source: https://docs.pytorch.org/docs/stable/onnx.html
"""

__all__ = ["OnnxExporterWarning", "SymbolicValueError", "UnsupportedOperatorError"]


class OnnxExporterWarning(UserWarning):
    """Warns of what an export leaves out."""


class OnnxExporterError(RuntimeError):
    """The model cannot be exported.

    >>> import borch as torch
    >>> issubclass(torch.onnx.OnnxExporterError, RuntimeError)
    True
    """


class UnsupportedOperatorError(OnnxExporterError):
    """An op that has no counterpart in the chosen opset, or a use of it that has none."""

    def __init__(self, name, version, supported_version=None, why=None):
        self.name = name
        words = f"Exporting the operator '{name}' to ONNX opset version {version} is not supported"
        if supported_version is not None:
            words += (
                f". Support for this operator was added in version {supported_version}, try exporting with this version"
            )
        super().__init__(words + (f": {why}." if why else "."))


class SymbolicValueError(OnnxExporterError):
    """A value that depends on the model's inputs where ONNX needs a constant."""


for _error in (OnnxExporterError,):
    _error.__module__ = "torch.onnx"
for _error in (OnnxExporterWarning, SymbolicValueError, UnsupportedOperatorError):
    _error.__module__ = "torch.onnx.errors"
