"""Files cross over: what borch saves opens in torch, what torch saves opens in borch, tensor for tensor."""

import io

import pytest

import borch
from tests.golden.make_checkpoints import DTYPES, contents

pytestmark = pytest.mark.parity


def crossed(source, target, obj, **settings):
    """`obj` saved by one library and opened by the other, with weights_only as both have it by default."""
    file = io.BytesIO()
    source.save(obj, file, **settings)
    file.seek(0)
    return target.load(file)


def bits(torch, t):
    """The bytes of a tensor's elements, row by row."""
    t = t.detach().contiguous().clone()
    flat = t.reshape(-1).view(torch.uint8) if t.numel() else t.reshape(-1).to(torch.uint8)
    return bytes(flat.tolist())


def described(torch, tree):
    """A tree in which a tensor stands as all that a file keeps of it; the same for both libraries."""
    if isinstance(tree, torch.Tensor):
        kind = "Parameter" if isinstance(tree, torch.nn.Parameter) else "Tensor"
        form = (
            str(tree.dtype),
            tuple(tree.shape),
            tree.stride(),
            tree.storage_offset(),
            tree.requires_grad,
            tree.is_leaf,
        )
        size = tree.untyped_storage().nbytes() if tree.numel() else 0  # borch keeps no memory for an empty slice
        return (kind, *form, size, bits(torch, tree))
    if isinstance(tree, dict):
        return type(tree).__name__, [(k, described(torch, v)) for k, v in tree.items()]
    if isinstance(tree, (list, tuple)):
        return type(tree).__name__, [described(torch, v) for v in tree]
    if isinstance(tree, (torch.dtype, torch.device)):
        return str(tree)
    return type(tree).__name__, repr(tree)


def both():
    import torch

    return [(borch, torch), (torch, borch)]


@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
def test_layouts_arrive_as_they_were(way):
    source, target = both()[way]
    assert crossed(source, target, [source.strided, source.sparse_coo]) == [target.strided, target.sparse_coo]


@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
@pytest.mark.parametrize("zipped", [True, False], ids=["zip", "old format"])
def test_everything_arrives_as_it_was(way, zipped):
    source, target = both()[way]
    everything = contents(source)
    if not zipped:
        if source is borch:
            with pytest.raises(NotImplementedError):
                crossed(source, target, everything, _use_new_zipfile_serialization=False)
            return
        loaded = crossed(source, target, everything, _use_new_zipfile_serialization=False)
    else:
        loaded = crossed(source, target, everything)
    wanted, found = described(source, everything), described(target, loaded)
    assert wanted[0] == found[0]
    for (key, want), (have_key, have) in zip(wanted[1], found[1], strict=True):
        assert (key, want) == (have_key, have)


@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
def test_shared_memory_stays_shared(way):
    source, target = both()[way]
    loaded = crossed(source, target, contents(source))
    loaded["x"][1, 0] = 99
    assert loaded["view"][0, 0] == 99
    assert loaded["transposed"][0, 1] == 99
    assert loaded["x"].untyped_storage().data_ptr() == loaded["view"].untyped_storage().data_ptr()
    tied = source.nn.Linear(2, 2)
    again = crossed(source, target, {"a": tied.weight, "b": tied.weight, "c": tied.weight.detach()[0]})
    with target.no_grad():
        again["a"][0, 0] = 7
    assert again["b"][0, 0] == 7 and again["c"][0] == 7


@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
@pytest.mark.parametrize("name", DTYPES)
def test_odd_shapes_and_values_arrive(way, name):
    source, target = both()[way]
    values = [0, 1, 3, 100] if name != "bool" else [0, 1, 1, 0]
    x = source.tensor(values).to(getattr(source, name))
    tensors = [x, x[::2], x.reshape(2, 2).t(), x[1:1], x[3], x.reshape(1, 4, 1).expand(2, 4, 3)]
    if x.is_floating_point():
        tensors.append((x - 1).log())
    found = crossed(source, target, tensors)
    assert described(target, found) == described(source, tensors)


@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
def test_training_goes_on_in_the_other_library(way):
    source, target = both()[way]

    def start(torch):
        torch.manual_seed(3)
        model = torch.nn.Sequential(
            torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.Tanh(), torch.nn.Linear(4, 1)
        )
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.05, amsgrad=True)
        return model, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 2)

    def train(torch, model, optimizer, scheduler, steps):
        losses = []
        x = torch.linspace(-1, 1, 12).reshape(4, 3)
        for _ in range(steps):
            loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
            losses.append(loss.item())
        return losses

    begun = start(source)
    train(source, *begun, 3)
    states = crossed(source, target, [part.state_dict() for part in begun])
    resumed = start(target)
    for part, state in zip(resumed, states, strict=True):
        part.load_state_dict(state)
    assert train(target, *resumed, 4) == pytest.approx(train(source, *begun, 4), rel=1e-5)


@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
def test_safetensors_files_cross_over(way):
    import safetensors.torch as theirs

    from borch.serialization import safetensors as ours

    source, target = both()[way]
    save, load = (ours.save, theirs.load) if source is borch else (theirs.save, ours.load)
    tensors = {
        name: source.tensor([[0, 1], [3, 100]]).to(getattr(source, name)) for name in DTYPES if "complex" not in name
    }
    found = load(save(tensors))
    assert found.keys() == tensors.keys()
    for name, t in tensors.items():
        assert described(target, found[name]) == described(source, t)


@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
def test_whole_modules_are_refused_by_default_on_both_sides(way):
    source, target = both()[way]
    file = io.BytesIO()
    source.save(source.nn.Linear(2, 2), file)
    file.seek(0)
    with pytest.raises(Exception, match="Weights only load failed") as seen:
        target.load(file)
    assert type(seen.value).__name__ == "UnpicklingError"


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
@pytest.mark.parametrize("way", [0, 1], ids=["borch to torch", "torch to borch"])
def test_bare_storages_cross_over(way):
    source, target = both()[way]
    for made in (source.arange(3.0).storage(), source.ones(3, dtype=source.bfloat16).untyped_storage()):
        arrived = crossed(source, target, {"a": made})["a"]
        assert arrived.tolist() == made.tolist()
        assert type(arrived).__name__ == "TypedStorage"
