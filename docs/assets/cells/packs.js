// The packs of site_hooks/packs.py: many files in one. Where a module comes as bytecode, an empty source stands beside it
// until the pack with the sources comes: Python looks for a source first, and for this bytecode never reads it.

const BYTECODE = /^(.*)\/__pycache__\/([^/]+)\.cpython-\d+\.pyc$/;
const EARLY = /\/(encodings\/|sitecustomize\.py$)/; // the sources of what Python imports before it can import out of packs
const FOLDER = "/lib/packs"; // as sitecustomize.py has it

/** Yields [path, bytes] of each file; the bytes are a part of the pack's own. */
export function* files(pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  let at = 4 + length;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    yield [path, pack.subarray(at, at + size)];
    at += size;
  }
}

/** One pack of these [path, bytes]. */
export function packed(entries) {
  const index = new TextEncoder().encode(JSON.stringify(entries.map(([path, bytes]) => [path, bytes.length])));
  const pack = new Uint8Array(entries.reduce((sum, [, bytes]) => sum + bytes.length, 4 + index.length));
  new DataView(pack.buffer).setUint32(0, index.length, true);
  pack.set(index, 4);
  let at = 4 + index.length;
  for (const [, bytes] of entries) {
    pack.set(bytes, at);
    at += bytes.length;
  }
  return pack;
}

const known = new WeakMap(); // file system -> the folders and files that came out of packs

/** Write all files of a pack, of the modules only those whose source is `wanted`. The bytes stay the pack's: it must not be
 *  changed afterwards. */
export function unpack(FS, pack, wanted = () => true) {
  if (!known.has(FS)) known.set(FS, new Set());
  const there = known.get(FS);
  const put = (path, bytes) => {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!there.has(folder)) {
      FS.mkdirTree(folder);
      there.add(folder);
    }
    FS.writeFile(path, bytes, { canOwn: true });
    there.add(path);
  };
  for (const [path, bytes] of files(pack)) {
    const [, folder, name] = path.match(BYTECODE) ?? [];
    const source = name && `${folder}/${name}.py`;
    if (source && !wanted(source)) continue;
    put(path, bytes);
    if (source && !there.has(source)) put(source, new Uint8Array());
  }
}

/** Let Python import out of these packs before it starts: their modules stay inside, all else is written. */
export function mount(FS, packs) {
  const lines = [];
  FS.mkdirTree(FOLDER);
  for (const [number, pack] of packs.entries()) {
    unpack(FS, pack, (source) => EARLY.test(source));
    FS.writeFile(`${FOLDER}/${number}`, pack, { canOwn: true });
    for (const [path, bytes] of files(pack)) {
      const [, folder, name] = path.match(BYTECODE) ?? [];
      if (name) lines.push([`${folder}/${name}`, path, number, bytes.byteOffset - pack.byteOffset, bytes.length].join("\t"));
    }
  }
  FS.writeFile(`${FOLDER}/index`, lines.join("\n"));
}
