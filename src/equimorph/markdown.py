"""What chat models write around code: fenced blocks, thinking, marks of their own format, and prose.

Everything here is by lines and without a grammar. It says what is certainly not code, never what is.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = [
    "LINE",
    "Block",
    "Fenced",
    "code_lines",
    "ends_in_literal",
    "fenced",
    "has_tags",
    "without_marks",
    "without_tags",
    "without_thinking",
]

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_FENCE = re.compile(r"(?P<blanks>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\r\n]*?)[ \t]*[\r\n]*")
_TAG = re.compile(r"[\w.+#-]*")
_CODE = re.compile(r"[(){};]")


class Block(NamedTuple):
    """A fenced block: the language that its fence names, in lower case, "" for none; and the text in it."""

    tag: str
    text: str


class Fenced(NamedTuple):
    """A text with fenced blocks: the blocks, and what stands before, between and behind them."""

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
        blocks.append(Block(_tag(opening), inside))
    return Fenced(tuple(blocks), tuple(outside))


def _opens(fence: re.Match[str]) -> bool:
    """Return whether a line with a fence opens a block: no code stands behind it (``~~~x;`` is Java)."""
    info = fence["info"]
    return not _CODE.search(info) and (fence["fence"][0] == "`" or _TAG.fullmatch(info) is not None)


def _closes(fence: re.Match[str], opening: re.Match[str]) -> bool:
    return not fence["info"] and fence["fence"].startswith(opening["fence"])


def _tag(opening: re.Match[str]) -> str:
    found = _TAG.match(opening["info"])
    return found.group().lower() if found else ""


def _dedented(line: str, width: int) -> str:
    blanks = len(line) - len(line.lstrip(" \t"))
    return line[min(width, blanks) :]


_THINKING = "think|thinking|thought|thoughts|reasoning|analysis|scratchpad"
_THOUGHT = re.compile(rf"^[ \t]*<({_THINKING})>.*?(?:</\1>|\Z)", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_REST_OF_THOUGHT = re.compile(rf"\A.*</(?:{_THINKING})>", re.DOTALL | re.IGNORECASE)
_MARK = r"(?:<\|[^|<>\s]{1,40}\|>|</?s>|\[/?INST\]|<(?:start|end)_of_turn>)"
_MARKS = re.compile(rf"\A(?:\s*{_MARK})+|(?:{_MARK}\s*)+\Z")


def without_thinking(text: str) -> str:
    """Return a text without what stands in ``<think>`` and ``</think>``, or tags like these.

    A tag that opens stands at the start of a line; without its end all that follows is thinking, without its start all before.
    """
    return _REST_OF_THOUGHT.sub("", _THOUGHT.sub("", text))


def without_marks(text: str) -> str:
    """Return a text without the marks of a model's format at its start and end, such as ``<|im_end|>`` and ``</s>``."""
    return _MARKS.sub("", text)


_NAMES = "answer|code|solution|output|java|result|response|patch|fix|fixed|fixed_code"
_TAGS = re.compile(rf"^[ \t]*<({_NAMES})>(.*?)(?:</\1>[ \t]*$|\Z)", re.DOTALL | re.MULTILINE | re.IGNORECASE)


def without_tags(text: str) -> str:
    """Return what stands in ``<answer>`` and ``</answer>``, or tags like these, if they are the only ones and only prose is around.

    The first one stands at the start of a line, the last one at the end of a line or nowhere.
    """
    found = list(_TAGS.finditer(text))
    if len(found) != 1:
        return text
    around = text[: found[0].start()] + text[found[0].end() :]
    return text if code_lines(around) is not None or fenced(around).blocks else found[0][2]


def has_tags(text: str) -> bool:
    """Return whether a text has tags as `without_tags` takes them off, be it with code around them."""
    return bool(_TAGS.search(text))


_LITERAL_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])'|//.*|/\*.*?\*/""")
_TO_ITS_END = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|(?P<text>\Z))'
    r"""|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])'|//[^\r\n]*|/\*.*?(?:\*/|(?P<comment>\Z))""",
    re.DOTALL,
)


def ends_in_literal(text: str) -> bool:
    """Return whether a text ends within a text block or a block comment of Java, so that a fence behind it is part of that."""
    return any(
        found["text"] is not None or found["comment"] is not None for found in _TO_ITS_END.finditer(text)
    )


# Words that may stand before two other words in Java: keywords, contextual ones included.
_KEYWORDS = """abstract assert boolean break byte case catch char class continue default do double else enum exports extends final
finally float for goto if implements import instanceof int interface long module native new non open opens package permits private
protected provides public record requires return sealed short static strictfp super switch synchronized this throw throws to
transient transitive try uses var void volatile when while with yield"""
_WORD = rf"(?!(?:{'|'.join(_KEYWORDS.split())})\b)[A-Za-z]+(?:['\u2019][a-z]+)?"
_PROSE = re.compile(rf"(?<![\w$'\u2019]){_WORD}[ \t]+{_WORD}[ \t]+{_WORD}(?![\w$])|`")
_BEGINS_CODE = re.compile(
    r"\s*(?:@|/\*|//|(?:public|private|protected|static|final|abstract|synchronized)\b)"
)


def _is_prose(line: str) -> bool:
    """Return whether a line is certainly not Java: three words in a row, none of Java's own, or a backtick.

    Those in literals and comments do not count. No production of Java has three identifiers in a row (JLS 19).
    """
    return bool(_PROSE.search(_LITERAL_OR_COMMENT.sub("", line)))


def _may_be_code(line: str) -> bool:
    """Return whether a line may be part of a declaration, on its own or with its neighbours."""
    return not _is_prose(line) and bool(re.search(r"[{};]", line) or _BEGINS_CODE.match(line))


def code_lines(text: str) -> tuple[tuple[str, ...], str] | None:
    """Return where the code may start in a text with prose around it, and the text without the prose behind it.

    What is left out before and behind has no line that may be code.

    Returns:
        The texts from each line at which it may start, the longest first, and the prose behind; None if there is no code.
    """
    lines = LINE.findall(text)
    found = [at for at, line in enumerate(lines) if _may_be_code(line)]
    if not found:
        return None
    end = found[-1] + 1
    starts = [at for at in range(found[0] + 1) if lines[at].strip() and not _is_prose(lines[at])]
    return tuple("".join(lines[at:end]) for at in starts), "".join(lines[end:])
