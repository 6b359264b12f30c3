"""Cases of borch/autograd/forward_ad.py: dual tensors, jvp of custom Functions, gradcheck in forward mode."""

_OFF = """
def off(x):
    with torch.no_grad():
        y = x.sin()
    return y * x
def set_off(x):
    with torch.set_grad_enabled(False):
        y = x.sin()
        on = torch.is_grad_enabled()
    return y * x, torch.tensor([on, torch.is_grad_enabled()]) * 1.0
decorated = torch.no_grad()(lambda x: x.sin())
def layer(x):
    l = nn.Linear(3, 3)
    nn.init.ones_(l.weight)
    return l(x.float()).detach() * 0 + x * 2
class Plain(torch.autograd.Function):
    @staticmethod
    def forward(a):
        return a * 2
    @staticmethod
    def setup_context(ctx, inputs, output):
        pass
    @staticmethod
    def backward(ctx, g):
        return g * 5
x, v = d(3, grad=False), d(3, grad=False)
fw, func = torch.autograd.forward_ad, torch.func
"""

CASES = {
    "where recording is switched off": [
        _OFF + text
        for text in (
            "func.jvp(off, (x,), (v,))",
            "func.jvp(set_off, (x,), (v,))",
            "func.jvp(lambda x: decorated(x) * x, (x,), (v,))",
            "func.jvp(lambda y: func.jvp(off, (y,), (v,))[1], (x,), (v,))",
            "func.jvp(layer, (x,), (v,))",
            "func.jacfwd(off)(x)",
            "func.jacfwd(lambda x: (off(x), x), has_aux=True)(x)",
            "func.linearize(off, x)[1](v)",
            "func.jacrev(off)(x)",
            "func.grad(lambda x: off(x).sum())(x)",
            "torch.vmap(lambda a, b: func.jvp(off, (a,), (b,))[1])(n(2, 3), n(2, 3))",
            "func.jacfwd(Plain.apply)(x)",
            "with fw.dual_level():\n    with torch.no_grad():\n        y = fw.make_dual(x, v).sin()\n    r = tuple(fw.unpack_dual(y * 2))\nr",
            "with torch.no_grad(), fw.dual_level():\n    r = tuple(fw.unpack_dual(fw.make_dual(x, v).sin()))\nr",
        )
    ],
    "forward_ad": [
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.sin()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_ * d_ + 1))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.exp().sum()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_ @ d_))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_[1:]))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.reshape(3, 1) * k))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(torch.cat([d_, k])))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.softmax(0)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual((d_ > 0).float()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_ * 0))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.cumsum(0)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(torch.where(d_ > 0, d_, d_ * 2)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(F.layer_norm(d_, (3,))))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(F.linear(d_[None], k[None])))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.max()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.sort().values))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(torch.fft.fft(d_)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.detach()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.std()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.relu()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(F.gelu(d_)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(torch.linalg.norm(d_)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.log_softmax(0)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.clamp(-0.5, 0.5)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_ / k))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(k / d_))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.sigmoid()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(torch.outer(d_, k)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.norm()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.flip(0)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.expand(2, 3)))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.abs()))\nr",
        "fw = torch.autograd.forward_ad\nx, v, k = d(3, grad=False), d(3, grad=False), d(3, grad=False)\nwith fw.dual_level():\n    d_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(d_.double()))\nr",
        "fw = torch.autograd.forward_ad\nx, v = z(3, grad=False), z(3, grad=False)\nwith fw.dual_level():\n    z_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(z_ * z_))\nr",
        "fw = torch.autograd.forward_ad\nx, v = z(3, grad=False), z(3, grad=False)\nwith fw.dual_level():\n    z_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(z_.abs()))\nr",
        "fw = torch.autograd.forward_ad\nx, v = z(3, grad=False), z(3, grad=False)\nwith fw.dual_level():\n    z_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(z_.conj() * z_))\nr",
        "fw = torch.autograd.forward_ad\nx, v = z(3, grad=False), z(3, grad=False)\nwith fw.dual_level():\n    z_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(torch.fft.ifft(z_)))\nr",
        "fw = torch.autograd.forward_ad\nx, v = z(3, grad=False), z(3, grad=False)\nwith fw.dual_level():\n    z_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(z_.real))\nr",
        "fw = torch.autograd.forward_ad\nx, v = z(3, grad=False), z(3, grad=False)\nwith fw.dual_level():\n    z_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(z_.exp()))\nr",
        "fw = torch.autograd.forward_ad\nx, v = z(3, grad=False), z(3, grad=False)\nwith fw.dual_level():\n    z_ = fw.make_dual(x, v)\n    r = tuple(fw.unpack_dual(z_ ** 2))\nr",
        "fw = torch.autograd.forward_ad\nx, v, y, w = n(3), n(3), n(3), n(3)\nwith fw.dual_level():\n    a, b_ = fw.make_dual(x, v), fw.make_dual(y, w)\n    r = tuple(fw.unpack_dual(a * b_.sin()))\nr",
        "fw = torch.autograd.forward_ad\nx, v = d(3), d(3, grad=False)\nwith fw.dual_level():\n    r = fw.unpack_dual(fw.make_dual(x, v) ** 3).tangent\nr",
        "fw = torch.autograd.forward_ad\nx, v, w = d(3), d(3), d(3)\nwith fw.dual_level():\n    r = fw.unpack_dual(fw.make_dual(x, v).sin() * w).tangent * 1\nr",
        "fw = torch.autograd.forward_ad\nx = n(3)\nwith fw.dual_level():\n    r = fw.unpack_dual(x)[1]\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = fw.make_dual(n(3), n(4))\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = fw.make_dual(i(3), n(3))\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = fw.make_dual(n(3), i(3))\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = fw.unpack_dual(3)\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    d_ = fw.make_dual(n(3), n(3))\n    r = fw.make_dual(d_, n(3))\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    d_ = fw.make_dual(n(3), n(3))\n    r = fw.make_dual(n(3), d_)\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    fw.enter_dual_level()\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = fw.make_dual(n(3), n(3), level=2)\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = fw.unpack_dual(n(3), level=2)\nr",
        "fw = torch.autograd.forward_ad\nfw.make_dual(n(3), n(3))",
        "fw = torch.autograd.forward_ad\ntuple(fw.unpack_dual(n(3)))",
        "fw = torch.autograd.forward_ad\nfw.exit_dual_level()",
        "fw = torch.autograd.forward_ad\nl = fw.enter_dual_level()\nr = fw.unpack_dual(fw.make_dual(n(2), n(2)).exp()).tangent\nfw.exit_dual_level(level=l)\nr, l",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    d_ = fw.make_dual(n(3), n(3))\n    d_ = d_.clone()\n    d_.mul_(2)\n    d_[0] = 1.0\n    r = fw.unpack_dual(d_).tangent\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    m = nn.Linear(3, 2)\n    r = fw.unpack_dual(m(fw.make_dual(n(3), n(3)))).tangent.detach()\nr",
        "fw = torch.autograd.forward_ad\nfw._set_fwd_grad_enabled(False)\nwith fw.dual_level():\n    r = fw.unpack_dual(fw.make_dual(n(3), n(3)) * 2)\nfw._set_fwd_grad_enabled(True)\ntuple(r)",
        "fw = torch.autograd.forward_ad\nclass Scale(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a, k):\n        ctx.save_for_backward(a)\n        ctx.save_for_forward(a)\n        ctx.k = k\n        return a * k\n    @staticmethod\n    def backward(ctx, g):\n        return g * 5, None\n    @staticmethod\n    def jvp(ctx, t, _):\n        return t * 7 * ctx.saved_tensors[0]\nwith fw.dual_level():\n    r = tuple(fw.unpack_dual(Scale.apply(fw.make_dual(n(3), n(3)), 2.0)))\nr",
        "fw = torch.autograd.forward_ad\nclass Scale(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a, k):\n        ctx.save_for_backward(a)\n        ctx.save_for_forward(a)\n        ctx.k = k\n        return a * k\n    @staticmethod\n    def backward(ctx, g):\n        return g * 5, None\n    @staticmethod\n    def jvp(ctx, t, _):\n        return t * 7 * ctx.saved_tensors[0]\nwith fw.dual_level():\n    r = fw.unpack_dual(Scale.apply(fw.make_dual(n(3), n(3)).sin(), 2.0).exp()).tangent\nr",
        "fw = torch.autograd.forward_ad\nclass Scale(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a, k):\n        ctx.save_for_backward(a)\n        ctx.save_for_forward(a)\n        ctx.k = k\n        return a * k\n    @staticmethod\n    def backward(ctx, g):\n        return g * 5, None\n    @staticmethod\n    def jvp(ctx, t, _):\n        return t * 7 * ctx.saved_tensors[0]\nwith fw.dual_level():\n    r = Scale.apply(n(3), 2.0)\nr",
        "fw = torch.autograd.forward_ad\nclass Plain(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a):\n        return a * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g * 2\nwith fw.dual_level():\n    r = Plain.apply(fw.make_dual(n(3), n(3)))\nr",
        "fw = torch.autograd.forward_ad\nclass Plain(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a):\n        return a * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g * 2\nwith fw.dual_level():\n    r = Plain.apply(n(3))\nr",
        "fw = torch.autograd.forward_ad\nclass Scale(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a, k):\n        ctx.save_for_backward(a)\n        ctx.save_for_forward(a)\n        ctx.k = k\n        return a * k\n    @staticmethod\n    def backward(ctx, g):\n        return g * 5, None\n    @staticmethod\n    def jvp(ctx, t, _):\n        return t * 7 * ctx.saved_tensors[0]\nx = f(3)\nwith fw.dual_level():\n    r = fw.unpack_dual(Scale.apply(fw.make_dual(x, n(3)), 2.0)).primal * 1\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = repr(fw.make_dual(torch.tensor([1., 2.]), torch.tensor([3., 4.])) * 2)\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    r = repr(fw.make_dual(torch.tensor(1.), torch.tensor(2.)))\nr",
        "fw = torch.autograd.forward_ad\nwith fw.dual_level():\n    d_ = fw.make_dual(torch.ones(2), torch.ones(2))\n    r = repr(torch.ones(2, requires_grad=True) * 2)\nr",
    ],
    "gradcheck": [
        "torch.autograd.gradcheck(torch.sin, (d(3),), check_forward_ad=True)",
        "torch.autograd.gradcheck(lambda x, y: (x * y).cumsum(0), (d(3), d(3)), check_forward_ad=True)",
        "torch.autograd.gradcheck(lambda x: x * x.conj(), (z(2),), check_forward_ad=True)",
        "torch.autograd.gradgradcheck(lambda x: x ** 3, (d(2),), check_fwd_over_rev=True)",
        "torch.autograd.gradcheck(torch.exp, (d(3),), check_backward_ad=False, check_forward_ad=True)",
        "torch.autograd.gradcheck(torch.exp, (d(3),), check_backward_ad=False)",
        "class Scale(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a, k):\n        ctx.save_for_backward(a)\n        ctx.save_for_forward(a)\n        ctx.k = k\n        return a * k\n    @staticmethod\n    def backward(ctx, g):\n        return g * 5, None\n    @staticmethod\n    def jvp(ctx, t, _):\n        return t * 7 * ctx.saved_tensors[0]\ntorch.autograd.gradcheck(lambda x: Scale.apply(x, 2.0), (d(2),), check_forward_ad=True, raise_exception=False)",
    ],
    "without_forward_mode": [
        f"torch.func.jvp(lambda x: {call}, (torch.rand(3, 2),), (torch.rand(3, 2),))"
        for call in (
            "torch.cdist(x, x + 1)",
            "F.multi_margin_loss(x, torch.tensor([0, 1, 0]))",
            "torch.igamma(x, x)",
            "torch.floor_divide(x, 2)",
            "torch.geqrf(x)[0]",
            "F.pdist(x)",
            "torch.special.zeta(x, x)",
            "torch.unique(x)",
            "torch.linalg.ldl_factor(x @ x.mT)[0]",
            "torch.linalg.ldl_solve(torch.eye(3), torch.tensor([1, 2, 3], dtype=torch.int32), x)",
        )
    ]
    + [
        "torch.geqrf(torch.rand(2, 2).requires_grad_())[0].sum().backward()",
        "torch.geqrf(torch.rand(2, 2).requires_grad_())[0].grad_fn.name()",
        "torch.linalg.ldl_solve(torch.eye(3), torch.tensor([1, 2, 3], dtype=torch.int32), torch.rand(3, 1, requires_grad=True)).sum().backward()",
        "torch.func.hessian(lambda x: F.pdist(x).sum())(torch.rand(3, 2))",
        "torch.func.jacfwd(lambda x: torch.geqrf(x)[0])(torch.rand(3, 3))",
    ],
}
