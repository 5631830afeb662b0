// One mutant: what it is, its diff, and all that its row tells.

// Original and mutant, as a diff compares them.
function comparisonOf({ original, text, edits, member, faultLines }) {
  return {
    original,
    text,
    edits,
    language: member.language,
    first: member.first,
    indentation: member.indentation,
    faults: { left: new Set(faultLines.original), right: new Set(faultLines.mutant) },
    names: ["Original", "Mutant"],
  };
}

function isUnified(room) {
  return state.diff === "auto" ? room < 840 : state.diff === "unified";
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
    ["language", member.language === "java" ? null : member.language],
    ["offset", `byte ${member.offset} of the file`],
    ["site", `bytes ${site[0]} to ${site[1]} of the method, ${params}`],
    ["mutator", `${mutant.mutator}, version ${version}, ${mutant.relation}`],
    ["seed", seed],
    ["assumptions", assumptions.length ? assumptions.join("; ") : null],
    ["fault lines", mutant.faults === "none" ? null : faultsTold(mutant).title],
    ["row", file < 0 ? (line === null ? null : `row ${line}`) : `${data.files[file]}, line ${line}`],
    ["verdict", mutant.verdict],
    ["proof", mutant.proof],
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
      mutant.proof === null ? null : h("span", { class: "badge" }, mutant.proof),
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
    new Diff(comparisonOf(mutant), unified).element,
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
