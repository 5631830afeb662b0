"""The verb `search retrain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import JsonFile, Known, Quiet, Seed
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import bad_row, opened_rows
from equimorph.cli.search.options import Restart
from equimorph.cli.session import Session, reported
from equimorph.cli.values import input_file
from equimorph.rows.tables import Rows
from equimorph.search.errors import SearchError
from equimorph.search.retraining import RetrainOptions
from equimorph.search.retraining import retrain as retrained
from equimorph.search.study_sets import SetOptions
from equimorph.search.tasks import TASKS, TrainingOptions
from equimorph.statistics.intervals import DRAWS

__all__ = ["retrain"]

_TASKS = Known("task", lambda: TASKS)


def _baseline(search: str) -> typer.models.OptionInfo:
    info: typer.models.OptionInfo = typer.Option(
        help=f"Rows of `search {search}` for the same methods. Default: such mutants are made here, without a budget.",
        callback=input_file,
        show_default=False,
        rich_help_panel=Panel.INPUT,
    )
    return info


def retrain(
    found: JsonFile,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="New folder for the study, written whole or not at all.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    task: Annotated[
        str,
        typer.Option(
            help=f"What the models learn: {', '.join(TASKS)}.",
            callback=_TASKS.check,
            autocompletion=_TASKS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = RetrainOptions.task,
    once: Annotated[Path | None, _baseline("once")] = None,
    times: Annotated[Path | None, _baseline("times")] = None,
    sources: Annotated[
        list[Path] | None,
        typer.Option(
            help="Java to learn from besides (repeatable). Default: the files that the rows name, but for those asked about.",
            show_default=False,
            exists=True,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    seeds: Annotated[
        int,
        typer.Option(min=1, help="How many there are, from --seed on.", rich_help_panel=Panel.SAMPLES),
    ] = RetrainOptions.seeds,
    steps: Annotated[
        int, typer.Option(min=1, help="Batches of each training.", rich_help_panel=Panel.SAMPLES)
    ] = TrainingOptions.steps,
    batch: Annotated[
        int, typer.Option(min=2, help="Methods of a batch.", rich_help_panel=Panel.SAMPLES)
    ] = TrainingOptions.batch,
    test_share: Annotated[
        float,
        typer.Option(help="Of the methods, that are asked about.", rich_help_panel=Panel.SAMPLES),
    ] = SetOptions.test_share,
    k: Annotated[
        int,
        typer.Option("-k", min=1, help="Steps of each k-times mutant.", rich_help_panel=Panel.SAMPLES),
    ] = SetOptions.k,
    draws: Annotated[
        int,
        typer.Option(min=0, help="Of the bootstrap; 0 for no intervals.", rich_help_panel=Panel.SAMPLES),
    ] = DRAWS,
    seed: Seed = TrainingOptions.seed,
    device: Annotated[
        str | None,
        typer.Option(
            help="Where the models compute: cpu, cuda, cuda:1. Default: a GPU where there is one.",
            show_default=False,
            rich_help_panel=Panel.WORKERS,
        ),
    ] = None,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Train models with and without adversarials, and measure both on clean and mutated methods; an unfinished run goes on."""
    try:
        training = TrainingOptions(steps=steps, batch=batch, seed=seed, device=device)
        sets = SetOptions(test_share=test_share, k=k, seed=seed)
        options = RetrainOptions(task=task, seeds=seeds, training=training, sets=sets, draws=draws)
    except SearchError as error:
        raise typer.BadParameter(str(error)) from error
    session = Session(quiet)
    session.resume = f"{out}.partial keeps what is done: the same command continues, --restart begins anew"
    given = {"found": found, **{name: path for name, path in (("once", once), ("times", times)) if path}}
    with reported(session), opened_rows(*given.values()) as opened:
        rows: dict[str, Rows] = dict(zip(given, opened, strict=True))
        done = retrained(
            rows["found"],
            out,
            options,
            once=rows.get("once"),
            times=rows.get("times"),
            sources=sources,
            failed=bad_row(session),
            reporter=session,
            restart=restart,
        )
    sizes = ", ".join(f"{done.sets[name]} {name.replace('_', ' ')}" for name in ("train_roots", "test_roots"))
    session.end(f"{out} written: {counted(len(done.seeds), 'seed')}, {sizes}; rows: {done.rows.summary()}")
