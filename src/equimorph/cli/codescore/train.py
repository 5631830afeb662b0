"""The verb `codescore train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.cli.arguments import Known, Quiet, Seed
from equimorph.cli.codescore.options import Device
from equimorph.cli.commands import Panel
from equimorph.cli.session import Session, reported
from equimorph.codescore.errors import CodeScoreError
from equimorph.codescore.options import TrainOptions
from equimorph.codescore.pooling import VECTORS
from equimorph.extras import module

__all__ = ["train"]

_VECTORS = Known("vector", lambda: VECTORS)


def train(
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="SRC",
            help="Folders and files of Java and Python, or what `equimorph pairs` wrote.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="New folder for the model, written whole or not at all.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    minutes: Annotated[
        float | None,
        typer.Option(
            help=f"How long it learns, without the preparation of the pairs. Default: {TrainOptions.minutes:g}.",
            show_default=False,
            rich_help_panel=Panel.SAMPLES,
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many batches it learns from instead: the same input then gives the same bytes on a CPU.",
            show_default=False,
            rich_help_panel=Panel.SAMPLES,
        ),
    ] = None,
    seed: Seed = TrainOptions.seed,
    device: Device = None,
    base: Annotated[
        Path | None,
        typer.Option(
            help="Folder of a Hugging Face encoder to start from, such as UniXcoder. Default: a small one from scratch.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    vector: Annotated[
        str,
        typer.Option(
            help=f"What stands for a text: {', '.join(VECTORS)}.",
            callback=_VECTORS.check,
            autocompletion=_VECTORS.complete,
            rich_help_panel=Panel.SELECTION,
        ),
    ] = TrainOptions.vector,
    batch: Annotated[
        int, typer.Option(help="Methods of a batch.", rich_help_panel=Panel.SAMPLES)
    ] = TrainOptions.batch,
    length: Annotated[
        int,
        typer.Option(help="Longer methods are left out: tokens.", rich_help_panel=Panel.SAMPLES),
    ] = TrainOptions.length,
    vocabulary: Annotated[
        int, typer.Option(help="Words of the own vocabulary.", rich_help_panel=Panel.SAMPLES)
    ] = TrainOptions.vocabulary,
    learning_rate: Annotated[
        float | None,
        typer.Option(
            help="The highest one. Default: 0.01, or 0.00002 with --base.",
            show_default=False,
            rich_help_panel=Panel.SAMPLES,
        ),
    ] = TrainOptions.learning_rate,
    temperature: Annotated[
        float, typer.Option(help="Of the contrastive loss.", rich_help_panel=Panel.SAMPLES)
    ] = TrainOptions.temperature,
    balance: Annotated[
        bool,
        typer.Option(
            "--balance",
            help="Learn from a part of the variants in which the numbers of operators say less about the class.",
            rich_help_panel=Panel.SAMPLES,
        ),
    ] = False,
    restart: Annotated[
        bool,
        typer.Option(
            "--restart",
            help="Forget what an earlier run left in OUT.partial.",
            rich_help_panel=Panel.OUTPUT,
        ),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Train CodeScore-R on pairs, or on sources of which pairs are made; an unfinished run goes on."""
    if minutes is not None and steps is not None:
        raise typer.BadParameter("give --minutes or --steps")
    try:
        options = TrainOptions(
            minutes=TrainOptions.minutes if minutes is None else minutes,
            steps=steps,
            seed=seed,
            device=device,
            base=None if base is None else str(base),
            vector=vector,  # type: ignore[arg-type]  # checked by the option
            vocabulary=vocabulary,
            batch=batch,
            length=length,
            balance=balance,
            learning_rate=learning_rate,
            temperature=temperature,
        )
    except CodeScoreError as error:
        raise typer.BadParameter(str(error)) from error
    session = Session(quiet)
    session.resume = f"{out}.partial keeps what is done: the same command continues, --restart begins anew"
    with reported(session):
        module("torch")
        from equimorph.codescore.training import train as trained

        done = trained(sources, out, options, reporter=session, restart=restart)
    session.end(f"{out} written: {done.summary()}")
