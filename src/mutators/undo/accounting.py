"""Accounts of a patch's additions and deletions: undo keeps all of them, or it is a conflict.

An undo that puts text of the original back, or takes text of the mutation out, may take along what the patch wrote
there, or bring back what the patch deleted. No comparison of tokens shows this for a comment. But a mutation keeps all
comments, so the undone text must have exactly the same comments as the patched one: a missing one is added where the
tokens around it are now, and one that is back is taken out. Among the tokens, the words that the mutation does not have
are counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, product, takewhile

from mutators.lines import common_prefix
from mutators.model import Edit, UndoConflict, brief
from mutators.undo.matching import common_runs
from mutators.undo.texts import known_source
from parsers.language import Language, Token, find_language
from parsers.source import SourceFile
from parsers.splicing import bytes_apart, lines_apart, words_apart

_BLANKS = b" \t\f"
_ENDS = (b"\n", b"\r")
_NEAR = 20
"""Tokens on either side that tell places apart."""
_CERTAIN = 3
"""Tokens that are the same around a comment where it is certain that its place is there."""


def accounted(edits: Iterable[Edit], texts: tuple[bytes, bytes], patched: SourceFile, undone: bytes) -> bytes:
    """Return an undone text with the comments of the patched one.

    Args:
        edits: Edits of the mutation.
        texts: The original and the mutant.
        patched, undone: The patched mutant, and the result of the undo.

    Raises:
        UndoConflict: a word or a comment that the patch wrote would be lost, or one that it deleted would be back; the region is
            in `patched`.
    """
    if _lines(patched.data, texts[1]) == _lines(
        undone, texts[0]
    ):  # most often; whole files are not read for it
        return undone
    spoken = find_language(patched.language)
    _check_words(spoken, edits, texts, patched, undone)
    if not any(sign in text for text in (patched.data, undone) for sign in spoken.comment_signs):
        return undone
    stretches = bytes_apart(patched.tokens(), patched.edited(undone).tokens()) or (slice(None), slice(None))
    differing = _surplus(
        map(_key, spoken.comments(patched.data[stretches[0]])),
        map(_key, spoken.comments(undone[stretches[1]])),
    )
    if not differing:
        return undone
    before, made = (_counted(spoken.comments(data)) for data in texts)
    wrong = {key for key in differing if before[key] == made[key]}
    return _Settled(spoken, patched.data, undone, wrong).data if wrong else undone


def _surplus(one: Iterable[bytes], other: Iterable[bytes]) -> Counter[bytes]:
    """Return the surplus of each element of a sequence over another one, less than zero included, but not zero."""
    counts = Counter(one)
    counts.subtract(other)
    return Counter({element: count for element, count in counts.items() if count})


def _lines(one: bytes, other: bytes) -> Counter[bytes]:
    """Return the surplus of each line of a text over another one."""
    mine, others = lines_apart(one, other)
    return _surplus(map(bytes.strip, mine.splitlines()), map(bytes.strip, others.splitlines()))


# -- words -----------------------------------------------------------------------------------------------------------------


def _check_words(
    language: Language, edits: Iterable[Edit], texts: tuple[bytes, bytes], patched: SourceFile, undone: bytes
) -> None:
    original, mutant = (known_source(data, patched.language) for data in texts)
    # More of them in the patched text than in the mutant, in the undone text than in the original, here than there.
    after = _surplus(*words_apart(patched.tokens(), mutant.token_list))
    mine = _surplus(*words_apart(original.edited(undone).tokens(), original.token_list))
    brought = _surplus(*words_apart(original.edited(texts[1]).tokens(), original.token_list))
    wrong = {
        word
        for word in after
        if _is_word(language, word)
        and not brought[word]
        and ((after[word] > 0) != (mine[word] > 0) or (after[word] < 0) != (mine[word] < 0))
    }
    if not wrong:
        return
    own = {
        t.text for edit in edits for text in (edit.old, edit.new) for t in language.tokenize(text.encode())
    }
    written = {word for word in wrong - own if after[word] > 0}
    for token in patched.tokens() if written else ():
        if token.text in written:
            shown = brief(token.text.decode("utf-8", "replace"))
            raise UndoConflict(f"undoing would drop what the patch wrote: {shown}", (token.start, token.end))
    for word in sorted(wrong - own):
        at = common_prefix(patched.data, undone)
        shown = brief(word.decode("utf-8", "replace"))
        raise UndoConflict(f"undoing would bring back what the patch deleted: {shown}", (at, at))


def _is_word(language: Language, text: bytes) -> bool:
    return (text[:1].isalnum() or text[0] in b"_$\"'" or text[0] >= 128) and text not in language.negations


# -- comments --------------------------------------------------------------------------------------------------------------


def _key(comment: Token) -> bytes:
    """Return a comment's text without its indentation, as a key."""
    return b" ".join(comment.text.split())


def _counted(comments: Iterable[Token]) -> Counter[bytes]:
    return Counter(map(_key, comments))


class _Text:
    """A text with its comments and its visible tokens; the ends of lines and blocks are blanks.

    Attributes:
        all: Texts of its tokens, including the layout.
    """

    def __init__(self, language: Language, data: bytes) -> None:
        tokens = language.tokenize(data)
        self.data = data
        self.all = [token.text for token in tokens]
        self.tokens = [token for token in tokens if token.text.strip()]
        self.words = [token.text for token in self.tokens]
        self.comments = language.comments(data)
        self._starts = [token.start for token in self.tokens]

    def gap(self, comment: Token) -> int:
        """Return the number of tokens before a comment."""
        return bisect_left(self._starts, comment.start)

    def differing(self, other: _Text) -> tuple[int, int]:
        """Return the byte range, of whole tokens and comments of both texts, outside which another one is the same.

        There both have the same comments: no place there is touched, which may be one outside the member.
        """
        head = common_prefix(self.data, other.data)
        tail = common_prefix(self.data[head:][::-1], other.data[head:][::-1])
        for text in (self, other, self):
            size = len(text.data)
            for part in (*text.tokens, *text.comments):
                head = part.start if part.start < head < part.end else head
                tail = size - part.end if part.start < size - tail < part.end else tail
        return head, len(self.data) - tail

    def gaps(self, start: int, end: int) -> range:
        """Return the places before, between and behind the tokens of a byte range."""
        first = bisect_left(self._starts, start)
        return range(first, max(first, bisect_left(self._starts, end)) + 1)

    def line(self, at: int) -> int:
        """Return the start of the line of an offset."""
        return max(self.data.rfind(end, 0, at) for end in _ENDS) + 1

    def line_end(self, at: int) -> int:
        """Return the end of the line of an offset, its line end not included."""
        found = [place for end in _ENDS if (place := self.data.find(end, at)) >= 0]
        return min(found, default=len(self.data))

    def behind_line(self, at: int) -> int:
        """Return the start of the line after the line of an offset."""
        end = self.line_end(at)
        return end + (2 if self.data[end : end + 2] == b"\r\n" else len(self.data[end : end + 1]))

    def margin(self, at: int) -> bytes:
        """Return the blanks at the start of the line of an offset."""
        line = self.data[self.line(at) : at]
        return line[: len(line) - len(line.lstrip(_BLANKS))]

    def is_alone(self, comment: Token) -> bool:
        """Return whether nothing else is in the lines of a comment."""
        before = self.data[self.line(comment.start) : comment.start]
        return not before.strip(_BLANKS) and not self.data[comment.end : self.line_end(comment.end)].strip()


class _Settled:
    """An undone text in which some comments are made as frequent as in the patched one.

    Args:
        wrong: what these comments say.

    Attributes:
        data: the text.
    """

    def __init__(self, language: Language, patched: bytes, undone: bytes, wrong: set[bytes]) -> None:
        self._language = language
        self._theirs = _Text(language, patched)
        mine = self._mine = _Text(language, undone)
        head, tail = mine.differing(self._theirs)
        # A place among what differs, or else in its lines.
        self._bounds = [
            (undone[:head].rstrip(), undone[tail:].lstrip()),
            (undone[: mine.line(head)], undone[mine.line_end(tail) :]),
        ]
        self._places = mine.gaps(head, tail)
        self._to = {-1: -1, len(self._theirs.words): len(mine.words)}
        for run in common_runs(self._theirs.words, mine.words):
            self._to.update({run.one + i: run.other + i for i in range(run.size)})
        lost, back = self._differing(wrong)
        for comment in reversed(back):
            self._settle(
                self._without(comment),
                -1,
                comment,
                "bring back a comment that the patch deleted",
                (head, head),
            )
        for comment in lost:
            region = (comment.start, comment.end)
            self._settle(self._with(comment), 1, comment, "drop a comment of the patch", region)
        self.data = self._mine.data

    def _differing(self, wrong: set[bytes]) -> tuple[list[Token], list[Token]]:
        """Return the comments of the patched text that are gone, and the comments of the undone text that are back."""
        theirs, mine = (
            [comment for comment in text.comments if _key(comment) in wrong]
            for text in (self._theirs, self._mine)
        )
        for comment in list(theirs):
            gap = self._theirs.gap(comment)
            for other in mine:
                at = self._mine.gap(other)
                if _key(other) == _key(comment) and at in (self._behind(gap), self._to.get(gap)):
                    theirs.remove(comment)
                    mine.remove(other)
                    break
        for comment in theirs:
            if any(_key(other) == _key(comment) for other in mine):
                shown = brief(comment.text.decode("utf-8", "replace"))
                region = (comment.start, comment.end)
                raise UndoConflict(
                    f"it is not certain which of several equal comments the patch changed: {shown}", region
                )
        return theirs, mine

    def _behind(self, gap: int) -> int | None:
        """Return the place behind the token that precedes a place of the patched text."""
        before = self._to.get(gap - 1)
        return None if before is None else before + 1

    def _settle(
        self, texts: Iterable[bytes], more: int, comment: Token, what: str, region: tuple[int, int]
    ) -> None:
        """Take the first text that has one comment more or less, and is else the same."""
        wanted = _counted(self._mine.comments)
        wanted[_key(comment)] += more
        for (head, tail), data in product(self._bounds, texts):
            if data.startswith(head) and data.endswith(tail):
                text = _Text(self._language, data)
                if text.all == self._mine.all and _counted(text.comments) == +wanted:
                    self._mine = text
                    return
        raise UndoConflict(f"undoing would {what}: {brief(comment.text.decode('utf-8', 'replace'))}", region)

    def _without(self, comment: Token) -> Iterator[bytes]:
        """Yield the undone text without a comment, dropping its lines, its blanks, or putting a blank in its place."""
        mine, data = self._mine, self._mine.data
        if mine.is_alone(comment):
            yield data[: mine.line(comment.start)] + data[mine.behind_line(comment.end) :]
        before = data[: comment.start]
        if comment.end == mine.line_end(comment.end):
            yield before.rstrip(_BLANKS) + data[comment.end :]
        yield before + data[comment.end :]
        yield before + b" " + data[comment.end :]

    def _with(self, comment: Token) -> Iterator[bytes]:
        """Yield the undone text with a comment of the patched text, at the place where it belongs, in several ways."""
        mine, data = self._mine, self._mine.data
        gap, ahead = self._place(comment)
        start = mine.tokens[gap - 1].end if gap else 0
        end = mine.tokens[gap].start if gap < len(mine.tokens) else len(data)
        line_end = b"\r\n" if b"\r\n" in data else b"\n"
        text = comment.text
        first = mine.line(start) + len(mine.margin(start))
        own = [
            (at, text + line_end + mine.margin(at))
            for at in (end, first)
            if not data[mine.line(at) : at].strip()
        ]
        gap_after = b"" if data[start : start + 1].isspace() or start == len(data) else b" "
        here = [(start, b" " + text + gap_after), (start, b" " + text)]
        last = (mine.line_end(start), b"  " + text)
        there = [(end, text + b" "), last, (mine.line_end(end), b"  " + text)]
        there += [(at, text + line_end + mine.margin(at)) for at in (start, end)]
        if not data[start : last[0]].strip():
            here.insert(0, (start, b"  " + text))
        if ahead:
            here.insert(0, (end, text + b" "))
        for at, new in chain(own, here, there) if self._theirs.is_alone(comment) else chain(here, there, own):
            yield data[:at] + new + data[at:]

    def _place(self, comment: Token) -> tuple[int, bool]:
        """Return before which token of the undone text a comment belongs, and whether that token, not the one before, says so."""
        gap = self._theirs.gap(comment)
        behind, before = self._behind(gap), self._to.get(gap)
        if behind is not None and behind == before:
            return behind, False
        known = sorted(((self._same(gap, at), at) for at in self._places), reverse=True)
        if known[0][0] >= _CERTAIN and (len(known) == 1 or known[0][0] > known[1][0]):
            return known[0][1], False
        for distance in range(len(self._theirs.words) + 1):
            sides = [(self._behind(gap - distance), False), (self._to.get(gap + distance), True)]
            for place, ahead in sides[::-1] if self._theirs.is_alone(comment) else sides:
                if place is not None and place in self._places:
                    return place, ahead
        return self._places[-1], False

    def _same(self, gap: int, at: int) -> int:
        """Return the number of equal tokens around a place of the patched text and a place of the undone one."""
        theirs, mine = self._theirs.words, self._mine.words
        before = zip(
            reversed(theirs[max(0, gap - _NEAR) : gap]), reversed(mine[max(0, at - _NEAR) : at]), strict=False
        )
        behind = zip(theirs[gap : gap + _NEAR], mine[at : at + _NEAR], strict=False)
        return sum(sum(1 for _ in takewhile(_equal, pairs)) for pairs in (before, behind))


def _equal(pair: tuple[bytes, bytes]) -> bool:
    return pair[0] == pair[1]
