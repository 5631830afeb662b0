"""Outputs of a generator: each text is asked once, by the protocol of `equimorph.models`."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from equimorph.answers.programs import program_in
from equimorph.cote.errors import CoteError, GeneratorError
from equimorph.models import Answer, Endpoint, Model, ObjectModel, Request, object_model
from equimorph.models.errors import ModelError
from equimorph.rows.jsonl import encode
from equimorph.runs.whole import whole_file

__all__ = ["Generator", "Output", "endpoint_of", "output_of", "read_outputs", "requests_of", "write_requests"]

Generator: TypeAlias = "Endpoint | Model | Callable[[str], str | tuple[str, float]]"
"""A function from a description to a program, or to a program and its log probability; a `Model`; a command or URL."""


@dataclass(frozen=True)
class Output:
    """A generator's output for a text.

    Attributes:
        text: Text of the program; None where the generator gave no program.
        score: its log probability, if the generator gives one.
        error: why there is no program.
    """

    text: str | None
    score: float | None = None
    error: str | None = None

    @classmethod
    def from_row(cls, data: object) -> Output:
        """Rebuild an output from a row that `to_row` has written.

        Raises:
            CoteError: it is something else.
        """
        if not isinstance(data, Mapping):
            raise CoteError("an output is no JSON object")
        text, score, error = (data.get(name) for name in ("text", "score", "error"))
        if not isinstance(text, str | None) or not isinstance(error, str | None):
            raise CoteError("text or error of an output is no text")
        if isinstance(score, bool) or not isinstance(score, int | float | None):
            raise CoteError("the score of an output is no number")
        if (text is None) is (error is None):
            raise CoteError("an output has either a text or an error")
        return cls(text, score, error)

    def to_row(self) -> dict[str, Any]:
        """Return plain data."""
        return {"text": self.text, "score": self.score, "error": self.error}


def endpoint_of(generator: Generator) -> Endpoint:
    """Return a generator as a model that is asked by the protocol.

    Raises:
        GeneratorError: it is not a generator.
    """
    if isinstance(generator, Endpoint) or hasattr(generator, "repair"):
        return object_model(generator)
    if not callable(generator):
        raise GeneratorError(
            f"a generator is a function from a text to a program, not {type(generator).__name__}"
        )
    name = getattr(generator, "name", None) or getattr(generator, "__name__", type(generator).__name__)
    return ObjectModel(lambda request: [_candidate(generator(request.text))], str(name))


def _candidate(said: object) -> dict[str, Any]:
    if isinstance(said, str):
        return {"text": said}
    if isinstance(said, tuple) and len(said) == 2 and isinstance(said[0], str):
        return {"text": said[0], "score": said[1]}
    raise ModelError(
        f"the generator returned {type(said).__name__}, not a text or a text and its log probability"
    )


def requests_of(
    texts: Iterable[tuple[str, str]], seed: int, language: str, known: Collection[str] = ()
) -> Iterator[Request]:
    """Yield a request for each different text.

    Args:
        texts: Pairs of an id and a text; of equal texts the first id counts.
        seed: Seed for generators that draw.
        language: Language of the programs that are asked for.
        known: Texts that need not be sent.
    """
    seen = set(known)
    for id, text in texts:
        if text not in seen:
            seen.add(text)
            yield Request(id, text, (), 1, seed, language=language)


def output_of(answer: Answer, language: str) -> Output:
    """Return the first candidate of an answer; of a chat model's reply, the program in it, unless it was cut off."""
    if answer.error is not None or not answer.candidates:
        return Output(None, None, answer.error or "no candidate")
    first = answer.candidates[0]
    if first.text is None:
        return Output(None, None, "a hunk is no program")
    if first.finish_reason is None:
        return Output(first.text, first.score)
    if first.finish_reason == "length":
        return Output(None, None, "cut off at the limit of tokens (finish_reason length)")
    return Output(program_in(first.text, language), first.score)


def write_requests(path: Path, requests: Iterable[Request]) -> None:
    """Write requests as JSON Lines, whole or not at all.

    Raises:
        OSError: they cannot be written.
    """
    with whole_file(path) as stream:
        for request in requests:
            stream.write(encode(request.to_row()))


def read_outputs(requests: Path, answers: Path) -> tuple[dict[str, Output], str]:
    """Return the output for each text, and the name of the generator.

    Args:
        requests: File from `write_requests`.
        answers: Answers to the requests, in their order.

    Raises:
        OSError: they cannot be read.
    """
    outputs, name = dict[str, Output](), ""
    with requests.open("rb") as queries, answers.open("rb") as said:
        for request, line in zip(queries, said, strict=True):
            answer = Answer.from_row(json.loads(line))
            data = Request.from_row(json.loads(request))
            outputs[data.text], name = output_of(answer, data.language), answer.model
    return outputs, name
