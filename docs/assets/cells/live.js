// CodeMirror as this site sets it up: Python in pygments' classes, so that an edited cell looks like the page's own code.
// Loaded when a reader goes into a cell (editor.js); knows nothing of cells. The bundle is made in editor/.
import * as cm from "../vendor/codemirror.js";
import { sources } from "./complete.js";

/** Grammar's tags in pygments' names, which the theme has colours for; the rest is plain text. */
const { tags } = cm;
const CLASSES = [
  [tags.keyword, "k"],
  [tags.operatorKeyword, "ow"],
  [[tags.operator, tags.modifier], "o"],
  [[tags.punctuation, tags.bracket, tags.separator, tags.derefOperator], "p"],
  [tags.comment, "c1"],
  [tags.string, "s2"],
  [tags.special(tags.string), "s2"],
  [tags.docString, "sd"],
  [tags.escape, "se"],
  [tags.number, "mi"],
  [[tags.bool, tags.null], "kc"],
  [tags.meta, "nd"],
  [[tags.className, tags.definition(tags.className)], "nc"],
  [tags.function(tags.definition(tags.variableName)), "nf"],
];
const highlighter = cm.tagHighlighter(CLASSES.flatMap(([tag, name]) => [tag].flat().map((each) => ({ tag: each, class: name }))));

const BUILTINS = new Set(
  `abs all any bool bytes callable chr complex dict dir divmod enumerate filter float format frozenset getattr hasattr hash
  hex id input int isinstance issubclass iter len list map max min next object open ord pow print property range repr
  reversed round set setattr slice sorted staticmethod classmethod str sum super tuple type vars zip`.split(/\s+/),
);

const EXCEPTION = /^([A-Z]\w*(Error|Exception|Warning|Exit)|StopIteration|KeyboardInterrupt)$/;
const marks = Object.fromEntries(["bp", "fm", "nb", "nd", "ne", "nn", "p", "sa", "sd", "si"].map((name) => [name, cm.Decoration.mark({ class: name })]));

/** What pygments tells apart and the grammar's tags do not: the class of a node, or nothing. */
function classOf({ name, node, from, to }, doc) {
  const parent = node.parent?.name;
  if (name === ":") return parent === "FormatSpec" ? "si" : "p";
  if (name === "." && isModule(node)) return "nn";
  if (parent === "FormatReplacement" && /^([{}]|FormatSpec|FormatConversion)$/.test(name)) return "si";
  if (name === "String" && parent === "ExpressionStatement") return "sd";
  if (name !== "VariableName") return null;
  if (parent === "Decorator") return "nd";
  const word = doc.sliceString(from, to);
  if (parent === "FunctionDefinition" && /^__\w+__$/.test(word)) return "fm";
  if (isModule(node)) return "nn";
  if (word === "self" || word === "cls") return "bp";
  if (EXCEPTION.test(word)) return "ne";
  return BUILTINS.has(word) ? "nb" : null;
}

/** In `import a as b` and before the import of `from a import b`. */
function isModule(node) {
  if (node.parent?.name !== "ImportStatement") return false;
  return node.parent.firstChild.name === "import" || node.to < node.parent.getChild("import")?.from;
}

const pageColours = cm.ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = this.find(view);
    }

    update(update) {
      const parsed = cm.syntaxTree(update.startState) !== cm.syntaxTree(update.state);
      if (update.docChanged || update.viewportChanged || parsed) this.decorations = this.find(update.view);
    }

    find(view) {
      const found = [];
      const { doc } = view.state;
      for (const { from, to } of view.visibleRanges) {
        cm.syntaxTree(view.state).iterate({
          from,
          to,
          enter: (node) => {
            const name = classOf(node, doc);
            if (name) found.push(marks[name].range(node.from, node.to));
            const prefix = /String$/.test(node.name) && doc.sliceString(node.from, node.from + 2).match(/^[a-zA-Z]+/);
            if (prefix) found.push(marks.sa.range(node.from, node.from + prefix[0].length));
          },
        });
      }
      return cm.Decoration.set(found, true);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const failedAt = cm.StateEffect.define();

/** The line where the program failed, until the code is changed. */
const failedLine = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(marks, transaction) {
    if (transaction.docChanged) marks = cm.Decoration.none;
    for (const effect of transaction.effects) {
      if (effect.is(failedAt)) marks = mark(transaction.state.doc, effect.value);
    }
    return marks;
  },
  provide: (field) => cm.EditorView.decorations.from(field),
});

function mark(doc, line) {
  if (!line || line > doc.lines) return cm.Decoration.none;
  const attributes = { "data-line": line };
  return cm.Decoration.set(cm.Decoration.line({ class: "cell-line-mark", attributes }).range(doc.line(line).from));
}

const WIDEST_INFO = 360; // pixels
const KEYS = "editor-keys";

/** What a screen reader says of the keys, once in the page, for every editor. */
function describe() {
  if (document.getElementById(KEYS)) return;
  const text = document.createElement("div");
  text.id = KEYS;
  text.hidden = true;
  text.textContent =
    "Control or Command with Enter runs the code, Shift with Enter runs it and goes on to the next cell. " +
    "Tab leaves the editor until you type; after that it indents, and Escape followed by Tab leaves.";
  document.body.append(text);
}

/** An editor in `parent`: what editor.js says of createEditor, and select(anchor, head, { focus, tabIndents }). */
export function createLive(parent, { code = "", label, onRun, onChange }) {
  describe();
  let tabIndents = false; // Tab is the page's until the reader has typed or pointed here, and again after Escape

  const tab = (then) => (view) => {
    if (cm.completionStatus(view.state) === "active" && cm.acceptCompletion(view)) return true;
    return tabIndents && then(view);
  };
  const run = (goOn) => () => {
    onRun?.(goOn);
    return true;
  };
  const own = [
    { key: "Mod-Enter", run: run(false) },
    { key: "Ctrl-Enter", run: run(false) },
    { key: "Meta-Enter", run: run(false) },
    { key: "Shift-Enter", run: run(true) },
    { key: "Tab", run: tab(indent), shift: tab(cm.indentLess) },
    { key: "Enter", run: finishWord },
  ];
  const extensions = [
    cm.Prec.highest(cm.keymap.of(own)),
    cm.history(),
    cm.python(),
    cm.indentUnit.of("    "),
    cm.indentOnInput(),
    cm.bracketMatching(),
    cm.closeBrackets(),
    cm.autocompletion({ override: sources, icons: false, filterStrict: true, maxRenderedOptions: 80, positionInfo: beside }),
    cm.search({ top: true }),
    cm.syntaxHighlighting(highlighter),
    cm.Prec.highest(pageColours), // within the spans of the grammar's tags
    failedLine,
    cm.keymap.of([...cm.closeBracketsKeymap, ...cm.searchKeymap, ...cm.historyKeymap, ...cm.defaultKeymap]),
    cm.EditorView.contentAttributes.of({
      class: "cell-editor",
      "aria-label": label,
      "aria-describedby": KEYS,
      autocapitalize: "off",
    }),
    cm.EditorView.domEventObservers({
      pointerdown: () => (tabIndents = true),
      blur: () => (tabIndents = false),
      keydown(event, { state }) {
        if (event.key === "Escape" && cm.completionStatus(state) !== "active") tabIndents = false; // else it closes the list
      },
    }),
    cm.EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      if (update.view.hasFocus) tabIndents = true;
      onChange?.();
    }),
  ];
  parent.classList.add("cell-live", "highlight");
  const view = new cm.EditorView({ parent, state: cm.EditorState.create({ doc: code, extensions }) });

  cm.forceParsing(view, code.length, 200); // brackets are matched by the grammar, at the first caret too

  const select = (anchor, head = anchor, { focus = true, tabIndents: pointed = false } = {}) => {
    if (focus) view.focus();
    tabIndents = pointed;
    view.dispatch({ selection: { anchor, head } });
  };
  return {
    view,
    select,
    getValue: () => view.state.doc.toString(),
    setValue(text) {
      if (text === this.getValue()) return;
      const changes = { from: 0, to: view.state.doc.length, insert: text };
      view.dispatch({ changes, annotations: cm.isolateHistory.of("full") });
    },
    setErrorLine: (line) => view.dispatch({ effects: failedAt.of(line) }),
    focus: () => view.focus(),
    goTo(line) {
      const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      select(from, to);
      parent.scrollIntoView({ block: "nearest" });
    },
    destroy: () => view.destroy(),
  };
}

/** Where the docstring of the chosen name goes: beside the list if there is room, else below or above, off the other names. */
function beside(view, list, option, info, space, tooltip) {
  const width = Math.min(info.right - info.left, WIDEST_INFO);
  const height = info.bottom - info.top;
  const side = [
    ["right", space.right - list.right],
    ["left", list.left - space.left],
  ].find(([, room]) => room >= width);
  if (side) {
    const top = Math.max(space.top, Math.min(option.top, space.bottom - height)) - list.top;
    return { style: `top: ${top}px; max-width: ${Math.min(side[1], WIDEST_INFO)}px`, class: `cm-completionInfo-${side[0]}` };
  }
  const below = space.bottom - list.bottom >= height || space.bottom - list.bottom > list.top - space.top;
  const room = space.right - space.left;
  const left = Math.max(space.left, Math.min(list.left, space.right - Math.min(width, room))) - list.left - tooltip.clientLeft;
  return { style: `${below ? "top" : "bottom"}: 100%; left: ${left}px; max-width: ${room}px` };
}

/** Blanks up to the next stop; with a selection, before each of its lines that is not empty. */
function indent({ state, dispatch }) {
  const { main } = state.selection;
  const changes = [];
  if (main.empty) {
    const column = main.head - state.doc.lineAt(main.head).from;
    changes.push({ from: main.head, insert: " ".repeat(4 - (column % 4)) });
  } else {
    for (let { number } = state.doc.lineAt(main.from); number <= state.doc.lineAt(main.to).number; number++) {
      const { from, length } = state.doc.line(number);
      if (length && (from < main.to || from === main.from)) changes.push({ from, insert: "    " });
    }
  }
  const { changes: made } = state.update({ changes });
  const selection = main.empty ? { anchor: made.mapPos(main.head, 1) } : state.selection.map(made);
  const annotations = cm.isolateHistory.of("full"); // one undo for it
  dispatch(state.update({ changes: made, selection, annotations, scrollIntoView: true, userEvent: "input.indent" }));
  return true;
}

/** Enter after a whole word begins a new line, though the list still shows that word. */
function finishWord(view) {
  const chosen = cm.selectedCompletion(view.state);
  const { head } = view.state.selection.main;
  const word = view.state.doc.sliceString(Math.max(0, head - (chosen?.label.length ?? 0)), head);
  if (chosen && word === chosen.label) cm.closeCompletion(view);
  return false;
}
