"""Pyodide's own script and WebAssembly, as a browser's engine starts them soonest. Nothing that they compute changes, and
what is written in another way than these functions know stays as it is.

The format of WebAssembly: https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Iterator

ENDS = (b"async function _createPyodideModule(", b"return moduleRtn}export default _createPyodideModule;")

MAGIC = b"\0asm\1\0\0\0"
IMPORTS, EXPORTS, CODE = 2, 7, 10  # sections
NOP, END = 0x01, 0x0B
INLINED = 500  # bytes of the longest function that V8 puts in place of a call of it

# What CPython's main loop asks of objects of every kind, each by a pointer of the object's type.
ASKED = (
    *(b"PyObject_GetAttr", b"PyObject_GetIter", b"PyObject_IsTrue", b"PyObject_Size", b"PyObject_Vectorcall"),
    b"PySequence_Contains",
)


def eager(script: bytes) -> bytes:
    """Pyodide's script, which is one great function, with that function in brackets: a browser then compiles it at once,
    and not after it has read all of it over, as it does with what may never be called."""
    begin, end = ENDS
    if not script.startswith(begin) or script.count(end) != 1:
        return script
    return b"const _createPyodideModule=(" + script.replace(end, end.replace(b"}", b"});"))


def steady(wasm: bytes) -> bytes:
    """The WebAssembly, with the functions ASKED too long for V8 to put them in place of their calls.

    Where it does, it guesses that what they call by a pointer will be what that has been so far. Each wrong guess has the main
    loop, CPython's largest function, compiled anew: four times until `import borch` has run, which is half of all that V8's
    compilers do. What is longer is called, and the loop compiled once. So nops stand at the end of these functions: they do
    nothing and zip well. Others are left, for where the objects are always of one kind a guess is right, and saves a call.
    """
    try:
        return _steady(wasm)
    except (LookupError, ValueError):
        return wasm


def exported(wasm: bytes, name: str) -> int:
    """The number of the function that a module of WebAssembly exports by a name."""
    sections = {kind: start for kind, start, _ in _sections(wasm)}
    return dict(_exports(wasm, sections[EXPORTS]))[name.encode()]


def _steady(wasm: bytes) -> bytes:
    if not wasm.startswith(MAGIC):
        raise ValueError("this is no WebAssembly of version 1")
    sections = {kind: (start, end) for kind, start, end in _sections(wasm)}
    imported = sum(kind == 0 for kind in _imports(wasm, sections[IMPORTS][0]))
    asked = {index - imported for name, index in _exports(wasm, sections[EXPORTS][0]) if name in ASKED}
    start, end = sections[CODE]
    bodies = list(_bodies(wasm, start))
    parts = [_number(len(bodies))]
    for index, body in enumerate(bodies):
        if index in asked:
            body = body[:-1] + bytes([NOP]) * (INLINED + 1 - len(body)) + body[-1:]
        parts += [_number(len(body)), body]
    code = b"".join(parts)
    head = wasm[: start - len(_number(end - start)) - 1]
    return b"".join([head, bytes([CODE]), _number(len(code)), code, wasm[end:]])


def _read(wasm: bytes, at: int) -> tuple[int, int]:
    """[LEB128, the number at this place; the place after it.]"""
    value = shift = 0
    while True:
        byte = wasm[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def _number(value: int) -> bytes:
    """The number as _read() reads it, in as few bytes as there can be."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


def _sections(wasm: bytes) -> Iterator[tuple[int, int, int]]:
    """Each section's kind, and where its content begins and ends."""
    at = len(MAGIC)
    while at < len(wasm):
        size, start = _read(wasm, at + 1)
        yield wasm[at], start, start + size
        at = start + size


def _imports(wasm: bytes, at: int) -> Iterator[int]:
    """The kinds of what is imported: 0 is a function."""
    count, at = _read(wasm, at)
    for _ in range(count):
        for _ in ("module", "name"):
            length, at = _read(wasm, at)
            at += length
        kind = wasm[at]
        at += 1
        if kind in (0, 4):  # a function or a tag (after one more byte): its type
            _, at = _read(wasm, at + (kind == 4))
        elif kind == 3:  # a global: its type, and whether it changes
            at += 2
        else:  # a table, of a type, or a memory: its least size and perhaps its largest
            at += kind == 1
            limits = wasm[at]
            _, at = _read(wasm, at + 1)
            if limits & 1:
                _, at = _read(wasm, at)
        yield kind


def _exports(wasm: bytes, at: int) -> Iterator[tuple[bytes, int]]:
    """The names and numbers of the functions that are exported."""
    count, at = _read(wasm, at)
    for _ in range(count):
        length, at = _read(wasm, at)
        name, kind = wasm[at : at + length], wasm[at + length]
        index, at = _read(wasm, at + length + 1)
        if kind == 0:
            yield name, index


def _bodies(wasm: bytes, at: int) -> Iterator[bytes]:
    """What stands in the code section for each function."""
    count, at = _read(wasm, at)
    for _ in range(count):
        size, at = _read(wasm, at)
        body = wasm[at : at + size]
        if body[-1] != END:
            raise ValueError("a function without its end")
        yield body
        at += size
