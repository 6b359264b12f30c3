// A project as files to take away: a program, and a notebook (nbformat 4.5). Both import torch where the page imports borch.
// Pure functions of text.

/** The code with its imports of borch naming torch. */
export function forTorch(code) {
  return code
    .replace(/^([ \t]*)import[ \t]+borch(?=[ \t]*(?:$|#|;))/gm, "$1import torch as borch")
    .replace(/^([ \t]*)import[ \t]+borch[ \t]+as[ \t]+torch\b/gm, "$1import torch")
    .replace(/^([ \t]*)import[ \t]+borch((?:\.\w+)*)[ \t]+as[ \t]+/gm, "$1import torch$2 as ")
    .replace(/^([ \t]*)import[ \t]+borch((?:\.\w+)+)/gm, "$1import torch$2, torch as borch")
    .replace(/^([ \t]*)from[ \t]+borch\b/gm, "$1from torch");
}

function lines(text) {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function codeCell(id, source) {
  return { cell_type: "code", execution_count: null, id, metadata: {}, outputs: [], source: lines(source) };
}

/** The notebook's text: a cell for each file beside the program writes it, the last cell is the program. */
export function notebook({ files, data }) {
  const [[, main], ...others] = files;
  const cells = others.map(([name, code], i) => {
    const text = name.endsWith(".py") ? forTorch(code) : code;
    return codeCell(`file-${i + 1}`, `%%writefile ${name}\n${text}`);
  });
  if (data.length) {
    const source = lines(`The program reads ${data.join(", ")}: put the sample data of that name beside this notebook.\n`);
    cells.unshift({ cell_type: "markdown", id: "data", metadata: {}, source });
  }
  cells.push(codeCell("main", forTorch(main).replace(/\n+$/, "")));
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  const metadata = { kernelspec, language_info: { name: "python" } };
  return `${JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1)}\n`;
}
