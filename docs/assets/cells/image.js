// What the page keeps of a started Python, so that the worker that follows on Stop, and the next visit, start from it.
// Knows neither Python nor the DOM.

import { compile } from "./snapshot.js";
import { save } from "./store.js";

/** Compile the libraries of an image here, where no program that runs can hold them up. */
export async function prepare(image) {
  image.modules ??= await compile(image).catch(() => undefined);
}

/** Store an image for the next visit, once. */
export function store(image) {
  if (image.stored) return;
  image.stored = true;
  save(image);
}
