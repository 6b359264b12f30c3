// The editor of one cell, and the way to make an editor anywhere on the site.
//
// A page comes with highlighted code and nothing of an editor. `Editor` is that code: it can be typed into at once, and
// when the reader goes into it CodeMirror is loaded (live.js) and takes its place, with its text, its caret and its mark.
//
//   const editor = new Editor(source, label, { change(), run(goOn) })    source: an element with pre > code in it
//   editor.value = text · editor.value · editor.original · editor.edited
//   editor.focus() · editor.goTo(line) · editor.setErrorLine(line or null) · editor.destroy()
//
// Where there is no code in the page yet, an editor is made from nothing:
//
//   const editor = await createEditor(parent, { code, label, onChange(), onRun(goOn) })
//   editor.getValue() · editor.setValue(text) · editor.focus() · editor.goTo(line) · editor.setErrorLine(line or null)
//   editor.destroy()
//
// onRun(goOn): Control+Enter or Command+Enter, goOn is false; Shift+Enter, goOn is true. setValue is a change like any
// other: it can be undone, and onChange hears of it. Styles are in editor.css, below `.cell-live`, which the parent gets.

let loading = null;

/** live.js with CodeMirror, once for the visit; where it could not be loaded the next call tries again. */
function load() {
  loading ??= import("./live.js").catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** An editor in `parent`; rejects where CodeMirror cannot be loaded. */
export async function createEditor(parent, options) {
  const { createLive } = await load();
  return createLive(parent, options);
}

export class Editor {
  /** @param source the highlighted block  @param label its accessible name  @param on { change(), run(goOn) } */
  constructor(source, label, on) {
    this.source = source;
    this.label = label;
    this.on = on;
    this.code = source.querySelector("code");
    this.shown = source.querySelector(".highlight") ?? source.firstElementChild;
    this.highlighted = this.code.innerHTML;
    this.original = this.still;
    this.live = null;
    this.line = null;
    this.prepare();
  }

  /** Whether the block is only to be read. */
  get fixed() {
    return Boolean(this.source.closest("[data-readonly]"));
  }

  /** The text of the block in the page. */
  get still() {
    return this.code.textContent.replace(/\n$/, "");
  }

  get value() {
    return this.live ? this.live.getValue() : this.still;
  }

  set value(text) {
    if (this.live) {
      this.live.setValue(text);
      return;
    }
    if (text === this.original) this.code.innerHTML = this.highlighted;
    else this.code.textContent = `${text}\n`;
    this.changed();
    if (this.edited) this.open().catch(() => {}); // without CodeMirror the text is there, in one colour
  }

  get edited() {
    return this.value !== this.original;
  }

  focus() {
    (this.live ?? this.code).focus({ preventScroll: true });
  }

  /** Put the reader into this line, which becomes the selection. */
  async goTo(line) {
    this.focus();
    await this.open().catch(() => {});
    this.live?.goTo(line);
  }

  /** Mark this line as the one where the program failed; null takes the mark away. */
  setErrorLine(line) {
    if (line === this.line) return;
    this.line = line;
    this.drawn?.remove();
    this.drawn = null;
    if (this.live) this.live.setErrorLine(line);
    else if (line) this.draw(line);
  }

  destroy() {
    this.gone = true;
    this.live?.destroy();
  }

  draw(line) {
    const style = getComputedStyle(this.code);
    const height = parseFloat(style.lineHeight);
    this.drawn = document.createElement("div");
    this.drawn.className = "cell-line-mark";
    this.drawn.dataset.line = line;
    this.drawn.style.top = `${parseFloat(style.paddingTop) + (line - 1) * height}px`;
    this.drawn.style.height = `${height}px`;
    this.source.append(this.drawn);
  }

  /** Let the block take the focus and what is typed, until CodeMirror is there: a phone shows its keyboard at the first tap. */
  prepare() {
    const { code } = this;
    const attributes = { role: "textbox", "aria-multiline": true, "aria-label": this.label, spellcheck: false };
    Object.assign(attributes, { autocapitalize: "off", autocorrect: "off", translate: "no", tabindex: 0 });
    for (const [name, value] of Object.entries(attributes)) code.setAttribute(name, value);
    if (this.fixed) {
      code.setAttribute("aria-readonly", true);
      return;
    }
    try {
      code.contentEditable = "plaintext-only";
    } catch {
      code.setAttribute("aria-readonly", true); // a browser without it: the reader waits for CodeMirror
    }
    code.addEventListener("pointerdown", () => this.press());
    code.addEventListener("focus", () => this.open().catch(() => {}));
    code.addEventListener("input", () => this.changed());
    code.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey) || event.isComposing) return;
      event.preventDefault();
      this.on.run(event.shiftKey);
    });
  }

  /** CodeMirror comes when the pointer is up again: a selection that is being made is not cut off. */
  press() {
    this.pointed = true;
    this.pressed = new Promise((resolve) => {
      for (const type of ["pointerup", "pointercancel"]) addEventListener(type, resolve, { once: true });
    });
  }

  changed() {
    this.setErrorLine(null);
    this.on.change();
  }

  /** CodeMirror in place of the block. */
  open() {
    if (this.live || this.fixed) return Promise.resolve();
    this.opening ??= this.replace().finally(() => (this.opening = null));
    return this.opening;
  }

  async replace() {
    const { createLive } = await load();
    await this.pressed;
    if (this.live || this.gone) return;
    const held = document.activeElement === this.code;
    const place = held ? this.selection() : null;
    const parent = document.createElement("div");
    const live = createLive(parent, {
      code: this.still,
      label: this.label,
      onRun: (goOn) => this.on.run(goOn),
      onChange: () => this.changed(),
    });
    this.shown.hidden = true;
    this.source.append(parent);
    this.live = live;
    this.drawn?.remove();
    live.setErrorLine(this.line);
    if (place) live.select(...place, { focus: true, tabIndents: Boolean(this.pointed) });
  }

  /** Where the selection begins and ends, in characters of the text. */
  selection() {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection();
    const offset = (node, within) => {
      if (!node || !this.code.contains(node)) return 0;
      const before = document.createRange();
      before.setStart(this.code, 0);
      before.setEnd(node, within);
      return Math.min(before.toString().length, this.still.length);
    };
    return [offset(anchorNode, anchorOffset), offset(focusNode, focusOffset)];
  }
}
