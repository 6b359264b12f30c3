"""Subclasses of Tensor in ops, what is told to `__torch_function__`, and modes."""

SUBCLASS = "class S(torch.Tensor):\n    pass\ns = torch.ones(2).as_subclass(S)\n"
ASKED = """names = []
class L(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        names.append(func.__name__)
        return super().__torch_function__(func, types, args, kwargs or {})
l = torch.ones(2, 2).as_subclass(L)
r = """
MODE = """names = []
class Log(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        names.append(func.__name__)
        return func(*args, **(kwargs or {}))
with Log():
    """
REFUSING = """class A(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented
a = torch.ones(2).as_subclass(A)
"""
OWN = """class Q:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func.__name__, [t.__name__ for t in types]
class S(torch.Tensor):
    pass
"""

KEPT = (
    "type(s+1).__name__",
    "type(s.sum()).__name__",
    "type(torch.add(s,1)).__name__",
    "type(torch.add(torch.ones(2),s)).__name__",
    "type(torch.max(s,0).values).__name__",
    "type(s[0]).__name__",
    "type(s.view(2,1)).__name__",
    "type(s.detach()).__name__",
    "type(s.clone()).__name__",
    "type(torch.stack([s,s])).__name__",
    "type(torch.cat([torch.ones(2),s])).__name__",
    "type(torch.nn.functional.relu(s)).__name__",
    "type(s.numpy()).__name__",
    "type(s.add_(1)).__name__",
    "type(s.T).__name__",
    "type(s.grad).__name__",
    "type(s.data).__name__",
    "type(s.split(1)[0]).__name__",
    "type(s.to(torch.float64)).__name__",
    "type(s.new_zeros(2)).__name__",
    "type(torch.zeros_like(s)).__name__",
    "type(s.shape).__name__",
    "type(s==1).__name__",
    "type(torch.where(s>0,s,s)).__name__",
    "type(s@s).__name__",
    "type(torch.einsum('i,i->',s,s)).__name__",
    "type(torch.linalg.norm(s)).__name__",
    "type(1+s).__name__",
    "type(2**s).__name__",
    "type(torch.nn.functional.linear(s,torch.ones(3,2))).__name__",
    "type(torch.nn.functional.softmax(s,0)).__name__",
    "type(torch.nn.functional.mse_loss(s,s)).__name__",
    "type(torch.fft.fft(s)).__name__",
    "type(torch.special.expit(s)).__name__",
    "type(torch.sort(s)).__name__",
    "type(torch.sort(s)[0]).__name__",
    "type(torch.unique(s)).__name__",
    "type(torch.broadcast_to(s,(2,2))).__name__",
    "type(torch.meshgrid(s,s,indexing='ij')[0]).__name__",
    "type(torch.nn.Parameter(torch.ones(2))*1).__name__",
    "type(s.requires_grad_()).__name__",
    "type((torch.ones(2,requires_grad=True)*s).sum()).__name__",
)
TOLD = (
    "type(l+1).__name__",
    "type(torch.sin(l)).__name__",
    "type(l.sum()).__name__",
    "type(l[0]).__name__",
    "type(l.T).__name__",
    "type(l.shape).__name__",
    "type(l@l).__name__",
    "type(torch.nn.functional.relu(l)).__name__",
    "l.add_(1).sum().item()",
    "type(torch.cat([l,l])).__name__",
    "type(l.grad).__name__",
    "type(l.unbind()[0]).__name__",
    "type(torch.max(l,0)).__name__",
    "type(torch.nn.functional.linear(l,l)).__name__",
    "type(torch.nn.functional.dropout(l,.5)).__name__",
    "type(-l).__name__",
    "type(l>0).__name__",
    "bool((l>0).all())",
    "len(l)",
    "type(l.mean(0)).__name__",
    "type(torch.mean(l)).__name__",
)

MARKED = "import copy\n" + SUBCLASS + "s.bar = 2\nt = torch.arange(3.)\nt.foo = 1\n"
ATTRIBUTES = (
    "[t.__dict__, vars(s), torch.nn.Parameter(t).__dict__, isinstance(s.__dict__, dict)]",
    "t.__dict__ = {'q': 1}\n[t, t.q, hasattr(t, 'foo')]",
    "s.__dict__ = copy.copy(t.__dict__)\n[type(s).__name__, s.sum(), s.foo, hasattr(s, 'bar')]",
    "t.__dict__.update(z=3, _m=4)\n[t.z, t._m, t.__dict__]",
    "t.__dict__['foo'] = 5\ndel s.__dict__['bar']\n[t.foo, hasattr(s, 'bar')]",
    "t._m = [1]\nu = copy.deepcopy(t)\nu._m.append(2)\n[u, u.__dict__, t.__dict__]",
    "t._m = 1\nu = copy.copy(t)\n[u, u.__dict__]",
    "[s.detach().__dict__, (t + 1).__dict__, t.view(3).__dict__]",
    "p = torch.nn.Parameter(t)\n(p * 2).sum().backward()\n[p.__dict__, copy.deepcopy(p).grad]",
    "setattr(t, '__dict__', 3)",
    "[t.__dict__.pop('foo'), dict(t.__dict__), t.__dict__.setdefault('a', 1), t.a, {**t.__dict__}, t.__dict__.copy()]",
    "r = [t.__dict__.pop('foo'), t.__dict__.pop('no', 5), t.__dict__.pop('none', None)]\n[r, t.__dict__, hasattr(t, 'foo')]",
    "t.__dict__.pop('no')",
    "t.__dict__ |= {'b': 2}\nt.__dict__.popitem()\nu = t.__dict__.copy()\nt.__dict__.clear()\n[u, t.__dict__, hasattr(t, 'foo')]",
)

NAMES = (
    "torch.add F.conv2d F.linear torch.special.erf torch.zeros F.softmax torch.softmax "
    "torch.Tensor.softmax torch.Tensor.add_ torch.Tensor.__add__ torch.Tensor.__getitem__ torch.Tensor.T.__get__ "
    "torch.Tensor.requires_grad.__set__ torch.linalg.det torch.fft.fft torch.einsum torch.norm nn.init.ones_ "
    "torch.tensor torch.is_tensor torch.manual_seed nn.Linear len torch.layer_norm torch.split "
    "torch.Tensor.new_zeros torch.ops.aten.sin.default torch.randn_like F.upsample"
)

CASES = {
    "names and the ignored": [
        f"f = {name}; [torch.overrides.resolve_name(f), f in torch.overrides.get_ignored_functions()]"
        for name in NAMES.split()
    ],
    "kept": [SUBCLASS + line for line in KEPT],
    "told": [ASKED + line + "\n[str(r), names]" for line in TOLD],
    "attributes": [MARKED + line for line in ATTRIBUTES],
    "others": [
        SUBCLASS + "[type(v).__name__ for v in s]",
        SUBCLASS + "repr(s)",
        SUBCLASS + "[isinstance(torch.default_generator, torch.Generator), isinstance(torch.FloatTensor, type)]",
        SUBCLASS
        + "class T(S):\n    pass\nt = torch.ones(2).as_subclass(T)\n[type(s + t).__name__, type(t + s).__name__]",
        SUBCLASS + "class U(torch.Tensor):\n    pass\ns + torch.ones(2).as_subclass(U)",
        SUBCLASS + "with torch._C.DisableTorchFunctionSubclass():\n    r = type(s + 1).__name__\nr",
        SUBCLASS + "type(torch.nn.Parameter(torch.ones(2)) + 1).__name__",
        SUBCLASS
        + "w = torch.ones(2, requires_grad=True)\n(w.as_subclass(S) * 2).sum().backward()\n[type(w.grad).__name__, w.grad]",
        REFUSING + "torch.add(a, 1)",
        REFUSING + "a.sum()",
        MODE + "torch.add(torch.ones(2), 2)\nnames",
        MODE + "torch.ones(2)[0] + 1\nnames",
        MODE + "torch.nn.functional.relu(torch.ones(2)).sum()\nnames",
        OWN + "torch.add(Q(), 1)",
        OWN + "torch.cat([Q(), torch.ones(1)])",
        OWN + "[torch.is_tensor(Q()), torch.is_storage(Q()), torch.is_tensor(torch.ones(1))]",
        MODE + "torch.is_tensor(torch.ones(1)), torch.get_default_dtype(), torch.is_grad_enabled()\nnames",
        SUBCLASS + "len(torch.overrides.get_default_nowrap_functions()) > 0",
        SUBCLASS
        + "[torch.overrides.has_torch_function((v,)) for v in (s, torch.ones(1), torch.nn.Parameter(torch.ones(1)))]",
    ],
}
