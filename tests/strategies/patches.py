"""What a third party may do to a mutant: random patches, each with what undo has to make of it.

An "unrelated" patch touches no mutated token, nor the declaration of the variable that is cast or stood in for. A "related" one
copies, moves, uses or removes mutated text, or edits that declaration, in a way of which the right answer is known. After a
"contradicting" one nothing but a conflict is right. "Tampering" damages mutated tokens.
`judge` tells what an answer is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

import equimorph as em
from mutators import Mutant
from parsers.java.tokens import tokenize
from tests.strategies.edits import UNRELATED, Make
from tests.strategies.mutated_edits import CONTRADICTING, RELATED, damage
from tests.strategies.paired import Copy, Op, Pair, Torn, words

__all__ = ["GROUPS", "Group", "Patch", "Verdict", "draw", "judge", "undo"]

Verdict = Literal["right", "blanks", "unparsable", "conflict", "wrong"]
"""Undone to the byte; undone but for blanks where they are not known; undone, but it does not parse; in conflict; wrong."""

Group = Literal["unrelated", "related", "contradicting", "tampering"]

GROUPS: Mapping[Group, Mapping[str, Make]] = {
    "unrelated": UNRELATED,
    "related": RELATED,
    "contradicting": CONTRADICTING,
    "tampering": {},
}


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
    """

    kind: str
    text: str
    whole: bool
    lines: tuple[int, int] | None
    expected: bytes | None
    exact: bool = True
    damage: tuple[bytes, ...] | None = None


def draw(pair: Pair, group: Group, rng: Random, tries: int = 30) -> Patch | None:
    """A random patch of a group; None if none of the kinds applies that were tried."""
    for _ in range(tries):
        try:
            if group == "tampering":
                return _damaged(pair, rng)
            kind = rng.choice(list(GROUPS[group]))
            ops = GROUPS[group][kind](pair, rng)
            if ops is None or (group == "unrelated" and _reaches_anchor(pair, ops)):
                continue
            if group == "related" and rng.random() < 0.2:
                ops += UNRELATED["several"](pair, rng) or []
            patch = _patch(pair, kind, ops, rng)
        except Torn:
            continue
        if patch is not None:
            return replace(patch, expected=None) if group == "contradicting" else patch
    return None


def _reaches_anchor(pair: Pair, ops: list[Op]) -> bool:
    ranges = [(op.start, op.end) for op in ops]
    ranges += [(piece.start, piece.end) for op in ops for piece in op.new if isinstance(piece, Copy)]
    return pair.anchor is not None and any(a < pair.anchor[1] and pair.anchor[0] < b for a, b in ranges)


def _patch(pair: Pair, kind: str, ops: list[Op], rng: Random) -> Patch | None:
    patched, expected = pair.apply(ops)
    if patched == pair.mutated:
        return None
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
    if start == end == lines.start(first) and hunk.endswith(b"\n") and rng.random() < 0.5:
        last = first - 1  # between two lines
    else:
        hunk = whole[lines.start(first) : lines.end(last) + len(whole) - len(source)]
        bare = hunk.removesuffix(b"\n").removesuffix(b"\r")
        if bare and not bare.endswith((b"\n", b"\r")) and rng.random() < 0.5:
            hunk = bare  # gets the line end of what it replaces
    return Patch(kind, hunk.decode(), True, (first, last), answer, exact)


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
            return em.undo_hunk(mutant, patch.text, patch.lines)
        return em.undo(patch.text, mutant)
    except em.UndoConflict as conflict:
        return conflict


def judge(pair: Pair, patch: Patch, answer: em.Undone | em.UndoConflict) -> tuple[Verdict, str]:
    """The verdict, and what is wrong."""
    if isinstance(answer, em.UndoConflict):
        return "conflict", ""
    data = answer.encode()
    good: Verdict = "right" if answer.parses else "unparsable"
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
