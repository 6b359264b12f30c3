// The service worker of the built site: what a reader has visited and run works without a network. It answers with files of
// one build only: each is held against its hash before it is kept or handed on. A newer build is installed whole beside this
// one and takes its place when the last page of this one is left or reloaded. The build fills in the first two constants.

const BUILD = "";
const FILES = {};

const SCOPE = self.registration.scope;
const PREFIX = `borch offline ${new URL(SCOPE).pathname} `;
const CACHE = PREFIX + BUILD;
const SELF = new URL("offline.js", SCOPE).href;
const STREAMED = "assets/pyodide/"; // large: handed on while it arrives, so that progress can be seen
const KEPT_AFTER = 2000; // milliseconds

const soon = new Map(); // name -> what answers with a file that is to be kept

let removed = false; // the site has no service worker any more

// ---- Files -------------------------------------------------------------------------------------------------------

/** The file's name in the build; undefined for what is not below the site. */
function nameOf(address) {
  const url = new URL(address);
  if (!(url.origin + url.pathname).startsWith(SCOPE)) return undefined;
  const name = decodeURIComponent(url.pathname.slice(new URL(SCOPE).pathname.length));
  return name === "" || name.endsWith("/") ? `${name}index.html` : name;
}

const keyOf = (name) => new URL(name.split("/").map(encodeURIComponent).join("/"), SCOPE).href;

async function isRight(name, bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("") === FILES[name];
}

/** The same content, no longer as it was packed on its way. */
function plain(response, body, length) {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  if (length) headers.set("content-length", length);
  return new Response(body, { headers });
}

/** Storage may be full or forbidden: then nothing is kept, and everything else goes on. What pages are made of is held against
    its hash here too, for not this worker alone can write there. */
async function kept(name) {
  if (soon.has(name)) return soon.get(name)();
  try {
    const found = await caches.match(keyOf(name), { cacheName: CACHE });
    if (!found || name.startsWith(STREAMED)) return found;
    const bytes = await found.arrayBuffer();
    return (await isRight(name, bytes)) ? plain(found, bytes, bytes.byteLength) : undefined;
  } catch {
    return undefined;
  }
}

async function keep(name, response) {
  try {
    const cache = await caches.open(CACHE);
    if (removed) await caches.delete(CACHE);
    else await cache.put(keyOf(name), response);
  } catch {}
}

/** Take a file from the browser's own cache if it is there and right, else from the network; undefined if it is another build's. */
async function take(name) {
  for (const cache of ["force-cache", "no-cache"]) {
    const response = await fetch(keyOf(name), { cache });
    if (!response.ok) continue;
    const bytes = await response.arrayBuffer();
    if (await isRight(name, bytes)) return plain(response, bytes, bytes.byteLength);
  }
  return undefined;
}

// ---- Answers -----------------------------------------------------------------------------------------------------

/** Whether the host has another build by now; one that changes files on their way has not. */
async function isReplaced() {
  const answer = await fetch(SELF, { cache: "no-cache" }).catch(() => null);
  if (!answer) return false;
  if (!answer.ok) return true;
  return !(await answer.text()).includes(`const BUILD = "${BUILD}"`);
}

/** Bytes that come in chunks, as one array: a blob of them would go to another process and back. */
class Bytes {
  constructor(length) {
    this.room = new Uint8Array(length || 1 << 20);
    this.length = 0;
  }

  add(chunk) {
    const length = this.length + chunk.length;
    if (length > this.room.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(this.room);
      this.room = larger;
    }
    this.room.set(chunk, this.length);
    this.length = length;
  }

  get all() {
    return this.room.subarray(0, this.length);
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Keep a file a little later: what is asked for together starts Python, which needs the processor. */
async function keepLater(name, respond) {
  soon.set(name, respond);
  await pause(KEPT_AFTER);
  await keep(name, respond());
  soon.delete(name);
}

/** A file that comes as it is asked for, and whose last bytes are held back until all of them are known to be right. */
function stream(name, response, settled) {
  const length = response.headers.get("content-encoding") ? null : response.headers.get("content-length");
  const bytes = new Bytes(Number(length));
  let last;
  const check = new TransformStream({
    transform(chunk, controller) {
      if (last) controller.enqueue(last);
      bytes.add(chunk);
      last = chunk;
    },
    async flush(controller) {
      const { all } = bytes;
      if (await isRight(name, all)) keepLater(name, () => plain(response, all, all.length)).then(settled);
      else if (await isReplaced()) {
        self.registration.update().catch(() => {});
        settled();
        return controller.error(new TypeError("this file is another version's"));
      } else settled();
      if (last) controller.enqueue(last);
    },
    cancel: settled, // the page that asked has gone
  });
  return plain(response, response.body.pipeThrough(check), length);
}

async function answer(event, name) {
  const found = await kept(name);
  if (found) return found;
  const navigation = event.request.mode === "navigate";
  let response;
  try {
    response = await fetch(event.request);
  } catch {
    return navigation ? page(503, "This page is not kept", "There is no network, and you have not opened this page before.") : Response.error();
  }
  if (!response.ok || response.type === "opaqueredirect") return response;
  if (name.startsWith(STREAMED) && response.body) {
    return stream(name, response, later(event));
  }
  const copy = response.clone();
  const bytes = await response.arrayBuffer();
  if (await isRight(name, bytes)) {
    event.waitUntil(keep(name, plain(response, bytes, bytes.byteLength)));
    return plain(response, bytes, bytes.byteLength);
  }
  const retaken = name in FILES && (await take(name).catch(() => undefined)); // the browser's own cache may hold an old one
  if (retaken) {
    event.waitUntil(keep(name, retaken.clone()));
    return retaken;
  }
  if (!(await isReplaced())) return copy;
  if (navigation) return opening();
  self.registration.update().catch(() => {});
  return Response.error();
}

/** Keeps this worker alive until the function that is returned has been called. */
function later(event) {
  let settle;
  event.waitUntil(new Promise((resolve) => (settle = resolve)));
  return settle;
}

/** A page of this worker's own. */
function page(status, title, text, script = "") {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"></head>
<body style="font: 1.1rem/1.5 sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem">
<main><h1>${title}</h1><p>${text}</p><p><a href="${SCOPE}">To the first page</a></p></main>
<script>${script}</script></body></html>`;
  return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

const isReload = ({ isReloadNavigation, cache }) => isReloadNavigation ?? cache === "no-cache";

/** Whether a newer build waits for nothing but the page that asks. */
async function isLast() {
  return self.registration.waiting && (await self.clients.matchAll({ type: "window" })).length <= 1;
}

/** A page that asks whether it is the last of this build: if so, the build that waits takes over. */
async function makeWay() {
  if (await isLast()) self.registration.waiting.postMessage({ type: "take over" });
}

const OPENING = ["A new version", "The new version of this site is being opened."];
const OTHERS = ["This page is newer", "The site has a new version. It opens here once its other tabs are closed."];

/** In between two builds: has the newer one fetched and installed, asks until it may take over, and goes on with it. The page
    does it and not this worker, whose own update the browser may put off, and which would be answering meanwhile. */
function opening() {
  const script = `const worker = navigator.serviceWorker;
let asked = 0, looking = false;
async function look() {
  const registration = await worker.getRegistration();
  if (registration?.waiting) {
    worker.controller.postMessage({ type: "last?" });
    if (++asked === 10) [document.title, document.querySelector("p").textContent] = ${JSON.stringify(OTHERS)};
    document.querySelector("h1").textContent = document.title;
  } else if (!registration?.installing) {
    await registration?.update();
    if (!registration?.installing && !registration?.waiting) setTimeout(() => location.reload(), 3000);
  }
}
worker.addEventListener("controllerchange", () => location.reload());
setInterval(() => {
  if (looking) return;
  looking = true;
  look().catch(() => {}).finally(() => (looking = false));
}, 300);`;
  return page(200, ...OPENING, script);
}

async function navigate(event, name) {
  if (isReload(event.request) && (await isLast().catch(() => false))) return opening();
  return answer(event, name);
}

// ---- Events ------------------------------------------------------------------------------------------------------

/** Hashes in names change with the content: what is left tells which file takes another's place. */
const family = (name) => name.replace(/[0-9a-f]{8,}/g, "*");

/** Everything that was kept of the build before, as this build has it. */
async function install() {
  if (!BUILD) return self.skipWaiting(); // the site as it is written: nothing is kept
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await (await caches.open(CACHE)).keys(); // refused here: nothing is installed
  const families = Map.groupBy(Object.keys(FILES), family);
  for (const old of names) {
    const before = await caches.open(old);
    for (const { url } of await before.keys()) {
      for (const name of families.get(family(nameOf(url))) ?? []) {
        if (await kept(name)) continue;
        const same = await before.match(keyOf(name));
        const copied = same && (await isRight(name, await same.clone().arrayBuffer())) ? same : await take(name);
        if (!copied) throw new Error(`${name} is another version's`);
        await (await caches.open(CACHE)).put(keyOf(name), copied);
      }
    }
  }
}

async function removeCaches(own) {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== own) await caches.delete(name);
}

/** This worker may be answering meanwhile, so it is the one who can be sure that nothing is kept afterwards. */
async function remove() {
  removed = true;
  await self.registration.unregister();
  await removeCaches();
}

async function activate() {
  await removeCaches(BUILD ? CACHE : undefined).catch(() => {});
  if (!BUILD) await self.registration.unregister();
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const name = BUILD && request.method === "GET" ? nameOf(request.url) : undefined;
  const navigation = request.mode === "navigate";
  if (name === undefined || request.url === SELF || !(name in FILES || navigation)) return;
  event.respondWith(navigation ? navigate(event, name) : answer(event, name));
});

self.addEventListener("message", (event) => {
  const { type, build, urls } = event.data;
  if (type === "take over") event.waitUntil(self.skipWaiting());
  else if (type === "remove") event.waitUntil(remove());
  else if (type === "last?") event.waitUntil(makeWay());
  else if (type === "claim" && build === BUILD) event.waitUntil(self.clients.claim());
  else if (type === "keep" && build === BUILD) event.waitUntil(keepAll(urls));
});

/** What a page loaded before this worker was there. */
async function keepAll(urls) {
  for (const name of new Set(urls.map(nameOf))) {
    if (!(name in FILES) || (await kept(name))) continue;
    const taken = await take(name).catch(() => undefined);
    if (taken) await keep(name, taken);
  }
}
