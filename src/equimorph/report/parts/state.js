// What is chosen: filters, sorting, view. It stands in the address behind `#`, so that a link leads to it.

const NONE = "none";

function methodKey({ member: { name, path, line } }) {
  return `${name || "(statements)"} ${path ?? ""}${line === null ? "" : `:${line}`}`;
}

const FACETS = [
  { key: "mutator", title: "Mutator", of: (mutant) => mutant.mutator },
  {
    key: "relation",
    title: "Relation",
    of: (mutant) => mutant.relation,
    note: "preserving (=): behaves as the original; breaking (≠): is meant to behave differently; preserving-but-for-output (≈): prints more",
  },
  { key: "verdict", title: "Verdict", of: (mutant) => mutant.verdict ?? NONE, optional: true },
  {
    key: "proof",
    title: "Proof",
    of: (mutant) => mutant.proof ?? NONE,
    optional: true,
    note: "by bytes: the class files are equal; by graph: the byte code of each method does the same",
  },
  {
    key: "faults",
    title: "Fault lines",
    of: (mutant) => mutant.faults,
    optional: true,
    note: "touched: the mutation changes or deletes a faulty line; kept: it leaves them as they are; none: the method has none",
  },
  { key: "file", title: "File", of: (mutant) => mutant.member.path ?? NONE, optional: true },
  { key: "method", title: "Method", of: methodKey },
];

const SORTS = {
  relation: (mutant) => mutant.relation,
  mutator: (mutant) => mutant.mutator,
  method: (mutant) => mutant.member.name,
  place: (mutant) => mutant.member.path ?? "",
  change: (mutant) => mutant.change.join(" ").toLowerCase(),
  faults: (mutant) => ["touched", "kept", "none"].indexOf(mutant.faults),
  verdict: (mutant) => mutant.verdict ?? "",
  proof: (mutant) => mutant.proof ?? "",
};

const state = {
  view: "mutants",
  chosen: Object.fromEntries(FACETS.map(({ key }) => [key, new Set()])),
  text: "",
  sort: null, // { key, down }
  mutant: null, // its name in a link
  siteMutator: null,
  siteReason: null,
  diff: "auto", // or "split", "unified"
};

// encodeURIComponent throws at half a character, which a path that is not UTF-8 has.
const escaped = (text) => text.replace(/\\|\p{Surrogate}/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
const unescaped = (text) => text.replace(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

function toHash() {
  const told = new URLSearchParams();
  if (state.view !== "mutants") told.append("view", state.view);
  for (const { key } of FACETS) for (const value of state.chosen[key]) told.append(key, escaped(value));
  if (state.text) told.append("q", escaped(state.text));
  if (state.sort) told.append("sort", `${state.sort.down ? "-" : ""}${state.sort.key}`);
  if (state.siteMutator !== null) told.append("refused", escaped(state.siteMutator));
  if (state.siteReason !== null) told.append("reason", escaped(state.siteReason));
  if (state.diff !== "auto") told.append("diff", state.diff);
  if (state.mutant) told.append("mutant", state.mutant);
  return told.toString();
}

function fromHash(hash) {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  const one = (key) => (told.has(key) ? unescaped(told.get(key)) : null);
  state.view = told.get("view") === "sites" && data.sites ? "sites" : "mutants";
  for (const { key } of FACETS) state.chosen[key] = new Set(told.getAll(key).map(unescaped));
  state.text = one("q") ?? "";
  const [, minus, key] = /^(-?)(.*)$/.exec(told.get("sort") ?? "");
  state.sort = Object.hasOwn(SORTS, key) ? { key, down: minus === "-" } : null;
  state.siteMutator = one("refused");
  state.siteReason = one("reason");
  state.diff = ["split", "unified"].includes(told.get("diff")) ? told.get("diff") : "auto";
  state.mutant = told.get("mutant");
}

// Ids hang on texts alone, so equal methods of two files have equal ones: later mutants of an id get a number.
const names = (() => {
  const seen = new Map();
  return mutants.map(({ id }) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}.${count}`;
  });
})();

function wordsOf(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

// The values of each facet, and for each mutant the number of its value.
const values = FACETS.map(({ of }) => {
  const numbers = new Map();
  const each = Int32Array.from(mutants, (mutant) => {
    const value = of(mutant);
    if (!numbers.has(value)) numbers.set(value, numbers.size);
    return numbers.get(value);
  });
  return { names: [...numbers.keys()], each };
});

// The mutants that are chosen, and per facet and value how many there would be if only that facet chose otherwise.
function filtered() {
  const words = wordsOf(state.text);
  const wanted = FACETS.map(({ key }, f) => {
    const chosen = state.chosen[key];
    return chosen.size ? Uint8Array.from(values[f].names, (name) => Number(chosen.has(name))) : null;
  });
  const counts = values.map(({ names: all }) => new Int32Array(all.length));
  const found = [];
  for (const mutant of mutants) {
    if (words.length && !words.every((word) => mutant.haystack.includes(word))) continue;
    let failed = 0;
    let which = -1;
    for (let f = 0; f < wanted.length && failed < 2; f += 1) {
      if (wanted[f] === null || wanted[f][values[f].each[mutant.index]]) continue;
      failed += 1;
      which = f;
    }
    if (failed === 0) {
      found.push(mutant);
      counts.forEach((count, f) => (count[values[f].each[mutant.index]] += 1));
    } else if (failed === 1) {
      counts[which][values[which].each[mutant.index]] += 1;
    }
  }
  return { found: sorted(found), counts };
}

function sorted(found) {
  if (!state.sort) return found;
  const value = SORTS[state.sort.key];
  const direction = state.sort.down ? -1 : 1;
  const keyed = found.map((mutant) => [value(mutant), mutant]);
  const compared = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  // Equal ones as they stand in the file, and those of one file by line.
  const second = state.sort.key === "place" ? (mutant) => mutant.line : () => 0;
  keyed.sort(([a, one], [b, other]) => direction * (compared(a, b) || second(one) - second(other)) || one.index - other.index);
  return keyed.map(([, mutant]) => mutant);
}
