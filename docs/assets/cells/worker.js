// Runs one chain of cells at a time in the Python that boot.js starts, and reports by messages.
// Knows Python; knows neither the DOM nor the page. A module worker; every URL is relative to this file.

import * as arrivals from "./arrivals.js";
import { HOME, boot, mark, take } from "./boot.js";
import * as downloads from "./downloads.js";
import { guard } from "./guard.js";
import { isFatal, onFatal } from "./snapshot.js";

guard();
mark("scripts");

const DATA = new URL("../data/", import.meta.url); // the files that a cell may ask for

let python, runner, lock;
let takeImage; // gives the image to a start from what the page has, which waits for it

async function start({ given }) {
  const image = new Promise((resolve) => (takeImage = resolve));
  const started = await boot(given && { ...given, image });
  ({ python, lock } = started);
  onFatal(python, (error) => post("crashed", { text: String(error.message ?? error) })); // else nobody might be told
  connect();
  return started.kept;
}

function connect() {
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
}

// ---- Running ---------------------------------------------------------------------------------------------------

let current; // { run, cell } that output belongs to

function post(type, more, transfer) {
  postMessage({ ...current, type, ...more }, transfer);
}

function postOutput(pieces, dropped) {
  if (!current.printed) mark("printed");
  current.printed = true;
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

/** The top-level modules that a program imports. */
function importsOf(code) {
  const names = python.pyimport("pyodide.code.find_imports");
  const found = names(code);
  const imports = new Set(found.toJs());
  found.destroy();
  names.destroy();
  if (imports.delete("torch")) imports.add("borch");
  return imports;
}

function packagesOf(imports) {
  return Object.values(lock.packages)
    .filter((entry) => entry.imports.some((name) => imports.has(name)) && !python.loadedPackages[entry.name])
    .map((entry) => entry.name);
}

async function loadPackages(code) {
  const imports = importsOf(code);
  const packages = packagesOf(imports);
  if (!packages.length) return arrivals.modules(imports);
  post("packages", { packages });
  downloads.restart();
  await arrivals.all();
  const errors = [];
  const errorCallback = (text) => errors.push(text);
  await python.loadPackage(packages, { messageCallback() {}, errorCallback }).catch((error) => errors.push(error.message));
  const absent = packages.filter((name) => !python.loadedPackages[name]);
  if (absent.length) throw downloads.missing ?? new Error(`${absent.join(", ")} could not be loaded (${errors.join("; ")})`);
}

const dataFiles = new Map(); // name -> bytes

/** Put these files into the working directory, as they are on the site, whatever a cell has made of them. */
async function loadFiles(names) {
  const wanted = names.filter((name) => !dataFiles.has(name));
  if (wanted.length) {
    post("packages", { packages: wanted });
    downloads.restart();
    const responses = await Promise.all(wanted.map((name) => downloads.counted(new URL(name, DATA).href)));
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

async function run(data) {
  current = { run: data.run };
  try {
    await runChain(data);
    postMessage({ type: "finished", run: data.run });
    arrivals.all().catch(() => {}); // a program that needs them asks again
  } catch (error) {
    const fatal = isFatal(error) || !(error instanceof downloads.Missing);
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
let turn; // ends when everything that was asked for is done

function begin(data) {
  const started = Promise.race([start(data), downloads.failure]);
  turn = started.catch(() => {});
  started.then(
    (image) => {
      mark("ready");
      postMessage({ type: "ready" });
      postMessage({ type: "image", kept: image }, image ? [image.memory.buffer] : []);
    },
    (error) => postMessage({ type: "failed", text: String(error.message ?? error) }),
  );
}

addEventListener("message", ({ data }) => {
  if (data.type === "start") begin(data);
  else if (data.type === "part") take(data);
  else if (data.type === "image") takeImage(data.image);
  else if (data.type === "reply") takeAnswer?.(data.text);
  else turn = turn.then(() => handlers[data.type](data)).catch(() => {});
});
