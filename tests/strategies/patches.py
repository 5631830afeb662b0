"""What a third party may do to a mutant: random patches, each with what undo has to make of it.

An "unrelated" patch touches no mutated token, nor the declaration of the variable that is cast or stood in for. A "related" one
copies, moves, uses or removes mutated text, or edits that declaration, in a way of which the right answer is known. After a
"contradicting" one nothing but a conflict is right. "Tampering" damages mutated tokens.
`judge` tells what an answer is worth. Of the mutators in `EXCHANGES` every answer must be a text of which they make the patched one
again; where what the patch means is not certain, that is all that is asked of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

import equimorph as em
from mutators import Mutant, get
from mutators.model import apply_edits
from mutators.seeding import site_key
from parsers.java.syntax.tokens import tokenize
from tests.strategies.edits import UNRELATED, Make
from tests.strategies.mutated_edits import CONTRADICTING, OF_COPIES, RELATED, TAMPERING, damage
from tests.strategies.paired import Pair
from tests.strategies.pieces import EXCHANGES, Copy, Op, Torn, words

__all__ = ["GROUPS", "Group", "Patch", "Verdict", "draw", "judge", "undo"]

Verdict = Literal["right", "blanks", "unparsable", "conflict", "wrong"]
"""Undone to the byte; undone but for blanks where they are not known; undone, but it does not parse; in conflict; wrong."""

Group = Literal["unrelated", "related", "contradicting", "tampering"]

GROUPS: Mapping[Group, Mapping[str, Make]] = {
    "unrelated": UNRELATED,
    "related": RELATED,
    "contradicting": CONTRADICTING,
    "tampering": TAMPERING,
}


SEEN_GONE = ("reorder-condition", "parenthesise")
"""Mutators whose undo leaves a patch as it is that has nothing left of the mutation."""


@dataclass(frozen=True)
class Patch:
    """A patched mutant.

    Attributes:
        kind: what was done.
        text: the member, the whole source if `whole`, or a hunk if there are `lines`.
        whole: the answer is the whole source, not the member alone.
        lines: 1-based lines (first, last) of the mutated source that the hunk replaces.
        expected: the right answer; None if there is none but a conflict, or if there is a `damage`.
        exact: the right answer is known to the byte, not only its tokens and comments.
        damage: of tampering: any text is right in which these tokens are, in order, and nothing of the mutation is left.
        certain: nothing else is right.
        remade: the answer must be a text of which the mutator makes the patched one; if not `certain`, that suffices.
        gone: nothing is left of the mutation: the patched text as it stands is right, too.
    """

    kind: str
    text: str
    whole: bool
    lines: tuple[int, int] | None
    expected: bytes | None
    exact: bool = True
    damage: tuple[bytes, ...] | None = None
    certain: bool = True
    remade: bool = False
    gone: bool = False


def draw(pair: Pair, group: Group, rng: Random, tries: int = 30) -> Patch | None:
    """A random patch of a group; None if none of the kinds applies that were tried."""
    for _ in range(tries):
        try:
            exchange = pair.mutant.mutator in EXCHANGES
            gone = pair.mutant.mutator in SEEN_GONE
            if group == "tampering" and (not exchange or rng.random() < 0.6):
                return _damaged(pair, rng)
            kind = rng.choice(list(GROUPS[group]))
            ops = GROUPS[group][kind](pair, rng)
            if ops is None or (group == "unrelated" and _reaches_anchor(pair, ops)):
                continue
            if gone and (kind == "by-hand" or (kind == "delete-mutated-statement" and _covers(pair, ops))):
                # Nothing of the mutation is left.
                patched = pair.edited(ops)
                return Patch(kind, patched.decode(), False, None, patched)
            # A copy of an exchange that is edited might be what the mutator makes of something else.
            if group == "related" and rng.random() < 0.2 and not (exchange and kind.startswith("copy")):
                ops += UNRELATED["several"](pair, rng) or []
            if exchange and (group in ("contradicting", "tampering") or kind in OF_COPIES):
                return replace(_unmapped(kind, pair.edited(ops), group), gone=_covers(pair, ops))
            patch = _patch(pair, kind, ops, rng)
        except Torn:
            continue
        if patch is not None and exchange and kind != "by-hand":
            return replace(patch, certain=group == "unrelated" and not pair.is_ambiguous(ops), remade=True)
        if patch is not None:
            return replace(patch, expected=None) if group == "contradicting" else patch
    return None


def _covers(pair: Pair, ops: list[Op]) -> bool:
    """Whether an edit takes all that the mutation brought."""
    first, last = min(s.start for s in pair.spans), max(s.end for s in pair.spans)
    return any(op.start <= first and last <= op.end for op in ops)


def _unmapped(kind: str, patched: bytes, group: Group) -> Patch:
    """A patch of mutated text that has no counterpart in the original."""
    certain = group == "contradicting"
    return Patch(kind, patched.decode(), False, None, None, certain=certain, remade=not certain)


def _reaches_anchor(pair: Pair, ops: list[Op]) -> bool:
    ranges = [(op.start, op.end) for op in ops]
    ranges += [(piece.start, piece.end) for op in ops for piece in op.new if isinstance(piece, Copy)]
    return any(a < end and start < b for a, b in ranges for start, end in pair.anchors)


def _patch(pair: Pair, kind: str, ops: list[Op], rng: Random) -> Patch | None:
    patched, expected = pair.apply(ops)
    same = _texts(patched) == _texts(pair.mutated)
    if patched == pair.mutated or (same and _texts(expected) != _texts(pair.original)):
        return None  # nothing, or blanks alone, where moved text has other neighbours in the original
    exact = pair.exact(ops)
    if not kind.startswith("hunk"):
        return _whole_or_not(pair, Patch(kind, patched.decode(), False, None, expected, exact), rng)
    source = pair.mutant.data
    whole, answer = _in_source(pair, patched), _in_source(pair, expected)
    lines = em.SourceFile(source).lines
    by = pair.mutant.offset
    start, end = min(op.start for op in ops) + by, max(op.end for op in ops) + by
    first, last = lines.line(start), lines.line(max(start, end - 1))
    hunk = whole[start : start + len(whole) - len(source)]
    is_between = start == end == lines.start(first) and hunk.endswith(b"\n")
    if is_between and (rng.random() < 0.5 or start == len(source)):
        last = first - 1  # between two lines, or behind the last one
    else:
        hunk = whole[lines.start(first) : lines.end(last) + len(whole) - len(source)]
        bare = hunk.removesuffix(b"\n").removesuffix(b"\r")
        if bare and not bare.endswith((b"\n", b"\r")) and rng.random() < 0.5:
            hunk = bare  # gets the line end of what it replaces
    return Patch(kind, hunk.decode(), True, (first, last), answer, exact)


def _texts(data: bytes) -> list[bytes]:
    return [token.text for token in tokenize(data)]


def _in_source(pair: Pair, member: bytes) -> bytes:
    source, method = pair.mutant.source.data, pair.mutant.method
    return source[: method.start] + member + source[method.end :]


def _whole_or_not(pair: Pair, patch: Patch, rng: Random) -> Patch:
    """Now and then the whole source, not the member alone."""
    if rng.random() < 0.7:
        return patch
    expected = None if patch.expected is None else _in_source(pair, patch.expected)
    return replace(patch, text=_in_source(pair, patch.text.encode()).decode(), expected=expected, whole=True)


def _damaged(pair: Pair, rng: Random) -> Patch | None:
    start, end, text, span = damage(pair, rng)
    if pair.mutant.mutator in EXCHANGES:
        return _unmapped("damage", pair.edited([Op(start, end, (text,))]), "tampering")
    if (
        len(tokenize(span.new)) == len(tokenize(span.old)) == 1
    ):  # one name for another: the right answer is known
        return _patch(pair, "damage-of-a-name", [Op(start, end, (text,))], rng)
    patched = pair.mutated[:start] + text + pair.mutated[end:]
    kept = [(t.start, t.text) for t in pair.free]
    kept += [(start, t.text) for t in tokenize(text)]
    tokens = tuple(token for _, token in sorted(kept, key=lambda item: item[0]))
    return Patch("damage", patched.decode(), False, None, None, damage=tokens)


# -- the answer ----------------------------------------------------------------------------------------------------------


def undo(mutant: Mutant, patch: Patch) -> em.Undone | em.UndoConflict:
    """The answer; whatever else is raised is a fault."""
    try:
        if patch.lines is not None:
            return em.undo_hunk(patch.text, mutant, patch.lines)
        return em.undo(patch.text, mutant)
    except em.UndoConflict as conflict:
        return conflict


def judge(pair: Pair, patch: Patch, answer: em.Undone | em.UndoConflict) -> tuple[Verdict, str]:
    """The verdict, and what is wrong."""
    if isinstance(answer, em.UndoConflict):
        return "conflict", ""
    data = answer.encode()
    good: Verdict = "right" if answer.parses else "unparsable"
    if patch.gone and answer.parses and data == patch.text.encode():
        return good, ""
    if patch.remade and answer.parses:
        if not _remakes(pair, patch, data):
            return "wrong", "the mutator does not make the patched text of it"
        if not patch.certain or patch.expected is None:
            return good, ""
        if data != patch.expected and not _remakes(pair, patch, patch.expected):
            # Where the patch is not a mutant of what is expected, as when the type of a variable is lost, any original will do.
            return good, ""
    if patch.damage is not None:
        left = _leftover(pair, patch.damage, data)
        return ("wrong", left) if left else (good, "")
    if patch.expected is None:
        return "wrong", "nothing but a conflict is right"
    if data == patch.expected:
        return good, ""
    if words(data) != words(patch.expected):
        return "wrong", "other tokens or comments than expected"
    if patch.exact:
        return "wrong", "other blanks than expected"
    return "blanks" if answer.parses else "unparsable", ""


def _remakes(pair: Pair, patch: Patch, data: bytes) -> bool:
    """Whether the mutator makes the patched text, token for token, of a text."""
    local, undone = pair.mutant.local, em.SourceFile(data if patch.whole else _in_source(pair, data))
    mutator = get(local.mutator)
    wanted = [t.text for t in tokenize(_patched(pair, patch))]
    key = int.from_bytes(site_key(local.seed, pair.mutant.member, pair.mutant.mutation.site))
    start = pair.mutant.offset
    end = len(undone.data) - (len(pair.mutant.source.data) - pair.mutant.method.end)
    for site in mutator.candidates(undone):
        in_member = start <= site.start and site.end <= end and site.params == local.site.params
        if in_member and mutator.refuse(undone, site) is None:
            made = apply_edits(undone.data, mutator.rewrite(undone, site, Random(key)))
            if [t.text for t in tokenize(made)] == wanted:
                return True
    return False


def _patched(pair: Pair, patch: Patch) -> bytes:
    """The patched source."""
    if patch.lines is None:
        return patch.text.encode() if patch.whole else _in_source(pair, patch.text.encode())
    source, (first, last) = em.SourceFile(pair.mutant.data), patch.lines
    end = source.lines.end(last) if last >= first else source.lines.start(first)
    return source.data[: source.lines.start(first)] + patch.text.encode() + b"\n" + source.data[end:]


def _leftover(pair: Pair, kept: tuple[bytes, ...], data: bytes) -> str:
    """What is left of the mutation in a text, or has got lost."""
    texts = [t.text for t in tokenize(data)]
    before = [t.text for t in tokenize(pair.original)]
    if pair.new_name is not None and pair.new_name in texts:
        return f"{pair.new_name.decode()} is left"
    for run in pair.runs:
        if pair.mutant.mutator == "useless-cast":
            run = run[1:-1]
        if len(run) > 1 and _count(texts, run) > _count(before, run):
            return f"{b' '.join(run).decode()} is left"
    rest = iter(texts)
    lost = next((text for text in kept if text not in rest), None)
    return f"{lost.decode()} is gone" if lost else ""


def _count(texts: list[bytes], run: list[bytes]) -> int:
    return sum(texts[i : i + len(run)] == run for i in range(len(texts)))
