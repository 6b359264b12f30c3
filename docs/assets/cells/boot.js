// Starts Python: from an image of an earlier start if there is one, else from the packs of the site.
// Knows Pyodide; knows neither cells nor the page.

import * as arrivals from "./arrivals.js";
import { PYODIDE, answer, at, bytes, giveUp } from "./downloads.js";
import { mount } from "./packs.js";
import * as snapshot from "./snapshot.js";

export const HOME = "/home/pyodide"; // the working directory
const INSTALLED = ["numpy", "borch"]; // packages that the packs hold
const KERNELS = "/lib/python3.14/site-packages/borch/_kernels/kernels.wasm"; // read whenever an interpreter starts

// Pyodide's own scripts, which every start needs.
const create = import(at("pyodide.asm.eager.mjs")).then((module) => module.default);
const loader = import(at("pyodide.mjs")).then((module) => module.loadPyodide);
for (const script of [create, loader]) script.catch(giveUp);

const EMPTY_ZIP = new Uint8Array(22); // the standard library is in a pack, and Pyodide wants an archive
EMPTY_ZIP.set([0x50, 0x4b, 5, 6]);

// An image holds no object of JavaScript's, so the kernels start after it. What is imported stays: to look through all of it
// for garbage again and again would be in vain.
const BEFORE = `
import gc, os, sitecustomize
gc.disable()
os.environ["BORCH_KERNELS"] = "numpy"
`;
const AFTER = `
del os.environ["BORCH_KERNELS"]
sitecustomize.end()
gc.freeze()
gc.enable()
`;
const START = "import borch._kernels; borch._kernels.start()";

// The numbers that an image would draw are those of every other Python that is restored from it.
const ENTER = `
import importlib, random, sys
importlib.invalidate_caches()
random.seed()
if "numpy.random" in sys.modules:
    sys.modules["numpy.random"].seed()
${START}
assert borch.ones(2, 3).sum().item() == 6
`;

/** A moment of a start: benchmarks/start.py and the browser's own panel show what lies between two. */
export function mark(name) {
  performance.mark(`borch: ${name}`);
}

/** loadPyodide() with a module that is compiled already, which Pyodide would fetch once more. */
async function loadPyodide({ loader, wasm, lock }, options) {
  const load = await loader;
  answer(at("pyodide.asm.wasm"), new Response());
  answer(at("nothing.zip"), new Response(EMPTY_ZIP));
  const original = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    WebAssembly.instantiateStreaming = original;
    mark("asm.mjs");
    const module = await wasm;
    mark("wasm");
    const instance = await WebAssembly.instantiate(module, imports).catch((error) => {
      giveUp(error); // Pyodide would wait without end
      throw error;
    });
    mark("instance");
    return { module, instance };
  };
  try {
    return await load({
      indexURL: PYODIDE.href,
      stdLibURL: at("nothing.zip"),
      lockFileContents: await lock,
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

/** An interpreter from the image; undefined where that fails, for whatever reason. */
async function restore(parts) {
  try {
    const python = await loadPyodide(parts, snapshot.options(parts.image, parts.create));
    python.runPython(ENTER);
    return python;
  } catch {
    return undefined;
  }
}

/** An interpreter from the packs, an image of it if this Pyodide and this browser allow it, and the packs. */
async function begin(parts) {
  const { packs, imports } = await parts.plan;
  const [watched, before] = snapshot.watch(parts.create);
  let first;
  const python = await loadPyodide(parts, {
    ...watched,
    fsInit: async (FS) => {
      mark("runtime");
      first = (await parts.packs) ?? (await Promise.all(packs.first.map((name) => bytes(name)))); // these, where an image failed
      mark("packs");
      mount(FS, first);
      mark("mounted");
    },
  });
  mark("python");
  python.runPython(BEFORE);
  for (const name of imports) {
    python.runPython(`import ${name}`);
    mark(`import ${name}`);
  }
  python.runPython(AFTER);
  let image;
  try {
    image = snapshot.make(python, before(), [KERNELS]);
  } catch {} // the next start takes as long as this one
  mark("image");
  python.runPython(START);
  mark("kernels");
  return [python, image, first];
}

const arrived = {}; // part -> what gives it to the start that waits for it

/** Take a part that the fetcher has sent, or in a message why it cannot. */
export function take({ name, value, message }) {
  if (message) giveUp(new Error(message));
  else arrived[name](value);
}

/** The parts of a start, as promises: those that the page has given, or what the fetcher will send. */
function gather(given) {
  if (given) return { create, loader, ...given };
  const part = (name) => [name, new Promise((resolve) => (arrived[name] = resolve))];
  const parts = Object.fromEntries(["wasm", "plan", "lock", "key", "image", "packs"].map(part));
  return { create, loader, ...parts };
}

/** Start Python from what the page has given, an image that it will give among it, or from what the fetcher sends.
 *  Gives { python, lock, kept }, the last for the page to start others from, where it has nothing like it. */
export async function boot(given) {
  const parts = gather(given);
  let python = (given || (await parts.image)) && (await restore(parts));
  const restored = Boolean(python);
  let made, held;
  if (!restored) [python, made, held] = await begin(parts);
  const [plan, lock] = await Promise.all([parts.plan, parts.lock]);
  for (const name of INSTALLED) if (name in lock.packages) python.loadedPackages[name] = "default channel";
  const { first, next, rest, sources } = plan.packs;
  arrivals.expect(python, restored ? [...next, ...first, ...rest] : [...first, ...next, ...rest], sources, held);
  const fresh = restored ? !given && (await parts.image) : made && { key: await parts.key, ...made };
  return { python, lock, kept: fresh ? { stored: restored, ...fresh } : undefined };
}
