"""Options that the verbs that compute results share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from equimorph.cli.results import JsonResult, TableFormat, table_texts
from equimorph.cli.row_files import opened_rows
from equimorph.cli.session import Session
from equimorph.cli.values import input_file
from equimorph.pages.tables import Table
from equimorph.robustness.judging.judged import CRITERIA, Criterion
from equimorph.robustness.scoring.groups import read_groups
from equimorph.robustness.scoring.options import Pool
from equimorph.rows.tables import Rows
from equimorph.runs.declared import Option, Panel

_POOL = "Over all mutators, PFA and PDA count each sample once (sample), or once for each mutator (cell)."
_CRITERION = f"Criterion: {', '.join(CRITERIA)}. It is that of rows that name none; rows of other criteria are left out."


@dataclass(frozen=True, kw_only=True)
class Splits:
    """The options of scores that `score` and `run` share.

    Attributes:
        by: Also split by this field of the rows (repeatable).
        pool: Pooling of PFA and PDA over all mutators.
        fixed_population: The curve is about the samples repaired at the last k, not about those repaired at each k.
    """

    by: Annotated[tuple[str, ...], Option()] = ()
    pool: Annotated[Pool, Option(help=_POOL)] = "sample"
    fixed_population: Annotated[bool, Option()] = False

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of `Scoring`."""
        return {
            "by": self.by,
            "pool": self.pool,
            "population": "fixed" if self.fixed_population else "moving",
        }


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The options of verbs that read judged rows, and where their result goes.

    Attributes:
        criterion: of rows that name none.
        k: Number of candidates that count. Default: as many as were judged.
        group: JSON Lines with the group of each bug: id or bug_id, and group or status, such as leaked or clean.
        strict: Criterion repaired: a patch must pass, and be called correct by a person.
        all_fixes: Criteria repaired and behaviour: also count bugs whose fix needs more than the model was asked about.
        json: File of the result as JSON; see `JsonResult`.
        table: Format of the result as tables; see `TableFormat`.
    """

    criterion: Annotated[Criterion | None, Option(panel=Panel.INPUT, help=_CRITERION)] = None
    k: Annotated[int | None, Option(flags="-k --k", minimum=1)] = None
    group: Annotated[Path | None, Option(panel=Panel.INPUT, check=input_file)] = None
    strict: Annotated[bool, Option()] = False
    all_fixes: Annotated[bool, Option()] = False
    json: JsonResult = None
    table: TableFormat = None

    def __post_init__(self) -> None:
        if self.json is not None and self.table is not None:
            raise ValueError("give either --json or --table")

    def text(self, usual: Callable[[], str], tables: Callable[[], Iterable[Table]]) -> str:
        """Return the text of the result, or its tables in the format asked for, with a blank line between them."""
        return table_texts(tables() if self.table else (), self.table, usual)

    @contextmanager
    def opened(
        self, judged: Sequence[Path], session: Session
    ) -> Iterator[tuple[Sequence[Rows], dict[str, Any]]]:
        """Yield the judged rows, and the arguments of what computes results of them.

        Raises:
            OSError: they cannot be read.
        """
        group = [] if self.group is None else [self.group]
        with opened_rows(*judged, *group, out=self.json) as inputs:
            yield (
                inputs[: len(judged)],
                {
                    "k": self.k,
                    "criterion": self.criterion,
                    "hits": "correct" if self.strict else "plausible",
                    "groups": read_groups(inputs[-1], session.bad_row) if group else None,
                    "all_fixes": self.all_fixes,
                    "failed": session.bad_row,
                },
            )
