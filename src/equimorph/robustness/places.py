"""Where bugs stand: the faulty method in its whole file, if the checkout has it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from equimorph.defects4j.methods.bug import Bug
from mutators import MutationError
from parsers import Member, ParseError, SourceFile
from parsers.encoding import decoded

__all__ = ["Place", "file_sha256", "in_file", "place_of"]

_KEPT = 4


@dataclass(frozen=True)
class Place:
    """A faulty method in a source.

    Attributes:
        source: the whole file, or the text of the method alone.
        member: the method in it.
        is_file: whether the source is the whole file.
    """

    source: SourceFile
    member: Member
    is_file: bool

    def with_member(self, text: str) -> str:
        """Return the source with another text in place of the method."""
        before, after = self.source.data[: self.member.start], self.source.data[self.member.end :]
        return (before + text.encode() + after).decode()


def file_sha256(bug: Bug) -> str | None:
    """Return the hash of the file of a bug; None if the checkout does not have the file, or no longer this method in it."""
    data = _data(bug)
    if data is None or bug.buggy.encode() not in data:
        return None
    return hashlib.sha256(data).hexdigest()


def in_file(bug: Bug) -> Place | None:
    """Return a bug in its whole file; None if the checkout does not have the file, or no longer this method in its place."""
    data, wanted = _data(bug), bug.buggy.encode()
    if data is None or wanted not in data:
        return None
    source = _source(data, bug.path)
    found = [member for member in source.methods if member.data == wanted]
    member = min(found, key=lambda one: abs(one.start_line - bug.start_line), default=None)
    return None if member is None else Place(source, member, True)


def place_of(bug: Bug) -> Place:
    """Return a bug in its whole file if there is one, else in the text of the method.

    Raises:
        ParseError: that text is not Java.
        MutationError: it is not one method.
    """
    place = in_file(bug)
    if place is not None:
        return place
    source = SourceFile.from_text(bug.buggy, bug.path)
    if not source.methods:
        raise MutationError(f"the text of {bug.id} has no method")
    return Place(source, source.methods[0], False)


def _data(bug: Bug) -> bytes | None:
    if bug.checkout is None:
        return None
    place = PurePosixPath(bug.path)
    if place.is_absolute() or ".." in place.parts or "\0" in f"{bug.checkout}{bug.path}":
        return None
    try:
        return decoded(Path(bug.checkout, bug.path).read_bytes(), bug.encoding, bug.path)
    except (OSError, ParseError):  # it is not there as it was: then only the text is known
        return None


@lru_cache(_KEPT)
def _source(data: bytes, path: str) -> SourceFile:
    return SourceFile(data, path)
