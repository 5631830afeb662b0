// The bugs of a study: a list that opens, filters, and for each mutant the answers to it and to the original side by side.

const RESULTS = { hit: "repaired", miss: "not repaired", undecided: "only conflicts", no_code: "no code", no_answer: "no answer", truncated: "truncated", error: "an error in place of an answer" };

const bugText = (bug) => (bug.text === null ? null : data.texts[bug.text]);

// A pane with the diff that flat edits make; null edits are of texts that are too long.
function pane(title, bug, text, flat, [left, right], names) {
  const inside = () => {
    if (text === null || flat === null || flat === undefined) return h("p", {}, "This text is too long to be shown; the files of rows have it.");
    if (!flat.length) return h("p", {}, `The same text as ${names[0].toLowerCase()}.`);
    const lines = (numbers) => new Set(numbers.map((line) => line + bug.line - 1));
    const comparison = { ...applied(text, flat), first: bug.line, indentation: "", faults: { left: lines(left), right: lines(right) }, names, around: 3, whole: 12 };
    return new Diff(comparison, true).element;
  };
  return h("div", { class: "pane" }, h("h3", {}, title), inside());
}

function told(title, text) {
  return h("div", { class: "pane" }, h("h3", {}, title), h("p", {}, text));
}

function outcome(answer) {
  if (answer.status === "hit") return `repaired at rank ${answer.rank}`;
  const looked = answer.candidates ? ` by ${plural(answer.candidates, "candidate")}` : "";
  return `${RESULTS[answer.status] ?? answer.status}${answer.status === "miss" ? looked : ""}`;
}

function outcomeChip(answer) {
  return h("span", { class: `chip ${answer.status === "hit" ? "good" : ""}` }, outcome(answer));
}

// The candidate that repairs, or the first one.
const deciding = (answer) => answer.shown.find(({ rank }) => rank === answer.rank) ?? answer.shown[0];

function candidateTitle(what, shown, answer) {
  return `${what}: candidate ${shown.rank} of ${answer.candidates}${shown.rank === answer.rank ? ", the repair" : ""}`;
}

function answerPane(what, bug, text, answer, shown, faults) {
  if (!shown) return told(what, answer.error ?? "The answer has no candidate.");
  return pane(candidateTitle(what, shown, answer), bug, text, shown.edits, [faults, []], ["Asked", "Answered"]);
}

function mutantDetail(bug, mutant) {
  const original = bugText(bug);
  const text = original === null || mutant.edits === null ? null : applied(original, mutant.edits).text;
  const ofOriginal = deciding(bug.answer);
  const ofMutant = deciding(mutant.answer);
  const taken = "Answer on the mutant, mutation taken out";
  const panes = [
    pane(`The mutation: ${mutant.mutator}`, bug, original, mutant.edits, [bug.faults, mutant.faults], ["Original", "Mutant"]),
    !ofMutant
      ? told(taken, "There is no answer.")
      : ofMutant.conflict
        ? told(taken, `Conflict: ${ofMutant.conflict}`)
        : pane(taken, bug, original, ofMutant.undone, [bug.faults, []], ["Original", "Repaired"]),
    answerPane("Answer on the original", bug, original, bug.answer, ofOriginal, bug.faults),
    answerPane("Answer on the mutant", bug, text, mutant.answer, ofMutant, mutant.faults),
    behaviourPane("Tests on the first candidate for the original", bug.answer),
    behaviourPane("Tests on the first candidate for the mutant", mutant.answer),
  ];
  return h("div", { class: "panes" }, panes.filter(Boolean));
}

function behaviourPane(title, { behaviour, flaky }) {
  return behaviour === null ? null : told(title, `${shortBehaviour(behaviour)}${flaky ? " (flaky: two runs differ)" : ""}`);
}

// "exception [["pkg.Test::name", "exception", "detail"]]" in words.
function shortBehaviour(behaviour) {
  const [status] = behaviour.split(" ", 1);
  let failing = [];
  try {
    failing = JSON.parse(behaviour.slice(status.length) || "[]");
  } catch {
    return behaviour;
  }
  const words = status.replaceAll("_", " ");
  return failing.length ? `${words}: ${failing.map(([test, , detail]) => `${test}: ${detail}`).join("; ")}` : words;
}

const state = { broken: data.bugs.some(({ lost, differing }) => lost || differing), mutator: ANY, result: ANY, text: "" };

function fits(mutant) {
  const { answer } = mutant;
  if (state.broken && !mutant.lost && answer.same !== false) return false;
  if (state.mutator !== ANY && mutant.mutator !== state.mutator) return false;
  return state.result === ANY || resultsOf(mutant).includes(state.result);
}

function resultsOf({ answer }) {
  const found = [RESULTS[answer.status] ?? answer.status];
  if (answer.behaviour !== null) found.push(answer.behaviour.split(" ", 1)[0].replaceAll("_", " "));
  return found;
}

function mutantRows(bug, mutant) {
  const { answer } = mutant;
  const row = h(
    "tr",
    { class: "mutant", "data-id": mutant.id },
    h("td", {}, h("button", { type: "button", "aria-expanded": "false", click: () => toggle() }, mutant.id)),
    h("td", {}, mutant.mutator),
    h("td", {}, mutant.touched === null ? "" : mutant.touched ? "touched" : "kept"),
    h("td", {}, outcomeChip(answer), " ", mutant.lost ? h("span", { class: "chip bad" }, "repair lost") : null),
    h("td", { class: "shows" }, answer.same === false ? h("span", { class: "chip odd" }, "differs") : null, " ", answer.behaviour === null ? "" : shortBehaviour(answer.behaviour)),
  );
  let detail = null;
  const toggle = () => {
    const button = row.querySelector("button");
    if (detail) {
      detail.remove();
      detail = null;
    } else {
      detail = h("tr", { class: "open" }, h("td", { colspan: "5" }, mutantDetail(bug, mutant)));
      row.after(detail);
    }
    button.setAttribute("aria-expanded", String(detail !== null));
  };
  return { row, toggle };
}

function bugInside(bug) {
  const chosen = bug.mutants.filter(fits);
  const original = bugText(bug);
  const top = h(
    "div",
    { class: "panes" },
    bug.fix === null ? told("The fix", "not known, or too long") : pane("The fix", bug, original, bug.fix, [bug.faults, []], ["Buggy", "Fixed"]),
    answerPane("Answer on the original", bug, original, bug.answer, deciding(bug.answer), bug.faults),
  );
  const heads = ["Mutant", "Mutator", "Fault lines", "Compared with the fix", "Tests on its first candidate"];
  const rows = chosen.map((mutant) => mutantRows(bug, mutant));
  const table = h(
    "table",
    { class: "mutants" },
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(({ row }) => row)),
  );
  // The first mutant that broke something is open at once.
  const broken = chosen.findIndex((mutant) => mutant.lost || mutant.answer.same === false);
  if (broken >= 0) rows[broken].toggle();
  const left = bug.count - bug.mutants.length;
  return h(
    "div",
    { class: "inside" },
    top,
    h("p", { class: "quiet" }, behaviourTold(bug)),
    chosen.length ? table : h("p", { class: "empty" }, "No mutant of this bug is chosen."),
    left > 0 ? h("p", { class: "quiet" }, `${plural(bug.mutants.length, "mutant")} of ${grouped(bug.count)} are on this page.`) : null,
  );
}

function behaviourTold({ answer, path, line }) {
  const runs = answer.behaviour === null ? "" : `; tests on the first candidate for the original: ${shortBehaviour(answer.behaviour)}${answer.flaky ? " (flaky)" : ""}`;
  return `${path}, line ${line}${runs}`;
}

function bugElement(bug) {
  const made = h(
    "details",
    { class: "bug", "data-id": bug.id },
    h(
      "summary",
      {},
      h("b", {}, bug.id),
      outcomeChip(bug.answer),
      h("span", { class: "quiet" }, plural(bug.count, "mutant")),
      bug.lost ? h("span", { class: "chip bad" }, `${plural(bug.lost, "mutant")} lost the repair`) : null,
      bug.differing ? h("span", { class: "chip odd" }, `${plural(bug.differing, "mutant")} behave${bug.differing === 1 ? "s" : ""} otherwise`) : null,
    ),
  );
  made.addEventListener("toggle", () => {
    made.querySelector(".inside")?.remove();
    if (made.open) made.append(bugInside(bug));
  });
  return made;
}

function show() {
  const chosen = data.bugs.filter((bug) => {
    const haystack = `${bug.id} ${bug.name} ${bug.path}`;
    const narrowed = state.broken || state.mutator !== ANY || state.result !== ANY;
    return hasWords(state.text, haystack) && (!narrowed || bug.mutants.some(fits));
  });
  $("list").replaceChildren(...chosen.map(bugElement));
  const mutants = chosen.reduce((sum, bug) => sum + bug.mutants.filter(fits).length, 0);
  $("status").textContent = `${plural(chosen.length, "bug")}, ${plural(mutants, "mutant")}`;
  const first = $("list").querySelector("details");
  if (first && state.broken) first.open = true;
}

const all = data.bugs.flatMap(({ mutants }) => mutants);
choices("mutator", [ANY, ...[...new Set(all.map(({ mutator }) => mutator))].sort()]);
choices("result", [ANY, ...[...new Set(all.flatMap(resultsOf))].sort()]);
$("broken").checked = state.broken;
$("broken").addEventListener("change", () => {
  state.broken = $("broken").checked;
  show();
});
start();
