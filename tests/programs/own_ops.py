"""Ops of a program's own: torch.library's custom_op, Library, define and impl, with gradients and torch's refusals."""

from typing import Optional

import torch
from torch import Tensor


def said(fn):
    try:
        print(fn())
    except Exception as error:
        print(type(error).__name__, str(error).partition("(with implementation")[0][:400])


@torch.library.custom_op("demo::scaled_sin", mutates_args=())
def scaled_sin(x: Tensor, k: float = 2.0, *, n: Optional[int] = None) -> Tensor:  # noqa: UP045
    return x.sin() * k


x = torch.ones(3)
xr = torch.ones(3, requires_grad=True)
print(scaled_sin, torch.ops.demo.scaled_sin, torch.ops.demo.scaled_sin.default)
print(scaled_sin(x), torch.ops.demo.scaled_sin(x, 3.0), torch.ops.demo.scaled_sin.default(x))
y = scaled_sin(xr)
print(y)
said(lambda: y.sum().backward())


def setup(ctx, inputs, keyword_only_inputs, output):
    print(inputs, keyword_only_inputs, ctx.needs_input_grad[:2])
    ctx.save_for_backward(inputs[0])
    ctx.k = inputs[1]


scaled_sin.register_autograd(lambda ctx, g: (g * ctx.saved_tensors[0].cos() * ctx.k, None), setup_context=setup)
scaled_sin.register_fake(lambda x, k=2.0, *, n=None: torch.empty_like(x))
scaled_sin(xr, k=4.0).sum().backward()
print(xr.grad)
with torch.no_grad():
    print(scaled_sin(xr))
for call in (
    lambda: scaled_sin(1, 2),
    lambda: scaled_sin(x, "a"),
    lambda: scaled_sin(),
    lambda: scaled_sin(x, 1.0, 2),
    lambda: scaled_sin(x, m=3),
    lambda: torch.library.custom_op("demo::none", lambda x: x, mutates_args=()),
    lambda: torch.library.define("nameless", "(Tensor x) -> Tensor"),
    lambda: torch.library.define("demo::word", "x -> y"),
    lambda: torch.library.Library("prim", "DEF"),
    lambda: torch.library.Library("demo", "OTHER"),
    lambda: torch.library.register_autograd("demo::absent", lambda ctx, g: g),
    lambda: torch.ops.demo.absent,
):
    said(call)


library = torch.library.Library("demo_kernels", "DEF")
library.define("f(Tensor x) -> Tensor")
library.impl("f", lambda x: x + 1, "CPU")
said(lambda: library.impl("f", lambda x: x + 2, "CPU", allow_override=False))
library.impl("f", lambda x: x + 3, "CPU")
print(torch.ops.demo_kernels.f(x))


@torch.library.custom_op("demo::same", mutates_args=())
def same(x: Tensor) -> Tensor:
    return x


said(lambda: same(x))


@torch.library.custom_op("demo::add_one_", mutates_args={"x"})
def add_one_(x: Tensor) -> None:
    x.add_(1)


z = torch.zeros(2)
print(add_one_(z), z, z._version)
said(lambda: add_one_.register_autograd(lambda ctx: None))


@torch.library.custom_op("demo::both", mutates_args=())
def both(x: Tensor) -> tuple[Tensor, Tensor]:
    return x.sin(), x.cos()


both.register_autograd(lambda ctx, a, b: a * 2 + b * 3)
xr.grad = None
first, second = both(xr)
first.sum().backward()
print(first, second, xr.grad)


@scaled_sin.register_kernel("cpu")
def _(x, k=2.0, *, n=None):
    return x * 0 + k


print(scaled_sin(x))


def every(a: Tensor, b: Tensor | None, c: list[Tensor], d: list[int], e: int = 3, g: bool = True, h: str = "a") -> None:
    pass


print(torch.library.infer_schema(every, mutates_args=()), torch.library.infer_schema(every, mutates_args=("a",)))
print(torch.library.infer_schema(every, mutates_args="unknown", op_name="every"))

lib = torch.library.Library("demo_lib", "DEF")
print(lib, lib.define("twice(Tensor x, int n=2) -> Tensor"))
lib.impl("twice", lambda x, n=2: x * n, "CPU")
print(torch.ops.demo_lib.twice(x), torch.ops.demo_lib.twice(xr, n=4), torch.ops.demo_lib.twice.default._schema)
said(lambda: torch.ops.demo_lib.twice(x, "a"))
said(lambda: lib.define("broken(Tensorx -> Tensor"))
lib.define("add.Tensor(Tensor x, Tensor y) -> Tensor")
lib.define("add.Scalar(Tensor x, Scalar y) -> Tensor")
lib.impl("add.Tensor", lambda x, y: x + y + 1, "CPU")
lib.impl("add.Scalar", lambda x, y: x + y + 100, "CPU")
print(torch.ops.demo_lib.add(x, x), torch.ops.demo_lib.add(x, 1.0), torch.ops.demo_lib.add.overloads())
said(lambda: torch.ops.demo_lib.add(x, "a"))
lib.define("exp(Tensor x) -> Tensor")
lib.impl("exp", lambda x: x.exp(), "CompositeImplicitAutograd")
print(torch.ops.demo_lib.exp(xr))
torch.library.define("demo_lib::next", "(Tensor x) -> Tensor")
torch.library.impl("demo_lib::next", "cpu", lambda x: x + 1)
torch.library.register_autograd("demo_lib::next", lambda ctx, g: g * 5)
xr.grad = None
torch.ops.demo_lib.next(xr).sum().backward()
print(torch.ops.demo_lib.next(xr), xr.grad)


@torch.library.triton_op("demo::tripled", mutates_args=())
def tripled(x: Tensor, k: float = 3.0) -> Tensor:
    return x * k


print(tripled(x), torch.ops.demo.tripled(x, 2.0), type(tripled).__name__)
said(lambda: tripled(xr).sum().backward())
said(lambda: torch.library.triton_op("demo::untyped", lambda x: x, mutates_args=()))
