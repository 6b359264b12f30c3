// "Run all" of a page: puts every cell into the queue, counts, and takes back those whose turn has not come.
// Knows its own bar above the cells, and of a cell that it runs as a job that settles.
import * as client from "./client.js";

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

const cells = (count) => (count === 1 ? "1 cell" : `${count} cells`);

class Bar {
  constructor(all) {
    this.all = all;
    this.element = make("div", "cells-bar");
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", "All cells of this page");
    this.runButton = this.button(`Run all ${all.length} cells`, () => this.run());
    this.cancelButton = this.button("Cancel", () => this.cancel());
    this.cancelButton.setAttribute("aria-label", "Cancel the cells that wait");
    this.cancelButton.hidden = true;
    this.status = make("span", "cells-status");
    this.status.setAttribute("role", "status");
    this.element.append(this.runButton, this.cancelButton, this.status);
  }

  button(text, press) {
    const made = make("button", "cell-button", text);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  }

  run() {
    if (this.left) return;
    this.cancelled = 0;
    this.jobs = new Set();
    for (const cell of this.all) {
      const job = cell.run();
      if (!job || this.jobs.has(job)) continue;
      this.jobs.add(job);
      job.begun = () => this.show(job);
      job.settled = (how) => this.settle(how);
    }
    this.left = this.total = this.jobs.size;
    if (this.left) this.show([...this.jobs][0]);
  }

  /** Tell whose turn it is, and how many come after it. */
  show(job) {
    const place = [...this.jobs].indexOf(job) + 1;
    const waiting = this.left - 1;
    const more = waiting ? `, ${waiting === 1 ? "1 waits" : `${waiting} wait`}` : "";
    this.status.textContent = `Running ${place} of ${this.total}: ${job.target.id}${more}`;
    this.cancelButton.hidden = waiting === 0;
    this.runButton.setAttribute("aria-disabled", true);
  }

  settle(how) {
    this.left -= 1;
    if (how === "cancelled") this.cancelled += 1;
    if (this.left) return;
    const ran = [...this.jobs].map((job) => job.target.section.dataset);
    const count = (test) => ran.filter(test).length;
    const parts = [
      [this.total - this.cancelled, "run"],
      [count(({ verdict }) => verdict === "same"), "as promised"],
      [count(({ state, verdict }) => state === "error" && verdict !== "same"), "with an error"],
      [this.cancelled, "cancelled"],
    ];
    const [first, ...rest] = parts.filter(([number]) => number).map(([number, what]) => `${number} ${what}`);
    this.status.textContent = [first.replace(/\d+/, (number) => cells(Number(number))), ...rest].join(", ");
    if (document.activeElement === this.cancelButton) this.runButton.focus();
    this.cancelButton.hidden = true;
    this.runButton.setAttribute("aria-disabled", false);
  }

  /** The cell that runs goes on: it has a Stop of its own. */
  cancel() {
    for (const job of [...this.jobs].reverse()) if (!job.posted) client.stop(job);
    this.cancelButton.hidden = true;
    this.runButton.focus();
  }
}

/** Put the bar below the page's heading, once, where there is more than one cell. */
export function mountBar(all) {
  if (all.length < 2 || document.querySelector(".cells-bar")) return;
  const heading = all[0].section.closest("article")?.querySelector("h1");
  const { element } = new Bar(all);
  if (heading) heading.after(element);
  else all[0].section.before(element);
}
