// What a program prints, draws and raises, as DOM: text is text, never markup, and its amount is bounded.
// Knows the output area of one cell; knows nothing of where the messages come from.

const MAX_LINES = 1000;
const MAX_LINE = 20_000; // characters of one line; of a longer one the end is kept
const FIGURE_WEIGHT = 25; // a figure counts as so many lines

export class Output {
  constructor(root) {
    this.root = root;
    this.note = document.createElement("p");
    this.note.className = "cell-dropped";
    this.note.hidden = true;
    this.clear();
  }

  clear() {
    for (const block of this.blocks ?? []) block.dispose();
    this.blocks = [];
    this.dropped = 0;
    this.count = 0;
    this.note.hidden = true;
    this.root.replaceChildren(this.note);
  }

  get empty() {
    return this.blocks.length === 0;
  }

  write(stream, text, dropped = 0) {
    let block = this.blocks.at(-1);
    if (block?.stream !== stream) block = this.add(new Text(stream));
    this.dropped += dropped;
    this.count += block.write(text);
    this.shorten();
    this.schedule();
  }

  figure(message) {
    this.add(new Figure(message));
    this.schedule();
  }

  error(text) {
    this.add(new Trace(text));
    this.schedule();
  }

  add(block) {
    this.blocks.push(block);
    this.count += block.size;
    this.shorten();
    return block;
  }

  shorten() {
    while (this.count > MAX_LINES && this.blocks.length > 1 && this.count - this.blocks[0].size >= MAX_LINES) {
      const block = this.blocks.shift();
      this.dropped += block.size;
      this.count -= block.size;
      block.dispose();
    }
    if (this.count > MAX_LINES && this.blocks[0].drop) {
      const gone = this.blocks[0].drop(this.count - MAX_LINES);
      this.dropped += gone;
      this.count -= gone;
    }
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.scheduled = false;
    const atEnd = this.root.scrollHeight - this.root.scrollTop - this.root.clientHeight < 8;
    this.note.hidden = this.dropped === 0;
    this.note.textContent = `${this.dropped.toLocaleString("en")} earlier lines are not shown.`;
    for (const block of this.blocks) {
      block.draw();
      if (!block.element.isConnected) this.root.append(block.element);
    }
    if (atEnd) this.root.scrollTop = this.root.scrollHeight;
  }
}

/** A stretch of standard output or standard error. */
class Text {
  constructor(stream) {
    this.stream = stream;
    this.lines = [""];
    this.column = 0; // where the next character of the last line goes: `\r` sets it to 0
    this.changed = true;
  }

  get size() {
    return this.lines.length;
  }

  /** Take in text; return by how many lines the block grew. */
  write(text) {
    const before = this.lines.length;
    const parts = text.split("\n");
    parts.forEach((part, i) => {
      if (i > 0) {
        this.lines.push("");
        this.column = 0;
      }
      this.overwrite(part);
    });
    this.changed = true;
    return this.lines.length - before;
  }

  overwrite(part) {
    const last = this.lines.length - 1;
    const pieces = part.split("\r");
    pieces.forEach((piece, i) => {
      if (i > 0) this.column = 0;
      const line = this.lines[last];
      this.lines[last] = line.slice(0, this.column) + piece + line.slice(this.column + piece.length);
      this.column += piece.length;
    });
    const excess = this.lines[last].length - MAX_LINE;
    if (excess > 0) {
      this.lines[last] = "…" + this.lines[last].slice(excess + 1);
      this.column = Math.max(0, this.column - excess);
    }
  }

  drop(count) {
    const gone = Math.min(count, this.lines.length - 1);
    this.lines.splice(0, gone);
    this.changed = true;
    return gone;
  }

  draw() {
    if (!this.element) {
      this.element = document.createElement("pre");
      this.element.className = "cell-lines";
      this.element.dataset.stream = this.stream;
    }
    if (!this.changed) return;
    this.changed = false;
    this.element.textContent = this.lines.join("\n");
  }

  dispose() {
    this.element?.remove();
  }
}

class Figure {
  size = FIGURE_WEIGHT;

  constructor({ png, alt, width, height }) {
    this.url = URL.createObjectURL(new Blob([png], { type: "image/png" }));
    const image = new Image(Math.round(width), Math.round(height));
    image.alt = alt;
    image.src = this.url;
    this.element = document.createElement("figure");
    this.element.className = "cell-figure";
    this.element.append(image);
  }

  draw() {}

  dispose() {
    this.element.remove();
    URL.revokeObjectURL(this.url);
  }
}

class Trace {
  constructor(text) {
    this.size = text.split("\n").length;
    this.element = document.createElement("pre");
    this.element.className = "cell-error";
    this.element.textContent = text;
  }

  draw() {}

  dispose() {
    this.element.remove();
  }
}
