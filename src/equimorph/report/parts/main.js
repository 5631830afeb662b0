// What happens when.

const COLUMNS = [
  { key: "relation", title: "", class: "relation", cell: ({ relation }) => relationSign(relation) },
  { key: "mutator", title: "Mutator", class: "mutator", cell: ({ mutator }) => mutator },
  { key: "method", title: "Method", class: "method", cell: ({ member }) => member.name || "(statements)" },
  {
    key: "place",
    title: "Place",
    class: "place",
    cell: ({ member: { path }, line }) => placeOf(path, `:${line}`),
  },
  {
    key: "change",
    title: "Change",
    class: "change",
    cell: ({ change: [before, after] }) => [
      before ? h("del", { class: "snippet" }, before) : null,
      h("span", { class: "arrow" }, before && after ? "→" : before ? "gone" : "+"),
      after ? h("ins", { class: "snippet" }, after) : null,
    ],
  },
  { key: "faults", title: "Fault lines", class: "faults", cell: ({ faults }) => h("span", { class: `fault-${faults}` }, faults === NONE ? "" : faults) },
  { key: "verdict", title: "Verdict", class: "verdict", cell: ({ verdict }) => verdict ?? "" },
  { key: "proof", title: "Proof", class: "proof", cell: ({ proof }) => proof ?? "" },
].filter(({ key }) => {
  if (key === "faults") return mutants.some(({ faults }) => faults !== NONE);
  return !["verdict", "proof"].includes(key) || mutants.some((mutant) => mutant[key] !== null);
});

const OPTIONAL = { faults: "84px", verdict: "92px", proof: "120px" };
const THEMES = ["auto", "light", "dark"];

const report = {
  now: null, // the mutant in sight

  start() {
    $("title").textContent = data.title;
    $("mutants").dataset.columns = COLUMNS.map(({ key }) => key).join(" ");
    $("mutants").style.setProperty("--optional", COLUMNS.map(({ key }) => OPTIONAL[key] ?? "").join(" "));
    const redo = () => this.update();
    const ready = {
      name: "Mutants",
      columns: COLUMNS,
      sortable: true,
      onSelect: (mutant, at) => this.open(mutant, at),
      onSort: (key) => this.sortBy(key),
      empty: mutants.length ? "No mutant is as chosen. Esc clears all filters." : "There are no mutants in these files.",
    };
    this.table = new Table($("mutants"), ready);
    this.facets = FACETS.map((_, i) => new Facet($("filters"), i, redo));
    if (sites) {
      const told = sites.refused.length ? "No refused place is as chosen." : "No refused places: `equimorph sites --why --json` writes them.";
      this.places = new Table($("refused"), { name: "Refused places", columns: SITE_COLUMNS, sortable: false, onSelect: () => {}, empty: told });
    }
    this.theme(this.kept());
    this.listen();
    fromHash(location.hash);
    this.update();
  },

  listen() {
    $("search").addEventListener("input", () => {
      state.text = $("search").value;
      this.update();
    });
    $("theme").addEventListener("click", () => this.nextTheme());
    $("help-button").addEventListener("click", () => $("help").showModal());
    $("filters-button").addEventListener("click", () => {
      const open = document.body.classList.toggle("filters-open");
      $("filters-button").setAttribute("aria-expanded", String(open));
    });
    addEventListener("hashchange", () => {
      if (location.hash.replace(/^#/, "") === this.written) return;
      fromHash(location.hash);
      this.update();
    });
    addEventListener("keydown", (event) => this.key(event));
    const wide = new ResizeObserver(() => {
      if (this.now && state.view === "mutants" && this.unified !== isUnified($("detail").clientWidth)) this.paint();
    });
    wide.observe($("detail"));
    this.split();
  },

  // The line between list and diff, moved by pointer or arrows.
  split() {
    const [host, bar_] = [$("browser"), $("splitter")];
    const set = (share) => {
      const now = Math.max(10, Math.min(85, share));
      host.style.setProperty("--list", `${now}%`);
      bar_.setAttribute("aria-valuenow", Math.round(now));
    };
    set(38);
    bar_.addEventListener("pointerdown", (event) => bar_.setPointerCapture(event.pointerId));
    bar_.addEventListener("pointermove", (event) => {
      if (!bar_.hasPointerCapture(event.pointerId)) return;
      const { top, height } = host.getBoundingClientRect();
      set((100 * (event.clientY - top)) / height);
    });
    bar_.addEventListener("keydown", ({ key }) => {
      const by = { ArrowUp: -4, ArrowDown: 4 }[key];
      if (by) set(Number(bar_.getAttribute("aria-valuenow")) + by);
    });
  },

  // After any choice: filters, lists, address.
  update() {
    const onSites = state.view === "sites";
    $("search").value = state.text;
    $("mutants-view").hidden = onSites;
    $("sites-view").hidden = !onSites;
    this.views(onSites);
    if (onSites) this.updateSites();
    else this.updateMutants();
    this.write();
  },

  updateMutants() {
    const { found, counts } = filtered();
    this.facets.forEach((facet, f) => facet.show(counts[f]));
    this.found = found;
    this.table.show(found, state.sort);
    const of = found.length === mutants.length ? "" : ` of ${grouped(mutants.length)}`;
    const methods = new Set(found.map(({ member }) => member)).size;
    $("status").textContent = `${grouped(found.length)}${of} mutants, ${plural(methods, "method")}`;
    const named = state.mutant === null ? -1 : names.indexOf(state.mutant);
    const at = found.findIndex(({ index }) => index === named);
    this.now = null;
    $("detail").replaceChildren();
    this.table.select(at < 0 ? 0 : at);
  },

  updateSites() {
    const found = refusedPlaces();
    $("yields").replaceChildren(yields(() => this.update()));
    this.places.show(found);
    const of = found.length === sites.refused.length ? "" : ` of ${grouped(sites.refused.length)}`;
    $("status").textContent = `${grouped(found.length)}${of} refused places`;
  },

  views(onSites) {
    if (!sites) return;
    const view = (name, title, number) => {
      const current = (name === "sites") === onSites;
      const go = () => this.go(name);
      return h("button", { type: "button", "aria-current": current ? "page" : null, click: go }, title, " ", h("span", { class: "quiet" }, grouped(number)));
    };
    $("views").replaceChildren(view("mutants", "Mutants", mutants.length), view("sites", "Refused", sites.refused.length));
  },

  go(view) {
    state.view = view;
    this.update();
  },

  open(mutant, at) {
    state.mutant = names[mutant.index];
    this.now = [mutant, at];
    this.paint();
    this.write();
  },

  paint() {
    const [mutant, at] = this.now;
    const detail = $("detail");
    this.unified = isUnified(detail.clientWidth);
    const place = `${grouped(at + 1)} of ${grouped(this.found.length)}`;
    const turn = { onStep: (by) => this.table.select(at + by), onDiff: () => this.turnDiff() };
    detail.replaceChildren(...detailOf(mutant, place, this.unified, turn));
    const changed = detail.querySelector("tr.changed");
    detail.scrollTop = 0;
    if (!changed) return; // a change of blank lines' ends alone
    const below = changed.getBoundingClientRect().top - detail.getBoundingClientRect().top;
    if (below > detail.clientHeight / 2) detail.scrollTop = below - detail.clientHeight / 3;
  },

  turnDiff() {
    state.diff = this.unified ? "split" : "unified";
    this.paint();
    this.write();
  },

  sortBy(key) {
    const same = state.sort !== null && state.sort.key === key;
    state.sort = same && state.sort.down ? null : { key, down: same };
    this.update();
  },

  // Not at once: browsers limit how often a page may change its address.
  write() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => {
      this.written = toHash();
      history.replaceState(null, "", `#${this.written}`);
    }, 120);
  },

  kept() {
    try {
      return localStorage.getItem("equimorph-theme") ?? "auto";
    } catch {
      return "auto"; // a browser may forbid pages from the disk to keep anything
    }
  },

  theme(name) {
    const known = THEMES.includes(name) ? name : "auto";
    document.documentElement.dataset.theme = known;
    $("theme").textContent = `Theme: ${known}`;
    $("theme").title = "automatic (as the system has it), light or dark; key t";
  },

  nextTheme() {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
    this.theme(next);
    try {
      localStorage.setItem("equimorph-theme", next);
    } catch {
      return; // then it holds for this page only
    }
  },

  clear() {
    for (const chosen of Object.values(state.chosen)) chosen.clear();
    Object.assign(state, { text: "", siteMutator: null, siteReason: null });
    this.update();
  },

  key(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
    const table = state.view === "sites" ? this.places : this.table;
    if (target.matches("input")) {
      if (key === "Escape") target.blur();
      else if (key !== "Enter" || target !== $("search")) return;
      table.grid.focus();
      event.preventDefault();
      return;
    }
    const actions = {
      "/": () => $("search").focus(),
      "?": () => $("help").showModal(),
      Escape: () => this.clear(),
      d: () => this.now && state.view === "mutants" && this.turnDiff(),
      t: () => this.nextTheme(),
      1: () => this.go("mutants"),
      2: () => sites && this.go("sites"),
    };
    if (Object.hasOwn(actions, key)) actions[key]();
    // Elsewhere these keys scroll what has the focus.
    else if (key.length > 1 && target !== document.body && !table.grid.contains(target)) return;
    else if (!table.key(key)) return;
    event.preventDefault();
  },
};

report.start();
globalThis.equimorph = { data, mutants, state, report }; // for the console
