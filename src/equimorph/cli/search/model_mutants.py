"""The verb `search model-mutants`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Known, Quiet, Seed
from equimorph.cli.commands import Panel
from equimorph.cli.search.options import Batch, Device, ModelName, Restart
from equimorph.cli.session import Session, reported
from equimorph.search.errors import BudgetExhausted, SearchError
from equimorph.search.loading import load_model
from equimorph.search.mutant_models.operators import OPERATORS
from equimorph.search.mutant_models.options import LEAST, RATIOS, TRIES, MakingOptions
from equimorph.search.mutant_models.probes import PROBES
from equimorph.search.mutant_models.storing import write_mutants
from equimorph.search.outputs import BATCH
from equimorph.search.roots import roots_of

__all__ = ["model_mutants"]

_OPERATORS = Known("operator", lambda: tuple(OPERATORS))


def model_mutants(
    model: ModelName,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="New folder for the rows of the mutant models and their manifest, written whole or not at all.",
            show_default=False,
            rich_help_panel=Panel.OUTPUT,
        ),
    ],
    mutants: Annotated[
        int, typer.Option(min=1, help="How many mutant models are wanted.", rich_help_panel=Panel.SAMPLES)
    ] = 20,
    operator: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Use only this operator (repeatable): {', '.join(OPERATORS)}. Default: all, in turns.",
            show_default=False,
            callback=_OPERATORS.check,
            autocompletion=_OPERATORS.complete,
            rich_help_panel=Panel.MUTATORS,
        ),
    ] = None,
    ratio: Annotated[
        list[float] | None,
        typer.Option(
            help="Mutate this share of the weights, neurons or layers (repeatable). Default:"
            f" {', '.join(f'{one:g}' for one in RATIOS)}, in turns.",
            show_default=False,
            rich_help_panel=Panel.MUTATORS,
        ),
    ] = None,
    value: Annotated[
        list[str] | None,
        typer.Option(
            help="The number of an operator (repeatable), such as GF=0.3. Default:"
            f" {', '.join(f'{name}={one.value:g}' for name, one in OPERATORS.items() if one.value is not None)}.",
            show_default=False,
            rich_help_panel=Panel.MUTATORS,
        ),
    ] = None,
    texts: Annotated[
        list[Path] | None,
        typer.Option(
            help=f"Try the mutants on the methods of this file or folder (repeatable). Default: {len(PROBES)} built-in methods.",
            show_default=False,
            rich_help_panel=Panel.INPUT,
        ),
    ] = None,
    least: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Drop mutants that keep less than this share of the accuracy: of the outputs of the original.",
            rich_help_panel=Panel.SELECTION,
        ),
    ] = LEAST,
    tries: Annotated[
        int,
        typer.Option(
            min=1,
            help="How many mutants are drawn for each one that is wanted, at most.",
            rich_help_panel=Panel.SAMPLES,
        ),
    ] = TRIES,
    seed: Seed = 0,
    device: Device = None,
    batch: Batch = BATCH,
    restart: Restart = False,
    quiet: Quiet = False,
) -> None:
    """Make mutant models by mutating weights after training: rows of (operator, ratio, seed), of which each is made again."""
    session = Session(quiet)
    session.resume = f"{out}.partial keeps what is done: the same command continues, --restart begins anew"
    with reported(session):
        try:
            options = MakingOptions(
                operators=tuple(operator or OPERATORS),
                ratios=tuple(ratio or RATIOS),
                values=_values(value or []),
                seed=seed,
                texts=_texts(texts, session),
                least=least,
                tries=tries,
                batch=batch,
            )
            asked = load_model(model, device)
        except SearchError as error:
            raise typer.BadParameter(str(error)) from error
        try:
            made = write_mutants(asked, mutants, out, options, restart=restart, reporter=session)
        except BudgetExhausted as error:
            session.failed(error)
            made = error.result
    session.end(f"{out} written: {counted(len(made), 'mutant model')} of {asked.name}; {made.summary()}")


def _values(given: list[str]) -> dict[str, float]:
    """Return the numbers of operators.

    Raises:
        SearchError: one is not NAME=NUMBER.
    """
    found = {}
    for one in given:
        name, _, number = one.partition("=")
        try:
            found[name] = float(number)
        except ValueError:
            raise SearchError(f"--value {one!r} is not OPERATOR=NUMBER, such as GF=0.3") from None
    return found


def _texts(paths: list[Path] | None, session: Session) -> tuple[str, ...]:
    """Return the different methods of some files and folders, or the built-in ones."""
    if not paths:
        return PROBES
    return tuple(dict.fromkeys(one.text for one in roots_of(paths, failed=session.failed)))
