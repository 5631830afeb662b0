"""Writing the page: HTML that needs nothing else and runs no script, or Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from equimorph.bulk.reporting import counted
from equimorph.cote.consistency import Comparing, slices
from equimorph.cote.pages.collecting import Collected, Shown
from equimorph.pages.beside import Part, is_short, marked_texts
from equimorph.pages.document import CHIP, TOO_LONG, Document, Element, Section, paragraph, term

__all__ = ["write_page"]


def write_page(out: Path, found: Collected, title: str = "Issues") -> None:
    """Write a page, whole or not at all; the end of its name says its format.

    Args:
        out: the file, ``.html`` or ``.md``.
        found: what it shows.
        title: plain text.

    Raises:
        OSError: it cannot be written.
    """
    sections = [Section(term(row.what, CHIP), row.id, [*_elements(row)]) for row in found.shown]
    Document(title, _summary(found), sections, ["marked.css"], "No issue.").write(out)


def _summary(collection: Collected) -> str:
    repaired = f", {collection.repaired:,} of them repaired" if collection.repaired else ""
    return (
        f"{counted(collection.compared, 'mutant')} compared: {counted(collection.issues, 'issue')}{repaired}. "
        f"Shown is the worst one of {counted(len(collection.shown), 'input')}; what only one side has is marked:"
    )


def _elements(row: Shown) -> Iterator[Element]:
    how = row.comparing
    lang = how.lang if how.tokens == "lexer" else ""
    yield paragraph([_scores(row)])
    yield _both(("Input", "Mutant"), row.input, row.mutant, row.input_lang)
    outputs = row.original_output, row.mutant_output
    yield _both(("Output for the input", "Output for the mutant"), *outputs, lang)
    if row.repaired is not None:
        yield _both(("Repaired output for the input", "Repaired output for the mutant"), *row.repaired, lang)


def _scores(row: Shown) -> str:
    scores = ", ".join(f"{name} {value:.3f}" for name, value in row.scores.items())
    real = {True: "; the two programs behave differently", False: "; the two programs pass the same tests"}
    return f"consistency: {scores}{'' if row.real is None else real[row.real]}"


def _both(heads: tuple[str, str], old: str, new: str, lang: str) -> Element:
    return marked_texts(heads, *_parts(old, new, lang)) if is_short(old, new) else TOO_LONG


def _parts(old: str, new: str, lang: str) -> tuple[list[Part], list[Part]]:
    data, other = (text.encode("utf-8", "surrogatepass") for text in (old, new))
    how = Comparing(lang or "java", "lexer" if lang else "split")
    spans, others = how.spans(data), how.spans(other)
    words, other_words = _words(data, spans), _words(other, others)
    marked, other_marked = slices(words, other_words)
    return _cut(data, spans, marked), _cut(other, others, other_marked)


def _words(data: bytes, spans: Sequence[tuple[int, int]]) -> list[str]:
    return [data[start:end].decode("utf-8", "surrogatepass") for start, end in spans]


def _cut(data: bytes, spans: Sequence[tuple[int, int]], marked: Sequence[tuple[int, int]]) -> list[Part]:
    ends = [0]
    for first, last in marked:
        ends += [spans[first][0], spans[last - 1][1]]
    ends.append(len(data))
    return [(piece, at % 2 == 1) for at, piece in enumerate(_words(data, [*pairwise(ends)])) if piece]
