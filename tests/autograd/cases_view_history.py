"""Cases of borch/_core/view.py: what becomes of a view's history when recording is off, and when its base changes."""

LOOK = "\n(v.requires_grad, v.is_leaf, type(v.grad_fn).__name__, v._is_view(), v._version)"
NEXT = "\ny = v * 2\n[y.requires_grad, type(y.grad_fn).__name__, str(y.grad_fn.next_functions[0][0]).split(' ')[0]]"
LEAF = "x = torch.ones(3, requires_grad=True)\n"
INNER = "x = torch.ones(4, requires_grad=True) * 1\n"
PLAIN = "x = torch.ones(3)\n"
VIEW = "with torch.no_grad():\n    v = x.view(-1)\n"
WRITE = "with torch.no_grad():\n    x.add_(1)\n"
GRAD = {"grad": False}

CASES = {
    "view_unrecorded": [
        (LEAF + VIEW + LOOK, GRAD),
        (LEAF + VIEW + "v", GRAD),
        (LEAF + VIEW + NEXT, GRAD),
        (LEAF + VIEW + "v.numpy()", GRAD),
        (LEAF + VIEW + "v.add_(1)", GRAD),
        (LEAF + VIEW + "with torch.no_grad():\n    v.add_(1)\nx", GRAD),
        (LEAF + VIEW + "(v * v).sum().backward()\n(x.grad, v.grad)", GRAD),
        (LEAF + VIEW + "torch.autograd.grad((v * v).sum(), x)", GRAD),
        (LEAF + VIEW + "torch.autograd.grad((v * v).sum(), v)", GRAD),
        (LEAF + VIEW + "torch.autograd.grad((v * v).sum(), v, allow_unused=True)", GRAD),
        (LEAF + VIEW + "v.backward(torch.ones(3))", GRAD),
        (LEAF + VIEW + "v.requires_grad_()\n(v * v).sum().backward()\n(x.grad, v.grad)", GRAD),
        (LEAF + VIEW + "v.requires_grad_(False)" + LOOK, GRAD),
        (LEAF + VIEW + "v = v[1:]" + LOOK, GRAD),
        (LEAF + VIEW + "v = v[1:]\nv.add_(1)", GRAD),
        (LEAF + VIEW + "v = v.unbind(0)[0]\nv.add_(1)", GRAD),
        (LEAF + "with torch.no_grad():\n    v = x.detach()" + LOOK, GRAD),
        (LEAF + "with torch.no_grad():\n    v = x.view(torch.int32)" + LOOK, GRAD),
        (LEAF + "with torch.no_grad():\n    v = x * 2" + LOOK, GRAD),
        (PLAIN + VIEW + "x.requires_grad_()" + LOOK, GRAD),
        (PLAIN + "v = x.view(-1)\nx.requires_grad_()" + LOOK, GRAD),
        (PLAIN + "v = x.view(-1)\nx.requires_grad_()\nv.add_(1)", GRAD),
        (PLAIN + VIEW + "v.mul_(torch.ones(3, requires_grad=True))", GRAD),
        (PLAIN + "v = x.unbind(0)[0]\nv.mul_(torch.tensor(1.0, requires_grad=True))", GRAD),
        (INNER + "with torch.inference_mode():\n    v = x.view(-1)\nv.add_(1)", GRAD),
        (INNER + "with torch.inference_mode():\n    v = x.view(-1)\nv = v[1:]\nv.add_(1)", GRAD),
    ],
    "view_of_changed_base": [
        (INNER + VIEW + "x.add_(1)\nv.requires_grad", GRAD),
        (INNER + VIEW + "x.add_(1)\nv.is_leaf", GRAD),
        (INNER + VIEW + "x.add_(1)\nv * 2", GRAD),
        (INNER + VIEW + WRITE + "v * 2", GRAD),
        (INNER + VIEW + WRITE + "v = v[1:]\nv.grad_fn", GRAD),
        (INNER + "v = x.view(2, 2)\n" + WRITE + LOOK, GRAD),
        (INNER + "v = x.view(2, 2)\n" + WRITE + NEXT, GRAD),
        (INNER + "v = x.view(2, 2)\nwith torch.no_grad():\n    v.t_()" + LOOK, GRAD),
        (INNER + "v = x.chunk(2)[0]\n" + WRITE + "v.requires_grad", GRAD),
        (INNER + "v = x.chunk(2)[0]\n" + WRITE + "v * 2", GRAD),
        (INNER + "v = x.chunk(2)[0]\n" + WRITE + "with torch.no_grad():\n    y = v * 2\ny", GRAD),
        (INNER + "v = x.chunk(2)[0]\n" + WRITE + "torch.autograd.grad(x.sum(), v)", GRAD),
        (INNER + "v = x.detach()\nx.add_(1)" + LOOK, GRAD),
        "x = f(2, 3)\ny = x * 1\nv = y[0]\nwith torch.no_grad():\n    y.mul_(2)\nv * v",
        "x = d(2, 3)\ny = x * 1\nv = y[:, 1:]\ny.exp_()\nv * y[:, :2]",
    ],
    "view_whose_history_is_lost": [
        *[
            (start + "with torch.no_grad():\n    v = x[:2]\n    x.add_(1)\n" + rest, GRAD)
            for start in (LEAF, INNER)
            for rest in (
                "v",
                "str(v)",
                "v.grad_fn",
                "v.requires_grad_()",
                "v.requires_grad",
                "v.sum()",
                "v.register_hook(lambda g: g)",
                "v.detach()",
            )
        ],
    ],
    "leaf_that_stops_requiring": [
        ("x = torch.ones(2, requires_grad=True)\ny = x * 2\nx.requires_grad_(False)\ny.sum().backward()\nx.grad", GRAD),
        ("x = torch.ones(2, requires_grad=True)\ny = x * 2\nx.detach_()\ny.sum().backward()\nx.grad", GRAD),
        ("x = torch.ones(2, requires_grad=True)\nx.set_(x)", GRAD),
        ("x = torch.ones(2, requires_grad=True)\nx.view(-1).set_(torch.ones(3))", GRAD),
        ("x = torch.ones(2, requires_grad=True)\nwith torch.no_grad():\n    x.set_(torch.ones(3))\nx", GRAD),
    ],
    "saved_and_changed": [
        (f"w = torch.ones(2, 2, requires_grad=True)\n{text}\n{last}.sum().backward()", GRAD)
        for text, last in (
            ("a = w * 2\nb = a**2\na += 1", "b"),
            ("a = w * 2\nb = a**2\na[0] = 1", "b"),
            ("a = w * 2\nb = a**2\na[a > 0] = 0", "b"),
            ("a = w * 2\nb = a**2\na.copy_(w)", "b"),
            ("a = w * 2\nb = a**2\na.fill_(0)", "b"),
            ("a = w * 2\nb = a**2\na.t_()", "b"),
            ("a = w * 2\nb = a**2\nwith torch.no_grad():\n    a += 1", "b"),
            ("a = w * 2\nv = a[0]\nb = v**2\nv += 1", "b"),
            ("a = w * 2\nv = a[0]\nb = v**2\nwith torch.no_grad():\n    a += 1", "b"),
            ("a = w.sigmoid()\na += 1", "a"),
            ("b = w**2\nwith torch.no_grad():\n    w += 1", "b"),
            ("c = torch.ones(2, 2)\nb = w * c\nc += 1", "b"),
            ("c = torch.ones(2, 2)\nb = w * c\nc += w", "b"),
            ("c = (w * 2).max(0)[0]\nb = c**2\nc.mul_(2)", "b"),
            ("a = F.linear(w, w)\nb = a * a\na.relu_()", "b"),
            ("a = F.linear(w, w)\nb = a.softmax(1)\nb[0] = 1", "b"),
        )
    ],
    "saved_by_torch": [
        (
            f"x, y = torch.ones(2, 2, requires_grad=True) * 1, torch.ones(2, 2, requires_grad=True) * 1\n"
            f"j = torch.tensor([1, 0])\no = {text}\nwith torch.no_grad():\n    {name}.mul_(1)\no.sum().backward()",
            GRAD,
        )
        for text in (
            "x.gather(0, j[None])", "x.take(j)", "x.index_add(0, j, y)", "x.index_copy(0, j, y)", "x.cummax(0)[0]",
            "x.index_select(0, j)", "x.cumsum(0)", "torch.linalg.solve(torch.eye(2) + x, y)",
        )
        for name in ("x", "y", "j", "o")
        if name == "o" or (name in text and not ("solve" in text and name == "y"))
    ],
    "turned_in_place": [
        ("x = torch.ones(1, 3)\nx.t_().stride()", GRAD),
        ("x = torch.ones(2, 1, 3)\nx.transpose_(0, 2).stride()", GRAD),
        ("torch.ones(2, 2, 2).t_()", GRAD),
        ("torch.ones(3).expand(2, 3).t_()", GRAD),
        ("torch.ones(3).expand(1, 2, 3).squeeze_(0)", GRAD),
        "x = f(4)\nx.narrow(0, 0, 1).as_strided((2,), (1,))",
        "x = f(2, 3)\nx.sum(0).unbind(0)[0].as_strided((2,), (1,))",
        "x = f(2, 3)\nx[1].as_strided((2,), (1,))",
        "x = f(2, 3)\nx[1].as_strided((2,), (1,), 1)",
        ("torch.tensor(1.0).unflatten(1, (1,))", GRAD),
        ("torch.ones(())[[0, 0]]", GRAD),
        ("x = torch.ones(())\nx[[0]] = 1", GRAD),
        ("torch.ones(2, 1).index_copy(0, torch.tensor([0]), torch.ones(1, 2))", GRAD),
        ("torch.ones(2, 2, 1).index_copy(1, torch.tensor([0]), torch.ones(3, 1, 1))", GRAD),
        ("torch.ones(2, 2, 1).index_copy_(1, torch.tensor([0]), torch.tensor(1.0))", GRAD),
    ],
}  # fmt: skip
