"""Patches of mutants with marks, each of which occurs once: what undo makes of a patch keeps what that did to the marks.

Marks are calls `mark17()`, names `mark17` and comments `note17`. Some are in the original before it is mutated, so that a patch can
delete them; others come with the patch. `lost` counts them in four texts, and knows nothing of how undo works.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import equimorph as em
from mutators import Mutant, MutationError, Mutator
from parsers.errors import ParseError
from parsers.language import Token, find_language
from parsers.source import SourceFile

__all__ = ["KINDS", "Marked", "draw", "lost", "marked", "mutants", "notes", "patches", "undone"]

_MARK = re.compile(rb"\b(?:mark|note)[0-9]+\b")
_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*\Z")
_VALUE = re.compile(rb"[A-Za-z_0-9\"'][^\r\n]*\Z")
_COMMENT = {"java": re.compile(rb"//[^\r\n]*|/\*.*?\*/", re.DOTALL), "python": re.compile(rb"#[^\r\n]*")}
_WORDS = {
    "java": frozenset(
        b"abstract assert boolean break byte case catch char class const continue default do double else enum extends"
        b" final finally float for if implements import instanceof int interface long native new package private"
        b" protected public return short static super switch synchronized this throw throws transient try void"
        b" volatile while var yield record".split()
    ),
    "python": frozenset(word.encode() for word in keyword.kwlist if word.islower()),
}
"""Words that are no names."""
_OPERATORS = {b"+": b"-", b"-": b"+", b"<": b"<=", b"<=": b"<", b">": b">=", b">=": b">", b"==": b"!=", b"!=": b"==",
              b"&&": b"||", b"||": b"&&", b"and": b"or", b"or": b"and", b"*": b"+"}  # fmt: skip
_AFTER = (b"else", b"elif", b"except", b"finally", b"case", b"@")
"""Words at the beginning of a line before which no statement stands."""
Cut = tuple[int, int, bytes]
"""A byte range of a text, and what comes in its place."""


@dataclass(frozen=True)
class Marked:
    """A patch of a mutant.

    Attributes:
        mutant: of a source that is a member alone, or a file.
        text: the patched member.
        kinds: what was done, in words.
    """

    mutant: Mutant
    text: bytes
    kinds: tuple[str, ...]


class _Text:
    """A text into which marks are put.

    Args:
        data: of one member, or of a file.
        language: its language.
        near: a byte range close to which most edits are.
    """

    def __init__(self, data: bytes, language: str, near: tuple[int, int], number: Iterator[int]) -> None:
        self.data, self.language, self.number = data, language, number
        self.tokens = [
            t for t in find_language(language).tokenize(data) if t.text.strip() and t.end > t.start
        ]
        self.near = near

    def place(self, rng: Random, tokens: list[Token] | None = None) -> Token | None:
        """One of some tokens, most often one near the mutation."""
        tokens = self.tokens if tokens is None else tokens
        first, last = self.near[0] - 40, self.near[1] + 40
        close = [t for t in tokens if first <= t.start <= last]
        return rng.choice(close if close and rng.random() < 0.8 else tokens) if tokens else None

    @property
    def name(self) -> bytes:
        return b"mark%d" % next(self.number)

    @property
    def note(self) -> bytes:
        return b"note%d" % next(self.number)

    def line_end(self, at: int) -> int:
        found = re.compile(rb"\r|\n|\Z").search(self.data, at)
        assert found is not None
        return found.start()

    def line_start(self, at: int) -> int:
        return max(self.data.rfind(b"\n", 0, at), self.data.rfind(b"\r", 0, at)) + 1

    def margin(self, at: int) -> bytes:
        line = self.data[self.line_start(at) : at]
        return line[: len(line) - len(line.lstrip())]

    def statements(self) -> list[Token]:
        """The tokens with which statements begin."""
        if self.language == "java":
            after = (b";", b"{", b"}")
            pairs = zip(self.tokens, self.tokens[1:], strict=False)
            return [t for before, t in pairs if before.text in after and t.text not in _AFTER]
        return [
            t
            for t in self.tokens
            if not self.data[self.line_start(t.start) : t.start].strip() and t.text not in _AFTER
        ]

    def statement(self, token: Token) -> tuple[int, int]:
        """The range of the statement that begins with a token, or of what looks like one."""
        if self.language == "python":
            return self.line_start(token.start), min(len(self.data), self.line_end(token.start) + 1)
        depth = 0
        for other in self.tokens[self.tokens.index(token) :]:
            depth += (other.text in (b"{", b"(")) - (other.text in (b"}", b")"))
            if depth < 0:
                return token.start, other.start
            if not depth and other.text in (b";", b"}"):
                return token.start, other.end
        return token.start, token.end


def _comment_behind(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng)
    if token is None:
        return None
    at = text.line_end(token.end)
    sign = b"//" if text.language == "java" else b"#"
    return at, at, b"  " + sign + b" " + text.note


def _comment_between(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng)
    if token is None:
        return None
    at = rng.choice((token.start, token.end))
    new = (
        b" /* " + text.note + b" */ "
        if text.language == "java"
        else b" # " + text.note + b"\n" + text.margin(token.start)
    )
    return at, at, new


def _comment_line(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng)
    if token is None:
        return None
    at = text.line_start(token.start)
    margin = rng.choice((text.margin(token.start), text.margin(token.start) + b"    "))
    sign = b"//" if text.language == "java" else b"#"
    return at, at, margin + sign + b" " + text.note + b"\n"


def _statement(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng, text.statements())
    if token is None:
        return None
    if text.language == "java":
        return token.start, token.start, text.name + rng.choice((b"(); ", b"();\n"))
    at = text.line_start(token.start)
    return at, at, text.margin(token.start) + text.name + b"()\n"


def _guard(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng, text.statements())
    if token is None or text.language == "python":
        return None
    start, end = text.statement(token)
    return start, end, b"if (" + text.name + b") { " + text.data[start:end] + b" }"


def _delete(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng, text.statements())
    return None if token is None else (*text.statement(token), b"")


def _delete_comment(text: _Text, rng: Random) -> Cut | None:
    found = list(_COMMENT[text.language].finditer(text.data))
    if not found:
        return None
    comment = rng.choice(found)
    return comment.start(), comment.end(), b""


def _delete_mark(text: _Text, rng: Random) -> Cut | None:
    found = [t for t in text.tokens if _MARK.fullmatch(t.text)]
    token = text.place(rng, found)
    return None if token is None else (token.start, token.end, rng.choice((b"x", text.name)))


def _named(text: _Text) -> list[Token]:
    return [t for t in text.tokens if _VALUE.match(t.text) and t.text not in _WORDS[text.language]]


def _rename(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng, _named(text))
    return None if token is None else (token.start, token.end, text.name)


def _operand(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng, _named(text))
    if token is None:
        return None
    if rng.random() < 0.5:
        return token.start, token.start, text.name + rng.choice((b" + ", b" < ", b" - ", b"() + ", b"."))
    return token.end, token.end, rng.choice((b" + ", b" < ", b" == ", b".", b" * ")) + text.name


def _call(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng, _named(text))
    return None if token is None else (token.start, token.end, text.name + b"(" + token.text + b")")


def _operator(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng, [t for t in text.tokens if t.text in _OPERATORS])
    return None if token is None else (token.start, token.end, _OPERATORS[token.text])


def _negated(text: _Text, rng: Random) -> Cut | None:
    found = [t for t in text.tokens if t.text in (b"!", b"not")]
    token = text.place(rng, found)
    return None if token is None else (token.start, token.end, b"")


def _truth(text: _Text, rng: Random) -> Cut | None:
    """A mark in a condition."""
    found = [
        t
        for word, t in zip(text.tokens, text.tokens[1:], strict=False)
        if word.text in (b"if", b"while", b"elif", b"(")
    ]
    token = text.place(rng, [t for t in found if _NAME.match(t.text) or t.text in (b"(", b"!")])
    join = (b" && ", b" || ") if text.language == "java" else (b" and ", b" or ")
    return None if token is None else (token.start, token.start, text.name + rng.choice(join))


def _cut_token(text: _Text, rng: Random) -> Cut | None:
    token = text.place(rng)
    return None if token is None else (token.start, token.end, b"")


def _copy(text: _Text, rng: Random) -> Cut | None:
    one, other = text.place(rng, text.statements()), text.place(rng, text.statements())
    if one is None or other is None:
        return None
    start, end = text.statement(one)
    at = text.line_start(other.start) if text.language == "python" else other.start
    return at, at, text.data[start:end] + (b" " if text.language == "java" else b"")


KINDS: dict[str, Callable[[_Text, Random], Cut | None]] = {
    "comment behind a line": _comment_behind,
    "comment between tokens": _comment_between,
    "comment on its own line": _comment_line,
    "statement": _statement,
    "guard": _guard,
    "deleted statement": _delete,
    "deleted comment": _delete_comment,
    "deleted mark": _delete_mark,
    "renamed": _rename,
    "operand": _operand,
    "call": _call,
    "operator": _operator,
    "no negation": _negated,
    "condition": _truth,
    "deleted token": _cut_token,
    "copied statement": _copy,
}


def marked(source: SourceFile, rng: Random, count: int = 4) -> SourceFile:
    """A source with some marks, or the source itself where none fit."""
    number = iter(range(100, 1000))
    kinds = [
        _comment_behind, _comment_between, _comment_line, _statement, _statement, _operand, _rename, _call,
    ]  # fmt: skip
    made = source
    for _ in range(count):
        text = _Text(made.data, source.language, (0, len(made.data)), number)
        cut = rng.choice(kinds)(text, rng)
        if cut is None:
            continue
        start, end, new = cut
        changed = SourceFile(made.data[:start] + new + made.data[end:], source.path, source.language)
        if changed.parses:
            made = changed
    return made


def mutants(mutator: Mutator, source: SourceFile, rng: Random, most: int) -> list[Mutant]:
    """Some mutants of a source."""
    try:
        sites = list(mutator.sites(source))
    except ParseError:
        return []
    found = list[Mutant]()
    for site in rng.sample(sites, min(most, len(sites))):
        try:
            found.append(mutator.apply(source, site, rng.randrange(100)))
        except MutationError:
            continue
    return found


def draw(mutant: Mutant, rng: Random) -> Marked | None:
    """A patch of one to three edits; most of them parse."""
    language, number = mutant.source.language, iter(range(1, 100))
    edits = mutant.local.edits
    near = edits[0].start, max(edits[-1].end, edits[0].start + len(edits[0].new.encode()))
    data, kinds = mutant.mutant_data, list[str]()
    wanted, broken = rng.choice((1, 1, 1, 2, 3)), rng.random() < 0.03
    for _ in range(12):
        kind = rng.choice(list(KINDS))
        cut = KINDS[kind](_Text(data, language, near, number), rng)
        if cut is None:
            continue
        start, end, new = cut
        changed = data[:start] + new + data[end:]
        if not broken and not SourceFile(changed, language=language).parses:
            continue
        data = changed
        kinds.append(kind)
        if len(kinds) == wanted:
            break
    return Marked(mutant, data, tuple(kinds)) if kinds and data != mutant.mutant_data else None


def undone(patch: Marked) -> em.Undone | em.UndoConflict:
    """What undo makes of a patch; in the whole source where the mutation reaches beyond a member."""
    try:
        return patch.mutant.undo(SourceFile(patch.text, language=patch.mutant.source.language))
    except em.UndoConflict as conflict:
        return conflict


def patches(
    mutator: Mutator, sources: Sequence[SourceFile], rng: Random, count: int, most: int = 3
) -> Iterator[Marked]:
    """Patches of mutants of some sources with marks, at most `most` of a mutant.

    Args:
        mutator: makes the mutants.
        sources: of its language; each is taken again and again, with other marks.
        count: how many patches.
    """
    made, barren = 0, 0
    while made < count and barren < 10 * len(sources):
        before = made
        for mutant in mutants(mutator, marked(rng.choice(sources), rng), rng, 2):
            for patch in (draw(mutant, rng) for _ in range(most)):
                if patch is not None and made < count:
                    made += 1
                    yield patch
        barren = 0 if made > before else barren + 1


def notes(text: bytes) -> Counter[bytes]:
    """The marks in comments of a text."""
    return Counter(mark for mark in _MARK.findall(text) if mark.startswith(b"note"))


def lost(patch: Marked, answer: em.Undone) -> str:
    """Which mark an answer does not have as often as the patch has it, or still has; "" where all is right.

    An empty answer has no marks: nothing is left of the member.
    """
    if answer.verdict == "empty":
        return ""
    mutant = patch.mutant
    texts = (mutant.method.data, mutant.mutant_data, patch.text, answer.encode())
    original, made, theirs, mine = (Counter(_MARK.findall(text)) for text in texts)
    for mark in sorted({*original, *made, *theirs, *mine}):
        changed, kept = theirs[mark] - made[mark], mine[mark] - original[mark]
        if changed == kept or original[mark] != made[mark]:
            continue  # as the patch has it, or the mutation itself brought or took the mark
        if mark.startswith(b"note"):
            return f"{mark.decode()}: patched {changed:+}, undone {kept:+}"
        if (changed > 0) == (kept > 0) and (changed < 0) == (kept < 0) and _makes(patch, answer):
            continue  # the mutation itself copies a text, or takes a copy away
        return f"{mark.decode()}: patched {changed:+}, undone {kept:+}"
    return ""


def _makes(patch: Marked, answer: em.Undone) -> bool:
    """Whether the mutator makes the patched text of the answer, token for token."""
    mutant = patch.mutant
    language = mutant.source.language
    tokenize = find_language(language).tokenize
    wanted = [t.text for t in tokenize(patch.text)]
    source = SourceFile(answer.encode(), language=language)
    for site in mutant.made_by.sites(source):
        made = mutant.made_by.apply(source, site, mutant.local.seed)
        if [t.text for t in tokenize(made.data)] == wanted:
            return True
    return False
