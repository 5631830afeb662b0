"""The steps of one model: its answers, their judgements, its scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from equimorph.models import Endpoint, object_model
from equimorph.models.asking import Requests, opened_requests, write_answers
from equimorph.robustness.baselines import CopyModel
from equimorph.robustness.judging.behaviour import Behaviour
from equimorph.robustness.judging.exact import Exact
from equimorph.robustness.judging.repaired import Repaired
from equimorph.robustness.judging.writing import Judging, write_judged
from equimorph.robustness.scoring.score import SCHEMA, Score, is_warning, scores
from equimorph.robustness.steps import Step, Steps
from equimorph.robustness.study.models import StudyModel
from equimorph.robustness.study.place import BUGS, MUTANTS, REQUESTS, Place
from equimorph.rows.jsonl import encode
from equimorph.runs.whole import whole_file

ANSWERS = "answers.jsonl"


def judged_file(criterion: str) -> str:
    """Return the name of the file of judged rows."""
    return f"judged-{criterion}.jsonl"


def score_file(criterion: str) -> str:
    """Return the name of the file of scores."""
    return f"score-{criterion}.json"


@contextmanager
def _copying(_: Requests) -> Iterator[Endpoint]:
    yield object_model(CopyModel())


COPYING = StudyModel(CopyModel.name, {}, _copying)
"""The model that does nothing, beside which every score is shown."""


class Answering:
    """The steps of one model.

    Args:
        place: The folder of the study.
        tests: Whether tests are run.
    """

    def __init__(self, place: Place, tests: bool) -> None:
        self._place = place
        options = place.options
        self.criteria: dict[str, Judging] = {"exact": Exact(options.k, options.equal)}
        if tests:
            self.criteria["behaviour"] = Behaviour(place.runner)
        if tests and options.repaired:
            self.criteria["repaired"] = Repaired(options.k, place.runner)

    def do(self, steps: Steps, model: StudyModel, folder: str = "") -> None:
        """Ask a model, judge its answers, and compute its scores.

        Args:
            steps: Steps of the study.
            model: The model.
            folder: Folder of its files, relative to the study's; "" for the study's own.

        Raises:
            MutationError: the model cannot be asked at all.
        """
        inside = f"{folder}/" if folder else ""
        answers = f"{inside}{ANSWERS}"
        ask = partial(self._ask, model, answers, f"{model.name}: " if folder else "")
        steps.do(Step(f"{inside}ask", (answers,), ask, inputs=(REQUESTS,), again=self._place.again))
        for name, criterion in self.criteria.items():
            judged, score = f"{inside}{judged_file(name)}", f"{inside}{score_file(name)}"
            judge = partial(self._judge, criterion, answers, judged)
            steps.do(Step(f"{inside}judge-{name}", (judged,), judge, inputs=(BUGS, MUTANTS, answers)))
            steps.do(self.scored(f"{inside}score-{name}", judged, score))

    def scored(self, step: str, judged: str, score: str, *, told: bool = True) -> Step:
        """Return the step that computes the scores of a file of judged rows.

        Args:
            step: Name of the step.
            judged, score: Names of the files.
            told: Whether the remarks of the scores are new to the reader.
        """
        return Step(step, (score,), partial(self._score, judged, score, told), inputs=(judged,))

    def _ask(self, model: StudyModel, name: str, prefix: str) -> list[str]:
        target = self._place.target(name, model.jobs)
        with opened_requests(self._place.out / REQUESTS) as rows, model.opened(rows) as endpoint:
            counts = write_answers(target, rows, endpoint, replies=self._place.replies)
        number, candidates, errors = counts["answers"], counts["candidates"], counts["errors"]
        self._place.reporter.note(f"{name}: {number:,} answers with {candidates:,} candidates")
        remark = f"{prefix}{errors:,} of {counts['requests']:,} requests have no answer but an error"
        return [remark] * bool(errors)

    def _judge(self, criterion: Judging, answers: str, name: str) -> list[str]:
        place = self._place
        rows = write_judged(
            place.target(name), place.bugs, place.mutants, place.out / answers, criterion, place.failed
        ).rows
        place.reporter.note(f"{name}: {rows:,} judged rows")
        return []

    def _score(self, judged: str, name: str, told: bool) -> list[str]:
        results = scores_of(self._place, self._place.out / judged)
        with whole_file(self._place.out / name) as stream:
            stream.write(encode(_result(results)))
        for score in results if told else ():
            if score.too_few:
                self._place.reporter.failed(f"{name}: {score.model}: {score.too_few}")
            for remark in filter(is_warning, score.remarks):
                self._place.reporter.note(f"{name}: {score.model}: {remark}")
        return [f"{score.model}: {remark}" for score in results for remark in score.remarks if told]


def scores_of(place: Place, judged: Path) -> list[Score]:
    """Return the scores of a file of judged rows with the options of the study."""
    scoring = place.options.scoring
    if not judged.name.endswith(
        judged_file("repaired")
    ):  # a person calls patches correct by that criterion alone
        scoring = replace(scoring, hits="plausible")
    return scores(
        judged,
        failed=place.failed,
        all_fixes=place.options.all_fixes,
        pool=scoring.pool,
        hits=scoring.hits,
        population=scoring.population,
        by=scoring.by,
        groups=scoring.groups,
    )


def _result(results: Sequence[Score]) -> Mapping[str, Any]:
    if len(results) == 1:
        return results[0].to_dict()
    return {"schema": SCHEMA, "scores": [score.to_dict() for score in results]}
