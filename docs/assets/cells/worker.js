// Pyodide: boots it, loads packages, runs one chain of cells at a time, reports by messages.
// Knows Python; knows neither the DOM nor the page. A module worker; every URL is relative to this file.

const PYODIDE = new URL("../pyodide/", import.meta.url);
const DATA = new URL("../data/", import.meta.url); // the files that a cell may ask for
const FIRST = ["numpy", "borch"]; // what nearly every cell imports
const PYTHON_FILES = ["runner.py", "figures.py", "files.py", "program.py", "project.py", "names.py"];
const HOME = "/home/pyodide"; // the working directory
const REPORT_EVERY = 100; // milliseconds between two progress messages

// ---- Files -----------------------------------------------------------------------------------------------------

const networkFetch = self.fetch.bind(self);
const early = new Map(); // URL -> response asked for before Pyodide does
const progress = { loaded: 0, total: 0, exact: true, reported: 0 };
let missing; // the first file that could not be had
let giveUp;
const failure = new Promise((_, reject) => (giveUp = reject));
failure.catch(() => {});

function fail(url, reason) {
  missing ??= new Error(`${new URL(url).pathname.split("/").pop()} could not be loaded (${reason})`);
  giveUp(missing);
  throw missing;
}

function report(force) {
  if (!force && performance.now() - progress.reported < REPORT_EVERY) return;
  progress.reported = performance.now();
  postMessage({ type: "progress", loaded: progress.loaded, total: progress.exact ? progress.total : 0 });
}

async function counted(url, init) {
  const response = await networkFetch(url, init).catch((error) => fail(url, error.message));
  if (!response.ok) fail(url, `HTTP status ${response.status}`);
  const length = Number(response.headers.get("content-length"));
  if (length && !response.headers.get("content-encoding")) progress.total += length;
  else progress.exact = false;
  const counter = new TransformStream({
    transform(chunk, controller) {
      progress.loaded += chunk.byteLength;
      report();
      controller.enqueue(chunk);
    },
  });
  // The type is set here because a host that serves .wasm as something else would stop Pyodide without a word.
  const type = url.endsWith(".wasm") ? "application/wasm" : response.headers.get("content-type");
  return new Response(response.body.pipeThrough(counter), { headers: { "content-type": type ?? "" } });
}

function prefetch(url, init) {
  const response = counted(url, init).then(async (r) => new Response(await r.arrayBuffer(), { headers: r.headers }));
  response.catch(() => {});
  early.set(url, response);
}

self.fetch = (input, init) => {
  const url = typeof input === "string" ? input : (input.url ?? input.href);
  if (!url.startsWith(PYODIDE.href)) return networkFetch(input, init);
  const response = early.get(url);
  early.delete(url);
  return response ?? counted(url, init);
};

function at(name) {
  return new URL(name, PYODIDE).href;
}

function integrityOf(sha256) {
  const bytes = sha256.match(/../g).map((pair) => parseInt(pair, 16));
  return "sha256-" + btoa(String.fromCharCode(...bytes));
}

/** Hand Pyodide the module that is being compiled already; it asks for it once. */
function compileEarly() {
  const compiled = counted(at("pyodide.asm.wasm")).then((response) => WebAssembly.compileStreaming(response));
  compiled.catch((error) => giveUp(error));
  early.set(at("pyodide.asm.wasm"), Promise.resolve(new Response()));
  const original = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    WebAssembly.instantiateStreaming = original;
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}

// ---- Boot ------------------------------------------------------------------------------------------------------

let python, runner, lock;

async function boot() {
  compileEarly();
  prefetch(at("python_stdlib.zip"));
  import(at("pyodide.asm.mjs")).catch((error) => giveUp(error));
  const sources = Promise.all(PYTHON_FILES.map((name) => counted(new URL(name, import.meta.url).href).then((r) => r.text())));
  sources.catch(() => {});
  lock = await (await counted(at("pyodide-lock.json"))).json();
  const packages = FIRST.filter((name) => name in lock.packages);
  for (const name of packages) {
    const entry = lock.packages[name];
    prefetch(at(entry.file_name), { integrity: integrityOf(entry.sha256) });
  }
  const { loadPyodide } = await import(at("pyodide.mjs"));
  python = await loadPyodide({
    indexURL: PYODIDE.href,
    lockFileContents: lock,
    packageBaseUrl: PYODIDE.href,
    packages,
    env: { HOME, MPLBACKEND: "module://borch_cell.figures" },
    enableRunUntilComplete: "Suspending" in WebAssembly,
    stdout: () => {},
    stderr: () => {},
  });
  for (const name of packages) if (!python.loadedPackages[name]) throw missing ?? new Error(`${name} was not installed`);
  await startRunner(await sources, packages);
}

async function startRunner(sources, packages) {
  const folder = python.runPython("import site; site.getsitepackages()[0]") + "/borch_cell";
  python.FS.mkdirTree(folder);
  PYTHON_FILES.forEach((name, i) => python.FS.writeFile(`${folder}/${name}`, sources[i]));
  python.FS.writeFile(`${folder}/__init__.py`, "");
  const module = python.pyimport("borch_cell.runner");
  runner = module.connect(postOutput, postFigure, postQuestion);
  module.destroy();
  const { write } = runner.output; // for what does not go through sys.stdout
  const into = (stream, decoder) => ({
    write(bytes) {
      write(stream, decoder.decode(bytes, { stream: true }));
      return bytes.length;
    },
  });
  python.setStdout(into("stdout", new TextDecoder()));
  python.setStderr(into("stderr", new TextDecoder()));
  python.setStdin({ error: true });
  if (packages.includes("borch")) python.runPython("import borch, borch.testing.lines");
}

// ---- Running ---------------------------------------------------------------------------------------------------

let current; // { run, cell } that output belongs to

function post(type, more, transfer) {
  postMessage({ ...current, type, ...more }, transfer);
}

function postOutput(pieces, dropped) {
  post("output", { pieces: JSON.parse(pieces), dropped });
}

function postFigure(png, alt, width, height) {
  const view = png.toJs ? png.toJs() : png;
  const bytes = new Uint8Array(view); // a copy of its own, so that it can be handed over
  png.destroy?.();
  post("figure", { png: bytes, alt, width, height }, [bytes.buffer]);
}

let takeAnswer; // ends the question that a program has asked

function postQuestion(prompt) {
  post("question", { prompt });
  return new Promise((resolve) => (takeAnswer = resolve));
}

function packagesOf(code) {
  const names = python.pyimport("pyodide.code.find_imports");
  const found = names(code);
  const imports = new Set(found.toJs());
  found.destroy();
  names.destroy();
  if (imports.has("torch")) imports.add("borch");
  return Object.values(lock.packages)
    .filter((entry) => entry.imports.some((name) => imports.has(name)) && !python.loadedPackages[entry.name])
    .map((entry) => entry.name);
}

async function loadPackages(code) {
  const packages = packagesOf(code);
  if (!packages.length) return;
  post("packages", { packages });
  missing = undefined;
  Object.assign(progress, { loaded: 0, total: 0, exact: true });
  const errors = [];
  const errorCallback = (text) => errors.push(text);
  await python.loadPackage(packages, { messageCallback() {}, errorCallback }).catch((error) => errors.push(error.message));
  const absent = packages.filter((name) => !python.loadedPackages[name]);
  if (absent.length) throw missing ?? new Error(`${absent.join(", ")} could not be loaded (${errors.join("; ")})`);
}

const dataFiles = new Map(); // name -> bytes

/** Put these files into the working directory, as they are on the site, whatever a cell has made of them. */
async function loadFiles(names) {
  const wanted = names.filter((name) => !dataFiles.has(name));
  if (wanted.length) {
    post("packages", { packages: wanted });
    missing = undefined;
    const responses = await Promise.all(wanted.map((name) => counted(new URL(name, DATA).href)));
    for (const [i, response] of responses.entries()) dataFiles.set(wanted[i], new Uint8Array(await response.arrayBuffer()));
  }
  for (const name of names) python.FS.writeFile(name, dataFiles.get(name));
  if (names.length) python.runPython("import importlib; importlib.invalidate_caches()");
}

async function runChain({ run, key, keep, chain, project }) {
  const pairs = JSON.stringify(chain.map((cell) => [cell.id, cell.code]));
  const start = runner.begin(key, pairs, project && JSON.stringify(project)); // [[name, text], ...]
  for (let i = start; i < chain.length; i++) {
    const { id, code, promise, tol, raises, alt, files, check } = chain[i];
    current = { run, cell: id };
    post("begin");
    await loadPackages(code);
    for (const [name, text] of project ?? []) if (name.endsWith(".py")) await loadPackages(text);
    await loadFiles(files);
    post("running");
    const result = JSON.parse(await runner.run(i, JSON.stringify({ promise, tol, raises, alt, check })));
    post("end", result);
    if (!result.ok) break;
  }
  if (!keep) runner.forget(key);
}

const booted = Promise.race([boot(), failure]);
booted.then(
  () => {
    report(true);
    postMessage({ type: "ready" });
  },
  (error) => postMessage({ type: "failed", text: String(error.message ?? error) }),
);

async function run(data) {
  current = { run: data.run };
  try {
    await runChain(data);
    postMessage({ type: "finished", run: data.run });
  } catch (error) {
    const fatal = Boolean(error.pyodide_fatal_error) || !(error === missing);
    postMessage({ type: fatal ? "crashed" : "unloaded", run: data.run, text: String(error.message ?? error) });
  }
}

// ---- The reader's files ------------------------------------------------------------------------------------------

async function write({ name, file }) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  python.FS.writeFile(`${HOME}/${name}`, bytes);
  python.runPython("import importlib; importlib.invalidate_caches()");
}

function read({ path, limit }) {
  const { size } = python.FS.stat(`${HOME}/${path}`);
  if (size > limit) throw new Error("it is too large");
  return python.FS.readFile(`${HOME}/${path}`);
}

async function answer(how, data) {
  const { number } = data;
  try {
    const result = await how(data);
    postMessage({ type: "answered", number, result }, result ? [result.buffer] : []);
  } catch (error) {
    const text = error.name === "ErrnoError" ? "there is no such file, or a folder of that name" : error.message;
    postMessage({ type: "answered", number, error: text || String(error) });
  }
}

// ---- Messages, one after the other --------------------------------------------------------------------------------

const handlers = { run, write: (data) => answer(write, data), read: (data) => answer(read, data) };
let turn = booted.catch(() => {});

self.onmessage = ({ data }) => {
  if (data.type === "reply") takeAnswer?.(data.text);
  else turn = turn.then(() => handlers[data.type](data));
};
