"""Judged rows: what became of a model's answer to a bug or to a mutant of it. Scores are computed from these alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast, get_args

from mutators import MutationError

__all__ = [
    "BEHAVIOURS",
    "CRITERIA",
    "ERROR",
    "NO_ANSWER",
    "NO_CODE",
    "SCHEMA",
    "TRUNCATED",
    "UNANSWERED",
    "Criterion",
    "JudgedRow",
    "Measures",
    "shown_criterion",
    "whole_numbers",
]

SCHEMA = 1
Criterion: TypeAlias = Literal["exact", "repaired", "behaviour"]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
BEHAVIOURS = ("compile_failure", "exception", "assertion", "pass", "timeout", "crash")
"""The classes of behaviour: the first four are the paper's."""
NO_CODE, TRUNCATED, ERROR, NO_ANSWER = "no_code", "truncated", "error", "no_answer"
"""Statuses by any criterion for an answer without code, one that a limit of tokens cut off, an error in its place, and no row."""
UNANSWERED = frozenset({TRUNCATED, ERROR, NO_ANSWER})
"""The statuses of requests that the model did not answer; an answer without code is one."""
_MEASURES = ("lines", "nodes", "changed_tokens")
_FLAGS = ("touched", "same")
_RANKS = ("first_hit", "first_undone", "first_correct", "first_ended")
_COUNTS = ("undone", "conflicts", "unparsable", "truncated", "candidates", "k", *_MEASURES, "members")


@dataclass(frozen=True)
class Measures:
    """The size of what was mutated (RobustNPR, RQ2 and RQ3).

    Attributes:
        lines: Lines of the original method.
        nodes: Number of nodes in its syntax tree that the grammar names.
        changed_tokens: Number of tokens that the mutation adds or removes; None for an original.
    """

    lines: int | None = None
    nodes: int | None = None
    changed_tokens: int | None = None


@dataclass(frozen=True)
class JudgedRow:
    """The judgement of the answer to one request.

    Attributes:
        model: Name of the model.
        bug_id: Bug id of the bug.
        mutant_id: Id of the mutant; None for the original.
        status: exact: "hit", "miss", "undecided"; repaired: "repaired", "not_repaired"; behaviour: one of `BEHAVIOURS`; each also
            "no_code" (the answer has no code), "truncated" (a limit of tokens cut off all candidates, and none repairs),
            "error" (an error in the place of an answer) and "no_answer" (none came).
        criterion: Criterion of the judgement.
        mutator: Mutator of the mutant; None for the original.
        touched: Whether the mutation touches a fault line; None for the original.
        k: Maximum number of candidates that were looked at.
        candidates: Number of them in the answer.
        first_hit: 1-based rank of the first candidate that repairs; None if none does.
        first_undone: 1-based rank of the first candidate that was no conflict (hit, miss or unparsable); None if there is none.
        first_correct: 1-based rank of the first candidate that repairs and that a person calls correct.
        first_ended: 1-based rank of the first candidate that is not truncated, or repairs; None if there is none, or if
            no candidate is truncated.
        undone, conflicts, unparsable: Number of candidates by the verdict of undo.
        truncated: Number of truncated candidates that do not repair; no other count includes them.
        behaviour: Class and details of the test results; None if nothing was run.
        same: Whether it equals the behaviour of the original's answer; None if this is unknown.
        flaky: Whether two runs of the original's answer differ; a flaky bug has no score.
        measures: Sizes of the original and of the mutation.
        fix_scope: Scope of the bug's fix; None if it is not known.
        members: Number of methods in one request; None for one.
        extra: Further fields of the row, such as "group".
    """

    model: str
    bug_id: str
    mutant_id: str | None
    status: str
    criterion: Criterion
    mutator: str | None = None
    touched: bool | None = None
    k: int | None = None
    candidates: int | None = None
    first_hit: int | None = None
    first_undone: int | None = None
    first_correct: int | None = None
    first_ended: int | None = None
    undone: int = 0
    conflicts: int = 0
    unparsable: int = 0
    truncated: int = 0
    behaviour: str | None = None
    same: bool | None = None
    flaky: bool = False
    measures: Measures = Measures()
    fix_scope: str | None = None
    members: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_row(cls, data: Mapping[str, Any], criterion: Criterion | None = None) -> JudgedRow:
        """Read a row of ``judged.jsonl``; fields that only we write may be missing.

        Args:
            data: The row.
            criterion: Criterion for a row without one; None to infer it from the other fields, or "exact" if they do
                not show it.

        Raises:
            MutationError: a field is missing or has a wrong value.
        """
        data = whole_numbers(data)
        _check(data)
        criterion_name = data.get("criterion") or criterion or shown_criterion(data) or "exact"
        if criterion_name not in CRITERIA:
            raise MutationError(f"field 'criterion' is {criterion_name!r}, not one of {', '.join(CRITERIA)}")
        arguments = {name: data.get(name) for name in (*_RANKS, *_FLAGS, "k", "candidates", "behaviour")}
        return cls(
            model=_text(data, "model"),
            bug_id=_text(data, "bug_id"),
            mutant_id=data.get("mutant_id"),
            status=_text(data, "status"),
            criterion=cast("Criterion", criterion_name),
            mutator=data.get("mutator"),
            undone=data.get("undone") or 0,
            conflicts=data.get("conflicts") or 0,
            unparsable=data.get("unparsable") or 0,
            truncated=data.get("truncated") or 0,
            flaky=bool(data.get("flaky")),
            measures=Measures(*(data.get(name) for name in _MEASURES)),
            fix_scope=data.get("fix_scope"),
            members=data.get("members"),
            extra={name: value for name, value in data.items() if name not in _KNOWN},
            **arguments,
        )

    def to_row(self) -> dict[str, Any]:
        """Return the row of ``judged.jsonl``."""
        row: dict[str, Any] = {"schema": SCHEMA, "criterion": self.criterion}
        row |= {name: getattr(self, name) for name in ("model", "bug_id", "mutant_id", "mutator", "touched")}
        row |= {"k": self.k, "candidates": self.candidates, "first_hit": self.first_hit}
        if self.criterion == "exact":
            row["first_undone"] = self.first_undone
        elif self.criterion == "repaired":
            row["first_correct"] = self.first_correct
        else:
            row |= {"behaviour": self.behaviour, "same": self.same}
        row |= {"undone": self.undone, "conflicts": self.conflicts, "unparsable": self.unparsable}
        if self.truncated:
            row |= {"truncated": self.truncated, "first_ended": self.first_ended}
        row |= {"status": self.status, "flaky": self.flaky, **vars(self.measures)}
        optional = {"fix_scope": self.fix_scope, "members": self.members}
        row |= {name: value for name, value in optional.items() if value is not None}
        return {**row, **self.extra}


_NAMES = (
    "schema",
    "criterion",
    "model",
    "bug_id",
    "mutant_id",
    "mutator",
    "status",
    "flaky",
    "behaviour",
    "fix_scope",
)
_KNOWN = frozenset((*_NAMES, *_FLAGS, *_RANKS, *_COUNTS))


def whole_numbers(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a row with ranks and counts such as 1.0 as 1: tables whose columns have missing numbers hold them so."""
    wrong = [name for name in (*_RANKS, *_COUNTS) if isinstance(data.get(name), float)]
    return {**data, **{name: int(data[name]) for name in wrong if data[name].is_integer()}} if wrong else data


def shown_criterion(data: Mapping[str, Any]) -> Criterion | None:
    """Return the criterion that the other fields speak of; None where all fit, as for a missing answer."""
    status = data.get("status")
    if status in BEHAVIOURS or data.get("behaviour") is not None or "same" in data:
        return "behaviour"
    if status in ("repaired", "not_repaired"):
        return "repaired"
    return "exact" if status in ("hit", "miss", "undecided") else None


def _check(data: Mapping[str, Any]) -> None:
    if "mutant_id" not in data and data.get("mutator") is not None:
        raise MutationError("no field 'mutant_id', but a mutator")
    for name in ("mutant_id", "mutator", "behaviour", "criterion", "fix_scope"):
        if not isinstance(data.get(name), str | None):
            raise MutationError(f"field {name!r} is not a text")
    for name in _FLAGS:
        if not isinstance(data.get(name), bool | None):
            raise MutationError(f"field {name!r} is neither true, false nor null")
    for name in _COUNTS:
        _check_number(name, data.get(name), 0)
    for name in _RANKS:
        _check_number(name, data.get(name), 1)


def _check_number(name: str, value: object, least: int) -> None:
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise MutationError(f"field {name!r} is not a whole number")
    if value < least:
        raise MutationError(f"field {name!r} is {value}: it counts from {least}")


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise MutationError(f"no field {name!r}" if value is None else f"field {name!r} is not a text")
    return value
