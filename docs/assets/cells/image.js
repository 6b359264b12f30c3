// What the page keeps of a started Python, so that the worker that follows on Stop, and the next visit, start from it.
// Knows neither Python nor the DOM.

import { compile } from "./snapshot.js";
import { save } from "./store.js";

let kept; // what a worker may start from; undefined while there is nothing

/** What the next worker may start from. */
export function latest() {
  return kept;
}

/** Keep what a worker made: its libraries are compiled here, where no program that runs can hold them up. */
export async function keep(image) {
  kept = image;
  image.modules ??= await compile(image).catch(() => undefined);
}

/** Keep it no longer: a program that ran on it has broken Python, and it may not have been the program's fault. */
export function forget() {
  kept = undefined;
}

/** Store what is kept for the next visit, once; best when no program needs the processor. */
export function store() {
  if (!kept || kept.stored) return;
  kept.stored = true;
  save(kept);
}
