"""An ONNX model as bytes: the few messages of onnx.proto, written by hand.

Source: https://onnx.ai/onnx/repo-docs/IR.html
"""

import numpy as np

from .._protobuf import block, integer, real

# TensorProto.DataType
TYPES = {
    "float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9, "float16": 10,
    "float64": 11, "uint32": 12, "uint64": 13, "complex64": 14, "complex128": 15,
}  # fmt: skip
FLOAT, INT, STRING, TENSOR, FLOATS, INTS, STRINGS = 1, 2, 3, 4, 6, 7, 8  # AttributeProto.AttributeType


def type_of(dtype):
    """ONNX's number for a numpy dtype; None where ONNX has none."""
    return TYPES.get(np.dtype(dtype).name)


def tensor(name, array):
    """A TensorProto; its elements are written row by row, little-endian."""
    array = np.asarray(array)
    little = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False)
    dims = b"".join(integer(1, n) for n in array.shape)
    return dims + integer(2, type_of(array.dtype)) + block(8, name) + block(9, little.tobytes())


def attribute(name, value):
    """An AttributeProto of a number, a text, a tensor, or a list of numbers or texts."""
    out = block(1, name)
    if isinstance(value, bool | int | np.integer):
        return out + integer(3, int(value)) + integer(20, INT)
    if isinstance(value, float | np.floating):
        return out + real(2, float(value)) + integer(20, FLOAT)
    if isinstance(value, str):
        return out + block(4, value) + integer(20, STRING)
    if isinstance(value, np.ndarray):
        return out + block(5, tensor("", value)) + integer(20, TENSOR)
    kinds = {type(v) for v in value}
    if kinds <= {str} and kinds:
        return out + b"".join(block(9, v) for v in value) + integer(20, STRINGS)
    if float in kinds:
        return out + b"".join(real(7, float(v)) for v in value) + integer(20, FLOATS)
    return out + b"".join(integer(8, int(v)) for v in value) + integer(20, INTS)


def node(kind, inputs, outputs, name, attributes):
    """A NodeProto; an input that is left out is the empty text."""
    out = b"".join(block(1, x) for x in inputs) + b"".join(block(2, x) for x in outputs)
    out += block(3, name) + block(4, kind)
    return out + b"".join(block(5, attribute(k, v)) for k, v in attributes.items() if v is not None)


def value_info(name, dtype, shape):
    """A ValueInfoProto: a tensor's name, type and shape, whose sizes are numbers or names."""
    sizes = b"".join(block(1, block(2, n) if isinstance(n, str) else integer(1, n)) for n in shape)
    return block(1, name) + block(2, block(1, integer(1, type_of(dtype)) + block(2, sizes)))


def graph(name, nodes, initializers, inputs, outputs):
    """A GraphProto of encoded parts."""
    out = b"".join(block(1, x) for x in nodes) + block(2, name)
    out += b"".join(block(5, x) for x in initializers)
    return out + b"".join(block(11, x) for x in inputs) + b"".join(block(12, x) for x in outputs)


def model(graph, opset, producer, version):
    """A ModelProto: the graph and the opset it is written in."""
    ir = 8 if opset < 19 else 9
    domain = block(1, "") + integer(2, opset)
    return integer(1, ir) + block(2, producer) + block(3, version) + block(7, graph) + block(8, domain)
