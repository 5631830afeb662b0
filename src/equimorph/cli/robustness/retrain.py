"""The verb `robustness retrain`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Seed
from equimorph.cli.choosing import configured
from equimorph.cli.declared import Taken
from equimorph.cli.model_options import opened
from equimorph.cli.results import JsonResult, write_result
from equimorph.cli.robustness.augment import PairsFile
from equimorph.cli.robustness.model_name import RepairModel, is_built_in
from equimorph.cli.robustness.options import PresetOption
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.models import Endpoint
from equimorph.models.asking import Requests
from equimorph.mutants.catalogue import DEFAULTS, Choice
from equimorph.robustness.augmenting import AugmentOptions
from equimorph.robustness.baselines.memory import Memory
from equimorph.robustness.mutants import MutantOptions
from equimorph.robustness.presets import preset_of
from equimorph.robustness.retraining import Retrained, RetrainOptions
from equimorph.robustness.retraining import retrain as retrained
from equimorph.robustness.scoring.table import table_of
from equimorph.runs.declared import Option, Panel

_BUGS = "The bugs that the model is asked to repair, as `robustness bugs` writes them; - for standard input."
_AUGMENT = "Numbers of mutated pairs per pair, one training each; the first is the baseline."
_MODEL = Option(
    help="The model: memory (trained here, the default), or a Python object: MODULE:NAME or FILE.py:NAME."
)
_EXAMPLES = "Maximum pairs in a request to a model that is given examples; the nearest faulty methods count."
_PROMPT = "repair-examples"
_K = "Number of candidates to ask for. Default: that of the preset, or 1."


def retrain(
    *,
    pairs: PairsFile,
    bugs: Annotated[Path, Option(panel=Panel.INPUT, check=input_file, help=_BUGS)],
    model: Annotated[RepairModel | None, Taken(without=["answers"], model=_MODEL)],
    examples: Annotated[int, Option(panel=Panel.SAMPLES, minimum=1, help=_EXAMPLES)] = 3,
    augment: Annotated[str, Option(panel=Panel.SAMPLES, help=_AUGMENT)] = "0,1,3",
    choice: Choice = DEFAULTS,
    preset: PresetOption = None,
    k: Annotated[int | None, Option(flags="-k --k", minimum=1, help=_K)] = None,
    seed: Seed = 0,
    json: JsonResult = None,
    session: Session,
) -> None:
    """Train a model with more and more mutated pairs, and compare its repairs before and after.

    The model memory is trained; any other one gets the nearest pairs as examples in each request. The mutators are the ones of the
    pairs; without a preset, the mutants of the bugs are by the same ones.
    """
    configured(choice)
    session.lost = "nothing is kept"
    wanted = 1 if preset is None else preset_of(preset).k
    mutants = MutantOptions(choice if preset is None else DEFAULTS, preset, seed)
    try:
        pairs_of = AugmentOptions(0, choice, seed)
        options = RetrainOptions(_numbers(augment), pairs_of, mutants, k or wanted, examples)
    except ValueError as error:
        raise typer.BadParameter(f"--augment {augment!r}: {error}") from error
    with _opened(model, session) as learner, opened_rows(pairs, bugs, out=json) as (pair_rows, bug_rows):
        failed = session.bad_row
        found = retrained(pair_rows, bug_rows, options, model=learner, failed=failed, reporter=session)
        write_result(json, found.to_dict(), lambda: "\n".join(_table(found)))
    for change in found.changes:
        lost, gained = (counted(len(ids), "bug") for ids in (change.lost, change.gained))
        session.note(f"{change.before.augment} to {change.after.augment}: {lost} lost, {gained} gained")
    session.end(f"{counted(len(found.trainings), 'training')}; pairs: {found.pairs.summary()}")


def _opened(model: RepairModel | None, session: Session) -> AbstractContextManager[Endpoint | str]:
    """Return the model that is given examples, or the name of the one that is trained.

    Raises:
        typer.BadParameter: it is built in, and not the one that can be trained.
    """
    if model is None or model.model == Memory.name:
        return nullcontext(Memory.name)
    if model.model is not None and is_built_in(model.model):
        raise typer.BadParameter(f"--model {model.model} does not learn from pairs")
    if model.chat.cache is not None:
        session.lost = f"the replies in {model.chat.cache} are kept"
    return opened(replace(model, template=_PROMPT), Requests(Path()), session)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _table(result: Retrained) -> Iterator[str]:
    for training in result.trainings:
        yield f"{training.augment} mutated pairs of each pair: {training.augmented.summary()}\n{table_of([training.score])}"
    for change in result.changes:
        for name in ("lost", "gained"):
            ids = " ".join(getattr(change, name)) or "none"
            yield f"{change.before.augment} to {change.after.augment}, {name}: {ids}\n"
