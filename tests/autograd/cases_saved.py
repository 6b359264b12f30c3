"""Cases of borch/autograd/graph.py: hooks on what is saved for backward, hooks on several tensors."""

CASES = {
    "saved": [
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a * b_\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a * b_\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a * a\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a * a\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.exp()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.exp()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a + b_\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a + b_\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.sin().exp()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.sin().exp()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a ** 2\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a ** 2\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.sum()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.sum()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.softmax(0)\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.softmax(0)\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.sigmoid()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.sigmoid()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a / b_\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a / b_\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = torch.cat([a, b_])\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = torch.cat([a, b_])\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.var()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.var()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a * 2\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a * 2\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.prod()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.prod()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.std()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.std()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.norm()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.norm()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.logsumexp(0)\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.logsumexp(0)\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = F.gelu(a)\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = F.gelu(a)\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a * torch.ones(3)\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a * torch.ones(3)\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = F.conv1d(a[None, None], b_[None, None])\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = F.conv1d(a[None, None], b_[None, None])\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.tanh() * b_\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.tanh() * b_\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.reshape(3, 1) @ b_.reshape(1, 3)\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.reshape(3, 1) @ b_.reshape(1, 3)\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.log().nan_to_num()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.log().nan_to_num()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.cos().cumsum(0)\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.cos().cumsum(0)\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.expand(2, 3) * b_\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.expand(2, 3) * b_\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.relu()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.relu()\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.atan2(b_)\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.atan2(b_)\ny",
        (
            "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = f(3), f(3)\nwith hooks:\n    y = a.mean()\ny.sum().backward()\nlog",
            {"grad": False},
        ),
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = a.mean()\ny",
        "log = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na, b_ = d(3), d(3)\nwith hooks:\n    y = (a * b_).exp()\ng, = torch.autograd.grad(y.sum(), a, create_graph=True)\ng",
        "a = d(3)\nwith torch.autograd.graph.saved_tensors_hooks(lambda t: 3, lambda k: k):\n    y = a.exp()\ny.sum().backward()",
        "a = d(3)\nwith torch.autograd.graph.saved_tensors_hooks(lambda t: t.add_(1), lambda k: k):\n    y = (a * 1).exp()\ny",
        "a = d(3)\nwith torch.autograd.graph.saved_tensors_hooks(lambda t: t.numpy(force=True).copy(), lambda k: torch.from_numpy(k)):\n    c_ = a.clone()\n    y = c_.exp() * c_\n    c_.add_(5)\ny",
        "a = d(3)\ny = a.exp()\ny.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t * 2)\ntorch.autograd.grad(y.sum(), a)",
        "a, b_ = d(3), d(3)\nwith torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):\n    y = torch.where(a > 0, a, b_).max(0).values\ny",
        "a = d(3)\na.exp().grad_fn._raw_saved_self",
        "a = f(3)\nwith torch.autograd.graph.save_on_cpu():\n    y = a * a.exp()\ny",
        "with torch.autograd.graph.disable_saved_tensors_hooks('no hooks, please'):\n    with torch.autograd.graph.save_on_cpu():\n        pass\n1",
        "with torch.autograd.graph.allow_mutation_on_saved_tensors():\n    a = d(3)\n    c_ = a.clone()\n    y = (c_ ** 2).sum()\n    c_.sin_()\n    g = torch.autograd.grad(y, a)\ng",
        "with torch.autograd.graph.allow_mutation_on_saved_tensors():\n    a = d(3)\n    y = (a ** 2).sum()\ny.backward()",
        "with torch.autograd.graph.allow_mutation_on_saved_tensors():\n    with torch.autograd.graph.allow_mutation_on_saved_tensors():\n        pass\n1",
        "with torch.autograd.graph.allow_mutation_on_saved_tensors() as c_:\n    y = (d(3) ** 2).sum()\n    c_.clear()\n    y.backward()\n1",
        "a = d(3)\nwith torch.autograd.graph.save_on_cpu():\n    y = a.exp().sum()\ny.backward()\ny.backward()",
        "class Plain(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a):\n        ctx.save_for_backward(a)\n        return a * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g * ctx.saved_tensors[0]\nlog = []\ndef pack(t):\n    log.append(tuple(t.shape))\n    return t * 10\ndef unpack(t):\n    log.append('back')\n    return t / 10\nhooks = torch.autograd.graph.saved_tensors_hooks(pack, unpack)\na = f(3)\nwith hooks:\n    y = Plain.apply(a)\ny.sum().backward()\nlog, a.grad",
        "torch.autograd.graph.saved_tensors_hooks(lambda t: t)",
    ],
    "graph": [
        "a, b_ = f(3), f(3)\nc_ = a * b_\ne_ = torch.autograd.graph.get_gradient_edge(c_)\ntorch.autograd.grad(c_.sum(), e_)",
        "a, b_ = f(3), f(3)\nc_ = a * b_\ne_ = torch.autograd.graph.get_gradient_edge(c_)\ntorch.autograd.grad(e_, (a, b_), torch.ones(3))",
        "a = f(3)\ntorch.autograd.grad((a * a).sum(), torch.autograd.graph.get_gradient_edge(a))",
        "a = f(3)\nv, k_ = a.sort()\ntorch.autograd.grad(v.exp().sum(), [torch.autograd.graph.get_gradient_edge(v), a])",
        "res = []\na, b_ = f(2), f(2)\nc_, e_ = a * b_, a * b_\nh_ = torch.autograd.graph.register_multi_grad_hook((a, b_, c_, e_), lambda gs: res.append(gs))\nc_.sum().backward(retain_graph=True)\nc_.sum().backward(inputs=(a,), retain_graph=True)\nh_.remove()\nc_.sum().backward()\nres",
        "res = []\na, b_ = f(2), f(2)\nc_ = a * b_\nh_ = torch.autograd.graph.register_multi_grad_hook((a, b_, c_), lambda g: res.append(g), mode='any')\nc_.sum().backward(retain_graph=True)\nc_.sum().backward()\nres",
        "torch.autograd.graph.register_multi_grad_hook((f(2),), print, mode='some')",
        "res = []\na, b_ = f(2), f(2)\nb_.register_hook(lambda g: res.append(1))\n(a * b_).sum().backward(inputs=(a,))\nres",
        "torch.autograd.graph.get_gradient_edge(n(2))",
        "torch.autograd.graph.get_gradient_edge(f(2) * 2).output_nr",
        "f(2).exp().grad_fn.name()",
        "(f(2) * 2).grad_fn.next_functions[0][0].name()",
        *(
            f"a = f(2)\nh = a * 2\ny = (h * h).sum()\nE = torch.autograd.graph.get_gradient_edge\n{line}\n[a.grad]"
            for line in (
                "torch.autograd.backward(y, inputs=[E(a)])",
                "y.backward(inputs=E(a))",
                "torch.autograd.backward(E(h), torch.ones(2))",
                "torch.autograd.backward([E(h), y], [torch.ones(2), None])",
                "torch.autograd.backward([E(h)])",
                "torch.autograd.backward(y, inputs=[E(h), a])",
            )
        ),
        "torch.autograd.SavedTensor()",
        "a = f(2)\nisinstance(a.exp().grad_fn._raw_saved_result, torch.autograd.SavedTensor)",
    ],
    "anomaly": [
        # the lines that lead to the forward call, the last of them the call's own; what they say of this file differs
        "a = f(2)\nwith torch.autograd.set_detect_anomaly(True):\n    y = a.exp()\n[line.count('File') for line in y.grad_fn.metadata['traceback_'][-1:]]",
        "a = f(2)\nwith torch.autograd.set_detect_anomaly(False):\n    y = a.exp()\nlen(y.grad_fn.metadata)",
        "a = f(2)\nwith torch.autograd.set_detect_anomaly(True):\n    y = a.exp()\n    y.detach().mul_(2)\n    y.sum().backward()\ny",
        "class Own(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a):\n        return a * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g\na = f(2)\nwith torch.autograd.set_detect_anomaly(True):\n    y = Own.apply(a)\n'traceback_' in y.grad_fn.metadata",
    ],
    "read_and_not_kept": [
        f"i = torch.rand({shape}, requires_grad=True) * 1; out = {call}; i.add_(1); out.sum().backward()"
        for shape, call in (
            ("3, 4", "F.nll_loss(i, torch.tensor([0, 1, 2]))"),
            ("1, 1, 4, 4", "F.max_pool2d(i, 2)"),
            ("1, 1, 4, 4", "F.avg_pool2d(i, 2)"),
            ("1, 1, 4, 4", "F.adaptive_avg_pool2d(i, 2)"),
            ("1, 1, 4, 4", "F.adaptive_max_pool2d(i, 2)"),
            ("1, 1, 4, 4, 4", "F.max_pool3d(i, 2)"),
            ("1, 1, 4, 4, 4", "F.avg_pool3d(i, 2)"),
            ("1, 1, 4, 4", "F.pad(i, (1, 1), mode='reflect')"),
            ("1, 1, 4, 4", "F.interpolate(i, scale_factor=2, mode='bilinear')"),
            ("3, 4", "F.relu(i)"),
            ("3, 4", "F.hardtanh(i)"),
        )
    ],
    "order_of_hooks": [
        "x = torch.ones(2, requires_grad=True); y = x * 2; seen = []; y.grad_fn.register_prehook(lambda g: seen.append('node')); y.register_hook(lambda g: seen.append('tensor')); y.sum().backward(); seen",
    ],
}
