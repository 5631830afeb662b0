// A list that opens and filters: what the pages share that have one.

const data = JSON.parse($("data").textContent);
const ANY = "any";

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

// Two texts that are shown from their first line on, without fault lines.
function compared(text, flat, names) {
  return { ...applied(text, flat), first: 1, indentation: "", faults: { left: new Set(), right: new Set() }, names, around: 3, whole: 400 };
}

// Whether a text has all words of a search.
function hasWords(search, text) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}

// The choices of a filter, which go into the state.
function choices(id, values) {
  $(id).append(...values.map((value) => h("option", { value }, value)));
  $(id).addEventListener("change", () => {
    state[id] = $(id).value;
    show();
  });
}

// Shows the list, and again when another text is searched.
function start() {
  $("search").addEventListener("input", () => {
    state.text = $("search").value;
    show();
  });
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  show();
}
