"""The data of a mutation: `Edit`, `Site`, `Mutation`, and the errors.

A mutation is a handful of byte edits on the original text. Edits carry what they replace, so they check themselves, invert
themselves and map positions; records of them are small, language-free and survive JSON.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from json.encoder import encode_basestring
from operator import attrgetter
from typing import Any

__all__ = [
    "SCHEMA",
    "Edit",
    "EditConflict",
    "Mutation",
    "MutationError",
    "RecordMismatch",
    "Refused",
    "Scalar",
    "Site",
    "UndoConflict",
    "apply_checked",
    "apply_edits",
    "brief",
    "chain_id",
    "checked",
    "invert_edits",
    "invertible",
    "sha256",
]

SCHEMA = 1
"""Version of the record format; records of another one are refused by name."""

Scalar = str | int | float | bool | None
"""A plain value, as parameters of sites are."""


class MutationError(Exception):
    """A mutation cannot be made, applied, inverted or undone."""


class Refused(MutationError):
    """The precondition does not hold at the site; `reason` names the part."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class EditConflict(MutationError):
    """Edits overlap, do not fit the text, or would make text that does not parse."""


class RecordMismatch(MutationError):
    """A record does not belong to the text, or is not a record of a known schema."""


class UndoConflict(MutationError):
    """A patch changed what the mutation changed, so that it cannot be undone without guessing.

    Attributes:
        region: byte range of the patched text (or, if the place is gone, of the mutant) that is in conflict.
    """

    def __init__(self, reason: str, region: tuple[int, int]) -> None:
        super().__init__(f"{reason} (bytes {region[0]}-{region[1]})")
        self.reason = reason
        self.region = region

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.region), vars(self)


def brief(text: str, size: int = 60) -> str:
    """Return a text as a literal, for a representation: if it has more than `size` characters, its start and its length."""
    return repr(text) if len(text) <= size else f"{text[:size]!r}... ({len(text):,} characters)"


def sha256(data: bytes) -> str:
    """Return the hex digest of the bytes."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A replacement of `old` by `new` at byte offset `start` of the original text."""

    start: int
    old: str
    new: str

    @property
    def end(self) -> int:
        """Byte offset after the replaced text."""
        return self.start + len(self.old.encode())

    def __repr__(self) -> str:
        return f"Edit(start={self.start}, old={brief(self.old)}, new={brief(self.new)})"


_start = attrgetter("start")


def checked(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits in order, without the ones that change nothing.

    Raises:
        EditConflict: two overlap or start at one offset.
    """
    ordered = tuple(sorted([edit for edit in edits if edit.old != edit.new], key=_start))
    if len(ordered) < 2:
        return ordered
    for one, other in pairwise(ordered):
        if other.start < one.end or other.start == one.start:
            raise EditConflict(f"edits overlap at bytes {one.start}-{one.end} and {other.start}-{other.end}")
    return ordered


def invertible(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits of `checked`, a deletion and the edit right behind it made one: both inverses would start at one offset.

    Raises:
        EditConflict: two overlap or start at one offset.
    """
    ordered = checked(edits)
    if len(ordered) < 2:
        return ordered
    found: list[Edit] = []
    for edit in ordered:
        if found and not found[-1].new and edit.start == found[-1].end:
            last = found.pop()
            edit = Edit(last.start, last.old + edit.old, edit.new)
        found.append(edit)
    return tuple(found)


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the text with the edits made.

    Raises:
        EditConflict: edits overlap, or the text at one of them is not what it replaces.
    """
    return apply_checked(data, checked(edits))[0]


def apply_checked(data: bytes, edits: Iterable[Edit]) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Return the text with edits made that `checked` gave, and what changed.

    Returns:
        The new text; for each edit where its new text starts in it, and how many bytes are old and new.

    Raises:
        EditConflict: the text at an edit is not what it replaces.
    """
    parts: list[bytes] = []
    changes: list[tuple[int, int, int]] = []
    at = shift = 0
    for edit in edits:
        old, new, start = edit.old.encode(), edit.new.encode(), edit.start
        end = start + len(old)
        if start < 0 or data[start:end] != old:
            raise EditConflict(f"the text at byte {start} is not {edit.old!r}")
        parts += (data[at:start], new)
        changes.append((start + shift, len(old), len(new)))
        shift += len(new) - len(old)
        at = end
    parts.append(data[at:])
    return b"".join(parts), changes


def invert_edits(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Return the edits that bring the edited text back."""
    shift = 0
    inverse: list[Edit] = []
    for edit in checked(edits):
        inverse.append(Edit(edit.start + shift, edit.new, edit.old))
        shift += len(edit.new.encode()) - len(edit.old.encode())
    return tuple(inverse)


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """A place where a mutator may apply: plain data.

    Attributes:
        mutator: the mutator's name.
        start, end: byte range in the given text.
        params: what the mutator needs in addition to the place, as sorted (name, value) pairs. Never offsets: those would be
            wrong once the record is rebased.
    """

    mutator: str
    start: int
    end: int
    params: tuple[tuple[str, Scalar], ...] = ()

    @classmethod
    def of(cls, mutator: str, start: int, end: int, **params: Scalar) -> Site:
        """Return a site with named parameters."""
        return cls(mutator, start, end, tuple(sorted(params.items())))

    def param(self, name: str) -> Scalar:
        """Return the value of a parameter, None if it is not there."""
        return dict(self.params).get(name)

    def moved(self, by: int) -> Site:
        """Return the site in a text that has `by` more bytes before it."""
        return Site(self.mutator, self.start + by, self.end + by, self.params)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"mutator": self.mutator, "start": self.start, "end": self.end, "params": dict(self.params)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Site:
        """Return the site that `to_dict` gave."""
        return cls.of(data["mutator"], data["start"], data["end"], **data["params"])


@dataclass(frozen=True)
class Mutation:
    """The record of one application of a mutator.

    Together with the mutant's text it gives the original, together with the original's text the mutant. Offsets are bytes.

    Attributes:
        original_sha256, mutant_sha256: hex digests of the two texts.
        mutator_version: the mutator's version when the record was made.
        seed: the seed that was given (the site's own generator is derived from it).
        assumptions: what is taken for granted without proof, such as "getName() is pure".
        schema: version of the record format.
    """

    site: Site
    edits: tuple[Edit, ...]
    original_sha256: str
    mutant_sha256: str
    mutator_version: int
    seed: int
    assumptions: tuple[str, ...] = ()
    schema: int = field(default=SCHEMA)

    def __repr__(self) -> str:
        site = self.site
        return (
            f"<Mutation {self.id}: {site.mutator} at bytes {site.start}-{site.end}, {len(self.edits)} edits>"
        )

    @cached_property
    def id(self) -> str:
        """The first 12 hex digits of the hash of the canonical JSON."""
        return sha256(self.to_json().encode())[:12]

    @property
    def mutator(self) -> str:
        """The mutator's name."""
        return self.site.mutator

    def apply(self, original: bytes) -> bytes:
        """Return the mutant's text.

        Raises:
            RecordMismatch: this is not the text that the record was made from.
        """
        return self._step(original, self.edits, self.original_sha256, self.mutant_sha256)

    def invert(self, mutant: bytes) -> bytes:
        """Return the original's text, byte for byte.

        Raises:
            RecordMismatch: this is not the mutant of the record.
        """
        return self._step(mutant, invert_edits(self.edits), self.mutant_sha256, self.original_sha256)

    def _step(self, data: bytes, edits: Iterable[Edit], before: str, after: str) -> bytes:
        if sha256(data) != before:
            raise RecordMismatch(f"mutation {self.id} does not belong to this text (SHA-256 differs)")
        try:
            result = apply_edits(data, edits)
        except EditConflict as error:
            raise RecordMismatch(f"mutation {self.id} does not fit its text: {error}") from error
        if sha256(result) != after:
            raise RecordMismatch(f"mutation {self.id} does not give the text of its record (SHA-256 differs)")
        return result

    def rebase(self, by: int, original: bytes, mutant: bytes) -> Mutation:
        """Return the same mutation as a record of a larger or smaller text around it.

        Args:
            by: bytes to add to all offsets: the member's offset in the file, or its negative.
            original, mutant: the two texts that the new record belongs to.
        """
        edits = tuple(replace(edit, start=edit.start + by) for edit in self.edits)
        return replace(
            self,
            site=self.site.moved(by),
            edits=edits,
            original_sha256=sha256(original),
            mutant_sha256=sha256(mutant),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "schema": self.schema,
            "site": self.site.to_dict(),
            "edits": [[edit.start, edit.old, edit.new] for edit in self.edits],
            "original_sha256": self.original_sha256,
            "mutant_sha256": self.mutant_sha256,
            "mutator_version": self.mutator_version,
            "seed": self.seed,
            "assumptions": list(self.assumptions),
        }

    def to_json(self) -> str:
        """Return canonical JSON: sorted keys, no blanks, non-ASCII as is.

        It is written directly, since each mutant needs it; the text is the same as from `json.dumps` for `to_dict`.
        """
        site = self.site
        params = ",".join(
            [f"{_string(name)}:{_json(value)}" for name, value in sorted(dict(site.params).items())]
        )
        edits = ",".join(
            [f"[{_json(edit.start)},{_string(edit.old)},{_string(edit.new)}]" for edit in self.edits]
        )
        assumptions = ",".join([_string(text) for text in self.assumptions])
        return (
            f'{{"assumptions":[{assumptions}],"edits":[{edits}],"mutant_sha256":{_string(self.mutant_sha256)},'
            f'"mutator_version":{_json(self.mutator_version)},"original_sha256":{_string(self.original_sha256)},'
            f'"schema":{_json(self.schema)},"seed":{_json(self.seed)},"site":{{"end":{_json(site.end)},'
            f'"mutator":{_string(site.mutator)},"params":{{{params}}},"start":{_json(site.start)}}}}}'
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Mutation:
        """Return the record that `to_dict` gave.

        Raises:
            RecordMismatch: another schema, or not a record.
        """
        schema = data.get("schema") if isinstance(data, Mapping) else None
        if schema != SCHEMA:
            raise RecordMismatch(f"not a mutation record of schema {SCHEMA}: schema is {schema!r}")
        try:
            return cls(
                Site.from_dict(data["site"]),
                tuple(Edit(int(start), str(old), str(new)) for start, old, new in data["edits"]),
                data["original_sha256"],
                data["mutant_sha256"],
                data["mutator_version"],
                data["seed"],
                tuple(data["assumptions"]),
                schema,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RecordMismatch(f"not a mutation record: {error!r}") from error

    @classmethod
    def from_json(cls, text: str) -> Mutation:
        """Return the record that `to_json` gave.

        Raises:
            RecordMismatch: not JSON, another schema, or not a record.
        """
        try:
            data = json.loads(text)
        except ValueError as error:
            raise RecordMismatch(f"not JSON: {error}") from error
        return cls.from_dict(data)


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def _string(value: object) -> str:
    """Return a value that should be a string as JSON; whatever came out of a record's JSON is written as it was."""
    return encode_basestring(value) if type(value) is str else _encode(value)


def _json(value: object) -> str:
    return str(value) if type(value) is int else _string(value)


def chain_id(mutations: Iterable[Mutation]) -> str:
    """Return the id of a higher-order mutant: the first 12 hex digits of the hash of the canonical JSON of the list of its records.

    Args:
        mutations: its records, each relative to the member's text, in the order in which they were made.
    """
    return sha256(f"[{','.join(mutation.to_json() for mutation in mutations)}]".encode())[:12]
