// The image of a started Python in the browser's storage, for the next visit. Without storage, or with too little of it,
// there is none, and nobody is told: a start without an image takes longer and is the same.
// Used by the page, which stores, and by the worker, which loads.

const NAME = new URL("image/", import.meta.url).pathname; // two sites of one host do not share an image
const PARTS = ["memory", "libraries", "meta", "about"]; // stored in this order: what is about them comes last

const read = (bytes) => JSON.parse(new TextDecoder().decode(bytes));
const url = (part) => new URL(`image/${part}`, import.meta.url).href;

/** A number that differs, as good as surely, when a byte does. */
export function checksum(bytes) {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let sum = bytes.length;
  for (let i = 0; i < words.length; i++) sum = Math.imul(sum ^ words[i], 0x01000193);
  for (const byte of bytes.subarray(words.length * 4)) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

/** Put { key, meta, memory, libraries } in place of what was stored before. */
export async function save({ key, meta, memory, libraries }) {
  try {
    const cache = await caches.open(NAME);
    await Promise.all(PARTS.map((part) => cache.delete(url(part))));
    const contents = { memory, libraries, meta: new TextEncoder().encode(JSON.stringify(meta)) };
    const sums = Object.entries(contents).map(([part, bytes]) => [part, checksum(bytes)]);
    contents.about = JSON.stringify({ key, sums: Object.fromEntries(sums) });
    for (const part of PARTS) await cache.put(url(part), new Response(contents[part]));
  } catch {}
}

/** What save() stored, whole, under this key (a promise of one, so that reading need not wait for it); or undefined. */
export async function load(key) {
  try {
    const cache = await caches.open(NAME);
    const found = await Promise.all(PARTS.map((part) => cache.match(url(part))));
    if (!found.every(Boolean)) return undefined;
    const parts = await Promise.all(found.map(async (response) => new Uint8Array(await response.arrayBuffer())));
    const about = read(parts.pop());
    if (about.key !== (await key)) return undefined;
    if (!parts.every((bytes, i) => checksum(bytes) === about.sums[PARTS[i]])) return undefined;
    const [memory, libraries, meta] = parts;
    return { key: about.key, meta: read(meta), memory, libraries };
  } catch {
    return undefined;
  }
}
