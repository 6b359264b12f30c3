// What a program cannot do, whatever it tries from Python: close the worker that it runs in, take the worker's voice, or
// write what the browser keeps for the pages of the site. Called once, before anything runs.

const STORED = ["caches", "indexedDB", "Worker", "SharedWorker"]; // a worker inside would have all of it again
const BUCKETS = "storageBuckets";

function remove(object, name) {
  for (let each = object; each; each = Object.getPrototypeOf(each)) delete each[name];
}

function fix(name, value) {
  Object.defineProperty(self, name, { value, writable: false, configurable: false });
}

export function guard() {
  for (const name of STORED) remove(self, name);
  remove(navigator, BUCKETS);
  fix("postMessage", self.postMessage);
  fix("close", () => {
    throw new Error("a program cannot close the worker that it runs in");
  });
}
