// The bugs that leak: a list that opens, filters, and each bug beside the items of the training data that have it.

const SIDES = { buggy: "Buggy side", fixed: "Fixed side" };

function pane(bug, entry, { side, text, edits, first, left_out: leftOut }) {
  const inside = () => {
    if (text === null) return h("p", {}, "These texts are too long to be shown; the files have them.");
    return new Diff(compared(text, edits, ["Benchmark", "Training"]), false).element;
  };
  const where = leftOut ? ` (lines from ${first} on; ${plural(leftOut, "other line")})` : "";
  return h(
    "div",
    { class: "pane", "data-side": side },
    h("h4", {}, h("span", {}, `${SIDES[side]}: ${bug.bug_id}`), h("span", {}, `${entry.file}:${entry.row}${where}`)),
    inside(),
    leftOut || edits === null || edits.length ? null : h("p", {}, "The same text, character by character."),
  );
}

function chip([form, level, kind, boundary, similarity]) {
  const like = similarity === null ? "" : ` (${percent(similarity, 1)} in common)`;
  const cut = boundary === "cut" ? ", cut within a token" : "";
  return h("span", { class: `chip ${kind}`, "data-form": form, "data-level": level }, `${level}: ${kind}, ${form}${like}${cut}`);
}

function entryElement(bug, entry) {
  const piece = entry.hunk > 1 ? `piece ${entry.hunk} ` : "";
  const id = entry.id === null ? "" : ` (${entry.id})`;
  return h(
    "div",
    { class: "entry", "data-row": entry.row },
    h("h3", {}, h("span", {}, `${piece}in ${entry.file}:${entry.row}${id}`), entry.found.map(chip)),
    entry.sides.length ? entry.sides.map((side) => pane(bug, entry, side)) : h("p", { class: "empty" }, "The item could not be read again."),
  );
}

const state = { level: ANY, form: ANY, kind: ANY, text: "" };

function fits(entry) {
  return entry.found.some(
    ([form, level, kind]) =>
      (state.level === ANY || state.level === level) && (state.form === ANY || state.form === form) && (state.kind === ANY || state.kind === kind),
  );
}

function bugElement(bug, entries) {
  const [best] = entries;
  const made = h(
    "details",
    { class: "bug", "data-id": bug.bug_id },
    h("summary", {}, h("b", {}, bug.bug_id), h("span", { class: "quiet" }, bug.benchmark), chip(best.found[0]), h("span", { class: "quiet" }, plural(bug.count, "item"))),
  );
  made.addEventListener("toggle", () => {
    made.querySelectorAll(":scope > :not(summary)").forEach((child) => child.remove());
    if (!made.open) return;
    made.append(...entries.map((entry) => entryElement(bug, entry)));
    const left = bug.count - bug.items.length;
    if (left > 0) made.append(h("p", { class: "empty" }, `${plural(left, "further item")}; the rows have them.`));
  });
  return made;
}

function show() {
  const found = data.bugs.map((bug) => [bug, bug.items.filter(fits)]).filter(([bug, entries]) => {
    const haystack = [bug.benchmark, bug.bug_id, ...entries.map(({ file, id }) => `${file} ${id ?? ""}`)].join(" ");
    return entries.length && hasWords(state.text, haystack);
  });
  $("list").replaceChildren(...found.map(([bug, entries]) => bugElement(bug, entries)));
  if (!found.length) $("list").append(h("p", { class: "empty" }, data.bugs.length ? "No bug is chosen." : "No bug was found in the training data."));
  $("status").textContent = plural(found.length, "bug");
  $("list").querySelectorAll("details").forEach((one, i) => {
    one.open = i < 2;
  });
}

["form", "level", "kind"].forEach((id, at) => {
  const values = new Set(data.bugs.flatMap(({ items }) => items.flatMap(({ found }) => found.map((each) => each[at]))));
  choices(id, [ANY, ...values]);
});
start();
