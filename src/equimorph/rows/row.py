"""Rows: one self-contained object per mutant, written and read back.

`mutation` of a row is relative to the row's own `original`, and both its hashes are hashes of the row's texts; `offset`
is the byte of the file at which that text starts. Lines are 1-based and count in the file.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from operator import index
from typing import Any, NamedTuple, SupportsIndex

import mutators as registry
from equimorph.mutants.inverting import invert
from equimorph.patches.diffs import unified_diff
from equimorph.rows.jsonl import JsonLine
from mutators import Mutant, Mutation, MutationError, Mutator, RecordMismatch, Stacked
from mutators.model import chain_id
from parsers import Member, SourceFile
from parsers.language import language_named, languages
from parsers.whole_text import WholeText

__all__ = [
    "CheckedLine",
    "Row",
    "check_java",
    "check_line",
    "from_row",
    "language_of_row",
    "made_by",
    "named_language",
    "parse_line",
    "parse_row",
    "row",
]


def row(
    mutant: Mutant | Stacked,
    *,
    fault_lines: Collection[int] = (),
    full: bool = False,
    diff: bool = False,
) -> dict[str, Any]:
    """Return a mutant as plain data for a line of JSON, as its `to_row` does.

    Args:
        mutant: Mutant of a member of a source; of first or of higher order.
        fault_lines: lines of the source that are known to be faulty; those outside the member are left out.
        full: also the whole mutated source, as `mutant_file`.
        diff: also a unified diff from the source to its mutant, for `git apply` and `patch -p1`.

    Raises:
        MutationError: not exactly one member of a `Stacked` is mutated; `Stacked.to_rows` gives a row of each.
    """
    data = mutant.to_row(fault_lines=fault_lines, full=full)
    if diff:
        data["diff"] = _diff(mutant.source.path, mutant.source.data, mutant.data)
    return data


def _diff(path: str | None, original: bytes, mutated: bytes) -> str:
    """Return the diff of a file, which is named as in git by its path without a leading slash, ``./`` and the like."""
    name = posixpath.normpath(path).lstrip("/") if path else "original"
    return unified_diff(name, original, mutated).decode("utf-8", "surrogateescape")


def _hunks(diff: str) -> str:
    return diff.partition("\n@@")[2]


@dataclass(frozen=True)
class Row:
    """A row that has been read back.

    Attributes:
        data: The object as it was read.
        mutations: The records in the order in which they were made: one, or several of a higher-order mutant. The first is relative
            to `original`, each other one to the text that the record before makes.
        original, mutant: The member's texts.
        offset: Start of the texts in the file, in bytes.
        mutant_file: The whole mutated file, if the row has it.
        number: 1-based line in its file, for messages.
    """

    data: Mapping[str, Any]
    mutations: tuple[Mutation, ...]
    original: str
    mutant: str
    offset: int
    mutant_file: str | None
    number: int | None

    def __repr__(self) -> str:
        line = "" if self.number is None else f" in line {self.number}"
        return f"<Row {self.id}{line}: {self.mutator}>"

    @property
    def mutation(self) -> Mutation:
        """The record.

        Raises:
            MutationError: there are several, since the mutant is of higher order.
        """
        if len(self.mutations) != 1:
            raise MutationError(
                f"{_line(self.number)}a higher-order mutant: {len(self.mutations)} records, not one"
            )
        return self.mutations[0]

    @property
    def id(self) -> str:
        """The id of the mutation; for a higher-order mutant the id of all its mutations."""
        return chain_id(self.mutations) if self.is_stacked else self.mutation.id

    @property
    def is_stacked(self) -> bool:
        """Whether the row has a list of records, in `mutations`, as a `Stacked` has."""
        return self.data.get("mutations") is not None

    @property
    def mutator(self) -> str:
        """The mutator's name; of a higher-order mutant all names, with ``+`` between them."""
        return "+".join(mutation.mutator for mutation in self.mutations)

    def restored(self) -> str:
        """Return the original, made from mutant and records alone.

        Raises:
            RecordMismatch: the records do not belong to the mutant.
        """
        return invert(self.mutant, self.mutations)

    @property
    def path(self) -> str | None:
        """The file that the row names."""
        return self.data.get("path")

    @property
    def language(self) -> str:
        """The language of the texts, which the field `language` or the path names, or Java."""
        return language_of_row(self.data)

    def original_file(self) -> bytes | None:
        """Return the whole original file; None if the row does not have the mutated one.

        Raises:
            RecordMismatch: the mutated member is not at `offset`.
        """
        if self.mutant_file is None:
            return None
        whole, mutant = self.mutant_file.encode(), self.mutant.encode()
        end = self.offset + len(mutant)
        if whole[self.offset : end] != mutant:
            raise RecordMismatch(
                f"{_line(self.number)}the mutant is not at byte {self.offset} of mutant_file"
            )
        return whole[: self.offset] + self.original.encode() + whole[end:]

    def check(self) -> None:
        """Check the row against itself: record, texts, hashes, id, names.

        Raises:
            MutationError: they do not agree; names the first disagreement.
        """
        made = self.original.encode()
        for mutation in self.mutations:
            made = mutation.apply(made)
        if made != self.mutant.encode():
            raise RecordMismatch(f"{_line(self.number)}the mutation does not make the row's mutant")
        if self.restored() != self.original:
            raise RecordMismatch(f"{_line(self.number)}the inverse does not make the row's original")
        for key, known in (("id", self.id), ("mutator", self.mutator)):
            found = self.data.get(key, known)
            if found != known:
                raise RecordMismatch(f"{_line(self.number)}{key} is {found!r}, its record says {known!r}")
        whole = self.original_file()
        if whole is not None and self.mutant_file is not None:
            self.check_diff(whole, self.mutant_file.encode())

    def check_diff(self, original: bytes, mutated: bytes) -> None:
        """Check the field `diff`, if there is one, against the whole file; the names of the file in it are not compared.

        Raises:
            RecordMismatch: it is another one.
        """
        found = self.data.get("diff")
        if found is None:
            return
        if not isinstance(found, str) or _hunks(found) != _hunks(_diff(self.path, original, mutated)):
            raise RecordMismatch(f"{_line(self.number)}diff is not that of the file and its mutant")


def parse_row(data: object, number: int | None = None) -> Row:
    """Read a row back; its `original` may be missing, since record and mutant are enough.

    Args:
        data: the decoded JSON.
        number: 1-based line in its file, for messages.

    Raises:
        RecordMismatch: this is not a row of a mutant; names the line and the field.
    """
    if not isinstance(data, Mapping):
        raise RecordMismatch(f"{_line(number)}not a JSON object")
    mutant, original, whole = (_text(data, name, number) for name in ("mutant", "original", "mutant_file"))
    if mutant is None:
        raise RecordMismatch(f"{_line(number)}no field 'mutant'")
    path = data.get("path")
    if not (
        path is None or isinstance(path, str)
    ):  # may hold lone surrogates: bytes that are not UTF-8 (PEP 383)
        raise RecordMismatch(f"{_line(number)}field 'path' is not a text")
    offset = _number(data.get("offset"))
    if offset is None:
        raise RecordMismatch(f"{_line(number)}field 'offset' is not a number of bytes")
    mutations = _parse_mutations(data, number)
    if original is None:
        try:
            original = invert(mutant, mutations)
        except MutationError as error:
            raise RecordMismatch(f"{_line(number)}{error}") from error
    return Row(data, mutations, original, mutant, offset, whole, number)


def parse_line(line: JsonLine) -> Row:
    """Read a row back from a line of JSON Lines, as `parse_row` does.

    Raises:
        RecordMismatch: this is not a row of a mutant; names the line and the field.
    """
    if line.error is not None:
        raise RecordMismatch(f"{_line(line.number)}{line.error}")
    return parse_row(line.data, line.number)


class CheckedLine(NamedTuple):
    """A line of JSON Lines, read as a row and checked.

    Attributes:
        row: None if it cannot be read.
        error: what is wrong with the row, or None.
    """

    row: Row | None
    error: MutationError | None


def check_line(line: JsonLine) -> CheckedLine:
    """Read a row back from a line of JSON Lines, and check it against itself."""
    found = None
    try:
        found = parse_line(line)
        found.check()
    except MutationError as error:
        return CheckedLine(found, error)
    return CheckedLine(found, None)


def from_row(row: Row) -> Mutant | Stacked | None:
    """Return the mutant of a row in its file; None if the row does not have the whole file, or no member starts at `offset`.

    Raises:
        RecordMismatch: the mutated member is not at `offset`.
        MutationError: no mutator has the name.
    """
    whole = row.original_file()
    if whole is None:
        return None
    source = SourceFile(whole, row.path, row.language)
    steps = [(made_by(record, row.language), record) for record in row.mutations]
    method = _mutated(source, row, steps[0][0])
    if method is None:
        return None
    if row.is_stacked:
        return Stacked.of_member(source, method, steps)
    [(mutator, record)] = steps
    return Mutant(source, method, record, row.mutant.encode(), mutator)


def _mutated(source: SourceFile, row: Row, mutator: Mutator) -> Member | None:
    """Return the member of a row's mutant in its file; None if no matching member starts at `offset`."""
    if mutator.reach == "file":
        site = source.method_at(row.mutations[0].site.start)
        return None if site is None or row.offset else WholeText.of(source, site.name)
    method = source.method_at(row.offset)
    found = method is not None and method.start == row.offset and method.data == row.original.encode()
    return method if found else None


def language_of_row(data: Mapping[str, Any]) -> str:
    """Return the language of a row's texts, which is Java where the row names none."""
    return named_language(data) or "java"


def named_language(data: Mapping[str, Any]) -> str | None:
    """Return the language that a row names in its field `language` or by the suffix of `path`; None without one."""
    named, path = data.get("language"), data.get("path")
    if isinstance(named, str) and _is_known(named.lower()):
        return named.lower()
    return language_named(path) if isinstance(path, str) else None


def _is_known(language: str) -> bool:
    """Return whether a language is known; languages of other packages become known with their mutators."""
    if language not in languages():
        registry.names()
    return language in languages()


def check_java(data: Mapping[str, Any]) -> None:
    """Check that a row is not one of another language than Java, for those who can take no other.

    Raises:
        MutationError: it is.
    """
    language = language_of_row(data)
    if language != "java":
        raise MutationError(f"a row of {language}; this is for Java only")


def made_by(record: Mutation, language: str) -> Mutator:
    """Return the mutator that made a record of a text in a language.

    Raises:
        MutationError: no mutator of the language has the name.
    """
    return registry.get(record.mutator, language if record.mutator in registry.names(language) else None)


def _parse_mutations(data: Mapping[str, Any], number: int | None) -> tuple[Mutation, ...]:
    """Return the records of a row from its field `mutation`, or the list in `mutations`; both may be JSON texts."""
    one, several = data.get("mutation"), data.get("mutations")
    if one is not None and several is not None:
        raise RecordMismatch(f"{_line(number)}both fields 'mutation' and 'mutations'")
    if several is None:
        return (_parse_mutation(_decoded(one, "mutation", number), number),)
    found = _decoded(several, "mutations", number)
    if not isinstance(found, list | tuple) or not found:
        raise RecordMismatch(f"{_line(number)}field 'mutations' is not a list of records")
    return tuple([_parse_mutation(_decoded(record, "mutations", number), number) for record in found])


def _decoded(value: object, field: str, number: int | None) -> object:
    """Return a value, or what a text of JSON says, as a table has it in the place of an object."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise RecordMismatch(f"{_line(number)}field {field!r} is not JSON") from None


def _parse_mutation(data: object, number: int | None) -> Mutation:
    if not isinstance(data, Mapping):
        raise RecordMismatch(f"{_line(number)}field 'mutation' is not a JSON object")
    try:
        mutation = Mutation.from_dict(data)
        mutation.id  # noqa: B018 - encodes everything: a lone surrogate anywhere in it is known here
    except (MutationError, UnicodeEncodeError) as error:
        raise RecordMismatch(f"{_line(number)}field 'mutation': {error}") from error
    site = mutation.site
    if type(site.start) is not int or type(site.end) is not int or not isinstance(site.mutator, str):
        raise RecordMismatch(f"{_line(number)}field 'mutation': its site is no place")
    return mutation


def _number(value: object) -> int | None:
    """Return a whole number from 0, also one of numpy's, as rows of a table have; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    return number if (number := index(value)) >= 0 else None


def _text(data: Mapping[str, Any], name: str, number: int | None) -> str | None:
    value = data.get(name)
    try:
        if value is not None:
            value.encode()
    except (AttributeError, UnicodeEncodeError):
        raise RecordMismatch(f"{_line(number)}field {name!r} is not a text") from None
    return value if value is None else str(value)


def _line(number: int | None) -> str:
    return "" if number is None else f"line {number}: "
