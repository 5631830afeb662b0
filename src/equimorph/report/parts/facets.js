// The filters at the side: per facet its values with bars.

const FEW = 12;
const MANY = 60;

class Facet {
  constructor(host, index, onChange) {
    const { key, title, optional, note } = FACETS[index];
    Object.assign(this, { index, key, title, onChange });
    this.names = values[index].names;
    this.totals = new Int32Array(this.names.length);
    for (const value of values[index].each) this.totals[value] += 1;
    this.all = false;
    const idle = optional && this.names.every((name) => name === NONE);
    this.reset = h("button", { type: "button", class: "reset", hidden: true, click: () => this.clear() }, "clear");
    this.needle = h("input", {
      type: "search",
      class: "needle",
      placeholder: `Find ${title.toLowerCase()}`,
      "aria-label": `Find ${title.toLowerCase()}`,
      hidden: this.names.length <= FEW,
      input: () => this.paint(),
    });
    this.list = h("ul");
    this.more = h("button", { type: "button", class: "more", click: () => this.toggle() });
    this.section = h(
      "section",
      { class: "facet", "data-facet": key, hidden: idle, "aria-label": title },
      h("h2", {}, title, " ", h("span", { class: "quiet" }, this.names.length > FEW ? grouped(this.names.length) : ""), this.reset),
      note ? h("p", { class: "note" }, note) : null,
      this.needle,
      this.list,
      this.more,
    );
    host.append(this.section);
  }

  clear() {
    state.chosen[this.key].clear();
    this.onChange();
  }

  toggle() {
    this.all = !this.all;
    this.paint();
  }

  choose(name) {
    const chosen = state.chosen[this.key];
    if (!chosen.delete(name)) chosen.add(name);
    this.onChange();
  }

  show(counts) {
    this.counts = counts;
    const chosen = state.chosen[this.key];
    this.reset.hidden = chosen.size === 0;
    if (chosen.size) this.section.hidden = false;
    // In the order of the totals, so that nothing jumps about while one chooses; those that a link names first.
    this.order ??= Array.from(this.names.keys()).sort((a, b) => this.totals[b] - this.totals[a] || a - b);
    this.paint();
  }

  paint() {
    const words = wordsOf(this.needle.value);
    const chosen = state.chosen[this.key];
    const gone = [...chosen].filter((name) => !this.names.includes(name));
    const matching = this.order.filter((i) => words.every((word) => this.names[i].toLowerCase().includes(word)));
    const limit = this.all || words.length ? MANY : FEW;
    const shown = matching.filter((i, at) => at < limit || chosen.has(this.names[i]));
    const most = this.totals.reduce((a, b) => Math.max(a, b), 1);
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.value : null;
    this.list.replaceChildren(
      ...gone.map((name) => this.item(name, 0, 0, 1)),
      ...shown.map((i) => this.item(this.names[i], this.counts[i], this.totals[i], most)),
    );
    if (focused !== null) [...this.list.querySelectorAll("button")].find(({ dataset }) => dataset.value === focused)?.focus();
    const left = matching.length - shown.length;
    this.more.hidden = left === 0 && !(this.all && matching.length > FEW);
    this.more.disabled = left > 0 && (this.all || words.length > 0);
    this.more.textContent = left === 0 ? "fewer" : this.more.disabled ? `${grouped(left)} more: find them by name` : `${grouped(left)} more`;
  }

  item(name, count, total, most) {
    const on = state.chosen[this.key].has(name);
    const bars = h("span", { class: "bars" }, bar(total / most, "ghost"), bar(count / most));
    const told = `${name}: ${grouped(count)} of ${grouped(total)}`;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", "aria-pressed": String(on), "aria-label": told, title: told, "data-value": name, click: () => this.choose(name) },
        h("span", { class: "name" }, this.label(name)),
        h("span", { class: "count" }, grouped(count)),
        bars,
      ),
    );
  }

  label(name) {
    if (this.key === "file") {
      const path = shortPath(name);
      return [lastPart(path), " ", h("span", { class: "quiet" }, path.slice(0, -lastPart(path).length - 1))];
    }
    if (this.key === "relation") return [relationSign(name), " ", name];
    if (this.key !== "method") return name;
    const [, method, rest] = /^(\(statements\)|\S*) ?([^]*)$/.exec(name);
    return [method, " ", h("span", { class: "quiet" }, lastPart(rest))];
  }
}
