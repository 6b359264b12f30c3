"""What programs ask before they begin: devices, versions, threads, seeds, flags of backends, old and new autocast."""

import random
import warnings

import numpy as np
import torch
import torch.backends.cudnn as cudnn
import torch.distributed as dist
import torch.multiprocessing as mp
import torch.nn as nn
from torch.cuda.amp import GradScaler, autocast
from torch.nn.parallel import DataParallel
from torch.nn.parallel import DistributedDataParallel as DDP  # noqa: F401
from torch.utils.checkpoint import checkpoint


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    cudnn.enabled = True


warnings.simplefilter("ignore")
seed_everything(1)
print(
    torch.cuda.is_available(),
    torch.cuda.device_count(),
    torch.backends.mps.is_available(),
    torch.backends.cudnn.is_available(),
)
print(
    torch.version.cuda,
    torch.__version__ >= "1.10",
    tuple(int(v) for v in torch.__version__.split("+")[0].split(".")[:2]),
)
print(torch.accelerator.is_available() if hasattr(torch, "accelerator") else None, hasattr(torch, "compile"))
device = torch.accelerator.current_accelerator().type if torch.accelerator.is_available() else "cpu"
print(f"Using {device} device", torch.device(device), torch.device("cpu", 0), torch.device("cuda:1").index)
torch.set_num_threads(1)
torch.set_float32_matmul_precision("high")
print(torch.get_num_threads(), torch.get_float32_matmul_precision(), torch.get_default_dtype(), torch.initial_seed())
for command in (
    "torch.ones(1).cuda()",
    "torch.ones(1, device='cuda')",
    "nn.Linear(1, 1).to('cuda')",
    "torch.cuda.current_device()",
    "torch.cuda.FloatTensor(2)",
    "torch.cuda.get_device_name(0)",
):
    try:
        eval(command)
    except (AssertionError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
scaler = GradScaler()
model = DataParallel(nn.Linear(3, 1)).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.ones(4, 3)
for _ in range(2):
    optimizer.zero_grad()
    with autocast():
        loss = model(x).pow(2).mean()
    with torch.autocast(device_type="cuda", dtype=torch.float16, enabled=False):
        loss = loss + 0
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    print(f"{loss.item():.4f}", scaler.get_scale(), scaler.is_enabled())
scaler = torch.amp.GradScaler("cpu", init_scale=4.0, growth_interval=1)
scaler.scale(model(x).sum()).backward()
scaler.unscale_(optimizer)
print(model.module.weight.grad.abs().sum() > 0, scaler.step(optimizer), scaler.update(), scaler.get_scale())
torch.cuda.empty_cache()
print(torch.cuda.memory_allocated(), dist.is_initialized(), mp.cpu_count() > 0, torch.is_autocast_enabled())
net = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
y = x.clone().requires_grad_()
checkpoint(net, y, use_reentrant=False).sum().backward()
first = y.grad.clone()
y.grad = None
net(y).sum().backward()
print(torch.equal(first, y.grad))


@torch.jit.script
def fused_gelu(x):
    return x * 0.5 * (1.0 + torch.erf(x / 1.41421))


print(fused_gelu(torch.tensor([0.0, 1.0])), torch.jit.is_scripting())
traced = torch.jit.trace(net, x)
print(torch.equal(traced(x), net(x)))
with torch.random.fork_rng():
    torch.manual_seed(5)
    a = torch.rand(1)
torch.manual_seed(5)
print(torch.equal(a, torch.rand(1)), torch.get_rng_state().dtype)
torch.set_float32_matmul_precision("highest")
torch.backends.cudnn.deterministic = False
