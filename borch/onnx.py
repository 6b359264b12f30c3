"""torch.onnx: no graph is made of a program, so nothing can be exported. Its functions refuse.

Source: https://docs.pytorch.org/docs/stable/onnx.html
"""

from .absent import REASONS, Refusal

__all__ = ["export", "is_in_onnx_export"]

export = Refusal("torch.onnx.export", REASONS["compile"])
dynamo_export = Refusal("torch.onnx.dynamo_export", REASONS["compile"])


def is_in_onnx_export():
    """False."""
    return False
