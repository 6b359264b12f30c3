"""Mixed precision on the CPU: which results autocast makes half, which float32, and a network trained under it."""

import warnings

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

warnings.simplefilter("ignore")
torch.manual_seed(0)
x, im = torch.randn(2, 3, 4), torch.randn(2, 3, 8, 8)
w = torch.randn(5, 4, requires_grad=True)
half = im.bfloat16()


def out():
    return F.linear(x, w)


LOWER = {
    "linear": out,
    "mm": lambda: torch.mm(x[0], w.t()),
    "matmul": lambda: x @ w.t(),
    "method": lambda: x.matmul(w.t()),
    "vector": lambda: x[0] @ x[0, 0],
    "mv": lambda: torch.mv(x[0], x[0, 0]),
    "dot": lambda: torch.dot(x[0, 0], x[0, 0]),
    "bmm": lambda: torch.bmm(x, x.mT),
    "baddbmm": lambda: torch.baddbmm(torch.zeros(2, 3, 3), x, x.mT),
    "addmm": lambda: torch.addmm(torch.zeros(3, 3), x[0], x[0].T),
    "addbmm": lambda: torch.addbmm(torch.zeros(3, 3), x, x.mT),
    "addmv": lambda: torch.addmv(torch.zeros(3), x[0], x[0, 0]),
    "einsum": lambda: torch.einsum("bij,kj->bik", x, w),
    "tensordot": lambda: torch.tensordot(x, w, dims=([2], [1])),
    "inner": lambda: torch.inner(x, x),
    "outer": lambda: torch.outer(x[0, 0], x[0, 0]),
    "vecdot": lambda: torch.linalg.vecdot(x, x),
    "multi_dot": lambda: torch.linalg.multi_dot([x[0], w.t(), w]),
    "conv1d": lambda: F.conv1d(x, torch.ones(2, 3, 2)),
    "conv2d": lambda: F.conv2d(im, torch.ones(2, 3, 3, 3)),
    "conv_transpose2d": lambda: F.conv_transpose2d(im, torch.ones(3, 2, 3, 3)),
    "prelu": lambda: F.prelu(im, torch.ones(3)),
    "attention": lambda: F.scaled_dot_product_attention(x, x, x),
    "multi-head": lambda: nn.MultiheadAttention(4, 2, batch_first=True)(x, x, x)[0],
    "encoder": lambda: nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)(x),
    "batch norm": lambda: nn.BatchNorm2d(3)(F.conv2d(im, torch.ones(3, 3, 1, 1))),
    "layer norm": lambda: nn.LayerNorm(5)(out()),
    "group norm": lambda: nn.GroupNorm(3, 3)(im),
    "softmax": lambda: out().softmax(-1),
    "sum": lambda: out().sum(),
    "number": lambda: out() + 1,
    "float": lambda: out() + torch.ones(5),
    "double": lambda: torch.mm(x[0].double(), x[0].double().T),
    "half": lambda: torch.mm(x[0].half(), x[0].T),
    "out": lambda: torch.mm(x[0], x[0].T, out=torch.empty(3, 3)),
    "gru": lambda: nn.GRU(4, 3)(x)[0],
    "gru cell": lambda: nn.GRUCell(4, 3)(x[0]),
}
FLOAT32 = {
    "cross_entropy": lambda: F.cross_entropy(out().flatten(0, 1), torch.arange(6) % 5),
    "layer": lambda: nn.CrossEntropyLoss()(out().flatten(0, 1), torch.zeros(6).long()),
    "nll": lambda: F.nll_loss(F.log_softmax(out().flatten(0, 1), -1), torch.zeros(6).long()),
    "mse": lambda: F.mse_loss(out(), torch.ones(2, 3, 5)),
    "l1": lambda: F.l1_loss(out(), out()),
    "smooth_l1": lambda: F.smooth_l1_loss(out(), out()),
    "huber": lambda: F.huber_loss(out(), out()),
    "bce": lambda: F.binary_cross_entropy(out().sigmoid(), torch.ones(2, 3, 5)),
    "bce with logits": lambda: F.binary_cross_entropy_with_logits(out(), torch.ones(2, 3, 5)),
    "kl_div": lambda: F.kl_div(out(), out().softmax(-1)),
    "gaussian": lambda: F.gaussian_nll_loss(out(), out(), out().abs() + 1),
    "triplet": lambda: F.triplet_margin_loss(out()[0], out()[0], out()[0]),
    "cosine": lambda: F.cosine_similarity(out(), out()),
    "ctc": lambda: F.ctc_loss(
        F.log_softmax(out().transpose(0, 1), -1), torch.ones(2, 1).long(), torch.tensor([3, 3]), torch.tensor([1, 1])
    ),
    "prod": lambda: out().prod(),
    "trace": lambda: out()[0].trace(),
    "cdist": lambda: torch.cdist(out(), out()),
    "quantile": lambda: torch.quantile(out(), 0.5),
    "inverse": lambda: torch.inverse(torch.eye(3).bfloat16()),
    "solve": lambda: torch.linalg.solve(torch.eye(3).bfloat16(), torch.ones(3).bfloat16()),
    "svdvals": lambda: torch.linalg.svdvals(x[0].bfloat16()),
    "rfft": lambda: torch.fft.rfft(out()),
    "max_pool2d": lambda: F.max_pool2d(half, 2),
    "max_pool3d": lambda: F.max_pool3d(half[None], 2),
    "avg_pool2d": lambda: F.avg_pool2d(half, 2),
    "avg_pool3d": lambda: F.avg_pool3d(half[None], 2),
    "reflect": lambda: F.pad(half, (1, 1, 1, 1), mode="reflect"),
    "zeros": lambda: F.pad(half, (1, 1, 1, 1)),
    "grid_sample": lambda: F.grid_sample(half, torch.zeros(2, 2, 2, 2).bfloat16()),
    "interpolate": lambda: F.interpolate(half, scale_factor=2),
    "cat": lambda: torch.cat([out(), x[..., :1]], -1),
    "index_copy": lambda: torch.ones(3, 5).index_copy(0, torch.tensor([0]), out()[0, :1]),
    "exp": lambda: out().exp(),
    "norm": lambda: out().norm(),
}
for table in (LOWER, FLOAT32):
    for name, compute in table.items():
        with torch.autocast("cpu", dtype=torch.bfloat16):
            print(name, compute().dtype)
with torch.autocast("cpu"):
    print(out()[0], FLOAT32["cross_entropy"](), LOWER["addmm"](), LOWER["attention"]()[0], LOWER["conv2d"]()[0, 0, 0])


def state():
    return (
        torch.is_autocast_enabled("cpu"), torch.is_autocast_enabled(), torch.get_autocast_dtype("cpu"),
        torch.is_autocast_cache_enabled(), torch.is_autocast_cpu_enabled(), out().dtype,
    )  # fmt: skip


print(state())
with torch.autocast("cpu", dtype=torch.float16, cache_enabled=False):
    print(state())
    with torch.autocast("cpu", enabled=False):
        print(state())
    with torch.autocast("cpu"):
        print(state())
    print(state())
try:
    with torch.autocast("cpu"):
        raise KeyError("left")
except KeyError:
    print(state())
torch.set_autocast_enabled("cpu", True)
print(state())
torch.set_autocast_enabled("cpu", False)


@torch.autocast("cpu", dtype=torch.bfloat16)
def decorated():
    return out().dtype


print(decorated(), out().dtype)
torch.manual_seed(1)
net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(144, 3))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu", enabled=False)
for _ in range(4):
    optimizer.zero_grad()
    with torch.amp.autocast("cpu", dtype=torch.bfloat16):
        scores = net(im)
        loss = F.cross_entropy(scores, torch.tensor([0, 2]))
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    print(round(loss.item(), 2), scores.dtype, loss.dtype, net[0].weight.grad.dtype)


def function(cast_inputs):
    class Twice(torch.autograd.Function):
        @staticmethod
        @torch.amp.custom_fwd(device_type="cpu", cast_inputs=cast_inputs)
        def forward(ctx, a):
            print(a.dtype, torch.is_autocast_enabled("cpu"))
            return a * 2

        @staticmethod
        @torch.amp.custom_bwd(device_type="cpu")
        def backward(ctx, g):
            print(g.dtype, torch.is_autocast_enabled("cpu"))
            return g * 2

    return Twice.apply


for cast_inputs in (None, torch.float32):
    a = torch.ones(2, requires_grad=True)
    with torch.autocast("cpu"):
        b = function(cast_inputs)(a.bfloat16())
    b.float().sum().backward()
    print(a.grad, b.dtype)
for reentrant in (False, True):
    y = x.clone().requires_grad_()
    with torch.autocast("cpu"):
        z = checkpoint(lambda y: F.linear(y, w).relu(), y, use_reentrant=reentrant)
    z.float().sum().backward()
    print(z.dtype, y.grad.sum())
