"""torch.onnx: writing a model as an ONNX file, which other programs and languages can run.

`program` runs the model and puts the parts together: `trace` notes its ops, `compare` checks that the trace says all,
`operators` has what each op is in ONNX, `graph` gathers the nodes, `dynamic` leaves axes open, `protobuf` makes bytes of it.
Source: https://docs.pytorch.org/docs/stable/onnx.html
"""

from ..absent import find
from . import errors
from .errors import OnnxExporterError
from .program import ONNXProgram, OperatorExportTypes, TrainingMode, export, is_in_onnx_export

__all__ = ["ONNXProgram", "OnnxExporterError", "errors", "export", "is_in_onnx_export"]


def __getattr__(name):
    return find("torch.onnx", name)
