// Making elements. Texts of the data only ever become text nodes and attributes, never markup.

const $ = (id) => document.getElementById(id);

// An element with attributes (a function is a listener, true an empty attribute, false and null none) and children.
function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat(2).filter((child) => child !== null && child !== false && child !== undefined));
  return made;
}

// Digits in groups, the same in every language.
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

function plural(count, one, many = `${one}s`) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

function percent(part, whole) {
  return whole ? `${((100 * part) / whole).toFixed(1)} %` : "";
}

// A file's name without its folders.
function lastPart(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

// The folder that all files of the page have in common, with its slash.
const folder = (() => {
  const [first, ...others] = data.paths.filter((path) => path !== null);
  let common = (first ?? "").slice(0, (first ?? "").lastIndexOf("/") + 1);
  for (const path of others) while (!path.startsWith(common)) common = common.slice(0, common.slice(0, -1).lastIndexOf("/") + 1);
  return common;
})();

const shortPath = (path) => (path.startsWith(folder) ? path.slice(folder.length) : path);

// A place in a file, the file's name shortened first where room is short.
function placeOf(path, rest) {
  const name = path === null ? "" : lastPart(path);
  return h("bdi", { title: `${path ?? "no file"}${rest}` }, h("span", { class: "name" }, name), h("span", {}, rest));
}

// A bar; its width is a share of 0 to 1.
function bar(share, kind = "") {
  const made = h("span", { class: `bar ${kind}`, "aria-hidden": "true" });
  made.style.inlineSize = share > 0 ? `max(2px, ${(100 * share).toFixed(2)}%)` : "0";
  return made;
}

const RELATIONS = { preserving: "=", breaking: "≠" };

function relationSign(relation) {
  return h("span", { class: `sign ${relation in RELATIONS ? relation : ""}`, title: relation }, RELATIONS[relation] ?? "?");
}
