// <borch-cell>: a running cell in any page that has a copy of this site's assets on its own address.
//
//   <script type="module" src="assets/cells/embed.js"></script>
//   <borch-cell>
//     <pre>print(1 + 1)</pre>
//     <pre class="promise">2</pre>
//   </borch-cell>
//
// The element's attributes are in ATTRIBUTES, and in the guide for authors. Inside it stands the site's own cell.
import { mount } from "./main.js";

const STYLES = ["cells.css", "editor.css", "output.css", "ansi.css", "files.css", "exercise.css", "embed.css"];
const HERE = new URL("./", import.meta.url);
const FOREIGN = HERE.origin !== location.origin;
const REM = 20; // pixels of a rem on this site, whatever a page's own is

const TRUTHS = new Set(["readonly"]); // attributes without a value
const ATTRIBUTES = ["after", "files", "figure", "limit", "raises", "readonly", "tol"]; // of the element, and as they are of the cell

let serial = 0;
let planned = false;

/** Mount the cells that have come and let go of those that have left, once for all of this moment. */
function later() {
  if (planned) return;
  planned = true;
  queueMicrotask(() => {
    planned = false;
    mount();
  });
}

// ---- Styles ------------------------------------------------------------------------------------------------------

/** Whether the page has Material's variables, and with them its sizes and colours. */
const material = Boolean(getComputedStyle(document.body).getPropertyValue("--md-default-fg-color"));

function link(href) {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  const element = document.createElement("link");
  Object.assign(element, { rel: "stylesheet", href });
  document.head.append(element);
}

/** The styles as a sheet whose sizes do not depend on the page's. */
async function adopt() {
  const texts = await Promise.all(STYLES.map(async (name) => (await fetch(new URL(name, HERE))).text()));
  const sheet = new CSSStyleSheet();
  await sheet.replace(texts.join("\n").replace(/(\d*\.?\d+)rem\b/g, (_, number) => `${Number(number) * REM}px`));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

if (!FOREIGN) {
  if (material) for (const name of STYLES) link(new URL(name, HERE).href);
  else adopt().catch(() => {}); // without styles it still runs
}

// ---- The element -------------------------------------------------------------------------------------------------

/** Without the lines and the indentation that the markup brought along. */
function dedent(text) {
  const lines = text.replace(/^[ \t]*\n/, "").replace(/\s+$/, "").split("\n");
  const indents = lines.filter((line) => line.trim()).map((line) => line.match(/^[ \t]*/)[0].length);
  const least = Math.min(...indents, 1000);
  return lines.map((line) => line.slice(least)).join("\n");
}

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** The code of a block, or of the one that is folded away in it. */
function textOf(element) {
  const code = element.querySelector("pre, script, template") ?? element;
  return dedent((code.content ?? code).textContent);
}

/** A block that is folded away, with code in it. */
function folded(className, summary, inner, code) {
  const details = make("details", className);
  const block = make("div", inner);
  block.append(make("pre", ""));
  block.firstChild.append(make("code", "", `${code}\n`));
  details.append(make("summary", "", summary), block);
  return details;
}

class BorchCell extends HTMLElement {
  connectedCallback() {
    this.text ??= this.read();
    if (FOREIGN) this.refuse();
    else this.build();
  }

  disconnectedCallback() {
    later();
  }

  /** The code and the promise, as they stand in the page. */
  read() {
    const part = (name) => this.querySelector(`:scope > .${name}`);
    const code = this.querySelector(":scope > :is(pre, script, template):not(.promise, .check, .solution)");
    const own = [...this.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
    return {
      code: code ? textOf(code) : dedent(own.join("")),
      promise: part("promise") && dedent(part("promise").textContent),
      check: part("check") && textOf(part("check")),
      solution: part("solution") && textOf(part("solution")),
      hints: [...this.querySelectorAll(":scope > details.hint")],
    };
  }

  build() {
    const id = this.getAttribute("name") ?? `embedded-${++serial}`;
    if (!this.hasAttribute("name")) this.setAttribute("name", id);
    const { code, promise, check, solution, hints } = this.text;
    const section = make("section", "cell");
    section.id = `cell-${id}`;
    section.setAttribute("aria-label", `Code cell ${id}`);
    Object.assign(section.dataset, { cell: id, page: location.pathname, state: "idle" });
    for (const name of ATTRIBUTES) {
      if (this.hasAttribute(name)) section.dataset[name] = TRUTHS.has(name) ? "" : this.getAttribute(name);
    }
    if (this.getAttribute("by") !== "torch") section.dataset.only = "borch"; // whose promise it is: the author's
    const source = make("div", "cell-source");
    const block = make("div", "highlight");
    const pre = make("pre", "");
    pre.append(make("code", "", `${code}\n`));
    block.append(pre);
    source.append(block);
    section.append(source);
    if (promise !== null) {
      const promised = make("pre", "cell-promise");
      promised.append(make("code", "", `${promise}\n`));
      section.append(promised);
    }
    const steps = hints.map((hint) => hint.cloneNode(true)); // as they were, wherever the element is put
    if (check !== null) {
      section.dataset.exercise = this.getAttribute("exercise") ?? "";
      section.append(folded("cell-check", "What the check does", "cell-checked", check));
      if (solution !== null) steps.push(folded("success cell-solution", "Solution", "cell-solved", solution));
    }
    const height = this.getAttribute("height");
    if (/^\d+(\.\d+)?(px|em|rem|vh)$/.test(height ?? "")) this.style.setProperty("--borch-height", height);
    this.classList.add("md-typeset"); // what the styles of a cell are below
    this.classList.toggle("borch-plain", !material);
    if (!material) this.dataset.mdColorScheme = this.dark ? "slate" : "default";
    this.replaceChildren(section, ...steps);
    later();
  }

  get dark() {
    const theme = this.getAttribute("theme") ?? "light";
    return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  /** The code stays readable, and the reader is told why it does not run. */
  refuse() {
    const place = `${HERE.origin}, and this page from ${location.origin}`;
    const text = `This cell cannot run: its scripts come from ${place}. A browser runs Python only from the page's own address.`;
    if (!this.querySelector(".borch-refused")) this.append(make("p", "borch-refused", text));
  }
}

customElements.define("borch-cell", BorchCell);
