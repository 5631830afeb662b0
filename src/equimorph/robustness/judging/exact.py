"""The criterion `exact`: a candidate repairs if, without the mutation, it is the fix (Diversity, RobustNPR section 3.4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias, get_args

import mutators as registry
from equimorph.answers import Answer as Code
from equimorph.answers import read_answer
from equimorph.bulk.job import ROW_NAME, Record, Report, Work
from equimorph.bulk.working import SECONDS
from equimorph.defects4j.methods.bug import Bug
from equimorph.models.protocol import Candidate
from equimorph.patches.undoing import replace_lines
from equimorph.robustness.judging.fixes import Fix
from equimorph.robustness.judging.joining import Case, Joined, candidates_of, missing_status
from equimorph.robustness.judging.judged import NO_CODE, TRUNCATED, JudgedRow, Measures
from equimorph.robustness.judging.patched_files import Asked
from equimorph.robustness.places import NoMembers, Place, file_sha256, place_of, split
from equimorph.rows.jsonl import encode, json_line
from equimorph.rows.row import Row, made_by, parse_row
from equimorph.runs.declared import Option, Panel
from equimorph.texts.comparing import same_tokens
from mutators import MutationError, UndoConflict, Undone
from parsers import ParseError
from parsers.language import Language, find_language

__all__ = ["EQUAL", "EQUALITY", "Equal", "Exact", "Subject", "judge_exactly"]

_QUOTES = frozenset("\"'/\\")

Equal: TypeAlias = Literal["tokens", "text", "normalised"]
"""When a candidate is the fix: it has the same tokens, the same bytes, or the same tokens in normal form (`same_tokens`)."""
EQUAL: tuple[Equal, ...] = get_args(Equal)
_EQUALITY = (
    "exact: equality with the fix, by tokens, text (its bytes), or normalised (tokens without needless parentheses"
    " and braces). Default: tokens."
)
EQUALITY = Option(panel=Panel.CHECKS, noun="equality", help=_EQUALITY)
"""The option that names one."""
Verdict: TypeAlias = Literal["hit", "miss", "unparsable", "conflict", "empty", "truncated"]


@dataclass(frozen=True)
class Exact:
    """The criterion with its options.

    Attributes:
        k: how many candidates of an answer are looked at; None for all.
        equal: when a candidate is the fix.
    """

    k: int | None = None
    equal: Equal = "tokens"
    work: ClassVar[str] = "equimorph.robustness.judging.exact:judge_exactly"
    seconds: ClassVar[float] = SECONDS

    def __post_init__(self) -> None:
        if self.equal not in EQUAL:
            raise ValueError(f"equal is {self.equal!r}, not one of {', '.join(EQUAL)}")
        if self.k is not None and self.k < 1:
            raise ValueError(f"k is {self.k}: it counts from 1")

    def options(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    def identity(self) -> dict[str, Any]:
        """Return the other inputs of the rows: the versions of all mutators, which undo."""
        return {"versions": sorted([name, registry.get(name).version] for name in registry.names())}

    def lines(self, found: Joined) -> Iterator[bytes]:
        """Yield a line for each bug or mutant and model: bug by bug, model by model, the original first.

        A bug without a repaired text is dropped, one whose text has no method, and a mutant of other text than its method.
        """
        for original, mutants in found.bugs():
            place = _place(original.bug)
            if isinstance(place, str):
                found.counts["bugs"].dropped[place] += 1
                found.counts["mutants"].dropped["bug dropped"] += sum(1 for _ in mutants)
                continue
            cases = [original]
            for case in mutants:
                if (reason := _obstacle(case, place)) is None:
                    cases.append(case)
                else:
                    found.counts["mutants"].dropped[reason] += 1
            sha256 = file_sha256(original.bug)
            for model in found.models:
                for case in cases:
                    yield encode(_line(case, model, sha256, self.k))


def _place(bug: Bug) -> Place | str:
    """Return the place of a bug, or why it cannot be judged."""
    if bug.fixed is None:
        return "no repaired text"
    try:
        return place_of(bug)
    except (MutationError, ParseError):
        return f"no {bug.language.capitalize()} method"


def _obstacle(mutant: Case, place: Place) -> str | None:
    """Return why the mutation cannot be taken out of answers to a mutant; None if it can."""
    stacked = mutant.mutant is not None and mutant.mutant.is_stacked
    if stacked if place.members else mutant.bug.buggy.encode() != place.member.data:
        return "original is not one method"
    try:
        for record in () if mutant.mutant is None else mutant.mutant.mutations:
            made_by(record, mutant.bug.language)
    except MutationError:
        return "unknown mutator"
    return None


def _line(case: Case, model: str, sha256: str | None, k: int | None) -> dict[str, Any]:
    answer = case.answers[model]
    return {
        "missing": missing_status(answer),
        ROW_NAME: f"{case.id} of {model}",
        "bug": case.bug.to_row(),
        "file_sha256": sha256,
        "mutant": None if case.mutant is None else case.mutant.data,
        "model": model,
        "candidates": [candidate.to_row() for candidate in candidates_of(answer)[:k]],
    }


def judge_exactly(options: Mapping[str, Any]) -> Work:
    """Return a function that judges the answer of a model to a bug or mutant; a row of the input is a line of `Exact.lines`."""
    exact, last = Exact(**options), _Last()

    def made(record: Record, report: Report) -> Iterator[bytes]:
        data = json_line(record.number, record.data).data
        candidates = [Candidate.from_row(candidate_row) for candidate_row in data["candidates"]]
        subject = last.subject(data, exact.equal)
        row = subject.judged(data["model"], candidates, exact.k)
        missing = data["missing"]
        yield encode((row if missing is None else replace(row, status=missing)).to_row())

    return made


class _Last:
    """Keeps the last bug in its place, for lines of one bug follow each other."""

    def __init__(self) -> None:
        self._row: Mapping[str, Any] = {}
        self._bug: Bug
        self._place: Place

    def subject(self, data: Mapping[str, Any], equal: Equal) -> Subject:
        if data["bug"] != self._row:
            self._bug = Bug.from_row(data["bug"])
            self._place = place_of(self._bug)
            self._row = data["bug"]
        mutant = None if data["mutant"] is None else parse_row(data["mutant"])
        return Subject(self._bug, self._place, mutant, equal)


@dataclass(frozen=True)
class Subject:
    """A bug or mutant of which answers are judged.

    Attributes:
        bug: Bug with a repaired text.
        place: Place of the bug.
        row: Row of the mutant; None for the original.
        equal: Criterion for a candidate to be the fix.
    """

    bug: Bug
    place: Place
    row: Row | None
    equal: Equal = "tokens"
    _known: dict[tuple[object, ...], Verdict] = field(default_factory=dict, repr=False, compare=False)
    _judged: dict[tuple[bytes | None, bool], Verdict] = field(default_factory=dict, repr=False, compare=False)

    def judged(self, model: str, candidates: Iterable[Candidate], k: int | None) -> JudgedRow:
        """Return the judged row of an answer.

        An empty candidate keeps its rank, and no count includes it. An answer with nothing else has no code.
        """
        verdicts = [_settled(self.verdict(candidate), candidate) for candidate in candidates]
        counts = Counter(verdicts)
        undone = counts["hit"] + counts["miss"]
        return JudgedRow(
            model,
            self.bug.id,
            None if self.row is None else self.row.id,
            _status(counts),
            "exact",
            mutator=None if self.row is None else self.row.mutator,
            touched=None if self.row is None else _touched(self.row),
            k=k,
            candidates=len(verdicts),
            first_hit=_first(verdicts, "hit"),
            first_undone=_first(verdicts, "hit", "miss", "unparsable"),
            undone=undone,
            conflicts=counts["conflict"],
            unparsable=counts["unparsable"],
            truncated=counts["truncated"],
            first_ended=_first_ended(verdicts),
            measures=self._measures(),
            fix_scope=self.bug.fix_scope,
            members=len(self.bug.members) or None,
        )

    def verdict(self, candidate: Candidate) -> Verdict:
        """Return the verdict on a candidate after undoing the mutation; equal candidates, and equal code, are judged once.

        A hunk for lines that the text does not have is unparsable; so is a text with a syntax error
        that conflicts, for it is not the fix.
        """
        key = (candidate.text, candidate.hunk, candidate.at)
        if key not in self._known:
            self._known[key] = self._verdict(candidate)
        return self._known[key]

    def undone(self, candidate: Candidate) -> Undone:
        """Return a candidate without the mutation; one of the original stays as it is.

        Raises:
            UndoConflict: the mutation cannot be taken out without guessing.
            ValueError: it is a hunk for lines that the text does not have.
        """
        return self._undone(self._read(candidate))

    def _undone(self, code: Code) -> Undone:
        return self._asked.undone(code)

    def _verdict(self, candidate: Candidate) -> Verdict:
        try:
            code = self._read(candidate)
        except UndoConflict:
            return "conflict"
        except ValueError:  # of replace_lines
            return "unparsable"
        key = (None if code.source is None else code.source.data, code.is_whole)
        if key not in self._judged:
            self._judged[key] = self._verdict_on(code)
        return self._judged[key]

    def _verdict_on(self, code: Code) -> Verdict:
        if self._stays_broken(code):
            return "unparsable"
        try:
            undone = self._undone(code)
        except UndoConflict:
            return "unparsable" if self._is_broken(code) else "conflict"
        except NoMembers:
            return "unparsable" if self._is_broken(code) else "miss"
        if not undone or code.source is None:
            return "empty"
        is_whole = not self.place.members and (code.is_whole or self._asked.question.is_whole(code.source))
        if self._is_fix(str(undone), is_whole):
            return "hit"
        if self._only_renames and not self.place.members and code.source.parses:
            return "miss"  # for the text without the mutation parses, too
        return "unparsable" if undone.verdict == "unparsable" else "miss"

    def _read(self, candidate: Candidate) -> Code:
        if candidate.hunk is not None and candidate.at is not None:
            text = replace_lines(self._asked.text, candidate.hunk, candidate.at)
            return Code(self._asked.question.read(text), None)
        return read_answer(self._asked.question.read(candidate.text or ""), self._asked.question)

    @cached_property
    def _asked(self) -> Asked:
        return Asked(self.bug, self.place, self.row)

    def _is_broken(self, code: Code) -> bool:
        """Return whether code has a syntax error that the fix lacks and that would remain without the mutation."""
        parses = code.source is None or code.source.parses
        return not parses and self._asked.question.read(self.bug.fixed or "").parses

    def _stays_broken(self, code: Code) -> bool:
        """Return whether code has a syntax error that the undo of the mutation would certainly leave, or conflict with.

        False where the code may be the fix all the same, because the file has an error elsewhere or the error has no token.
        """
        if self.row is None or code.source is None or code.source.is_empty or not self._is_certain:
            return False
        data = code.source.data
        if not self._is_broken(code) or self._language.has_error_in_comment(data):
            return False
        return self._only_renames or (self._keeps_brackets and self._language.has_unpaired_bracket(data))

    @cached_property
    def _is_certain(self) -> bool:
        """Whether the place is a single method in a text that parses, so that an answer's error is in that method."""
        return not self.place.members and self.place.source.parses

    @cached_property
    def _only_renames(self) -> bool:
        """Whether the mutation replaces plain names by plain names alone, which the grammar does not tell apart."""
        return all(self._language.is_plain_name(text) for text in self._changed_texts)

    @cached_property
    def _keeps_brackets(self) -> bool:
        """Whether the brackets of each text that the mutation takes out or puts in pair up, so that others stay as they are."""
        return not any(
            self._language.has_unpaired_bracket(text.encode()) or set(text) & _QUOTES
            for text in self._changed_texts
        )

    @property
    def _language(self) -> Language:
        return find_language(self.bug.language)

    @property
    def _changed_texts(self) -> set[str]:
        edits = [edit for record in (self.row.mutations if self.row else ()) for edit in record.edits]
        return {text for edit in edits for text in (edit.old, edit.new)}

    def _is_fix(self, text: str, is_whole: bool) -> bool:
        fixed = self._whole_fix if is_whole and self.place.is_file else self._fix
        if text == fixed.text:
            return True
        if self.equal == "text":
            return False
        if fixed.has_words_of(text):
            return same_tokens(text, fixed.text, fixed.language)
        if self.place.members:
            return self._is_fix_of_each(text)
        return self.equal == "normalised" and same_tokens(text, fixed.text, fixed.language, normalise=True)

    def _is_fix_of_each(self, text: str) -> bool:
        """Return whether a text has the repaired text of each of several methods together, and nothing else, in any order."""
        members, normal = self.place.members, self.equal == "normalised"
        try:
            pieces, wanted = split(text, members), split(self._fix.text, members)
        except NoMembers:
            return False
        return all(
            same_tokens(piece.decode(), other.decode(), self.bug.language, normalise=normal)
            for piece, other in zip(pieces, wanted, strict=True)
        )

    @cached_property
    def _fix(self) -> Fix:
        return Fix(self.bug.fixed or "", self.bug.language)

    @cached_property
    def _whole_fix(self) -> Fix:
        return Fix(self.place.with_member(self.bug.fixed or ""), self.bug.language)

    def _measures(self) -> Measures:
        if self.row is None:
            return Measures(**self.place.size)
        values = (self.row.data.get(name) for name in ("lines", "nodes", "changed_tokens"))
        return Measures(*(value if isinstance(value, int) else None for value in values))


def _status(counts: Counter[Verdict]) -> str:
    if counts["hit"]:
        return "hit"
    if counts["truncated"] and counts["truncated"] == counts.total():
        return TRUNCATED
    code_count = counts.total() - counts["empty"] - counts["truncated"]
    if not code_count:
        return NO_CODE
    return "undecided" if counts["conflict"] == code_count else "miss"


def _settled(verdict: Verdict, candidate: Candidate) -> Verdict:
    """Return the verdict on a candidate that may not have ended by itself: only a hit counts then."""
    if verdict == "hit":
        return verdict
    if candidate.is_truncated:
        return "truncated"
    return "empty" if candidate.is_filtered else verdict


def _first_ended(verdicts: Sequence[Verdict]) -> int | None:
    """Return the rank of the first candidate that is not truncated; None if there is none, or if no other one is truncated."""
    if "truncated" not in verdicts:
        return None
    return next((rank for rank, verdict in enumerate(verdicts, 1) if verdict != "truncated"), None)


def _first(verdicts: Iterable[Verdict], *wanted: Verdict) -> int | None:
    return next((rank for rank, verdict in enumerate(verdicts, 1) if verdict in wanted), None)


def _touched(row: Row) -> bool | None:
    lines = row.data.get("fault_lines")
    value = lines.get("touched") if isinstance(lines, Mapping) else None
    return value if isinstance(value, bool) else None
