// The table of a diff: side by side, or in one column; equal lines far from a change are folded.

const AROUND = 10;
const WHOLE = 120;
const AT_ONCE = 1000;

function code(line, tag) {
  return line.pieces.map(({ text, kind, mark }, i) => {
    const coloured = (part) => (kind ? h("span", { class: kind }, part) : part);
    if (!mark) return coloured(text);
    const indentation = i === 0 ? text.length - text.trimStart().length : 0; // is not marked
    return [text.slice(0, indentation), indentation < text.length && h(tag, {}, coloured(text.slice(indentation)))];
  });
}

// A comparison: { original, text, edits, language, first, indentation, faults: { left, right }, names, around, whole }; see diffOf.
class Diff {
  constructor(comparison, unified) {
    Object.assign(this, { around: AROUND, whole: WHOLE }, comparison, diffOf(comparison), { unified });
  }

  get element() {
    const [one, other] = this.names;
    const columns = this.unified ? ["n", "n", "s", "c"] : ["n", "c", "n", "c"];
    const heads = this.unified
      ? [`${one} line`, `${other} line`, "Change", "Text"]
      : [`${one} line`, one, `${other} line`, other];
    return h(
      "table",
      { class: `diff ${this.unified ? "unified" : "split"}`, "aria-label": `Diff of ${one.toLowerCase()} and ${other.toLowerCase()}` },
      h("colgroup", {}, columns.map((name) => h("col", { class: name }))),
      h("thead", {}, h("tr", {}, heads.map((head, i) => h("th", { scope: "col", class: columns[i] }, head)))),
      h("tbody", {}, this.folded(this.stretches())),
    );
  }

  // The rows as a list of [first, end, folded].
  stretches() {
    const { rows } = this;
    const near = new Uint8Array(rows.length);
    if (rows.length <= this.whole) near.fill(1);
    rows.forEach((row, i) => {
      if (!row.same || this.isFault(row, "left") || this.isFault(row, "right")) {
        near.fill(1, Math.max(0, i - this.around), Math.min(rows.length, i + this.around + 1));
      }
    });
    const found = [];
    for (let i = 0; i < rows.length; ) {
      let end = i + 1;
      while (end < rows.length && near[end] === near[i]) end += 1;
      for (let at = i; at < end; at += AT_ONCE) {
        // Of very much that changed only the beginning is made at once.
        const folded = !near[i] || found.filter(([, , hidden]) => !hidden).length >= 3;
        found.push([at, folded && !near[i] ? end : Math.min(end, at + AT_ONCE), folded]);
        if (folded && !near[i]) break;
      }
      i = end;
    }
    return found;
  }

  folded(stretches) {
    return stretches.flatMap(([first, end, hidden]) => (hidden ? [this.fold(first, end)] : this.made(first, end)));
  }

  fold(first, end) {
    const open = () => {
      const stop = Math.min(end, first + AT_ONCE);
      row.replaceWith(...this.made(first, stop), ...(stop < end ? [this.fold(stop, end)] : []));
    };
    const same = this.rows.slice(first, end).every((each) => each.same);
    const shown = plural(end - first, same ? "equal line" : "more line");
    const row = h("tr", { class: "fold" }, h("td", { colspan: "4" }, h("button", { type: "button", click: open }, `Show ${shown}`)));
    return row;
  }

  isFault(row, side) {
    return row[side] >= 0 && this.faults[side].has(this.first + row[side]);
  }

  number(row, side) {
    if (row[side] < 0) return h("td", { class: "n" });
    const fault = this.isFault(row, side);
    const hint = fault ? h("span", { class: "hidden" }, " fault line") : null;
    return h("td", { class: `n${fault ? " fault" : ""}`, title: fault ? "fault line" : null }, String(this.first + row[side]), hint);
  }

  made(first, end) {
    return this.unified ? this.inOneColumn(first, end) : this.rows.slice(first, end).map((row) => this.beside(row));
  }

  // The text of a line. The indentation of the first one is shown, and is none of the row's text.
  cell(row, at, lines, tag, kind) {
    const indentation = at === 0 ? this.indentation : "";
    return h("td", { class: row.same ? "c" : `c ${kind}`, "data-indentation": indentation || null }, code(lines[at], tag));
  }

  beside(row) {
    const { left, right } = this;
    const side = (at, lines, tag, kind) => (at < 0 ? h("td", { class: "c void" }) : this.cell(row, at, lines, tag, kind));
    return h(
      "tr",
      { class: row.same ? null : "changed" },
      this.number(row, "left"),
      side(row.left, left, "del", "old"),
      this.number(row, "right"),
      side(row.right, right, "ins", "new"),
    );
  }

  inOneColumn(first, end) {
    const found = [];
    let later = [];
    const line = (row, side, sign) => {
      const [lines, tag, kind] = side === "left" ? [this.left, "del", "old"] : [this.right, "ins", "new"];
      const other = { left: -1, right: -1 };
      const numbers = sign === " " ? row : { ...other, [side]: row[side] };
      return h(
        "tr",
        { class: row.same ? null : "changed" },
        this.number(numbers, "left"),
        this.number(numbers, "right"),
        h("td", { class: row.same ? "s" : `s ${kind}` }, sign),
        this.cell(row, row[side], lines, tag, kind),
      );
    };
    for (const row of this.rows.slice(first, end)) {
      if (row.same) {
        found.push(...later, line(row, "right", " "));
        later = [];
        continue;
      }
      if (row.left >= 0) found.push(line(row, "left", "−"));
      if (row.right >= 0) later.push(line(row, "right", "+"));
    }
    return [...found, ...later];
  }
}
