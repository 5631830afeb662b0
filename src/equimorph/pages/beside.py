"""Two texts side by side: lines aligned, or parts marked. In Markdown one is above the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from equimorph.pages.document import Element
from equimorph.pages.lines import dedented, lines_of
from equimorph.pages.markdown import blocks
from equimorph.pages.markup import safe, well_formed
from equimorph.patches.diffs import unified_diff
from equimorph.patches.line_changes import text_changes

Part: TypeAlias = tuple[str, bool]
"""A part of a text, and whether the other text lacks it."""

_LONGEST = 20_000
"""Maximum length of a text on a page, in characters."""


def is_short(*texts: str) -> bool:
    """Return whether texts are short enough for a page."""
    return max(map(len, texts)) <= _LONGEST


def aligned_lines(heads: tuple[str, str], texts: tuple[str, str], language: str, name: str) -> Element:
    """Return two members with equal lines side by side and the others marked; in Markdown the first member and a diff.

    Args:
        heads: Names of the two.
        texts: The two texts; their last line gives the indentation to remove.
        language, name: Language of the block and name of the diff in Markdown.
    """
    old, new = map(dedented, texts)
    rows = (
        f"<tr>{_line(old_line, mark, 'old')}{_line(other, mark, 'new')}</tr>"
        for old_line, other, mark in _lines(old, new)
    )
    first, second = (well_formed(f"{text}\n") for text in (old, new))
    diff = unified_diff(name, first.encode(), second.encode()).decode()
    return Element(_both(heads, "".join(rows)), blocks((language, first), ("diff", diff)))


def _lines(old: str, new: str) -> Iterator[tuple[str | None, str | None, bool]]:
    before, after, at = lines_of(old), lines_of(new), 0
    for start, end, new_start, new_end in text_changes(before, after):
        yield from ((line, line, False) for line in before[at:start])
        for number in range(max(end - start, new_end - new_start)):
            old_line = before[start + number] if start + number < end else None
            other = after[new_start + number] if new_start + number < new_end else None
            yield old_line, other, True
        at = end
    yield from ((line, line, False) for line in before[at:])


def _line(line: str | None, mark: bool, kind: str) -> str:
    if line is None:
        return '<td class="none"></td>'
    text = safe(line.rstrip("\r\n"))
    return f'<td class="{kind}">{text}</td>' if mark else f"<td>{text}</td>"


def marked_texts(heads: tuple[str, str], old: Sequence[Part], new: Sequence[Part]) -> Element:
    """Return two texts with their marked parts; in Markdown between ``[-`` and ``-]``, or ``{+`` and ``+}``, as wdiff has them."""
    cells = (_marked(parts, kind) for kind, parts in (("old", old), ("new", new)))
    texts = (_bracketed(old, "[-", "-]"), _bracketed(new, "{+", "+}"))
    markdown = (f"{head}:\n\n{blocks(('text', text))}" for head, text in zip(heads, texts, strict=True))
    return Element(_both(heads, f"<tr>{''.join(cells)}</tr>"), "\n".join(markdown))


def _marked(parts: Sequence[Part], kind: str) -> str:
    text = "".join(
        f'<mark class="{kind}">{safe(part)}</mark>' if mark else safe(part) for part, mark in parts
    )
    return f"<td><pre>{text}</pre></td>"


def _bracketed(parts: Sequence[Part], left: str, right: str) -> str:
    return "".join(f"{left}{part}{right}" if mark else part for part, mark in parts)


def _both(heads: tuple[str, str], rows: str) -> str:
    head = "".join(f'<th scope="col">{safe(name)}</th>' for name in heads)
    return f'<table class="both"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
