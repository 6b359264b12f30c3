"""Cases of borch/nn/functional/resample.py and grid.py, and of borch/nn/modules/resample.py."""

_SIZES = ("(3, 7)", "(5, 4)", "(9, 11)")
_G2 = "u(2, 3, 4, 2) * 3 - 1.5"
_G3 = "u(1, 2, 3, 2, 3) * 3 - 1.5"
_EDGES = "torch.tensor([[[[-1.0, -1.0], [1.0, 1.0], [-2.0, 0.5], [0.3, 7.0]]]], dtype=torch.float64)"

CASES = {
    "places": [
        "F.interpolate(torch.arange(345.0)[None, None], size=270, mode='linear')[..., ::7]",
        "F.interpolate(torch.arange(100.0)[None, None], size=333, mode='linear')[..., ::7]",
        "F.interpolate((torch.arange(690.0) ** 1.5).reshape(1, 1, 2, 345), size=(2, 270), mode='bicubic')[..., ::7]",
        "F.interpolate((torch.arange(690.0) ** 1.5).reshape(1, 1, 2, 345), size=(3, 270), mode='bilinear')[..., ::7]",
    ],
    "interpolate": [
        *[
            f"F.interpolate(d(2, 3, 5), {s}, mode='{m}')"
            for s in (3, 8)
            for m in ("nearest", "nearest-exact", "linear", "area")
        ],
        *[
            f"F.interpolate(d(2, 1, 5, 6), {s}, mode='{m}')"
            for s in _SIZES
            for m in ("nearest", "nearest-exact", "bilinear", "bicubic", "area")
        ],
        *[
            f"F.interpolate(d(2, 1, 5, 6), {s}, mode='{m}', align_corners=True)"
            for s in _SIZES
            for m in ("bilinear", "bicubic")
        ],
        *[
            f"F.interpolate(d(1, 1, 5, 6), {s}, mode='{m}', antialias=True)"
            for s in _SIZES
            for m in ("bilinear", "bicubic", "lanczos")
        ],
        "F.interpolate(d(1, 1, 5, 6), (3, 3), mode='bilinear', antialias=True, align_corners=True)",
        "F.interpolate(d(1, 2, 3, 4, 2), (5, 3, 4), mode='trilinear')",
        "F.interpolate(d(1, 2, 3, 4, 2), (5, 3, 4), mode='trilinear', align_corners=True)",
        "F.interpolate(d(1, 2, 3, 4, 2), 3)",
        "F.interpolate(d(1, 2, 3, 4, 2), 3, mode='nearest-exact')",
        "F.interpolate(d(1, 2, 3, 4, 2), 2, mode='area')",
        "F.interpolate(d(1, 2, 4, 5), scale_factor=2)",
        "F.interpolate(d(1, 2, 4, 5), scale_factor=1.7)",
        "F.interpolate(d(1, 2, 4, 5), scale_factor=(1.7, 0.6), mode='bilinear')",
        "F.interpolate(d(1, 2, 4, 5), scale_factor=(1.7, 0.6), mode='bilinear', recompute_scale_factor=True)",
        "F.interpolate(d(1, 2, 4, 5), scale_factor=0.6, mode='bicubic')",
        "F.interpolate(d(1, 2, 7), scale_factor=1.3, mode='linear')",
        "F.interpolate(f(1, 2, 7, 7), scale_factor=2.3, mode='bilinear')",
        "F.interpolate(f(1, 2, 7, 7), (20, 3), mode='bicubic')",
        "F.interpolate(d(1, 2, 1, 1), 3, mode='bilinear', align_corners=True)",
        "F.interpolate(d(1, 2, 4, 4), 1, mode='bilinear', align_corners=True)",
        "F.interpolate(h(1, 2, 4, 4), 3, mode='bilinear')",
        "F.interpolate(bf(1, 2, 4, 4), 3, mode='bicubic')",
        "F.interpolate(u8(1, 2, 4, 4), 3)",
        "F.interpolate(u8(1, 3, 9, 11, high=256), (5, 13), mode='bilinear')",
        "F.interpolate(u8(1, 3, 9, 11, high=256), (5, 6), mode='bicubic')",
        "F.interpolate(u8(1, 3, 9, 11, high=256), (13, 5), mode='bicubic', align_corners=True)",
        "F.interpolate(u8(1, 3, 9, 11, high=256), (4, 5), mode='bilinear', antialias=True)",
        "F.interpolate(u8(1, 3, 9, 11, high=256), (4, 5), mode='bicubic', antialias=True)",
        "F.interpolate(f(0, 2, 4, 4), 2)",
        "F.interpolate(f(1, 2, 4, 4), 2, mode='nearest', antialias=True)",
        "F.interpolate(f(1, 2, 4, 4))",
        "F.interpolate(f(1, 2, 4, 4), 2, 2)",
        "F.interpolate(f(1, 2, 4, 4), (2,))",
        "F.interpolate(f(1, 2, 4, 4), scale_factor=(2.0,))",
        "F.interpolate(f(1, 2, 4, 4), 2, mode='linear')",
        "F.interpolate(f(1, 2, 4), 2, mode='bilinear')",
        "F.interpolate(f(1, 2, 4, 4), 2, mode='trilinear')",
        "F.interpolate(f(1, 2, 4), 2, mode='bicubic')",
        "F.interpolate(f(1, 2, 4, 4), 2, mode='foo')",
        "F.interpolate(f(1, 2, 4, 4), 2, mode='nearest', align_corners=True)",
        "F.interpolate(f(4, 4), 2)",
        "F.interpolate(f(1, 2, 4, 4), 2, recompute_scale_factor=True)",
        "F.interpolate(f(1, 2, 4, 4), 0)",
        "F.interpolate(f(1, 2, 4), scale_factor=0.1)",
        "F.interpolate(f(1, 0, 4, 4), 2)",
        "F.interpolate(f(1, 2, 0, 4), 2)",
        "F.interpolate(i(1, 2, 4, 4), 2)",
        "F.interpolate(i(1, 2, 4, 4), 2, mode='bilinear')",
        "F.interpolate(c(1, 2, 4, 4), 2)",
        "F.upsample(d(1, 2, 4, 4), scale_factor=2)",
        "F.upsample_nearest(d(1, 2, 4, 4), scale_factor=2)",
        "F.upsample_bilinear(d(1, 2, 4, 4), scale_factor=2)",
    ],
    "Upsample": [
        "nn.Upsample(scale_factor=2, mode='bilinear')(d(1, 1, 3, 4))",
        "nn.Upsample(7)(d(1, 1, 3))",
        "nn.UpsamplingNearest2d(scale_factor=2)(d(1, 1, 3, 4))",
        "nn.UpsamplingBilinear2d(4)(d(1, 1, 3, 4))",
        "[nn.Upsample(2), nn.Upsample(scale_factor=2, mode='bilinear'), nn.Upsample(scale_factor=(2, 3)), nn.UpsamplingNearest2d(scale_factor=2), nn.UpsamplingBilinear2d(4)]",
    ],
    "grid_sample": [
        *[
            f"F.grid_sample(d(2, 3, 4, 5), {_G2}, '{m}', '{p}', {a})"
            for m in ("bilinear", "nearest", "bicubic")
            for p in ("zeros", "border", "reflection")
            for a in (True, False)
        ],
        *[
            f"F.grid_sample(d(1, 2, 3, 4, 2), {_G3}, '{m}', '{p}', {a})"
            for m in ("bilinear", "nearest")
            for p in ("zeros", "border", "reflection")
            for a in (True, False)
        ],
        *[
            f"F.grid_sample(d(1, 1, 3, 4), {_EDGES}, '{m}', '{p}', {a})"
            for m in ("bilinear", "bicubic")
            for p in ("zeros", "border", "reflection")
            for a in (True, False)
        ],
        *[
            f"F.grid_sample(f(1, 2, 40, 300) * 20, torch.linspace(-1.1, 1.1, 600).reshape(1, 30, 10, 2), '{m}', '{p}', False)"
            for m in ("bilinear", "bicubic")
            for p in ("zeros", "border", "reflection")
        ],
        "F.grid_sample(f(1, 1, 9, 40, 50) * 20, torch.linspace(-1.1, 1.1, 600).reshape(1, 5, 4, 10, 3), align_corners=False)",
        "F.grid_sample(d(2, 3, 4, 5), u(2, 1, 1, 2))",
        "F.grid_sample(f(1, 2, 4, 4), n(1, 3, 3, 2), align_corners=False)",
        "torch.grid_sampler(d(1, 2, 4, 4), u(1, 3, 3, 2), 0, 0, False)",
        "torch.grid_sampler_2d(d(1, 2, 4, 4), u(1, 3, 3, 2), 1, 1, True)",
        "torch.grid_sampler_3d(d(1, 2, 4, 4, 2), u(1, 3, 3, 2, 3), 0, 2, False)",
        "F.grid_sample(f(1, 2, 4, 4, 4), f(1, 3, 3, 3, 3), mode='bicubic', align_corners=False)",
        "F.grid_sample(f(1, 2, 4, 4), f(1, 3, 3, 2), mode='foo')",
        "F.grid_sample(f(1, 2, 4, 4), f(1, 3, 3, 2), padding_mode='foo')",
        "F.grid_sample(f(1, 2, 4, 4), f(1, 3, 3, 3), align_corners=False)",
        "F.grid_sample(f(1, 2, 4, 4), f(2, 3, 3, 2), align_corners=False)",
        "F.grid_sample(f(2, 4, 4), f(1, 3, 3, 2), align_corners=False)",
        "F.grid_sample(f(1, 2, 4, 4), d(1, 3, 3, 2), align_corners=False)",
        "F.grid_sample(f(1, 2, 0, 4), f(1, 3, 3, 2), align_corners=False)",
        "F.grid_sample(f(1, 2, 4, 4), f(1, 3, 2), align_corners=False)",
    ],
    "affine_grid": [
        "F.affine_grid(d(2, 2, 3), (2, 1, 3, 4), align_corners=True)",
        "F.affine_grid(d(2, 2, 3), (2, 1, 3, 4), align_corners=False)",
        "F.affine_grid(d(1, 3, 4), (1, 1, 2, 3, 4), align_corners=True)",
        "F.affine_grid(d(1, 3, 4), (1, 1, 2, 3, 4), align_corners=False)",
        "F.affine_grid(f(1, 2, 3), torch.Size((1, 2, 1, 1)), align_corners=True)",
        "F.affine_grid(f(1, 2, 3), (1, 2, 3, 3))",
        "torch.affine_grid_generator(d(1, 2, 3), (1, 2, 4, 4), False)",
        "F.affine_grid(f(1, 2, 3), (1, 2, 4), align_corners=False)",
        "F.affine_grid(f(1, 2, 2), (1, 2, 4, 4), align_corners=False)",
        "F.affine_grid(f(1, 2, 3), (1, 2, 0, 4), align_corners=False)",
        "F.affine_grid(i(1, 2, 3), (1, 2, 4, 4), align_corners=False)",
        "F.affine_grid(f(2, 3), (1, 2, 4, 4), align_corners=False)",
    ],
}
