"""What backward, grad and the setting of flags refuse."""

import torch

from tests.snippets import show


@show
def _():
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        x = torch.ones(2, requires_grad=True)
        (x - 1).sqrt().mul(0).sum().backward()
        print(x.grad)
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.backward()


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = (x * 2).sum()
    y.backward()
    y.backward()


@show
def _():
    torch.ones(2).sum().backward()


@show
def _():
    x = torch.ones(2, requires_grad=True)
    (x * 2).backward(torch.ones(3))


@show
def _():
    x = torch.ones(2, requires_grad=True)
    (x * 2).backward([1, 1])


@show
def _():
    x = torch.ones(2, requires_grad=True)
    (x * 2).backward(torch.ones(2, dtype=torch.float64))
    print(x.grad)
    (x * 2).sum().backward(inputs=[])


@show
def _():
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    z = y.sum()
    z.backward(inputs=[y])
    print(y.grad, x.grad)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    z = torch.ones(2, requires_grad=True)
    torch.autograd.grad((x * 2).sum(), z)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    z = torch.ones(2, requires_grad=True)
    print(
        torch.autograd.grad((x * 2).sum(), [x, z], allow_unused=True),
        torch.autograd.grad((x * 2).sum(), [x, z], materialize_grads=True),
    )
    print(torch.autograd.grad(x * 2, x, torch.eye(2), is_grads_batched=True))
    torch.autograd.grad((x * 2).sum(), [x, z], materialize_grads=True, allow_unused=False)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    print(torch.autograd.grad((x * 2).sum(), {"a": x}))


@show
def _():
    x = torch.ones(2, requires_grad=True)
    print(torch.autograd.grad({"a": (x * 2).sum()}, x))


@show
def _():
    x = torch.ones(2, requires_grad=True)
    torch.autograd.grad([(x * 2).sum()], [x], [torch.ones(()), torch.ones(())])


@show
def _():
    x = torch.ones(2, requires_grad=True)
    torch.autograd.backward([(x * 2).sum(), (x * 3)], [None, torch.ones(2)])
    print(x.grad)
    torch.autograd.backward([(x * 2).sum(), (x * 3)])


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.grad = torch.ones(3)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.grad = 3


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.requires_grad = "a"


@show
def _():
    y = torch.ones(2, requires_grad=True) * 2
    y.requires_grad = False


@show
def _():
    torch.ones(2, dtype=torch.long, requires_grad=True)


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x += 1


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x[0] = 1


@show
def _():
    x = torch.ones(2, requires_grad=True)
    x.numpy()


@show
def _():
    import copy

    copy.deepcopy(torch.ones(2, requires_grad=True) * 2)


@show
def _():
    x = torch.ones(2, requires_grad=True)

    @torch.no_grad()
    def f():
        return (x * 2).requires_grad

    @torch.no_grad
    def g():
        return (x * 2).requires_grad

    print(f(), g())

    @torch.no_grad()
    class C:
        def __init__(self):
            print(torch.is_grad_enabled())

    C()


@show
def _():
    @torch.no_grad()
    def gen():
        yield torch.is_grad_enabled()
        yield torch.is_grad_enabled()

    for v in gen():
        print(v, torch.is_grad_enabled())


@show
def _():
    with torch.inference_mode():
        x = torch.ones(2)
    x.requires_grad_()


@show
def _():
    with torch.inference_mode():
        x = torch.ones(2)
    y = torch.ones(2, requires_grad=True)
    (x * y).sum().backward()


@show
def _():
    with torch.inference_mode():
        x = torch.ones(2)
    x.add_(1)


@show
def _():
    def cb():
        print("cb")

    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: torch.autograd.Variable._execution_engine.queue_callback(cb))
    (x * 2).sum().backward()
