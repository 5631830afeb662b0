// The lines of a text.

const LINE_END = /\r\n|\r|\n/g;

// Where the lines of a text start.
function lineStarts(text) {
  const starts = [0];
  for (const end of text.matchAll(LINE_END)) starts.push(end.index + end[0].length);
  return starts;
}

// How many items of a sorted list are not above a value.
function countUpTo(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
