"""Freezes files that real torch wrote, in its zip and in its old format: what test_checkpoints.py opens.

`python -m tests.golden.make_checkpoints` writes tests/golden/checkpoints/.
"""

import io
import json
import pickle
import re
import zipfile
from pathlib import Path

FOLDER = Path(__file__).parent / "checkpoints"
DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32",
    "float64", "complex64", "complex128",
)  # fmt: skip


def contents(torch):
    """The same objects on torch and on borch."""
    torch.manual_seed(0)
    x = torch.arange(12.0).reshape(3, 4)
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.LayerNorm(2))
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(2, 3)).sum().backward()
    optimizer.step()
    return {
        "x": x, "view": x[1:3, ::2], "transposed": x.t(), "parameter": torch.nn.Parameter(torch.ones(2)),
        "size": torch.Size([1, 2]), "dtype": torch.float16, "device": torch.device("cpu"),
        "plain": [1, 2.5, "a", None, True, (1,), b"xy", 3j, 2**70], "empty": torch.empty(0, 3), "zero": torch.tensor(3),
        "leaf": torch.ones(2, requires_grad=True), "model": model.state_dict(), "optimizer": optimizer.state_dict(),
        "dtypes": {name: torch.tensor([0, 1, 3]).to(getattr(torch, name)) for name in DTYPES},
    }  # fmt: skip


def sparse(torch):
    """Sparse tensors of each layout that borch has."""
    coo = torch.sparse_coo_tensor([[0, 1, 0], [2, 0, 2]], [3.0, 4.0, 5.0], (2, 3))
    return {"coo": coo, "coalesced": coo.coalesce(), "csr": coo.to_sparse_csr(), "csc": coo.to_sparse_csc()}


def plain(torch):
    """What programs put into Python's own pickle."""
    x = torch.arange(6.0).reshape(2, 3)
    return {"x": x, "t": x.t(), "leaf": torch.nn.Parameter(torch.tensor([1.5])), "sparse": torch.eye(2).to_sparse()}


def whole(torch):
    """Modules saved as they are, with an input each."""
    torch.manual_seed(0)
    nn = torch.nn
    return {
        "softmax": (nn.Softmax(1), torch.ones(2, 3)),
        "conv": (nn.Conv2d(1, 2, 3, padding=1, padding_mode="reflect"), torch.arange(16.0).reshape(1, 1, 4, 4)),
        "same": (nn.Conv1d(1, 2, 3, padding="same", padding_mode="circular"), torch.arange(4.0).reshape(1, 1, 4)),
        "pool": (nn.Sequential(nn.BatchNorm2d(1).eval(), nn.MaxPool2d(2)), torch.arange(16.0).reshape(1, 1, 4, 4)),
        "recurrent": (nn.LSTM(3, 4, 2, bidirectional=True), torch.ones(2, 1, 3)),
        "encoder": (nn.TransformerEncoderLayer(4, 2, 8).eval(), torch.arange(12.0).reshape(3, 1, 4)),
        "loss": (nn.MSELoss(), torch.ones(2), torch.zeros(2)),
        "spectral": (nn.utils.spectral_norm(nn.Linear(3, 2)), torch.ones(1, 3)),
        "lazy": (nn.LazyBatchNorm1d(), torch.arange(6.0).reshape(3, 2)),
    }


def turned(torch):
    """Tensors that are kept as a conjugate or as a negative of what is in the file."""
    x = torch.tensor([[1 + 2j, 3 - 4j]])
    return {"conj": x.conj(), "both": x.mH, "parameter": torch.nn.Parameter(x.conj()), "plain": x}


def negative(torch):
    return torch.tensor([1 + 2j, 3 - 4j]).conj().imag


def damaged():
    """Files that are none, out of those frozen here."""
    old, new = (FOLDER / "turned_old.pt").read_bytes(), io.BytesIO((FOLDER / "torch.pt").read_bytes())

    def changed(method=zipfile.ZIP_STORED, **records):
        out = io.BytesIO()
        with zipfile.ZipFile(new) as archive, zipfile.ZipFile(out, "w", method) as copy:
            for info in archive.infolist():
                data = records.get(
                    info.filename.partition("/")[2].replace("/", "_").replace(".", "_"), archive.read(info)
                )
                if data is not None:
                    copy.writestr(info.filename, data)
        return out.getvalue()

    flat = io.BytesIO()
    with zipfile.ZipFile(flat, "w") as archive:
        archive.writestr("a.txt", "a")
    return {
        "nothing": b"", "one byte": b"x", "zeros": bytes(100), "a page": b"<!DOCTYPE html><html>", "json": b'{"a": 1}',
        "an array of numpy": b"\x93NUMPY\x01\0v\0" + b" " * 100, "a pickle": pickle.dumps({"a": 1}, 2),
        "a pickle of protocol 4": pickle.dumps({"a": 1}, 4), "a number": pickle.dumps(5, 2),
        "the head of a zip": b"PK\x03\x04" + b"a" * 100, "a short zip": new.getvalue()[:10],
        "a zip without folder": flat.getvalue(),
        "only the magic number": pickle.dumps(0x1950A86A20F9469CFC6C, 2), "an old file's head": old[:60],
        "an old file but for its last byte": old[:-1],
        "another version": changed(version=b"99\n"), "no version": changed(version=None), "a word": changed(version=b"x"),
        "no pickle": changed(data_pkl=None), "an empty pickle": changed(data_pkl=b""),
        "a cut pickle": changed(data_pkl=b"\x80\x02}q\x00(X\x01\x00"), "no pickle at all": changed(data_pkl=b"garbage"),
        "a long record": changed(data_0=bytes(100)), "a short record": changed(data_0=bytes(5)),
        "no record": changed(data_0=None), "another order": changed(byteorder=b"middle"),
        "a call": changed(data_pkl=b"\x80\x02cos\ngetpid\n)R."),
        "a call of a number": changed(data_pkl=b"\x80\x02K\x01K\x02R."),
        "deflated": changed(zipfile.ZIP_DEFLATED), "compressed otherwise": changed(zipfile.ZIP_BZIP2),
        "a deflated long record": changed(zipfile.ZIP_DEFLATED, data_0=bytes(100)),
        "an instruction of protocol 0": changed(data_pkl=b"\x80\x02I1\n."),
    }  # fmt: skip


def refusals(torch):
    """What loading each of them says, with the allow-list and without."""
    return {
        f"{what}, {'' if weights_only else 'not '}only weights": refusal(torch, data, weights_only)
        for what, data in damaged().items()
        for weights_only in (True, False)
    }


def refusal(torch, data, weights_only):
    try:
        torch.load(io.BytesIO(data), weights_only=weights_only)
    except Exception as error:
        text = re.sub(r"^\[enforce fail at .*?\] \. ", "", str(error))
        return [
            type(error).__name__,
            text.replace(
                "  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)", ""
            ),
        ]
    return None


def locations(torch):
    """What loading says for each map_location, and with which storages and names it calls one that is a function."""
    found = {}
    for name in LOCATIONS:
        calls = []
        torch_of = {
            "torch": torch,
            "calls": calls,
            "noted": lambda s, where, calls=calls: calls.append([len(s), where]),
        }
        try:
            found[name] = torch.load(io.BytesIO(_two_of_torch(torch)), map_location=eval(name, torch_of))["a"].tolist()
        except Exception as error:
            found[name] = [type(error).__name__, str(error)]
        found[name] = [found[name], calls]
    return found


LOCATIONS = (
    "None", "'cpu'", "'cpu:0'", "'cpu1'", "'CPU'", "'cuda:0'", "'xpu'", "'hpu:1'", "'mps'", "'lazy'", "'meta:0'", "b'cpu'",
    "3", "['cpu']", "torch.device('cpu')", "torch.device('cpu', 0)", "torch.device('cuda', 1)", "{'cpu': 'cpu'}", "{}",
    "{'cpu': 'cuda:0'}", "{'cuda:0': 'hpu'}", "{'cpu': 3}", "noted", "lambda s, where: s", "lambda s, where: 3",
    "lambda s, where: 1 / 0", "lambda s, where: {}[where]", "lambda s: s",
    "lambda s, where: torch.arange(2.0).untyped_storage() if len(s) == 8 else s",
)  # fmt: skip


def _two_of_torch(torch):
    file = io.BytesIO()
    torch.save({"a": torch.tensor([1.0, 2.0]), "b": torch.tensor([True]), "view": torch.ones(4)[1:]}, file)
    return file.getvalue()


def odd(torch):
    """A generator with what it draws next, and tensors with attributes that begin with an underscore."""
    generator = torch.Generator().manual_seed(5)
    torch.rand(1, generator=generator)
    parameter, plain = torch.nn.Parameter(torch.ones(2)), torch.ones(1)
    parameter._no_weight_decay, plain._note = True, "a"
    return {"generator": generator, "parameter": parameter, "plain": plain}


def outcome(module, *inputs):
    """What a module gives, as a list."""
    result = module(*inputs)
    return (result[0] if isinstance(result, tuple) else result).tolist()


def homes(torch):
    """The module in which torch has each class of torch.nn, torch.optim and lr_scheduler, and what `whole` gives."""
    places = {"nn": torch.nn, "optim": torch.optim, "optim.lr_scheduler": torch.optim.lr_scheduler}
    bases = (torch.nn.Module, torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler)
    return {
        "classes": {
            f"{place}.{name}": value.__module__
            for place, names in places.items()
            for name, value in sorted(vars(names).items())
            if isinstance(value, type) and issubclass(value, bases)
        },
        "outcomes": {name: outcome(*pair) for name, pair in whole(torch).items()},
    }


def main():
    import torch

    FOLDER.mkdir(exist_ok=True)
    torch.save(contents(torch), FOLDER / "torch.pt")
    torch.save(contents(torch), FOLDER / "old.pt", _use_new_zipfile_serialization=False)
    torch.save(turned(torch), FOLDER / "turned.pt")
    torch.save([turned(torch)["both"]], FOLDER / "turned_old.pt", _use_new_zipfile_serialization=False)
    torch.save(negative(torch), FOLDER / "negative.pt")
    torch.save(negative(torch), FOLDER / "negative_old.pt", _use_new_zipfile_serialization=False)
    (FOLDER / "refusals.json").write_text(json.dumps(refusals(torch), indent=0) + "\n")
    (FOLDER / "locations.json").write_text(json.dumps(locations(torch), indent=0) + "\n")
    torch.save([odd(torch), torch.rand(2, generator=odd(torch)["generator"])], FOLDER / "odd.pt")
    torch.save(torch.nn.Linear(2, 2), FOLDER / "module.pt")
    torch.save(whole(torch), FOLDER / "modules.pt")
    torch.save(sparse(torch), FOLDER / "sparse.pt")
    (FOLDER / "plain.pkl").write_bytes(pickle.dumps(plain(torch)))
    (FOLDER / "homes.json").write_text(json.dumps(homes(torch), indent=0) + "\n")


if __name__ == "__main__":
    main()
