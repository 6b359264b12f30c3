// A project as text for the hash of an address, and back: JSON, deflated, in base64url. What comes back may be hostile.
// Knows what a project is: { files: [[name, code], ...] with main.py first, data: [names of sample data] }. Knows no DOM.

export const MAIN = "main.py";
export const MOST_FILES = 20;
const START = "#code=";
const LONGEST_LINK = 60_000; // characters of the hash: what browsers and mail programs still carry
const LONGEST_PROJECT = 1_000_000; // bytes of the JSON
const FILE = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,59}$/u; // no path, not hidden
const LIBRARIES = new Set(["torch.py", "borch.py", "numpy.py"]);

/** What is wrong with a file's name, as a sentence, or "". */
export function wrongName(name) {
  if (!FILE.test(name) || name.endsWith(".") || name.endsWith(" ")) {
    return "A file's name has letters, digits, spaces, _, - and dots, begins with a letter, a digit or _, and has no folder.";
  }
  return LIBRARIES.has(name) ? `${name} would hide the library of that name.` : "";
}

/** A project made of unknown data, with nothing in it but what a project has; null where it is none. */
export function projectFrom(data) {
  const texts = (list) => Array.isArray(list) && list.every((each) => typeof each === "string");
  const { files, data: names = [] } = data ?? {};
  if (!Array.isArray(files) || !files.length || files.length > MOST_FILES) return null;
  if (!files.every((pair) => texts(pair) && pair.length === 2 && !wrongName(pair[0]))) return null;
  if (files[0][0] !== MAIN || new Set(files.map(([name]) => name)).size < files.length) return null;
  if (!texts(names) || names.length > MOST_FILES || !names.every((name) => /^\w[\w.-]{0,59}$/.test(name))) return null;
  return { files: files.map(([name, code]) => [name, code.replace(/\r\n?/g, "\n")]), data: [...names] };
}

/** The hash that holds the project; an Error with a sentence if it is too long for an address. */
export async function encode({ files, data }) {
  if (typeof CompressionStream !== "function") throw new Error("This browser is too old to make a link.");
  const text = JSON.stringify(data.length ? { files, data } : { files });
  const packed = await gather(pass(new TextEncoder().encode(text), new CompressionStream("deflate-raw")), Infinity);
  const hash = START + toBase64(packed);
  if (hash.length > LONGEST_LINK) throw new Error("This program is too long for a link. Download it, and send the file.");
  return hash;
}

export function isShared(hash) {
  return hash.startsWith(START);
}

/** The project in a hash; an Error with a sentence for whatever is none. */
export async function decode(hash) {
  if (hash.length > LONGEST_LINK) throw new Error("The link is longer than any that this page makes.");
  if (typeof DecompressionStream !== "function") throw new Error("This browser is too old to read the program of a link.");
  let project = null;
  try {
    const bytes = await gather(pass(fromBase64(hash.slice(START.length)), new DecompressionStream("deflate-raw")), LONGEST_PROJECT);
    project = projectFrom(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch (error) {
    if (error instanceof RangeError) throw new Error("The link holds more than a program.");
  }
  if (!project) throw new Error("The link is damaged: no program can be read from it.");
  return project;
}

function pass(bytes, transform) {
  return new Blob([bytes]).stream().pipeThrough(transform);
}

/** All bytes of a stream; RangeError as soon as there are more than the limit. */
async function gather(stream, limit) {
  const chunks = [];
  let size = 0;
  const reader = stream.getReader();
  for (let step; !(step = await reader.read()).done; chunks.push(step.value)) {
    size += step.value.byteLength;
    if (size <= limit) continue;
    reader.cancel().catch(() => {});
    throw new RangeError("too much");
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
