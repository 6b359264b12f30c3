// What the reader has done, kept in this browser only: for each page the cells whose lines were right, by their hashes, so
// that a changed cell is not done. Shown at the cells, above them, in the overview of lessons and in the navigation.

const ROOT = new URL("../../", import.meta.url);
const KEY = `borch progress ${ROOT.pathname}`;
let known; // page's URL below ROOT -> { cell: hash }, as the site has them now

function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

function keep(done) {
  try {
    if (Object.keys(done).length) localStorage.setItem(KEY, JSON.stringify(done));
    else localStorage.removeItem(KEY);
  } catch {
    // forbidden or full: nothing is remembered
  }
}

/** The page's URL below the site's, which progress.json names it by; null for what is elsewhere. */
function pageOf(address) {
  const url = new URL(address, location.href);
  const { pathname } = url;
  return url.origin === ROOT.origin && pathname.startsWith(ROOT.pathname) ? pathname.slice(ROOT.pathname.length) : null;
}

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

const sections = () => [...document.querySelectorAll(".cell[data-hash]")].filter(({ dataset }) => !("hidden" in dataset));

/** The lines of this cell were right, or its check was passed. */
export function done(section) {
  if ("hidden" in section.dataset || !section.dataset.hash || !section.isConnected) return; // the site does not count all cells
  const all = recall();
  const page = pageOf(location.href);
  if (all[page]?.[section.dataset.cell] === section.dataset.hash) return;
  all[page] = { ...all[page], [section.dataset.cell]: section.dataset.hash };
  keep(all);
  show();
}

function forget(pages) {
  const all = recall();
  for (const page of pages) delete all[page];
  keep(all);
  show();
}

/** Bring every mark up to date; the list of all pages is fetched once something is remembered. */
export function show() {
  const all = recall();
  const page = pageOf(location.href);
  showCells(all[page] ?? {});
  if (known) return showLinks(all);
  if (!Object.keys(all).length) return;
  known = {};
  fetch(new URL("progress.json", ROOT))
    .then((response) => response.json())
    .then((pages) => {
      known = pages;
      showLinks(recall());
    })
    .catch(() => (known = undefined)); // offline: the next page tries again
}

function showCells(marks) {
  const cells = sections();
  const count = cells.filter((section) => {
    const right = marks[section.dataset.cell] === section.dataset.hash;
    section.toggleAttribute("data-done", right);
    mark(section.querySelector(".cell-toolbar"), right && "done", "This cell is done");
    return right;
  }).length;
  const bar = document.querySelector(".cells-bar");
  if (!bar) return;
  let line = document.querySelector(".progress-line");
  if (!line) {
    line = make("p", "progress-line");
    line.append(make("span", "progress-count"), " ", forgetter("Forget", "Forget what I have done on this page", () => [pageOf(location.href)]));
    bar.after(line);
  }
  const text = count === cells.length ? `All ${count} cells of this page are done.` : `${count} of ${cells.length} cells done.`;
  if (line.firstChild.textContent !== text) line.firstChild.textContent = text;
  line.hidden = count === 0;
}

function forgetter(text, label, pages) {
  const button = make("button", "cell-button cell-quiet", text);
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.addEventListener("click", () => forget(pages()));
  return button;
}

/** A sign at the end of an element: done, begun, or none. */
function mark(element, state, label) {
  const old = element?.querySelector(":scope > .progress-mark");
  if (!element || (old?.dataset.progress ?? false) === (state ?? false)) return;
  old?.remove();
  if (!state) return;
  const sign = make("span", "progress-mark", state === "done" ? "✓" : "…");
  sign.dataset.progress = state;
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", label);
  element.append(sign);
}

function stateOf(page, marks = {}) {
  const cells = Object.entries(known[page] ?? {});
  const right = cells.filter(([cell, hash]) => marks[cell] === hash).length;
  return right === 0 ? null : right === cells.length ? "done" : "begun";
}

function showLinks(all) {
  for (const link of document.querySelectorAll("a.md-nav__link[href], .md-content td:nth-child(2) a[href]")) {
    const page = pageOf(link.href);
    if (page === null || !known[page] || new URL(link.href).hash) continue;
    const state = stateOf(page, all[page]);
    mark(link, state, state === "done" ? ", done" : ", begun");
  }
  const facts = document.querySelector(".lessons-total");
  if (!facts) return;
  let button = facts.querySelector("button");
  if (!button) {
    button = forgetter("Forget what I have done", "Forget what I have done in all lessons", () => Object.keys(recall()));
    facts.append(" ", button);
  }
  button.hidden = !Object.keys(all).length;
}
