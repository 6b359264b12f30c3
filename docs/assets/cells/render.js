// What a program prints, draws and raises, as DOM: text is text, never markup, and its amount is bounded.
// Knows the output area of one cell; knows nothing of where the messages come from.

import * as ansi from "./ansi.js";

const MAX_LINES = 1000;
const MAX_LINE = 20_000; // characters of one line; of a longer one the end is kept
const MAX_CHARS = 500_000;
const FIGURE_LINES = 25; // a figure counts as so many lines
const SMALLEST = 0.65; // of its own size, at which a figure's words can still be read; where there is less room it scrolls
const MAX_SPANS = 3000; // styled pieces of one stretch; the lines above them are plain

const PLAIN = "\0";
const looks = [""]; // class names of styles: a character's style is the place of its names in here
const marks = new Map([["", PLAIN]]);

/** One character that stands for a style. */
function markOf(style) {
  const names = ansi.classes(style);
  if (!marks.has(names)) marks.set(names, String.fromCharCode(looks.push(names) - 1));
  return marks.get(names);
}

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
    this.lines = this.chars = this.dropped = 0;
    this.note.hidden = true;
    this.answered();
    this.root.replaceChildren(this.note);
  }

  /** All that is printed and raised, as text. */
  get text() {
    const texts = this.blocks.map((block) => block.text).filter(Boolean);
    return texts.reduce((all, text) => all + (all && !all.endsWith("\n") ? "\n" : "") + text, "");
  }

  get empty() {
    return this.blocks.length === 0;
  }

  /** Take in [[stream, text], ...]; `dropped` lines before them were left out. */
  write(pieces, dropped) {
    this.dropped += dropped;
    for (const [stream, text] of pieces) {
      const last = this.blocks.at(-1);
      const block = last?.stream === stream ? last : this.add(new Text(stream));
      this.change(block, () => block.write(text));
      this.shorten();
    }
    this.schedule();
  }

  figure(message) {
    this.add(new Figure(message));
    this.shorten();
    this.schedule();
  }

  /** A field for the answer to a question, below all that is printed; `then` gets what the reader enters. */
  question(label, then) {
    this.answered();
    this.form = document.createElement("form");
    this.form.className = "cell-question";
    const field = document.createElement("input");
    Object.assign(field, { type: "text", className: "cell-answer", autocomplete: "off", spellcheck: false, maxLength: 10_000 });
    field.setAttribute("aria-label", label);
    const enter = document.createElement("button");
    enter.className = "cell-button";
    enter.textContent = "Enter";
    this.form.append(field, enter);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.answered();
      then(field.value);
    });
    this.schedule();
    return field;
  }

  /** Nobody waits for an answer, or no longer. */
  answered() {
    this.form?.remove();
    this.form = null;
  }

  /** A traceback; `editorOf` gives the editor of a cell that it names, if that is on the page. */
  error(text, editorOf = () => null) {
    this.add(new Trace(text, editorOf));
    this.shorten();
    this.schedule();
  }

  add(block) {
    this.blocks.push(block);
    this.lines += block.lines;
    this.chars += block.chars;
    return block;
  }

  /** Let a block grow or shrink, and keep count. */
  change(block, how) {
    const { lines, chars } = block;
    how();
    this.lines += block.lines - lines;
    this.chars += block.chars - chars;
  }

  /** Drop the first lines while there are too many; the last block keeps its last line. */
  shorten() {
    while (this.lines > MAX_LINES || this.chars > MAX_CHARS) {
      const [first] = this.blocks;
      const before = first.lines;
      this.change(first, () => first.drop(this.lines - MAX_LINES, this.chars - MAX_CHARS));
      this.dropped += before - first.lines;
      if (first.lines < before) continue;
      if (this.blocks.length === 1) break;
      this.blocks.shift();
      this.lines -= first.lines;
      this.chars -= first.chars;
      this.dropped += first.printed;
      first.dispose();
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
    if (this.dropped) this.note.textContent = `${this.dropped.toLocaleString("en")} earlier lines are not shown.`;
    for (const block of this.blocks) {
      block.draw();
      if (!block.element.isConnected) this.root.append(block.element);
    }
    if (this.form && this.root.lastChild !== this.form) {
      const inside = this.form.contains(document.activeElement) && document.activeElement;
      this.root.append(this.form);
      if (inside) inside.focus();
    }
    if (atEnd) this.root.scrollTop = this.root.scrollHeight;
  }
}

/** A stretch of standard output or standard error. The piece after the last line end counts as a line. */
class Text {
  constructor(stream) {
    this.stream = stream;
    this.rows = [""];
    this.styles = [""]; // a mark for each character of a row, or "" where all are plain
    this.style = ansi.plain;
    this.open = ""; // a control sequence whose end has not come yet
    this.chars = 0;
    this.column = 0; // where the next character of the last line goes: `\r` sets it to 0
    this.changed = true;
  }

  get lines() {
    return this.rows.length;
  }

  /** Lines as a reader counts them: what ends with a line end has no line after it. */
  get printed() {
    return this.rows.length - (this.rows.at(-1) === "");
  }

  get text() {
    return this.rows.join("\n");
  }

  write(text) {
    this.changed = true;
    if (!this.open && ansi.isPlain(text)) {
      this.put(text, markOf(this.style));
      return;
    }
    [text, this.open] = ansi.cut(this.open + text);
    for (const [piece, style] of ansi.split(text, this.style)) {
      this.style = style;
      this.put(piece, markOf(style));
    }
  }

  put(text, mark) {
    text.split("\n").forEach((part, i) => {
      if (i > 0) {
        this.rows.push("");
        this.styles.push("");
        this.column = 0;
      }
      this.overwrite(part, mark);
    });
  }

  overwrite(part, mark) {
    const last = this.rows.length - 1;
    let [row, style] = [this.rows[last], this.styles[last]];
    this.chars -= row.length;
    part.split("\r").forEach((piece, i) => {
      if (i > 0) this.column = 0;
      const end = this.column + piece.length;
      if (piece && (style || mark !== PLAIN)) {
        style = style.padEnd(row.length, PLAIN);
        style = style.slice(0, this.column) + mark.repeat(piece.length) + style.slice(end);
      }
      row = row.slice(0, this.column) + piece + row.slice(end);
      this.column = end;
    });
    const excess = row.length - MAX_LINE;
    if (excess > 0) {
      row = "…" + row.slice(excess + 1);
      style = style.slice(excess);
      this.column = Math.max(0, this.column - excess);
    }
    this.chars += row.length;
    this.rows[last] = row;
    this.styles[last] = style;
  }

  /** Let go of so many lines and so many characters from the start, but never of the last line. */
  drop(lines, chars) {
    let gone = 0;
    let length = 0;
    while (gone < this.rows.length - 1 && (gone < lines || length < chars)) length += this.rows[gone++].length;
    this.rows.splice(0, gone);
    this.styles.splice(0, gone);
    this.chars -= length;
    this.changed = true;
  }

  draw() {
    if (!this.element) {
      this.element = document.createElement("pre");
      this.element.className = "cell-lines";
      this.element.dataset.stream = this.stream;
    }
    if (!this.changed) return;
    this.changed = false;
    if (this.styles.some(Boolean)) this.element.replaceChildren(...this.pieces());
    else this.element.textContent = this.text;
  }

  /** The rows as text and styled pieces. */
  pieces() {
    const rows = [];
    let room = MAX_SPANS;
    for (let i = this.rows.length - 1; i >= 0; i--) {
      const pieces = room > 0 && this.styles[i] ? styledPieces(this.rows[i], this.styles[i]) : [this.rows[i]];
      room -= pieces.length - (pieces.length === 1 && typeof pieces[0] === "string");
      rows.push(i ? ["\n", ...pieces] : pieces);
    }
    return rows.reverse().flat();
  }

  dispose() {
    this.element?.remove();
  }
}

function styledPieces(row, style) {
  const pieces = [];
  for (let from = 0, to; from < row.length; from = to) {
    for (to = from + 1; to < row.length && style[to] === style[from]; ) to++;
    const text = row.slice(from, to);
    if (style[from] === PLAIN || pieces.length > MAX_SPANS) {
      pieces.push(text);
      continue;
    }
    const span = document.createElement("span");
    span.className = looks[style.charCodeAt(from)];
    span.textContent = text;
    pieces.push(span);
  }
  return pieces;
}

class Figure {
  text = "";
  lines = FIGURE_LINES;
  chars = 0;
  printed = 0;

  constructor({ png, alt, width, height }) {
    this.url = URL.createObjectURL(new Blob([png], { type: "image/png" }));
    const image = new Image(Math.round(width), Math.round(height));
    image.alt = alt;
    image.style.maxWidth = `max(100%, ${Math.round(width * SMALLEST)}px)`;
    image.src = this.url;
    this.element = document.createElement("figure");
    this.element.className = "cell-figure";
    this.element.append(image);
  }

  draw() {}

  drop() {}

  dispose() {
    this.element.remove();
    URL.revokeObjectURL(this.url);
  }
}

const PLACE = /^([ |+]*File "(?:cell-([a-z0-9-]+)\.py|(?:\/home\/pyodide\/)?([^"/]+))", )(line (\d+))/; // a cell, or a project's file

class Trace {
  constructor(text, editorOf) {
    text = ansi.strip(text);
    this.text = text;
    this.lines = this.printed = text.split("\n").length;
    this.chars = text.length;
    this.element = document.createElement("pre");
    this.element.className = "cell-error";
    text.split("\n").forEach((line, i) => this.element.append(i ? "\n" : "", ...this.linked(line, editorOf)));
  }

  /** The line's pieces: where it names a line of a cell, a link goes there. */
  linked(line, editorOf) {
    const [start, before, cell, file, place, number] = line.match(PLACE) ?? [];
    const id = cell ?? file;
    const editor = id && editorOf(id);
    if (!editor) return [line];
    const link = document.createElement("a");
    link.href = `#cell-${id}`;
    link.textContent = place;
    link.setAttribute("aria-label", `${place} of ${cell ? "cell " : ""}${id}`);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation(); // the theme would go to the cell's beginning
      editor.goTo(Number(number));
    });
    return [before, link, line.slice(start.length)];
  }

  draw() {}

  drop() {}

  dispose() {
    this.element.remove();
  }
}
