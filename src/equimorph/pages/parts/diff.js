// Original and mutant side by side: which lines belong together, what is marked and coloured in them.

const JAVA = new RegExp(
  [
    String.raw`(?<comment>\/\*[^]*?(?:\*\/|$)|\/\/[^\r\n]*)`,
    String.raw`(?<string>"""(?:\\[^]|[^\\])*?"""|"(?:\\.|[^"\\\r\n])*"?|'(?:\\.|[^'\\\r\n])*'?)`,
    String.raw`(?<annotation>@[\w$.]+)`,
    String.raw`(?<keyword>(?<![\w$])(?:abstract|assert|boolean|break|byte|case|catch|char|class|const|continue|default|do|double` +
      "|else|enum|extends|final|finally|float|for|goto|if|implements|import|instanceof|int|interface|long|native|new" +
      "|package|private|protected|public|return|short|static|strictfp|super|switch|synchronized|this|throw|throws" +
      String.raw`|transient|try|void|volatile|while|var|record|yield|true|false|null)(?![\w$]))`,
    String.raw`(?<number>(?<![\w$])\d[\w.]*)`,
  ].join("|"),
  "g",
);

const PYTHON = new RegExp(
  [
    String.raw`(?<comment>#[^\r\n]*)`,
    String.raw`(?<string>(?:(?<!\w)[bBfFrRuU]{1,2})?(?:"""(?:\\[^]|[^\\])*?(?:"""|(?![^]))|'''(?:\\[^]|[^\\])*?(?:'''|(?![^]))` +
      String.raw`|"(?:\\[^]|[^"\\\r\n])*"?|'(?:\\[^]|[^'\\\r\n])*'?))`,
    String.raw`(?<annotation>(?<=^[ \t]*)@[\w.]+)`,
    String.raw`(?<keyword>(?<!\w)(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except` +
      "|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield" +
      String.raw`|(?<=^[ \t]*)(?:match|case)(?=[ \t][^\r\n]*:))(?!\w))`,
    String.raw`(?<number>(?<![\w.])(?:\d|\.\d)[\w.]*)`,
  ].join("|"),
  "gm",
);

const TOKENS = { java: JAVA, python: PYTHON };

// Coloured stretches of a text: start, end, kind.
function colours(text, language) {
  return Array.from(text.matchAll(TOKENS[language] ?? JAVA), (found) => {
    const [kind] = Object.entries(found.groups).find(([, part]) => part !== undefined);
    return { start: found.index, end: found.index + found[0].length, kind };
  });
}

// The lines of a text: where they start and end, what they hold, and the pieces of that.
function cutLines(text, marks, language) {
  const starts = lineStarts(text);
  const kinds = colours(text, language);
  let kind = 0;
  let mark = 0;
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? text.length;
    const content = text.slice(start, end).replace(/[\r\n]+$/, "");
    const stop = start + content.length;
    const pieces = [];
    while (mark < marks.length && marks[mark].end <= start) mark += 1;
    const marked = mark < marks.length && marks[mark].start < end;
    for (let at = start; at < stop; ) {
      while (kind < kinds.length && kinds[kind].end <= at) kind += 1;
      while (mark < marks.length && marks[mark].end <= at) mark += 1;
      let next = stop;
      const inside = (range) => {
        if (!range) return false;
        const within = range.start <= at;
        next = Math.min(next, within ? range.end : range.start);
        return within;
      };
      const coloured = inside(kinds[kind]) ? kinds[kind].kind : "";
      const changed = inside(marks[mark]);
      pieces.push({ text: text.slice(at, next), kind: coloured, mark: changed });
      at = next;
    }
    return { start, end, content, pieces, marked };
  });
}

// Where the edits are in the original and in the mutant.
function editRanges(edits) {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const range = { start, end, newStart: start + shift, newEnd: start + shift + text.length };
    shift = range.newEnd - end;
    return range;
  });
}

// Pairs of line numbers (from 0) after whose ends both texts go on alike.
function meetings(left, right, ranges) {
  const ends = new Map(right.slice(0, -1).map((line, i) => [line.end, i]));
  const found = [];
  let range = 0;
  left.slice(0, -1).forEach((line, i) => {
    // Before the edit that starts at the line's end, and behind it.
    while (range < ranges.length && ranges[range].end < line.end) range += 1;
    for (let next = range; next <= ranges.length; next += 1) {
      const before = ranges[next - 1];
      if (before && before.end > line.end) break;
      if (next < ranges.length && ranges[next].start < line.end) continue;
      const shift = before ? before.newEnd - before.end : 0;
      const other = ends.get(line.end + shift);
      if (other !== undefined) found.push([i, other]);
    }
  });
  return found;
}

function commonLength(one, other) {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return head + tail;
}

// How well two lines go together; 1 for lines that have little in common.
function likeness(one, other) {
  const [a, b] = [one.content.trim(), other.content.trim()];
  if (!a || !b) return a === b ? 1 : 0;
  const common = commonLength(a, b);
  return 2 * common > Math.max(a.length, b.length) ? 1 + common + (a === b ? a.length : 0) : 1;
}

const MOST_PAIRS = 40000;

// The lines of a changed block in pairs, -1 where a side has none: those that are most alike, in order.
function paired(left, right, [l, lEnd], [r, rEnd]) {
  const [n, m] = [lEnd - l, rEnd - r];
  if (n === m || n * m > MOST_PAIRS) {
    return Array.from({ length: Math.max(n, m) }, (_, i) => [i < n ? l + i : -1, i < m ? r + i : -1]);
  }
  const best = Array.from({ length: n + 1 }, () => new Float64Array(m + 1));
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let j = m - 1; j >= 0; j -= 1) {
      const both = likeness(left[l + i], right[r + j]) + best[i + 1][j + 1];
      best[i][j] = Math.max(both, best[i + 1][j], best[i][j + 1]);
    }
  }
  const found = [];
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    if (i < n && best[i][j] === best[i + 1][j]) found.push([l + i++, -1]);
    else if (j < m && best[i][j] === best[i][j + 1]) found.push([-1, r + j++]);
    else found.push([l + i++, r + j++]);
  }
  return found;
}

// The rows of a diff; `same` if nothing on the line was changed.
function diffOf({ original, text, edits, language }) {
  const ranges = editRanges(edits);
  const left = cutLines(original, ranges.filter(({ start, end }) => start < end), language);
  const right = cutLines(
    text,
    ranges.map(({ newStart, newEnd }) => ({ start: newStart, end: newEnd })).filter(({ start, end }) => start < end),
    language,
  );
  const rows = [];
  let [l, r] = [0, 0];
  for (const [i, j] of [...meetings(left, right, ranges), [left.length - 1, right.length - 1]]) {
    if (i + 1 < l || j + 1 < r) continue;
    for (const [one, other] of paired(left, right, [l, i + 1], [r, j + 1])) {
      const same = one >= 0 && other >= 0 && !left[one].marked && !right[other].marked;
      rows.push({ left: one, right: other, same: same && left[one].content === right[other].content });
    }
    [l, r] = [i + 1, j + 1];
  }
  return { left, right, rows };
}
