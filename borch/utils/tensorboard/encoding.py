"""The bytes of TensorBoard's files: fields of protocol buffers, records with their checksums, PNG images."""

import struct
import zlib

from ..._protobuf import block, double, integer


def number(field, value):
    """An integer field, left out when it is 0."""
    return integer(field, value) if value else b""


def float64(field, value):
    """A float64 field, left out when it is 0."""
    return double(field, value) if value else b""


def doubles(field, values):
    """A repeated float64 field."""
    return block(field, struct.pack(f"<{len(values)}d", *values)) if len(values) else b""


def _crc_table():
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _crc_table()


def checksum(data):
    """The masked CRC-32C of a record."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def record(data):
    length = struct.pack("<Q", len(data))
    return length + checksum(length) + data + checksum(data)


def png(pixels):
    """A PNG file of uint8 `pixels` (height, width, 3 or 4)."""
    height, width, channels = pixels.shape

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 6, 0, 0, 0)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    start = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
    return start + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
