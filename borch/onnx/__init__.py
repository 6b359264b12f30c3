"""torch.onnx: writing a model as an ONNX file, which other programs and languages can run.

`program` runs the model and puts the parts together: `trace` notes its ops, `compare` checks that the trace says all,
`operators` has what each op is in ONNX, `graph` gathers the nodes, `dynamic` leaves axes open, `messages` makes bytes of it.
Source: https://docs.pytorch.org/docs/stable/onnx.html
"""

import importlib

from ..absent import find
from . import errors
from .errors import OnnxExporterError
from .program import ONNXProgram, OperatorExportTypes, TrainingMode, export, is_in_onnx_export

__all__ = ["ONNXProgram", "OnnxExporterError", "errors", "export", "is_in_onnx_export"]


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    """Keeps nothing: the exporter here notes the ops that run, and asks for no rules of torch's old one."""


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    """Does nothing."""


def __getattr__(name):
    if name in ("symbolic_helper", "symbolic_opset9", "symbolic_opset11", "symbolic_opset12"):
        return importlib.import_module("." + name, __name__)
    return find("torch.onnx", name)
