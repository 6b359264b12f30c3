"""Classes and modes with __torch_dispatch__, and the types that modules give for a subclass."""

import torch

from tests.snippets import show


@show
def _():
    from torch.utils._python_dispatch import TorchDispatchMode

    class Log(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            print(func, len(args), sorted(kwargs or {}))
            return func(*args, **(kwargs or {}))

    x = torch.arange(6.0).view(2, 3)
    w = torch.ones(3, 3)
    b = torch.ones(3)
    with Log():
        y = x + 1
        y = x * x - 2
        y = x.sum()
        y = x.sum(0)
        y = torch.relu(x)
        y = torch.nn.functional.linear(x, w, b)
        y = x @ w
        y = x.t()
        y = x[0]
        y = x == x
        y = x > 0
        y = x.softmax(-1)
        y = torch.cat([x, x])
        y = x.view(3, 2)
        y = x.exp().mean()
        x.add_(1)
        pass
        y = x.to(torch.float64)
        y = x.clone()
        y = x.detach()
        y = -x
        y = x**2
        y = x / 2
        y = x.max()
        y = x.transpose(0, 1)
        y = x.unsqueeze(0)
        y = x.reshape(6)
    print(y.shape, x)


@show
def _():
    from torch.utils._python_dispatch import TorchDispatchMode

    class Count(TorchDispatchMode):
        def __init__(self):
            super().__init__()
            self.n = {}

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            k = func.overloadpacket.__name__
            self.n[k] = self.n.get(k, 0) + 1
            return func(*args, **(kwargs or {}))

    m = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))
    with Count() as c:
        out = m(torch.ones(2, 3))
    print([k for k in c.n if k in ("t", "addmm", "relu")], out.shape, out.requires_grad)
    out.sum().backward()
    print(m[0].weight.grad.shape)


@show
def _():
    from torch.utils._python_dispatch import TorchDispatchMode

    class Double(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            out = func(*args, **(kwargs or {}))
            return out * 2 if func is torch.ops.aten.add.Tensor else out

    with Double():
        print(torch.ones(2) + 1)
        with Double():
            y = torch.ones(2) + 1
    print(y)


@show
def _():
    from torch.utils._pytree import tree_map_only

    class Wrap(torch.Tensor):
        @staticmethod
        def __new__(cls, data, **kw):
            r = torch.Tensor._make_wrapper_subclass(
                cls,
                data.size(),
                strides=data.stride(),
                dtype=data.dtype,
                device=data.device,
                layout=data.layout,
                requires_grad=False,
            )
            return r

        def __init__(self, data):
            self._data = data

        def __repr__(self):
            return f"Wrap({self._data})"

        __torch_function__ = torch._C._disabled_torch_function_impl

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            print(func, [t.__name__ for t in types])
            out = func(
                *tree_map_only(Wrap, lambda w: w._data, args), **tree_map_only(Wrap, lambda w: w._data, kwargs or {})
            )
            return tree_map_only(torch.Tensor, Wrap, out)

    w = Wrap(torch.arange(6.0).view(2, 3))
    print(
        w,
        w.shape,
        w.dtype,
        w.device,
        w.size(),
        w.dim(),
        w.stride(),
        w.requires_grad,
        isinstance(w, torch.Tensor),
        w.numel(),
        w.is_contiguous(),
        len(w),
    )
    print(w + 1)
    print(1 + w, w * w)
    print(torch.sin(w), w.sum(), w[0], w.t(), w @ torch.ones(3))
    print(torch.cat([w, w]), torch.nn.functional.relu(w))
    w.add_(1)
    print(w)
    print(torch.stack([w, w]).shape)


@show
def _():
    class T(torch.Tensor):
        @staticmethod
        def __new__(cls, x):
            return torch.Tensor._make_subclass(cls, x)

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            print("disp", func)
            return NotImplemented

    t = T(torch.ones(2))
    torch.add(t, 1)


@show
def _():
    torch.Tensor._make_wrapper_subclass(torch.Tensor, (2,))


@show
def _():
    class S(torch.Tensor):
        @staticmethod
        def __new__(cls, data):
            return torch.Tensor._make_wrapper_subclass(cls, data.shape, dtype=data.dtype)

        def __init__(self, data):
            self.d = data

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return NotImplemented

    s = S(torch.ones(2))
    print(s.shape)
    s.numpy()


@show
def _():
    import torch.utils._python_dispatch as p

    print(p._get_current_dispatch_mode(), p._get_current_dispatch_mode_stack())


@show
def _():
    class P(torch.Tensor):
        @staticmethod
        def __new__(cls, x, meta=None):
            t = torch.Tensor._make_subclass(cls, x, x.requires_grad)
            t.meta = meta
            return t

        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            out = super().__torch_function__(func, types, args, kwargs or {})
            if isinstance(out, P):
                out.meta = next(a.meta for a in args if isinstance(a, P))
            return out

    p = P(torch.ones(2), "m")
    print((p + 1).meta, type(p.sum()).__name__, (p * 2).exp().meta, p)


@show
def _():
    class T(torch.Tensor):
        pass

    x = torch.randn(2, 4, 4, 4).as_subclass(T)
    for m in [
        torch.nn.ReLU(),
        torch.nn.GELU(),
        torch.nn.Tanh(),
        torch.nn.Sigmoid(),
        torch.nn.Softmax(-1),
        torch.nn.LogSoftmax(-1),
        torch.nn.SiLU(),
        torch.nn.LeakyReLU(),
        torch.nn.ELU(),
        torch.nn.Linear(4, 2),
        torch.nn.Conv2d(4, 2, 3),
        torch.nn.BatchNorm2d(4),
        torch.nn.LayerNorm(4),
        torch.nn.GroupNorm(2, 4),
        torch.nn.MaxPool2d(2),
        torch.nn.AvgPool2d(2),
        torch.nn.AdaptiveAvgPool2d(1),
        torch.nn.Dropout(),
        torch.nn.Flatten(),
        torch.nn.Identity(),
        torch.nn.Softplus(),
        torch.nn.Hardtanh(),
        torch.nn.PReLU(),
        torch.nn.Upsample(scale_factor=2),
        torch.nn.ZeroPad2d(1),
        torch.nn.PixelShuffle(2),
        torch.nn.ConvTranspose2d(4, 2, 3),
        torch.nn.InstanceNorm2d(4),
        torch.nn.Threshold(0, 1),
        torch.nn.Hardswish(),
        torch.nn.Mish(),
        torch.nn.GLU(),
        torch.nn.ReLU6(),
        torch.nn.LogSigmoid(),
        torch.nn.Softmin(-1),
        torch.nn.Unfold(2),
        torch.nn.MSELoss(),
        torch.nn.L1Loss(),
        torch.nn.RMSNorm(4),
        torch.nn.AdaptiveMaxPool2d(1),
        torch.nn.LPPool2d(2, 2),
        torch.nn.Bilinear(4, 4, 2),
        torch.nn.CosineSimilarity(),
        torch.nn.PairwiseDistance(),
        torch.nn.CELU(),
        torch.nn.SELU(),
        torch.nn.Tanhshrink(),
        torch.nn.Softsign(),
        torch.nn.Softshrink(),
        torch.nn.Hardshrink(),
        torch.nn.Hardsigmoid(),
        torch.nn.LocalResponseNorm(2),
        torch.nn.AlphaDropout(),
        torch.nn.Dropout2d(),
        torch.nn.ReflectionPad2d(1),
        torch.nn.SmoothL1Loss(),
        torch.nn.HuberLoss(),
        torch.nn.BCEWithLogitsLoss(),
        torch.nn.KLDivLoss(reduction="sum"),
        torch.nn.Softmax2d(),
        torch.nn.ChannelShuffle(2),
        torch.nn.Unflatten(1, (2, 2)),
    ]:
        try:
            n = type(m).__name__
            y = m(x, x) if any(k in n for k in ("Loss", "Bilinear", "Cosine", "Pairwise")) else m(x)
            print(n, type(y).__name__)
        except Exception as e:
            print(n, type(e).__name__, e)
    e = torch.nn.Embedding(3, 2)
    print(type(e(torch.tensor([1]).as_subclass(T))).__name__)
    print(type(torch.nn.CrossEntropyLoss()(torch.randn(2, 3).as_subclass(T), torch.tensor([0, 1]))).__name__)

    a = torch.nn.MultiheadAttention(4, 2)
    q = torch.randn(2, 1, 4).as_subclass(T)
    print([type(v).__name__ for v in a(q, q, q)])
    print(type(torch.nn.TransformerEncoderLayer(4, 2, 8)(q)).__name__)
    F = torch.nn.functional
    for f in "relu gelu silu softplus elu selu celu mish hardswish leaky_relu normalize dropout logsigmoid relu6 tanhshrink softsign softmin".split():
        print(f, type(getattr(F, f)(x)).__name__)
