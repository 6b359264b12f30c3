"""Cases of borch/func/."""

_FUNCTION = """
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(x, scale=2.0):
        return torch.from_numpy(np.exp(x.numpy() * scale))
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.scale = inputs[1]
        ctx.save_for_backward(output)
        ctx.save_for_forward(output)
    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.scale * ctx.saved_tensors[0], None
    @staticmethod
    def jvp(ctx, tangent, _):
        return Twice.apply(tangent, ctx.saved_tensors[0])
class Twice(torch.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x * y * 2
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(*inputs)
        ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return grad * y * 2, grad * x * 2
    @staticmethod
    def jvp(ctx, x_tangent, y_tangent):
        x, y = ctx.saved_tensors
        return (x_tangent * y + x * y_tangent) * 2
class Forward(torch.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x * y * 5
    @staticmethod
    def setup_context(ctx, inputs, output):
        pass
    @staticmethod
    def jvp(ctx, x_tangent, y_tangent):
        return x_tangent * 7 + y_tangent
class Into(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x.mul_(3)
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.mark_dirty(*inputs)
    @staticmethod
    def backward(ctx, grad):
        return grad * 3
    @staticmethod
    def jvp(ctx, tangent):
        return tangent.mul_(3)
""".replace("np.exp(x.numpy() * scale)", "__import__('numpy').exp(x.numpy() * scale)").lstrip()

CASES = {
    "custom_functions": [
        _FUNCTION + call
        for call in (
            "Exp.apply(f(3))",
            "Exp.apply(f(3), scale=3.0)",
            "Exp.apply(scale=1.0, x=f(3))",
            "Exp.apply(f(3), 1.0, 2.0)",
            "Exp.apply(f(3), other=1.0)",
            "torch.func.jvp(Exp.apply, (n(3),), (n(3),))",
            "torch.func.jvp(lambda x: Exp.apply(x.sin()).cos(), (n(3),), (n(3),))",
            "torch.func.jvp(lambda x: Forward.apply(x, torch.ones(3)).sin(), (n(3),), (n(3),))",
            "torch.func.jvp(lambda x: Twice.apply(x, torch.ones(3)), (n(3),), (n(3),))",
            "torch.func.jvp(torch.func.grad(lambda x: Twice.apply(x, x.sin()).sum()), (n(3),), (n(3),))",
            "torch.func.jvp(torch.func.grad(lambda x: Exp.apply(x).sum()), (n(3),), (n(3),))",
            "torch.func.jvp(torch.func.grad(lambda x: (Into.apply(x.clone()) ** 3).sum()), (n(3),), (n(3),))",
            "v = n(3); [torch.func.jvp(lambda x: Into.apply(x.clone()), (n(3),), (v,)), v]",
            "torch.func.grad(lambda x: torch.func.jvp(lambda y: Twice.apply(y, x), (x,), (x * 2,))[1].sum())(n(3))",
        )
    ],
    "grad": [
        "torch.func.grad(lambda x: (x ** 3).sum())(n(3))",
        "torch.func.grad(lambda x: x ** 3)(n())",
        "torch.func.grad(torch.func.grad(lambda x: x ** 3))(n())",
        "torch.func.grad(lambda x, y: (x * y * y).sum(), argnums=1)(n(3), n(3))",
        "torch.func.grad(lambda x, y: (x * y * y).sum(), argnums=(0, 1))(n(3), n(3))",
        "torch.func.grad(lambda x: ((x ** 3).sum(), x * 2), has_aux=True)(n(3))",
        "torch.func.grad_and_value(lambda x: (x ** 3).sum())(n(3))",
        "torch.func.grad(lambda d_: (d_['a'] * d_['b']).sum())({'a': n(2), 'b': n(2)})",
        "torch.func.grad(lambda x: x ** 3)(n(3))",
        "torch.func.grad(lambda x: 3.0)(n(3))",
        "torch.func.grad(lambda x: (x ** 3).sum(), argnums=2)(n(3))",
        "w = f(3); g = torch.func.grad(lambda x: (x * w).sum() ** 2)(n(3)); [g.detach(), g.requires_grad]",
        "x = f(3); torch.func.grad(lambda x: (x ** 3).sum())(x)",
        "torch.func.grad(lambda x: x.detach().sum() + (x * 0).sum())(n(3))",
    ],
    "jacobians": [
        "torch.func.jacrev(torch.sin)(n(3))",
        "torch.func.jacfwd(lambda x: x @ x)(n(2, 2))",
        "torch.func.jacrev(lambda x, y: (x * y, x + y), argnums=(0, 1))(n(2), n(2))",
        "torch.func.hessian(lambda x: (x ** 3).sum())(n(3))",
        "torch.func.jacrev(torch.func.jacrev(lambda x: (x ** 4).sum()))(n(2))",
        "torch.func.jacrev(lambda x: (x * 2, x), has_aux=True)(n(2))",
        "v, p = torch.func.vjp(torch.sin, n(3)); [v, p(n(3))]",
        "v, p = torch.func.vjp(lambda x, y: x * y, n(3), n(3)); [v, p(n(3))]",
        "torch.func.jvp(torch.sin, (n(3),), (n(3),))",
        "torch.func.jvp(lambda x, y: (x * y, x), (n(3), n(3)), (n(3), n(3)))",
        "v, push = torch.func.linearize(torch.sin, n(3)); [v, push(n(3))]",
        "torch.func.jvp(lambda x: (x > 0, x * 2, x.long()), (n(3),), (n(3),))",
        "torch.func.jvp(lambda x: x.max(0), (n(3),), (n(3),))",
        "torch.func.jvp(lambda x: F.max_pool2d(x, 2), (n(1, 4, 4),), (n(1, 4, 4),))",
        "torch.func.jvp(lambda x: F.adaptive_max_pool1d(x, 2, True), (n(1, 2, 5),), (n(1, 2, 5),))",
        "torch.func.jacfwd(lambda x: x > 0)(n(2))",
        "torch.func.jacrev(lambda x: x > 0)(n(2))",
        "torch.func.jacrev(torch.sin)(n(2) + 0j)",
        "torch.func.jacfwd(torch.sin)(n(2) + 0j)",
        "torch.func.jacrev(lambda x: x + 0j)(n(2))",
        "torch.func.vjp(torch.argmax, n(2))",
        "torch.func.jacfwd(lambda x: x.double())(n(2))",
        "x = n(2, 3); [torch.func.jvp(lambda x: x.mul_(2) ** 2, (x,), (n(2, 3),)), x]",
        "x = n(3); [torch.func.jacfwd(lambda x: x.mul_(2) ** 2)(x), x]",
        "torch.func.grad(lambda x: x.mul_(2).sum())(n(3))",
        "torch.func.grad(lambda x: torch.view_as_real(x * 2).cos().sum())(torch.zeros(2, 0, dtype=torch.complex64))",
        "torch.func.jvp(lambda x, y: x.as_strided_scatter(y, (2,), (2,), 1), (n(4), n(2)), (n(4), n(2)))",
        "torch.func.jvp(lambda x: F.max_unpool1d(x, torch.tensor([[1, 1, 2]]), 2), (n(1, 3),), (n(1, 3),))",
        "torch.func.jacrev(lambda x: x * 2)(n(2).bfloat16())",
        "torch.func.jvp(torch.linalg.vector_norm, (torch.zeros(3),), (n(3),))",
        "torch.func.jvp(lambda x: torch.linalg.vector_norm(x, 0), (n(3),), (n(3),))",
        "torch.func.jvp(lambda x: torch.logcumsumexp(x, 0), (n(2, 3),), (n(2, 3),))",
        "torch.func.jacfwd(torch.linalg.cholesky)(n(2, 2) @ n(2, 2).mT + torch.eye(2))",
        "torch.func.jvp(lambda x: torch.linalg.cholesky(x, upper=True), (n(2, 2) @ n(2, 2).mT + torch.eye(2),), (n(2, 2),))",
        "torch.func.jvp(lambda x: torch.linalg.eigh(x)[1].abs(), (n(3, 3) @ n(3, 3).mT + torch.eye(3),), (n(3, 3),))",
        "torch.func.jvp(torch.linalg.eigvalsh, (n(3, 3) @ n(3, 3).mT + torch.eye(3),), (n(3, 3),))",
        *(
            f"torch.func.jvp(lambda b_, a: torch.triangular_solve(b_, a, transpose={t})[0], (n(2, 1), torch.eye(2) + 1), (n(2, 1), n(2, 2)))"
            for t in (False, True)
        ),
        "torch.func.jacfwd(lambda x: x * torch.rand(2))(n(2))",
        "torch.func.jacfwd(torch.func.jacrev(lambda x: (x * torch.rand(2)).sum()), randomness='same')(n(2))",
        "torch.func.jacfwd(lambda x: F.max_unpool2d(x, torch.tensor([[[0, 1], [1, 3]]]), 1))(n(1, 2, 2))",
    ],
    "nested": [
        "torch.func.grad(lambda v: torch.func.jvp(lambda x: (x.sin() * x).sum(), (n(3),), (v,))[1])(n(3))",
        "torch.func.grad(lambda x: torch.func.jvp(lambda y: (y.sin() * y).sum(), (x,), (n(3),))[1])(n(3))",
        "torch.func.jvp(lambda x: torch.func.jvp(lambda y: y.exp().sum(), (x,), (n(3),))[1], (n(3),), (n(3),))",
        "torch.func.jacfwd(torch.func.jacfwd(lambda x: x.prod()))(n(3))",
        "torch.func.jacrev(torch.func.jacfwd(lambda x: x.prod()))(n(3))",
        "v = n(3); torch.func.vmap(lambda x: torch.func.jvp(torch.prod, (x,), (v,)))(n(2, 3))",
        "torch.func.jvp(torch.func.vmap(torch.prod), (n(2, 3),), (n(2, 3),))",
        "w = torch.tensor([1.0, -2.0, 0.5]); torch.func.jvp(lambda y: torch.func.grad(lambda x: (torch.func.grad(lambda z: z.logcumsumexp(0).sum())(x) * w).sum())(y), (torch.tensor([0.3, 0.7, -1.1]),), (w,))",
        "w = f(3); r = torch.func.jvp(lambda x: (x ** 3).sum(), (w,), (n(3),))[1]; torch.autograd.grad(r, w)",
        "w = f(3); r = torch.func.jvp(lambda x: (x ** 3).sum(), (n(3),), (w,))[1]; torch.autograd.grad(r, w)",
        "w = f(3); r = torch.func.jvp(lambda x: (x * w).sum(), (n(3),), (n(3),)); [torch.autograd.grad(t, w) for t in r]",
    ],
    "jvp_misuse": [
        "torch.func.jvp(torch.sin, n(3), (n(3),))",
        "torch.func.jvp(torch.sin, (), ())",
        "torch.func.jvp(torch.sin, (n(3),), [n(3)])",
        "torch.func.jvp(torch.sin, (n(3),), (n(3), n(3)))",
        "torch.func.jvp(lambda d_: d_['a'], ({'a': n(2)},), ({'b': n(2)},))",
        "torch.func.jvp(torch.sin, (1.0,), (n(3),))",
        "torch.func.jvp(torch.sin, (n(3),), (1.0,))",
        "torch.func.jvp(torch.sin, (n(3),), (n(2),))",
        "torch.func.jvp(torch.neg, (torch.arange(3),), (torch.arange(3),))",
        "torch.func.jvp(lambda x: (x, 3), (n(3),), (n(3),))",
        "torch.func.jvp(lambda x: x, (n(3),), (n(3),), has_aux=True)",
        "torch.func.jvp(lambda x: (x, 's'), (n(3),), (n(3),), has_aux=True)",
        "torch.func.jvp(lambda x: torch.ones(2), (n(3),), (n(3),), strict=True)",
        "torch.func.jacrev(torch.sin, argnums=())(n(2))",
        "torch.func.jacrev(torch.sin, argnums='a')(n(2))",
        "torch.func.jacrev(torch.sin, chunk_size=0)",
        "torch.func.jacfwd(lambda x: 3)(n(2))",
        "torch.func.grad(torch.mul, argnums=(0, 0))(n(2), n(2))",
        "torch.func.grad(lambda x: x)(3.0)",
        "torch.func.vjp(lambda x: x * 2, n(2), has_aux=True)",
        "torch.func.vjp(lambda x: (x, x), n(2))[1](n(2))",
        "torch.func.vjp(lambda x: {'a': [x]}, n(2))[1]((n(2),))",
    ],
    "vmap": [
        "torch.vmap(torch.dot)(n(2, 3), n(2, 3))",
        "torch.vmap(torch.dot, in_dims=(1, 0))(n(3, 2), n(2, 3))",
        "torch.vmap(lambda x, y: x * y, in_dims=(0, None))(n(2, 3), n(3))",
        ("torch.vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(n(2, 3))", {"shares": False}),
        "torch.func.vmap(torch.func.grad(lambda x: (x ** 2).sum()))(n(4, 3))",
        "torch.vmap(torch.vmap(torch.mul))(n(2, 3), n(2, 3))",
        "torch.vmap(lambda d_: d_['a'] + 1)({'a': n(2, 3)})",
        "torch.vmap(torch.sin, chunk_size=2)(n(5, 2))",
        "torch.vmap(torch.sin, in_dims=-1)(n(2, 3))",
        ("torch.vmap(torch.dot)(n(2, 3), n(3, 3))", {"message": False}),
        ("torch.vmap(torch.sin, in_dims=3)(n(2, 3))", {"message": False}),
        ("torch.vmap(torch.sin, in_dims=None)(n(2, 3))", {"message": False}),
        ("torch.vmap(torch.dot, in_dims=(0,))(n(2, 3), n(2, 3))", {"message": False}),
        ("torch.vmap(lambda x: x + torch.randn(()))(n(2))", {"message": False}),
        "torch.vmap(lambda x: torch.manual_seed(3) and x * 2)(n(2))",
        ("torch.vmap(lambda x: torch.manual_seed(3) and x + torch.rand(()))(n(2))", {"message": False}),
        ("torch.vmap(lambda x: x.as_strided((2,), (1,), 1))(n(2, 3))", {"shares": False}),
        ("torch.vmap(lambda x: x.as_strided((2,), (1,)))(n(2, 3)[:, 1:])", {"shares": False}),
        ("torch.vmap(torch.vmap(lambda x: x.as_strided((2,), (1,), 1)), in_dims=1)(n(2, 2, 3))", {"shares": False}),
        "torch.vmap(lambda x: x.clone().as_strided((2,), (1,), 1))(n(2, 3))",
        "torch.vmap(lambda x: x.as_strided((2,), (1,), 3))(n(2, 3))",
        "torch.vmap(lambda x: x[1:].as_strided((2, 2), (1, 1), 0))(n(2, 3))",
        "torch.vmap(lambda x: torch.tensor(x.storage_offset()))(n(2, 3))",
        "torch.vmap(lambda x: (x * 2, x.sum()))(torch.zeros(0, 3))",
        "torch.vmap(lambda x: x * 2, out_dims=1)(torch.zeros(2, 0, 3))",
        "torch.vmap(lambda x: x * 2, in_dims=1, out_dims=1)(torch.zeros(2, 0, 3))",
        "torch.vmap(lambda x: (x, x), out_dims=(0, None))(n(3, 2))",
        "torch.vmap(lambda x: x, out_dims='a')(n(2))",
        "torch.vmap(lambda x: x, out_dims=(0, 1))(n(2))",
        "torch.vmap(torch.sin, in_dims={'a': 0})(n(2))",
        "torch.vmap(lambda d_: d_['a'], in_dims=({'b': 0},))({'a': n(2)})",
        "torch.vmap(torch.mul, in_dims=(0,))(n(2), n(2))",
    ],
    "functional_call": [
        "torch.manual_seed(0); m = nn.Linear(2, 3); torch.func.functional_call(m, {'weight': torch.ones(3, 2)}, (n(4, 2),))",
        "torch.manual_seed(0); m = nn.Linear(2, 3); torch.func.functional_call(m, ({'weight': torch.ones(3, 2)}, {'bias': torch.zeros(3)}), (n(4, 2),))",
        "torch.manual_seed(0); a, b_ = torch.func.stack_module_state([nn.Linear(2, 1), nn.Linear(2, 1)]); [a, b_]",
        "torch.manual_seed(0); m = nn.Linear(2, 1); torch.func.grad(lambda p: torch.func.functional_call(m, p, (n(4, 2),)).sum())(dict(m.named_parameters()))",
    ],
}
