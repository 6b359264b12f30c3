"""Cases of borch/nn/functional/norm.py and borch/nn/modules/norm.py."""

CASES = {
    "layer_norm": [
        "F.layer_norm(d(4, 5), (5,))",
        "F.layer_norm(d(4, 5), (5,), d(5), d(5))",
        "F.layer_norm(d(4, 5), (5,), d(5))",
        ("F.layer_norm(d(4, 5), (5,), None, d(5))", {"second": False}),  # torch cannot
        "F.layer_norm(d(2, 3, 4), (3, 4), d(3, 4), d(3, 4), 0.1)",
        "F.layer_norm(d(2, 3, 4), [2, 3, 4])",
        "F.layer_norm(d(5), (5,), d(5), d(5))",
        ("F.layer_norm(d(4, 1), (1,), d(1), d(1))", {"atol": 1e-12}),
        "F.layer_norm(d(0, 5), (5,), d(5), d(5))",
        "F.layer_norm(d(5, 4).t(), (5,), d(5), d(5))",
        "F.layer_norm(f(3, 4, 8), (8,), f(8), f(8))",
        "F.layer_norm(bf(3, 8), (8,), bf(8), bf(8))",
        "F.layer_norm(h(3, 8), (8,))",
        "F.layer_norm(f(4, 5), (4,))",
        "F.layer_norm(f(4, 5), 5)",
        "F.layer_norm(f(4, 5), ())",
        "F.layer_norm(f(4, 5), (5,), f(4))",
        "F.layer_norm(f(4, 5), (5,), None, f(4))",
        "F.layer_norm(f(5), (4, 5))",
        "F.layer_norm(i(4, 5), (5,))",
        "torch.native_layer_norm(d(4, 5), (5,), d(5), d(5), 1e-5)[1]",
    ],
    "LayerNorm": [
        ("nn.LayerNorm(5)(f(4, 5))", {"rtol": 3e-4}),
        "nn.LayerNorm((3, 5), eps=0.1)(f(2, 3, 5))",
        "nn.LayerNorm([5], elementwise_affine=False)(f(4, 5))",
        "nn.LayerNorm(5, bias=False)(f(4, 5))",
        "nn.LayerNorm((3, 5), eps=0.1, bias=False)",
        "nn.LayerNorm(5, elementwise_affine=False)",
        "list(nn.LayerNorm(5).state_dict())",
        "list(nn.LayerNorm(5, bias=False).state_dict())",
        "nn.LayerNorm(4)(f(2, 5))",
    ],
}
