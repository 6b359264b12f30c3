"""Cases of borch/nn/functional/activation.py and borch/nn/modules/activation.py."""

_ODD = "torch.tensor([float('nan'), float('inf'), float('-inf'), 0.0, -0.0, 1e-30, 30.0, -30.0])"

CASES = {
    "relu": [
        "F.relu(d(3, 4))",
        "torch.relu(f(3, 4))",
        "torch.relu(torch.tensor([0.0, -0.0, 1.0], requires_grad=True))",
        f"torch.relu({_ODD})",
        "F.relu(d(3, 4).clone(), inplace=True)",
        "torch.relu(i(5))",
        "torch.relu(b(3))",
        "torch.relu(bf(4))",
        "torch.relu(h(4))",
        "torch.relu(f())",
        "torch.relu(f(0, 3))",
        "f(3).clone().relu_()",
        "nn.ReLU()(f(3))",
        "nn.ReLU(inplace=True)",
        "nn.ReLU()",
    ],
    "gelu": [
        "F.gelu(d(3, 4))",
        "F.gelu(d(3, 4) * 3)",
        "F.gelu(d(3, 4), approximate='tanh')",
        "F.gelu(f(100) * 4)",
        "F.gelu(f(100) * 4, approximate='tanh')",
        f"F.gelu({_ODD})",
        f"F.gelu({_ODD}, approximate='tanh')",
        "F.gelu(f())",
        "F.gelu(d(0, 3))",
        "F.gelu(d(4, 3).t())",
        "F.gelu(bf(8))",
        "F.gelu(h(8))",
        "F.gelu(f(3), approximate='sigmoid')",
        "F.gelu(i(3))",
        "nn.GELU()(d(4))",
        "nn.GELU('tanh')(d(4))",
        "nn.GELU()",
        "nn.GELU('tanh')",
    ],
}
