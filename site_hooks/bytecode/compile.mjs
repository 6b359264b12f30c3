// node compile.mjs PYODIDE JOB: runs compile.py on the folder JOB in the Pyodide of the folder PYODIDE.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, job] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdirTree("/job");
python.FS.mount(python.FS.filesystems.NODEFS, { root: job }, "/job");
python.runPython(readFileSync(new URL("compile.py", import.meta.url), "utf8"));
