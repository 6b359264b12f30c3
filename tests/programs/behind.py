"""Names behind torch's front door, by which packages are built on torch."""

import contextlib

import torch
import torch._dynamo.config
import torch._inductor.config as inductor
import torch.distributed.tensor
from torch import nn
from torch._functorch.make_functional import make_functional, make_functional_with_buffers
from torch.nn.utils._named_member_accessor import swap_tensor
from torch.optim.optimizer import Optimizer, _use_grad_for_differentiable
from torch.utils._contextlib import _DecoratorContextManager
from torch.utils.data._utils.worker import _generate_state


def said(fn):
    try:
        print(fn())
    except Exception as error:
        print(type(error).__name__, error)


for check in (torch._check, torch._check_index, torch._check_value, torch._check_type, torch._check_not_implemented):
    said(lambda check=check: check(False))
    said(lambda check=check: check(True, lambda: "words"))
for call in (
    lambda: torch._check(False, lambda: "words"),
    lambda: torch._check(False, "words"),
    lambda: torch._check(1),
    lambda: torch._check(torch.tensor(True)),
    lambda: torch._check_is_size(-1),
    lambda: torch._check_tensor_all(torch.tensor([True, False])),
    lambda: torch._check_tensor_all(torch.tensor([True, True])),
    lambda: torch._check_tensor_all(True),
    lambda: torch._check_tensor_all(torch.ones(2)),
):
    said(call)
for name in ("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"):
    info = torch.finfo(getattr(torch, name))
    print(info, info.bits, info.max, info.min, info.tiny)
print(_generate_state(12345678901234, 3), _generate_state(5, 0))

text = torch._tensor_str._tensor_str(torch.arange(40.0).reshape(2, 20), 7)
print("Matrix(" + text)
print(torch._tensor_str._add_suffixes("Index([1, 2]", ["size=2", "dtype=torch.int32"], 6, False))
print(torch._tensor_str._add_suffixes("Index([1, 2]", ["size=2", "dtype=torch.int32"], 6, True))
print(
    torch._tensor_str._str_intern(torch.ones(2), tensor_contents="..."), torch._tensor_str._tensor_str(torch.ones(0), 1)
)

torch.manual_seed(0)
layer = nn.Linear(2, 1)
fmodel, params = make_functional(layer)
print(fmodel(params, torch.ones(2)) - layer(torch.ones(2)), [p.shape for p in params])
said(lambda: make_functional(nn.BatchNorm1d(2)))
fmodel, params, buffers = make_functional_with_buffers(nn.BatchNorm1d(2).eval())
print(fmodel([p * 2 for p in params], buffers, torch.ones(1, 2)), len(buffers))
before = swap_tensor(layer, "weight", torch.zeros(1, 2))
print(before.shape, layer.weight)
said(lambda: swap_tensor(layer, "other", torch.zeros(1)))

torch.save({"a": torch.arange(3.0)}, "a.pt")
reader = torch.PyTorchFileReader("a.pt")
print(reader.has_record("data.pkl"), reader.has_record("none"), reader.get_record("data/0"))


class Counted(_DecoratorContextManager):
    def __enter__(self):
        print("in")

    def __exit__(self, *exc):
        print("out", exc[0])


@Counted()
def double(x):
    return 2 * x


@Counted()
def numbers():
    got = yield 1
    print("got", got)
    yield 2


print(double(2))
steps = numbers()
print(next(steps), steps.send("a"))
with contextlib.suppress(ValueError):
    steps.throw(ValueError)


class Halve(Optimizer):
    def __init__(self, params):
        super().__init__(params, {"differentiable": False})

    @_use_grad_for_differentiable
    def step(self):
        for p in self.param_groups[0]["params"]:
            p.mul_(0.5)
        print(torch.is_grad_enabled())


w = nn.Parameter(torch.ones(2))
Halve([w]).step()
print(w, Halve._group_tensors_by_device_and_dtype([[w]], with_indices=True))
print(torch._utils._element_size(torch.float64), torch._utils._get_available_device_type())
model = nn.Sequential(torch.ao.quantization.QuantStub(), nn.ReLU(), torch.ao.quantization.DeQuantStub())
print(model, model(torch.tensor([-1.0, 1.0])))
total = torch.ao.nn.quantized.FloatFunctional()
print(total.add(torch.ones(2), 1), total.add_relu(torch.ones(2), -2), total.mul(torch.ones(2), 3), total.cat([w, w]))
said(lambda: total(torch.ones(2)))
parse_to = torch._C._nn._parse_to
print(parse_to("cpu"), parse_to("cpu", torch.float64, True), parse_to(torch.ones(1)), parse_to(device="cpu"))
print(parse_to(dtype=torch.half, non_blocking=True), parse_to(memory_format=torch.channels_last))
with torch.overrides.TorchFunctionMode():
    print(torch._C._is_torch_function_mode_enabled())
print(torch._C._is_torch_function_mode_enabled(), isinstance(w, torch.distributed.tensor.DTensor))
print(torch._C._get_accelerator(), torch._C._get_privateuse1_backend_name(), torch._dynamo.is_compiling())
print(torch.tensor(3.7).__long__(), isinstance(layer, torch.ScriptModule), torch.distributed.rpc is not None)

from torch._vmap_internals import _vmap  # noqa: E402
from torch.distributed._composable.fsdp import FSDPModule  # noqa: E402
from torch.distributed.fsdp import MixedPrecisionPolicy  # noqa: E402

x = torch.arange(6.0).reshape(2, 3)
print(_vmap(lambda row, k: (row * k).sum(), (0, None))(x, torch.tensor(2.0)), _vmap(torch.sin, out_dims=1)(x).shape)
print(torch.masked._ops.amax(x, 1, mask=x > 3), torch.masked._ops.logaddexp(x, x, input_mask=x > 1, other_mask=x > 2))
print(isinstance(layer, FSDPModule), MixedPrecisionPolicy())
for name in ("memory_allocated", "max_memory_allocated", "empty_cache", "memory_stats", "get_memory_info", "Graph"):
    said(getattr(torch.accelerator, name))
said(lambda: torch.accelerator.get_device_capability("cpu"))
said(lambda: torch.accelerator.device_index(None).__enter__())
said(lambda: torch.accelerator.device_index(0).__enter__())
for backend in ("nope", "eager", 3, None):
    said(lambda backend=backend: torch.compiler.set_default_backend(backend))
    print(torch.compiler.get_default_backend())


class Setting:
    def __eq__(self, other):
        return isinstance(other, Setting)

    def __hash__(self):
        return 1


said(lambda: torch.utils._pytree.register_constant(Setting))
leaves, spec = torch.utils._pytree.tree_flatten({"a": Setting(), "b": 2})
print(leaves, spec.num_leaves, type(torch.utils._pytree.tree_unflatten(leaves, spec)["a"]).__name__)

from torch.autograd.functional import _construct_standard_basis_for  # noqa: E402

print(_construct_standard_basis_for((torch.ones(1), torch.ones(2, dtype=torch.float64), torch.ones(1)), (1, 2, 1)))
said(lambda: _construct_standard_basis_for((torch.ones(1),), (1, 2)))
said(lambda: _construct_standard_basis_for((), ()))

torch._dynamo.config.suppress_errors = True
torch._dynamo.config.cache_size_limit = 64
torch._inductor.config.coordinate_descent_tuning = True
torch._inductor.config.triton.unique_kernel_names = True
torch._inductor.config.fx_graph_cache = True
print(inductor.coordinate_descent_tuning, torch._dynamo.config.cache_size_limit)
with torch._dynamo.config.patch(cache_size_limit=3):
    print(torch._dynamo.config.cache_size_limit)
with torch._inductor.config.patch({"max_autotune": True}):
    print(inductor.max_autotune)
print(torch._dynamo.config.cache_size_limit, inductor.max_autotune)
with torch.backends.__allow_nonbracketed_mutation():
    torch.backends.cudnn.benchmark = True
print(torch.backends.flags_frozen(), torch.backends.cudnn.benchmark)
torch.backends.cudnn.benchmark = False
