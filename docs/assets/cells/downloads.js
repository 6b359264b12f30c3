// What a worker fetches: counted for the progress bar, unzipped where it is served zipped, named where it is missing.
// Pyodide's own fetches of its files come here too. Knows neither Python nor the page.

export const PYODIDE = new URL("../pyodide/", import.meta.url);
const REPORT_EVERY = 100; // milliseconds between two progress messages

const networkFetch = self.fetch.bind(self);
const answers = new Map(); // URL -> response for a fetch that Pyodide will make
const progress = { loaded: 0, total: 0, exact: true, reported: 0 };
let giveUp;

/** A file could not be had; the next try may have it. */
export class Missing extends Error {
  constructor(url, reason) {
    super(`${new URL(url).pathname.split("/").pop()} could not be loaded (${reason})`);
  }
}

/** The first file that could not be had; undefined while nothing is missing. */
export let missing;

/** Rejects as soon as the start is known to fail: Pyodide itself may wait for a missing file without end. */
export const failure = new Promise((_, reject) => (giveUp = reject));
failure.catch(() => {});

export { giveUp };

function fail(url, reason) {
  missing ??= new Missing(url, reason);
  giveUp(missing);
  throw missing;
}

/** Begin to count from nothing, with nothing missing. */
export function restart() {
  missing = undefined;
  Object.assign(progress, { loaded: 0, total: 0, exact: true });
}

/** Tell the page how many bytes are here, at most every REPORT_EVERY unless forced. */
export function report(force) {
  if (!force && performance.now() - progress.reported < REPORT_EVERY) return;
  progress.reported = performance.now();
  postMessage({ type: "progress", loaded: progress.loaded, total: progress.exact ? progress.total : 0 });
}

export function at(name) {
  return new URL(name, PYODIDE).href;
}

async function needed(url, init) {
  const response = await networkFetch(url, init).catch((error) => fail(url, error.message));
  if (!response.ok) fail(url, `HTTP status ${response.status}`);
  return response;
}

/** A response whose bytes are counted. */
export async function counted(url, init) {
  const response = await needed(url, init);
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

/** A response that nobody waits for with a progress bar. */
export async function quiet(url) {
  const response = await networkFetch(url).catch((error) => Promise.reject(new Missing(url, error.message)));
  if (!response.ok) throw new Missing(url, `HTTP status ${response.status}`);
  return response;
}

/** The unzipped stream of a response. A host or a browser may have unzipped it already: its first bytes tell. */
async function unzippedStream(response) {
  const reader = response.body.getReader();
  const first = await reader.read();
  const whole = new ReadableStream({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const zipped = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  return zipped ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/** A response with the unzipped content of another one. */
export async function unzipped(response, type = "") {
  return new Response(await unzippedStream(response), { headers: { "content-type": type } });
}

/** What a file of JSON says. Its few bytes are not counted: many a host zips them on their way, and nobody knows their number. */
export async function json(name) {
  return (await needed(at(name), { cache: "no-cache" })).json();
}

/** The unzipped bytes of a file, which is fetched at once and unzipped in its turn, a promise. */
export async function bytes(name, turn) {
  const response = await counted(at(name));
  await turn;
  return new Uint8Array(await (await unzipped(response)).arrayBuffer());
}

/** The same bytes at once, while everything else waits: what a program needs that is running already. */
export function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Missing(url, `HTTP status ${request.status}`);
  return new Uint8Array(request.response);
}

/** Let this response answer Pyodide's fetch of the URL. */
export function answer(url, response) {
  answers.set(url, response);
}

self.fetch = (input, init) => {
  const url = typeof input === "string" ? input : (input.url ?? input.href);
  if (!url.startsWith(PYODIDE.href)) return networkFetch(input, init);
  const response = answers.get(url);
  answers.delete(url);
  return Promise.resolve(response ?? counted(url, init));
};
