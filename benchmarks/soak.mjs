// node --expose-gc soak.mjs PYODIDE ROOT PROGRAM ARGUMENT...: runs a program in Pyodide, with borch and benchmarks of ROOT.
import { pathToFileURL } from "node:url";

const [pyodide, root, program, ...rest] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONDONTWRITEBYTECODE: "1", HOME: "/" } });
await python.loadPackage("numpy", { messageCallback: () => {} });
python.FS.mkdir("/root");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/root");
globalThis.heap = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};
python.globals.set("arguments", python.toPy(rest));
try {
  python.runPython(`import sys; sys.path.insert(0, "/root"); ${program}(*arguments)`);
} catch (error) {
  console.error(error.message); // and not the line of Pyodide's that threw it
  process.exit(1);
}
