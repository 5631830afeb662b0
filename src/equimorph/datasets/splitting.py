"""Splits of data sets: train, validation and test, without a group, a project or a text that is in two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.bulk.reporting import SILENT, Reporter
from equimorph.datasets.items import Dataset, datasets_in, entries
from equimorph.datasets.layout import SPLITS
from equimorph.datasets.placing import fractions_of, sizes
from equimorph.datasets.planning import BY, By, Plan
from equimorph.datasets.summary import count_of, read_summary, write_card, write_summary
from equimorph.rows.jsonl import encode
from equimorph.rows.tables import BadRow, Failed, RowCount, lines_in, name_of_rows, raised
from equimorph.runs.whole import check_new, whole_folder
from mutators import MutationError

EIGHTY_TEN_TEN = fractions_of("8/1/1")
"""The fractions of the leakage study, section 4.3, rule 4."""
OVERLAP = "an earlier split has its text"


@dataclass(frozen=True)
class Split:
    """The result of `split`.

    Attributes:
        count: Number of the items of all data sets.
        sizes: Items of each split, by data set.
        wanted: Sizes that the fractions ask for.
        largest: Number of items in the largest unit that had to stay together.
    """

    count: RowCount
    sizes: Mapping[str, Mapping[str, int]]
    wanted: Mapping[str, Mapping[str, int]]
    largest: int


def split(
    items: str | PathLike[str] | Sequence[Dataset],
    out: str | PathLike[str],
    *,
    by: By = "group",
    fractions: Sequence[Fraction] = EIGHTY_TEN_TEN,
    seed: int = 0,
    failed: Failed = raised,
    reporter: Reporter = SILENT,
) -> Split:
    """Write the items of data sets to ``OUT/DATASET/train.jsonl``, ``validation.jsonl`` and ``test.jsonl``.

    No text of an item, before or after its fix, is in two splits, comments and blanks aside. By group or item, items that share
    a text go to one split; by project or time, an item is dropped whose text an earlier split has. The data sets are split as
    one: what is together in one of them is so in all, except by item.

    Args:
        items: a folder with data sets, or a file of rows.
        out: a folder, written whole or not at all; also gets ``datasets.json``.
        by: "group", of methods that are alike (`likeness.group_of`); "project"; "time", train the oldest; or "item", each data
            set for itself, with exact sizes.
        fractions: Fractions of train, validation and test; they sum to 1.
        seed: Seed of the order, which depends on nothing else but the items.
        failed: gets bad rows.
        reporter: gets the progress.

    Raises:
        MutationError: a row is bad, and `failed` is not given; or the items change meanwhile.
        FileExistsError: `out` exists and is not an empty folder.
        OSError: something cannot be read or written.
    """
    if by not in BY:
        raise ValueError(f"by is one of {', '.join(BY)}, not {by!r}")
    target = Path(out)
    check_new(target)
    source = Path(items) if isinstance(items, str | PathLike) else items
    datasets = datasets_in(source) if isinstance(source, Path) else list(source)
    count, whole = RowCount(), by != "item"
    with ExitStack() as stack:
        plans = [
            stack.enter_context(closing(Plan(by, seed, len(datasets) if whole else 1)))
            for _ in range(1 if whole else len(datasets))
        ]
        planned = [
            _Planned(input_dataset, *((plans[0], at) if whole else (plans[at], 0)))
            for at, input_dataset in enumerate(datasets)
        ]
        with reporter.bar(None, "items") as advance:
            for planned_dataset in planned:
                _read(planned_dataset, failed, count, advance)
        for plan in plans:
            plan.place(fractions)
        with whole_folder(target) as folder:
            dataset_sizes = {
                planned_dataset.dataset.name: _written(
                    planned_dataset, folder / planned_dataset.dataset.name, count
                )
                for planned_dataset in planned
            }
            wanted = {
                name: _named(sizes(sum(split_sizes.values()), fractions))
                for name, split_sizes in dataset_sizes.items()
            }
            done = Split(count, dataset_sizes, wanted, max((plan.largest() for plan in plans), default=0))
            summary = _summary(source, done, by, fractions, seed)
            write_summary(folder, summary)
            options = {name: summary["splits"][name] for name in ("by", "seed", "fractions")}
            write_card(folder, "split", done.sizes, summary, options)
    return done


@dataclass(frozen=True)
class _Planned:
    """A data set, with the plan that places its items, and its number there."""

    dataset: Dataset
    plan: Plan
    number: int


def _read(planned_dataset: _Planned, failed: Failed, count: RowCount, advance: Callable[..., None]) -> None:
    name = name_of_rows(planned_dataset.dataset.rows)
    for entry in entries(planned_dataset.dataset, failed, count):
        try:
            planned_dataset.plan.add(planned_dataset.number, entry)
        except MutationError as error:
            count.dropped["bad row"] += 1
            failed(BadRow(name, entry.line, str(error)))
        advance()


def _written(planned_dataset: _Planned, folder: Path, count: RowCount) -> dict[str, int]:
    """Write the splits of a data set; return their sizes."""
    folder.mkdir()
    counts = [0] * len(SPLITS)
    with ExitStack() as stack:
        outs = [stack.enter_context((folder / f"{name}.jsonl").open("wb")) for name in SPLITS]
        lines = iter(lines_in(planned_dataset.dataset.rows))
        for place in planned_dataset.plan.places(planned_dataset.number):
            line = next((line for line in lines if line.number >= place.line), None)
            if line is None or line.number != place.line or line.error is not None:
                raise MutationError(
                    f"{name_of_rows(planned_dataset.dataset.rows)}:{place.line}: the input is changing"
                )
            if place.split is None:
                count.dropped[OVERLAP] += 1
            else:
                counts[place.split] += 1
                outs[place.split].write(encode({**line.data, "split": SPLITS[place.split]}))
    return _named(counts)


def _named(numbers: Sequence[int]) -> dict[str, int]:
    return dict(zip(SPLITS, numbers, strict=True))


def _summary(
    items: Path | Sequence[Dataset], done: Split, by: By, fractions: Sequence[Fraction], seed: int
) -> dict[str, Any]:
    before = read_summary(items) if isinstance(items, Path) and items.is_dir() else {}
    return {
        **before,
        "items": {name: sum(split_sizes.values()) for name, split_sizes in done.sizes.items()},
        "splits": {
            "by": by,
            "seed": seed,
            "fractions": dict(zip(SPLITS, map(str, fractions), strict=True)),
            **count_of(done.count),
            "largest": done.largest,
            "sizes": done.sizes,
            "wanted": done.wanted,
        },
    }
