// Files of a cell: those that it wrote, each to be downloaded, and a panel from which the reader's own are put beside them.
// Knows its own part of the cell's DOM and the client; a file's bytes leave the worker when the reader asks for them.
import * as client from "./client.js";

const LIMIT = 200e6; // bytes of one file, either way
const KEEP_URL = 30_000; // milliseconds until a download's address is given back
const LOST = "These files are gone: Python was started afresh.";

export function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, name] = bytes < 1e6 ? [1e3, "kB"] : [1e6, "MB"];
  return `${(bytes / unit).toFixed(bytes < 10 * unit ? 1 : 0)} ${name}`;
}

/** A name that is safe in a folder: no path, no control characters, not hidden, not long. */
export function plainName(name) {
  const last = name.normalize("NFC").split(/[\\/]/).pop();
  return last.replace(/[^\p{L}\p{M}\p{N}._ ()+-]/gu, "_").slice(-100).replace(/^[.\s]+|\s+$/g, "") || "file";
}

/** Hand the reader a file with this content, text or bytes. */
export function save(name, content) {
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_URL);
}

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function button(text, label, press) {
  const element = make("button", "cell-button", text);
  element.type = "button";
  element.setAttribute("aria-label", label);
  element.addEventListener("click", press);
  return element;
}

/** The list below the output: what the program wrote. `say` tells the reader a sentence. */
export class Written {
  constructor(name, say) {
    this.say = say;
    this.element = make("div", "cell-written");
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", `Files written by ${name}`);
    this.clear();
  }

  clear() {
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  show({ list, more }) {
    this.clear();
    if (!list.length) return;
    const rows = make("ul", "cell-files");
    for (const [path, bytes] of list) rows.append(this.row(path, bytes));
    if (more) rows.append(make("li", "", `and ${more} more`));
    this.element.append(make("p", "cell-files-title", list.length + more === 1 ? "File written" : "Files written"), rows);
    this.element.hidden = false;
  }

  row(path, bytes) {
    const row = make("li", "");
    row.append(make("span", "cell-file-name", path), make("span", "cell-file-size", size(bytes)));
    if (bytes > LIMIT) row.append(make("span", "", `Too large to be downloaded from here: more than ${size(LIMIT)}.`));
    else row.append(button("Download", `Download ${path}`, () => this.download(path)));
    return row;
  }

  async download(path) {
    if (client.busy()) this.say(`${path} is downloaded when the running cell ends.`);
    try {
      save(plainName(path), await client.read(path, LIMIT));
    } catch (error) {
      this.say(`${path} cannot be downloaded: ${error.message}.`);
    }
  }

  /** The worker that had the files is gone. */
  lose() {
    if (this.element.hidden) return;
    for (const each of this.element.querySelectorAll("button")) each.remove();
    this.element.querySelector(".cell-files-title").textContent = LOST;
  }
}

/** The panel behind the toolbar's button Files. */
export class Panel {
  constructor(name, id, say) {
    this.say = say;
    this.element = make("div", "cell-panel");
    this.element.id = `cell-${id}-files`;
    this.element.hidden = true;
    this.input = make("input", "");
    Object.assign(this.input, { type: "file", multiple: true, hidden: true });
    this.input.addEventListener("change", () => this.upload([...this.input.files]));
    this.rows = make("ul", "cell-files");
    this.element.append(
      button("Upload", `Upload files for ${name}`, () => this.input.click()),
      this.input,
      make("span", "", "Every cell finds your files by their names. They stay in this tab; what cells write is gone when Python stops."),
      this.rows,
    );
    this.toggle = button("Files", `Files for ${name}`, () => this.open(this.element.hidden));
    this.toggle.classList.add("cell-quiet");
    this.toggle.setAttribute("aria-controls", this.element.id);
    this.open(false);
  }

  open(wanted) {
    this.element.hidden = !wanted;
    this.toggle.setAttribute("aria-expanded", wanted);
    this.list();
  }

  list() {
    const rows = client.uploaded().map(([name, file]) => {
      const row = make("li", "");
      row.append(make("span", "cell-file-name", name), make("span", "cell-file-size", size(file.size)));
      return row;
    });
    this.rows.replaceChildren(...rows);
  }

  async upload(files) {
    const told = [];
    for (const file of files) {
      const name = plainName(file.name);
      try {
        if (file.size > LIMIT) throw new Error(`it has more than ${size(LIMIT)}`);
        await client.upload(name, file);
        const place = client.busy() ? "will be in the working directory when the running cell ends" : "is in the working directory";
        told.push(`${name} (${size(file.size)}) ${place}.`);
      } catch (error) {
        told.push(`${name} cannot be uploaded: ${error.message}.`);
      }
    }
    this.input.value = "";
    this.list();
    this.say(told.join(" "));
  }
}
