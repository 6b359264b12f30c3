"""Freezes files that real torch wrote, in its zip and in its old format: what test_checkpoints.py opens.

`python -m tests.golden.make_checkpoints` writes tests/golden/checkpoints/.
"""

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


def main():
    import torch

    FOLDER.mkdir(exist_ok=True)
    torch.save(contents(torch), FOLDER / "torch.pt")
    torch.save(contents(torch), FOLDER / "old.pt", _use_new_zipfile_serialization=False)
    torch.save(torch.nn.Linear(2, 2), FOLDER / "module.pt")


if __name__ == "__main__":
    main()
