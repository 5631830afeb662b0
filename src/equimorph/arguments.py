"""What commands share: arguments, and the mutators that some of them name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equimorph.choice import Choice
from mutators import MutationError, Mutator
from mutators.java.reorder_condition import PURITIES
from mutators.names import SCHEMES
from mutators.operators import GROUPS

__all__ = [
    "JsonFile",
    "Names",
    "Operators",
    "OutFile",
    "OutFolder",
    "Paths",
    "Purity",
    "Quiet",
    "Schemes",
    "Seed",
    "choice",
    "mutators",
]

Paths = Annotated[list[Path], typer.Argument(help="Java files, and folders with them.", show_default=False)]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--mutator",
        "-m",
        help="Only this mutator (repeatable). Default: all that preserve behaviour.",
        show_default=False,
    ),
]
Schemes = Annotated[
    list[str] | None,
    typer.Option(
        "--scheme",
        help=f"Naming scheme of new names (repeatable): any, {', '.join(SCHEMES)}. Default: any.",
        show_default=False,
    ),
]
Purity = Annotated[
    str | None,
    typer.Option(
        help=f"What reorder-condition takes for pure: {' or '.join(PURITIES)}.", show_default="proven"
    ),
]
Operators = Annotated[
    list[str] | None,
    typer.Option(
        "--operators",
        help=f"Set of operators for operator-mutation (repeatable): {', '.join(GROUPS)}. Default: all.",
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option(help="Of all random choices.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary on stderr.")]
OutFile = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="Output file, written whole or not at all. Default: stdout.", show_default=False
    ),
]
OutFolder = Annotated[Path, typer.Option("--out", "-o", help="Output folder; must not exist, or be empty.")]
JsonFile = Annotated[Path, typer.Argument(help="JSON Lines.", exists=True, dir_okay=False)]


def choice(
    names: list[str] | None, schemes: list[str] | None, purity: str | None, operators: list[str] | None
) -> Choice:
    """The mutators that the options of a command choose."""
    return Choice(tuple(names or ()), tuple(schemes or ()), purity, tuple(operators or ()))


def mutators(chosen: Choice) -> tuple[Mutator, ...]:
    """The mutators with their options.

    Raises:
        typer.BadParameter: a name is none, or an option is of a mutator that is not among those named.
    """
    try:
        return chosen.mutators()
    except MutationError as error:
        raise typer.BadParameter(str(error)) from error
