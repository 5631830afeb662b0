"""Rewriting a whole source tree, method by method, and restoring it from the records."""

from __future__ import annotations

import functools
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from equimorph.mutants.mutating import Mutators, check_reach, select_mutators
from equimorph.mutants.skipping import skipped
from equimorph.mutants.stacking import STACKING
from equimorph.mutants.stacking import stacked as stack
from equimorph.rows.jsonl import encode, json_lines
from equimorph.rows.row import Row, parse_row, row
from equimorph.runs.whole import check_folder, whole_folder
from equimorph.trees.files import copy_tree
from mutators import InternalError, MutationError, RecordMismatch, Stacked
from mutators.seeding import checked_seed
from parsers import ParseError, SourceFile
from parsers.encoding import declared, decoded, encoded
from parsers.language import find_language, language_of

__all__ = ["RECORDS", "RewriteSummary", "Rewritten", "copied", "invert_tree", "rewrite", "rewritten"]

RECORDS = "mutations.jsonl"
"""Name of the file with the records, in the root of a rewritten tree."""


@dataclass(frozen=True)
class RewriteSummary:
    """The totals of a rewriting.

    Attributes:
        files: Number of source files that were read.
        methods, mutated_methods: Number of methods in them, and of methods that have a mutation.
        mutations: Number of mutations, by mutator.
        unparsed: Source files that were copied unchanged, with the reason.
        conflicts: Sites at which the framework's checks rejected a mutator's edits; these are unchanged.
        lost: Source files that were copied unchanged because of an internal error, or because the process that worked on
            them died, with the reason.
        skipped: Messages about members that were left alone, such as methods with a syntax error.
    """

    files: int
    methods: int
    mutated_methods: int
    mutations: Mapping[str, int]
    unparsed: tuple[str, ...]
    conflicts: tuple[str, ...]
    lost: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


def rewrite(
    source_dir: str | PathLike[str],
    out: str | PathLike[str],
    *,
    seed: int = 0,
    mutators: Mutators = None,
    per_method: int = 1,
    share: float | None = None,
    encoding: str | None = None,
    changed: Mapping[str, frozenset[int]] | None = None,
    on_file: Callable[[str], None] | None = None,
    language: str = "java",
) -> RewriteSummary:
    """Copy a source tree; in the copy every method has up to `per_method` stacked mutations.

    The copy contains everything that the tree contains, and `mutations.jsonl` with the records, from which `invert_tree`
    restores the tree. The mutations of a method depend only on the seed and its own file.

    Args:
        source_dir: A folder.
        out: The copy; must not exist, or be an empty folder outside of the tree.
        seed: Seed of all choices.
        mutators: Names or objects, in random order for each method; the defaults for None.
        per_method, share: See `stack`.
        encoding: Encoding of the source files, before and after; by default UTF-8, or what a Python file declares.
        changed: Lines by path relative to the tree, with slashes; only methods that contain one of these lines are
            mutated.
        on_file: Called with each finished source file.
        language: Language of the files that are mutated, such as "python".

    Raises:
        OSError: the tree cannot be read completely, or the copy cannot be written.
        MutationError: a mutator's name is unknown.
        TypeError: the seed is not a whole number.
        ValueError: the share is not a fraction above 0 and at most 1.
    """
    source, chosen, seed = Path(source_dir), select_mutators(mutators, language), checked_seed(seed)
    check_reach(chosen, "stacks are")
    stacked = functools.partial(stack, mutators=chosen, seed=seed, per_method=per_method, share=share)

    def made(path: Path, name: str) -> Rewritten:
        lines = None if changed is None else changed.get(name, frozenset())
        return rewritten(path.read_bytes(), name, functools.partial(stacked, lines=lines), encoding, language)

    return copied(source, Path(out), made, on_file, language)


@dataclass(frozen=True)
class Rewritten:
    """The result of a source file.

    Attributes:
        data: Content with its mutations; None if the file stays as it is.
        records: Lines with the records.
        mutators: Name of the mutator of each record.
        methods, mutated: Number of its methods, and of methods that have a mutation.
        unparsed: Reason why it could not be read as its language, or None.
        conflicts: See `RewriteSummary`.
        lost: Reason why there is no result, or None.
        skipped: See `RewriteSummary`.
    """

    data: bytes | None = None
    records: tuple[bytes, ...] = ()
    mutators: tuple[str, ...] = ()
    methods: int = 0
    mutated: int = 0
    unparsed: str | None = None
    conflicts: tuple[str, ...] = ()
    lost: str | None = None
    skipped: tuple[str, ...] = ()


def rewritten(
    data: bytes,
    name: str,
    stacked: Callable[..., Stacked],
    encoding: str | None = None,
    language: str = "java",
) -> Rewritten:
    """Mutate the methods of a file. One that fails for a fault of the program is lost, and the run continues.

    Args:
        data, name: Content and name of the file.
        stacked: `stack` with its options.
        encoding: Encoding of the file; by default as for `rewrite`.
        language: Language of the file.
    """
    try:
        return _rewritten(data, name, stacked, encoding, language)
    except (MutationError, MemoryError):  # of the options, of the process: not of this file
        raise
    except Exception as error:
        return Rewritten(lost=str(InternalError(error, name)))


def _rewritten(
    data: bytes, name: str, stacked: Callable[..., Stacked], encoding: str | None, language: str
) -> Rewritten:
    conflicts: list[str] = []
    try:
        encoding = encoding or declared(data, language, name)
        source = SourceFile(decoded(data, encoding, name), name, language)
        methods = len(source.methods)
    except ParseError as error:
        return Rewritten(unparsed=str(error))
    made = stacked(source, on_conflict=lambda conflict: conflicts.append(str(conflict)))
    left_alone = tuple(map(str, skipped(source)))
    try:
        written = encoded(made.data, encoding) if made.rounds else None
    except UnicodeError as error:  # of a new name that the mutator took from its own table
        reason = f"{name}: {encoding} cannot hold the mutant: {error}"
        return Rewritten(methods=methods, conflicts=(*conflicts, reason), skipped=left_alone)
    turns = [(turn, mutant) for turn, mutants in enumerate(made.rounds, 1) for mutant in mutants]
    return Rewritten(
        written,
        tuple(encode({**row(mutant), "round": turn, "stacking": STACKING}) for turn, mutant in turns),
        tuple(mutant.mutator for _, mutant in turns),
        methods,
        # A method that gets none in the first round gets none later: its text is the same.
        len(made.rounds[0]) if made.rounds else 0,
        conflicts=tuple(conflicts),
        skipped=left_alone,
    )


def copied(
    source: Path,
    out: Path,
    made: Callable[[Path, str], Rewritten],
    on_file: Callable[[str], None] | None = None,
    language: str = "java",
) -> RewriteSummary:
    """Copy a tree, with the files of a language as they are made anew, and their records.

    Args:
        made: gets each file of the language, in the order of the walk, and its name relative to the tree.

    Raises:
        OSError: see `rewrite`.
    """
    suffixes = find_language(language).suffixes
    _check_folders(source, out)
    if os.path.lexists(source / RECORDS):
        raise FileExistsError(17, "the name is needed for the records of mutations", str(source / RECORDS))
    tally = _Tally()
    with whole_folder(out) as partial, (partial / RECORDS).open("xb") as records:

        def changed(path: Path, name: str) -> bytes | None:
            if not name.endswith(suffixes):
                return None
            done = made(path, name)
            records.writelines(done.records)
            tally.add(done)
            if on_file is not None:
                on_file(name)
            return done.data

        copy_tree(source, partial, changed)
    return tally.summary()


def _check_folders(source: Path, out: Path) -> None:
    check_folder(source)
    if out.resolve().is_relative_to(source.resolve()):
        raise FileExistsError(17, "lies in the folder that is to be copied", str(out))


class _Tally:
    def __init__(self) -> None:
        self._files = self._methods = self._mutated = 0
        self._mutations: Counter[str] = Counter()
        self._unparsed: list[str] = []
        self._conflicts: list[str] = []
        self._lost: list[str] = []
        self._skipped: list[str] = []

    def add(self, done: Rewritten) -> None:
        self._files += 1
        self._methods += done.methods
        self._mutated += done.mutated
        self._mutations.update(done.mutators)
        self._unparsed += [done.unparsed] if done.unparsed is not None else []
        self._conflicts += done.conflicts
        self._lost += [done.lost] if done.lost is not None else []
        self._skipped += done.skipped

    def summary(self) -> RewriteSummary:
        counts = dict(sorted(self._mutations.items()))
        failures = (tuple(some) for some in (self._unparsed, self._conflicts, self._lost, self._skipped))
        return RewriteSummary(self._files, self._methods, self._mutated, counts, *failures)


def invert_tree(
    mutated_dir: str | PathLike[str],
    records: str | PathLike[str],
    out: str | PathLike[str],
    *,
    encoding: str | None = None,
    on_file: Callable[[str], None] | None = None,
) -> int:
    """Restore the tree from which `rewrite` made a mutated one, byte for byte.

    Args:
        mutated_dir: the mutated tree.
        records: its `mutations.jsonl`.
        out: the restored tree; must not exist, or be an empty folder outside of the mutated one.
        encoding: Encoding of the source files, as it was given to `rewrite`.
        on_file: called with each restored file.

    Returns:
        How many files were restored; all others are copied.

    Raises:
        RecordMismatch: a record does not fit its file, or its file does not exist; names both.
        OSError: something cannot be read or written.
    """
    mutated, listed = Path(mutated_dir), Path(records)
    _check_folders(mutated, Path(out))
    with listed.open("rb") as stream:
        where = _index(stream)
        left = set(where)

        def changed(path: Path, name: str) -> bytes | None:
            if name not in where:
                return None
            left.remove(name)
            mutated_data = path.read_bytes()
            known = encoding or declared(mutated_data, language_of(name), name)
            mutant = decoded(mutated_data, known, name)
            data = encoded(_restored(mutant, _rows(stream, where[name]), name), known)
            if on_file is not None:
                on_file(name)
            return data

        with whole_folder(Path(out)) as partial:
            copy_tree(mutated, partial, changed, leave_out=(RECORDS,))
            if left:
                first = min(left)
                raise RecordMismatch(
                    f"{first}: no such file, but line {where[first][0][0]} of the records has it"
                )
    return len(where)


def _index(stream: Iterable[bytes]) -> dict[str, list[tuple[int, int]]]:
    """Return the records by file: line number and byte offset, so that they need not be kept."""
    found: dict[str, list[tuple[int, int]]] = {}
    offsets = [0]

    def counted() -> Iterator[bytes]:
        for line in stream:
            offsets.append(offsets[-1] + len(line))
            yield line

    for line in json_lines(counted()):
        path = line.data.get("path")
        if line.error is not None or not isinstance(path, str):
            raise RecordMismatch(f"line {line.number}: {line.error or 'field path is not a text'}")
        found.setdefault(path, []).append((line.number, offsets[line.number - 1]))
    return found


def _rows(stream: BinaryIO, places: Iterable[tuple[int, int]]) -> Iterator[Row]:
    for number, offset in reversed(list(places)):
        stream.seek(offset)
        yield parse_row(json.loads(stream.readline()), number)


def _restored(data: bytes, rows: Iterable[Row], name: str) -> bytes:
    """Return the file before its mutations, of which the last ones are given first.

    The mutations of one round are in the order of the text and are undone in one pass over it: `parts` hold the text
    before byte `done` of the current text, `at` is where `data` continues.
    """
    parts: list[bytes] = []
    done = at = 0
    try:
        for one in rows:
            if one.offset < done:
                data, parts, done, at = b"".join([*parts, data[at:]]), [], 0, 0
            start = one.offset - done + at
            mutant = one.mutant.encode()
            if data[start : start + len(mutant)] != mutant:
                raise RecordMismatch(f"line {one.number}: another text stands at byte {one.offset}")
            original = one.mutation.invert(mutant)
            parts += (data[at:start], original)
            at, done = start + len(mutant), one.offset + len(original)
    except MutationError as error:
        raise RecordMismatch(f"{name}: {error}") from error
    return b"".join([*parts, data[at:]])
