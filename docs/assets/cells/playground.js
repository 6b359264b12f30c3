// The playground: a cell of several files whose names last from run to run, with examples, links to share, and downloads.
// Running, output and the reader's files are the cell's own (main.js); each other part has a file named playground-*.js.
import * as client from "./client.js";
import { plainName, save } from "./files.js";
import { Cell } from "./main.js";
import { Divider } from "./playground-divider.js";
import { Names } from "./playground-names.js";
import { forTorch, notebook } from "./playground-notebook.js";
import { decode, encode, isShared, MAIN } from "./playground-share.js";
import * as shelf from "./playground-shelf.js";
import { Tabs } from "./playground-tabs.js";

const EMPTY = { files: [[MAIN, ""]], data: [] };
const SHARED = "This program was shared with you. It has not been run.";
const UNSEEN = /(?![\t\n\u00ad\u200c\u200d])[\p{Cc}\p{Cf}]/u; // joiners and soft hyphens belong to words
const CAREFUL = "Careful: it holds signs that are not seen, or that turn a line around, so it may do something else than it shows.";
const GONE = "Python was started afresh: the names are gone.";

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function button(text, press, className = "") {
  const made = make("button", `cell-button ${className}`, text);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

/** A program in a list: its first line that says something. */
function titleOf({ files }) {
  const line = files[0][1].split("\n").find((text) => /[\p{L}\p{N}]/u.test(text)) ?? "";
  return line.trim().replace(/^["#\s]+|["\s]+$/g, "").slice(0, 60) || "An empty program";
}

export class Playground extends Cell {
  constructor(section) {
    section.replaceChildren(make("div", "cell-source"));
    section.dataset.page = "playground";
    super(section, MAIN);
    this.arrange();
    this.begun();
  }

  get name() {
    return "the playground";
  }

  makeEditor(source) {
    source.id = "playground-editor";
    const say = (text, undo) => this.tell(text, undo);
    return new Tabs(source, { change: () => this.onEdit(true), run: (goOn) => this.run(goOn), say });
  }

  recall() {} // what it keeps is more than a cell's code

  // ---- The parts of the page ---------------------------------------------------------------------------------------

  arrange() {
    const { section } = this;
    this.resetButton.remove();
    this.mark.remove();
    const toolbar = section.querySelector(".cell-toolbar");
    const left = make("div", "play-left");
    left.id = "playground-left";
    const right = make("div", "play-right");
    const pane = make("div", "play-pane");
    this.names = new Names(() => this.restart());
    left.append(section.querySelector(".cell-source"), toolbar);
    right.append(this.output.root, this.written.element, this.names.element);
    const divider = new Divider(pane, left.id);
    pane.append(left, divider.element, right);
    section.append(this.makeBar(), pane);
    this.undo = null;
    const lost = this.letGo;
    const forget = client.onLost(() => this.names.clear(this.ran ? GONE : ""));
    const onHash = () => isShared(location.hash) && this.openShared();
    window.addEventListener("hashchange", onHash);
    this.letGo = () => {
      lost();
      forget();
      window.removeEventListener("hashchange", onHash);
    };
  }

  makeBar() {
    const bar = make("div", "play-bar");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Program");
    this.menu = make("div", "play-menu");
    this.menu.id = "playground-menu";
    this.menu.hidden = true;
    this.menuButton = button("Examples", () => this.openMenu(this.menu.hidden));
    this.menuButton.setAttribute("aria-controls", this.menu.id);
    this.menuButton.setAttribute("aria-expanded", false);
    this.menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.openMenu(false);
      this.menuButton.focus();
    });
    this.link = make("p", "play-link");
    this.link.hidden = true;
    const program = button("Download .py", () => this.download("py"));
    const book = button("Download .ipynb", () => this.download("ipynb"));
    this.answer = make("p", "play-answer"); // what the buttons of this bar have done
    this.answer.setAttribute("role", "status");
    bar.append(this.menuButton, button("New", () => this.open(EMPTY, "")), button("Share", () => this.share()), program, book);
    bar.append(this.answer, this.link, this.menu);
    return bar;
  }

  /** Answer the reader; with `undo`, a button takes the act back. */
  tell(text, undo) {
    this.answer.replaceChildren(text);
    if (!undo) return;
    const back = button("Undo", () => {
      this.tell("");
      undo();
    });
    this.answer.append(" ", back);
  }

  // ---- Programs: opened, kept, shared ------------------------------------------------------------------------------

  get project() {
    return { files: this.editor.all, data: this.data };
  }

  get blank() {
    return this.editor.all.every(([, code]) => !code.trim());
  }

  begun() {
    const kept = shelf.current();
    this.set(kept ?? EMPTY);
    this.own = Boolean(kept?.own);
    const shown = kept && this.editor.find(kept.shown);
    if (shown) this.editor.show(shown);
    if (isShared(location.hash)) this.openShared();
  }

  set({ files, data }) {
    this.data = data;
    this.section.dataset.files = data.join(" ");
    this.silent = true; // what the page does is no edit
    this.editor.all = files;
    this.silent = false;
  }

  /** Show a program in place of the one that is there, which is laid aside if the reader has made something of it. */
  open(project, text) {
    const same = JSON.stringify(project) === JSON.stringify(this.project);
    const before = this.own && !this.blank && !same ? this.project : null;
    if (before) shelf.lay(before);
    if (this.active) this.stop();
    this.openMenu(false);
    this.link.hidden = true;
    this.set(project);
    this.own = false;
    this.restore();
    this.save();
    const laid = before ? "Yours is among the examples, under Earlier programs." : "";
    this.tell(`${text} ${laid}`.trim());
  }

  async openShared() {
    const { hash } = location;
    try {
      const project = await decode(hash);
      if (hash === location.hash) this.open(project, project.files.some(([, code]) => UNSEEN.test(code)) ? `${SHARED} ${CAREFUL}` : SHARED);
    } catch (error) {
      this.tell(error.message);
    }
  }

  keep() {
    if (this.silent || !this.names) return;
    this.own = true;
    if (isShared(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
    this.link.hidden = true;
    this.save();
  }

  save() {
    const kept = shelf.keep({ ...this.project, shown: this.editor.shown.name, own: this.own });
    if (!kept) this.tell("This program is too long to be kept over a reload: download it.");
  }

  async share() {
    let hash;
    try {
      hash = await encode(this.project);
    } catch (error) {
      this.tell(error.message);
      return;
    }
    const { href } = new URL(hash, location.href);
    history.replaceState(history.state, "", hash);
    const field = make("input", "cell-answer");
    Object.assign(field, { readOnly: true, value: href });
    field.setAttribute("aria-label", "Link to this program");
    this.link.replaceChildren(field);
    this.link.hidden = false;
    field.select();
    const copied = await navigator.clipboard?.writeText(href).then(
      () => true,
      () => false,
    );
    this.tell(`${copied ? "The link is copied." : "Copy the link."} It holds the program itself; whoever opens it runs nothing by that.`);
  }

  openMenu(wanted) {
    this.menu.hidden = !wanted;
    this.menuButton.setAttribute("aria-expanded", wanted);
    if (!wanted) return;
    const examples = [...document.querySelectorAll('a[href$=".py"][href*="assets/examples/"]')];
    const rows = [];
    if (examples.length) rows.push(this.menuList("Examples", examples.map((link) => [link.textContent, () => this.openExample(link)])));
    const earlier = shelf.earlier();
    const entry = (each) => [`${titleOf(each)} · ${new Date(each.time).toLocaleString("en")}`, () => this.open(each, "")];
    if (earlier.length) rows.push(this.menuList("Earlier programs", earlier.map(entry)));
    this.menu.replaceChildren(...rows);
    this.menu.querySelector("button")?.focus();
  }

  menuList(title, entries) {
    const list = make("ul", "play-list");
    list.setAttribute("aria-label", title);
    for (const [text, open] of entries) {
      const row = make("li", "");
      row.append(button(text, open));
      list.append(row);
    }
    const part = make("div", "");
    part.append(make("p", "play-list-title", title), list);
    return part;
  }

  async openExample(link) {
    try {
      const response = await fetch(link.href);
      if (!response.ok) throw new Error(`HTTP status ${response.status}`);
      const code = (await response.text()).replace(/\n$/, "");
      this.open({ files: [[MAIN, code]], data: [] }, `${link.textContent}.`);
    } catch (error) {
      this.tell(`This example could not be loaded (${error.message}).`);
      return;
    }
    this.runButton.focus();
  }

  download(kind) {
    const { name, value } = kind === "py" ? this.editor.shown : this.editor.files[0];
    if (kind === "ipynb") save("playground.ipynb", notebook(this.project));
    else save(plainName(name), name.endsWith(".py") ? forTorch(value) : value);
    const saved = kind === "py" ? name : "playground.ipynb";
    this.tell(`${saved} is downloaded. It imports torch, and runs with PyTorch.`);
  }

  // ---- Running -----------------------------------------------------------------------------------------------------

  order(edited) {
    return { ...super.order(edited), code: this.editor.program };
  }

  session() {
    return { key: "playground", keep: true, project: this.editor.all };
  }

  run() {
    if (this.active) return this.job;
    const job = super.run();
    for (const [name] of this.editor.all) if (!job.cells.has(name)) job.cells.set(name, { editor: this.editor.at(name) });
    return job;
  }

  end(event) {
    super.end(event);
    this.output.root.hidden = false;
    if (event.names) this.names.show(event.names);
  }

  /** All names and files that programs have made are gone, the program stays. */
  restart() {
    client.afresh();
    this.restore();
  }

  restore() {
    super.restore();
    this.output.root.hidden = false;
  }

  begin() {
    super.begin();
    this.output.root.hidden = false;
  }
}
