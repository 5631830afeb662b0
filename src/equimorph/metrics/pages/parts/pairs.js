// The pairs, sorted by how wrong a metric is about them: a list that opens and filters, the reference beside the candidate.

const TESTS = [ANY, "pass", "fail"];
const AT_ONCE_SHOWN = 100;

const state = { metric: ANY, tests: ANY, text: "" };

function wrongness(pair) {
  const errors = pair.scores.map((score) => (score === null ? -1 : Math.abs(score - Number(pair.passed))));
  return state.metric === ANY ? Math.max(...errors) : errors[data.metrics.indexOf(state.metric)];
}

function scoresOf(pair) {
  return h(
    "span",
    { class: "scores" },
    data.metrics.map((name, i) => h("span", {}, `${name} `, h("b", {}, pair.scores[i] === null ? "-" : pair.scores[i].toFixed(3)))),
  );
}

function comparison(pair) {
  if (pair.text === null) return h("p", { class: "empty" }, "These texts are too long to be shown; the rows have them.");
  const both = compared(pair.text, pair.edits, ["Reference", "Candidate"]);
  return new Diff({ ...both, language: pair.lang }, false).element;
}

function pairElement(pair) {
  const tests = pair.passed ? "pass" : "fail";
  const made = h(
    "details",
    { "data-id": pair.id },
    h(
      "summary",
      {},
      h("b", {}, pair.id),
      h("span", { class: `chip ${tests}` }, pair.outcome ?? tests),
      pair.group === null ? null : h("span", { class: "quiet" }, String(pair.group)),
      scoresOf(pair),
    ),
  );
  made.addEventListener("toggle", () => {
    made.querySelectorAll(":scope > :not(summary)").forEach((child) => child.remove());
    if (made.open) made.append(h("div", { class: "pane" }, comparison(pair)));
  });
  return made;
}

function show() {
  const found = data.pairs
    .filter((pair) => state.tests === ANY || (state.tests === "pass") === pair.passed)
    .filter((pair) => hasWords(state.text, `${pair.id} ${pair.group ?? ""} ${pair.text ?? ""}`))
    .map((pair) => [wrongness(pair), pair])
    .filter(([wrong]) => wrong >= 0)
    .sort(([one], [other]) => other - one);
  const list = $("list");
  list.replaceChildren(...found.slice(0, AT_ONCE_SHOWN).map(([, pair]) => pairElement(pair)));
  if (!found.length) list.append(h("p", { class: "empty" }, "No labelled pair is chosen."));
  const hidden = Math.max(0, found.length - AT_ONCE_SHOWN) + data.left;
  $("status").textContent = `${plural(found.length, "pair")}${hidden ? `; ${plural(hidden, "pair")} not shown` : ""}`;
  list.querySelectorAll("details").forEach((one, i) => {
    one.open = i < 1;
  });
}

choices("metric", [ANY, ...data.metrics]);
choices("tests", TESTS);
start();
