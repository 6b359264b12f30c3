"""Checkpoints: torch's files open here, ours are whole, and a damaged or hostile file ends in an error."""

import collections
import copy
import functools
import io
import json
import os
import pickle
import random
import re
import sys
import tracemalloc
import zipfile

import pytest

import borch as torch
from borch.serialization.allow import path_of
from tests.golden.make_checkpoints import FOLDER, contents, damaged, odd, outcome, refusal, turned, whole


def same(a, b):
    """Whether two trees of tensors and plain values agree in everything that a file keeps."""
    if isinstance(a, torch.Tensor):
        return (
            isinstance(b, torch.Tensor)
            and (a.dtype, a.shape, a.stride(), a.storage_offset()) == (b.dtype, b.shape, b.stride(), b.storage_offset())
            and a.requires_grad == b.requires_grad
            and type(a) is type(b)
            and torch.allclose(a.detach().to(torch.complex128), b.detach().to(torch.complex128), rtol=1e-6)
        )
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    return a == b


def written(obj):
    file = io.BytesIO()
    torch.save(obj, file)
    file.seek(0)
    return file


@pytest.mark.parametrize("name", ["torch.pt", "old.pt"])
def test_files_of_torch_hold_what_torch_put_there(name):
    assert same(contents(torch), torch.load(FOLDER / name))


@pytest.mark.parametrize("old", ["", "_old"])
def test_conjugates_and_negatives_of_torch_are_read_as_such(old):
    loaded = torch.load(FOLDER / f"turned{old}.pt")
    if old:
        assert loaded[0].tolist() == [[1 - 2j], [3 + 4j]]
    else:
        assert all(torch.equal(loaded[name], value) for name, value in turned(torch).items())
    assert torch.load(FOLDER / f"negative{old}.pt").tolist() == [-2.0, 4.0]


def test_our_conjugates_are_written_as_they_are():
    loaded = torch.load(written(turned(torch)))
    assert all(torch.equal(loaded[name], value) for name, value in turned(torch).items())


REFUSALS = json.loads((FOLDER / "refusals.json").read_text())


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
@pytest.mark.parametrize("what", damaged())
@pytest.mark.parametrize("weights_only", [True, False])
def test_damaged_files_are_refused_in_the_words_of_torch(what, weights_only):
    expected = REFUSALS[f"{what}, {'' if weights_only else 'not '}only weights"]
    got = refusal(torch, damaged()[what], weights_only)
    kind = expected and expected[0]
    if kind in ("IndexError", "KeyError", "TypeError", "error"):  # errors of torch's unpickler that it does not explain
        assert got[0] == ("UnpicklingError" if weights_only else kind)
    else:
        assert got == expected


@pytest.mark.parametrize("ours", [True, False])
def test_generators_and_private_attributes_of_tensors_are_kept(ours):
    loaded, drawn = torch.load(FOLDER / "odd.pt", weights_only=False)
    if ours:
        loaded = torch.load(written(odd(torch)), weights_only=False)
    assert torch.rand(2, generator=loaded["generator"]).equal(drawn)
    assert loaded["parameter"]._no_weight_decay is True and loaded["plain"]._note == "a"


def test_a_part_of_a_tensor_is_no_attribute_of_a_file():
    x = torch.ones(2)
    x.__dict__["_mine"] = 1
    text = zipfile.ZipFile(written(x)).read("archive/data.pkl").replace(b"_mine", b"_node")
    out = io.BytesIO()
    with zipfile.ZipFile(written(x)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            new.writestr(info.filename, text if info.filename.endswith("pkl") else old.read(info))
    out.seek(0)
    assert torch.load(out)._node is None


@pytest.mark.parametrize("made", [lambda: lambda x: x, lambda: type("Z", (), {})(), lambda: functools.cache])
def test_what_has_no_name_is_refused_as_by_pickle(made):
    value = made()
    try:
        pickle.dumps(value, 2)
    except Exception as error:
        with pytest.raises(type(error)) as refused:
            written(value)
        assert str(refused.value) == str(error)  # and maybe notes, which Python adds from 3.14 on
    else:
        assert torch.load(written(value), weights_only=False) is value


@pytest.mark.parametrize("value", [torch.finfo(torch.float32), torch.iinfo(torch.int8), torch.channels_last])
def test_what_torch_cannot_pickle_is_not_saved(value):
    with pytest.raises(TypeError, match="^cannot pickle '"):
        written(value)


def test_another_protocol_is_warned_about():
    with pytest.warns(UserWarning, match="^Detected pickle protocol 4 in the checkpoint, which was not the default"):
        refusal(torch, damaged()["a pickle of protocol 4"], True)


def test_deep_objects_are_saved_as_deep_as_torch_saves_them():
    deep, limit = {}, sys.getrecursionlimit()
    for _ in range(400):
        deep = {"a": deep}
    assert str(torch.load(written(deep))) == str(deep)
    for _ in range(2000):
        deep = {"a": deep}
    with pytest.raises(RecursionError):
        written(deep)
    assert sys.getrecursionlimit() == limit


def test_the_names_in_a_checkpoint_are_read_where_the_file_stands():
    file = io.BytesIO(b"head")
    file.seek(4)
    torch.save(Calls(), file)
    file.seek(4)
    assert torch.serialization.get_unsafe_globals_in_checkpoint(file) == ["builtins.divmod"]
    file.seek(0)
    with pytest.raises(ValueError, match="^Expected input to be a checkpoint returned by torch.save$"):
        torch.serialization.get_unsafe_globals_in_checkpoint(file)


def test_a_record_whose_bytes_are_still_to_come_is_read():
    data = written(torch.ones(2)).getvalue()
    place = data.index(b"PK\x01\x02", data.index(b"data/0"))
    while data[place + 46 :].startswith(b"archive/data/0") is False:
        place = data.index(b"PK\x01\x02", place + 1)
    unsummed = data[: place + 16] + bytes(4) + data[place + 20 :]
    assert torch.load(io.BytesIO(unsummed)).tolist() == [1.0, 1.0]


def test_saved_and_loaded_is_the_same():
    everything = contents(torch)
    assert same(everything, torch.load(written(everything)))


@pytest.mark.parametrize("name", ["torch.pt", "old.pt"])
def test_tensors_that_shared_memory_share_it_again(name):
    loaded = torch.load(FOLDER / name)
    loaded["x"][1, 0] = 99
    assert loaded["view"][0, 0] == 99 and loaded["transposed"][0, 1] == 99


def test_metadata_of_a_state_dict_is_kept():
    loaded = torch.load(FOLDER / "torch.pt")
    assert type(loaded["model"]) is collections.OrderedDict
    assert loaded["model"]._metadata == contents(torch)["model"]._metadata


def test_a_resumed_run_goes_on_as_the_unbroken_one():
    def start():
        torch.manual_seed(0)
        model = torch.nn.Linear(3, 1)
        return model, torch.optim.Adam(model.parameters(), lr=0.1)

    def train(model, optimizer, steps):
        losses = []
        for step in range(steps):
            loss = (model(torch.ones(2, 3)) - step).pow(2).sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        return losses

    unbroken = start()
    train(*unbroken, 5)
    file = written({"model": unbroken[0].state_dict(), "optimizer": unbroken[1].state_dict()})
    resumed = start()
    state = torch.load(file)
    resumed[0].load_state_dict(state["model"])
    resumed[1].load_state_dict(state["optimizer"])
    assert train(*resumed, 5) == train(*unbroken, 5)


def test_records_begin_where_torch_lets_them_begin():
    with zipfile.ZipFile(written({"a": torch.ones(3), "b": torch.ones(5)})) as archive:
        assert archive.testzip() is None
        for info in archive.infolist():
            header = info.header_offset
            archive.fp.seek(header + 26)
            name, extra = (int.from_bytes(archive.fp.read(2), "little") for _ in range(2))
            assert (header + 30 + name + extra) % 64 == 0


def test_a_path_and_its_folder(tmp_path):
    torch.save(torch.ones(2), tmp_path / "a.pt")
    assert torch.load(tmp_path / "a.pt").tolist() == [1, 1]
    assert os.listdir(tmp_path) == ["a.pt"]
    with pytest.raises(RuntimeError, match="Parent directory .* does not exist."):
        torch.save(1, tmp_path / "no" / "a.pt")
    with pytest.raises(FileNotFoundError):
        torch.load(tmp_path / "b.pt")


def test_a_failed_save_leaves_the_old_file(tmp_path):
    torch.save(torch.ones(2), tmp_path / "a.pt")
    with pytest.raises((AttributeError, pickle.PicklingError)):
        torch.save([torch.zeros(2), lambda: 0], tmp_path / "a.pt")
    assert torch.load(tmp_path / "a.pt").tolist() == [1, 1]
    assert os.listdir(tmp_path) == ["a.pt"]


# ------------------------------------------------------------------------------------------------------ what is refused
class Command:
    def __reduce__(self):
        return (os.system, ("echo ran > ran.txt",))


class Plain:
    def __init__(self):
        self.x = 1


def test_code_in_a_file_is_not_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pickle.UnpicklingError, match="whose module posix is blocked|whose module nt is blocked"):
        torch.load(written(Command()))
    assert os.listdir(tmp_path) == []


def test_a_class_must_be_allowed_by_name():
    file = written(Plain())
    with pytest.raises(
        pickle.UnpicklingError, match=r"Unsupported global: GLOBAL \S*\.Plain was not an allowed global"
    ):
        torch.load(file)
    file.seek(0)
    with torch.serialization.safe_globals([Plain]):
        assert torch.load(file).x == 1
    file.seek(0)
    with pytest.raises(pickle.UnpicklingError):
        torch.load(file)
    assert torch.load(file, weights_only=False).x == 1 if not file.seek(0) else False


class Calls:
    """Written down as a call of a built-in function, which protocol 2 names as Python 2 did."""

    def __reduce__(self):
        return divmod, (17, 5)


class Marked(torch.Tensor):
    """A tensor of a class of its own, as a program may have them."""


def test_attributes_and_the_class_of_a_tensor_are_kept():
    x, p = torch.ones(2), torch.nn.Parameter(torch.ones(2))
    x.note, p.note = "kept", [1]
    assert torch.load(written(x)).note == "kept"
    loaded = torch.load(written(p))
    assert type(loaded) is torch.nn.Parameter and loaded.note == [1]
    marked = written(torch.arange(2).as_subclass(Marked))
    with pytest.raises(pickle.UnpicklingError, match="Marked was not an allowed global by default"):
        torch.load(marked)
    marked.seek(0)
    loaded = torch.load(marked, weights_only=False)
    assert type(loaded) is Marked and loaded.tolist() == [0, 1]


def test_arguments_that_do_not_go_together():
    with pytest.raises(RuntimeError, match="^Can not safely load weights when explicit pickle_module is specified$"):
        torch.load(written(1), pickle_module=pickle, weights_only=True)
    with pytest.raises(NotImplementedError, match="^torch.load with another pickle_module than pickle"):
        torch.load(written(1), pickle_module=random)
    with pytest.raises(ValueError, match="^f must be a file path in order to use the mmap argument$"):
        torch.load(written(1), mmap=True)
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'zzz'$"):
        torch.load(written(1), zzz=1, weights_only=False)


def test_arguments_for_the_unpickler_are_for_trusted_files():
    with pytest.warns(UserWarning, match="^pickle_load_args only works if `weights_only=False`.$"):
        torch.load(written(1), encoding="latin1")
    assert torch.load(written(1), weights_only=False, encoding="latin1") == 1


def test_a_pickle_module_means_that_the_file_is_trusted():
    assert torch.load(written(range(3)), pickle_module=pickle) == range(3)


@pytest.mark.parametrize("kind", [torch.strided, torch.sparse_coo])
def test_a_layout_is_written_by_the_name_torch_reads(kind):
    assert torch.serialization.get_unsafe_globals_in_checkpoint(written(kind)) == []
    assert torch.load(written([kind]))[0] is kind


def test_a_trusted_file_calls_what_it_names_and_no_other_does():
    file = written(Calls())
    with pytest.raises(pickle.UnpicklingError, match="GLOBAL divmod was not an allowed global"):
        torch.load(file)
    file.seek(0)
    assert torch.serialization.get_unsafe_globals_in_checkpoint(file) == ["builtins.divmod"]
    file.seek(0)
    assert torch.load(file, weights_only=False) == (3, 2)


def test_a_module_of_torch_loads_as_ours_when_trusted():
    with pytest.raises(pickle.UnpicklingError, match="torch.nn.modules.linear.Linear"):
        torch.load(FOLDER / "module.pt")
    module = torch.load(FOLDER / "module.pt", weights_only=False)
    assert type(module) is torch.nn.Linear and module(torch.ones(2)).shape == (2,)


def test_whole_modules_of_torch_compute_what_they_did_there():
    outcomes = json.loads((FOLDER / "homes.json").read_text())["outcomes"]
    for name, pair in torch.load(FOLDER / "modules.pt", weights_only=False).items():
        torch.testing.assert_close(torch.tensor(outcome(*pair)), torch.tensor(outcomes[name]), msg=name)


def test_whole_modules_are_saved_and_copied():
    everything = whole(torch)
    copies, loaded = copy.deepcopy(everything), torch.load(written(everything), weights_only=False)
    for name, pair in everything.items():
        assert outcome(*pair) == outcome(*copies[name]) == outcome(*loaded[name]), name


def test_a_file_names_classes_where_torch_has_them():
    for path, module in json.loads((FOLDER / "homes.json").read_text())["classes"].items():
        place, _, name = path.rpartition(".")
        value = getattr(functools.reduce(getattr, place.split("."), torch), name, None)
        if value is not None:
            assert path_of(value) == module, path
    names = re.findall(rb"c(torch\.nn\S*)\n", written(whole(torch)).getvalue())
    assert b"torch.nn.modules.pooling" in names and b"torch.nn.functional" in names and b"borch" not in b"".join(names)


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_bare_storages_are_saved_and_share_memory():
    x = torch.arange(3.0)
    elements, t, view = torch.load(written([x.storage(), x, x[1:]]))
    assert str(elements) == " 0.0\n 1.0\n 2.0\n[torch.storage.TypedStorage(dtype=torch.float32, device=cpu) of size 3]"
    t[1] = 7.0
    assert elements.tolist() == [0.0, 7.0, 2.0] and view.tolist() == [7.0, 2.0]
    assert torch.load(written(torch.ones(2, dtype=torch.int16).untyped_storage())).tolist() == [1, 0, 1, 0]


def test_one_memory_is_not_saved_as_two_types():
    x = torch.ones(3)
    for other in (x.untyped_storage(), x.view(torch.int32)):
        with pytest.raises(
            RuntimeError, match="^Cannot save multiple tensors or storages that view the same data as d"
        ):
            written([x, other])


def test_big_endian_files_swap_shared_storages_once():
    x = torch.arange(3.0)
    file, out = written([x, x[1:]]), io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename.endswith("byteorder"):
                data = b"big"
            elif info.filename.endswith("data/0"):
                data = x.numpy().astype(">f4").tobytes()
            new.writestr(info.filename, data)
    out.seek(0)
    assert [t.tolist() for t in torch.load(out)] == [[0.0, 1.0, 2.0], [1.0, 2.0]]


def test_skipped_data_keeps_its_place():
    whole_file = written({"x": torch.ones(3), "y": 1})
    with torch.serialization.skip_data():
        skipped = written({"x": torch.ones(3), "y": 1})
        with pytest.raises(NotImplementedError, match="device meta"):
            torch.load(whole_file)
    assert len(skipped.getvalue()) == len(whole_file.getvalue())
    assert torch.load(skipped)["x"].tolist() == [0.0, 0.0, 0.0] and torch.load(whole_file)["x"].tolist() == [1.0] * 3


def test_the_order_of_files_without_one_can_be_set():
    file, out = written(torch.arange(3, dtype=torch.int16)), io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            if not info.filename.endswith("byteorder"):
                new.writestr(info.filename, old.read(info))
    orders = torch.serialization.LoadEndianness
    for order, expected in ((None, [0, 1, 2]), (orders.BIG, [0, 256, 512]), (orders.LITTLE, [0, 1, 2])):
        torch.serialization.set_default_load_endianness(order)
        assert torch.serialization.get_default_load_endianness() is order
        out.seek(0)
        assert torch.load(out).tolist() == expected
    torch.serialization.set_default_load_endianness(None)
    with pytest.raises(TypeError, match="^Invalid argument type in function set_default_load_endianness$"):
        torch.serialization.set_default_load_endianness("big")


def test_another_device_is_refused():
    with pytest.raises(
        RuntimeError, match="^Attempting to deserialize object on a CUDA device but torch.cuda.is_avail"
    ):
        torch.load(written(torch.ones(1)), map_location="cuda")
    with pytest.raises(
        RuntimeError, match="^Attempting to deserialize object on a CUDA device but torch.cuda.is_avail"
    ):
        torch.load(written(torch.ones(1)), map_location={"cpu": "cuda:0"})
    assert torch.load(written(torch.ones(1)), map_location=torch.device("cpu")).item() == 1


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EOFError),
        (b"PK\x03\x04", RuntimeError),
        (b"hello world", pickle.UnpicklingError),
        (pickle.dumps([1, 2], 2), RuntimeError),
        (b"\x80\x02]\x94r\xff\xff\xff\x7f.", (pickle.UnpicklingError, RuntimeError)),  # a memo index of two billion
    ],
)
def test_files_that_are_none(data, error):
    with pytest.raises(error):
        torch.load(io.BytesIO(data))


def forged(**changes):
    """A checkpoint of one tensor whose pickle says something else of its storage."""
    file = written(torch.arange(4.0))
    out = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename.endswith("data.pkl"):
                for have, want in changes.values():
                    assert have in data
                    data = data.replace(have, want)
            new.writestr(info.filename, data)
    out.seek(0)
    return out


@pytest.mark.parametrize(
    "change",
    [
        (b"K\x00K\x04\x85", b"K\x00K\x40\x85"),  # 64 elements of a storage of 4
        (b"K\x00K\x04\x85", b"K\x02K\x04\x85"),  # from the third element on
        (b"K\x00K\x04\x85", b"J\xff\xff\xff\xffK\x04\x85"),  # from before the first
        (b"X\x01\x00\x00\x000", b"X\x01\x00\x00\x009"),  # a storage that is not there
    ],
)
def test_a_tensor_outside_its_storage_is_refused(change):
    with pytest.raises((RuntimeError, pickle.UnpicklingError)):
        torch.load(forged(change=change))


def test_no_file_takes_much_more_memory_than_its_size():
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02" + b"0" * 200_000_000)
        archive.writestr("archive/version", b"3", zipfile.ZIP_STORED)
    bomb.seek(0)
    tracemalloc.start()
    with pytest.raises(RuntimeError, match="it is compressed too far"):
        torch.load(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


@pytest.mark.parametrize("lies", [True, False])
def test_a_deflated_tensor_takes_no_more_than_its_size(lies):
    whole_file, bomb = written(torch.ones(4)), io.BytesIO()
    with zipfile.ZipFile(whole_file) as old, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, bytes(200_000_000) if "data/0" in info.filename else old.read(info))
        if lies:
            new.getinfo("archive/data/0").file_size = 16
    bomb.seek(0)
    tracemalloc.start()
    with pytest.raises(RuntimeError, match="failed reading file data/0" if lies else "^record size"):
        torch.load(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


@pytest.mark.parametrize("source", ["torch.pt", "old.pt", "ours"])
def test_damaged_bytes_end_in_an_error_or_in_values(source):
    whole = written({"x": torch.ones(3), "y": [1, "a"]}).read() if source == "ours" else (FOLDER / source).read_bytes()
    rng = random.Random(0)
    expected = (RuntimeError, pickle.UnpicklingError, EOFError, ValueError, MemoryError)
    ended = collections.Counter()
    for _ in range(150):
        data = bytearray(whole)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        for _ in range(rng.randrange(1, 6)):
            if data:
                data[rng.randrange(len(data))] = rng.randrange(256)
        try:
            torch.load(io.BytesIO(bytes(data)))
            ended["loaded"] += 1
        except expected as error:
            ended[type(error).__name__] += 1
    assert sum(ended.values()) == 150 and len(ended) > 1


def test_a_file_object_is_read_and_written_where_it_stands():
    file = io.BytesIO()
    file.write(b"head")
    torch.save({"a": torch.ones(300)}, file)
    second = file.tell()
    torch.save([1, torch.zeros(3)], file)
    file.seek(second)
    assert same(torch.load(file), [1, torch.zeros(3)])
    file.seek(4)
    with pytest.raises(RuntimeError, match="invalid header or archive is corrupted"):
        torch.load(file)  # another archive, of another length, ends the file
    file.seek(0)
    file.truncate(second)
    file.seek(4)
    assert same(torch.load(file), {"a": torch.ones(300)})
