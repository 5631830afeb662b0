"""Samples of models in the formats of the field: which problem each is for, and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from equimorph.bench.errors import ProblemError

__all__ = ["SAMPLES", "Read", "Sample"]


class Sample(NamedTuple):
    """A sample of a model.

    Attributes:
        task: Name or number of its problem.
        text: Text of the model, to be checked.
        fields: Further fields of its row.
        number: Number of the sample within its problem, from 0; None to count.
    """

    task: object
    text: object
    fields: Mapping[str, Any]
    number: int | None = None


Read: TypeAlias = Callable[[Mapping[str, Any]], Iterator[Sample]]
"""Yields the samples of a row; raises `ProblemError` for a bad one."""


def _own(data: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield the sample of a row of ours."""
    _check(data, "id", "problem", "candidate")
    yield Sample(data["problem"], data["candidate"], data)


def _human_eval(data: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield a sample of HumanEval or EvalPlus: a solution, or else a completion."""
    field = "solution" if data.get("solution") is not None else "completion"
    _check(data, field)
    yield Sample(data.get("task_id"), data[field], _without(data, "completion", "solution"))


def _humaneval_x(data: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield a sample of HumanEval-X as CodeGeeX writes it."""
    _check(data, "generation")
    yield Sample(data.get("task_id"), data["generation"], _without(data, "generation", "prompt"))


def _lm_eval(data: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield the samples of a document of lm-evaluation-harness: the raw answers, or else the filtered ones."""
    doc = data.get("doc")
    if not isinstance(doc, Mapping):
        raise ProblemError(f"doc is an object, not {doc!r:.80}")
    names = ("task_id", "question_id", "problem_id", "name", "id")
    task = next((doc[name] for name in names if doc.get(name) is not None), None)
    field = "resps" if data.get("resps") is not None else "filtered_resps"
    fields = {name: data[name] for name in ("doc_id", "filter") if name in data}
    yield from (Sample(task, text, fields) for text in _texts(data.get(field), field))


def _inspect(data: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield a sample of a log of inspect-ai; one that an error ended has no answer."""
    id, epoch, output = data.get("id"), data.get("epoch"), data.get("output")
    error = data.get("error")
    if error is not None:
        message = error.get("message") if isinstance(error, Mapping) else error
        raise ProblemError(
            f"the sample {id!r:.80} of epoch {epoch!r:.20} ended by an error: {message!r:.200}"
        )
    if not isinstance(epoch, int) or isinstance(epoch, bool) or epoch < 1:
        raise ProblemError(f"epoch is a number from 1, not {epoch!r:.80}")
    if not isinstance(output, Mapping):
        raise ProblemError(f"output is an object, not {output!r:.80}")
    text = output.get("completion")
    if text is None:
        text = _content(output)
    model = output.get("model")
    fields = {"model": model} if isinstance(model, str) else {}
    yield Sample(id, text, fields, epoch - 1)


def _content(output: Mapping[str, Any]) -> object:
    """Return the text of the first choice of an output: its content, or the texts in that."""
    try:
        content = output["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        return None
    if not isinstance(content, list):
        return content
    return "".join(
        part["text"] for part in content if isinstance(part, Mapping) and isinstance(part.get("text"), str)
    )


def _livecodebench(data: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield the samples of a problem of LiveCodeBench: the programs found, or else the answers."""
    field = "code_list" if data.get("code_list") is not None else "output_list"
    yield from (Sample(data.get("question_id"), text, {}) for text in _texts(data.get(field), field))


def _bigcode(data: Mapping[str, Any]) -> Iterator[Sample]:
    """Yield the samples in a list of bigcode-evaluation-harness, which has a list for each problem."""
    yield from (Sample(data["task"], text, {}) for text in _texts(data["list"], "the list of samples"))


def _texts(value: object, name: str) -> Iterator[object]:
    """Yield the texts in a list, or in the lists in it.

    Raises:
        ProblemError: there is none.
    """
    items = value if isinstance(value, list) else [value]
    texts = [text for part in items for text in (part if isinstance(part, list) else [part])]
    if not texts:
        raise ProblemError(f"{name} is empty: there is no sample")
    yield from texts


def _without(data: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in (*names, "candidate", "task_id")}


def _check(data: Mapping[str, Any], *names: str) -> None:
    for name in names:
        if not isinstance(data.get(name), str):
            raise ProblemError(f"{name} is a text, not {data.get(name)!r:.80}")


SAMPLES: Mapping[str, Read] = {
    **dict.fromkeys(("equimorph", "programs"), _own),
    **dict.fromkeys(("human-eval", "evalplus"), _human_eval),
    **{"humaneval-x": _humaneval_x, "bigcode": _bigcode, "lm-eval": _lm_eval},
    **{"inspect": _inspect, "livecodebench": _livecodebench},
}
"""The readers of the formats of predictions."""
