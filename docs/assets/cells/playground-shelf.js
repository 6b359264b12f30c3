// Keeps the reader's program over a reload, and the last few that another one took the place of.
// Knows the browser's storage, which may be full or forbidden: then nothing is kept, and nothing breaks.
import { projectFrom } from "./playground-share.js";

const PLACE = new URL("../../", import.meta.url).pathname;
const CURRENT = `borch playground ${PLACE}`;
const EARLIER = `borch playground earlier ${PLACE}`;
const KEPT = 5; // earlier programs
const LONGEST = 300_000; // characters of one program

let known; // the program in the storage, as this tab has read or written it

function stored() {
  try {
    return localStorage.getItem(CURRENT);
  } catch {
    return null;
  }
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // full, or forbidden
  }
}

/** The program as it was left, with the file that was shown, or null. */
export function current() {
  known = stored();
  const kept = read(CURRENT);
  const project = projectFrom(kept);
  return project && { ...project, shown: String(kept.shown ?? ""), own: Boolean(kept.own) };
}

/** Put what another tab has kept meanwhile among the earlier programs. */
function layOther(files) {
  if (stored() === known) return;
  const kept = read(CURRENT);
  const other = kept?.own && projectFrom(kept);
  const said = other && other.files.some(([, code]) => code.trim());
  if (said && JSON.stringify(other.files) !== JSON.stringify(files)) lay(other);
}

/** Whether it could be kept. */
export function keep(project) {
  if (JSON.stringify(project).length > LONGEST) return false;
  layOther(project.files);
  write(CURRENT, project);
  known = stored();
  return true;
}

/** The programs that others took the place of, the last one first: { files, data, time }. */
export function earlier() {
  const kept = read(EARLIER);
  if (!Array.isArray(kept)) return [];
  return kept.map((each) => ({ ...projectFrom(each), time: Number(each?.time) || 0 })).filter(({ files }) => files);
}

/** Put a program among the earlier ones. */
export function lay({ files, data }) {
  const text = JSON.stringify(files);
  if (text.length > LONGEST) return;
  const others = earlier().filter((each) => JSON.stringify(each.files) !== text);
  write(EARLIER, [{ files, data, time: Date.now() }, ...others].slice(0, KEPT));
}
