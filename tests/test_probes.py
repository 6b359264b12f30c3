"""What programs ask and set before they begin is answered as a CPU build of torch answers."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import borch as torch
from borch import absent


def test_there_is_no_accelerator():
    assert not torch.cuda.is_available()
    assert (torch.cuda.device_count(), torch.mps.device_count(), torch.xpu.device_count()) == (0, 0, 0)
    assert torch.accelerator.current_accelerator() is None
    assert (torch.version.cuda, torch.version.hip) == (None, None)
    for refused in (torch.cuda.current_device, torch.cuda.synchronize, torch.cuda.get_device_name):
        with pytest.raises(AssertionError, match="^Torch not compiled with CUDA enabled$"):
            refused()
    for refused in (torch.accelerator.current_device_index, torch.accelerator.synchronize, lambda: torch.ones(1).to(0)):
        with pytest.raises(RuntimeError, match=r"^Cannot access accelerator device when none is available\.$"):
            refused()
    with pytest.raises(TypeError, match=r"^type torch\.cuda\.FloatTensor not available\."):
        torch.cuda.FloatTensor(2)


@pytest.mark.parametrize("other", ["1.10", "2.9.1", "2.13.0a0", "2.13.0rc1", (1, 8), (2, 12)])
def test_the_version_is_newer_than(other):
    assert torch.__version__ > other
    assert not torch.__version__ <= other


@pytest.mark.parametrize("other", ["2.14", "3.0.0", "10.1", (2, 13, 1)])
def test_the_version_is_older_than(other):
    assert torch.__version__ < other


def test_settings_are_kept_and_bad_ones_refused():
    torch.set_num_threads(3)
    assert torch.get_num_threads() == 3
    torch.set_num_threads(1)
    for bad, words in ((0, "expects a positive integer"), (1.5, "expects an int, but got float")):
        with pytest.raises(RuntimeError, match=words):
            torch.set_num_threads(bad)
    torch.set_deterministic_debug_mode("warn")
    assert torch.get_deterministic_debug_mode() == 1
    assert torch.is_deterministic_algorithms_warn_only_enabled()
    torch.set_deterministic_debug_mode(0)
    assert not torch.are_deterministic_algorithms_enabled()
    with pytest.warns(UserWarning, match="x is not one of"):
        torch.set_float32_matmul_precision("x")
    assert torch.get_float32_matmul_precision() == "highest"


def test_flags_of_a_backend_last_as_long_as_their_block():
    with torch.backends.cudnn.flags(enabled=False, deterministic=True):
        assert (torch.backends.cudnn.enabled, torch.backends.cudnn.deterministic) == (False, True)
    assert (torch.backends.cudnn.enabled, torch.backends.cudnn.deterministic) == (True, False)


def test_autocast_is_off_for_cuda():
    with pytest.warns(UserWarning, match="CUDA is not available"):
        context = torch.autocast("cuda")
    with context:
        assert torch.ones(1).matmul(torch.ones(1)).dtype is torch.float32


@pytest.mark.parametrize(
    "use",
    [
        lambda: torch.zeros(2, dtype=torch.complex32),
        lambda: torch.ones(2).to(torch.float8_e4m3fn),
        lambda: torch.tensor([1], dtype=torch.quint8),
        lambda: torch.promote_types(torch.complex32, torch.float32),
    ],
)
def test_a_dtype_that_is_a_name_alone_makes_no_tensor(use):
    with pytest.raises(NotImplementedError, match=r"^torch\.\w+ is not implemented in borch: numpy has no such number"):
        use()


def test_what_autocast_exchanges_is_put_back():
    functions = torch.mm, torch.nn.functional.linear, torch.Tensor.matmul, torch.nn.functional.cross_entropy
    before = [(f.__code__, f.__defaults__, f.__kwdefaults__) for f in functions]
    with torch.autocast("cpu"):
        assert torch.ones(1, 1).mm(torch.ones(1, 1)).dtype is torch.bfloat16
        with torch.autocast("cpu", enabled=False):
            assert torch.ones(1, 1).mm(torch.ones(1, 1)).dtype is torch.float32
    assert [(f.__code__, f.__defaults__, f.__kwdefaults__) for f in functions] == before


def test_autocast_is_of_one_thread():
    with torch.autocast("cpu"), ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: torch.ones(1, 1).mm(torch.ones(1, 1)).dtype).result() is torch.float32


def test_the_scale_grows_after_good_steps_and_shrinks_after_an_overflow():
    weight = torch.nn.Parameter(torch.tensor([1.0]))
    optimizer = torch.optim.SGD([weight], lr=0.25)
    scaler = torch.amp.GradScaler("cpu", init_scale=4.0, growth_interval=2)
    scales, values = [], []
    for factor in (1.0, 1.0, float("inf"), 1.0):
        optimizer.zero_grad()
        scaler.scale((weight * factor).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
        scales.append(scaler.get_scale())
        values.append(weight.item())
    assert scales == [4.0, 8.0, 4.0, 4.0]
    assert values == [0.75, 0.5, 0.5, 0.25]
    again = torch.amp.GradScaler("cpu")
    again.load_state_dict(scaler.state_dict())
    assert again.state_dict() == {
        "scale": 4.0, "growth_factor": 2.0, "backoff_factor": 0.5, "growth_interval": 2, "_growth_tracker": 1,
    }  # fmt: skip
    with pytest.raises(RuntimeError, match="unscale_.. has already been called"):
        for _ in range(2):
            scaler.unscale_(optimizer)


def test_what_compiles_gives_back_what_it_is_given():
    layer = torch.nn.Linear(1, 1)
    with pytest.raises(NotImplementedError, match=r"^torch\.compile with a backend of one's own"):
        torch.compile(layer, backend=lambda graph, inputs: graph)
    assert torch.jit.script(layer) is layer
    assert torch.jit.trace(layer, torch.ones(1, 1)) is layer
    with pytest.raises(NotImplementedError, match=r"^torch\.jit\.save is not implemented"):
        torch.jit.save(layer, "file")


@pytest.mark.parametrize("call", [torch.hub.load, torch.jit.load, torch.distributed.init_process_group])
def test_what_cannot_be_names_itself(call):
    assert isinstance(call, absent.Refusal)
    with pytest.raises(NotImplementedError, match=r"^torch\.\w+\.\w+ is not implemented in borch: "):
        call("x")


def test_variable_shares_memory_and_is_every_tensor():
    data = torch.ones(2)
    variable = torch.autograd.Variable(data, requires_grad=True)
    data[0] = 5
    assert variable.tolist() == [5.0, 1.0]
    assert isinstance(data, torch.autograd.Variable)
    assert type(variable) is torch.Tensor
    with pytest.raises(TypeError, match="^Variable data has to be a tensor, but got list$"):
        torch.autograd.Variable([1])


def test_a_capsule_of_dlpack_shares_memory():
    tensor = torch.ones(2)
    other = torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(tensor))
    other[1] = 7
    assert tensor.tolist() == [1.0, 7.0]


@pytest.mark.parametrize(
    ("pattern", "lengths", "shape"),
    [
        ("a (b c) d -> c a (d b)", {"b": 2}, (3, 2, 8)),
        ("... d -> d (...)", {}, (4, 12)),
        ("a b 1 -> b () a", {}, (12, 1, 2)),
    ],
)
def test_rearrange_moves_joins_and_splits(pattern, lengths, shape):
    x = torch.arange(48).reshape(2, 6, 4) if "1" not in pattern else torch.arange(24).reshape(2, 12, 1)
    x = x if "..." not in pattern else x.reshape(2, 6, 4)
    result = torch.func.rearrange(x, pattern, **lengths)
    assert tuple(result.shape) == shape
    assert sorted(result.flatten().tolist()) == list(range(x.numel()))


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_a_storage_prints_its_elements_and_its_type():
    assert repr(torch.tensor([1.0, 2.5]).storage()) == (
        " 1.0\n 2.5\n[torch.storage.TypedStorage(dtype=torch.float32, device=cpu) of size 2]"
    )
    assert repr(torch.tensor([1], dtype=torch.int16).untyped_storage()) == (
        " 1\n 0\n[torch.storage.UntypedStorage(device=cpu) of size 2]"
    )
    assert isinstance(torch.FloatStorage([1, 2]), torch.FloatStorage)
    assert not isinstance(torch.FloatStorage([1, 2]), torch.LongStorage)
