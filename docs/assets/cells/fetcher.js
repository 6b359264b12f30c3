// A worker beside the one that starts Python, which has enough to do: fetches, unzips and compiles what a start needs, and
// hands over each part as soon as it is there. Knows what is fetched; knows not what for.

import { at, bytes, counted, json, report, unzipped } from "./downloads.js";
import { compile } from "./snapshot.js";
import { load } from "./store.js";

async function compiled(name) {
  return WebAssembly.compileStreaming(await unzipped(await counted(at(`${name}.gz`)), "application/wasm"));
}

/** The image that an earlier visit has stored under this key, or nothing. */
async function stored(key) {
  const image = await load(key);
  const modules = image && (await compile(image).catch(() => undefined));
  return modules && { ...image, modules };
}

/** Every part, as a promise: `packs` are the first ones, where there is no image. */
function parts(plainly) {
  const wasm = compiled("pyodide.asm.wasm");
  const plan = json("start.json");
  const lock = json("pyodide-lock.json");
  const key = plan.then((found) => `${found.key} ${navigator.userAgent} ${"Suspending" in WebAssembly}`);
  const image = plainly ? Promise.resolve() : stored(key);
  const turn = wasm.catch(() => {}); // which is needed before the packs, and unzipped here too
  const zipped = async () => (await plan).packs.first.map((name) => bytes(name, turn));
  const packs = image.then(async (found) => (found ? undefined : Promise.all(await zipped())));
  return { wasm, plan, lock, key, image, packs };
}

self.onmessage = async ({ data: { plainly } }) => {
  const handed = Object.entries(parts(plainly)).map(async ([name, part]) => {
    try {
      const value = await part;
      const arrays = name === "packs" ? (value ?? []) : name === "image" && value ? [value.memory, value.libraries] : [];
      const buffers = arrays.map(({ buffer }) => buffer);
      postMessage({ type: "part", name, value, buffers }, buffers);
    } catch ({ message }) {
      postMessage({ type: "part", name, message, buffers: [] });
    }
  });
  await Promise.all(handed);
  report(true);
  self.close();
};
