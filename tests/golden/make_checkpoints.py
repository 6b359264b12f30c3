"""Freezes files that real torch wrote, in its zip and in its old format: what test_checkpoints.py opens.

`python -m tests.golden.make_checkpoints` writes tests/golden/checkpoints/.
"""

import json
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
    torch.save(torch.nn.Linear(2, 2), FOLDER / "module.pt")
    torch.save(whole(torch), FOLDER / "modules.pt")
    (FOLDER / "homes.json").write_text(json.dumps(homes(torch), indent=0) + "\n")


if __name__ == "__main__":
    main()
