"""Counts floating-point operations of products, layers and a small model, forward and backward, for each module."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode, register_flop_formula
from torch.utils.module_tracker import ModuleTracker

r = torch.randn


def g(*s):
    return torch.randn(*s, requires_grad=True)


def by_name(counts):
    return {str(packet): count for packet, count in sorted(counts.items(), key=str)}


def go(name, f):
    with FlopCounterMode(display=False) as counter:
        y = f()
        forward = by_name(counter.get_flop_counts().get("Global", {}))
        y = y[0] if isinstance(y, tuple) else y
        if y.requires_grad:
            y.sum().backward()
    print(name, forward, by_name(counter.get_flop_counts().get("Global", {})))


def without(f):
    with torch.no_grad():
        return f()


M = nn.MultiheadAttention
x = g(2, 5, 8)
go("mha", lambda: M(8, 2, batch_first=True)(g(2, 5, 8), r(2, 7, 8), r(2, 7, 8)))
go("mhas", lambda: M(8, 2, batch_first=True)(x, x, x))
go("mhas_nw", lambda: M(8, 2, batch_first=True)(x, x, x, need_weights=False))
go("mhakv", lambda: M(8, 2, kdim=6, vdim=4)(g(5, 2, 8), r(7, 2, 6), r(7, 2, 4)))
go("mha2", lambda: M(8, 2, batch_first=True)(g(2, 5, 8), r(2, 5, 8), r(2, 5, 8), need_weights=False))
go("mhaeval", lambda: M(8, 2, batch_first=True).eval()(x, x, x, need_weights=False))
go("sdpa", lambda: F.scaled_dot_product_attention(g(2, 2, 5, 8), r(2, 2, 5, 8), g(2, 2, 5, 8)))
go(
    "sdpam",
    lambda: F.scaled_dot_product_attention(
        g(2, 2, 5, 8), r(2, 2, 5, 8), g(2, 2, 5, 8), attn_mask=torch.ones(5, 5).bool()
    ),
)
go("sdpad", lambda: F.scaled_dot_product_attention(g(2, 2, 5, 8), r(2, 2, 5, 8), g(2, 2, 5, 8), dropout_p=0.5))
go("sdpagqa", lambda: F.scaled_dot_product_attention(g(2, 4, 5, 8), r(2, 2, 5, 8), g(2, 2, 5, 8), enable_gqa=True))
go("lin3", lambda: nn.Linear(3, 4)(g(2, 5, 3)))
go("lin1", lambda: nn.Linear(3, 4)(g(3)))
go("lin3nb", lambda: nn.Linear(3, 4, bias=False)(g(2, 5, 3)))
go("linnc", lambda: nn.Linear(3, 4)(g(5, 2, 3).transpose(0, 1)))
go("mm", lambda: g(5, 3) @ g(3, 4))
go("mm1", lambda: torch.mm(r(5, 3), g(3, 4)))
go("mm32", lambda: g(2, 5, 3) @ g(3, 4))
go("mm23", lambda: g(5, 3) @ g(2, 3, 4))
go("mm33", lambda: g(2, 5, 3) @ g(2, 3, 4))
go("mm43", lambda: g(2, 2, 5, 3) @ g(2, 3, 4))
go("mm31", lambda: g(2, 5, 3) @ g(3))
go("mv", lambda: g(5, 3) @ g(3))
go("dot", lambda: g(3) @ g(3))
go("mm13", lambda: g(5) @ g(2, 5, 3))
go("ein", lambda: torch.einsum("bij,bkj->bik", g(2, 3, 4), g(2, 5, 4)))
go("ein2", lambda: torch.einsum("ij,jk,kl->il", g(2, 3), g(3, 5), g(5, 4)))
go("ein3", lambda: torch.einsum("ij,ij->i", g(2, 3), g(2, 3)))
go("ein4", lambda: torch.einsum("i,j->ij", g(2), g(3)))
go("ein5", lambda: torch.einsum("bhid,bhjd->bhij", g(2, 2, 3, 4), g(2, 2, 5, 4)))
go("bil", lambda: nn.Bilinear(3, 4, 2)(g(2, 3), g(2, 4)))
go("conv1", lambda: nn.Conv1d(2, 4, 3, groups=2)(g(1, 2, 9)))
go("conv2", lambda: nn.Conv2d(4, 6, 3, groups=2, stride=2, padding=1)(g(2, 4, 9, 9)))
go("convx", lambda: nn.Conv2d(4, 6, 3)(r(2, 4, 9, 9)))
go("convT", lambda: nn.ConvTranspose2d(2, 4, 3, stride=2)(r(1, 2, 5, 5)))
go("convTx", lambda: nn.ConvTranspose2d(2, 4, 3, stride=2, groups=2)(g(1, 2, 5, 5)))
go("conv3", lambda: F.conv3d(r(1, 1, 4, 4, 4), g(1, 1, 2, 2, 2)))
go("convu", lambda: F.conv2d(g(2, 5, 5), g(3, 2, 3, 3), padding="same"))
go("lstm", lambda: nn.LSTM(3, 4)(g(2, 5, 3)))
go("lstm2", lambda: nn.LSTM(3, 4, 2, bidirectional=True, batch_first=True)(g(2, 5, 3)))
go("lstmp", lambda: nn.LSTM(3, 4, proj_size=2)(g(2, 5, 3)))
go("gru", lambda: nn.GRU(3, 4)(g(2, 5, 3)))
go("gru2", lambda: nn.GRU(3, 4, 2, bidirectional=True, batch_first=True)(g(2, 5, 3)))
go("lstmcell", lambda: nn.LSTMCell(3, 4)(g(2, 3)))
go("grucell", lambda: nn.GRUCell(3, 4)(g(2, 3)))
go("rnn", lambda: nn.RNN(3, 4)(g(2, 5, 3)))
go("addbmm", lambda: torch.addbmm(g(3, 3), g(2, 3, 4), g(2, 4, 3)))
go("baddbmm", lambda: torch.baddbmm(g(2, 3, 3), g(2, 3, 4), g(2, 4, 3)))
go("addmm", lambda: torch.addmm(g(3), g(3, 4), g(4, 3)))
go("chain", lambda: torch.chain_matmul(g(2, 3), g(3, 4), g(4, 5)))
go("mdot", lambda: torch.linalg.multi_dot([g(2, 3), g(3, 4), g(4, 5)]))
go("addmv", lambda: torch.addmv(g(3), g(3, 4), g(4)))
go("tdot", lambda: torch.tensordot(g(2, 3), g(3, 4), 1))
go("outer", lambda: torch.outer(g(3), g(4)))
go("inner", lambda: torch.inner(g(3, 4), g(5, 4)))
go("mpow", lambda: torch.matrix_power(g(3, 3), 5))
go("unf", lambda: F.unfold(g(1, 1, 4, 4), 2))
go("inpl", lambda: g(2, 3).clone().addmm_(g(2, 4), g(4, 3)))
go("out", lambda: without(lambda: torch.mm(g(2, 3), g(3, 4), out=torch.empty(2, 4))))

model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Sequential(nn.Linear(4 * 36, 10)))
with FlopCounterMode(display=False) as counter:
    model(r(2, 1, 8, 8)).sum().backward()
for path, counts in sorted(counter.get_flop_counts().items()):
    print(path, by_name(counts))
print(counter.get_total_flops())
model(r(2, 1, 8, 8)).sum().backward()
print(counter.get_total_flops())
with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.mm: lambda a, b, out_shape=None: 1}) as counter:
    r(2, 3) @ r(3, 4)
print(by_name(counter.get_flop_counts()["Global"]))
with FlopCounterMode(
    display=False, custom_mapping={torch.ops.aten.sin: lambda x, out_shape=None: x.numel()}
) as counter:
    r(2, 3).sin()
print(by_name(counter.get_flop_counts()["Global"]))
for refused in (3, torch.ops.aten.mm):
    try:
        register_flop_formula(refused)(lambda *args, out_shape=None: 0)
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, error)

with ModuleTracker() as tracker:
    model[3].register_forward_hook(lambda *_: print(sorted(tracker.parents), tracker.is_bw))
    model[3][0].register_full_backward_hook(lambda *_: print(sorted(tracker.parents), tracker.is_bw))
    model(r(2, 1, 8, 8)).sum().backward()
    print(sorted(tracker.parents), tracker.is_bw)
