"""The results of scripts/saturate.py as a table, and what went wrong in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

__all__ = ["broken", "details", "table_of"]

Row = dict[str, Any]
COLUMNS = (
    "project",
    "mutators",
    "seeds",
    "methods",
    "mutated methods",
    "mutations",
    "files that do not compile",
    "tests",
    "newly failing tests",
    "restored",
)
KINDS = (
    ("error", "stopped"),
    ("conflicts", "edits rejected by the checks"),
    ("not_restored", "not restored"),
    ("compile_failures", "does not compile"),
    ("newly_failing", "newly failing"),
)


def table_of(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each project and mutator; counts of mutations and failures are sums over its seeds."""
    groups: dict[tuple[str, str, int], list[Row]] = {}
    for row in rows:
        if row["kind"] == "run":
            groups.setdefault((row["project"], row["mutators"], row["per_method"]), []).append(row)
    yield f"| {' | '.join(COLUMNS)} |"
    yield f"| --- | --- | ---: |{' ---: |' * (len(COLUMNS) - 3)}"
    for (project, title, per_method), group in groups.items():
        cells = [project, f"{title}, up to {per_method}", *_counts(group)]
        yield f"| {' | '.join(cells)} |"
    runs = [row for group in groups.values() for row in group]
    if runs:
        yield f"| all | | {len(runs)} trees | {' | '.join(_counts(runs)[1:])} |"


def _counts(group: Sequence[Row]) -> list[str]:
    restored = sum(not row["not_restored"] for row in group if "not_restored" in row)
    totals = [
        sum(row.get("methods", 0) for row in group),
        sum(row.get("mutated_methods", 0) for row in group),
        sum(row.get("mutations", 0) for row in group),
        sum(len(row.get("compile_failures", ())) for row in group),
        sum(row.get("tests", 0) for row in group),
        sum(len(row.get("newly_failing", ())) for row in group),
    ]
    seeds = ", ".join(str(row["seed"]) for row in group)
    stopped = sum("error" in row for row in group)
    cells = [f"{total:,}" for total in totals]
    if stopped:
        cells[-1] += f" ({stopped} runs stopped)"
    return [seeds, *cells, f"{restored} of {len(group)}"]


def broken(row: Row) -> bool:
    """Return whether something went wrong in a run."""
    return row["kind"] == "run" and any(row.get(kind) for kind, _ in KINDS)


def details(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a line for each thing that went wrong, with what is needed to make it again."""
    for row in filter(broken, rows):
        run = f"{row['project']}, {row['mutators']}, seed {row['seed']}, up to {row['per_method']} a method"
        for kind, title in KINDS:
            found = row.get(kind) or ()
            if isinstance(found, str):
                found = [found]
            for one in found:
                said = f"{one}: {found[one]}" if isinstance(found, dict) else one
                yield f"{run}: {title}: {said}"
