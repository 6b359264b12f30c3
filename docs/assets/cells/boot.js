// Starts Python: from an image of an earlier start if there is one, else from the packs of the site.
// Knows Pyodide; knows neither cells nor the page.

import * as arrivals from "./arrivals.js";
import { PYODIDE, answer, at, counted, giveUp, unzipped } from "./downloads.js";
import { unpack } from "./packs.js";
import * as snapshot from "./snapshot.js";
import { load } from "./store.js";

export const HOME = "/home/pyodide"; // the working directory
const INSTALLED = ["numpy", "borch"]; // packages that the packs hold
const KERNELS = "/lib/python3.14/site-packages/borch/_kernels/kernels.wasm"; // read whenever an interpreter starts

const EMPTY_ZIP = new Uint8Array(22); // the standard library is in a pack, and Pyodide wants an archive
EMPTY_ZIP.set([0x50, 0x4b, 5, 6]);

// An image holds no object of JavaScript's, and the numbers it would draw are those of every other restored from it.
const LEAVE = "import gc, borch._kernels; borch._kernels.stop(); gc.collect()";
const ENTER = `
import importlib, random, sys
importlib.invalidate_caches()
random.seed()
if "numpy.random" in sys.modules:
    sys.modules["numpy.random"].seed()
import borch._kernels
borch._kernels.start()
assert borch.ones(2, 3).sum().item() == 6
`;

function compileEarly() {
  const name = at("pyodide.asm.wasm.gz");
  const compiled = counted(name).then(async (zipped) => WebAssembly.compileStreaming(await unzipped(zipped, "application/wasm")));
  compiled.catch(giveUp);
  return compiled;
}

async function json(name) {
  return (await counted(at(name), { cache: "no-cache" })).json();
}

async function bytes(name) {
  return new Uint8Array(await (await unzipped(await counted(at(name)))).arrayBuffer());
}

/** loadPyodide() with a module that is compiled already, which Pyodide would fetch once more. */
async function loadPyodide(wasm, lock, options) {
  const { loadPyodide } = await import(at("pyodide.mjs"));
  answer(at("pyodide.asm.wasm"), new Response());
  answer(at("nothing.zip"), new Response(EMPTY_ZIP));
  const original = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    WebAssembly.instantiateStreaming = original;
    const module = await wasm;
    const instance = await WebAssembly.instantiate(module, imports).catch((error) => {
      giveUp(error); // Pyodide would wait without end
      throw error;
    });
    return { module, instance };
  };
  try {
    return await loadPyodide({
      indexURL: PYODIDE.href,
      stdLibURL: at("nothing.zip"),
      lockFileContents: lock,
      packageBaseUrl: PYODIDE.href,
      env: { HOME, MPLBACKEND: "module://borch_cell.figures" },
      enableRunUntilComplete: "Suspending" in WebAssembly,
      stdout: () => {},
      stderr: () => {},
      ...options,
    });
  } finally {
    WebAssembly.instantiateStreaming = original;
  }
}

/** An interpreter from an image; undefined where that fails, for whatever reason. */
async function restore({ wasm, lock, image, create }) {
  try {
    const modules = image.modules ?? snapshot.compile(image);
    const python = await loadPyodide(wasm, lock, {
      fsInit: (FS) => unpack(FS, image.libraries),
      ...snapshot.options(image, modules, create),
    });
    python.runPython(ENTER);
    return python;
  } catch {
    return undefined;
  }
}

/** An interpreter from the packs, and an image of it if this Pyodide and this browser allow it. */
async function begin({ wasm, lock, plan, create }) {
  const packs = plan.packs.first.map(bytes);
  for (const pack of packs) pack.catch(giveUp);
  const [createPyodideModule, before] = snapshot.watch(create);
  const python = await loadPyodide(wasm, lock, {
    createPyodideModule,
    fsInit: async (FS) => {
      for (const pack of await Promise.all(packs)) unpack(FS, pack);
    },
  });
  python.runPython(`import ${plan.imports.join(", ")}`);
  python.runPython(LEAVE);
  let image;
  try {
    image = snapshot.make(python, before(), [KERNELS]);
  } catch {} // the next start takes as long as this one
  python.runPython("borch._kernels.start()");
  return [python, image];
}

/** Start Python. `kept` is what the page has kept of an earlier start, or nothing; `plainly` means from no image at all.
 *  Gives { python, lock, kept }; the new `kept` is for the page, where there was none. */
export async function boot({ kept, plainly }) {
  const wasm = kept ? Promise.resolve(kept.wasm) : compileEarly();
  const create = import(at("pyodide.asm.mjs")).then((module) => module.default);
  create.catch(giveUp);
  const plan = kept ? Promise.resolve(kept.plan) : json("start.json");
  const lock = kept ? Promise.resolve(kept.lock) : json("pyodide-lock.json");
  for (const promise of [plan, lock]) promise.catch(() => {});
  const key = plan.then((found) => `${found.key} ${navigator.userAgent} ${"Suspending" in WebAssembly}`);
  const image = kept ?? (plainly ? undefined : await load(key));
  const given = { wasm, lock: await lock, plan: await plan, create, image };
  let python = image && (await restore(given));
  const restored = Boolean(python);
  let made;
  if (!restored) [python, made] = await begin(given);
  for (const name of INSTALLED) if (name in given.lock.packages) python.loadedPackages[name] = "default channel";
  const { first, next, rest, sources } = given.plan.packs;
  arrivals.expect(python, [...next, ...(restored ? first : []), ...rest], sources);
  const fresh = restored ? !kept && image : made && { key: await key, ...made };
  if (fresh) kept = { plan: given.plan, lock: given.lock, wasm: await wasm, stored: restored, ...fresh };
  return { python, lock: given.lock, kept: fresh ? kept : undefined };
}
