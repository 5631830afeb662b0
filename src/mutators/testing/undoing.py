"""The law of undo (L6): patches of mutants, of which the right answer is known, and what undo makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from mutators.model import EditConflict, Mutation, UndoConflict, apply_edits, invertible
from mutators.mutant import Mutant
from mutators.seeding import site_key
from mutators.testing.broken import diff
from mutators.testing.trial import Trial
from mutators.undo.texts import known_source
from parsers.language import Token

_WHOLE = 0.2
"""Share of the mutants that are patched in their whole source, which takes longer than in the member alone."""


@dataclass
class Undos:
    """The numbers of undone patched mutants and of conflicts."""

    undone: int = 0
    conflicts: int = 0


@dataclass(frozen=True)
class _Text:
    """A mutated text and the original, of a member or of a whole source.

    Attributes:
        mutant: the mutant.
        record: relative to these texts.
        data, original: the two texts.
    """

    mutant: Mutant
    record: Mutation
    data: bytes
    original: bytes

    def kept(self) -> Iterator[tuple[int, int, int]]:
        """Yield the byte ranges of the mutated text that no edit touches, and what to add for offsets in the original."""
        at = shift = 0
        for edit in self.record.edits:
            yield at, edit.start - shift, shift
            at = edit.start - shift + len(edit.new.encode())
            shift += len(edit.old.encode()) - len(edit.new.encode())
        yield at, len(self.data), shift


def _put(data: bytes, start: int, end: int, new: bytes) -> bytes:
    return data[:start] + new + data[end:]


def check_undo(trial: Trial, mutant: Mutant, rng: Random, undos: Undos) -> None:
    """Check the undo of a mutant, on itself and on patches.

    Args:
        trial: The mutator and the source of the mutant.
        mutant: The mutant.
        rng: Source of the drawn patches.
        undos: Counts of the answers.

    Raises:
        LawBroken: undo is not the identity on the mutant, gives another text than the original with the patch, or raises something
            else than an `UndoConflict`.
    """
    texts = (
        _Text(mutant, mutant.local, mutant.mutant_data, mutant.method.data),
        _Text(mutant, mutant.mutation, mutant.data, mutant.source.data),
    )
    for text in texts:
        if _undone(trial, text, text.data) != text.original:
            raise trial.broken_by("L6 undo", "it is not the identity on the mutant itself", mutant)
    member = texts[0]
    again = _undone(trial, member, member.data, restore=True)
    if again is not None and not _alike(trial, again, member.original):
        shown = diff(member.original.decode(), again.decode(), ("expected", "undone"))
        raise trial.broken_by("L6 undo", f"restore makes another text of the mutant\n{shown}", mutant)
    text = texts[rng.random() < _WHOLE]
    for patched, expected in _unrelated(trial, text, rng):
        _check_patch(trial, text, patched, expected, undos)
    for patched in _damaged(trial, member, rng):
        _undone(trial, member, patched)


def _check_patch(trial: Trial, text: _Text, data: bytes, expected: bytes, undos: Undos) -> None:
    """Check the undo of an unrelated patch: the mutator's own part of it, since what that loses is a conflict of the whole."""
    answer = _undone(trial, text, data, restore=True)
    if answer is None:
        undos.conflicts += 1
        return
    undos.undone += 1
    if _alike(trial, answer, expected) or _made_again(trial, text, data, answer):
        return
    shown = "\n".join(
        [
            "undo gives another text than the original with the patch; the patch:",
            diff(text.data.decode(), data.decode(), ("mutant", "patched")),
            "the answer:",
            diff(expected.decode(), answer.decode(), ("expected", "undone")),
            "the mutation:",
        ]
    )
    raise trial.broken_by("L6 undo", shown, text.mutant)


def _made_again(trial: Trial, text: _Text, patched: bytes, answer: bytes) -> bool:
    """Return whether the mutator makes the patched text of an answer, so that the patch is a mutant of it, too."""
    mutant = text.mutant
    key = int.from_bytes(site_key(trial.seed, mutant.method, mutant.mutation.site))
    undone = trial.fresh(answer)
    for method in undone.source.methods:
        for site, match in trial.mutator.found(method):
            if site.params == mutant.local.site.params and match.obstacle() is None:
                made = apply_edits(answer, invertible(match.edits(Random(key))))
                if _alike(trial, made, patched):
                    return True
    return False


def _undone(trial: Trial, text: _Text, data: bytes, *, restore: bool = False) -> bytes | None:
    """Return the patched text without the mutation, None for a conflict.

    Args:
        restore: ask the mutator's own `restore` alone, also where the patched text is the mutant.
    """
    patched = known_source(text.data, trial.source.language).edited(data, trial.source.path)
    try:
        if restore:
            return trial.mutator.restore(patched, text.original, text.data, text.record)
        return trial.mutator.undo(patched, text.original, text.record).encode()
    except (UndoConflict, EditConflict):
        return None
    except Exception as error:
        shown = diff(text.data.decode(), data.decode(), ("mutant", "patched"))
        reason = f"undo raises {error!r}, not an UndoConflict\nthe patch:\n{shown}\nthe mutation:"
        raise trial.broken_by("L6 undo", reason, text.mutant) from error


def _alike(trial: Trial, one: bytes, other: bytes) -> bool:
    """Return whether two texts have the same tokens."""
    tokens, others = (trial.language.tokenize(data) for data in (one, other))
    return [token.text for token in tokens] == [token.text for token in others]


def _unrelated(trial: Trial, text: _Text, rng: Random) -> Iterator[tuple[bytes, bytes]]:
    """Yield patched texts, each with the original after the same patch: tokens changed, and a comment put in."""
    tokens = trial.language.tokenize(text.data)
    free = [
        (token, shift)
        for start, end, shift in text.kept()
        # Not those beside an edit: what is put there may belong before or behind what the mutation took out.
        for token in [token for token in tokens if start <= token.start and token.end <= end][1:-1]
        if token.text[-1:].isalnum()
    ]
    if not free:
        return
    for change in (_other, _other, partial(_commented, trial.language.comment)):
        token, shift = rng.choice(free)
        patched = _put(text.data, token.start, token.end, change(token))
        yield patched, _put(text.original, token.start + shift, token.end + shift, change(token))


def _damaged(trial: Trial, text: _Text, rng: Random) -> Iterator[bytes]:
    """Yield texts in which one of the mutated tokens is another one, is gone, or is twice."""
    kept = list(text.kept())
    tokens = [
        token
        for token in trial.language.tokenize(text.data)
        if not any(start <= token.start and token.end <= end for start, end, _ in kept)
    ]
    for change in (_other, _nothing, _twice) if tokens else ():
        token = rng.choice(tokens)
        yield _put(text.data, token.start, token.end, change(token))


def _other(token: Token) -> bytes:
    return token.text + b"7" if token.text[-1:].isalnum() else b" fresh7 "


def _nothing(token: Token) -> bytes:
    return b" "


def _twice(token: Token) -> bytes:
    return token.text + b" " + token.text


def _commented(comment: bytes, token: Token) -> bytes:
    return comment + b" " + token.text
