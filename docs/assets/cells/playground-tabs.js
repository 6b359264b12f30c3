// The files of a project as tabs, each with an editor of its own that is made when it is first shown.
// Towards a cell it is one editor: its value is what is shown, and marks and links go to the file that they name.
import { Editor } from "./editor.js";
import { MAIN, MOST_FILES, wrongName } from "./playground-share.js";

function make(tag, className, attributes = {}, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

function button(text, label, press) {
  const made = make("button", "cell-button cell-quiet", { type: "button", "aria-label": label }, text);
  made.addEventListener("click", press);
  return made;
}

class File {
  constructor(name, code, number) {
    this.name = name;
    this.code = code;
    this.tab = make("button", "play-tab", { type: "button", role: "tab", id: `play-tab-${number}` });
    this.panel = make("div", "play-panel", { role: "tabpanel", "aria-labelledby": this.tab.id, id: `play-panel-${number}` });
    this.tab.setAttribute("aria-controls", this.panel.id);
    this.tab.textContent = name;
  }

  get value() {
    return this.editor ? this.editor.value : this.code;
  }

  /** The editor, from now on. */
  open(on) {
    if (this.editor) return this.editor;
    const block = make("div", "highlight");
    const code = make("code", "", {}, `${this.code}\n`);
    const pre = make("pre", "");
    pre.append(code);
    block.append(pre);
    this.panel.append(block);
    this.editor = new Editor(this.panel, `Code of ${this.name}`, on);
    this.panel.addEventListener("click", () => {
      if (!this.panel.contains(document.activeElement)) this.editor.focus(); // below the last line, before CodeMirror fills the panel
    });
    this.editor.open().catch(() => {}); // without CodeMirror there is a plain block to write into
    return this.editor;
  }

  mark(line) {
    this.editor?.setErrorLine(line);
  }

  remove() {
    this.editor?.destroy();
    this.tab.remove();
    this.panel.remove();
  }
}

export class Tabs {
  /** @param root where the panels go  @param on { change(), run(goOn), say(text, undo) } */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.serial = 0;
    this.files = [];
    this.bar = make("div", "play-tabs");
    this.list = make("div", "play-tablist", { role: "tablist", "aria-label": "Files of the program" });
    this.list.addEventListener("keydown", (event) => this.onKey(event));
    this.addButton = button("Add file", "Add a file", () => this.ask("Name of the new file", "", (name) => this.add(name)));
    this.renameButton = button("Rename", "Rename this file", () => this.askName());
    this.deleteButton = button("Delete", "Delete this file", () => this.delete());
    this.bar.append(this.list, this.addButton, this.renameButton, this.deleteButton);
    root.append(this.bar);
  }

  /** [[name, code], ...], the program first. */
  get all() {
    return this.files.map((file) => [file.name, file.value]);
  }

  set all(files) {
    for (const file of this.files) file.remove();
    this.files = [];
    for (const [name, code] of files) this.put(name, code);
    this.show(this.files[0]);
  }

  put(name, code, at = this.files.length) {
    const file = new File(name, code, ++this.serial);
    file.tab.addEventListener("click", () => this.show(file));
    const next = this.files[at];
    this.files.splice(at, 0, file);
    if (next) next.tab.before(file.tab);
    else this.list.append(file.tab);
    this.root.append(file.panel);
    return file;
  }

  find(name) {
    return this.files.find((file) => file.name === name);
  }

  show(shown) {
    this.shown = shown;
    for (const file of this.files) {
      const chosen = file === shown;
      file.tab.setAttribute("aria-selected", chosen);
      file.tab.tabIndex = chosen ? 0 : -1;
      file.panel.hidden = !chosen;
    }
    shown.open({ change: () => this.on.change(), run: (goOn) => this.on.run(goOn) });
    this.renameButton.hidden = this.deleteButton.hidden = shown.name === MAIN;
    this.renameButton.setAttribute("aria-label", `Rename ${shown.name}`);
    this.deleteButton.setAttribute("aria-label", `Delete ${shown.name}`);
    this.addButton.hidden = this.files.length >= MOST_FILES;
  }

  onKey(event) {
    const at = this.files.indexOf(this.shown);
    const { length } = this.files;
    const places = { ArrowLeft: at + length - 1, ArrowRight: at + 1, Home: 0, End: length - 1 };
    if (!(event.key in places) || !event.target.matches("[role=tab]")) return;
    event.preventDefault();
    this.show(this.files[places[event.key] % length]);
    this.shown.tab.focus();
  }

  // ---- Adding, naming, deleting ------------------------------------------------------------------------------------

  /** A field for a name in the bar; `then` gets one that is right. */
  ask(label, value, then) {
    this.form?.remove();
    const form = make("form", "play-name");
    const field = make("input", "cell-answer", { type: "text", "aria-label": label, autocomplete: "off", spellcheck: "false" });
    field.value = value;
    field.placeholder = "name.py";
    const close = () => {
      form.remove();
      this.form = null;
    };
    form.append(field, make("button", "cell-button", {}, "OK"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = field.value.trim().normalize("NFC");
      const name = !typed || typed.includes(".") ? typed : `${typed}.py`;
      const taken = name !== value && this.find(name) ? `There is a file ${name} already.` : "";
      const wrong = wrongName(name) || taken;
      this.on.say(wrong);
      field.setAttribute("aria-invalid", Boolean(wrong));
      if (wrong) return;
      close();
      then(name);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      close();
      this.shown.tab.focus();
    });
    this.form = form;
    this.bar.append(form);
    field.focus();
    field.setSelectionRange(0, value.replace(/\.\w+$/, "").length);
  }

  add(name) {
    this.show(this.put(name, ""));
    this.shown.editor.focus();
    this.on.change();
  }

  askName() {
    const file = this.shown;
    this.ask(`New name of ${file.name}`, file.name, (name) => {
      const [code, at] = [file.value, this.files.indexOf(file)];
      this.take(file);
      this.show(this.put(name, code, at));
      this.shown.tab.focus();
      this.on.change();
    });
  }

  take(file) {
    this.files = this.files.filter((other) => other !== file);
    file.remove();
  }

  delete() {
    const [file, at] = [this.shown, this.files.indexOf(this.shown)];
    const [name, code] = [file.name, file.value];
    this.take(file);
    this.show(this.files[at - 1]);
    this.shown.tab.focus();
    this.on.change();
    this.on.say(`${name} is deleted.`, () => {
      if (this.find(name) || this.files.length >= MOST_FILES) return;
      this.show(this.put(name, code, Math.min(at, this.files.length)));
      this.shown.tab.focus();
      this.on.change();
    });
  }

  // ---- As one editor -----------------------------------------------------------------------------------------------

  get value() {
    return this.shown.value;
  }

  get program() {
    return this.files[0].value;
  }

  edited = false; // a playground has no original

  focus() {
    this.shown.editor.focus();
  }

  goTo(line) {
    this.at(MAIN).goTo(line);
  }

  setErrorLine(line) {
    if (line === null) for (const file of this.files) file.mark(null);
    else this.files[0].mark(line);
  }

  /** The editor of one file, as far as tracebacks need it. */
  at(name) {
    return {
      setErrorLine: (line) => this.find(name)?.mark(line),
      goTo: (line) => {
        const file = this.find(name);
        if (!file) return;
        this.show(file);
        file.editor.goTo(line);
      },
    };
  }

  destroy() {
    for (const file of this.files) file.editor?.destroy();
  }
}
