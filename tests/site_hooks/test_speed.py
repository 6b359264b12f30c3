"""The page Speed shows what the benchmarks have written, all of it."""

import re

from site_hooks import facts, promise, speed


def test_page_asks_for_what_was_measured_and_for_nothing_else():
    text = (promise.DOCS / speed.PATH).read_text("utf-8")
    found = speed.facts()
    assert set(re.findall(r"\{\{ (\w+) \}\}", text)) == set(found)
    filled = facts.fill(text, found)
    assert "{{" not in filled
    assert filled.count("\n| --- |") >= 4


def test_every_table_names_its_columns_and_has_rows_of_the_same_width():
    for name, tables in speed.facts().items():
        if name in ("date", "machine", "browser"):
            assert tables
            continue
        blocks = tables.split("\n\n")
        if name != "accuracy":  # which has its heading above it
            assert all(re.fullmatch(r"\*\*.+\*\*|### .+", title) for title in blocks[::2])
            blocks = blocks[1::2]
        for table in blocks:
            head, _, *rows = table.splitlines()
            assert rows
            assert {row.count(" |") for row in rows} == {head.count(" |")}
