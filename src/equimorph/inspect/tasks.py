"""The task `repair` and its scorer; `inspect` finds them by the entry point of the package."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, grouped, scorer, stderr
from inspect_ai.solver import generate

from equimorph.models.chat.prompts import prompt as template
from equimorph.models.protocol import Answer, Candidate
from equimorph.projects.options import RunnerOptions
from equimorph.robustness.judging.exact import Exact
from equimorph.robustness.judging.joining import joined
from equimorph.robustness.judging.judged import NO_CODE
from equimorph.robustness.judging.repaired import Repaired
from equimorph.robustness.judging.writing import judge
from equimorph.robustness.requests import requests_of
from equimorph.rows.tables import raised
from mutators import MutationError

__all__ = ["judged_repair", "repair"]

_METRICS = [accuracy(), stderr(), grouped(accuracy(), "mutator")]
_ORIGINAL = "original"
_ENDS = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}
"""By the reason why a reply of Inspect ended, the one of chat servers."""


@task  # type: ignore[untyped-decorator, unused-ignore]  # Inspect may not be installed
def repair(
    bugs: str,
    mutants: str | None = None,
    prompt: str = "repair",
    tests: bool = False,
    class_path: str = "",
    runner: str | None = None,
) -> Task:
    """Return the task to repair bugs and their mutants.

    Args:
        bugs: File of bugs, as `robustness bugs` writes it.
        mutants: File of their mutants, as `robustness mutants` writes it; None for the bugs alone.
        prompt: Name or file of a template, as for `--prompt`.
        tests: Judge by the tests of the bugs' checkouts, which runs code of the model, instead of by the fix.
        class_path: With tests: jars and folders for javac, such as JUnit's.
        runner: With tests: shell command that runs them, instead of javac.

    Raises:
        MutationError: a row is bad, or a bug has no fix to compare with, or no checkout.
        OSError: a file cannot be read.
    """
    rendered, samples = template(prompt), []
    with joined(bugs, mutants or [], [], raised) as cases:
        texts = {request.id: rendered.rendered(request) for request in requests_of(cases, k=1)}
        for original, others in cases.bugs():
            lacks = original.bug.checkout is None if tests else original.bug.fixed is None
            if lacks:
                raise MutationError(
                    f"{original.id}: no {'checkout' if tests else 'repaired text'} to judge by"
                )
            for case in (original, *others):
                row = None if case.mutant is None else dict(case.mutant.data)
                data = {
                    "mutator": _ORIGINAL if case.mutant is None else case.mutant.mutator,
                    "bug": original.bug.to_row(),
                    "mutant": row,
                }
                samples.append(
                    Sample(texts[case.id], target=original.bug.fixed or "", id=case.id, metadata=data)
                )
    scoring = judged_repair(tests=tests, class_path=class_path, runner=runner)
    return Task(MemoryDataset(samples, name=Path(bugs).name), solver=generate(), scorer=scoring)


@scorer(metrics=_METRICS)  # type: ignore[untyped-decorator, unused-ignore]
def judged_repair(tests: bool = False, class_path: str = "", runner: str | None = None) -> Any:  # noqa: ANN401 - a scorer
    """Return the scorer: the mutation is undone exactly, and the rest must be the fix; or the tests must pass.

    A reply that was cut off or filtered is no score.

    Args:
        tests, class_path, runner: See `repair`.
    """
    cache, lock = TemporaryDirectory(prefix="equimorph-inspect."), Lock()
    criterion = Repaired(1, _runner(class_path, runner, cache.name)) if tests else Exact(1)

    def judged(bug: Mapping[str, Any], mutant: Mapping[str, Any] | None, answer: Answer) -> Any:  # noqa: ANN401 - a row
        with lock:
            rows = list(judge([bug], [] if mutant is None else [mutant], [answer.to_row()], criterion))
        if not rows or (rows[-1].mutant_id is None) != (mutant is None):
            raise MutationError(f"{answer.id}: it cannot be judged; `equimorph robustness judge` says why")
        return rows[-1]

    async def score(state: Any, target: Any) -> Score:  # noqa: ANN401 - Inspect's
        text, end = state.output.completion, _ENDS.get(state.output.stop_reason, "stop")
        answer = Answer(str(state.sample_id), "model", (Candidate(text, finish_reason=end),) if text else ())
        row = await asyncio.to_thread(judged, state.metadata["bug"], state.metadata["mutant"], answer)
        plain = row.to_row()
        if row.first_hit is None and (end != "stop" or row.status == "error"):
            return Score.unscored(answer=text, explanation=row.status, metadata=plain)
        value = CORRECT if row.first_hit is not None else INCORRECT
        return Score(
            value=value, answer=text, explanation=NO_CODE if not text else row.status, metadata=plain
        )

    score.cache = cache  # type: ignore[attr-defined]  # it lives as long as the scorer
    return score


def _runner(class_path: str, command: str | None, cache: str) -> RunnerOptions:
    if command is not None:
        return RunnerOptions("command", command, cache=cache)
    return RunnerOptions(class_path=tuple(filter(None, class_path.split(":"))), cache=cache)
