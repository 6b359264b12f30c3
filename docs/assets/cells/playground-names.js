// The table of the names that the playground's program has made, and the button that lets them all be gone.
// Knows its own DOM; what to show comes from the worker (names.py).

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

export class Names {
  constructor(restart) {
    this.element = make("section", "play-names");
    this.element.setAttribute("aria-label", "Names");
    const head = make("div", "play-names-head");
    this.count = make("span", "play-names-count");
    this.count.setAttribute("role", "status");
    this.restartButton = make("button", "cell-button", "Restart");
    this.restartButton.type = "button";
    this.restartButton.setAttribute("aria-label", "Restart Python: all names are gone");
    this.restartButton.addEventListener("click", restart);
    head.append(this.count, this.restartButton);
    this.table = make("table", "play-table");
    this.table.dataset.searchExclude = "";
    const wide = make("div", "play-names-rows");
    wide.tabIndex = 0;
    wide.setAttribute("role", "group");
    wide.setAttribute("aria-label", "Table of names");
    wide.append(this.table);
    this.wide = wide;
    this.element.append(head, wide);
    this.clear("");
  }

  clear(text = "No names yet") {
    this.count.textContent = text;
    this.wide.hidden = true;
    this.table.replaceChildren();
  }

  show({ list, more }) {
    if (!list.length) return this.clear();
    const total = list.length + more;
    this.count.textContent = total === 1 ? "1 name" : `${total} names`;
    const head = make("thead", "");
    const titles = make("tr", "");
    for (const title of ["Name", "Type", "Value"]) {
      const cell = make("th", "", title);
      cell.scope = "col";
      titles.append(cell);
    }
    head.append(titles);
    const body = make("tbody", "");
    for (const [name, type, value] of list) {
      const row = make("tr", "");
      const first = make("th", "", name);
      first.scope = "row";
      row.append(first, make("td", "", type), make("td", "", value));
      body.append(row);
    }
    this.table.replaceChildren(head, body);
    if (more) this.count.textContent += `, the first ${list.length} are shown`;
    this.wide.hidden = false;
  }
}
