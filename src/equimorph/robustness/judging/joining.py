"""Bugs with their mutants and the answers to both, joined by id: what is judged, whether or not an answer came."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from equimorph.defects4j.methods.bug import Bug
from equimorph.defects4j.methods.placing import bug_reader
from equimorph.models.protocol import Answer, Candidate
from equimorph.robustness.judging.judged import ERROR, NO_ANSWER
from equimorph.robustness.presets import canonical_name
from equimorph.rows.jsonl import JsonLine
from equimorph.rows.row import Row, parse_row
from equimorph.rows.tables import BadRow, Failed, RowCount, RowIndex, Rows, name_of_rows, read_rows, stored
from mutators import MutationError


@dataclass(frozen=True)
class Case:
    """A bug or a mutant of it, with what each model answers.

    Attributes:
        bug: The bug.
        mutant: Row of ``mutants.jsonl``; None for the original.
        answers: Answers by model, in the order of `Joined.models`; None where a model has no answer.
    """

    bug: Bug
    mutant: Row | None
    answers: Mapping[str, Answer | None]

    @property
    def id(self) -> str:
        """The id of its request."""
        return self.bug.id if self.mutant is None else f"{self.bug.id}/{self.mutant.id}"


def missing_status(answer: Answer | None) -> str | None:
    """Return the status of a request to which no answer came, or an error; None for an answer, which may have no code."""
    if answer is None:
        return NO_ANSWER
    return None if answer.error is None else ERROR


def candidates_of(answer: Answer | None) -> tuple[Candidate, ...]:
    """Return the candidates of an answer; none if there is no answer, or an error in its place."""
    return () if answer is None or answer.error is not None else answer.candidates


@dataclass
class Joined:
    """Bugs, mutants and answers that belong together.

    Attributes:
        models: Names of the models, in alphabetical order.
        presets: Presets that the mutants name, in alphabetical order.
        counts: Counts of the rows of "bugs", "mutants" and "answers".
    """

    models: tuple[str, ...]
    presets: tuple[str, ...]
    counts: Mapping[str, RowCount]
    _bugs: Callable[[], Iterator[Bug]]
    _mutants: RowIndex
    _answers: RowIndex
    _bad: Callable[[int, str], None]

    def bugs(self) -> Iterator[tuple[Case, Iterator[Case]]]:
        """Yield each bug, and its mutants in the order of their file; to be called once."""
        for bug in self._bugs():
            yield self._case(bug, None), self._of(bug)

    def _of(self, bug: Bug) -> Iterator[Case]:
        for line in self._mutants.rows(bug.id):
            mutant = parse_mutant(line.data, line.number)
            try:
                mutant.check()
                if mutant.original != bug.buggy:
                    raise MutationError(f"its original is not the text of bug {bug.id}")
            except MutationError as error:
                self._bad(line.number, str(error).removeprefix(f"line {line.number}: "))
            else:
                yield self._case(bug, mutant)

    def _case(self, bug: Bug, mutant: Row | None) -> Case:
        id = bug.id if mutant is None else f"{bug.id}/{mutant.id}"
        by_model = {
            answer.model: answer for line in self._answers.rows(id) for answer in [Answer.from_row(line.data)]
        }
        return Case(bug, mutant, {model: by_model.get(model) for model in self.models})


def parse_mutant(data: Mapping[str, Any], number: int | None = None) -> Row:
    """Read a row of ``mutants.jsonl``: a row of a mutant that names its bug.

    Args:
        data: the row.
        number: 1-based line in its file, for messages.

    Raises:
        MutationError: a field is missing or has a wrong value.
    """
    if not isinstance(data.get("bug_id"), str):
        raise MutationError("no field 'bug_id' with the id of a bug")
    return parse_row(data, number)


@contextmanager
def joined(bugs: Rows, mutants: Rows, answers: Rows, failed: Failed) -> Iterator[Joined]:
    """Open bugs, mutants and answers; places of rows are in memory, not the rows.

    Bad rows are reported, and left out: no JSON, a missing field, a second row of an id, a mutant of an unknown bug, an answer to
    an unknown request; as they are yielded, also mutants whose record and texts do not agree, or whose original is not the bug's.

    Raises:
        OSError, ModuleNotFoundError: a file cannot be read.
    """
    counts = {name: RowCount() for name in ("bugs", "mutants", "answers")}
    with ExitStack() as stack:
        places = [stack.enter_context(stored(rows)) for rows in (bugs, mutants, answers)]
        parse = bug_reader(bugs)
        listed = {bug.id for bug in _read_bugs(places[0], name_of_rows(bugs), parse, failed, counts["bugs"])}
        streams = [stack.enter_context(place.open("rb")) for place in places[1:]]
        of_bugs, mutant_ids, presets = _mutants(
            streams[0], name_of_rows(mutants), listed, failed, counts["mutants"]
        )

        def bad(number: int, reason: str) -> None:
            counts["mutants"].dropped["bad row"] += 1
            failed(BadRow(name_of_rows(mutants), number, reason))

        by_id, models = _answers(
            streams[1], name_of_rows(answers), listed | mutant_ids, failed, counts["answers"]
        )
        yield Joined(
            tuple(sorted(models)),
            tuple(sorted(presets)),
            counts,
            lambda: _read_bugs(places[0], name_of_rows(bugs), parse, lambda _: None, RowCount()),
            of_bugs,
            by_id,
            bad,
        )


def _read_bugs(
    path: Path, name: str, parse: Callable[[Mapping[str, Any]], Bug], failed: Failed, count: RowCount
) -> Iterator[Bug]:
    def named(bad: BadRow) -> None:
        failed(BadRow(name, bad.line, bad.reason))

    return read_rows(path, parse, named, count, key=lambda bug: bug.id)


def _mutants(
    stream: BinaryIO, name: str, bugs: set[str], failed: Failed, count: RowCount
) -> tuple[RowIndex, set[str], set[str]]:
    mutant_ids, presets = set[str](), set[str]()

    def key(data: Mapping[str, Any]) -> str:
        row = parse_mutant(data)
        bug, id = row.data["bug_id"], f"{row.data['bug_id']}/{row.id}"
        if bug not in bugs:
            raise MutationError(f"no bug {bug!r}")
        if id in mutant_ids:
            raise MutationError(f"a second row of mutant {id}")
        mutant_ids.add(id)
        if isinstance(preset := row.data.get("preset"), str):
            presets.add(canonical_name(preset))
        return str(bug)

    return RowIndex(stream, _keyed(key, name, failed, count)), mutant_ids, presets


def _answers(
    stream: BinaryIO, name: str, requests: set[str], failed: Failed, count: RowCount
) -> tuple[RowIndex, set[str]]:
    seen, models = set[tuple[str, str]](), set[str]()

    def key(data: Mapping[str, Any]) -> str:
        answer = Answer.from_row(data)
        if answer.id not in requests:
            raise MutationError(f"no bug or mutant {answer.id!r}")
        if (answer.model, answer.id) in seen:
            raise MutationError(f"a second answer of {answer.model!r} to {answer.id}")
        seen.add((answer.model, answer.id))
        models.add(answer.model)
        return answer.id

    return RowIndex(stream, _keyed(key, name, failed, count)), models


def _keyed(
    key: Callable[[Mapping[str, Any]], str], name: str, failed: Failed, count: RowCount
) -> Callable[[JsonLine], str | None]:
    """Return the key of a line; a bad one is reported, and has no key."""

    def of(line: JsonLine) -> str | None:
        count.read += 1
        try:
            if line.error is not None:
                raise MutationError(line.error)
            return key(line.data)
        except MutationError as error:
            count.dropped["bad row"] += 1
            failed(BadRow(name, line.number, str(error)))
            return None

    return of
