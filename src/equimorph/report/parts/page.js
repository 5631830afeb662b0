// Places and signs that the lists and the detail share.

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

const RELATIONS = { preserving: "=", breaking: "≠", "preserving-but-for-output": "≈" };

function relationSign(relation) {
  return h("span", { class: `sign ${relation in RELATIONS ? relation : ""}`, title: relation }, RELATIONS[relation] ?? "?");
}
