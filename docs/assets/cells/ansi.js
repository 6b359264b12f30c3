// Terminal control sequences in a program's output: colours and styles become class names, all others vanish.
// Pure functions of text; knows no DOM.

const SEQUENCE =
  // CSI | OSC and the other strings, up to their end | two-character escapes | control characters but \t \n \r
  /\x1b\[([0-?]*)[ -/]*([@-~])|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;
const OPEN = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)$/; // a sequence whose end is still to come
const OPEN_LIMIT = 256; // characters that wait for their end
const FLAGS = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse", 9: "strike" };
const UNSET = { 22: ["bold", "dim"], 23: ["italic"], 24: ["underline"], 27: ["inverse"], 29: ["strike"] };

export const plain = { fg: null, bg: null, flags: [] };

/** Whether there is anything to do: most output has no control sequence. */
export function isPlain(text) {
  return !/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text);
}

export function strip(text) {
  return text.replace(SEQUENCE, "");
}

/** The text without an unfinished sequence at its end, and that sequence. */
export function cut(text) {
  const at = text.slice(-OPEN_LIMIT).search(OPEN);
  if (at < 0) return [text, ""];
  const from = Math.max(0, text.length - OPEN_LIMIT) + at;
  return [text.slice(0, from), text.slice(from)];
}

/** [text, style] pairs; the style that holds after the last one comes last, with an empty text. */
export function split(text, style) {
  const pieces = [];
  let at = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    if (match.index > at) pieces.push([text.slice(at, match.index), style]);
    at = match.index + match[0].length;
    if (match[2] === "m" && /^[\d;:]{0,100}$/.test(match[1])) style = styled(style, match[1]);
  }
  pieces.push([text.slice(at), style], ["", style]);
  return pieces;
}

/** The style after a sequence of SGR codes such as `1;31`. */
function styled({ fg, bg, flags }, codes) {
  const list = codes.split(/[;:]/).map(Number);
  while (list.length) {
    const code = list.shift();
    if (code === 0) [fg, bg, flags] = [null, null, []];
    else if (FLAGS[code]) flags = [...new Set([...flags, FLAGS[code]])].sort();
    else if (UNSET[code]) flags = flags.filter((flag) => !UNSET[code].includes(flag));
    else if (code >= 30 && code <= 37) fg = code - 30;
    else if (code >= 90 && code <= 97) fg = code - 82;
    else if (code >= 40 && code <= 47) bg = code - 40;
    else if (code >= 100 && code <= 107) bg = code - 92;
    else if (code === 39) fg = null;
    else if (code === 49) bg = null;
    else if (code === 38) fg = extended(list) ?? fg;
    else if (code === 48) bg = extended(list) ?? bg;
  }
  return { fg, bg, flags };
}

/** One of the sixteen colours for one of 256 (`5;n`) or of all (`2;r;g;b`): a page has to keep them readable. */
function extended(list) {
  const kind = list.shift();
  if (kind === 2) return nearest(list.splice(0, 3));
  if (kind !== 5) return null;
  const index = list.shift();
  if (!(index >= 0 && index < 256)) return null;
  if (index < 16) return index;
  if (index >= 232) return nearest(Array(3).fill((index - 232) * 10 + 8));
  return nearest([36, 6, 1].map((step) => (Math.floor((index - 16) / step) % 6) * 51));
}

function nearest(rgb) {
  const [low, high] = [Math.min(...rgb), Math.max(...rgb)];
  if (rgb.length < 3 || !(high <= 255)) return null;
  if (high - low < 48) return high < 64 ? 0 : high < 128 ? 8 : high < 200 ? 7 : 15;
  const hue = rgb.reduce((bits, value, i) => bits + (value > (low + high) / 2 ? 1 << i : 0), 0);
  return high > 200 ? hue + 8 : hue;
}

/** The class names of a style, "" for the plain one. */
export function classes({ fg, bg, flags }) {
  const names = flags.map((flag) => `ansi-${flag}`);
  if (fg !== null) names.push(`ansi-fg-${fg}`);
  if (bg !== null) names.push(`ansi-bg-${bg}`);
  return names.join(" ");
}
