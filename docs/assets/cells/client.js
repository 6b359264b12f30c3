// One worker for the whole visit, one program at a time, the others in a queue; Stop ends the worker and starts another.
// Knows messages; knows neither the DOM nor Python.

const SPARE_AFTER = 200; // milliseconds
const STORE_AFTER = 1000; // milliseconds that a program may run before what it started from is stored beside it
const SPARE_NEEDS = ["wasm", "plan", "lock", "key"];
const PATIENCE = 10; // seconds that a worker has to begin what it is given

let worker; // undefined until the first run, and after a start that failed
let fetcher; // what fetches for the worker's start, where nothing is kept
let spare; // { opened, held }: the worker after this one, which waits for the image, and what it has said so far
let ready = false;
let unspoiled = false; // nothing but the start has run in the worker: what it sends is our own
let current; // the job whose turn it is
let queue = [];
let serial = 0;
let parts = {}; // of those that the fetcher has sent: what a worker needs to come as far as it can without an image
let unpacking = false; // the worker starts from packs, and has got them
let kept; // an image for a worker to start from, made by the one before; undefined while there is none
let image; // the module that prepares and stores it
let bytes = { loaded: 0, total: 0 };
const uploads = new Map(); // name -> File: every worker gets them
const asked = new Map(); // number -> what waits for the worker's answer
const losers = new Set(); // who is told when a worker ends, and its files with it

function start(plainly) {
  ready = false;
  bytes = { loaded: 0, total: 0 };
  if (kept) return restore();
  parts = {};
  unpacking = false;
  const started = open("worker", () => started === worker);
  worker = started;
  started.postMessage({ type: "start" });
  fetcher = open("fetcher", () => started === worker);
  fetcher.postMessage({ plainly });
}

/** Python from what is kept: in the spare worker, which has come as far as it can. */
function restore() {
  if (!spare) makeSpare();
  const { opened, held } = spare;
  spare = undefined;
  worker = opened;
  opened.postMessage({ type: "image", image: kept });
  for (const message of held) receive(message);
}

function makeSpare() {
  const opened = open("worker", (message) => {
    if (spare?.opened !== opened) return opened === worker;
    if (!message || message.type === "failed") dropSpare();
    else spare.held.push(message);
    return false;
  });
  spare = { opened, held: [] };
  opened.postMessage({ type: "start", given: parts });
}

function dropSpare() {
  spare?.opened.terminate();
  spare = undefined;
}

/** A worker whose messages and errors count while `matters`. */
function open(name, matters) {
  const opened = new Worker(new URL(`./${name}.js`, import.meta.url), { type: "module", name: "borch" });
  opened.onmessage = ({ data }) => matters(data) && receive(data);
  opened.onerror = (event) => {
    event.preventDefault();
    if (matters()) broken(event.message || "a script of this page could not be loaded");
  };
  return opened;
}

function end() {
  worker?.terminate();
  fetcher?.terminate();
  worker = fetcher = undefined;
  ready = false;
  for (const { reject } of asked.values()) reject(new Error("Python was stopped"));
  asked.clear();
  for (const tell of losers) tell();
}

/** Programs can send messages too: what is no message of ours is left. */
function receive(message) {
  if (typeof message?.type !== "string") return;
  if (message.run) unspoiled = false;
  if (message.type === "progress") {
    bytes = message;
    current?.listen({ ...bytes, type: "loading" });
  } else if (message.type === "part") {
    if (!ready) pass(message);
  } else if (message.type === "ready") {
    ready = true;
    unspoiled = true;
    for (const name of uploads.keys()) put(name).catch(() => uploads.delete(name)); // it is no longer on the reader's disk
    post();
    later();
  } else if (message.type === "image") {
    if (!unspoiled) return;
    if (message.kept) {
      kept = message.kept;
      prepare();
    } else if (!kept) dropSpare(); // there is nothing for it to start from
  } else if (message.type === "failed") {
    broken(message.text);
  } else if (message.type === "answered") {
    const { resolve, reject } = asked.get(message.number) ?? {};
    if (!resolve) return;
    asked.delete(message.number);
    if (message.error) reject(new Error(message.error));
    else resolve(message.result);
  } else if (current && message.run === current.run) {
    current.heard = true;
    settle(message);
  }
}

/** A part from the fetcher to the worker, by way of the page, since Firefox sends no module through a port. With the packs
 *  the worker has enough to do alone for a while: the spare one comes up beside it. */
function pass({ name, value, message, buffers }) {
  if (SPARE_NEEDS.includes(name)) parts[name] = value;
  if (name === "packs") unpacking = Boolean(value);
  worker.postMessage({ type: "part", name, value, message }, buffers);
  if (unpacking && SPARE_NEEDS.every((need) => parts[need]) && !spare) makeSpare();
}

/** What the worker started from, or made for those that follow. It is of use only: without it, they start all the same. */
async function prepare() {
  image ??= await import("./image.js").catch(() => undefined);
  if (kept) await image?.prepare(kept);
  later();
  setTimeout(store, current ? STORE_AFTER : 0); // the reader may leave before the program has ended
}

/** Make the worker that follows on Stop, once this one has had time to show something. */
function later() {
  setTimeout(() => ready && kept?.modules && !spare && makeSpare(), SPARE_AFTER);
}

/** For the next visit, once; best when no program needs the processor for its first line. */
function store() {
  if (kept) image?.store(kept);
}

function settle(message) {
  if (message.type === "crashed") {
    end();
    forget(); // a program that ran on it has broken Python, and it may not have been the program's fault
    start(true);
  }
  current.listen(message);
  if (["finished", "crashed", "unloaded"].includes(message.type)) next();
}

function forget() {
  kept = undefined;
  dropSpare();
}

/** The worker could not start or broke down: everybody who waits is told; the next run tries again. */
function broken(text) {
  const type = ready ? "crashed" : "failed";
  const jobs = current ? [current, ...queue] : queue;
  end();
  forget();
  current = undefined;
  queue = [];
  for (const job of jobs) job.listen({ type, text });
}

function next() {
  current = queue.shift();
  if (!current) {
    store();
    return;
  }
  if (!worker) start();
  if (ready) post();
  else current.listen({ ...bytes, type: "loading" });
}

function post() {
  if (!current || current.posted) return;
  current.posted = true;
  const { run, key, keep, chain, project } = current;
  worker.postMessage({ type: "run", run, key, keep, chain, project });
  wait(current);
}

/** A worker that does not even begin is deaf or busy with what an earlier program has left: another one takes the job. */
function wait(job, left = PATIENCE) {
  if (job !== current || job.heard) return;
  if (left) setTimeout(wait, 1000, job, left - 1); // so that a page which was asleep hears what has come meanwhile
  else if (job.again) broken("it does not answer");
  else {
    Object.assign(job, { again: true, posted: false });
    end();
    start();
    job.listen({ ...bytes, type: "loading" });
  }
}

/** What the reader says to the program that asked. */
export function reply(job, text) {
  if (job === current) worker?.postMessage({ type: "reply", text });
}

/** Ask the worker something that it does between two runs. */
function request(message) {
  const number = ++serial;
  return new Promise((resolve, reject) => {
    asked.set(number, { resolve, reject });
    worker.postMessage({ ...message, number });
  });
}

function put(name) {
  return request({ type: "write", name, file: uploads.get(name) });
}

/** The bytes of a file in the working directory; refused if there are more than the limit. */
export async function read(path, limit) {
  if (!ready) throw new Error("Python was stopped");
  return request({ type: "read", path, limit });
}

/** Whether a program runs: what is asked of the worker now is done when it has ended. */
export function busy() {
  return Boolean(current?.posted);
}

/** Put a file of the reader's into the working directory of this worker and of those that come after it. */
export async function upload(name, file) {
  uploads.set(name, file);
  if (!ready) return; // it is put there when Python starts
  const done = put(name);
  if (busy()) done.catch(() => {}); // a worker that is stopped leaves it to the next one
  else await done.catch((error) => (uploads.delete(name), Promise.reject(error)));
}

/** [name, file] of every upload. */
export function uploaded() {
  return [...uploads];
}

/** Be told when the files that programs wrote are gone; returns how to be told no more. */
export function onLost(tell) {
  losers.add(tell);
  return () => losers.delete(tell);
}

/** Ask for a chain of cells to be run: { key, keep, chain, listen }. Returns the job, to cancel, stop or abandon it. */
export function run(job) {
  job.run = ++serial;
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    job.listen({ type: "failed", text: "this browser has no WebAssembly" });
    return job;
  }
  if (current?.abandoned) restart();
  queue.push(job);
  job.listen({ type: "queued" });
  if (!current) next();
  return job;
}

/** Stop this job. One that waits only leaves the queue; one that runs is ended, and with it the queue behind it. */
export function stop(job) {
  if (job !== current) {
    queue = queue.filter((other) => other !== job);
    job.listen({ type: "cancelled" });
    return;
  }
  const waiting = queue;
  queue = [];
  const lost = job.posted;
  restart();
  job.listen({ type: lost ? "stopped" : "cancelled" });
  for (const other of waiting) other.listen({ type: "cancelled" });
}

/** Let everything that programs have made be gone: Python starts anew, if it has been started. */
export function afresh() {
  if (current) stop(current);
  else if (worker) {
    end();
    start();
  }
}

/** Nobody looks at this job any more: drop it if it has not begun, else let it end unless another wants to run. */
export function abandon(job) {
  job.listen = () => {};
  if (job !== current) queue = queue.filter((other) => other !== job);
  else if (!job.posted) next();
  else if (queue.length) restart(next);
  else job.abandoned = true;
}

/** End the running program; the worker that replaces it boots at once. A boot in progress is left alone. */
function restart(then) {
  if (current?.posted) {
    end();
    start();
  }
  current = undefined;
  store(); // a program that never ends leaves no better moment
  then?.();
}
