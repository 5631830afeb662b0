"""Requests to a repair model and its answers: the one protocol of callables, commands, URLs and files of answers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from mutators import MutationError
from parsers.language import languages

__all__ = ["PROTOCOL", "SCHEMA", "Answer", "Candidate", "Model", "Request"]

PROTOCOL = 1
"""Version of the messages over a pipe or a URL."""
SCHEMA = 1
"""The version of the rows in files."""


@dataclass(frozen=True)
class Request:
    """A method to repair, with everything that a model sees.

    Attributes:
        id: ``BUG`` for an original, ``BUG/MUTANT`` for a mutant of it.
        text: Text of the member.
        fault_lines: 1-based lines in `text`.
        k: Number of candidates to return.
        seed: Seed for models that draw.
        file: Text of the whole file, or None.
        language: Language of the text, "java" or "python"; of the program to write, if the text is in natural language.
        failing_tests: Names of the tests that fail because of the bug; empty if the requests were made without them.
        examples: Pairs to learn from, each a faulty method and its repair; only `robustness retrain` has some.
    """

    id: str
    text: str
    fault_lines: tuple[int, ...]
    k: int = 1
    seed: int = 0
    file: str | None = None
    language: str = "java"
    failing_tests: tuple[str, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_row(cls, data: Mapping[str, Any]) -> Request:
        """Read a row of ``requests.jsonl``.

        Raises:
            MutationError: a field is missing or has a wrong value.
        """
        lines = data.get("fault_lines")
        if not (isinstance(lines, list | tuple) and all(_is_int(line) and line > 0 for line in lines)):
            raise MutationError("field 'fault_lines' is not a list of lines from 1")
        file = data.get("file")
        _check_text("file", file)
        k = _int(data, "k", 1)
        if k < 1:
            raise MutationError("field 'k' is less than 1")
        language = _text({"language": "java", **data}, "language")
        if language not in languages():
            raise MutationError(f"field 'language' is none of {', '.join(languages())}")
        text, seed = _text(data, "text"), _int(data, "seed", 0)
        tests = data.get("failing_tests")
        if not (tests is None or isinstance(tests, list | tuple)):
            raise MutationError("field 'failing_tests' is not a list")
        for test in tests or ():
            _check_text("failing_tests", test, "of a test")
        examples = _examples(data.get("examples"))
        return cls(
            _text(data, "id"), text, tuple(lines), k, seed, file, language, tuple(tests or ()), examples
        )

    def to_row(self) -> dict[str, Any]:
        """Return the row of ``requests.jsonl``."""
        row: dict[str, Any] = {
            "schema": SCHEMA,
            "id": self.id,
            "text": self.text,
            "fault_lines": list(self.fault_lines),
            "k": self.k,
            "seed": self.seed,
        }
        if self.file is not None:
            row["file"] = self.file
        if self.failing_tests:
            row["failing_tests"] = list(self.failing_tests)
        if self.examples:
            row["examples"] = [{"buggy": buggy, "fixed": fixed} for buggy, fixed in self.examples]
        # Java's requests are as they were before there were others.
        return row if self.language == Request.language else {**row, "language": self.language}


@dataclass(frozen=True)
class Candidate:
    """A repair that a model proposes: a whole text, or a hunk in place of some lines.

    Attributes:
        text: Text of the repaired member; None if there is a hunk.
        hunk: Lines to put in place of the lines in `at`.
        at: First and last of the lines in the request's text that the hunk replaces, 1-based; (n, n - 1) inserts before
            n.
        score: Score of the model; higher is better; None if it has none.
        correct: Whether the repair is right according to a person; None if nobody looked.
        finish_reason: why a chat model ended there, such as "stop" or "length"; None for other models.
    """

    text: str | None = None
    hunk: str | None = None
    at: tuple[int, int] | None = None
    score: float | None = None
    correct: bool | None = None
    finish_reason: str | None = None

    @property
    def is_truncated(self) -> bool:
        """Whether the text ends because a limit of tokens was reached."""
        return self.finish_reason == "length"

    @property
    def is_filtered(self) -> bool:
        """Whether a content filter withheld the text, or a part of it."""
        return self.finish_reason == "content_filter"

    @classmethod
    def from_row(cls, data: object) -> Candidate:
        """Read a candidate of an answer.

        Raises:
            MutationError: it is neither a text nor a hunk with its lines, or a field has a wrong value.
        """
        if not isinstance(data, Mapping):
            raise MutationError("a candidate is not a JSON object")
        text, hunk, at = data.get("text"), data.get("hunk"), data.get("at")
        score, correct = data.get("score"), data.get("correct")
        if (text is None) is (hunk is None):
            raise MutationError("a candidate has either 'text', or 'hunk' and 'at'")
        for name, value in (("text", text), ("hunk", hunk)):
            _check_text(name, value, "of a candidate")
        if not (score is None or (isinstance(score, int | float) and not isinstance(score, bool))):
            raise MutationError("field 'score' of a candidate is not a number")
        if not (correct is None or isinstance(correct, bool)):
            raise MutationError("field 'correct' of a candidate is neither true nor false")
        known = None if score is None or not math.isfinite(score) else float(score)
        reason = data.get("finish_reason")
        if not (reason is None or isinstance(reason, str)):
            raise MutationError("field 'finish_reason' of a candidate is not a text")
        return cls(text, hunk, None if hunk is None else _place(at), known, correct, reason)

    def to_row(self) -> dict[str, Any]:
        """Return the candidate as plain data; fields without a value are left out."""
        row: dict[str, Any] = {"text": self.text} if self.hunk is None else {"hunk": self.hunk}
        if self.at is not None:
            row["at"] = self.at[0] if self.at[0] == self.at[1] else list(self.at)
        optional = {"score": self.score, "correct": self.correct, "finish_reason": self.finish_reason}
        return {**row, **{name: value for name, value in optional.items() if value is not None}}


@dataclass(frozen=True)
class Answer:
    """A model's answer to a request.

    Attributes:
        id: Id of the request.
        model: its name.
        candidates: the best first; empty if it has no answer.
        error: why there is no answer, or None.
        raw: Replies of a chat model, each an object with "reply", the body as the server sent it, and "seconds".
    """

    id: str
    model: str
    candidates: tuple[Candidate, ...] = ()
    error: str | None = None
    raw: tuple[Mapping[str, Any], ...] = ()

    @property
    def is_truncated(self) -> bool:
        """Whether a limit of tokens cut off all candidates."""
        return bool(self.candidates) and all(candidate.is_truncated for candidate in self.candidates)

    @classmethod
    def from_row(cls, data: Mapping[str, Any], model: str | None = None) -> Answer:
        """Read a row of ``answers.jsonl``.

        Args:
            data: the row.
            model: the name where the row has none.

        Raises:
            MutationError: a field is missing or has a wrong value.
        """
        entries = data.get("candidates")
        error = data.get("error")
        if error is not None and not isinstance(error, str):
            raise MutationError("field 'error' is not a text")
        if entries is None and error is not None:
            entries = []
        if not isinstance(entries, list | tuple):
            raise MutationError("field 'candidates' is not a list")
        name = model if model is not None and data.get("model") is None else _text(data, "model")
        raw = data.get("raw")
        replies = tuple(filter(_is_reply, raw)) if isinstance(raw, list) else ()
        candidates = tuple(Candidate.from_row(entry) for entry in entries)
        return cls(_text(data, "id"), name, candidates, error, replies)

    def to_row(self) -> dict[str, Any]:
        """Return the row of ``answers.jsonl``."""
        row = {
            "schema": SCHEMA,
            "id": self.id,
            "model": self.model,
            "candidates": [candidate.to_row() for candidate in self.candidates],
            "error": self.error,
        }
        return {**row, "raw": list(self.raw)} if self.raw else row


class Model(Protocol):
    """A repair model.

    Attributes:
        name: Name in the rows of its answers.
    """

    @property
    def name(self) -> str:
        """The name in the rows of its answers."""

    def repair(self, requests: Iterable[Request], k: int) -> Iterable[Answer]:
        """Yield an answer for each request, in their order, each with at most `k` candidates."""


def _examples(rows: object) -> tuple[tuple[str, str], ...]:
    if not (
        rows is None or (isinstance(rows, list | tuple) and all(isinstance(row, Mapping) for row in rows))
    ):
        raise MutationError("field 'examples' is not a list of objects")
    return tuple((_text(row, "buggy"), _text(row, "fixed")) for row in rows or ())


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if value is None:
        raise MutationError(f"no field {name!r}")
    _check_text(name, value)
    return str(value)


def _check_text(name: str, value: object, of: str = "") -> None:
    try:
        if value is not None:
            value.encode()  # type: ignore[attr-defined]
    except (AttributeError, UnicodeEncodeError):
        raise MutationError(f"field {name!r}{of and ' '}{of} is not a text") from None


def _is_reply(data: object) -> bool:
    return isinstance(data, Mapping) and data.keys() == {"reply", "seconds"}


def _int(data: Mapping[str, Any], name: str, default: int) -> int:
    value = data.get(name, default)
    if not _is_int(value):
        raise MutationError(f"field {name!r} is not a whole number")
    return int(value)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _place(at: object) -> tuple[int, int]:
    pair = at if isinstance(at, list | tuple) else (at, at)
    if len(pair) != 2 or not all(_is_int(line) for line in pair):
        raise MutationError("field 'at' of a candidate is neither a line nor [first, last]")
    first, last = pair
    if first < 1 or last < first - 1:
        raise MutationError("field 'at' of a candidate names no lines")
    return first, last
