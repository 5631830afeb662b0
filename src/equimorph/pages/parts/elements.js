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
