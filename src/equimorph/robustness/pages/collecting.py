"""The data of a study's page: read bug by bug, and bounded whatever the size of the study."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from equimorph.models.protocol import Answer, Candidate
from equimorph.pages.data import Interned
from equimorph.pages.edits import edits_between
from equimorph.patches.undoing import replace_lines
from equimorph.robustness.judging.exact import Subject
from equimorph.robustness.judging.joining import Case, joined
from equimorph.robustness.judging.judged import UNANSWERED, JudgedRow
from equimorph.robustness.places import Place, place_of
from equimorph.robustness.requests import moved
from equimorph.rows.jsonl import JsonLine
from equimorph.rows.tables import BadRow, Failed, RowIndex, Rows, name_of_rows, stored
from mutators import InternalError, MutationError, UndoConflict

_LONGEST = 100_000
"""Texts of more characters are not shown."""


@dataclass(frozen=True)
class Limits:
    """The limits of a page.

    Attributes:
        bugs: Maximum number of bugs, beginning with bugs that mutants broke.
        mutants: Maximum number of mutants of each, beginning with the mutants that broke it.
    """

    bugs: int = 200
    mutants: int = 60


@dataclass(frozen=True)
class _Judged:
    """The judged rows of a case, where there are any."""

    exact: JudgedRow | None
    behaviour: JudgedRow | None


@dataclass(frozen=True)
class Bugs:
    """The data of the bugs on the page.

    Attributes:
        data: plain data for the script: "texts" and "bugs".
        read, shown: how many bugs there are, and are shown.
        mutants, mutants_shown: the same of mutants.
    """

    data: Mapping[str, Any]
    read: int
    shown: int
    mutants: int
    mutants_shown: int


def collected(
    rows: tuple[Rows, Rows, Rows],
    exact: Rows,
    behaviour: Rows | None,
    model: str,
    limits: Limits,
    failed: Failed,
) -> Bugs:
    """Return the data of the bugs for a page.

    Args:
        rows: bugs, mutants and answers.
        exact, behaviour: judged rows.
        model: the one whose answers are shown.
        limits: how much is shown.
        failed: gets bad rows, and the bugs that are left out because of an internal error.

    Raises:
        OSError: a file cannot be read.
    """
    with ExitStack() as stack:
        found = stack.enter_context(joined(*rows, failed))
        judged = [_index(one, model, stack) for one in (exact, behaviour)]
        chosen = _chosen(judged[0], judged[1], limits.bugs)
        texts = Interned[str]()
        shown, read, mutants, mutants_shown = list[dict[str, Any]](), 0, 0, 0
        for original, others in found.bugs():
            read += 1
            if chosen is not None and original.bug.id not in chosen:
                mutants += sum(1 for _ in others)
                continue
            try:
                data = _Made(original, judged, model, texts).bug(others, limits.mutants)
            except (OSError, MemoryError):  # of the files and the process, not of the bug
                raise
            except Exception as error:
                what = f"bug {original.bug.id} is not on the page"
                failed(BadRow(name_of_rows(rows[0]), read, str(InternalError(error, what))))
                continue
            mutants += data["count"]
            mutants_shown += len(data["mutants"])
            shown.append(data)
        return Bugs({"texts": texts.values(), "bugs": shown}, read, len(shown), mutants, mutants_shown)


def _index(rows: Rows | None, model: str, stack: ExitStack) -> RowIndex | None:
    if rows is None:
        return None

    def key(line: JsonLine) -> str | None:
        of = line.error is None and line.data.get("model") == model
        return _request(line.data) if of else None

    stream = stack.enter_context(stack.enter_context(stored(rows)).open("rb"))
    return RowIndex(stream, key)


def _request(data: Mapping[str, Any]) -> str:
    return str(data["bug_id"]) if data.get("mutant_id") is None else f"{data['bug_id']}/{data['mutant_id']}"


def _row(index: RowIndex | None, id: str) -> JudgedRow | None:
    line = None if index is None else next(index.rows(id), None)
    return None if line is None else JudgedRow.from_row(line.data)


def _chosen(exact: RowIndex | None, behaviour: RowIndex | None, most: int) -> set[str] | None:
    """Return the ids of the bugs to show, beginning with the bugs that a mutant broke; None for all."""
    originals = [id for id in (exact.keys() if exact else ()) if "/" not in id]
    if len(originals) <= most:
        return None
    known, broken = set(originals), dict[str, None]()
    for id in exact.keys() if exact else ():
        bug, slash, _ = id.partition("/")
        if slash and bug in known and len(broken) < most and bug not in broken:
            original = _Judged(_row(exact, bug), _row(behaviour, bug))
            if _is_broken(original, _Judged(_row(exact, id), _row(behaviour, id))):
                broken[bug] = None
    return {*broken, *[id for id in originals if id not in broken][: most - len(broken)]}


def _is_broken(original: _Judged, mutant: _Judged) -> bool:
    return _is_lost(original, mutant) or _differs(mutant)


def _differs(mutant: _Judged) -> bool:
    row = mutant.behaviour
    return row is not None and row.same is False and row.status not in UNANSWERED


def _is_lost(original: _Judged, mutant: _Judged) -> bool:
    """Return whether the original is repaired and the answer to the mutant is not; an answer that never came loses nothing."""
    repaired = original.exact is not None and original.exact.status == "hit"
    return repaired and mutant.exact is not None and mutant.exact.status not in ("hit", *UNANSWERED)


class _Made:
    """Makes the data of a bug.

    Args:
        original: the case of the bug.
        judged: the rows of each criterion.
        model: whose answers are shown.
        texts: gets the texts.
    """

    def __init__(
        self, original: Case, judged: Iterable[RowIndex | None], model: str, texts: Interned[str]
    ) -> None:
        self._case, self._model, self._texts = original, model, texts
        self._exact, self._behaviour = judged
        self._of_original = self._judged(original)
        self._place: Place | None = None

    def bug(self, mutants: Iterator[Case], most: int) -> dict[str, Any]:
        """Return the bug with its first mutants; mutants that broke it have priority."""
        bug, count = self._case.bug, 0
        broken, kept = list[tuple[int, Case, _Judged]](), list[tuple[int, Case, _Judged]]()
        lost = differing = 0
        for count, case in enumerate(mutants, 1):
            judged = self._judged(case)
            lost += _is_lost(self._of_original, judged)
            differing += _differs(judged)
            into = broken if _is_broken(self._of_original, judged) else kept
            if len(into) < most:
                into.append((count, case, judged))
        chosen = sorted([*broken, *kept][:most], key=lambda one: one[0])
        return {
            **{"id": bug.id, "name": bug.name, "path": bug.path, "line": bug.start_line},
            "text": self._text(bug.buggy),
            "fix": None if bug.fixed is None else self._edits(bug.buggy, bug.fixed),
            "faults": sorted({*bug.fault_lines, *bug.omissions}),
            "answer": self._answer(self._case, self._of_original),
            **{"count": count, "lost": lost, "differing": differing},
            "mutants": [self._mutant(case, judged) for _, case, judged in chosen],
        }

    def _mutant(self, case: Case, judged: _Judged) -> dict[str, Any]:
        row = case.mutant
        assert row is not None
        bug, data = case.bug, row.data
        fault_lines = data.get("fault_lines")
        touched = fault_lines.get("touched") if isinstance(fault_lines, Mapping) else None
        faults = sorted(moved({*bug.fault_lines, *bug.omissions}, row))
        return {
            **{"id": row.id, "mutator": row.mutator, "touched": touched, "faults": faults},
            "edits": self._edits(bug.buggy, row.mutant),
            **{"lost": _is_lost(self._of_original, judged), "answer": self._answer(case, judged)},
        }

    def _answer(self, case: Case, judged: _Judged) -> dict[str, Any]:
        """Return the outcome of the answer to a case, its first candidate, and the one that repairs."""
        answer, exact, behaviour = case.answers.get(self._model), judged.exact, judged.behaviour
        hit = None if exact is None else exact.first_hit
        candidates = () if answer is None else answer.candidates
        ranks = sorted({rank for rank in (1, hit) if rank is not None and rank <= len(candidates)})
        return {
            "status": "not judged" if exact is None else exact.status,
            "rank": hit,
            "candidates": len(candidates),
            "error": _error(answer),
            "behaviour": None if behaviour is None else behaviour.behaviour or behaviour.status,
            "same": None if behaviour is None else behaviour.same,
            "flaky": behaviour is not None and behaviour.flaky,
            "shown": [self._candidate(case, rank, candidates[rank - 1]) for rank in ranks],
        }

    def _candidate(self, case: Case, rank: int, candidate: Candidate) -> dict[str, Any]:
        asked = case.bug.buggy if case.mutant is None else case.mutant.mutant
        found: dict[str, Any] = {"rank": rank}
        try:
            text = candidate.text or ""
            if candidate.hunk is not None and candidate.at is not None:
                text = replace_lines(asked, candidate.hunk, candidate.at)
            found["edits"] = self._edits(asked, text)
            if case.mutant is not None:
                found["undone"] = self._edits(case.bug.buggy, str(self._subject(case).undone(candidate)))
        except UndoConflict as error:
            found["conflict"] = error.reason
        except (ValueError, MutationError) as error:
            found["conflict"] = str(error)
        return found

    def _subject(self, case: Case) -> Subject:
        if self._place is None:
            self._place = place_of(case.bug)
        return Subject(case.bug, self._place, case.mutant)

    def _judged(self, case: Case) -> _Judged:
        return _Judged(_row(self._exact, case.id), _row(self._behaviour, case.id))

    def _text(self, text: str) -> int | None:
        return self._texts.number(text) if len(text) <= _LONGEST else None

    def _edits(self, old: str, new: str) -> list[int | str] | None:
        """Return the edits from one text to another; None if they are too long to be shown."""
        return edits_between(old, new) if max(len(old), len(new)) <= _LONGEST else None


def _error(answer: Answer | None) -> str | None:
    return "no answer" if answer is None else answer.error
