// Remembers what readers have made of cells, over a reload: by site, page and cell, with a hash of the code they started from.
// Knows the browser's storage, which may be full or forbidden: then nothing is remembered, and nothing breaks.

const PREFIX = `borch edit ${new URL("../../", import.meta.url).pathname} `;
const KEPT = 100; // edits, the oldest go first
const LONGEST = 100_000; // characters of one edit

const key = (page, cell) => `${PREFIX}${page}#${cell}`;

/** FNV-1a, 32 bits from either end: tells versions of a cell apart, keeps no secret. */
function hash(text) {
  const half = (codes) => codes.reduce((h, code) => Math.imul(h ^ code, 16777619), 2166136261) >>> 0;
  const codes = Array.from(text, (character) => character.codePointAt(0));
  return `${half(codes).toString(16)}-${half(codes.reverse()).toString(16)}`;
}

function quietly(how) {
  try {
    return how(localStorage);
  } catch {
    return null;
  }
}

/** The reader's code of this cell, and whether it was made from the code that the page has now; or null. */
export function recall(page, cell, original) {
  return quietly((storage) => {
    const edit = JSON.parse(storage.getItem(key(page, cell)));
    if (typeof edit?.code !== "string" || edit.code === original) return null;
    return { code: edit.code, current: edit.hash === hash(original) };
  });
}

export function remember(page, cell, original, code) {
  if (code.length > LONGEST) return;
  quietly((storage) => {
    storage.setItem(key(page, cell), JSON.stringify({ hash: hash(original), time: Date.now(), code }));
    const keys = Object.keys(storage).filter((name) => name.startsWith(PREFIX));
    if (keys.length <= KEPT) return;
    const time = (name) => quietly(() => JSON.parse(storage.getItem(name)).time) ?? 0;
    keys.sort((a, b) => time(a) - time(b));
    for (const name of keys.slice(0, keys.length - KEPT)) storage.removeItem(name);
  });
}

export function forget(page, cell) {
  quietly((storage) => storage.removeItem(key(page, cell)));
}
