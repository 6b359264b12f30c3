// The bar between editor and output: dragged, or moved with the arrow keys; its place is kept.
// Knows the pane's CSS variable, --play-share: how much of it the editor has, in percent.

const KEY = `borch playground divider ${new URL("../../", import.meta.url).pathname}`;
const [LEAST, MOST, STEP] = [20, 80, 5];

export class Divider {
  /** @param pane what holds the editor, this bar and the output  @param controls the id of the editor's element */
  constructor(pane, controls) {
    this.pane = pane;
    this.element = document.createElement("div");
    this.element.className = "play-divider";
    this.element.tabIndex = 0;
    const attributes = { role: "separator", "aria-label": "Room of the editor", "aria-controls": controls };
    Object.assign(attributes, { "aria-valuemin": LEAST, "aria-valuemax": MOST });
    for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(name, value);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.onDown(event));
    this.element.addEventListener("pointermove", (event) => this.onMove(event));
    this.element.addEventListener("dblclick", () => this.set(50));
    this.stacked = matchMedia("(max-width: 60em)");
    this.turn = () => this.element.setAttribute("aria-orientation", this.stacked.matches ? "horizontal" : "vertical");
    this.stacked.addEventListener("change", this.turn);
    this.turn();
    let kept = NaN;
    try {
      kept = Number(localStorage.getItem(KEY) ?? NaN);
    } catch {
      // no storage
    }
    this.set(kept >= LEAST ? kept : 50, false);
  }

  set(share, keep = true) {
    this.share = Math.round(Math.min(MOST, Math.max(LEAST, share)));
    this.pane.style.setProperty("--play-share", this.share);
    this.element.setAttribute("aria-valuenow", this.share);
    if (!keep) return;
    try {
      localStorage.setItem(KEY, this.share);
    } catch {
      // no storage
    }
  }

  onKey(event) {
    const [less, more] = this.stacked.matches ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const places = { [less]: this.share - STEP, [more]: this.share + STEP, Home: LEAST, End: MOST };
    if (!(event.key in places) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.set(places[event.key]);
  }

  onDown(event) {
    if (event.button) return;
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
  }

  onMove(event) {
    if (!this.element.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = this.pane.getBoundingClientRect();
    this.set(100 * (this.stacked.matches ? (event.clientY - top) / height : (event.clientX - left) / width));
  }
}
