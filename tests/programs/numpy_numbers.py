"""numpy's numbers beside tensors: a dtype of their own they do not have, whole ones and others count as Python's do."""

import numpy as np
import torch

tensors = [torch.arange(1, 4), torch.ones(3), torch.ones(3).half(), torch.tensor([True, False]), torch.tensor(2.0)]
kinds = (np.float64, np.float32, np.float16, np.int64, np.int8, np.uint8, np.bool_, np.complex128)
for kind in kinds:
    number = kind(2)
    for x in tensors:
        if kind is np.complex128 and x.dtype is torch.half:
            continue
        dtypes = [f(x, number).dtype for f in (torch.mul, torch.add, torch.eq, torch.div, torch.pow)]
        dtypes += [(number * x).dtype, (number + x).dtype, (x / number).dtype, torch.result_type(x, number)]
        if x.dtype is not torch.bool:
            dtypes += [(number - x).dtype, (x - number).dtype, (number**x).dtype, (number / x).dtype]
        print(kind.__name__, x.dtype, *dtypes)
rates = np.log(10000.0) / 3
print(torch.exp(-rates * torch.arange(4)), torch.arange(4) * np.sqrt(2.0))
x = torch.arange(4.0, requires_grad=True)
y = np.float64(3) * x + np.int64(2) - np.float32(0.5) * x.sum()
y.sum().backward()
print(y, x.grad)
print(
    torch.lerp(torch.zeros(2), torch.ones(2), np.float64(0.25)), torch.lerp(torch.zeros(2), torch.ones(2), np.int64(1))
)
try:
    torch.add(torch.arange(3), torch.arange(3), alpha=np.float64(2))
except RuntimeError as error:
    print(error)

n, x, y = (
    np.float64(0.3),
    torch.tensor([[-1.5, 0.5, 2.0], [0.3, -0.2, 1.0]]),
    torch.tensor([[0.5, 1.5, 2.5], [1, 2, 4.0]]),
)
F = torch.nn.functional
for made in (
    F.softshrink(x, n), F.hardshrink(x, n), F.leaky_relu(x, n), F.threshold(x, n, n), F.huber_loss(x, y, delta=n),
    torch.addcmul(x, x, y, value=n), torch.addcdiv(x, x, y, value=n), torch.norm(x, n), torch.dist(x, y, n),
    torch.linalg.vector_norm(x, np.float64(3)), torch.cdist(x, y, p=n), x.clamp(-n, n), x.masked_fill(x > n, n),
):  # fmt: skip
    print(made)
for Optimizer in (torch.optim.SGD, torch.optim.Adam, torch.optim.LBFGS):
    torch.manual_seed(0)
    layer = torch.nn.Linear(3, 2)
    optimizer = Optimizer(layer.parameters(), lr=np.float64(0.05))
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: np.float64(0.9) ** epoch)

    def closure():
        optimizer.zero_grad()
        loss = layer(x).pow(2).sum()
        loss.backward()
        return loss

    for _ in range(3):
        optimizer.step(closure)
        scheduler.step()
    state = optimizer.state[layer.weight]
    print(layer.weight, scheduler.get_last_lr(), [v.dtype for v in state.values() if isinstance(v, torch.Tensor)])
