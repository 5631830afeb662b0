"""Mutants for people to look at: a header, and a unified diff in which changed tokens are emphasised."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter

from mutators import Mutant
from mutators.lines import common_prefix
from mutators.rows import fault_lines_of
from parsers.source import LineMap

__all__ = ["Painter", "plain", "shown", "visible"]

_CONTEXT = 3
_MOST_TOKENS = 4000
"""Of a block of lines; in a longer one no tokens are compared."""
_LEAST_LIKENESS = 0.3
"""Of two blocks of lines; where less is common, single tokens are of no use."""
_TOKEN = re.compile(r"[\w$]+|\n|[^\S\n]+|[-+*/%&|^!=<>]+|.")

Painter = Callable[[str, str], str]
"""A function of a text and a style that returns the text in this style. Styles are "header", "place", "old", "new", "old token",
"new token", and "" for none."""


def plain(text: str, _: str) -> str:
    """Return the text without any style."""
    return text


def visible(text: str) -> str:
    """Return a text that does nothing to a terminal: control and invisible characters stand as Unicode escapes of Java.

    Tabs and line feeds stay, and so do bytes of file names that are not UTF-8 (PEP 383).
    """
    return "".join(_escaped(char) if not char.isprintable() and char not in "\t\n" else char for char in text)


def _escaped(char: str) -> str:
    if unicodedata.category(char) == "Zs" or "\udc80" <= char <= "\udcff":
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def shown(
    mutant: Mutant, fault_lines: Collection[int] = (), input_line: int | None = None, paint: Painter = plain
) -> str:
    """Return a mutant for people: a header, and a unified diff with three lines around what changed, a blank line behind it.

    Args:
        mutant: its whole source is compared.
        fault_lines: lines of the source that are known to be faulty.
        input_line: of the file from which the source was taken, where that has no path of its own.
        paint: gives styles.
    """
    header = visible(_header(mutant, fault_lines, input_line))
    hunks = _hunks(_lines(mutant.source.data), _lines(mutant.data), paint)
    return "\n".join([paint(header, "header"), *hunks, "", ""])


def _header(mutant: Mutant, fault_lines: Collection[int], input_line: int | None) -> str:
    source, faulty = mutant.source, fault_lines_of(mutant, mutant.method, fault_lines)
    place = source.path or ("text" if input_line is None else f"line {input_line}")
    line = source.lines.line(mutant.mutation.site.start)
    header = f"{place}:{line}: {mutant.mutator} in {mutant.method.name or 'statements'}: {mutant.local.id}"
    if not faulty["original"]:
        return header
    lines = ", ".join(str(number) for number in faulty["original"])
    plural = "s" if len(faulty["original"]) > 1 else ""
    return f"{header}, fault line{plural} {lines} {'touched' if faulty['touched'] else 'not touched'}"


def _lines(data: bytes) -> list[bytes]:
    """Return the lines of a text with their ends, as Java ends them."""
    lines = LineMap(data)
    texts = [data[lines.start(n) : lines.end(n)] for n in range(1, len(lines) + 1)]
    return texts if texts[-1] else texts[:-1]


def _hunks(before: list[bytes], after: list[bytes], paint: Painter) -> Iterator[str]:
    """Yield what is between equal lines at start and end, and the lines around it."""
    head = max(0, common_prefix(before, after) - _CONTEXT)
    rest, new_rest = before[head:], after[head:]
    tail = max(0, common_prefix(rest[::-1], new_rest[::-1]) - _CONTEXT)
    old, new = ([_text(line) for line in lines[: len(lines) - tail]] for lines in (rest, new_rest))
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT):
        (_, a, _, c, _), (_, _, b, _, d) = group[0], group[-1]
        yield paint(f"@@ -{_range(a, b, head + 1)} +{_range(c, d, head + 1)} @@", "place")
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from (f" {visible(line)}" for line in old[a:b])
            else:
                yield from _block(old[a:b], new[c:d], paint)


def _text(line: bytes) -> str:
    return line.removesuffix(b"\n").removesuffix(b"\r").decode()


def _range(start: int, end: int, first: int) -> str:
    """Return lines as a unified diff names them; of no lines, the one before them."""
    return f"{start + first - (start == end)},{end - start}"


def _block(old: Sequence[str], new: Sequence[str], paint: Painter) -> Iterator[str]:
    """Yield lines that are replaced."""
    olds, news = _TOKEN.findall("\n".join(old)), _TOKEN.findall("\n".join(new))
    changed, brought = _changed(olds, news)
    if old:
        yield from _painted(olds, changed, "-", "old", paint)
    if new:
        yield from _painted(news, brought, "+", "new", paint)


def _changed(olds: Sequence[str], news: Sequence[str]) -> tuple[set[int], set[int]]:
    """Return which tokens of two texts are not in the other; no tokens where the texts have little in common."""
    if len(olds) + len(news) > _MOST_TOKENS:
        return set(), set()
    matcher = SequenceMatcher(None, olds, news, autojunk=False)
    if matcher.ratio() < _LEAST_LIKENESS:
        return set(), set()
    opcodes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    changed = {n for _, a, b, _, _ in opcodes for n in range(a, b) if not olds[n].isspace()}
    return changed, {n for _, _, _, c, d in opcodes for n in range(c, d) if not news[n].isspace()}


def _painted(
    tokens: Sequence[str], marked: Collection[int], sign: str, style: str, paint: Painter
) -> Iterator[str]:
    """Yield lines of tokens."""
    line = [(sign, style)]
    for number, token in enumerate([*tokens, "\n"]):
        if token != "\n":
            line.append((visible(token), f"{style} token" if number in marked else style))
            continue
        runs = groupby(line, key=itemgetter(1))
        yield "".join(paint("".join(text for text, _ in run), kind) for kind, run in runs)
        line = [(sign, style)]
