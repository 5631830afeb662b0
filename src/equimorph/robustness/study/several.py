"""The last steps of a study of several models: rows, scores and tests together, the table and the page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from equimorph.pages.tables import Cell
from equimorph.robustness.pages import Several, write_models_page
from equimorph.robustness.plotting import plot
from equimorph.robustness.scoring.compare import compare
from equimorph.robustness.scoring.model_table import model_table, pair_table
from equimorph.robustness.scoring.outcomes import matrix_of
from equimorph.robustness.scoring.population import read
from equimorph.robustness.steps import Step, Steps
from equimorph.robustness.study.answering import ANSWERS, Answering, judged_file, score_file
from equimorph.robustness.study.models import StudyModel
from equimorph.robustness.study.place import Place
from equimorph.robustness.study.reporting import BASELINE, BASELINE_FOLDER, PAGE, PLOTS, read_scores
from equimorph.robustness.study.usage import Usage, usage_of
from equimorph.rows.jsonl import encode
from equimorph.runs.whole import whole_file

COMPARISON, TABLE = "compare.json", "models.csv"


class Together:
    """The common results of several models.

    Args:
        place: The folder of the study.
        answering: Steps of each model, which are done.
        models: Models that were asked.
        failures: Reason for each model that could not be asked, by its name.
    """

    def __init__(
        self, place: Place, answering: Answering, models: Sequence[StudyModel], failures: Mapping[str, str]
    ) -> None:
        self._place, self._answering, self._models, self._failures = place, answering, models, failures
        self._criteria = list(answering.criteria)

    def do(self, steps: Steps, notes: Sequence[str]) -> None:
        """Do the steps.

        Args:
            steps: Steps of the study.
            notes: Remarks for the reader of the study.
        """
        names = [model.name for model in self._models]
        prices = {model.name: list(model.prices) for model in self._models if model.prices is not None}
        for name in self._criteria:
            judged = self._files(judged_file(name))
            steps.do(Step(f"judged-{name}", (judged_file(name),), partial(self._join, name), inputs=judged))
            steps.do(self._answering.scored(f"score-{name}", judged_file(name), score_file(name), told=False))
        all_judged, all_scores = (tuple(map(file, self._criteria)) for file in (judged_file, score_file))
        steps.do(Step("compare", (COMPARISON,), self._compare, inputs=all_judged))
        baseline = tuple(f"{BASELINE_FOLDER}/{score}" for score in all_scores)
        read = (*all_scores, *baseline, *self._files(ANSWERS))
        facts = {"models": names, "prices": prices}
        steps.do(Step("table", (TABLE,), self._table, inputs=read, facts=facts))
        steps.do(Step("plots", (), self._plots, folder=PLOTS, inputs=all_scores))
        facts |= {"notes": list(notes), "failures": dict(self._failures)}
        page = partial(self._page, notes)
        steps.do(Step("page", (PAGE,), page, inputs=(*read, *all_judged, COMPARISON), facts=facts))

    def _files(self, name: str) -> tuple[str, ...]:
        return tuple(f"{model.folder}/{name}" for model in self._models)

    def _join(self, criterion: str) -> list[str]:
        with whole_file(self._place.out / judged_file(criterion)) as out:
            for name in self._files(judged_file(criterion)):
                with (self._place.out / name).open("rb") as rows:
                    shutil.copyfileobj(rows, out, 1 << 20)
        return []

    def _compare(self) -> list[str]:
        options = self._place.options
        files = [self._place.out / judged_file(name) for name in self._criteria]
        comparison = compare(
            *files,
            groups=options.scoring.groups,
            all_fixes=options.all_fixes,
            seed=options.seed,
            failed=self._place.failed,
        )
        with whole_file(self._place.out / COMPARISON) as stream:
            stream.write(encode(comparison.to_dict()))
        return []

    def _scores(self) -> list[dict[str, Any]]:
        """Return the scores of all models in the order of the study, then the scores of doing nothing."""
        places = {model.name: at for at, model in enumerate(self._models)}
        scores = sorted(read_scores(self._place.out), key=lambda score: places[score["model"]])
        copied = read_scores(self._place.out / BASELINE_FOLDER)
        return [*scores, *({**score, "model": BASELINE} for score in copied)]

    def _usages(self) -> dict[str, Usage]:
        return {model.name: usage_of(self._place.out / model.folder / ANSWERS) for model in self._models}

    def _further(self, usages: Mapping[str, Usage]) -> dict[str, Mapping[str, Cell]]:
        """Return the tokens and the cost of each model; no columns where no model has any."""
        prices = {model.name: model.prices for model in self._models}
        columns: dict[str, Mapping[str, Cell]] = {}
        for name, usage in usages.items():
            if usage.replies > usage.unknown:
                cost = {"Cost": usage.cost(prices[name])} if any(prices.values()) else {}
                columns[name] = {"Tokens in": usage.prompt, "Tokens out": usage.reply, **cost}
        return columns

    def _table(self) -> list[str]:
        table = model_table(self._scores(), self._further(self._usages()))
        with whole_file(self._place.out / TABLE) as stream:
            stream.write(table.rendered("csv").encode())
        return []

    def _plots(self) -> list[str]:
        plot([self._place.out / score_file(name) for name in self._criteria], self._place.out / PLOTS)
        return []

    def _page(self, notes: Sequence[str]) -> list[str]:
        scores, usages = self._scores(), self._usages()
        files = [self._place.out / judged_file(name) for name in self._criteria]
        populations = [population for file in files for population in read(file, self._place.failed)]
        comparison = json.loads((self._place.out / COMPARISON).read_bytes())
        page = Several(
            models=model_table(scores, self._further(usages)),
            pairs=pair_table(comparison),
            scores=[score for score in scores if score["model"] != BASELINE],
            matrix=matrix_of(populations, [model.name for model in self._models]),
            links={model.name: f"{model.folder}/{PAGE}" for model in self._models},
            failures=self._failures,
            notes=[*notes, *_token_notes(usages)],
        )
        write_models_page(page, self._place.out / PAGE)
        return []


def _token_notes(usages: Mapping[str, Usage]) -> Iterable[str]:
    for name, usage in usages.items():
        if usage.unknown:
            yield f"{name}: {usage.unknown:,} of {usage.replies:,} replies do not say their tokens, which are not counted"
