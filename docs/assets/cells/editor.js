// The editor of one cell: highlighted code that turns into a text area when the reader goes into it.
// Behind this small interface (value, focus, the two callbacks) another editor can take its place.

const INDENT = "    ";

export class Editor {
  /** @param source the highlighted block  @param label its accessible name  @param on { change(), run(goOn) } */
  constructor(source, label, on) {
    this.source = source;
    this.code = source.querySelector("code");
    this.on = on;
    this.original = this.code.textContent.replace(/\n$/, "");
    this.tabIndents = false;
    this.shown = source.querySelector(".highlight") ?? source.firstElementChild;
    this.makeArea(label);
    source.addEventListener("click", (event) => this.onClick(event));
    this.code.tabIndex = 0;
    this.code.addEventListener("focus", () => this.code.matches(":focus-visible") && this.open(0));
  }

  get value() {
    return this.area.value;
  }

  set value(text) {
    this.area.value = text;
    this.resize();
    if (text !== this.original) this.open(0, false);
    else if (document.activeElement !== this.area) this.close();
    this.mark(null);
    this.on.change();
  }

  get edited() {
    return this.value !== this.original;
  }

  focus() {
    this.open(this.area.selectionStart);
  }

  makeArea(label) {
    const area = document.createElement("textarea");
    area.className = "cell-editor";
    area.hidden = true;
    area.value = this.original;
    area.wrap = "off";
    area.spellcheck = false;
    area.autocapitalize = "off";
    area.setAttribute("autocomplete", "off");
    area.setAttribute("autocorrect", "off");
    area.setAttribute("aria-label", label);
    area.title = "Escape, then Tab, leaves the editor";
    area.addEventListener("input", () => this.onInput());
    area.addEventListener("keydown", (event) => this.onKey(event));
    area.addEventListener("pointerdown", () => (this.tabIndents = true));
    area.addEventListener("blur", () => this.edited || this.close());
    this.area = area;
    this.source.append(area);
  }

  onClick(event) {
    if (event.target.closest("button, a, textarea") || !getSelection().isCollapsed) return;
    this.open(this.offsetAt(event.clientX, event.clientY));
    this.tabIndents = true;
  }

  offsetAt(x, y) {
    const place = document.caretPositionFromPoint?.(x, y);
    const range = place ? null : document.caretRangeFromPoint?.(x, y);
    const node = place?.offsetNode ?? range?.startContainer;
    if (!node || !this.code.contains(node)) return this.value.length;
    const before = document.createRange();
    before.setStart(this.code, 0);
    before.setEnd(node, place?.offset ?? range.startOffset);
    return before.toString().length;
  }

  open(offset, focus = true) {
    if (this.area.hidden) {
      this.copyMetrics();
      const { height } = this.shown.getBoundingClientRect();
      this.height = height ? `${height}px` : ""; // none while it stands in something folded
      this.shown.hidden = true;
      this.area.hidden = false;
      this.resize();
      this.area.setSelectionRange(offset, offset);
      this.tabIndents = false;
    }
    if (focus) this.area.focus({ preventScroll: true });
  }

  /** Put the reader into this line, which becomes the selection. */
  goTo(line) {
    const lines = this.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.open(start);
    this.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    this.source.scrollIntoView({ block: "nearest" });
  }

  /** Mark this line as the one where the program failed; null takes the mark away. */
  mark(line) {
    this.marked?.remove();
    this.marked = null;
    if (!line) return;
    const style = getComputedStyle(this.code);
    const height = parseFloat(style.lineHeight);
    this.marked = document.createElement("div");
    this.marked.className = "cell-line-mark";
    this.marked.dataset.line = line;
    this.marked.style.top = `${parseFloat(style.paddingTop) + (line - 1) * height}px`;
    this.marked.style.height = `${height}px`;
    this.source.append(this.marked);
  }

  close() {
    this.area.hidden = true;
    this.shown.hidden = false;
  }

  copyMetrics() {
    const style = getComputedStyle(this.code);
    for (const name of ["fontFamily", "fontSize", "lineHeight", "letterSpacing", "tabSize", "padding", "color"]) {
      this.area.style[name] = style[name];
    }
  }

  /** As high as its lines; exactly as high as the highlighted block while it has as many, so that nothing moves. */
  resize() {
    const lines = (text) => text.split("\n").length;
    this.area.rows = lines(this.value);
    this.area.style.height = lines(this.value) === lines(this.original) ? this.height : "";
  }

  onInput() {
    this.tabIndents = true;
    this.resize();
    this.mark(null);
    this.on.change();
  }

  onKey(event) {
    const command = event.ctrlKey || event.metaKey;
    if (event.isComposing) return;
    if (event.key === "Enter" && (command || event.shiftKey)) {
      event.preventDefault();
      this.on.run(event.shiftKey);
    } else if (event.key === "Escape") {
      this.tabIndents = false;
    } else if (event.key === "Tab" && this.tabIndents && !command && !event.altKey) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.newLine();
    } else if (event.key === "Backspace") {
      this.dedentOnBackspace(event);
    }
  }

  /** Put text in place of what lies between two offsets, so that undo takes it back. */
  replace(from, to, text) {
    this.area.setSelectionRange(from, to);
    const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!done) {
      this.area.setRangeText(text, from, to, "end");
      this.onInput();
    }
  }

  lineStart(offset) {
    return this.value.lastIndexOf("\n", offset - 1) + 1;
  }

  indent(back) {
    const { selectionStart: from, selectionEnd: to } = this.area;
    if (from === to && !back) {
      const column = from - this.lineStart(from);
      this.replace(from, from, INDENT.slice(column % INDENT.length));
      return;
    }
    const start = this.lineStart(from);
    const old = this.value.slice(start, to);
    const change = back ? (line) => line.replace(/^ {1,4}/, "") : (line) => (line ? INDENT + line : line);
    const text = old.split("\n").map(change).join("\n");
    if (text === old) return;
    this.replace(start, to, text);
    if (from === to) {
      const caret = Math.max(start, from + text.length - old.length);
      this.area.setSelectionRange(caret, caret);
    } else {
      this.area.setSelectionRange(start, start + text.length);
    }
  }

  newLine() {
    const { selectionStart: from, selectionEnd: to } = this.area;
    const line = this.value.slice(this.lineStart(from), from);
    const opens = /[:([{]\s*(#.*)?$/.test(line) ? INDENT : "";
    this.replace(from, to, "\n" + line.match(/^ */)[0] + opens);
  }

  dedentOnBackspace(event) {
    const { selectionStart: from, selectionEnd: to } = this.area;
    const before = this.value.slice(this.lineStart(from), from);
    if (from !== to || !/^ +$/.test(before) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.replace(from - ((before.length - 1) % INDENT.length) - 1, from, "");
  }
}
