// What the editor offers after a dot and in an import: the library's names with what is said about them (names.json, made by
// site_hooks/names.py, fetched when it is first needed). What an expression is, is read off the code's own lines; where
// that does not tell, it is taken for a tensor, a module or an optimizer. Names of the cell itself are found by CodeMirror.
import { globalCompletion, localCompletionSource, syntaxTree } from "../vendor/codemirror.js";

const USUAL = { torch: "torch", nn: "torch.nn", F: "torch.nn.functional" }; // as a cell that goes on from another has them
const SILENT = new Set(["String", "Comment", "FormatString"]);
const OWN = ["property", "", ""];
const WORD = /^[A-Za-z_]\w*$/;

let names = null;

/** The tables of names.json; null where they cannot be had now. */
async function tables() {
  names ??= fetch(new URL("names.json", import.meta.url)).then((answer) => (answer.ok ? answer.json() : Promise.reject()));
  try {
    return await names;
  } catch {
    names = null;
    return null;
  }
}

function placeOf(context) {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  return imported(before) ?? dotted(before);
}

const elsewhere = (source) => (context) => (placeOf(context) ? null : source(context));

/** The library's names; elsewhere the cell's own, and Python's. */
export const sources = [ours, elsewhere(localCompletionSource), elsewhere(globalCompletion)];

async function ours(context) {
  const place = placeOf(context);
  if (!place || SILENT.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
  const known = await tables();
  if (!known || context.aborted) return null;
  const options = new Scope(known, context.state.doc.toString()).options(place);
  return options.length ? { from: context.pos - place.typed.length, options, validFor: WORD } : null;
}

/** In `from a.b import x, y` and `import a.b`: the module whose names are asked for. */
function imported(before) {
  const from = before.match(/^\s*from\s+([\w.]+)\s+import\s+(?:[\w\s,]*,\s*|\(\s*)?(\w*)$/);
  if (from) return { path: from[1], typed: from[2], direct: true };
  const name = before.match(/^\s*(?:from|import)\s+((?:\w+\.)+)(\w*)$/);
  return name ? { path: name[1].slice(0, -1), typed: name[2], direct: true, modules: true } : null;
}

/** After a dot: the names that lead there, or that it is a value of some kind. */
function dotted(before) {
  const chain = before.match(/(?<![\w.)\]}"'])((?:[A-Za-z_]\w*\s*\.\s*)+)([A-Za-z_]\w*)?$/);
  if (chain) return { path: chain[1].replace(/\s|\.\s*$/g, ""), typed: chain[2] ?? "" };
  const value = before.match(/[\w)\]}]\s*\.\s*([A-Za-z_]\w*)?$/);
  if (!value || /(?<![\w)\]])\d+\.\w*$/.test(before)) return null;
  return { value: true, typed: value[1] ?? "" };
}

/** What the names of one program stand for. */
class Scope {
  constructor(known, code) {
    this.known = known;
    this.code = code;
    this.modules = { ...USUAL };
    this.foreign = new Set();
    for (const [, list] of code.matchAll(/^[ \t]*import[ \t]+(.+)$/gm)) {
      for (const each of list.split("#")[0].split(",")) {
        const [path, alias] = each.trim().split(/\s+as\s+/);
        if (alias) this.bind(alias, path);
        else this.bind(path.split(".")[0], path.split(".")[0]);
      }
    }
    for (const [, path, list] of code.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\(?([^)#\n]+)/gm)) {
      for (const each of list.split(",")) {
        const [name, alias] = each.trim().split(/\s+as\s+/);
        this.bind(alias ?? name, `${path}.${name}`);
      }
    }
  }

  bind(name, path) {
    delete this.modules[name];
    if (/^(borch|torch)(\.|$)/.test(path)) this.modules[name] = path.replace(/^borch/, "torch");
    else this.foreign.add(name);
  }

  options({ path, typed, direct, modules }) {
    const members = path ? this.members(path, direct) : this.value();
    return [...members].filter(([name, { entry }]) => shown(name, typed) && (!modules || entry[0] === "module")).map(option);
  }

  /** The names below this one: Map of name -> { entry, boost }. */
  members(path, direct) {
    const found = direct ? this.find(path.replace(/^borch/, "torch").split(".")) : this.resolve(path.split("."));
    if (found === null) return new Map();
    if (found.module) return listed(this.known.modules[found.module]);
    const members = found.class ? this.ofClass(found.class) : this.value();
    if (path !== "self") return members;
    const given = [...this.code.matchAll(/\bself\.(\w+)[ \t]*=(?!=)/g)].map(([, name]) => [name, { entry: OWN, boost: 10 }]);
    return new Map([...members, ...given]);
  }

  /** Of a path from the library's root: { module }, { class }, or null. */
  find(path) {
    for (let length = path.length; length; length--) {
      const module = path.slice(0, length).join(".");
      if (!(module in this.known.modules)) continue;
      if (length === path.length) return { module };
      const entry = this.known.modules[module][path[length]];
      return entry?.[0] === "class" && length + 1 === path.length ? { class: entry[3] } : null;
    }
    return null;
  }

  /** Of a path as the program writes it: { module }, { class }, {} for some value, or null for nothing of the library. */
  resolve(path) {
    const [head, ...rest] = path;
    if (this.foreign.has(head)) return null;
    if (head in this.modules) return this.find([...this.modules[head].split("."), ...rest]);
    if (rest.length) return {};
    return this.own(head) ?? this.made(head) ?? {};
  }

  /** Inside a class of the program, `self`; outside, the class by its name. */
  own(name) {
    const classes = [...this.code.matchAll(/^[ \t]*class[ \t]+(\w+)[ \t]*\(([\w.]+)/gm)];
    const it = name === "self" ? classes.at(-1) : classes.find(([, own]) => own === name);
    const base = it && this.resolve(it[2].split("."));
    return base?.class ? { class: base.class } : null;
  }

  /** Of a variable: the class that it was last made of. */
  made(name) {
    const lines = [...this.code.matchAll(new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*([A-Za-z_][\\w.]*)\\(`, "gm"))];
    const maker = lines.at(-1)?.[1];
    const found = maker && maker !== name ? this.resolve(maker.split(".")) : null;
    return found?.class ? found : null;
  }

  ofClass(key, found = new Map()) {
    const { bases, names } = this.known.classes[key];
    for (const [name, entry] of Object.entries(names)) if (!found.has(name)) found.set(name, { entry, boost: 0 });
    for (const base of bases) this.ofClass(base, found);
    return found;
  }

  /** Of an expression that may be anything: a tensor's names first. */
  value() {
    const found = this.ofClass(this.find(["torch", "Tensor"]).class);
    for (const path of ["torch.nn.Module", "torch.optim.Optimizer"]) {
      const { class: key } = this.find(path.split("."));
      for (const [name, { entry }] of this.ofClass(key)) if (!found.has(name)) found.set(name, { entry, boost: -20 });
    }
    return found;
  }
}

const listed = (members) => new Map(Object.entries(members).map(([name, entry]) => [name, { entry, boost: 0 }]));

/** In-place twins and the like come when they are asked for. */
const shown = (name, typed) => !name.startsWith("_") || typed.startsWith("_");

function option([label, { entry, boost }]) {
  const [type, signature, summary] = entry;
  return { label, type, boost, info: signature || summary ? () => card(label + signature, summary) : undefined };
}

function card(head, summary) {
  const element = document.createElement("div");
  const code = document.createElement("code");
  code.textContent = head;
  const text = document.createElement("p");
  text.textContent = summary;
  element.append(code, text);
  return element;
}
