// The embedded data, and the texts that it speaks of. Offsets are UTF-16 code units, lines count from 1.

const data = JSON.parse(document.getElementById("data").textContent);

// What stands before a Python function on its first line: before its `def`, if decorators come first; else a step less than before
// its body.
function indentationOfFunction(text) {
  const lines = text.split(/\r\n|\r|\n/).slice(1).filter((line) => line.trim());
  const found = lines.map((line) => /^[ \t]*/.exec(line)[0]);
  if (text.startsWith("@")) return found[lines.findIndex((line) => /^[ \t]*(?:async|def)\b/.test(line))] ?? "";
  const sizes = [...new Set(found.map(({ length }) => length))].sort((one, other) => one - other);
  const steps = sizes.slice(1).map((size, i) => size - sizes[i]);
  const body = found.find(({ length }) => length === sizes[0]) ?? "";
  return body.slice(body.endsWith("\t") ? 1 : Math.min(4, ...steps.filter((step) => step > 1)));
}

class Member {
  constructor([path, name, line, offset, text, language = "java"]) {
    this.path = data.paths[path];
    this.name = name;
    this.line = line;
    this.offset = offset;
    this.text = data.texts[text];
    this.first = line ?? 1;
    this.language = language;
  }

  get starts() {
    return (this.cachedStarts ??= lineStarts(this.text));
  }

  // What stands before the member on its first line, which rows do not have: the same as before its closing brace.
  get indentation() {
    if (this.language === "python") return indentationOfFunction(this.text);
    const last = this.text.slice(this.starts.at(-1));
    return this.starts.length > 1 ? (/^([ \t]*)\}/.exec(last)?.[1] ?? "") : "";
  }

  lineOf(offset) {
    return this.first + countUpTo(this.starts, offset) - 1;
  }

  get place() {
    const line = this.line === null ? "" : `:${this.line}`;
    return `${this.path ?? "no file"}${line}`;
  }
}

class Mutant {
  constructor(row, index, members) {
    const [member, mutator, relation, verdict, faults, id, edits, site, record, origin, proof, further] = row;
    this.index = index;
    this.member = members[member];
    this.mutator = data.mutators[mutator];
    this.relation = data.relations[relation];
    this.verdict = verdict < 0 ? null : data.verdicts[verdict];
    this.proof = proof < 0 ? null : data.proofs[proof];
    const [original, mutant, touched] = data.faults[faults];
    this.faultLines = { original, mutant };
    this.faults = original.length === 0 ? "none" : touched ? "touched" : "kept";
    this.id = id;
    this.flatEdits = edits;
    this.site = site;
    this.record = data.records[record];
    this.origin = origin;
    this.flatFurther = further;
    this.line = edits.length ? this.member.lineOf(edits[0]) : this.member.first;
  }

  // Each edit: where it starts and ends in the original, and what it puts there.
  get edits() {
    const found = [];
    for (let i = 0; i < this.flatEdits.length; i += 3) {
      const [start, length, text] = this.flatEdits.slice(i, i + 3);
      found.push({ start, end: start + length, text });
    }
    return found;
  }

  get original() {
    return this.member.text;
  }

  get text() {
    const parts = [];
    let at = 0;
    for (const { start, end, text } of this.edits) {
      parts.push(this.original.slice(at, start), text);
      at = end;
    }
    return parts.join("") + this.original.slice(at);
  }

  // Fields of the row beyond those that every row has: name, value as text, whether that is JSON.
  get further() {
    return this.flatFurther.map(([name, value, kind]) => {
      const base = kind === 2 ? this.original : kind === 3 ? this.text : null;
      if (base === null) return { name: data.fields[name], value, json: kind === 1 };
      const [head, tail, middle] = value;
      const text = base.slice(0, head) + middle + base.slice(base.length - tail);
      return { name: data.fields[name], value: text, json: false };
    });
  }

  // The edits in short: what goes, what comes.
  get change() {
    const { edits } = this;
    const told = [edits.map(({ start, end }) => this.original.slice(start, end)), edits.map(({ text }) => text)];
    return told.map((texts) => [...new Set(texts.map((text) => text.trim()).filter(Boolean))].join(" … ").replace(/\s+/g, " ").slice(0, 200));
  }

  get reason() {
    const found = this.further.find(({ name, json }) => name === "reason" && !json);
    return found ? found.value : null;
  }

  // What free text is looked for in, in lower case.
  get haystack() {
    if (this.cachedHaystack === undefined) {
      const changed = this.edits.flatMap(({ start, end, text }) => [this.original.slice(start, end), text]);
      const further = this.flatFurther.map(([, value]) => (typeof value === "string" ? value : value[2]));
      const names = [this.id, this.mutator, this.member.name, this.member.path ?? "", this.verdict ?? "", this.proof ?? ""];
      this.cachedHaystack = [...names, ...changed, ...further].join("\n").toLowerCase();
    }
    return this.cachedHaystack;
  }
}

const members = data.members.map((row) => new Member(row));
const mutants = data.mutants.map((row, index) => new Mutant(row, index, members));
