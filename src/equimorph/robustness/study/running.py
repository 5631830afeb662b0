"""Running a study: the shared steps, the steps of each model, and the results."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from equimorph.bulk.working import Target
from equimorph.models import BudgetSpent
from equimorph.robustness.steps import Step, Steps, steps_in
from equimorph.robustness.study.answering import ANSWERS, COPYING, Answering, judged_file, score_file
from equimorph.robustness.study.models import StudyModel, check_names
from equimorph.robustness.study.options import StudyOptions
from equimorph.robustness.study.place import BUGS, MUTANTS, Place
from equimorph.robustness.study.reporting import (
    BASELINE_FOLDER,
    PAGE,
    PLOTS,
    read_scores,
    write_model_page,
    write_plots,
)
from equimorph.robustness.study.several import Together
from equimorph.robustness.study.shared import Shared
from mutators import MutationError

__all__ = ["run_study"]


def run_study(
    options: StudyOptions,
    models: Sequence[StudyModel],
    out: Path,
    target: Target,
    *,
    base: Path | None = None,
) -> Path:
    """Run a whole study; the same call continues one that was stopped. Return the path of its page.

    Bugs, mutants and requests are made once for all models. Each of several models has its files in
    ``models/NAME``; a model that cannot be asked does not stop the others, and models may be added later.

    Args:
        options: Options of the study.
        models: The models, at least one.
        out: The folder; a new or empty one, or the folder of an earlier run of the same study.
        target: Jobs, restart and reporter; the destination is `out`. A model of several that cannot be asked is a
            failure.
        base: Folder that the manifest's paths are relative to, so that any working folder can continue the study; None for
            the paths of `options` as they are.

    Raises:
        MutationError: two models have the same name; another run is at work in the folder, or it has another study; no
            model can be asked.
        FileExistsError: it has something else.
        OSError: something cannot be read or written.
    """
    if not models:
        raise MutationError("a study has at least one model")
    return _Study(options, models, out, target).run(base)


class _Study:
    def __init__(
        self, options: StudyOptions, models: Sequence[StudyModel], out: Path, target: Target
    ) -> None:
        self._options, self._models, self._restart = options, models, target.restart
        self._place = Place(options, out, target)

    def run(self, base: Path | None) -> Path:
        place, options, parts = self._place, self._options.to_dict(base), {}
        if len(self._models) == 1:
            [model] = self._models
            options |= {"model": dict(model.identity), "about": list(model.about)}
        else:
            check_names(self._models)
            parts = {model.folder: {"name": model.name, **model.identity} for model in self._models}
        with steps_in(place.out, options, place.reporter, self._restart, parts) as steps:
            if self._restart:
                for kept in (place.runs, place.replies):
                    shutil.rmtree(kept, ignore_errors=True)
            failures = self._do(steps)
            if not failures:
                steps.finish()
                shutil.rmtree(place.runs, ignore_errors=True)
        for error in failures.values():
            if isinstance(error, BudgetSpent):  # its caller tells how to continue
                raise error
        return place.out / PAGE

    def _do(self, steps: Steps) -> Mapping[str, MutationError]:
        """Do the steps; return the error of each model that could not be asked."""
        reason = Shared(self._place).do(steps)
        reasons = [] if reason is None else [reason]
        answering = Answering(self._place, reason is None)
        if len(self._models) > 1:
            return self._do_several(steps, answering, reasons)
        [model] = self._models
        answering.do(steps, model)
        answering.do(steps, COPYING, BASELINE_FOLDER)
        notes = [*steps.notes, *reasons, *model.about]
        self._tell(reasons)
        inputs = tuple(map(score_file, answering.criteria))
        steps.do(Step("plots", (), partial(write_plots, self._place), folder=PLOTS, inputs=inputs))
        steps.do(self._page(answering, "", notes))
        return {}

    def _do_several(
        self, steps: Steps, answering: Answering, reasons: Sequence[str]
    ) -> Mapping[str, MutationError]:
        answering.do(steps, COPYING, BASELINE_FOLDER)
        shared, errors = [*steps.notes, *reasons], dict[str, MutationError]()
        for model in self._models:
            before = len(steps.notes)
            try:
                answering.do(steps, model, model.folder)
                self._check_rows(model)
            except MutationError as error:
                errors[model.name] = error
                if not isinstance(error, BudgetSpent):
                    self._place.reporter.failed(f"{model.name}: {error}")
                continue
            notes = [*shared, *steps.notes[before:], *model.about]
            steps.do(self._page(answering, model.folder, notes))
        if len(errors) == len(self._models):
            raise next(iter(errors.values()))
        self._tell(reasons)
        answered = [model for model in self._models if model.name not in errors]
        about = [f"{model.name}: {remark}" for model in answered for remark in model.about]
        failures = {name: str(error) for name, error in errors.items()}
        notes = [*steps.notes, *reasons, *about]
        Together(self._place, answering, answered, failures).do(steps, notes)
        return errors

    def _check_rows(self, model: StudyModel) -> None:
        """Check that the rows of a model have its name.

        Raises:
            MutationError: they have another one.
        """
        for score in read_scores(self._place.out / model.folder):
            if score["model"] != model.name:
                raise MutationError(
                    f"its answers are by {score['model']!r}: open it with its name in the study"
                )

    def _tell(self, reasons: Sequence[str]) -> None:
        for reason in reasons:
            self._place.reporter.note(reason)

    def _page(self, answering: Answering, folder: str, notes: Sequence[str]) -> Step:
        """Return the step of the page of one model."""
        inside = f"{folder}/" if folder else ""
        scores = [
            f"{at}{score_file(name)}" for at in (inside, f"{BASELINE_FOLDER}/") for name in answering.criteria
        ]
        judged = [f"{inside}{judged_file(name)}" for name in answering.criteria]
        page = partial(write_model_page, self._place, folder, notes, "behaviour" in answering.criteria)
        inputs = (BUGS, MUTANTS, f"{inside}{ANSWERS}", *judged, *scores)
        return Step(f"{inside}page", (f"{inside}{PAGE}",), page, inputs=inputs)
