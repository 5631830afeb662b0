"""Building the page, and writing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from equimorph.pages.assembling import assembled, parts_of, save_page
from equimorph.pages.data import Interned
from equimorph.report.mutants import Mutants
from equimorph.rows.jsonl import JsonLine, json_lines, line_message, open_rows
from equimorph.rows.row import parse_row
from mutators import MutationError

__all__ = ["Files", "Written", "each_line", "file_paths", "page", "write"]

_STYLES = ("base.css", "page.css", "diff.css")
_SCRIPTS = (
    *("lines.js", "data.js", "diff.js", "elements.js", "page.js", "table.js", "state.js", "facets.js"),
    *("diff_table.js", "detail.js", "sites.js", "main.js"),
)
"""The parts of style and script, in the order in which they are in the page."""

Files = str | PathLike[str] | Sequence[str | PathLike[str]]
_TEXTS = ("path", "mutator", "kind", "method", "text", "reason")
_MOST = 200
"""So many characters of a place's text are shown."""


@dataclass(frozen=True)
class Written:
    """The contents of a page.

    Attributes:
        mutants: how many.
        sites: how many places, including refused ones; 0 without files of them.
        failures: how many rows are left out.
    """

    mutants: int
    sites: int
    failures: int


def page(
    rows: Iterable[Mapping[str, Any]], sites: Iterable[Mapping[str, Any]] = (), *, title: str = "Mutants"
) -> str:
    """Return the page of some rows, as text.

    Args:
        rows: Rows of mutants, as `em.row` makes them, with any further fields.
        sites: Rows from `equimorph sites --why --json`.
        title: Title of the page.

    Raises:
        MutationError: a row does not agree with itself; names the row, counted from 1.
    """
    mutants, places = Mutants(), Sites()
    for number, row in enumerate(rows, 1):
        mutants.add(parse_row(row, number))
    for number, place in enumerate(sites, 1):
        places.add(place, number)
    return _page(mutants, places, title)


def write(
    paths: Files,
    out: str | PathLike[str],
    *,
    sites: Files = (),
    title: str | None = None,
    failed: Callable[[str], None] | None = None,
    progress: Callable[[Iterable[JsonLine], Path], Iterable[JsonLine]] = lambda lines, _: lines,
) -> Written:
    """Write the page of files of mutants, completely or not at all.

    Args:
        paths: JSON Lines files of mutants.
        out: The HTML file.
        sites: JSON Lines files that `equimorph sites --why --json` wrote.
        title: Title of the page; the names of `paths` for None.
        failed: Called with each invalid row, which is then left out; for None an invalid row is an error.
        progress: Gets the lines of a file and its path; returns the lines.

    Raises:
        MutationError: a row is invalid, and there is no `failed`; names file and line.
        OSError: a file cannot be read or written.
    """
    mutants, places, failures = Mutants(), Sites(), 0
    named = file_paths(paths)
    for path in named:
        name = str(path)
        failures += each_line(
            path,
            lambda line: mutants.add(parse_row(line.data, line.number), name),  # noqa: B023 - called at once
            failed,
            progress,
        )
    for path in file_paths(sites):
        failures += each_line(path, lambda line: places.add(line.data, line.number), failed, progress)
    html = _page(mutants, places, title or ", ".join(path.name for path in named) or "Mutants")
    save_page(Path(out), html)
    return Written(len(mutants), len(places), failures)


def file_paths(files: Files) -> list[Path]:
    """Return the paths of one file or of several."""
    return [Path(files)] if isinstance(files, str | PathLike) else [Path(path) for path in files]


def each_line(
    path: Path,
    added: Callable[[JsonLine], None],
    failed: Callable[[str], None] | None,
    progress: Callable[[Iterable[JsonLine], Path], Iterable[JsonLine]],
) -> int:
    """Hand on each line of a JSON Lines file; return how many are invalid.

    Args:
        added: Called with the lines; raises `MutationError` for an invalid one.
        failed: Called with the message of an invalid line; for None it is an error.
        progress: Gets the lines and the path; returns the lines.

    Raises:
        MutationError: a line is invalid, and there is no `failed`; names file and line.
        OSError: the file cannot be read.
    """
    failures = 0
    with open_rows(path) as stream:
        for line in progress(json_lines(stream), path):
            try:
                if line.error is not None:
                    raise MutationError(line.error)
                added(line)
            except MutationError as error:
                message = line_message(path, line.number, error)
                if failed is None:
                    raise MutationError(message) from error
                failures += 1
                failed(message)
    return failures


def _page(mutants: Mutants, places: Sites, title: str) -> str:
    data = {**mutants.data(), "sites": places.data() if len(places) else None}
    template, style, script = (
        parts_of(names, __package__ or "")
        for names in (["head.html", "page.html", "script.html"], _STYLES, _SCRIPTS)
    )
    return assembled(template, style, script, title, data, {"product": "equimorph report"})


class Sites:
    """Counts of places, and the refused ones."""

    def __init__(self) -> None:
        self._names = {name: Interned[str | None]() for name in _TEXTS}
        self._accepted: dict[int, int] = {}
        self._refused: list[list[Any]] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, data: Mapping[str, Any], number: int) -> None:
        """Take a place in.

        Args:
            data: the decoded JSON.
            number: 1-based line in its file, for messages.

        Raises:
            MutationError: a field has a wrong type or value.
        """
        texts = {name: data.get(name) for name in _TEXTS}
        for name, value in texts.items():
            if not (isinstance(value, str) or (value is None and name != "mutator")):
                raise MutationError(f"line {number}: field {name!r} is not a text")
        place = [data.get("line"), data.get("column")]
        if not all(type(value) is int for value in place):
            raise MutationError(f"line {number}: fields 'line' and 'column' are not numbers")
        accepted, reason = data.get("accepted"), texts["reason"]
        if type(accepted) is not bool or accepted is not (reason is None):
            raise MutationError(f"line {number}: fields 'accepted' and 'reason' do not agree")
        texts["text"] = _shortened(texts["text"] or "")
        self._count += 1
        mutator = self._names["mutator"].number(texts["mutator"])
        self._accepted.setdefault(mutator, 0)
        if accepted:
            self._accepted[mutator] += 1
        else:
            self._refused.append([*(self._names[name].number(texts[name]) for name in _TEXTS), *place])

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        names = {f"{name}s": table.values() for name, table in self._names.items()}
        return {**names, "accepted": list(self._accepted.values()), "refused": self._refused}


def _shortened(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MOST else f"{flat[: _MOST - 3]}..."
