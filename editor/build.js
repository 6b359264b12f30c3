// Bundles CodeMirror into docs/assets/vendor/, with the licences of all that is in it and a record in built.json.
// `npm ci && npm run build` makes the same bytes everywhere; `npm run check` makes them anew and compares, writing nothing.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url);
const BUNDLE = "../docs/assets/vendor/codemirror.js";
const LICENCE = "../docs/assets/vendor/codemirror.LICENSE.txt";
const read = (path) => readFileSync(here(path), "utf8");

/** Styles as a sheet of the document's: CodeMirror puts them into a <style> there, which a strict content-security policy forbids. */
const adopted = {
  name: "adopted",
  setup({ onLoad }) {
    onLoad({ filter: /style-mod\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace("if (!root.head && root.adoptedStyleSheets", "if (root.adoptedStyleSheets");
      if (contents === text) throw new Error(`${path} no longer says where the styles go`);
      return { contents };
    });
  },
};

const made = await build({
  absWorkingDir: here(".").pathname,
  entryPoints: ["entry.js"],
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none", // they stand in the licence file
  metafile: true,
  write: false,
  plugins: [adopted],
  banner: { js: "/* CodeMirror, bundled by editor/build.js. Its licences: codemirror.LICENSE.txt beside this file. */" },
});
const bundle = made.outputFiles[0].text;

const names = new Set(
  Object.keys(made.metafile.inputs).map((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]),
);
names.delete(undefined);
const packages = {};
const licences = [];
for (const name of [...names].sort()) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(read(`${folder}/package.json`));
  packages[name] = version;
  const file = readdirSync(here(folder)).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} carries no licence`);
  licences.push(`${name} ${version} (${license})\n\n${read(`${folder}/${file}`).trim()}\n`);
}
const licence = `codemirror.js is made of these packages.\n\n${licences.join(`\n${"-".repeat(80)}\n\n`)}`;

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const esbuild = JSON.parse(read("node_modules/esbuild/package.json")).version;
const record = { sha256: sha256(bundle), licence: sha256(licence), entry: sha256(read("entry.js")), esbuild, packages };
const outputs = { [BUNDLE]: bundle, [LICENCE]: licence, "built.json": `${JSON.stringify(record, null, 2)}\n` };

for (const [path, text] of Object.entries(outputs)) {
  if (!process.argv.includes("--check")) {
    writeFileSync(here(path), text);
  } else if (read(path) !== text) {
    console.error(`${path} is not what these sources make`);
    process.exitCode = 1;
  }
}
