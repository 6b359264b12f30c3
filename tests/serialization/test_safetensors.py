"""safetensors: files of that format go both ways, and damaged ones are refused in the words of its library."""

import re

import pytest

import borch as torch
from borch.serialization import safetensors
from tests.golden.make_checkpoints import contents


def test_safetensors_round_trip(tmp_path):
    tensors = {name: t for name, t in contents(torch)["dtypes"].items() if name != "complex128"}
    tensors["matrix"] = torch.arange(6.0).reshape(2, 3).t().contiguous()
    tensors["empty"] = torch.empty(0, 2)
    safetensors.save_file(tensors, tmp_path / "a.safetensors", {"format": "pt"})
    loaded = safetensors.load_file(tmp_path / "a.safetensors")
    assert {k: (v.dtype, v.tolist()) for k, v in loaded.items()} == {
        k: (v.dtype, v.tolist()) for k, v in tensors.items()
    }
    assert safetensors.load_metadata(tmp_path / "a.safetensors") == {"format": "pt"}


def file_with(header, body=b""):
    return len(header).to_bytes(8, "little") + header + body


ENTRY = b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 8,
        (200).to_bytes(8, "little") + b"{}",
        file_with(b"{"),
        file_with(b"[]"),
        file_with(b"\xff\xff"),
        file_with(ENTRY, b""),
        file_with(ENTRY, b"12345"),
        file_with(ENTRY.replace(b"[1]", b"[2]"), b"1234"),
        file_with(ENTRY.replace(b"[1]", b"[-1]"), b"1234"),
        file_with(ENTRY.replace(b"[0,4]", b"[4,0]"), b"1234"),
        file_with(ENTRY.replace(b"[0,4]", b"[4,8]"), b"12345678"),
        file_with(ENTRY.replace(b"F32", b"F33"), b"1234"),
        file_with(ENTRY.replace(b"[1]", b"[1.0]"), b"1234"),
        file_with(ENTRY[:-1] + b"," + ENTRY[1:], b"1234"),
        file_with(b'{"__metadata__":{"a":1}}'),
        file_with(b"[" * 100_000),
    ],
)
def test_safetensors_files_that_are_none(data):
    with pytest.raises(safetensors.SafetensorError):
        safetensors.load(data)


# What safetensors 0.8 says of these files.
SAID = [
    (b"1234", "header too small"),
    (b"\xff" * 8, "header too large"),
    ((200).to_bytes(8, "little") + b"{}", "invalid header length"),
    (file_with(ENTRY), "incomplete metadata, file not fully covered"),
    (file_with(ENTRY, b"12345"), "incomplete metadata, file not fully covered"),
    (file_with(ENTRY.replace(b"[1]", b"[2]"), b"1234"), "invalid shape, data type, or offset for tensor"),
    (file_with(ENTRY.replace(b"[0,4]", b"[4,0]"), b"1234"), "invalid offset for tensor `a`"),
    (file_with(ENTRY.replace(b"[0,4]", b"[4,8]"), b"12345678"), "invalid offset for tensor `a`"),
    (
        file_with(ENTRY.replace(b"[1]", b"[1099511627776,1099511627776]"), b"1234"),
        "overflow computing buffer size from shape and/or element type",
    ),
    (
        file_with(ENTRY.replace(b"[1]", b"[-1]"), b"1234"),
        "invalid JSON in header: invalid value: integer `-1`, expected usize",
    ),
    (
        file_with(ENTRY.replace(b"[1]", b"[1.0]"), b"1234"),
        "invalid JSON in header: invalid type: floating point `1.0`, expected usize",
    ),
    (file_with(b'{"a":{"shape":[1],"data_offsets":[0,4]}}', b"1234"), "invalid JSON in header: missing field `dtype`"),
    (file_with(b'{"__metadata__":[]}'), "invalid JSON in header: invalid type: sequence, expected a map"),
    (file_with(b'{"__metadata__":{"a":1}}'), "invalid JSON in header: invalid type: integer `1`, expected a string"),
]


@pytest.mark.parametrize(("data", "text"), SAID)
def test_damaged_safetensors_files_are_refused_in_the_words_of_its_library(data, text, tmp_path):
    with pytest.raises(safetensors.SafetensorError, match=f"^Error while deserializing: {re.escape(text)}"):
        safetensors.load(data)
    (tmp_path / "a.safetensors").write_bytes(data)
    with pytest.raises(safetensors.SafetensorError, match=f"^Error while deserializing header: {re.escape(text)}"):
        safetensors.load_file(tmp_path / "a.safetensors")


def test_more_than_the_format_asks_for_is_read_over():
    more = file_with(ENTRY.replace(b"}}", b',"x":1},"__metadata__":null}'), b"\0\0\x80?")
    assert safetensors.load(more)["a"].item() == 1.0


@pytest.mark.parametrize("made", ["ones(2, 3).t()", "arange(6)[::2]", "ones(1).expand(3)", "ones(4, 4)[:, 1]"])
def test_safetensors_refuses_tensors_with_gaps(made):
    with pytest.raises(
        ValueError, match="^You are trying to save a non contiguous tensor: `a` which is not allowed. It"
    ):
        safetensors.save({"a": eval(f"torch.{made}")})


def test_safetensors_names_all_that_share_memory():
    x, y = torch.ones(4), torch.ones(2)
    with pytest.raises(
        RuntimeError, match=re.escape("loading them again: [{'a', 'b', 'c'}].\n            A potential way")
    ):
        safetensors.save({"b": x, "a": x[1:], "c": x, "d": y})
    assert list(safetensors.load(safetensors.save({"a": x[:2], "b": x[2:]}))) == ["a", "b"]
    for wrong, metadata in (({1: x}, None), ({"a": x}, {"k": 1}), ({"a": x}, 3)):
        with pytest.raises(TypeError, match="^argument '(tensor_dict|metadata)': 'int' object is not an instance of '"):
            safetensors.save(wrong, metadata)


def test_a_whole_safetensors_file_is_read():
    assert safetensors.load(file_with(ENTRY, b"\0\0\x80?"))["a"].item() == 1.0


def test_safetensors_refuses_shared_memory_and_foreign_values():
    x = torch.ones(4)
    with pytest.raises(RuntimeError, match="share memory"):
        safetensors.save({"a": x, "b": x[1:]})
    with pytest.raises(ValueError, match="expected torch.Tensor"):
        safetensors.save({"a": 3})
