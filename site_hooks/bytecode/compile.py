"""Runs in Pyodide, under Node: compiles the files of a job into bytecode that is never checked against its source.

A job is a list of [source, name in the tab, result]; the header of the result is PEP 552's for an unchecked hash, so
that no time of a file counts. Source of the format: https://peps.python.org/pep-0552/
"""

import importlib.util
import json
import marshal
from pathlib import Path

UNCHECKED_HASH = 1

for source, name, result in json.loads(Path("/job/job.json").read_text()):
    text = Path("/job", source).read_bytes()
    try:
        code = compile(text, name, "exec", dont_inherit=True, optimize=0)
    except SyntaxError:  # a file that is there to be no Python: it stays a source
        continue
    header = importlib.util.MAGIC_NUMBER + UNCHECKED_HASH.to_bytes(4, "little") + importlib.util.source_hash(text)
    Path("/job", result).write_bytes(header + marshal.dumps(code))
