"""What the verbs of data sets share: the items, and the benchmarks that must not be in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from equimorph.bulk.reporting import counted
from equimorph.cli.row_files import kept_rows
from equimorph.cli.session import Session
from equimorph.cli.streams import STANDARD
from equimorph.datasets.items import Dataset
from equimorph.datasets.leaking import MIN_CHARS, PAPER_CHARS
from equimorph.leakage.benchmarks import Unit, read_benchmark
from equimorph.leakage.samples import Sample
from equimorph.runs.declared import Option, Panel

_ITEMS = "Folder with data sets, as `datasets mine` writes it; or a file of rows with id, buggy, fixed; - for standard input."
ItemsPath = Annotated[Path, Option(argument=True, help=_ITEMS)]
_UNIT = "Unit of a bug: each hunk, method or class that the fix changes. Default: the first of these that the benchmark has."
_MIN_CHARS = (
    "Minimum length of an equal text to count as a leak, not counting whitespace and comments."
    f" Default: {MIN_CHARS}, and {PAPER_CHARS} with --preset paper."
)


@dataclass(frozen=True, kw_only=True)
class GuardOptions:
    """The benchmarks that must not leak, and the texts that count as a leak.

    Attributes:
        benchmark: A benchmark that must not leak, as `leakage find` takes it (repeatable).
        unit: of the pieces of their bugs.
        min_chars: of a text that counts.
        preset: Use a published setup; `paper` counts any equal text, however short.

    Raises:
        typer.BadParameter: both a preset and a number of characters are there.
    """

    benchmark: Annotated[tuple[Path, ...], Option(panel=Panel.INPUT)] = ()
    unit: Annotated[Unit | None, Option(panel=Panel.INPUT, help=_UNIT)] = None
    min_chars: Annotated[int | None, Option(minimum=1, help=_MIN_CHARS)] = None
    preset: Annotated[Literal["paper"] | None, Option()] = None

    def __post_init__(self) -> None:
        if self.preset is not None and self.min_chars is not None:
            raise typer.BadParameter("give either --preset or --min-chars")

    @property
    def limit(self) -> int:
        """From how many characters on a text counts."""
        return self.min_chars or (MIN_CHARS if self.preset is None else PAPER_CHARS)

    def samples(self, session: Session) -> Iterator[Sample]:
        """Yield the samples of the benchmarks, one after the other.

        Raises:
            typer.BadParameter: a path is no benchmark, or it has no such unit.
        """
        for path in self.benchmark:
            try:
                yield from read_benchmark(path, unit=self.unit, failed=session.bad_row)
            except (ValueError, FileNotFoundError) as error:
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
