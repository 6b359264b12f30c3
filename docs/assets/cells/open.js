// "Open in playground": takes a cell's code, after that of the cells which it continues, to the playground of this site.
// Knows of the site whether it has a playground: one of the page's links leads there.
import { encode, MAIN } from "./playground-share.js";

function playground() {
  return [...document.links].find((link) => link.origin === location.origin && link.pathname.endsWith("/playground/"));
}

/** What the playground gets of a cell: its chain as one program, and the sample data that it reads. */
function projectOf(cells) {
  const orders = cells.map((cell) => cell.order(true));
  const code = orders.map((order) => order.code.replace(/\s+$/, "")).join("\n\n");
  return { files: [[MAIN, code]], data: [...new Set(orders.flatMap((order) => order.files))] };
}

/** The button in a cell's toolbar; hidden where the site has no playground. */
export function playgroundButton(cell) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "cell-button cell-quiet cell-playground";
  button.textContent = "Playground";
  button.setAttribute("aria-label", `Open ${cell.name} in the playground`);
  button.hidden = !playground() || cell.section.matches(".playground");
  button.addEventListener("click", async () => {
    const cells = cell.chain();
    if (typeof cells === "string") {
      cell.note.textContent = cells;
      return;
    }
    try {
      const link = document.createElement("a"); // a link, so that the theme changes the page and Python stays
      link.href = new URL(await encode(projectOf(cells)), playground().href).href;
      link.hidden = true;
      button.after(link);
      link.click();
      link.remove();
    } catch (error) {
      cell.note.textContent = error.message;
    }
  });
  return button;
}
