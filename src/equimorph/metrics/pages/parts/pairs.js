// The pairs, sorted by how wrong a metric is about them: a list that opens and filters, the reference beside the candidate.

const data = JSON.parse($("data").textContent);
const ANY = "any";
const TESTS = [ANY, "pass", "fail"];
const AT_ONCE_SHOWN = 100;

// A text with flat edits: [start, length, new text, ...].
function applied(text, flat) {
  const edits = [];
  for (let i = 0; i < flat.length; i += 3) edits.push({ start: flat[i], end: flat[i] + flat[i + 1], text: flat[i + 2] });
  const parts = [];
  let at = 0;
  for (const { start, end, text: added } of edits) {
    parts.push(text.slice(at, start), added);
    at = end;
  }
  return { original: text, text: parts.join("") + text.slice(at), edits };
}

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
  return new Diff(
    {
      ...applied(pair.text, pair.edits),
      language: pair.lang,
      first: 1,
      indentation: "",
      faults: { left: new Set(), right: new Set() },
      names: ["Reference", "Candidate"],
      around: 3,
      whole: 400,
    },
    false,
  ).element;
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
  const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = data.pairs
    .filter((pair) => state.tests === ANY || (state.tests === "pass") === pair.passed)
    .filter((pair) => words.every((word) => `${pair.id} ${pair.group ?? ""} ${pair.text ?? ""}`.toLowerCase().includes(word)))
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

function choices(id, values) {
  $(id).append(...values.map((value) => h("option", { value }, value)));
  $(id).addEventListener("change", () => {
    state[id] = $(id).value;
    show();
  });
}

choices("metric", [ANY, ...data.metrics]);
choices("tests", TESTS);
$("search").addEventListener("input", () => {
  state.text = $("search").value;
  show();
});
$("filters").addEventListener("submit", (event) => event.preventDefault());
show();
