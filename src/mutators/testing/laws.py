"""The laws of mutants: deterministic, inverted exactly, recorded, valid, local."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from random import Random

from mutators.model import EditConflict, Mutation, MutationError, apply_edits, checked, sha256
from mutators.mutant import Mutant
from mutators.testing.broken import diff
from mutators.testing.trial import Trial
from parsers.errors import ParseError
from parsers.language import Language
from parsers.source import SourceFile

_BOM = "\ufeff".encode()


def check_deterministic(trial: Trial) -> None:
    """Check that a mutant depends on nothing but the seed, the member and the site (L1).

    Raises:
        LawBroken: the same site has another mutant when asked again, in a fresh source in another order, or where the member
            is at another place of its file.
    """
    sites = [mutant.local.site.moved(mutant.offset) for mutant in trial.mutants]
    again = [trial.mutant(site) for site in sites]
    for one, other in zip(trial.mutants, again, strict=True):
        _check_same(trial, one, other, "the second application makes another mutant")
    fresh = trial.fresh()
    if fresh.judged != trial.judged:
        raise trial.broken("L1 determinism", "a fresh source of the same text has other sites or reasons")
    order = Random(trial.seed).sample(range(len(sites)), len(sites))
    for i in order:
        _check_same(trial, trial.mutants[i], fresh.mutant(sites[i]), "a fresh source has another mutant")
    _check_moved(trial)


def _check_moved(trial: Trial) -> None:
    """Check that a member has the same sites and mutants one line further down its file."""
    moved = trial.fresh(trial.language.comment + b"\n" + trial.source.data.removeprefix(_BOM))
    shift = len(moved.source.data) - len(trial.source.data)
    same = [(m.start + shift, m.data) for m in trial.source.methods]
    try:
        if [(m.start, m.data) for m in moved.source.methods] != same:
            return  # what stands before them is part of the members: bare statements
    except ParseError:
        return
    if moved.judged != tuple([(site.moved(shift), reason) for site, reason in trial.judged]):
        raise trial.broken("L1 determinism", "one line further down, the members have other sites or reasons")
    if trial.mutator.reach != "member":
        return  # the mutant is of the whole text, which is another one
    for one, other in zip(trial.mutants, moved.mutants, strict=True):
        _check_same(trial, one, other, "one line further down, the member has another mutant")


def _check_same(trial: Trial, one: Mutant, other: Mutant, reason: str) -> None:
    if one.local != other.local or one.mutant_data != other.mutant_data:
        shown = f"\n{diff(one.mutant, other.mutant, ('one', 'other'))}"
        raise trial.broken_by("L1 determinism", reason + shown, one)


def check_inverts(trial: Trial) -> None:
    """Check that inverting gives the original byte for byte, of the member and of the whole source (L2).

    Raises:
        LawBroken: it does not.
    """
    for mutant in trial.mutants:
        for record, data, original in _both(mutant):
            try:
                exact = record.invert(data) == original
            except MutationError as error:
                raise trial.broken_by("L2 inversion", str(error), mutant) from error
            if not exact:
                raise trial.broken_by(
                    "L2 inversion", "inverting gives another text than the original", mutant
                )


def check_record(trial: Trial) -> None:
    """Check that records survive JSON and suffice alone (L3).

    Raises:
        LawBroken: a record is another one after JSON, or does not make the mutant of the original, or the original of the mutant.
    """
    for mutant in trial.mutants:
        for record, data, original in _both(mutant):
            try:
                again = Mutation.from_dict(json.loads(json.dumps(record.to_dict(), allow_nan=False)))
                fits = again.apply(original) == data and again.invert(data) == original
            except (MutationError, TypeError, ValueError) as error:
                raise trial.broken_by("L3 record", f"it does not survive JSON: {error}", mutant) from error
            if again != record:
                raise trial.broken_by("L3 record", f"JSON makes {again} of {record}", mutant)
            if not fits or again.original_sha256 != sha256(original) or again.mutant_sha256 != sha256(data):
                raise trial.broken_by("L3 record", "it does not belong to its texts", mutant)


def _both(mutant: Mutant) -> Iterable[tuple[Mutation, bytes, bytes]]:
    """Return the records of a mutant, each with the mutated and the original text."""
    yield mutant.local, mutant.mutant_data, mutant.method.data
    yield mutant.mutation, mutant.data, mutant.source.data


def check_valid(trial: Trial) -> None:
    """Check that no mutant has a syntax error where the source has none (L4).

    Raises:
        LawBroken: one has.
    """
    if trial.source.has_error:
        return
    for data, mutant in {mutant.data: mutant for mutant in trial.mutants}.items():
        try:
            wrong = SourceFile(data, trial.source.path, trial.source.language).has_error
        except ParseError as error:
            raise trial.broken_by("L4 validity", str(error), mutant) from error
        if wrong:
            raise trial.broken_by("L4 validity", "the mutant has a syntax error", mutant)


def check_local(trial: Trial) -> None:
    """Check that nothing outside the edits changes, and no comment is lost (L5).

    Raises:
        LawBroken: something does, an edit is outside the member, or a comment of the member is gone.
    """
    language, source = trial.language, trial.source.data
    comments: dict[tuple[int, int], Counter[int]] = {}
    for mutant in trial.mutants:
        edits, method = mutant.mutation.edits, mutant.method
        try:
            made = apply_edits(source, edits)
            ordered = checked(edits)
        except EditConflict as error:
            raise trial.broken_by("L5 locality", str(error), mutant) from error
        if made != mutant.data or ordered != edits:
            raise trial.broken_by(
                "L5 locality", "the mutant differs from the original outside the edits", mutant
            )
        if any(not method.start <= edit.start <= edit.end <= method.end for edit in edits):
            raise trial.broken_by("L5 locality", "an edit lies outside the member", mutant)
        place = method.start, method.end
        if place not in comments:
            comments[place] = _between_tokens(language, method.data)
        if comments[place] - _between_tokens(language, mutant.mutant_data):
            raise trial.broken_by("L5 locality", "a comment is lost", mutant)


def _between_tokens(language: Language, data: bytes) -> Counter[int]:
    """Return the frequency of each byte outside of the tokens of a text, blanks left out: the bytes of its comments."""
    found, at = Counter[int](), 0
    for token in language.tokenize(data):
        found.update(b"".join(data[at : token.start].split()))
        at = token.end
    found.update(b"".join(data[at:].split()))
    return found
