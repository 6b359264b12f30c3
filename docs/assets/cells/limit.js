// How long a program may run: counts from the moment when its code begins, not while Python or a package loads, nor
// while it waits for the reader's answer. Knows the events of a job and the cell's own limit.

export class Clock {
  /** `late` is called with the cell whose time is over. */
  constructor(late) {
    this.late = late;
  }

  hear(event, cell) {
    if (event.type === "running") this.begin(cell);
    else if (event.type === "question") this.pause();
    else if (event.type === "output") this.resume();
    else if (event.type !== "figure") this.end();
  }

  begin(cell) {
    this.end();
    this.cell = cell;
    this.left = Number(cell?.section.dataset.limit) * 1000 || Infinity;
    this.resume();
  }

  resume() {
    if (this.timer || !this.cell || this.left === Infinity) return;
    this.since = performance.now();
    this.timer = setTimeout(() => this.late(this.cell), this.left);
  }

  pause() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.left = Math.max(0, this.left - (performance.now() - this.since));
  }

  end() {
    this.pause();
    this.cell = undefined;
  }
}
