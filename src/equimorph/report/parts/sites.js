// The places where mutators were refused: reasons per mutator with counts and yield, and the places themselves.

const sites = data.sites && (() => {
  const told = data.sites;
  const refused = told.refused.map(([path, mutator, kind, method, text, reason, line, column]) => ({
    path: told.paths[path],
    mutator: told.mutators[mutator],
    kind: told.kinds[kind],
    method: told.methods[method] ?? "",
    text: told.texts[text],
    reason: told.reasons[reason],
    line,
    column,
  }));
  const kinds = told.mutators.map((mutator, i) => ({ mutator, accepted: told.accepted[i], refused: 0, reasons: new Map() }));
  const byName = new Map(kinds.map((kind) => [kind.mutator, kind]));
  for (const { mutator, reason } of refused) {
    const kind = byName.get(mutator);
    kind.refused += 1;
    kind.reasons.set(reason, (kind.reasons.get(reason) ?? 0) + 1);
  }
  return { refused, kinds };
})();

const siteHaystack = (site) => [site.path ?? "", site.mutator, site.method, site.text, site.reason].join("\n").toLowerCase();

function refusedPlaces() {
  const words = wordsOf(state.text);
  return sites.refused.filter(
    (site) =>
      (state.siteMutator === null || site.mutator === state.siteMutator) &&
      (state.siteReason === null || site.reason === state.siteReason) &&
      (!words.length || words.every((word) => (site.haystack ??= siteHaystack(site)).includes(word))),
  );
}

const SITE_COLUMNS = [
  { key: "mutator", title: "Mutator", class: "mutator", cell: ({ mutator, kind }) => (kind ? `${mutator} (${kind})` : mutator) },
  { key: "method", title: "Method", class: "method", cell: ({ method }) => method || "(statements)" },
  {
    key: "place",
    title: "Place",
    class: "place",
    cell: ({ path, line, column }) => placeOf(path, `:${line}:${column}`),
  },
  { key: "text", title: "Text", class: "change", cell: ({ text }) => h("span", { class: "snippet", title: text }, text) },
  { key: "reason", title: "Reason", class: "why", cell: ({ reason }) => h("span", { title: reason }, reason) },
];

function choose(mutator, reason, onChange) {
  const same = state.siteMutator === mutator && state.siteReason === reason;
  [state.siteMutator, state.siteReason] = same ? [null, null] : [mutator, reason];
  onChange();
}

// The table of yields, with the reasons of each mutator below it.
function yields(onChange) {
  const button = (label, mutator, reason) => {
    const pressed = state.siteMutator === mutator && state.siteReason === reason;
    return h("button", { type: "button", "aria-pressed": String(pressed), title: label, click: () => choose(mutator, reason, onChange) }, label);
  };
  const body = sites.kinds.map(({ mutator, accepted, refused, reasons }) => {
    const places = accepted + refused;
    const head = h(
      "tr",
      { class: "mutator" },
      h("th", { scope: "rowgroup" }, button(mutator, mutator, null)),
      h("td", {}, grouped(places)),
      h("td", {}, grouped(accepted)),
      h("td", {}, grouped(refused)),
      h("td", { class: "yield" }, percent(accepted, places), bar(accepted / places)),
    );
    const rows = [...reasons]
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) =>
        h(
          "tr",
          { class: "reason" },
          h("th", { scope: "row", colspan: "3" }, button(reason, mutator, reason)),
          h("td", {}, grouped(count)),
          h("td", { class: "share" }, percent(count, places), bar(count / places, "refused")),
        ),
      );
    return h("tbody", {}, head, rows);
  });
  const heads = ["Mutator, reason", "Places", "Accepted", "Refused", "Yield"];
  return h(
    "table",
    { class: "yields" },
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    body,
  );
}
