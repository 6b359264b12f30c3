"""SummaryWriter writes the events that torch's writes, byte for byte but for times, its name and the order of a map."""

import json
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

import borch
from borch.utils.tensorboard.encoding import checksum, png

GOLDEN = Path(__file__).parents[1] / "golden" / "events.json"


def written(torch, folder):
    from importlib import import_module

    with import_module(torch.__name__ + ".utils.tensorboard").SummaryWriter(folder) as w:
        w.add_scalar("loss/train", 0.5, 1, walltime=1.5)
        w.add_scalar("loss", torch.tensor([2.0]), walltime=1.5)
        w.add_scalar("zero", 0, 0, walltime=1.5)
        w.add_scalar("a b", np.float64(3), 300, walltime=1.5, new_style=True)
        w.add_scalar("double", 0.1, -1, walltime=1.5, new_style=True, double_precision=True)
        w.add_scalar("ä", 1.25, 2, walltime=0.5, double_precision=True)
        w.add_text("note", "hello\n**x**", 3, walltime=2.0)
        w.add_histogram("h", torch.arange(3.0) + 1, 2, walltime=2.0)
        w.add_histogram("auto", np.array([1, 1, 2, 5]), 2, bins="auto", walltime=2.0)
        w.add_histogram("zeros", torch.zeros(4), 2, walltime=2.0)
        w.add_histogram("edges", np.array([1.0, 2.0, 2.5, 8.0]), 2, bins=[0, 1, 2, 3, 4, 9], walltime=2.0, max_bins=3)
        w.add_image("black", torch.zeros(3, 4, 5), 1, walltime=3.0)
        w.add_scalars("two/a", {"a": 1.0, "b": 2.0}, 5, walltime=4.0)
        w.add_hparams({"lr": 0.1}, {"acc": 0.5}, run_name="one")
        w.add_hparams({"ok": True}, {"acc": 1}, run_name="two", global_step=3)
        w.add_hparams({"name": "x"}, {"acc": 1}, run_name="three")


def records(path):
    data = path.read_bytes()
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        assert data[8:12] == checksum(data[:8])
        assert data[12 + length : 16 + length] == checksum(data[12 : 12 + length])
        yield data[12 : 12 + length]
        data = data[16 + length :]


def events_of(folder):
    """{folder: the events as hex}, without the first, which names the writer, and without times that were measured."""
    found = {}
    for path in sorted(Path(folder).rglob("events.out.tfevents.*")):
        inner = str(path.parent.relative_to(folder))
        events = list(records(path))[1:]
        found[inner] = [(event[9:] if inner in ("one", "two", "three") else event).hex() for event in events]
    return found


def test_events_are_those_of_torch(tmp_path):
    written(borch, tmp_path)
    assert events_of(tmp_path) == json.loads(GOLDEN.read_text())


def test_checksum_of_crc32c():
    crc = 0xE3069283  # of "123456789", the check value of CRC-32C
    assert checksum(b"123456789") == struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def pixels_in(event):
    """The pixels of the PNG file in an event."""
    start = event.index(b"\x89PNG")
    width, height, _, kind = struct.unpack(">IIBB", event[start + 16 : start + 26])
    at = event.index(b"IDAT", start)
    (length,) = struct.unpack(">I", event[at - 4 : at])
    channels = 3 if kind == 2 else 4
    rows = np.frombuffer(zlib.decompress(event[at + 4 : at + 4 + length]), np.uint8).reshape(
        height, 1 + width * channels
    )
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, channels)


@pytest.mark.parametrize(
    ("values", "order", "expected"),
    [
        (borch.tensor([[0.0, 0.5], [1.0, 2.0]]), "HW", [[0, 127], [255, 255]]),
        (np.arange(4, dtype=np.uint8).reshape(1, 2, 2), "CHW", [[0, 1], [2, 3]]),
        (np.arange(4, dtype=np.uint8).reshape(2, 2, 1), "HWC", [[0, 1], [2, 3]]),
        (np.arange(8, dtype=np.uint8).reshape(2, 1, 2, 2), "NCHW", [[0, 1, 4, 5], [2, 3, 6, 7]]),
    ],
)
def test_images(tmp_path, values, order, expected):
    with borch.utils.tensorboard.SummaryWriter(tmp_path) as writer:
        writer.add_image("x", values, dataformats=order)
    (_, event) = records(next(tmp_path.iterdir()))
    assert pixels_in(event).tolist() == np.repeat(np.array(expected)[..., None], 3, -1).tolist()


def test_png_of_four_channels():
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    assert (pixels_in(png(pixels)) == pixels).all()


def test_a_graph_names_its_nodes(tmp_path):
    with borch.utils.tensorboard.SummaryWriter(tmp_path) as writer:
        writer.add_graph(borch.nn.Sequential(borch.nn.Linear(2, 2), borch.nn.ReLU()), borch.ones(1, 2))
    (_, event) = records(next(tmp_path.iterdir()))
    assert b"call_module:0" in event
    assert b"call_module:1" in event


def test_logging_after_close_opens_a_file_again(tmp_path):
    writer = borch.utils.tensorboard.SummaryWriter(tmp_path, filename_suffix=".x", purge_step=4)
    writer.close()
    writer.add_scalar("a", 1)
    writer.flush()
    assert [len(list(records(path))) for path in sorted(tmp_path.iterdir())] == [3, 2]
    writer.close()


def test_what_is_no_number_is_refused(tmp_path):
    with borch.utils.tensorboard.SummaryWriter(tmp_path) as writer:
        with pytest.raises(
            NotImplementedError, match="Got <class 'str'>, but numpy array or torch tensor are expected"
        ):
            writer.add_scalar("a", "1")
        with pytest.raises(AssertionError, match="scalar should be 0D"):
            writer.add_scalar("a", borch.ones(2))
        with pytest.raises(ValueError, match="The input has no element"):
            writer.add_histogram("a", borch.ones(0))
        with pytest.raises(NotImplementedError, match="this kind of summary"):
            writer.add_audio("a", borch.ones(2))
