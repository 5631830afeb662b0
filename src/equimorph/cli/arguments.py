"""What commands share: arguments, their checks and completions, and the mutators that some of them name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, TypeVar

import typer

import mutators as registry
from equimorph.catalogue import Choice
from mutators import MutationError, Mutator
from mutators.java.operator_mutation.operators import GROUPS
from mutators.java.reorder_condition import PURITIES
from mutators.java.tools.names import SCHEMES

__all__ = [
    "FORMATS",
    "MUTATORS",
    "Classpath",
    "Field",
    "Full",
    "JsonFile",
    "Known",
    "LimitPerMethod",
    "Names",
    "Operators",
    "OutFile",
    "OutFolder",
    "Paths",
    "Purity",
    "Quiet",
    "RowsFile",
    "Schemes",
    "Seed",
    "SomePaths",
    "Sourcepath",
    "TableFile",
    "choice",
    "configured",
    "one_input",
    "parse_lines",
    "regular",
]

Value = TypeVar("Value", str | None, list[str] | None)
File = TypeVar("File", Path, Path | None)


@dataclass(frozen=True)
class Known:
    """Names that an option takes.

    Attributes:
        what: they are names of.
        names: gives them.
    """

    what: str
    names: Callable[[], Sequence[str]]

    def check(self, value: Value) -> Value:
        """Return the value of an option, if it is made of these names.

        Raises:
            typer.BadParameter: it is not; tells which name may be meant, else which there are.
        """
        known = self._known()
        for given in [value] if isinstance(value, str) else value or []:
            if given not in known:
                close = get_close_matches(given, known, n=1)
                hint = f"did you mean {close[0]}?" if close else f"there are: {', '.join(known)}"
                raise typer.BadParameter(f"no {self.what} {given!r}; {hint}")
        return value

    def complete(self, incomplete: str) -> list[str]:
        """Return the names that begin so, for the shell."""
        return [name for name in self._known() if name.startswith(incomplete)]

    def _known(self) -> Sequence[str]:
        try:
            return self.names()
        except MutationError as error:  # of other people's packages
            raise typer.BadParameter(str(error)) from error


MUTATORS = Known("mutator", registry.names)
FORMATS = Known("format", lambda: ("jsonl", "parquet"))
_SCHEMES = Known("naming scheme", lambda: ("any", *SCHEMES))
_PURITIES = Known("purity", lambda: PURITIES)
_GROUPS = Known("set of operators", lambda: GROUPS)


def regular(path: File) -> File:
    """Return the path of a file that can be read more than once.

    Raises:
        typer.BadParameter: it is a pipe, a device or the like.
    """
    if path is not None and not path.is_file():
        raise typer.BadParameter(f"{str(path)!r} is no regular file; its rows are read more than once")
    return path


_PATHS = "Java files, and folders with them."
Paths = Annotated[list[Path], typer.Argument(help=_PATHS, show_default=False)]
SomePaths = Annotated[list[Path] | None, typer.Argument(help=_PATHS, show_default=False)]
RowsFile = Annotated[
    Path | None,
    typer.Option(
        "--jsonl",
        help="Take the texts in this JSON Lines file instead.",
        exists=True,
        dir_okay=False,
        callback=regular,
    ),
]
TableFile = Annotated[
    Path | None,
    typer.Option(
        "--parquet",
        help="Take the texts in this Parquet file instead.",
        exists=True,
        dir_okay=False,
        callback=regular,
    ),
]
Field = Annotated[str, typer.Option(help="Field of --jsonl or column of --parquet that holds the text.")]
Names = Annotated[
    list[str] | None,
    typer.Option(
        "--mutator",
        "-m",
        help="Only this mutator (repeatable). Default: all that preserve behaviour.",
        show_default=False,
        callback=MUTATORS.check,
        autocompletion=MUTATORS.complete,
    ),
]
Schemes = Annotated[
    list[str] | None,
    typer.Option(
        "--scheme",
        help=f"Naming scheme of new names (repeatable): {', '.join(_SCHEMES.names())}. Default: any.",
        show_default=False,
        callback=_SCHEMES.check,
        autocompletion=_SCHEMES.complete,
    ),
]
Purity = Annotated[
    str | None,
    typer.Option(
        help=f"What reorder-condition takes for pure: {' or '.join(PURITIES)}.",
        show_default="proven",
        callback=_PURITIES.check,
        autocompletion=_PURITIES.complete,
    ),
]
Operators = Annotated[
    list[str] | None,
    typer.Option(
        "--operators",
        help=f"Set of operators for operator-mutation (repeatable): {', '.join(GROUPS)}. Default: all.",
        show_default=False,
        callback=_GROUPS.check,
        autocompletion=_GROUPS.complete,
    ),
]
LimitPerMethod = Annotated[
    int | None, typer.Option(min=1, help="At most so many, drawn by the seed.", show_default=False)
]
Full = Annotated[bool, typer.Option("--full", help="Add the whole mutated file to each row.")]
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
Classpath = Annotated[str, typer.Option(help="Class path for javac, separated as javac has it.")]
Sourcepath = Annotated[
    list[Path] | None,
    typer.Option(help="Folder with further sources for javac (repeatable).", exists=True, file_okay=False),
]


def one_input(paths: list[Path] | None, jsonl: Path | None, table: Path | None) -> None:
    """Check that one input is given.

    Raises:
        typer.BadParameter: there is none, or more than one.
    """
    if [bool(paths), jsonl is not None, table is not None].count(True) != 1:
        raise typer.BadParameter("give either paths or --jsonl or --parquet")


def choice(
    names: list[str] | None, schemes: list[str] | None, purity: str | None, operators: list[str] | None
) -> Choice:
    """The mutators that the options of a command choose."""
    given = {"schemes": schemes, "purity": [purity] if purity else None, "operators": operators}
    return Choice(tuple(names or ()), {name: tuple(values) for name, values in given.items() if values})


def configured(choice: Choice) -> tuple[Mutator, ...]:
    """Return the mutators with their options.

    Raises:
        typer.BadParameter: an option is of a mutator that is not among those named.
    """
    try:
        return choice.mutators()
    except MutationError as error:
        raise typer.BadParameter(str(error)) from error


_LINES = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")
_MOST_LINES = 1_000_000


def parse_lines(options: Sequence[str], name: str) -> frozenset[int]:
    """Return the line numbers of options such as `12`, `3-5` or `3-5,12`.

    Raises:
        typer.BadParameter: they are not.
    """
    lines: set[int] = set()
    for part in ",".join(options).split(",") if options else ():
        match = _LINES.fullmatch(part.strip())
        if match is None:
            raise typer.BadParameter(f"{part!r} is neither a line nor lines A-B", param_hint=name)
        first = int(match[1])
        last = int(match[2] or first)
        if first < 1 or last < first or last - first >= _MOST_LINES:
            hint = f"; did you mean {last}-{first}?" if 0 < last < first else ""
            raise typer.BadParameter(f"{part!r} is no range of lines{hint}", param_hint=name)
        lines.update(range(first, last + 1))
    return frozenset(lines)
