// Wires every cell of the page: toolbar, editor, output, verdict. Survives Material's instant navigation.
// Knows the DOM; knows nothing of Pyodide.
import { mountBar } from "./all.js";
import * as client from "./client.js";
import { Editor } from "./editor.js";
import { Panel, Written } from "./files.js";
import { Exercise } from "./exercise.js";
import { Clock } from "./limit.js";
import * as memory from "./memory.js";
import * as progress from "./progress.js";
import { playgroundButton } from "./open.js";
import { Output } from "./render.js";
import { mountScrollers } from "./scroll.js";

const TORCH = ["same as PyTorch 2.13", "differs from PyTorch 2.13"];
const OWN = ["as promised", "not as promised"]; // of a cell that only borch can run
const AGAIN = "Python no longer answered, and was started afresh: names and files made before are gone.";
const FINAL = new Set(["finished", "stopped", "cancelled", "unloaded", "failed", "crashed"]);
const mounted = new Map(); // section -> Cell

function make(tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  if (text) element.textContent = text;
  return element;
}

function button(name, cell, label) {
  const element = make("button", `cell-button cell-${name.toLowerCase()}`, name);
  element.type = "button";
  element.setAttribute("aria-label", label);
  element.addEventListener("click", () => cell[name.toLowerCase()]());
  return element;
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/** What a report of several lines ends with. */
function lastLine(text) {
  return text.trimEnd().split("\n").at(-1).trim().slice(-200);
}

function duration(seconds) {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

export class Cell {
  constructor(section, id = section.dataset.cell) {
    this.section = section;
    this.id = id;
    this.promise = section.querySelector(".cell-promise");
    const { name } = this;
    this.editor = this.makeEditor(section.querySelector(".cell-source"));
    this.runButton = button("Run", this, `Run ${name}`);
    this.stopButton = button("Stop", this, `Stop ${name}`);
    this.resetButton = button("Reset", this, `Reset ${name}`);
    this.mark = make("span", "cell-edited", "edited");
    this.status = make("span", "cell-status");
    this.status.setAttribute("role", "status");
    this.bar = make("progress", "cell-progress");
    this.bar.setAttribute("aria-label", "Loading");
    this.bytes = make("span", "cell-bytes");
    this.verdict = make("span", "cell-verdict");
    this.verdict.setAttribute("role", "status");
    const toolbar = make("div", "cell-toolbar");
    toolbar.append(this.runButton, this.stopButton, this.resetButton, this.mark, this.status, this.bar, this.bytes);
    this.difference = make("p", "cell-difference");
    this.note = make("p", "cell-note"); // the answer to what the reader did, apart from the state of the program
    this.note.setAttribute("aria-live", "polite");
    const say = (text) => (this.note.textContent = text);
    this.copyCode = this.copier("Copy code", () => this.editor.value);
    this.copyOutput = this.copier("Copy output", () => this.outputText);
    this.panel = new Panel(name, this.id, say);
    this.written = new Written(name, say);
    toolbar.append(this.verdict, this.copyCode, this.copyOutput, this.panel.toggle, playgroundButton(this), this.difference, this.panel.element, this.note);
    this.offer = make("p", "cell-offer");
    this.offer.hidden = true;
    toolbar.append(this.offer);
    section.querySelector(".cell-source").after(toolbar);
    const root = make("div", "cell-output");
    root.tabIndex = 0;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", `Output of ${name}`);
    section.append(root, this.written.element);
    this.exercise = Exercise.of(section, (code) => this.fill(code));
    if (this.exercise) root.after(this.exercise.said);
    this.output = new Output(root);
    this.letGo = client.onLost(() => this.written.lose());
    this.restore();
    this.recall();
  }

  /** What the controls call it. */
  get name() {
    return `cell ${this.id}`;
  }

  makeEditor(source) {
    return new Editor(source, `Code of ${this.name}`, { change: () => this.onEdit(true), run: (goOn) => this.run(goOn) });
  }

  copier(text, source) {
    const made = make("button", "cell-button cell-quiet", text);
    made.type = "button";
    made.setAttribute("aria-label", `${text} of ${this.name}`);
    made.addEventListener("click", () =>
      navigator.clipboard?.writeText(source()).then(
        () => (this.note.textContent = `${text.slice(5, 6).toUpperCase()}${text.slice(6)} copied.`),
        () => (this.note.textContent = "The browser does not allow this page to copy."),
      ),
    );
    made.hidden = !navigator.clipboard; // there is none on an insecure host
    return made;
  }

  /** What is shown below the code: lines that were printed, or the promised ones. */
  get outputText() {
    return this.promise && !this.promise.hidden ? this.promise.textContent : this.output.text;
  }

  /** Bring back what the reader made of this cell; where the page has changed since, it wins and the edit is offered. */
  recall() {
    const edit = memory.recall(this.section.dataset.page, this.id, this.editor.original);
    if (edit?.current) this.editor.value = edit.code;
    if (!edit || edit.current) return;
    const choice = (text, label, then) => {
      const made = make("button", "cell-button", text);
      made.type = "button";
      made.setAttribute("aria-label", `${label} cell ${this.id}`);
      made.addEventListener("click", () => {
        this.offer.hidden = true;
        then();
        this.runButton.focus();
      });
      return made;
    };
    this.offer.replaceChildren(
      "This page has changed since you edited this cell. ",
      choice("Show my edit", "Show my edit of", () => (this.editor.value = edit.code)),
      " ",
      choice("Forget it", "Forget my edit of", () => this.keep()),
    );
    this.offer.hidden = false;
  }

  /** Remember the reader's code over a reload, or forget it where it is the page's. */
  keep() {
    const { page } = this.section.dataset;
    if (this.editor.edited) memory.remember(page, this.id, this.editor.original, this.editor.value);
    else memory.forget(page, this.id);
  }

  /** As the page was written: the promise is shown, nothing has run. */
  restore() {
    this.output.clear();
    this.written.clear();
    this.note.textContent = "";
    this.ran = false;
    this.output.root.hidden = true;
    if (this.promise) this.promise.hidden = false;
    this.setVerdict(null);
    this.exercise?.clear();
    this.setState("idle", "");
    this.onEdit();
  }

  get active() {
    return ["queued", "loading", "running"].includes(this.section.dataset.state);
  }

  setState(state, text) {
    this.section.dataset.state = state;
    if (this.status.textContent !== text) this.status.textContent = text;
    this.runButton.setAttribute("aria-disabled", this.active);
    const held = document.activeElement === this.stopButton;
    this.stopButton.hidden = !this.active;
    if (held && !this.active) this.runButton.focus({ preventScroll: true }); // not lost with the button
    this.bar.hidden = this.bytes.hidden = state !== "loading";
    this.resetButton.hidden = !this.editor.edited && !this.ran;
    if (!this.active) this.output.answered();
    if (!this.active) this.output.root.style.minHeight = "";
    this.copyOutput.hidden = this.copyCode.hidden || this.active || !this.outputText;
  }

  setVerdict(verdict) {
    this.verdict.textContent = this.difference.textContent = "";
    this.difference.hidden = true;
    delete this.section.dataset.verdict;
    if (!verdict || this.editor.edited) return;
    const [same, differs] = this.section.dataset.only === "borch" ? OWN : TORCH;
    this.section.dataset.verdict = verdict.same ? "same" : "differs";
    this.verdict.textContent = verdict.same ? same : differs;
    this.difference.textContent = verdict.reason;
    this.difference.hidden = verdict.same;
  }

  onEdit(byReader = false) {
    if (!this.editor) return; // the editor is being made
    if (byReader) this.keep();
    this.mark.hidden = !this.editor.edited;
    this.section.toggleAttribute("data-edited", this.editor.edited);
    this.resetButton.hidden = !this.editor.edited && !this.ran;
    if (this.editor.edited) this.setVerdict(null);
    if (byReader) this.exercise?.clear();
  }

  /** Put code into the cell, as if the reader had typed it. */
  fill(code) {
    if (this.active) this.stop();
    this.editor.value = code;
    this.keep();
    this.runButton.focus();
  }

  reset() {
    if (this.active) this.stop();
    this.editor.value = this.editor.original;
    this.offer.hidden = true;
    this.restore();
    this.runButton.focus();
  }

  stop() {
    if (this.job) client.stop(this.job);
  }

  run(goOn = false) {
    if (goOn) this.goOn();
    if (this.active) return this.job;
    const cells = this.chain();
    if (typeof cells === "string") {
      this.fail(cells);
      return null;
    }
    const job = {
      ...this.session(cells[0]),
      chain: cells.map((cell, i) => cell.order(cells.slice(0, i + 1).some((each) => each.editor.edited))),
      cells: new Map(cells.map((cell) => [cell.id, cell])),
      target: this,
    };
    job.clock = new Clock((cell) => cell.overtime());
    job.listen = (event) => {
      job.clock.hear(event, job.cells.get(event.cell));
      listen(job, event);
    };
    this.job = job;
    this.setVerdict(null);
    return client.run(job);
  }

  /** Where the names of a chain are kept, and whether they are when it has run. */
  session(first) {
    const keep = Boolean(document.querySelector(`.cell[data-after="${CSS.escape(this.id)}"]`));
    return { key: `${this.section.dataset.page}#${first.id}`, keep };
  }

  /** This cell after those that it continues, the first of them first; a sentence if one is not there. */
  chain() {
    const cells = [this];
    while (cells[0].section.dataset.after) {
      const id = cells[0].section.dataset.after;
      const before = mounted.get(document.getElementById(`cell-${id}`));
      if (!before || cells.includes(before)) return `The cell ${id}, which this one continues, is not on the page.`;
      cells.unshift(before);
    }
    return cells;
  }

  /** What the worker needs to know to run this cell; no promise binds it once code has been edited. */
  order(edited) {
    const data = this.section.dataset;
    return {
      id: this.id,
      code: this.editor.value,
      promise: edited || !this.promise ? null : this.promise.textContent,
      tol: data.tol ? Number(data.tol) : null,
      raises: data.raises ?? null,
      check: this.exercise?.code ?? null,
      files: data.files?.split(" ").filter(Boolean) ?? [],
      alt: edited || !data.figure ? [] : data.figure.split("|").map((text) => text.trim()),
    };
  }

  /** The program has run for as long as it may: stop it and say so. */
  overtime() {
    const limit = Number(this.section.dataset.limit);
    this.stop();
    this.setState("stopped", `Stopped after ${limit} s, the time limit of this cell. Names and files made by earlier cells are gone.`);
  }

  goOn() {
    const all = [...document.querySelectorAll(".cell")].filter((section) => section.checkVisibility());
    const next = mounted.get(all[all.indexOf(this.section) + 1]);
    if (!next) return;
    next.editor.focus();
    next.section.scrollIntoView({ block: "nearest" });
  }

  begin() {
    this.ran = true;
    this.written.clear();
    this.note.textContent = this.job.again ? AGAIN : "";
    this.setVerdict(null);
    this.exercise?.clear();
    this.editor.setErrorLine(null);
    const root = this.output.root;
    const height = (this.promise?.hidden === false ? this.promise : root).offsetHeight;
    this.output.clear();
    root.hidden = Boolean(this.promise && !this.promise.hidden);
    root.style.minHeight = `${height}px`;
    this.setState("running", "Running");
  }

  /** Live output takes the place of the promised one when its first piece is there. */
  live() {
    if (this.promise) this.promise.hidden = true;
    this.output.root.hidden = false;
  }

  loading({ loaded, total }) {
    if (this.section.dataset.state !== "loading") this.setState("loading", "Loading Python");
    this.bar.max = total || 1;
    this.bar.value = Math.min(loaded, total); // one without a value would be drawn in every frame, beside the start
    this.bar.hidden = !total && loaded > 0;
    const whole = total ? ` of ${megabytes(Math.max(loaded, total))}` : "";
    this.bytes.textContent = loaded ? `${megabytes(loaded)}${whole} MB` : "";
  }

  /** The program waits for a line of the reader's; the field takes the focus from nothing but this cell. */
  ask(prompt) {
    this.live();
    const field = this.output.question(prompt.trim() || `Input for ${this.name}`, (text) => {
      this.setState("running", "Running");
      this.output.root.focus({ preventScroll: true });
      client.reply(this.job, text);
    });
    this.output.draw();
    const { activeElement } = document;
    if (activeElement === document.body || this.section.contains(activeElement)) field.focus();
    this.setState("running", "Waiting for your input");
  }

  end({ ok, seconds, error, verdict, files, check }) {
    this.live();
    this.written.show(files);
    if (error) this.output.error(error.text, (id) => this.job.cells.get(id)?.editor);
    else if (this.output.empty) this.output.root.hidden = true;
    this.setVerdict(verdict);
    if (check) this.exercise?.tell(check);
    if (this.exercise ? check?.passed : this.section.dataset.verdict === "same") progress.done(this.section);
    for (const [id, line] of error?.frames ?? []) this.job.cells.get(id)?.editor.setErrorLine(line); // the last one stays
    const line = error?.frames.filter(([id]) => id === this.id).at(-1)?.[1];
    const what = verdict?.same ? "Raised, as promised," : "Error";
    const failed = line ? `${what} in line ${line}` : what.replace(/,$/, "");
    this.setState(ok ? "done" : "error", ok ? `Done in ${duration(seconds)}` : failed);
  }

  fail(text) {
    this.ran = true;
    this.setState("error", text);
  }
}

/** One event of a job; most carry the id of the cell they belong to. */
function listen(job, event) {
  const cell = job.cells.get(event.cell) ?? job.target;
  const waiting = [...job.cells.values()].filter((each) => each.job === job && each.active);
  switch (event.type) {
    case "queued":
      job.target.setState("queued", "Waiting for its turn");
      break;
    case "loading":
      job.target.loading(event);
      break;
    case "begin":
      cell.job = job;
      cell.begin();
      job.begun?.();
      break;
    case "packages":
      cell.bar.removeAttribute("value");
      cell.bytes.textContent = "";
      cell.setState("loading", `Loading ${event.packages.join(", ")}`);
      break;
    case "running":
      cell.setState("running", "Running");
      break;
    case "output":
      cell.live();
      cell.output.write(event.pieces, event.dropped);
      break;
    case "question":
      cell.ask(event.prompt);
      break;
    case "figure":
      cell.live();
      cell.output.figure(event);
      break;
    case "end":
      cell.end(event);
      break;
    case "finished":
      for (const each of waiting) each.fail("Not run: a cell that it continues ended with an error.");
      break;
    case "stopped":
      for (const each of waiting) each.setState("stopped", "Stopped. Names and files made by earlier cells are gone.");
      break;
    case "cancelled":
      for (const each of waiting) each.setState("idle", "Cancelled");
      break;
    case "unloaded":
      for (const each of waiting) each.fail(`${event.text}. Check the connection, then run again.`);
      break;
    case "failed":
      for (const each of waiting.length ? waiting : [job.target]) each.fail(`Python could not be started: ${event.text}.`);
      break;
    case "crashed":
      for (const each of waiting) each.fail(`Python broke down (${lastLine(event.text)}). It has been started afresh: run again.`);
      break;
  }
  if (FINAL.has(event.type)) job.settled?.(event.type);
}

/** Mount the cells that are on the page now, let go of those that have left it. */
export function mount() {
  for (const [section, cell] of mounted) {
    if (section.isConnected) continue;
    if (cell.active && cell.job?.target === cell) client.abandon(cell.job);
    cell.output.clear();
    cell.letGo();
    cell.editor.destroy();
    mounted.delete(section);
  }
  for (const section of document.querySelectorAll(".cell[data-cell]")) {
    if (!mounted.has(section)) mounted.set(section, new Cell(section));
  }
  const own = ({ section }) => !("hidden" in section.dataset) && !section.closest("borch-cell"); // not in somebody else's page
  mountBar([...mounted.values()].filter(own));
  progress.show();
  mountScrollers();
  mountPlayground();
}

/** The playground is a cell of its own kind, whose scripts are loaded on its page only. */
async function mountPlayground() {
  if (!document.querySelector(".playground")) return;
  const { Playground } = await import("./playground.js");
  const section = document.querySelector(".playground"); // the reader may have gone on
  if (section && !mounted.has(section)) mounted.set(section, new Playground(section));
}

if (window.document$) window.document$.subscribe(mount);
else mount();
