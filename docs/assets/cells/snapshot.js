// An image of a live interpreter, to start another from: the one script that touches what Pyodide keeps to itself, and
// so also where its breakdown is heard of. An image is written for one build of Pyodide, BUILD, and refused for any other.
// Whoever calls takes any exception for "not here": the way that always works is a start without an image.
//
// The image holds the memory, and what of the libraries is outside it: the function table, the global offset table, the
// handles. Where a library lies is in Emscripten's `struct dso`, which is in memory at the library's handle:
// https://github.com/emscripten-core/emscripten/blob/main/system/lib/libc/dynlink.h

import { files, packed, unpack } from "./packs.js";

const BUILD = "2cf7085e96ffaa58f5400af724c388859f9e21586cf6f254da008c60685a5d05";
const MAGIC = 0x706e7300; // what Pyodide's own snapshots begin with
const HEADER = 48; // bytes of their header: magic, where the memory begins, length of the JSON, 0, the build's hash
const ROOM = 1 << 16; // bytes for that and the JSON, which says little where Python holds no object of JavaScript's
const BLOCK = 4096; // bytes of memory that are kept or left out together
const DSO = { memory: 12, memorySize: 16, table: 20, tableSize: 24 };

function usable(python) {
  return typeof python._api?.serializeHiwireState === "function" && python._api.config?.BUILD_ID === BUILD;
}

/** Be told when Python breaks down outside of what is awaited, where Pyodide says it. */
export function onFatal(python, tell) {
  if (python._api) python._api.on_fatal = tell;
}

/** Whether Python broke down with this error. */
export function isFatal(error) {
  return Boolean(error.pyodide_fatal_error);
}

/** [options for loadPyodide(), a function that gives the length of the function table before any library]. */
export function watch(create) {
  let length;
  const module = async (settings) => {
    settings.preRun?.push((M) => (length = M.wasmTable?.length));
    return (await create)(settings);
  };
  return [{ createPyodideModule: module }, () => length];
}

// ---- Making ----------------------------------------------------------------------------------------------------

function libraries(M) {
  const found = new Map(); // library -> what is to be known of it
  for (const [key, library] of Object.entries(M.LDSO.loadedLibsByHandle)) {
    const handle = Number(key) >>> 0;
    if (!handle) continue;
    if (!found.has(library)) {
      const place = Object.fromEntries(Object.entries(DSO).map(([name, at]) => [name, M.HEAPU32[(handle + at) >> 2]]));
      const refcount = library.refcount === Infinity ? -1 : library.refcount;
      found.set(library, { name: library.name, handles: [], refcount, global: Boolean(library.global), ...place });
    }
    found.get(library).handles.push(handle);
  }
  return [...found].sort((a, b) => a[1].table - b[1].table);
}

/** The entries of the function table that no library has put into its own range: [index, library or -1, name]. */
function entries(M, found, from) {
  const own = (i) => found.some(([, { table, tableSize }]) => i >= table && i < table + tableSize);
  const places = new Map(); // function -> where it is
  for (let i = from; i < M.wasmTable.length; i++) {
    const value = own(i) ? undefined : M.wasmTable.get(i);
    if (value) places.set(value, [...(places.get(value) ?? []), i]);
  }
  const list = [];
  const look = (exports, number) => {
    for (const name in exports) {
      const value = exports[name];
      for (const i of places.get(value) ?? []) list.push([i, number, name]);
      places.delete(value);
    }
  };
  look(M.LDSO.loadedLibsByName.__main__.exports, -1);
  found.forEach(([library], number) => look(library.exports, number));
  for (const [i] of places.values()) throw new Error(`function ${i} of the table has no name`);
  return list;
}

/** The blocks of memory that are not zero, as one array: block size, count, which of them, the blocks. */
function compact(memory, from, to) {
  const count = memory.length / BLOCK;
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const which = new Uint8Array(Math.ceil(count / 32) * 4);
  const kept = [];
  const unused = (i) => i > from && i < to;
  for (let i = 0; i < count; i++) {
    if (unused(i)) continue;
    const end = (i + 1) * (BLOCK / 8);
    let at = i * (BLOCK / 8);
    while (at < end && words[at] === 0n) at++;
    if (at === end) continue;
    which[i >> 3] |= 1 << (i & 7);
    kept.push(i);
  }
  const result = new Uint8Array(4 + which.length + kept.length * BLOCK);
  new DataView(result.buffer).setUint32(0, count, true);
  result.set(which, 4);
  for (let n = 0, end; n < kept.length; n = end) {
    for (end = n + 1; kept[end] === kept[end - 1] + 1; ) end++;
    const run = memory.subarray(kept[n] * BLOCK, (kept[end - 1] + 1) * BLOCK);
    result.set(run, 4 + which.length + n * BLOCK);
  }
  return result;
}

function trampoline(M) {
  return M.__PyRuntime + M.HEAP32[M.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2];
}

/** An image of this interpreter: { meta, memory, libraries }, where no object of JavaScript's is held by Python.
 *  `before` is the length that watch() noted, `more` the paths of files that the image must bring along.
 *  Pyodide forgets which packages are loaded. */
export function make(python, before, more) {
  if (!before || !usable(python)) throw new Error("another Pyodide");
  const M = python._module;
  const found = libraries(M);
  const main = M.LDSO.loadedLibsByName.__main__.exports;
  const offsets = {}; // of what Pyodide itself does not export
  for (const name in M.GOT) if (!main[name] || main[name].stub) offsets[name] = M.GOT[name].value;
  const address = trampoline(M);
  const meta = {
    size: M.HEAPU8.length,
    before,
    table: M.wasmTable.length,
    libraries: found.map(([, facts]) => facts),
    entries: entries(M, found, before),
    offsets,
    free: [...M.freeTableIndexes],
    trampoline: { address, index: M.HEAP32[address >> 2] },
  };
  for (const name of Object.keys(python.loadedPackages)) delete python.loadedPackages[name]; // it has to be {}
  // Python holds on to the method that it called last, and whose it is. Let that be one that means nothing.
  const last = { method: () => undefined };
  python.globals.set("last", last);
  python.runPython("last.method(); del last");
  meta.objects = python._api.serializeHiwireState((value) => {
    if (value === last || value === last.method) return "last";
    throw new Error(`Python holds ${value}`);
  });
  const stack = [M._emscripten_stack_get_end(), M._emscripten_stack_get_current()].map((at) => Math.floor(at / BLOCK));
  const memory = compact(M.HEAPU8, stack[0], stack[1] - 1);
  const paths = [...meta.libraries.map(({ name }) => name), ...more];
  return { meta, memory, libraries: packed(paths.map((path) => [path, python.FS.readFile(path)])) };
}

// ---- Restoring -------------------------------------------------------------------------------------------------

/** Write Pyodide's own snapshot of no memory at all: what it is to know of the objects. */
function describe(meta, room) {
  const objects = new TextEncoder().encode(JSON.stringify(meta.objects));
  const build = BUILD.match(/.{8}/g).map((word) => parseInt(word, 16));
  new Uint32Array(room.buffer).set([MAGIC, room.length, objects.length, 0, ...build]);
  room.set(objects, HEADER);
}

function expand(memory, compacted) {
  const count = new DataView(compacted.buffer, compacted.byteOffset).getUint32(0, true);
  const which = compacted.subarray(4, 4 + Math.ceil(count / 32) * 4);
  const kept = (i) => i < count && (which[i >> 3] >> (i & 7)) & 1;
  let at = 4 + which.length;
  for (let i = 0; i < count; i++) {
    if (!kept(i)) continue;
    let end = i + 1;
    while (kept(end)) end++;
    memory.set(compacted.subarray(at, at + (end - i) * BLOCK), i * BLOCK);
    at += (end - i) * BLOCK;
    i = end;
  }
}

/** Link a library at the place it had, without running what its start runs: the results of that are in the image. */
function link(M, main, facts, module) {
  const needs = M.getDylinkMetadata(module);
  if (needs.memorySize !== facts.memorySize || needs.tableSize !== facts.tableSize) throw new Error(`another ${facts.name}`);
  let own;
  const find = (name) => (name in main && !main[name].stub ? main[name] : own?.[name]);
  const later = {};
  const env = new Proxy(later, {
    get(_, name) {
      if (name === "__memory_base") return facts.memory;
      if (name === "__table_base") return facts.table;
      if (name in main && !main[name].stub) return main[name];
      later[name] ??= (...args) => find(name)(...args);
      return later[name];
    },
  });
  const offsets = new Proxy(needs.weakImports, M.GOTHandler);
  const imports = { "GOT.mem": offsets, "GOT.func": offsets, env, wasi_snapshot_preview1: env };
  own = M.relocateExports(new WebAssembly.Instance(module, imports).exports, facts.memory);
  if (Object.keys(own).some((name) => name.startsWith("__em_js__") || name === "__start_em_asm"))
    throw new Error(`${facts.name} has JavaScript in it`);
  const library = M.newDSO(facts.name, undefined, own);
  library.refcount = facts.refcount < 0 ? Infinity : facts.refcount;
  library.global = facts.global;
  for (const handle of facts.handles) M.LDSO.loadedLibsByHandle[handle] = library;
  return own;
}

/** Put the image into a module that has just been made. */
function fill(M, meta, memory, modules) {
  const table = M.wasmTable;
  const { address, index } = meta.trampoline;
  let call = M.HEAP32[address >> 2]; // this engine's own way to call, which an image cannot bring along
  const callee = call ? table.get(call) : null;
  if (trampoline(M) !== address) throw new Error("another place of the trampoline");
  if (M.HEAPU8.length < meta.size) M.growMemory(meta.size);
  table.grow(Math.max(0, meta.table - table.length));
  if (call && call !== index) {
    call = table.grow(1);
    M.setWasmTableEntry(call, callee);
  }
  const main = M.LDSO.loadedLibsByName.__main__.exports;
  const linked = meta.libraries.map((facts, i) => link(M, main, facts, modules[i]));
  for (const [i, library, name] of meta.entries) M.setWasmTableEntry(i, library < 0 ? main[name] : linked[library][name]);
  if (callee && index !== call) {
    for (let i = meta.before - 1; i < meta.before + 2; i++) if (table.get(i)) M.setWasmTableEntry(i, table.get(i));
  }
  M.updateTableMap(meta.before, meta.table - meta.before);
  for (const [name, value] of Object.entries(meta.offsets)) {
    M.GOT[name] ??= new WebAssembly.Global({ value: "i32", mutable: true }, -1);
    M.GOT[name].value = value;
  }
  M.freeTableIndexes.push(...meta.free);
  M.HEAPU8.fill(0); // also what the libraries have just put there
  expand(M.HEAPU8, memory);
  M.HEAP32[address >> 2] = call;
}

/** The modules of an image's libraries, compiled. */
export function compile(image) {
  const bytes = new Map(files(image.libraries));
  return Promise.all(image.meta.libraries.map(({ name }) => WebAssembly.compile(bytes.get(name))));
}

/** The options for loadPyodide() to restore an image, a promise: Pyodide comes as far as it can without. */
export function options(image, create) {
  const room = new Uint8Array(ROOM);
  const modules = image.then((found) => found.modules ?? compile(found)); // the page may not have got as far
  modules.catch(() => {});
  return {
    _loadSnapshot: room,
    _snapshotDeserializer: () => () => undefined,
    async createPyodideModule(settings) {
      const M = await (await create)(settings);
      const { meta, memory, libraries } = await image;
      describe(meta, room);
      unpack(M.FS, libraries);
      fill(M, meta, memory, await modules);
      return M;
    },
  };
}
