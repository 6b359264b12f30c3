"""Tensors on the device meta: forms without elements, through factories, ops, modules, backward, state dicts and files."""

import copy
import io
import pickle

import torch
from torch import nn


def show(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, str(error)[:120])


x = torch.ones(2, 3, device="meta")
meta = torch.device("meta")
print(x, x.device, x.is_meta, x.is_cpu, x.device == meta, x.stride(), x.nbytes, x.data_ptr(), type(x) is torch.Tensor)
print(torch.zeros(2, dtype=torch.int64, device="meta"), torch.nn.Parameter(x), torch.empty(0, device=meta))
for name, call in {
    "add": lambda: x + 1, "promote": lambda: (x > 0) + x.double(), "matmul": lambda: x @ x.T, "sum": lambda: x.sum(),
    "max": lambda: x.max(0), "number": lambda: x + torch.tensor(1.0), "mixed": lambda: x + torch.ones(2, 3),
    "other way": lambda: torch.ones(3) @ torch.ones(3, device="meta"), "cat": lambda: torch.cat([x, x]).shape,
    "cat mixed": lambda: torch.cat([x, torch.ones(1, 3)]), "item": lambda: x.sum().item(), "bool": lambda: bool(x.sum()),
    "int": lambda: int(x.sum()), "tolist": lambda: x.tolist(), "numpy": lambda: x.numpy(), "cpu": lambda: x.cpu(),
    "to": lambda: x.to("cpu"), "to meta": lambda: x.to("meta") is x, "float64": lambda: x.to(torch.float64),
    "from cpu": lambda: torch.ones(2, 3).t().to("meta").stride(), "nonzero": lambda: x.nonzero(),
    "mask": lambda: x[x > 0], "masked_select": lambda: x.masked_select(x > 0), "unique": lambda: x.unique(),
    "equal": lambda: torch.equal(x, x), "allclose": lambda: torch.allclose(x, x), "into cpu": lambda: torch.ones(2, 3).copy_(x),
    "copy_": lambda: x.copy_(torch.ones(2, 3)), "fill_": lambda: x.fill_(3).add_(1).is_meta, "row": lambda: x[0],
    "rows": lambda: x[torch.tensor([0, 1, 1])].shape, "write": lambda: x.clone().__setitem__(0, 1), "split": lambda: x.split(1),
    "where": lambda: torch.where(x > 0, x, 0.0), "like": lambda: torch.empty_like(x, device="cpu").device,
    "zeros_like": lambda: torch.zeros_like(x.t()).stride(), "new_ones": lambda: x.new_ones(3), "rand": lambda: torch.rand(2, device=meta),
    "arange": lambda: torch.arange(3, device="meta"), "tensor": lambda: torch.tensor([1, 2], device="meta"),
    "eye": lambda: torch.eye(2, 3, device="meta"), "full": lambda: torch.full((2,), 1, device="meta"), "len": lambda: len(x),
    "storage": lambda: x.untyped_storage().nbytes(), "offset": lambda: x[1].storage_offset(), "deepcopy": lambda: copy.deepcopy(x),
    "pickle": lambda: pickle.loads(pickle.dumps(x)), "svd": lambda: torch.linalg.svd(x), "einsum": lambda: torch.einsum("ij,kj->ik", x, x),
    "sort": lambda: torch.sort(x, 1), "topk": lambda: torch.topk(x, 2), "cumsum": lambda: x.cumsum(0), "normal_": lambda: x.normal_(),
    "dropout": lambda: nn.functional.dropout(x), "multinomial": lambda: torch.multinomial(x, 2), "print": lambda: repr(x.requires_grad_()),
}.items():  # fmt: skip
    show(name, call)

x = torch.ones(2, 3, device="meta")
for view in (
    x.t(),
    x[:, 1:],
    x.view(3, 2),
    x.flip(0),
    x.unsqueeze(0),
    x.expand(4, 2, 3),
    x[..., ::2],
    x.permute(1, 0)[1],
    x.diagonal(),
):
    print(tuple(view.shape), view.stride(), view.storage_offset(), view.is_contiguous(), view.is_meta)

state = torch.get_rng_state()
with torch.device("meta"):
    layer = nn.Linear(3, 4)
    drawn = torch.randn(2, 3)
    print(torch.get_default_device(), layer.weight, drawn.device, layer(drawn).grad_fn.name())
    with torch.device("cpu"):
        print(torch.ones(1).device)
print(torch.get_default_device(), torch.equal(state, torch.get_rng_state()))
torch.set_default_device("meta")
print(torch.ones(2), nn.Linear(2, 2).bias.device)
torch.set_default_device(None)
print(torch.ones(1))


def run(module, *inputs):
    module = module.to("meta")
    out = module(*[torch.empty(shape, device="meta", requires_grad=True) for shape in inputs])
    out = out[0] if isinstance(out, tuple) else out
    out.sum().backward()
    grads = [(tuple(p.grad.shape) == tuple(p.shape), p.grad.device.type) for p in module.parameters()]
    print(type(module).__name__, tuple(out.shape), out.dtype, out.device, len(grads), set(grads))


run(nn.Linear(3, 4), (2, 3))
run(nn.Conv2d(3, 8, 3, stride=2, padding=1), (2, 3, 9, 9))
run(nn.ConvTranspose2d(3, 8, 4, stride=2), (2, 3, 9, 9))
run(nn.BatchNorm2d(3), (2, 3, 4, 4))
run(nn.LayerNorm(5), (2, 3, 5))
run(nn.GroupNorm(2, 4), (2, 4, 3))
run(nn.LSTM(3, 4, num_layers=2, bidirectional=True), (5, 2, 3))
run(nn.GRU(3, 4), (5, 2, 3))
run(nn.MultiheadAttention(8, 2), (5, 2, 8), (5, 2, 8), (5, 2, 8))
run(nn.TransformerEncoderLayer(8, 2, 16), (5, 2, 8))
run(
    nn.Sequential(nn.Conv1d(2, 3, 2), nn.GELU(), nn.MaxPool1d(2), nn.AdaptiveAvgPool1d(2), nn.Flatten(), nn.Dropout()),
    (4, 2, 9),
)
run(nn.Sequential(nn.Upsample(scale_factor=2), nn.AvgPool2d(2), nn.Softmax(1), nn.PReLU()), (1, 2, 4, 4))
embedded = nn.Embedding(10, 4, device="meta")(torch.zeros(2, 3, dtype=torch.int64, device="meta"))
print(embedded.shape, embedded.grad_fn.name())
target = torch.zeros(4, dtype=torch.int64, device="meta")
for loss in (nn.CrossEntropyLoss(), nn.NLLLoss(), nn.MultiMarginLoss()):
    print(loss, loss(torch.empty(4, 5, device="meta"), target))
for loss in (
    nn.MSELoss(),
    nn.L1Loss(reduction="none"),
    nn.SmoothL1Loss(),
    nn.BCEWithLogitsLoss(),
    nn.KLDivLoss(reduction="sum"),
):
    print(loss, loss(torch.empty(4, 5, device="meta"), torch.empty(4, 5, device="meta")))

huge = nn.Sequential(nn.Linear(50000, 50000, device="meta"), nn.ReLU(), nn.Linear(50000, 10, device="meta"))
print(sum(p.numel() for p in huge.parameters()), huge(torch.empty(64, 50000, device="meta")).shape)
for init in (nn.init.kaiming_uniform_, nn.init.xavier_normal_, nn.init.zeros_, nn.init.trunc_normal_, nn.init.normal_):
    print(init(torch.empty(3, 4, device="meta")))

small = nn.Linear(2, 3)
empty = nn.Linear(2, 3, device="meta")
show("to cpu", lambda: empty.to("cpu"))
show("copies nothing", lambda: (empty.load_state_dict(small.state_dict()), empty.weight.is_meta))
show(
    "assigns", lambda: (empty.load_state_dict(small.state_dict(), assign=True), torch.equal(empty.weight, small.weight))
)
show("to_empty", lambda: nn.Linear(2, 3, device="meta").to_empty(device="cpu").weight.device)
show("skip_init", lambda: nn.utils.skip_init(nn.Linear, 2, 3).weight.shape)
show("lazy", lambda: nn.LazyLinear(3, device="meta")(torch.empty(2, 4, device="meta")).shape)
show("data", lambda: setattr(torch.ones(2), "data", x))

file = io.BytesIO()
torch.save({"form": x.t(), "numbers": torch.ones(2), "weight": nn.Linear(1, 2, device="meta").weight}, file)
for place in (None, "meta", "cpu"):
    file.seek(0)
    print(place, torch.load(file, map_location=place), sep="\n")

for optimizer in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.RMSprop):
    layer = nn.Linear(2, 3, device="meta")
    chosen = optimizer(layer.parameters(), lr=0.1)
    layer(torch.empty(4, 2, device="meta")).sum().backward()
    chosen.step()
    print(optimizer.__name__, layer.weight.is_meta, layer.weight.grad)

w = torch.empty(3, device="meta", requires_grad=True)
(first,) = torch.autograd.grad((w**3).sum(), w, create_graph=True)
(second,) = torch.autograd.grad(first.sum(), w)
print(first, second)

x, places = torch.empty(4, 3, 5, device="meta", requires_grad=True), torch.zeros(1, dtype=torch.int64, device="meta")
for name, call in {
    "median": lambda: x.median(0), "nanmedian": lambda: x.nanmedian(1), "median of none": lambda: x.detach()[:0].median(),
    "quantile": lambda: (torch.quantile(x, 0.5, 1).stride(), torch.nanquantile(x, 0.5, 0, True).stride()),
    "index_add_": lambda: torch.empty(2, device="meta").index_add_(0, places, torch.empty(1, device="meta")),
    "resize_": lambda: torch.empty(2, device="meta").resize_(3, 4), "floor": lambda: (x // 2).sum().backward(),
    "resize_ a row": lambda: (row := x.detach().clone()[3].resize_(5, 6), row.storage_offset(), row.untyped_storage().nbytes()),
    "floor's node": lambda: (x // 2).grad_fn.name(), "nanmean": lambda: (x.nanmean().backward(), x.grad)[1].stride(),
}.items():  # fmt: skip
    show(name, call)
