"""Performance without leakage: what is left of a system's repaired bugs, and its rank among others (leakage study, tables 4 and 8).

With O repaired bugs, L of them leaked and T true repairs, PV = (O - L) / T. Before retraining T = O: the text says that T equals L,
but each row of table 4 needs T = O. After retraining without the leaked bugs T = O - V, where the overlap V counts the leaked
bugs that the system no longer repairs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from equimorph.leakage.samples import LEVELS
from equimorph.statistics import Ratio, percent_text
from mutators import MutationError

Systems: TypeAlias = "str | PathLike[str] | Sequence[Mapping[str, Any]] | Mapping[str, Any]"
"""The path of a JSON file, or its contents: a list of systems, or an object with this list as `systems`."""
Failed: TypeAlias = Callable[[str], object]
"""Gets what is wrong with a system, with its place."""

_RANKS = ("rank_original", "rank_without", "rank_share")
_FIELDS = ("system", "benchmark", "original", "leaked", "overlap", "summary", "level", *_RANKS)
_LIKE = 0.8
"""The minimum similarity (0 to 1) of an unknown field's name to a known one by which it counts as a slip."""


@dataclass(frozen=True)
class _System:
    """An entry, with the numbers of bugs that the system repairs (O) and of leaked ones among them (L); None if unknown.

    `overlap` counts leaked bugs that it no longer repairs once retrained without them; `ranks` are given where no number
    determines them.
    """

    number: int
    place: str
    system: str
    benchmark: str | None
    original: int | None
    leaked: int | None
    overlap: int | None
    ranks: Mapping[str, int]

    @property
    def clean(self) -> int | None:
        """The number of bugs without the leaked ones (O - L)."""
        return None if self.original is None or self.leaked is None else self.original - self.leaked

    @property
    def truth(self) -> int | None:
        """T: O, or what is left of it after retraining."""
        return None if self.original is None else self.original - (self.overlap or 0)

    @property
    def share(self) -> Fraction | None:
        """L / O; without leaked bugs it is 0, whatever the total."""
        if not self.leaked or not self.original:
            return Fraction(0) if self.leaked == 0 and self.original != 0 else None
        return Fraction(self.leaked, self.original)


def pv(systems: Systems, *, failed: Failed | None = None) -> list[dict[str, Any]]:
    """Return the performance of systems without leakage, and their ranks within each benchmark.

    Args:
        systems: Each has `system`, `original` (how many bugs it repairs) and `leaked` (how many of those are leaked; both may be
            null), and may have `benchmark` and `overlap`. `summary` can stand for the two numbers: the path of a summary of
            `leakage find`, from the folder of the file; its `level` is pair (the default), buggy or fixed. `rank_original`,
            `rank_without` and `rank_share` may be given where no number gives them: that place is then taken.
        failed: Gets the errors of single systems, which are then left out; without it the first one raises.

    Returns:
        Rows in the given order, each with system, benchmark, original, leaked, overlap, truth, pv, share, rank_original (by O),
        rank_without (by O - L), rank_share (by L / O, the smallest first). `pv` and `share` have numerator, denominator, value and
        percent. Equal systems have the order of their original ranks; in those they have the order in which they are given. None
        stands for what is not known; a system without a number has no rank, and the others are ranked as if it were not there.

    Raises:
        MutationError: the file is no list of systems, or `failed` is not given and a system is wrong.
        OSError: the file cannot be read.
    """
    name, folder, entries = _entries(systems)
    report = failed or _raised
    records = list(_read(entries, name, folder, report))
    ranks = dict[int, dict[str, int | None]]()
    for benchmark in dict.fromkeys(record.benchmark for record in records):
        ranks |= _ranks([record for record in records if record.benchmark == benchmark], report)
    return [_row(record) | ranks[record.number] for record in records if record.number in ranks]


def _raised(message: str) -> object:
    raise MutationError(message)


def _entries(systems: Systems) -> tuple[str, Path, Sequence[object]]:
    """Return the name in messages of the input, the folder that its paths begin at, and the entries."""
    if not isinstance(systems, str | PathLike):
        return "systems", Path(), _listed(systems, "systems")
    name = str(systems)
    try:
        data = json.loads(Path(systems).read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise MutationError(f"{name}: no UTF-8 at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise MutationError(f"{name}:{error.lineno}: no JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:  # deep nesting; a number of thousands of digits
        raise MutationError(f"{name}: no JSON that can be read: {error}") from error
    return name, Path(name).parent, _listed(data, name)


def _listed(data: object, name: str) -> Sequence[object]:
    if isinstance(data, Mapping):
        if "systems" not in data:
            raise MutationError(f"{name}: neither a list of systems nor an object with one as 'systems'")
        data = data["systems"]
    if not isinstance(data, Sequence) or isinstance(data, str | bytes):
        raise MutationError(f"{name}: the systems are no list")
    return data


def _read(entries: Sequence[object], name: str, folder: Path, failed: Failed) -> Iterator[_System]:
    seen = set[tuple[str, str | None]]()
    for number, entry in enumerate(entries, 1):
        place = f"{name}: system {number}"
        try:
            if not isinstance(entry, Mapping):
                raise MutationError("is no object")
            record = _system(entry, number, place, folder)
            if (key := (record.system, record.benchmark)) in seen:
                raise MutationError("a second one of this system and benchmark")
        except MutationError as error:
            label = entry.get("system") if isinstance(entry, Mapping) else None
            failed(f"{place}{f' ({label})' if isinstance(label, str) else ''}: {error}")
            continue
        seen.add(key)
        yield record


def _system(entry: Mapping[str, Any], number: int, place: str, folder: Path) -> _System:
    for field in entry:
        meant = get_close_matches(str(field), _FIELDS, 1, _LIKE)
        if field not in _FIELDS and meant:
            raise MutationError(f"unknown field {field!r}; did you mean {meant[0]!r}?")
    system, benchmark = _text(entry, "system"), _text(entry, "benchmark", needed=False)
    assert system is not None
    if entry.get("summary") is None:
        if missing := [field for field in ("original", "leaked") if field not in entry]:
            raise MutationError(f"no field {missing[0]!r}; null stands for a number that nobody knows")
        original, leaked = _number(entry, "original"), _number(entry, "leaked")
    else:
        original, leaked = _counted(entry, folder, benchmark)
    overlap = _number(entry, "overlap")
    _check_order(overlap, "overlap", leaked, "leaked")
    _check_order(leaked, "leaked", original, "original")
    _check_order(overlap, "overlap", original, "original")
    ranks = {field: rank for field in _RANKS if (rank := _number(entry, field)) is not None}
    return _System(number, f"{place} ({system})", system, benchmark, original, leaked, overlap, ranks)


def _text(entry: Mapping[str, Any], field: str, needed: bool = True) -> str | None:
    value = entry.get(field)
    if value is None and not needed:
        return None
    if not isinstance(value, str) or not value.strip():
        raise MutationError(
            f"no field {field!r}" if field not in entry else f"field {field!r} is not a text, or empty"
        )
    return value


def _number(entry: Mapping[str, Any], field: str) -> int | None:
    value = entry.get(field)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise MutationError(f"field {field!r} is {value!r}, which is no whole number from 0 on")
    return value


def _check_order(less: int | None, field: str, more: int | None, other: str) -> None:
    if less is not None and more is not None and less > more:
        raise MutationError(f"field {field!r} is {less}, more than {other!r}, which is {more}")


def _counted(entry: Mapping[str, Any], folder: Path, benchmark: str | None) -> tuple[int, int]:
    """Return the numbers of repaired bugs of a benchmark, and of leaked ones among them, in a summary of `leakage find`."""
    level = entry.get("level", LEVELS[0])
    if level not in LEVELS:
        raise MutationError(f"field 'level' is {level!r}; levels are {', '.join(LEVELS)}")
    if twice := [field for field in ("original", "leaked") if entry.get(field) is not None]:
        raise MutationError(f"field {twice[0]!r} and 'summary', of which it is counted: give one of them")
    name = _text(entry, "summary")
    assert name is not None
    bugs = _bugs_of(folder / name, benchmark)
    repaired = [bug for bug in bugs if bug.get("repaired") is True]
    if not repaired and all(bug.get("repaired") is None for bug in bugs):
        raise MutationError(f"{name} does not say which bugs are repaired: make it with the system's patches")
    return len(repaired), sum(_leaks(bug, level, name) for bug in repaired)


def _bugs_of(path: Path, benchmark: str | None) -> list[Mapping[str, Any]]:
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise MutationError(f"{path}: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise MutationError(f"{path} is no JSON: {error}") from error
    bugs = data.get("bugs") if isinstance(data, Mapping) else None
    if not isinstance(bugs, list) or not all(isinstance(bug, Mapping) for bug in bugs):
        raise MutationError(f"{path} is no summary of `equimorph leakage find`: it lists no bugs")
    names = {str(bug.get("benchmark")) for bug in bugs}
    if benchmark is None and len(names) > 1:
        raise MutationError(f"{path} has several benchmarks; name one: {', '.join(sorted(names))}")
    if benchmark is not None and names and benchmark not in names:
        raise MutationError(f"{path} has no benchmark {benchmark!r}; it has {', '.join(sorted(names))}")
    return [bug for bug in bugs if benchmark is None or bug.get("benchmark") == benchmark]


def _leaks(bug: Mapping[str, Any], level: str, name: str) -> bool:
    kinds = bug.get(level)
    if not isinstance(kinds, Mapping):
        raise MutationError(f"{name}: bug {bug.get('bug_id')!r} has no counts of level {level!r}")
    return any(kinds.get(kind) for kind in ("exact", "inside", "contains"))


def _ranks(systems: Sequence[_System], failed: Failed) -> dict[int, dict[str, int | None]]:
    """Return the ranks of the systems of a benchmark, by number; one whose given rank cannot be is reported and left out."""
    kept = list(systems)
    for record in systems:
        try:
            _check_ranks(record, kept)
        except MutationError as error:
            failed(f"{record.place}: {error}")
            kept.remove(record)
    original = _places(kept, "rank_original", lambda record: record.original, {})
    without = _places(kept, "rank_without", lambda record: record.clean, original)
    share = _places(
        kept, "rank_share", lambda record: None if record.share is None else -record.share, original
    )
    return {
        record.number: dict(
            zip(_RANKS, (by[record.number] for by in (original, without, share)), strict=True)
        )
        for record in kept
    }


def _check_ranks(record: _System, systems: Sequence[_System]) -> None:
    numbers = dict(zip(_RANKS, (record.original, record.clean, record.share), strict=True))
    for field, rank in record.ranks.items():
        if numbers[field] is not None:
            raise MutationError(f"field {field!r} is for a system without the number that gives its rank")
        if not 1 <= rank <= len(systems):
            raise MutationError(f"field {field!r} is {rank}, of {len(systems)} systems of its benchmark")
        if any(other is not record and other.ranks.get(field) == rank for other in systems):
            raise MutationError(f"field {field!r} is {rank}, as that of another system")


def _places(
    systems: Iterable[_System],
    field: str,
    value: Callable[[_System], Fraction | int | None],
    tie: Mapping[int, int | None],
) -> dict[int, int | None]:
    """Return the rank of each system by a value, the largest first; given ranks (`field`) are taken, the others share what is left.

    Equal values are in the order of `tie`, or as given; the value of a system may be unknown.
    """
    rank_by_number = {record.number: record.ranks.get(field) for record in systems}
    taken = set(rank_by_number.values())
    valued = [(record.number, number) for record in systems if (number := value(record)) is not None]
    best = sorted(valued, key=lambda pair: (-pair[1], tie.get(pair[0]) or 0))
    free = (place for place in range(1, len(rank_by_number) + 1) if place not in taken)
    return rank_by_number | {
        system_number: place for (system_number, _), place in zip(best, free, strict=False)
    }


def _row(record: _System) -> dict[str, Any]:
    return {
        "schema": 1,
        "system": record.system,
        "benchmark": record.benchmark,
        "original": record.original,
        "leaked": record.leaked,
        "overlap": record.overlap,
        "truth": record.truth,
        "pv": _ratio(record, record.clean, record.truth, 1),
        "share": _ratio(record, record.leaked, record.original, 0),
    }


def _ratio(
    record: _System, numerator: int | None, denominator: int | None, unleaked: int
) -> dict[str, Any] | None:
    """Return a ratio as plain data; of a system without leaks, however many bugs it repairs, the value alone is known."""
    if numerator is not None and denominator is not None:
        return Ratio(numerator, denominator).to_dict()
    if record.leaked != 0:
        return None
    value = {"value": float(unleaked), "percent": percent_text(Fraction(unleaked))}
    return {"numerator": None, "denominator": None, **value}
