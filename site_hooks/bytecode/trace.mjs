// node trace.mjs PYODIDE ROOT PROGRAM...: starts Pyodide on the files below ROOT, which lie as they do in the tab, runs one
// program after the other there, and prints which files each read, the first one's with those of the start: JSON lists.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, root, ...programs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
let read = [];
const nothing = `${root}/nothing.zip`;
writeFileSync(nothing, Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64"));

function fill(FS) {
  for (const entry of readdirSync(`${root}/lib`, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = `${entry.parentPath}/${entry.name}`;
    const inside = path.slice(root.length).replaceAll("\\", "/");
    FS.mkdirTree(inside.slice(0, inside.lastIndexOf("/")));
    FS.writeFile(inside, readFileSync(path), { canOwn: true });
  }
  const open = FS.open;
  FS.open = (path, ...more) => {
    read.push(String(path));
    return open(path, ...more);
  };
}

const python = await loadPyodide({ indexURL: pyodide, stdLibURL: nothing, fsInit: fill });
const lists = [];
for (const program of programs) {
  python.runPython(program);
  lists.push(read);
  read = [];
}
console.log(JSON.stringify(lists));
