"""What the verbs of data sets share: the items, and the benchmarks that must not be in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, cast

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.arguments import Known
from equimorph.cli.commands import Panel
from equimorph.cli.row_files import bad_row, kept_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD
from equimorph.datasets.items import Dataset
from equimorph.datasets.leaking import MIN_CHARS, PAPER_CHARS
from equimorph.datasets.planning import BY
from equimorph.leakage.benchmarks import UNITS, Unit, read_benchmark
from equimorph.leakage.samples import Sample

__all__ = [
    "KINDS",
    "BenchmarkPaths",
    "ItemsPath",
    "MinChars",
    "PresetName",
    "UnitName",
    "items_at",
    "limit_of",
    "note_short",
    "samples_of",
]

_PRESETS = Known("preset", lambda: ("paper",))
_UNITS = Known("unit", lambda: UNITS)
KINDS = Known("way to split", lambda: BY)

ItemsPath = Annotated[
    Path,
    typer.Argument(
        help="Folder with data sets, as `datasets mine` writes it; or a file of rows with id, buggy, fixed; - for standard input.",
        show_default=False,
    ),
]
BenchmarkPaths = Annotated[
    list[Path] | None,
    typer.Option(
        "--benchmark",
        help="A benchmark that must not leak: a file of bugs, or a folder that `leakage find` can read (repeatable).",
        show_default=False,
        exists=True,
        rich_help_panel=Panel.INPUT,
    ),
]
UnitName = Annotated[
    str | None,
    typer.Option(
        help=f"Pieces of the benchmarks' bugs: {', '.join(UNITS)}. Default: the first one that the benchmark has.",
        callback=_UNITS.check,
        autocompletion=_UNITS.complete,
        show_default=False,
        rich_help_panel=Panel.INPUT,
    ),
]
MinChars = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Characters, without blanks and comments, from which on equal texts count as a leak."
        f" Default: {MIN_CHARS}, and {PAPER_CHARS} with --preset paper.",
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]
PresetName = Annotated[
    str | None,
    typer.Option(
        help="paper: the rule of the leakage study, by which any equal text counts, however short.",
        callback=_PRESETS.check,
        autocompletion=_PRESETS.complete,
        show_default=False,
        rich_help_panel=Panel.SELECTION,
    ),
]


def limit_of(preset: str | None, min_chars: int | None) -> int:
    """Return from how many characters on a text counts.

    Raises:
        typer.BadParameter: both options are given.
    """
    if preset is not None and min_chars is not None:
        raise typer.BadParameter("give either --preset or --min-chars")
    return min_chars if min_chars is not None else MIN_CHARS if preset is None else PAPER_CHARS


def samples_of(paths: list[Path] | None, unit: str | None, session: Session) -> Iterator[Sample]:
    """Yield the samples of benchmarks, one after the other.

    Raises:
        typer.BadParameter: a path is that of no benchmark, or it has no such unit.
    """
    for path in paths or ():
        try:
            yield from read_benchmark(path, unit=cast("Unit | None", unit), failed=bad_row(session))
        except ValueError as error:
            raise typer.BadParameter(f"--benchmark {str(path)!r}: {error}") from error


def note_short(benchmarks: Mapping[str, Mapping[str, int]], session: Session) -> None:
    """Note how many pieces of benchmarks are too short to be searched for."""
    for name, counts in benchmarks.items():
        if counts["too_short"]:
            session.note(
                f"{name}: {counts['too_short']:,} of {counted(counts['samples'], 'piece')} too short to be searched for"
            )


@contextmanager
def items_at(path: Path) -> Iterator[Path | list[Dataset]]:
    """Yield the items that an argument names; those of standard input or a pipe as the data set ``items``, copied for the time.

    Raises:
        typer.BadParameter: nothing is there.
        OSError: standard input cannot be read.
    """
    if path == STANDARD or (path.exists() and not path.is_file() and not path.is_dir()):
        with kept_rows(path) as rows:
            yield [Dataset("items", rows)]
    elif path.exists():
        yield path
    else:
        raise typer.BadParameter(f"no such file or folder: {str(path)!r}")
