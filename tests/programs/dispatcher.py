"""Names behind torch's front door that published code calls: torch.ops.aten, torch._foreach_*, torch._VF, torch._assert."""

import copy
import pickle

import torch
from torch.utils import _foreach_utils
from torch.utils.weak import WeakIdKeyDictionary, WeakIdRef

aten = torch.ops.aten
x = torch.arange(6.0).reshape(2, 3)
print(aten.add(x, 1), aten.add.Tensor(x, x), aten.mm.default(x, x.t()), aten.sum.dim_IntList(x, [1]))
print(aten.add, aten.add.Tensor, str(aten.mul.Scalar), aten.add.Tensor.name(), aten.mm.default.name(), aten)
print(aten.add is torch.ops.aten.add, aten.add.Tensor is torch.ops.aten.add.Tensor, aten.add.Tensor.overloadpacket)
print(
    aten.view.default(x, [3, 2]),
    aten.gelu(x),
    aten.linalg_vector_norm(x),
    aten.relu_(x - 2),
    aten.log_softmax.int(x, 1),
)
print(isinstance(aten.add, torch._ops.OpOverloadPacket), isinstance(aten.add.Tensor, torch._ops.OpOverload))
print(aten._softmax.default(x, 1, False), aten._to_copy.default(x, dtype=torch.float64), aten._unsafe_view(x, [3, 2]))
print(
    aten.alias.default(x).data_ptr() == x.data_ptr(), aten._to_copy(x).data_ptr() == x.data_ptr(), torch.torch is torch
)
print(
    aten.slice.Tensor(x, 1, 0, 2),
    aten.slice(x, -1, 1),
    torch._C._is_tracing(),
    torch._C._are_functorch_transforms_active(),
)
for missing in (lambda: aten.nope, lambda: aten.add.Nope, lambda: torch.ops.torchvision.nms):
    try:
        missing()
    except AttributeError as error:
        print(error)

a, b = torch.ones(2), torch.arange(3.0)
print(
    torch._foreach_add([a, b], 1),
    torch._foreach_add([a, b], [a, b], alpha=2),
    torch._foreach_sub([b], torch.tensor(1.0)),
)
print(torch._foreach_mul([a, b], [2, 3]), torch._foreach_div([torch.arange(3)], 2), torch._foreach_pow(2, [b]))
print(torch._foreach_pow([b], [2.0]), torch._foreach_maximum([b], [1.5]), torch._foreach_clamp_max([b], [b / 2]))
print(torch._foreach_addcmul([a, b], [a, b], [a, b], [2, 3]), torch._foreach_addcdiv([a], [a], [a], value=2))
print(torch._foreach_addcmul([a, b], [a, b], [a, b], torch.tensor([2.0, 3.0])), torch._foreach_lerp([a], [a * 3], 0.5))
print(torch._foreach_norm([b], 1), torch._foreach_norm([b], 2, torch.float64), torch._foreach_max([b]))
print(
    torch._foreach_sqrt([b]),
    torch._foreach_neg([a]),
    torch._foreach_sigmoid([b]),
    torch._foreach_lerp([a], [b[:2]], [a]),
)
held = [a.clone(), b.clone()]
print(
    torch._foreach_mul_(held, 2.0) is held, held, torch._foreach_minimum_(held, 1), torch._foreach_copy_(held, [a, b])
)
print(torch._foreach_zero_(held), torch._foreach_abs_([-a]), torch._foreach_lerp_([a.clone()], [a * 3], 0.25))
w = torch.ones(2, requires_grad=True)
torch._foreach_mul([w], 3)[0].sum().backward()
print(w.grad)
for wrong in (
    lambda: torch._foreach_add([], 1),
    lambda: torch._foreach_add([a], [a, b]),
    lambda: torch._foreach_mul([a, b], [2]),
    lambda: torch._foreach_mul([a], torch.ones(1)),
    lambda: torch._foreach_add(["a"], 1),
    lambda: torch._foreach_add([a], [b]),
    lambda: torch._foreach_add_([torch.arange(3)], 2.5),
    lambda: torch._assert(torch.tensor(False), "no"),
    lambda: torch._assert_async(torch.tensor(0)),
    lambda: torch._assert_async(torch.tensor(False), "no"),
    lambda: torch._assert_async(torch.ones(2)),
):
    try:
        wrong()
    except (RuntimeError, TypeError, AssertionError) as error:
        print(type(error).__name__, error)

lists = [[a, b.double(), b], [b, b, a], []]
for with_indices in (False, True):
    groups = _foreach_utils._group_tensors_by_device_and_dtype(lists, with_indices)
    print(sorted((str(key), value) for key, value in groups.items()))
print(_foreach_utils._has_foreach_support([a, None], a.device), _foreach_utils._get_fused_kernels_supported_devices())
print(_foreach_utils._has_foreach_support([torch.nn.Parameter(a)], a.device))

torch.manual_seed(0)
weights = [torch.randn(8, 3), torch.randn(8, 2), torch.randn(8), torch.randn(8)]
zeros = torch.zeros(1, 1, 2), torch.zeros(1, 1, 2)
print(torch._VF.lstm(torch.randn(4, 1, 3), zeros, weights, True, 1, 0.0, False, False, False)[0])
torch._assert(True, "never")
torch._assert_async(torch.ones(1))

found = []
for name, value in torch.optim.__dict__.items():
    if isinstance(value, type) and issubclass(value, torch.optim.Optimizer):
        found.append(name)
print(sorted(name for name in found if not name.startswith("_")))

backends = torch.backends
print(backends.cudnn.conv.fp32_precision, backends.cudnn.rnn.fp32_precision, backends.fp32_precision)
backends.fp32_precision = "ieee"
print(backends.cudnn.conv.fp32_precision, backends.mkldnn.matmul.fp32_precision, backends.cuda.matmul.fp32_precision)
backends.fp32_precision = "none"
backends.cudnn.fp32_precision = "tf32"
print(backends.cuda.matmul.fp32_precision, backends.mkldnn.conv.fp32_precision, backends.cudnn.fp32_precision)
backends.cudnn.fp32_precision = "none"
for path in (backends, backends.cudnn.conv, backends.mkldnn):
    try:
        path.fp32_precision = "half"
    except RuntimeError as error:
        print(error)
print(backends.miopen.immediate, backends.cusparselt.is_available(), backends.kleidiai.is_available())

seen = WeakIdKeyDictionary()
first, second = torch.ones(2), torch.ones(2)
seen[first], seen[second] = 1, 2
print(len(seen), seen[second], first in seen, torch.ones(2) in seen, list(seen.values()), seen.get(torch.zeros(1), 5))
del first
print(len(seen), next(iter(seen)) is second, seen.pop(second), len(seen), WeakIdRef(second) == WeakIdRef(second))

for d in (torch.complex32, torch.chalf, torch.float8_e4m3fn, torch.float8_e8m0fnu, torch.qint8, torch.quint8):
    print(d, isinstance(d, torch.dtype), d.itemsize, d.is_floating_point, d.is_complex, d == torch.float32)
    print(d in {torch.float32, torch.complex32}, pickle.loads(pickle.dumps(d)) is d, copy.deepcopy(d) is d)
print(isinstance(3, torch.SymInt), isinstance(2.0, (float, torch.SymFloat)), isinstance(True, torch.SymBool))
