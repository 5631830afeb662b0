"""The places of bugs: the faulty method in its whole file, if the checkout has it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from equimorph.defects4j.methods.bug import Bug
from equimorph.robustness.sizes import sizes
from mutators import MutationError
from parsers import Member, ParseError, SourceFile
from parsers.encoding import decoded
from parsers.language import find_language
from parsers.source import LineMap

_KEPT = 4


@dataclass(frozen=True)
class Place:
    """A faulty method in a source.

    Attributes:
        source: the whole file, or the text of the method alone.
        member: the method in it.
        is_file: whether the source is the whole file.
        members: Members of several methods together, each of them, in order; `member` is the first one.
    """

    source: SourceFile
    member: Member
    is_file: bool
    members: tuple[Member, ...] = ()

    @property
    def size(self) -> dict[str, int]:
        """The size of the method, or of all together: lines and nodes."""
        found = [sizes(member) for member in self.members or (self.member,)]
        return {name: sum(one[name] for one in found) for name in found[0]}

    def with_member(self, text: str) -> str:
        """Return the source with another text in place of the method; of several together, with each one's text in its place.

        Raises:
            NoMembers: a text for several does not have them all.
        """
        if self.members:
            if not self.is_file:
                return text
            data = self.source.data
            for member, piece in reversed([*zip(self.members, split(text, self.members), strict=True)]):
                data = data[: member.start] + piece + data[member.end :]
            return data.decode()
        before, after = self.source.data[: self.member.start], self.source.data[self.member.end :]
        return (before + text.encode() + after).decode()


def fitted(place: Place, text: str) -> str:
    """Return the source with another text in place of the method, indented as the method is.

    Models often write a method of a class as a function by itself. A text that fits as it is stays as it is, and so does one that
    does not fit in any way.

    Raises:
        NoMembers: see `Place.with_member`.
    """
    whole, source = place.with_member(text), place.source
    if place.members or not find_language(source.language).margins or source.like(whole).parses:
        return whole
    start = source.lines.start(place.member.start_line)
    other = place.with_member(_indented(text, source.slice(start, place.member.start), source))
    return other if source.like(other).parses else whole


def _indented(text: str, margin: str, source: SourceFile) -> str:
    """Return a text without the indentation of its first line, and with a margin before all other lines, long strings aside."""
    data = text.lstrip("\r\n").encode()
    first = data[: len(data) - len(data.lstrip(b" \t"))]
    lines = LineMap(data)
    tokens = find_language(source.language).tokenize(data)
    inside = {
        n
        for token in tokens
        for n in range(lines.line(token.start) + 1, lines.line(token.end - 1) + 1)
        if token.text.strip()
    }
    pieces = list[bytes]()
    for number in range(1, len(lines) + 1):
        line = data[lines.start(number) : lines.end(number)]
        if number not in inside:
            line = line.removeprefix(first)
            line = line if number == 1 or not line.strip() else margin.encode() + line
        pieces.append(line)
    return b"".join(pieces).decode()


class NoMembers(MutationError):
    """A text does not have each of the methods that are asked about."""


def split(text: str, members: Sequence[Member]) -> list[bytes]:
    """Return the texts of methods in a text that has all of them, as `places` finds them.

    Raises:
        NoMembers: one is missing, or there are two.
    """
    data = text.encode()
    return [data[start:end] for start, end in places(text, members)]


def places(text: str, members: Sequence[Member]) -> list[tuple[int, int]]:
    """Return the places of methods in a text that has all of them, in any order; others belong to the one before.

    Methods of one name are told apart by their signatures: types of parameters, or decorators.

    Raises:
        NoMembers: one is missing, or there are two, or the text declares something that is no method, such as a field.
    """
    source = SourceFile.from_text(text, language=members[0].source.language)
    try:
        found = list(source.methods) if source.parses else []
    except ParseError:
        found = []
    names = [(member.kind, member.name) for member in members]
    own = [one for one in found if (one.kind, one.name) in names]
    if sorted((one.kind, one.name) for one in own) != sorted(names):
        raise NoMembers(f"the answer does not have each of the {len(members)} methods once")
    if not _is_around(source, found):
        raise NoMembers(f"the answer has more than methods, of which {len(members)} were asked")
    starts = [one.start for one in own]
    starts[0] = min(starts[0], found[0].start)
    ends = [max(one.end for one in found if one.start < end) for end in [*starts[1:], len(source.data)]]
    left = [*zip(own, starts, ends, strict=True)]
    ordered = list[tuple[int, int]]()
    for member, name in zip(members, names, strict=True):
        alike = [one for one in left if (one[0].kind, one[0].name) == name]
        if names.count(name) > 1:
            alike = [one for one in alike if one[0].signature == member.signature]
        if not alike:
            raise NoMembers(f"the answer has other signatures of the methods {member.name}")
        left.remove(alike[0])
        ordered.append(alike[0][1:])
    return ordered


def _is_around(source: SourceFile, methods: Sequence[Member]) -> bool:
    """Return whether nothing is around methods but comments and one class: its header, and its braces around them all."""
    tokens = find_language(source.language).tokenize(source.data)
    rest = [token for token in tokens if not any(one.start <= token.start < one.end for one in methods)]
    before = [token.text for token in rest if token.start < methods[0].start]
    behind = [token.text for token in rest if token.start >= methods[-1].end]
    if len(before) + len(behind) < len(rest) or b";" in before:
        return False
    return not rest or (before[-1:] == [b"{"] and before.count(b"{") == 1 and behind == [b"}"])


def file_sha256(bug: Bug) -> str | None:
    """Return the hash of the file of a bug; None if the checkout does not have the file, or no longer this method in it."""
    data = _data(bug)
    if data is None or any(part.buggy.encode() not in data for part in bug.parts):
        return None
    return hashlib.sha256(data).hexdigest()


def in_file(bug: Bug) -> Place | None:
    """Return a bug in its whole file; None if the checkout does not have the file, or no longer this method in its place."""
    if bug.members:
        return _all_in_file(bug)
    data, wanted = _data(bug), bug.buggy.encode()
    if data is None or wanted not in data:
        return None
    source = _source(data, bug.path, bug.language, bug.encoding)
    found = [member for member in source.methods if member.data == wanted]
    member = min(found, key=lambda one: abs(one.start_line - bug.start_line), default=None)
    return None if member is None else Place(source, member, True)


def _all_in_file(bug: Bug) -> Place | None:
    found = [in_file(part) for part in bug.parts]
    members = tuple(place.member for place in found if place is not None)
    if found[0] is None or len(members) < len(found):
        return None
    return Place(found[0].source, members[0], True, members)


def place_of(bug: Bug) -> Place:
    """Return a bug in its whole file if there is one, else in the text of the method, or of several methods together.

    Raises:
        ParseError: that text is not one of its language.
        MutationError: it is not one method.
    """
    place = in_file(bug)
    if place is not None:
        return place
    source = SourceFile.from_text(bug.buggy, bug.path, bug.language)
    if not source.methods or (bug.members and len(source.methods) != len(bug.members)):
        raise MutationError(f"the text of {bug.id} has no method, or not all of them")
    return Place(source, source.methods[0], False, source.methods if bug.members else ())


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
def _source(data: bytes, path: str, language: str, encoding: str) -> SourceFile:
    return SourceFile(data, path, language, encoding)
