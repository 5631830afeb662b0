// A table of any number of rows, of which only those in sight are in the document.

const OVERSCAN = 8;

class Table {
  // columns: [{ key, title, cell(item), class }]; a sort is { key, down } or null.
  constructor(host, { name, columns, sortable, onSelect, onSort, empty }) {
    Object.assign(this, { name, columns, onSelect, onSort });
    this.items = [];
    this.selected = -1;
    this.shown = new Map();
    this.headers = columns.map((column) => {
      const inside = sortable
        ? h("button", { type: "button", tabindex: "-1", click: () => onSort(column.key) }, column.title)
        : column.title;
      return h("div", { role: "columnheader", class: column.class }, inside);
    });
    this.head = h("div", { role: "row", class: "head", "aria-rowindex": "1" }, this.headers);
    this.body = h("div", { role: "rowgroup", class: "rows" });
    this.grid = h("div", { role: "grid", class: "grid", "aria-label": name, tabindex: "0" }, this.head, this.body);
    this.empty = h("p", { class: "empty", hidden: true }, empty);
    host.classList.add("table");
    host.append(this.grid, this.empty);
    this.grid.addEventListener("scroll", () => this.paint(), { passive: true });
    this.body.addEventListener("click", (event) => {
      const row = event.target.closest("[role=row]");
      if (row) this.select(Number(row.dataset.at));
    });
    new ResizeObserver(() => this.paint()).observe(this.grid);
  }

  get rowHeight() {
    return parseFloat(getComputedStyle(this.grid).getPropertyValue("--row"));
  }

  show(items, sort = null) {
    this.items = items;
    this.selected = -1;
    for (const row of this.shown.values()) row.remove();
    this.shown.clear();
    this.body.style.blockSize = `${items.length * this.rowHeight}px`;
    this.grid.setAttribute("aria-rowcount", items.length + 1);
    this.grid.removeAttribute("aria-activedescendant");
    this.empty.hidden = items.length > 0;
    this.headers.forEach((header, i) => {
      const sorted = sort !== null && sort.key === this.columns[i].key;
      header.setAttribute("aria-sort", sorted ? (sort.down ? "descending" : "ascending") : "none");
    });
    this.paint();
  }

  // Puts the rows into the document that are in sight, and takes the others out.
  paint() {
    const height = this.rowHeight;
    const top = this.grid.scrollTop;
    const first = Math.max(0, Math.floor(top / height) - OVERSCAN);
    const last = Math.min(this.items.length, Math.ceil((top + this.grid.clientHeight) / height) + OVERSCAN);
    for (const [at, row] of this.shown) {
      if (at >= first && at < last) continue;
      row.remove();
      this.shown.delete(at);
    }
    const added = [];
    for (let at = first; at < last; at += 1) {
      if (this.shown.has(at)) continue;
      const row = this.row(at, height);
      this.shown.set(at, row);
      added.push(row);
    }
    this.body.append(...added);
  }

  row(at, height) {
    const item = this.items[at];
    const cells = this.columns.map((column) => h("div", { role: "gridcell", class: column.class }, column.cell(item)));
    const made = h(
      "div",
      {
        role: "row",
        id: `${this.name}-${at}`.replace(/\s/g, "-"),
        "data-at": at,
        "aria-rowindex": at + 2,
        "aria-selected": at === this.selected ? "true" : "false",
      },
      cells,
    );
    made.style.transform = `translateY(${at * height}px)`;
    return made;
  }

  select(at, told = true) {
    if (at < 0 || at >= this.items.length) return;
    this.shown.get(this.selected)?.setAttribute("aria-selected", "false");
    this.selected = at;
    this.reveal(at);
    const row = this.shown.get(at); // none where the table is not in sight
    row?.setAttribute("aria-selected", "true");
    if (row) this.grid.setAttribute("aria-activedescendant", row.id);
    if (told) this.onSelect(this.items[at], at);
  }

  reveal(at) {
    const height = this.rowHeight;
    const room = this.grid.clientHeight - this.head.offsetHeight;
    const top = at * height;
    if (top < this.grid.scrollTop) this.grid.scrollTop = top;
    else if (top + height > this.grid.scrollTop + room) this.grid.scrollTop = top + height - room;
    this.paint();
  }

  // What a key does here; false if nothing.
  key(key) {
    const page = Math.max(1, Math.floor((this.grid.clientHeight - this.head.offsetHeight) / this.rowHeight) - 1);
    const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (!(key in steps)) return false;
    const wanted = this.selected < 0 && steps[key] === 1 ? 0 : this.selected + steps[key];
    this.select(Math.max(0, Math.min(this.items.length - 1, wanted)));
    return true;
  }
}
