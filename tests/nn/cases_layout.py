"""Results laid out in memory as torch's: channels last where those of the input or of the weight are."""

OPTIONS = {"strides": True, "grad": False}

LAST, LAST3 = ".to(memory_format=torch.channels_last)", ".to(memory_format=torch.channels_last_3d)"
X, X3 = f"d(2, 4, 6, 6){LAST}", f"d(2, 4, 5, 5, 5){LAST3}"

# operands of one shape in several orders, with gaps, with axes that repeat
ORDERS = (
    "d(2, 3, 4)", "d(4, 3, 2).transpose(0, 2)", "d(3, 2, 4).transpose(0, 1)", "d(4, 6, 4)[::2, ::2]",
    "d(2, 1, 4).expand(2, 3, 4)", "d(4, 3, 1).transpose(0, 2)", "d(4)",
)  # fmt: skip

CASES = {
    "two operands": [f"{a} + {b}" for a in ORDERS for b in ORDERS if {a, b} - set(ORDERS[5:])],
    "without recording": [
        f"with torch.no_grad():\n    r = {call}\nr"
        for call in (f"torch.atan2({ORDERS[1]}, {ORDERS[0]})", f"torch.clamp({ORDERS[1]}, {ORDERS[0]}, {ORDERS[0]})")
    ],
    "three operands": [
        call.format(*some)
        for call in (
            "torch.where({0} > 0, {1}, {2})",
            "torch.addcmul({0}, {1}, {2})",
            "torch.lerp({0}, {1}, {2})",
            "torch.clamp({0}, {1}, {2})",
            "torch.addcdiv({0}, {1}, {2})",
        )
        for some in (
            (ORDERS[1], ORDERS[0], ORDERS[2]),
            (ORDERS[0], ORDERS[1], ORDERS[1]),
            (ORDERS[6], ORDERS[2], ORDERS[0]),
            (ORDERS[3], ORDERS[1], ORDERS[4]),
            (ORDERS[4], ORDERS[5], ORDERS[3]),
        )
    ],
    "what follows of the order": [
        "(n(2, 3).t() + n(3, 2)).view(-1)",
        "(n(3, 2) + n(2, 3).t()).view(-1)",
        "(n(2, 3).t() * n(3, 2)).is_contiguous()",
        "x = n(3, 3); (x + x.t()).stride(), (x.t() + x).stride()",
    ],
    "convolutions": [
        f"F.conv2d({X}, d(8, 4, 3, 3))",
        f"F.conv2d({X}, d(8, 4, 3, 3), d(8), 2, 1)",
        f"F.conv2d(d(2, 4, 6, 6), d(8, 4, 3, 3){LAST})",
        f"F.conv2d({X}, d(4, 1, 3, 3), groups=4)",
        f"F.conv2d(d(2, 1, 6, 6){LAST}, d(8, 1, 3, 3))",
        f"F.conv2d({X}[:, :2], d(8, 2, 3, 3))",
        f"F.conv2d({X}[0], d(8, 4, 3, 3))",
        "F.conv2d(d(2, 4, 6, 6).transpose(2, 3), d(8, 4, 3, 3))",
        "F.conv2d(d(1, 4, 1, 1).expand(2, 4, 5, 5), d(8, 4, 3, 3))",
        f"F.conv_transpose2d({X}, d(4, 8, 3, 3))",
        f"F.conv3d({X3}, d(8, 4, 3, 3, 3))",
        f"F.conv3d(f(2, 4, 5, 5, 5){LAST3}, f(8, 4, 3, 3, 3))",
        f"F.conv_transpose3d({X3}, d(4, 8, 3, 3, 3))",
        f"F.conv_transpose3d(f(2, 4, 5, 5, 5){LAST3}, f(4, 8, 3, 3, 3))",
        f"F.conv2d(bf(2, 4, 6, 6){LAST}, bf(8, 4, 3, 3))",
        f"F.conv2d({X}, d(8, 4, 3, 3)).view(2, -1)",
        f"F.dropout(F.conv2d({X}, d(8, 4, 3, 3)))",
    ],
    "normalisation": [
        f"F.group_norm({X}, 2)",
        f"F.group_norm({X3}, 2, d(4), d(4))",
        "F.group_norm(d(2, 6, 4).transpose(1, 2), 2)",
        f"F.batch_norm({X}, None, None, training=True)",
        "F.batch_norm(d(2, 6, 4).transpose(1, 2), None, None, training=True)",
        "F.batch_norm(d(2, 6, 4).transpose(1, 2), n(4), n(4).abs())",
        "F.dropout(F.batch_norm(d(2, 6, 4).transpose(1, 2), None, None, training=True))",
    ],
    "pools": [
        f"F.adaptive_max_pool2d({X}, 2)",
        f"F.adaptive_max_pool2d({X}, 2, return_indices=True)",
        f"F.adaptive_avg_pool2d({X}, 2)",
        f"F.avg_pool3d({X3}, 2)",
        f"F.max_pool3d({X3}, 2)",
    ],
    "moved": [
        f"F.pad({X}, (1, 1, 1, 1))",
        f"F.pad({X}, (-1, -1))",
        f"F.pad({X}, (1, 1, 1, 1), mode='reflect')",
        f"F.pad({X}, (1, 1, 1, 1), mode='replicate')",
        f"F.pad({X}, (1, 1, 1, 1), mode='circular')",
        f"F.pad({X3}, (1, 1, 1, 1, 1, 1), mode='replicate')",
        f"F.pixel_shuffle(d(2, 8, 3, 3){LAST}, 2)",
        f"F.pixel_unshuffle({X}, 2)",
        f"F.channel_shuffle({X}, 2)",
        f"{X}.roll(1, 2)",
        f"{X}.roll(0, 1)",
        "d(3, 4).t().roll(1, 0)",
    ],
    "to a memory format": [
        f"{X}.to(memory_format=torch.contiguous_format)",
        f"{X}[:, :2].to(memory_format=torch.contiguous_format)",
        f"{X}[:, :2]{LAST}",
        f"{X3}{LAST}",
    ],
    "of modules": [
        f"nn.Conv2d(4, 8, 3){LAST}.weight.detach()",
        f"nn.Conv2d(4, 8, 3){LAST}(d(2, 4, 6, 6).float())",
        f"nn.Conv3d(1, 1, 1){LAST}",
        f"nn.utils.parameters_to_vector([d(2, 4, 3, 3){LAST}])",
        f"nn.Linear(2, 2){LAST}.weight.detach()",
    ],
    "dim_order": [
        "torch.zeros(1, 2, 3, 4).dim_order(ambiguity_check=True)",
        "torch.zeros(2, 3, 3, 4).dim_order(ambiguity_check=True)",
        f"torch.zeros(2, 3, 3, 4){LAST}.dim_order(ambiguity_check=True)",
        "torch.zeros(1, 2, 3, 4).dim_order(ambiguity_check=[torch.contiguous_format, torch.channels_last])",
        "torch.zeros(1, 2, 3, 4).dim_order(ambiguity_check=[])",
        "torch.zeros(1, 2, 3, 4).dim_order(ambiguity_check='x')",
        "torch.zeros(1, 2, 3, 4).dim_order(ambiguity_check=[3])",
        "torch.zeros(3).expand(2, 3).dim_order(ambiguity_check=True)",
        "torch.zeros(3).expand(2, 3).dim_order()",
        "torch.zeros(20).as_strided((2, 2, 2), (4, 4, 2)).dim_order(ambiguity_check=True)",
    ],
}
