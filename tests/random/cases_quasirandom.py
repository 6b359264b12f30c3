"""Cases of torch.quasirandom: plain and scrambled Sobol sequences, drawn at once and in parts."""

_NEW = "S = torch.quasirandom.SobolEngine; "

CASES = {
    "SobolEngine": [
        *(
            _NEW + f"S({dimension}).draw({n})"
            for dimension, n in ((1, 1), (1, 9), (2, 3), (3, 2), (5, 40), (40, 12), (200, 5))
        ),
        *(
            _NEW + f"S({dimension}, scramble=True, seed={seed}).draw({n})"
            for dimension, n, seed in ((1, 1, 0), (2, 8, 1), (5, 20, 2), (60, 4, 3))
        ),
        _NEW + "e = S(1111); [e.sobolstate.sum(0), (e.sobolstate * torch.arange(1, 1112)[:, None] % 1009).sum(1)]",
        _NEW + "e = S(300, scramble=True, seed=7); [e.sobolstate.sum(0), e.shift.sum()]",
        _NEW + "torch.manual_seed(5); a = S(3, scramble=True).draw(4); [a, torch.rand(2)]",
        _NEW
        + "e = S(3, scramble=True, seed=1); [e.draw(1), e.draw(1), e.draw(5), e.draw(0), e.num_generated, e.quasi]",
        _NEW + "e = S(3); [e.draw(0), e.num_generated]",
        _NEW + "e = S(3); [e.fast_forward(0).num_generated, e.draw(2)]",
        _NEW + "e = S(3); [e.draw(1, dtype=torch.float16), e.draw(1, dtype=torch.int64)]",
        _NEW + "e = S(3); [e.fast_forward(4) is e, e.draw(3), e.fast_forward(2).draw(2), e.num_generated]",
        _NEW + "e = S(3); [e.fast_forward(1).draw(3), e.reset() is e, e.draw(3), e.num_generated]",
        _NEW + "e = S(2); [e.draw_base2(2), e.draw_base2(2), e.num_generated]",
        _NEW + "e = S(2); e.draw(3); e.draw_base2(2)",
        _NEW + "S(2, scramble=True, seed=1).draw(4, dtype=torch.float64)",
        _NEW + "S(2, scramble=True, seed=1).draw(4, dtype=torch.bfloat16)",
        _NEW + "S(2, scramble=True, seed=1).draw(4, dtype=torch.float16)",
        _NEW + "o = torch.empty(0); r = S(2).draw(4, out=o); [r is o, o]",
        _NEW + "[S(2), S(3, True), S(3, scramble=True, seed=4), S(3, seed=4)]",
        _NEW + "S(0)",
        _NEW + "S(21202)",
        _NEW + "[S.MAXBIT, S.MAXDIM]",
    ],
}
