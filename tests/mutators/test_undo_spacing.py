"""Undo of a tokenised text, as models emit it: one line, a blank between any two tokens, no comments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import equimorph as em
from mutators import Mutant, names
from mutators.lines import map_offset
from parsers.java.syntax.tokens import tokenize
from tests.laws.corpus import EXAMPLES, PROGRAMS, SUBJECTS, sample

OURS = [program for program in PROGRAMS if program.path.is_relative_to(SUBJECTS)]
OURS += [program for program in PROGRAMS if program.path.is_relative_to(EXAMPLES)]
PATCH = b"patch0(1);"
RARE = (
    "method-renaming",
    "parameter-adding",
    "string-equality",
    "switch-to-if",
    "ternary-to-if",
    "infix-dividing",
)
"""Mutators with few sites in few programs."""


def words(text: str | bytes) -> list[bytes]:
    return [token.text for token in tokenize(text.encode() if isinstance(text, str) else text)]


def spaced(data: bytes) -> str:
    """The tokens with a blank between any two; only a shift operator stays together, which the lexer takes apart."""
    parts: list[bytes] = []
    end = -1
    for token in tokenize(data):
        shift = token.start == end and parts[-1] == b">" and token.text in (b">", b">=")
        parts += (b"" if shift or not parts else b" ", token.text)
        end = token.end
    return b"".join(parts).decode()


def parses(text: str) -> bool:
    try:
        return not em.SourceFile.from_text(text).has_error
    except em.ParseError:
        return False


def with_patch(data: bytes, place: int) -> bytes:
    return data[:place] + PATCH + data[place:]


def body(mutant: Mutant) -> int | None:
    """Where the brace of the member's body stands in the text that is mutated, None where no statement may follow it."""
    method = em.Method.of(mutant.member)
    block = method.root if method.root.type == "block" else method.root.first("block")
    if method.kind not in ("method", "initializer", "static-initializer") or block is None:
        return None
    return block.start - mutant.offset


def cases(mutant: Mutant) -> Iterator[tuple[bytes, bytes]]:
    """Texts and what they are when the mutation is undone: the member, and the member with a patch."""
    original, data = mutant.method.data, mutant.mutant_data
    yield data, original
    place = body(mutant)
    if place is not None:
        there = map_offset(mutant.local.edits, place)
        yield with_patch(data, there + 1), with_patch(original, place + 1)


@pytest.mark.parametrize("mutator", names())
def test_a_tokenised_text_is_undone(mutator: str) -> None:
    done = patched = conflicts = 0
    for program in OURS:
        found = sample(mutator, program, 3, f"{program.name} {mutator}")
        texts = [(mutant, *case) for mutant in found for case in cases(mutant)]
        texts += [(mutant, mutant.data, mutant.source.data) for mutant in found[:1]]
        for mutant, text, wanted in texts:
            model = spaced(text)
            if not parses(model):
                # More than one token for the lexer, one for the parser.
                assert b"non-sealed" in text or b"@interface" in text
                continue
            try:
                undone = em.undo(model, mutant)
            except em.UndoConflict:
                # `patch0(1)` brings another (1), and comes between what was one declaration.
                assert mutator in ("parenthesise", "declaration-split")
                assert PATCH in text
                conflicts += 1
                continue
            assert words(undone) == words(wanted), f"{mutant.diff()}\n{model}\n{undone}"
            assert undone.parses
            done += 1
            patched += text.count(PATCH)
    assert done > (5 if mutator in RARE else 100)
    assert patched > (2 if mutator in RARE else 40)
    assert conflicts <= done / 20
