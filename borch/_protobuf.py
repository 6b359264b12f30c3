"""Fields of protocol buffers, as bytes: what ONNX's files and TensorBoard's are made of.

A message is a run of fields, each a key (field number and wire type) and a value: a varint, or a length and so many bytes.
Source: https://protobuf.dev/programming-guides/encoding/
"""

import struct


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def integer(field, value):
    return varint(field << 3) + varint(value)


def block(field, data):
    """A field of bytes, text, or another message."""
    if isinstance(data, str):
        data = data.encode()
    return varint(field << 3 | 2) + varint(len(data)) + data


def real(field, value):
    return varint(field << 3 | 5) + struct.pack("<f", value)


def double(field, value):
    return varint(field << 3 | 1) + struct.pack("<d", value)
