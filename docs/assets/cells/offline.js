// Registers the site's service worker once a page is at rest, lets it keep what the page has loaded, and tells the reader of
// a new version. Where the site has none, or storage is forbidden, nothing is kept and nobody is told.

const ROOT = new URL("../../", import.meta.url);
const SCRIPT = new URL("offline.js", ROOT);
const build = document.querySelector('meta[name="borch-build"]')?.content; // a page under `mkdocs serve` has none

const note = document.createElement("div"); // a live region before there is anything to say
note.className = "offline-note";
note.setAttribute("role", "status");
document.querySelector(".md-main")?.before(note);

function announce() {
  if (note.childNodes.length) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cell-button";
  button.textContent = "Reload";
  button.addEventListener("click", () => location.reload());
  note.append("A new version of this site is there. It opens when you reload, once no other tab has this site open. ", button);
}

/** A worker that has been installed while another one is in charge waits for its turn. */
function watch(registration) {
  const look = () => registration.waiting && registration.active && announce();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  registration.installing?.addEventListener("statechange", look);
  look();
}

/** The site has no service worker any more: everything it kept goes with it. */
async function remove(registration) {
  registration.active?.postMessage({ type: "remove" });
  await registration.unregister();
  const prefix = `borch offline ${ROOT.pathname} `;
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
}

async function isGone() {
  const response = await fetch(SCRIPT, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return response?.status === 404 || response?.status === 410;
}

function inCharge() {
  if (navigator.serviceWorker.controller) return undefined;
  return new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

async function start() {
  const found = await navigator.serviceWorker.getRegistration(ROOT);
  const own = found?.scope === ROOT.href ? found : undefined;
  if (!build) return own && remove(own);
  if (own && (await isGone())) return remove(own);
  const registration = await navigator.serviceWorker.register(SCRIPT, { scope: ROOT.href });
  watch(registration);
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active.postMessage({ type: "claim", build });
  await inCharge();
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const urls = [location.href, ...loaded].filter((url) => url.startsWith(ROOT.href) && !url.startsWith(SCRIPT.href));
  navigator.serviceWorker.controller.postMessage({ type: "keep", build, urls });
  document.documentElement.dataset.offline = "kept";
}

const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 1));
const rest = () => idle(() => start().catch(() => {}));
if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}
