"""Fenced blocks of Markdown, by lines and without a grammar."""

from __future__ import annotations

import re
from typing import NamedTuple

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_FENCE = re.compile(r"(?P<blanks>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\r\n]*?)[ \t]*[\r\n]*")
_TAG = re.compile(r"[\w.+#-]*")
_CODE = re.compile(r"[(){};]")


class Block(NamedTuple):
    """A fenced block: the language that its fence names, in lower case, "" for none; and the text in it."""

    tag: str
    text: str


class Fenced(NamedTuple):
    """A text with fenced blocks: the blocks, and what is before, between and behind them."""

    blocks: tuple[Block, ...]
    outside: tuple[str, ...]

    @property
    def is_cut(self) -> bool:
        """Whether the last block has no end, so that the answer may have been cut off in it."""
        return len(self.outside) == len(self.blocks)


def fenced(text: str) -> Fenced:
    """Return the fenced blocks of a text as CommonMark 4.5 reads them; the last one may be unclosed.

    A fence may be indented by any number of blanks, as in a list; its lines lose as many. If the only fence has nothing behind
    it, it closes a block that the prompt has opened.
    """
    if "```" not in text and "~~~" not in text:
        return Fenced((), (text,))
    blocks, outside = list[Block](), [""]
    opening: re.Match[str] | None = None
    inside = ""
    for line in LINE.findall(text):
        fence = _FENCE.fullmatch(line)
        if opening is None:
            if fence is None or not _opens(fence):
                outside[-1] += line
                continue
            opening, inside = fence, ""
        elif fence is not None and _closes(fence, opening):
            blocks.append(Block(_tag(opening), inside))
            outside.append("")
            opening = None
        else:
            inside += _dedented(line, len(opening["blanks"]))
    if opening is not None:
        if not blocks and not inside.strip() and not _tag(opening) and outside[0].strip():
            return Fenced((Block("", outside[0]),), ("",))
        bare = inside.rstrip()
        if bare.endswith(opening["fence"]):  # behind the last line of the code
            return Fenced((*blocks, Block(_tag(opening), bare.rstrip("`~"))), (*outside, ""))
        blocks.append(Block(_tag(opening), inside))
    return Fenced(tuple(blocks), tuple(outside))


def _opens(fence: re.Match[str]) -> bool:
    """Return whether a line with a fence opens a block: no code is behind it (``~~~x;`` is Java)."""
    info = fence["info"]
    return not _CODE.search(info) and (fence["fence"][0] == "`" or _TAG.fullmatch(info) is not None)


def _closes(fence: re.Match[str], opening: re.Match[str]) -> bool:
    return not fence["info"] and fence["fence"].startswith(opening["fence"])


def _tag(opening: re.Match[str]) -> str:
    tag = _TAG.match(opening["info"])
    return tag.group().lower() if tag else ""


def _dedented(line: str, width: int) -> str:
    blanks = len(line) - len(line.lstrip(" \t"))
    return line[min(width, blanks) :]
