// An exercise: what its check says of the reader's code, hints that open one after the other, and at last the solution.
// Knows the DOM around one cell; the check itself runs in Python, after the reader's code.

/** The hints of an exercise, and its solution: the details elements that stand below its cell, in their order. */
function stepsOf(section) {
  const own = section.closest("borch-cell");
  if (own) return [...own.querySelectorAll("details:is(.hint, .cell-solution)")];
  const solution = document.querySelector(`.cell-solution[data-solution="${CSS.escape(section.dataset.cell)}"]`);
  if (!solution) return [];
  const between = (element) =>
    section.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING &&
    element.compareDocumentPosition(solution) & Node.DOCUMENT_POSITION_FOLLOWING;
  return [...document.querySelectorAll("details.hint")].filter(between).concat(solution);
}

export class Exercise {
  /** `fill` puts code into the cell. Null where the cell is no exercise. */
  static of(section, fill) {
    return section.dataset.exercise ? new Exercise(section, fill) : null;
  }

  constructor(section, fill) {
    this.section = section;
    this.check = section.querySelector(".cell-check");
    this.code = this.check.querySelector(".cell-checked").textContent;
    this.said = document.createElement("p");
    this.said.className = "cell-judgement";
    this.said.setAttribute("role", "status");
    this.steps = stepsOf(section);
    this.steps.forEach((step, i) => {
      step.hidden = i > 0;
      step.addEventListener("toggle", () => step.open && this.show(i + 1));
    });
    this.check.hidden = this.steps.length > 0;
    this.offer(this.steps.find((step) => step.matches(".cell-solution")), fill);
    this.clear();
  }

  /** A button in the solution that puts it into the cell, where it can be run. */
  offer(solution, fill) {
    if (!solution) return;
    const made = document.createElement("button");
    made.type = "button";
    made.className = "cell-button cell-fill";
    made.textContent = "Put it into the cell";
    made.setAttribute("aria-label", `Put the solution into cell ${this.section.dataset.cell}`);
    made.addEventListener("click", () => fill(solution.querySelector(".cell-solved code").textContent.replace(/\n$/, "")));
    solution.append(made);
  }

  /** Let the reader open one step more; with the last one, the solution, also what the check does. */
  show(i) {
    if (this.steps[i]) this.steps[i].hidden = false;
    else this.check.hidden = false;
  }

  /** Nothing is judged yet, or no longer. */
  clear() {
    this.said.textContent = "";
    delete this.section.dataset.solved;
  }

  tell({ passed, message }) {
    this.section.dataset.solved = passed ? "yes" : "no";
    this.said.textContent = passed ? `Solved. ${this.section.dataset.exercise}`.trim() : `Not yet. ${message}`;
    if (passed) this.steps.forEach((_, i) => this.show(i + 1));
  }
}
