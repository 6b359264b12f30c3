"""Pyodide's script and WebAssembly as a browser's engine starts them soonest: the same as they were in all that they do."""

import subprocess

import pytest

from site_hooks import engine, packs

TYPE = b"\1\5\1\x60\0\1\x7f"  # one type: () -> i32
IMPORT = b"\2\7\1\1e\1f\0\0"  # e.f, a function of that type
ASKS = b"\0\x41\0\x11\0\0\x0b"  # calls what the table has at 0
PLAIN = b"\0\x41\7\x0b"  # 7


def counted(data):
    return engine._number(len(data)) + data


def module(*functions, names):
    """Functions () -> i32 of these bodies, some of them exported: names[i] for the i-th after the one that is imported."""
    code = engine._number(len(functions)) + b"".join(map(counted, functions))
    declared = b"\3" + counted(engine._number(len(functions)) + b"\0" * len(functions))
    table, memory = b"\4\4\1\x70\0\1", b"\5\3\1\0\1"
    exports = b"".join(counted(name) + b"\0" + bytes([i + 1]) for i, name in enumerate(names))
    exports = b"\7" + counted(engine._number(len(names) + 1) + b"\1m\2\0" + exports)
    element = b"\x09\7\1\0\x41\0\x0b\1\2"
    return engine.MAGIC + TYPE + IMPORT + declared + table + memory + exports + element + b"\x0a" + counted(code)


NAMES = (engine.ASKED[0], b"plain")
GOOD = module(ASKS, PLAIN, ASKS, names=NAMES)


def test_what_asks_objects_of_every_kind_is_too_long_to_be_put_in_place_of_its_call():
    longer = ASKS[:-1] + b"\1" * (engine.INLINED + 1 - len(ASKS)) + b"\x0b"
    assert len(longer) == engine.INLINED + 1
    assert engine.steady(GOOD) == module(longer, PLAIN, ASKS, names=NAMES)


def test_an_exported_function_is_found_by_its_name():
    assert engine.exported(GOOD, "plain") == 2
    with pytest.raises(LookupError):
        engine.exported(GOOD, "m")  # is exported too, and is the memory


def test_a_function_that_is_long_by_itself_stays():
    given = module(b"\0" + b"\1" * engine.INLINED + PLAIN[1:], PLAIN, names=NAMES)
    assert engine.steady(given) == given


def test_what_is_no_webassembly_of_this_kind_stays():
    broken = [b"", b"\0asm", GOOD[:-1], GOOD[:60], engine.MAGIC + TYPE, GOOD.replace(engine.MAGIC, b"\0asm\2\0\0\0")]
    for given in broken:
        assert engine.steady(given) == given


def test_pyodides_webassembly_stays_valid_and_differs_by_nops_alone(pyodide, tmp_path):
    before = (pyodide / packs.WASM).read_bytes()
    after = engine.steady(before)
    start, end = next((start, end) for kind, start, end in engine._sections(before) if kind == engine.CODE)
    longer = [
        (old, new)
        for old, new in zip(engine._bodies(before, start), engine._bodies(after, start), strict=True)
        if old != new
    ]
    assert len(longer) == len(engine.ASKED)
    for old, new in longer:
        assert len(old) <= engine.INLINED < len(new)
        assert new == old[:-1] + b"\1" * (len(new) - len(old)) + b"\x0b"
    assert after.endswith(before[end:])
    assert len(after) - len(before) == pytest.approx(
        sum(len(new) - len(old) for old, new in longer), abs=2 * len(longer)
    )
    (tmp_path / "a.wasm").write_bytes(after)
    program = "console.log(WebAssembly.validate(require('fs').readFileSync(process.argv[1])))"
    command = [packs.find_node(), "-e", program, tmp_path / "a.wasm"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "true\n"


def test_pyodides_script_is_one_function_which_is_compiled_at_once(pyodide):
    script = (pyodide / packs.SCRIPT).read_bytes()
    made = engine.eager(script)
    function = b"async function _createPyodideModule("
    assert script.startswith(function) and made.startswith(b"const _createPyodideModule=(" + function)
    assert made.rstrip().endswith(b"return moduleRtn});export default _createPyodideModule;")
    assert len(made) == len(script) + len(b"const _createPyodideModule=();")


def test_a_script_that_is_written_in_another_way_stays_as_it_is():
    assert engine.eager(b"export default 1;\n") == b"export default 1;\n"
