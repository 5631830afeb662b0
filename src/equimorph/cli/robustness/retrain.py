"""The verb `robustness retrain`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Seed
from equimorph.cli.choosing import configured
from equimorph.cli.results import JsonResult, write_result
from equimorph.cli.robustness.augment import PairsFile
from equimorph.cli.robustness.options import PresetOption
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
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
_K = "Number of candidates to ask for. Default: that of the preset, or 1."


def retrain(
    *,
    pairs: PairsFile,
    bugs: Annotated[Path, Option(panel=Panel.INPUT, check=input_file, help=_BUGS)],
    model: Annotated[
        str, Option(choices=(Memory.name,), noun="model that can be trained", help="The model to train.")
    ] = Memory.name,
    augment: Annotated[str, Option(panel=Panel.SAMPLES, help=_AUGMENT)] = "0,1,3",
    choice: Choice = DEFAULTS,
    preset: PresetOption = None,
    k: Annotated[int | None, Option(flags="-k --k", minimum=1, help=_K)] = None,
    seed: Seed = 0,
    json: JsonResult = None,
    session: Session,
) -> None:
    """Train a model with more and more mutated pairs, and compare its repairs before and after.

    The mutators are those of the pairs; without a preset, the mutants of the bugs are by the same ones.
    """
    configured(choice)
    wanted = 1 if preset is None else preset_of(preset).k
    mutants = MutantOptions(choice if preset is None else DEFAULTS, preset, seed)
    try:
        options = RetrainOptions(_numbers(augment), AugmentOptions(0, choice, seed), mutants, k or wanted)
    except ValueError as error:
        raise typer.BadParameter(f"--augment {augment!r}: {error}") from error
    session.lost = "nothing is kept"
    with opened_rows(pairs, bugs, out=json) as (pair_rows, bug_rows):
        failed = session.bad_row
        found = retrained(pair_rows, bug_rows, options, model=model, failed=failed, reporter=session)
        write_result(json, found.to_dict(), lambda: "\n".join(_table(found)))
    for change in found.changes:
        lost, gained = (counted(len(ids), "bug") for ids in (change.lost, change.gained))
        session.note(f"{change.before.augment} to {change.after.augment}: {lost} lost, {gained} gained")
    session.end(f"{counted(len(found.trainings), 'training')}; pairs: {found.pairs.summary()}")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _table(result: Retrained) -> Iterator[str]:
    for training in result.trainings:
        yield f"{training.augment} mutated pairs of each pair: {training.augmented.summary()}\n{table_of([training.score])}"
    for change in result.changes:
        for name in ("lost", "gained"):
            ids = " ".join(getattr(change, name)) or "none"
            yield f"{change.before.augment} to {change.after.augment}, {name}: {ids}\n"
