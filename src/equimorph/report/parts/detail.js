// One mutant: what it is, its diff, and all that its row tells.

const AROUND = 10;
const WHOLE = 120;
const AT_ONCE = 1000;

function isUnified(room) {
  return state.diff === "auto" ? room < 840 : state.diff === "unified";
}

function code(line, tag) {
  return line.pieces.map(({ text, kind, mark }, i) => {
    const coloured = (part) => (kind ? h("span", { class: kind }, part) : part);
    if (!mark) return coloured(text);
    const indentation = i === 0 ? text.length - text.trimStart().length : 0; // is not marked
    return [text.slice(0, indentation), indentation < text.length && h(tag, {}, coloured(text.slice(indentation)))];
  });
}

class Diff {
  constructor(mutant, unified) {
    Object.assign(this, diffOf(mutant), { mutant, unified });
    this.faults = { left: new Set(mutant.faultLines.original), right: new Set(mutant.faultLines.mutant) };
  }

  get element() {
    const { first } = this.mutant.member;
    this.first = first;
    const columns = this.unified ? ["n", "n", "s", "c"] : ["n", "c", "n", "c"];
    const heads = this.unified
      ? ["Original line", "Mutant line", "Change", "Text"]
      : ["Original line", "Original", "Mutant line", "Mutant"];
    return h(
      "table",
      { class: `diff ${this.unified ? "unified" : "split"}`, "aria-label": "Diff of original and mutant" },
      h("colgroup", {}, columns.map((name) => h("col", { class: name }))),
      h("thead", {}, h("tr", {}, heads.map((head, i) => h("th", { scope: "col", class: columns[i] }, head)))),
      h("tbody", {}, this.folded(this.stretches())),
    );
  }

  // The rows as a list of [first, end, folded].
  stretches() {
    const { rows } = this;
    const near = new Uint8Array(rows.length);
    if (rows.length <= WHOLE) near.fill(1);
    rows.forEach((row, i) => {
      if (!row.same || this.isFault(row, "left") || this.isFault(row, "right")) {
        near.fill(1, Math.max(0, i - AROUND), Math.min(rows.length, i + AROUND + 1));
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
    const told = `${plural(end - first, same ? "equal line" : "more line")}`;
    const row = h("tr", { class: "fold" }, h("td", { colspan: "4" }, h("button", { type: "button", click: open }, `Show ${told}`)));
    return row;
  }

  isFault(row, side) {
    return row[side] >= 0 && this.faults[side].has(this.first + row[side]);
  }

  number(row, side) {
    if (row[side] < 0) return h("td", { class: "n" });
    const fault = this.isFault(row, side);
    const told = fault ? h("span", { class: "hidden" }, " fault line") : null;
    return h("td", { class: `n${fault ? " fault" : ""}`, title: fault ? "fault line" : null }, String(this.first + row[side]), told);
  }

  made(first, end) {
    return this.unified ? this.inOneColumn(first, end) : this.rows.slice(first, end).map((row) => this.beside(row));
  }

  // The text of a line. The indentation of the first one is shown, and is none of the row's text.
  cell(row, at, lines, tag, kind) {
    const indentation = at === 0 ? this.mutant.member.indentation : "";
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

function faultsTold({ faults, faultLines }) {
  if (faults === "none") return null;
  const list = (lines) => (lines.length ? lines.join(", ") : "gone");
  const title = `fault lines ${list(faultLines.original)}; in the mutant ${list(faultLines.mutant)}`;
  return h("span", { class: `badge fault-${faults}`, title }, `fault lines ${faults}`);
}

function facts(mutant) {
  const { member, site, record, origin } = mutant;
  const [seed, version, params, assumptions] = record;
  const [file, line] = origin;
  return [
    ["id", mutant.id],
    ["path", member.path ?? "null"],
    ["method", `${member.name || "(statements)"}${member.line === null ? "" : `, from line ${member.line}`}`],
    ["offset", `byte ${member.offset} of the file`],
    ["site", `bytes ${site[0]} to ${site[1]} of the method, ${params}`],
    ["mutator", `${mutant.mutator}, version ${version}, ${mutant.relation}`],
    ["seed", seed],
    ["assumptions", assumptions.length ? assumptions.join("; ") : null],
    ["fault lines", mutant.faults === "none" ? null : faultsTold(mutant).title],
    ["row", file < 0 ? (line === null ? null : `row ${line}`) : `${data.files[file]}, line ${line}`],
    ["verdict", mutant.verdict],
  ].filter(([, value]) => value !== null);
}

function detailOf(mutant, place, unified, { onStep, onDiff }) {
  const { member } = mutant;
  const where = member.path === null ? `line ${mutant.line}` : `${shortPath(member.path)}:${mutant.line}`;
  const step = (by, sign, label) => h("button", { type: "button", "aria-label": label, title: label, click: () => onStep(by) }, sign);
  const reason = mutant.reason;
  return [
    h(
      "div",
      { class: "about" },
      h("h2", {}, relationSign(mutant.relation), mutant.mutator, " ", h("span", { class: "quiet" }, mutant.relation)),
      h("span", { class: "where" }, h("b", {}, member.name || "statements"), " ", h("bdi", { class: "quiet", title: member.path ?? "no file" }, where)),
      mutant.verdict === null ? null : h("span", { class: "badge verdict" }, mutant.verdict),
      faultsTold(mutant),
      h(
        "span",
        { class: "steps" },
        h("span", { class: "quiet" }, place),
        step(-1, "↑", "Previous mutant (k)"),
        step(1, "↓", "Next mutant (j)"),
        h("button", { type: "button", title: "Side by side or in one column (d)", click: onDiff }, unified ? "Side by side" : "One column"),
      ),
    ),
    reason ? h("p", { class: "reason" }, reason) : null,
    new Diff(mutant, unified).element,
    h(
      "table",
      { class: "facts", "aria-label": "Fields of the row" },
      h(
        "tbody",
        {},
        facts(mutant).map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, h("bdi", {}, value)))),
        mutant.further.map(({ name, value, json }) =>
          h("tr", { class: "further" }, h("th", { scope: "row" }, name), h("td", {}, h("pre", { class: json ? "json" : null }, value))),
        ),
      ),
    ),
  ].filter(Boolean);
}
