"""Cases of borch/nn/utils/fusion.py."""

_CONV = (
    "torch.manual_seed(8); c = nn.{}.eval(); b = nn.{}({}).eval(); b.running_mean.normal_(); b.running_var.uniform_(); "
    "b.weight.data.normal_(); b.bias.data.normal_(); b.eps = 0.1; "
)

CASES = {
    "fusion": [
        _CONV.format("Linear(2, 3, bias=False)", "BatchNorm1d", 3) + "nn.utils.fuse_linear_bn_eval(c, b).bias",
        _CONV.format("Conv2d(2, 3, 2)", "BatchNorm2d", 3)
        + "x = n(2, 2, 4, 4); [nn.utils.fuse_conv_bn_eval(c, b)(x), b(c(x))]",
        _CONV.format("Conv2d(2, 3, 2)", "BatchNorm2d", 3)
        + "g = nn.utils.fuse_conv_bn_eval(c, b); [g, g.weight, g.bias]",
        _CONV.format("Conv1d(2, 3, 2, bias=False)", "BatchNorm1d", 3)
        + "g = nn.utils.fuse_conv_bn_eval(c, b); [g(n(1, 2, 4)), g.bias]",
        _CONV.format("ConvTranspose1d(2, 3, 2)", "BatchNorm1d", 3)
        + "nn.utils.fuse_conv_bn_eval(c, b, transpose=True).weight",
        _CONV.format("Linear(2, 3)", "BatchNorm1d", 3)
        + "g = nn.utils.fuse_linear_bn_eval(c, b); [g, g.weight, g.bias]",
        _CONV.format("Linear(2, 3)", "BatchNorm1d", 1) + "nn.utils.fuse_linear_bn_eval(c, b).bias",
        _CONV.format("Linear(2, 3)", "BatchNorm1d", 2) + "nn.utils.fuse_linear_bn_eval(c, b)",
        _CONV.format("Linear(2, 3)", "BatchNorm1d", 3) + "b.train(); nn.utils.fuse_linear_bn_eval(c, b)",
        _CONV.format("Conv2d(2, 3, 2)", "BatchNorm2d", 3) + "c.train(); nn.utils.fuse_conv_bn_eval(c, b)",
    ],
}
