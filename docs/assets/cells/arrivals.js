// The packs that come after the start: the rest of the modules, then the sources. They are fetched in the background;
// a program that imports what is not here yet waits for them, if need be in the middle of a line.

import { at, fetchNow, quiet, unzipped } from "./downloads.js";
import { unpack } from "./packs.js";

const READERS = ["inspect", "linecache", "traceback", "pdb"]; // modules that read sources

let python, expected, modulesIn, known;
const held = new Map(); // name -> a pack that is here, and not unpacked
let whole; // a promise of all, while they are on their way
const here = new Set();

function absent() {
  return modulesIn.filter((name) => !here.has(name));
}

function install(name, pack) {
  if (here.has(name)) return;
  here.add(name);
  unpack(python.FS, pack);
  held.delete(name);
  python.runPython("import importlib; importlib.invalidate_caches()");
  if (!absent().length) python.runPython("import borch_cell.arrivals; borch_cell.arrivals.end()");
}

async function fetchAll() {
  const fetched = expected.map(async (name) => {
    if (held.has(name)) return held.get(name);
    const response = await unzipped(await quiet(at(name)));
    return new Uint8Array(await response.arrayBuffer());
  });
  for (const pack of fetched) pack.catch(() => {});
  for (const [i, pack] of fetched.entries()) if (!here.has(expected[i])) install(expected[i], await pack);
}

/** From now on these packs are expected: file names, those with modules and those with their sources, each in the order
 *  in which they matter. The first ones may be here already, as `packs`. */
export function expect(interpreter, modules, sources, packs = []) {
  [python, modulesIn, expected] = [interpreter, modules, [...modules, ...sources]];
  for (const [i, pack] of packs.entries()) held.set(modules[i], pack);
  if (!modulesIn.length) return;
  known = new Set(python.runPython("import sys; ' '.join(sys.modules)").split(" "));
  for (const name of READERS) known.delete(name);
  const arrivals = python.pyimport("borch_cell.arrivals");
  arrivals.begin(
    () => absent().join(" "),
    (name) => (held.has(name) ? undefined : fetchNow(at(name))),
    (name, bytes) => install(name, held.get(name) ?? bytes.toJs()),
  );
  arrivals.destroy();
}

/** All that is expected is here. Fetches it, once. */
export function all() {
  if (!expected.length) return Promise.resolve();
  whole ??= fetchAll().catch((error) => {
    whole = undefined;
    throw error;
  });
  return whole;
}

/** What these top-level modules need is here. */
export async function modules(names) {
  if (here.size < expected.length && ![...names].every((name) => known.has(name))) await all();
}
