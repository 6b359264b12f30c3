"""The table of torch.utils.flop_counter: its columns are fixed here, since torch leaves them to a package."""

import borch as torch
from borch.utils.flop_counter import FlopCounterMode


def test_the_table_has_each_module_below_the_one_it_is_in(capsys):
    model = torch.nn.Sequential(torch.nn.Linear(100, 200), torch.nn.Linear(200, 10, bias=False))
    with FlopCounterMode() as counter:
        model(torch.ones(3, 100))
        torch.ones(2, 3) @ torch.ones(3, 4)
    table = capsys.readouterr().out.rstrip("\n")
    assert table == counter.get_table(2)
    rows = [line.split() for line in table.splitlines()]
    assert rows[0] == ["Module", "FLOP", "%", "Total"]
    assert [" ".join(row) for row in rows[2:]] == [
        "Global 132.048K 100.00%",
        "- aten.addmm 120.000K 90.88%",
        "- aten.mm 12.048K 9.12%",
        "Sequential 132.000K 99.96%",
        "- aten.addmm 120.000K 90.88%",
        "- aten.mm 12.000K 9.09%",
        "Sequential.0 120.000K 90.88%",
        "- aten.addmm 120.000K 90.88%",
        "Sequential.1 12.000K 9.09%",
        "- aten.mm 12.000K 9.09%",
    ]
    assert len(set(map(len, table.splitlines()))) == 1
    assert counter.get_table(1).count("Sequential.") == 0


def test_small_counts_stand_in_full_and_none_as_nought():
    with FlopCounterMode(display=False) as counter:
        torch.ones(2, 3) @ torch.ones(3, 4)
    assert counter.get_table().splitlines()[2].split() == ["Global", "48", "100.00%"]
    with FlopCounterMode(display=False) as counter:
        torch.ones(2) + 1
    assert counter.get_table().splitlines()[2].split() == ["Global", "0", "0%"]
