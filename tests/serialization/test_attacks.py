"""Hostile files: each ends in a clear error, soon, runs nothing and takes memory in proportion to its own size."""

import copy
import io
import json
import os
import pickle
import stat
import struct
import sys
import tracemalloc
import zipfile

import numpy as np
import pytest

import borch as torch
from borch.serialization import safetensors

NONE_ADDED = 3_000_000


def zipped(text, **records):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("archive/data.pkl", text)
        archive.writestr("archive/version", b"3")
        for name, data in records.items():
            archive.writestr(f"archive/data/{name}", data)
    return out.getvalue()


def name(module, word):
    return f"c{module}\n{word}\n".encode()


def text(value):
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def number(value):
    return b"J" + struct.pack("<i", value) if abs(value) < 1 << 31 else b"\x8a\x09" + value.to_bytes(9, "little")


def row(values):
    return b"(" + b"".join(map(number, values)) + b"t"


FLOATS, FIRST = name("torch", "FloatStorage"), text("0")


def stored(key=FIRST, count=4, more=b""):
    return b"(" + text("storage") + FLOATS + key + text("cpu") + number(count) + more + b"tQ"


def tensor(size, stride, key="0"):
    settings = b"K\x00" + size + stride + b"\x89" + name("collections", "OrderedDict") + b")R"
    return name("torch._utils", "_rebuild_tensor_v2") + b"(" + stored(key=text(key)) + settings + b"tR"


def repeated(made, call, *arguments):
    """A list of 20000 calls, each of which copies the same object."""
    return made + b"q\x00" + call + b"q\x01](" + (b"h\x01" + b"".join(arguments)) * 20_000 + b"e"


START = b"\x80\x02"
MANY = b"".join(number(k) for k in range(20_000))
PAIRS = b"}(" + b"".join(text(f"k{k}") + b"N" for k in range(20_000)) + b"u"
LONG = text("a" * 700_000)  # lets a file ask for more
DEEP = b"N" + b"\x85" * 300_000
WIDE = b"N" + b"".join(b"q%ch%c\x86" % (k, k) for k in range(100))  # a tuple of two to the hundred parts, all the same
OLD = b"".join(pickle.dumps(x, 2) for x in (0x1950A86A20F9469CFC6C, 1001, {"little_endian": True}))
ORDERED = name("collections", "OrderedDict")

PICKLES = {
    "a huge bytearray": name("builtins", "bytearray") + number(10**10) + b"\x85R",
    "a huge bytearray by way of a tensor": name("torch._tensor", "_rebuild_from_type_v2")
    + b"("
    + name("builtins", "bytearray")
    + name("torch", "Tensor")
    + row([10**10])
    + b"}tR",
    "a huge Tensor": name("torch", "Tensor") + row([10**5, 10**5]) + b"R",
    "a huge new Tensor": name("torch", "Tensor") + row([10**5, 10**5]) + b"\x81",
    "text encoded again and again": repeated(
        text("a" * 200_000), name("_codecs", "encode"), b"h\x00", text("latin1"), b"\x86R"
    ),
    "a set copied again and again": repeated(b"](" + MANY + b"e", name("builtins", "set"), b"h\x00\x85R"),
    "a Size copied again and again": repeated(b"(" + MANY + b"t", name("torch", "Size"), b"h\x00\x85R"),
    "a dict copied again and again": repeated(PAIRS, ORDERED, b"h\x00\x85R"),
    "attributes copied again and again": repeated(PAIRS, ORDERED, b")Rh\x00b"),
    "a deep key": LONG + b"}" + DEEP + b"Ns",
    "a deep element": LONG + name("builtins", "set") + b"]" + DEEP + b"a\x85R",
    "a deep key in pairs": LONG + ORDERED + b"]" + DEEP + b"N\x86a\x85R",
    "a wide key": b"}" + WIDE + b"Ns",
    "a wide function": WIDE + b")R",
    "a wide class": WIDE + b")\x81",
    "a wide reference": WIDE + b"Q",
    "a wide size": tensor(WIDE, row([1])),
    "a wide stride": tensor(row([1]), WIDE),
    "a wide encoding": name("_codecs", "encode") + text("a") + WIDE + b"\x86R",
    "a wide place of a storage": b"(" + text("storage") + FLOATS + FIRST + WIDE + number(4) + b"tQ",
    "a place that is a dict": b"(" + text("storage") + FLOATS + FIRST + b"}" + number(4) + b"tQ",
    "a wide name of a storage": stored(key=WIDE),
    "sizes whose product overflows": tensor(row([1 << 40] * 2), row([0, 0])),
    "a hundred dimensions": tensor(row([1] * 100), row([0] * 100)),
    "a stride beyond the storage": tensor(row([2]), row([1 << 40])),
    "a negative size": tensor(row([-2]), row([1])),
    "a name that leads out of the archive": tensor(row([1]), row([1]), "../../data.pkl"),
    "a dict as its own key": b"}q\x00h\x00Ns",
    "more bytes than there are": b"\x8b\xff\xff\xff\x7f",
    "a number of many digits": b"I" + b"9" * 100_000 + b"\n",
    "attributes of a class": name("torch", "Tensor") + b"}" + text("x") + b"K\x01sb",
}


def overlapping():
    """An archive in which two hundred records are the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        parts = b"".join(tensor(row([1]), row([1]), str(k)) for k in range(200))
        archive.writestr("archive/data.pkl", START + b"](" + parts + b"e.")
        archive.writestr("archive/version", b"3")
        archive.writestr("archive/data/0", bytes(100_000))
        for k in range(1, 200):
            record = copy.copy(archive.getinfo("archive/data/0"))
            record.filename = f"archive/data/{k}"
            archive.filelist.append(record)
            archive.NameToInfo[record.filename] = record
    return out.getvalue()


FILES = {
    **{what: zipped(START + made + b".", **{"0": bytes(16)}) for what, made in PICKLES.items()},
    "records that overlap": overlapping(),
    "an old file's huge storage": OLD + START + stored(count=10**12, more=b"N") + b".",
    "an old file's many storages": OLD
    + START
    + b"]("
    + b"".join(stored(key=text(str(k)), count=200_000, more=b"N") for k in range(3000))
    + b"e."
    + bytes(800_000),
    "an old file's wide version": pickle.dumps(0x1950A86A20F9469CFC6C, 2) + START + WIDE + b".",
    "an old file's wide keys": OLD + START + stored(count=1, more=b"N") + b"." + START + b"]" + WIDE + b"a.",
    "an old file without keys": OLD + START + stored(count=1, more=b"N") + b"." + START + b"K\x01.",
}  # fmt: skip


@pytest.mark.parametrize("what", FILES)
def test_hostile_files_end_in_an_error_and_take_no_memory(what):
    tracemalloc.start()
    with pytest.raises((RuntimeError, pickle.UnpicklingError, EOFError)):
        torch.load(io.BytesIO(FILES[what]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 130 * len(FILES[what]) + NONE_ADDED


# Each says by a few bytes that something is to be made, so often that what is made would be large.
BOMBS = {
    "lists": b"](" + b"]" * 400_000 + b"e",
    "sets": b"](" + b"\x8f" * 400_000 + b"e",
    "dicts of one name": b"](" + b"}K\x01Ns" * 80_000 + b"e",
    "marks": b"(" * 400_000,
    "tuples": b"](" + b"K\x01\x85" * 130_000 + b"e",
    "a deep tuple": b"N" + b"\x85" * 400_000,
    "empty dicts that are called for": ORDERED + b"q\x00](" + b"h\x00)R" * 100_000 + b"e",
    "tensors": tensor(row([1]), row([1]))[:-1]
    + b"q\x05"
    + name("torch._utils", "_rebuild_tensor_v2")
    + b"q\x06]("
    + b"h\x06h\x05R" * 80_000
    + b"e",
    "parameters": name("torch.nn.parameter", "Parameter")
    + b"q\x06("
    + tensor(row([1]), row([1]))
    + b"tq\x05]("
    + b"h\x06h\x05\x81" * 80_000
    + b"e",
}


@pytest.mark.parametrize("what", BOMBS)
def test_few_bytes_do_not_make_many_objects(what):
    data = zipped(START + BOMBS[what] + b".", **{"0": bytes(16)})
    tracemalloc.start()
    with pytest.raises(pickle.UnpicklingError):
        torch.load(io.BytesIO(data))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 40 * len(data) + NONE_ADDED


def header(**entry):
    whole = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4], **entry}
    return json.dumps({"a": whole}).encode()


HEADERS = {
    "deep": b"[" * 100_000,
    "many digits": header(shape=["DIGITS"]).replace(b'"DIGITS"', b"9" * 100_000),
    "many sizes": header(shape=[1] * 1000),
    "too many sizes": header(shape=[1] * 65),
    "a huge product": header(shape=[10**3999] * 1000),
    "a huge size beside a zero": header(shape=[0, 1 << 62, 1 << 62], data_offsets=[0, 0]),
    "a size beyond 64 bits": header(shape=[0, 1 << 63], data_offsets=[0, 0]),
}


@pytest.mark.parametrize("what", HEADERS)
def test_hostile_headers_of_safetensors_end_in_its_error(what):
    data = len(HEADERS[what]).to_bytes(8, "little") + HEADERS[what] + bytes(4)
    with pytest.raises(safetensors.SafetensorError):
        safetensors.load(data)


def test_what_is_written_twice_in_a_file_is_read_twice():
    data = [b"ab" * 500, b"ab" * 500, {1, 2}, {1, 2}, torch.Size([2, 3]), torch.Size([2, 3]), (((1, 2), 3), "a")]
    file = io.BytesIO()
    torch.save([data, {((1, 2), (3, (4, 5))): 6}], file)
    file.seek(0)
    assert torch.load(file) == [data, {((1, 2), (3, (4, 5))): 6}]


@pytest.mark.skipif(sys.platform in ("win32", "emscripten"), reason="links and modes are those of a POSIX system")
def test_a_saved_file_keeps_its_link_its_mode_and_its_readers(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    safetensors.save_file({"x": torch.zeros(100)}, path)
    path.chmod(0o640)
    link.symlink_to(path)
    reader = np.memmap(path, np.uint8, "r")
    before = bytes(reader)
    safetensors.save_file({"x": torch.ones(3)}, link)
    assert bytes(reader) == before
    assert link.is_symlink() and path.stat().st_mode & 0o777 == 0o640
    assert safetensors.load_file(path)["x"].tolist() == [1.0, 1.0, 1.0]
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    torch.save(torch.ones(1), pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert torch.load(io.BytesIO(os.read(reading, 1 << 16))).item() == 1
    os.close(reading)


@pytest.mark.parametrize("save", [torch.save, safetensors.save_file])
def test_a_save_that_fails_leaves_the_old_file_whole(save, tmp_path):
    path = tmp_path / "file"
    save({"x": torch.ones(2)}, path)
    before = path.read_bytes()
    with pytest.raises((pickle.PicklingError, AttributeError, ValueError, TypeError)):
        save({"x": torch.zeros(2), "y": lambda: None}, path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
