"""Commits of a repository, read from their objects: messages in any encoding, dates of any kind, parents that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice

from equimorph.datasets.mining.git import Repository

_AUTHOR = re.compile(rb".*> (-?\d{1,15}) [-+]\d{1,9}", re.DOTALL)
_AT_ONCE = 200
_START = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Commit:
    """A commit.

    Attributes:
        id: Id in hex.
        parents: Ids of its parents.
        author_time: Time when its change was written, such as "2014-03-02T11:22:33Z"; None if its date is invalid.
        message: Message without blanks at the end.
        is_boundary: Whether a shallow clone ends here: it has parents, but they are not there.
    """

    id: str
    parents: tuple[str, ...]
    author_time: str | None
    message: str
    is_boundary: bool = False


def commits(repository: Repository, head: str) -> Iterator[Commit]:
    """Yield a commit and those before it, the oldest first, each after its parents.

    Args:
        head: id of the commit.

    Raises:
        ParseError: git cannot read the history.
    """
    listing = repository.lines("rev-list", "--topo-order", "--reverse", "--parents", head)
    while some := list(islice(listing, _AT_ONCE)):
        ids = [line.split(b" ") for line in some]
        objects = repository.objects([fields[0].decode() for fields in ids])
        for (id, *parents), commit_object in zip(ids, objects, strict=True):
            yield parsed(id.decode(), commit_object.data, is_cut=not parents)


def parsed(id: str, data: bytes, *, is_cut: bool = False) -> Commit:
    """Return the commit of an object.

    Args:
        id: Id of the object.
        data: its content.
        is_cut: whether git knows no parent of it.
    """
    head, _, message = data.partition(b"\n\n")
    fields: dict[bytes, bytes] = {}
    parents = []
    for line in head.split(b"\n"):
        name, _, value = line.partition(b" ")
        if name == b"parent":
            parents.append(value.decode())
        else:
            fields.setdefault(name, value)
    return Commit(
        id,
        tuple(parents),
        _time(fields.get(b"author", b"")),
        _text(message, fields.get(b"encoding", b"")).rstrip(),
        is_cut and bool(parents),
    )


def _time(author: bytes) -> str | None:
    match = _AUTHOR.fullmatch(author)
    try:
        time = None if match is None else _START + timedelta(seconds=int(match[1]))
    except OverflowError:
        return None
    return None if time is None else f"{time:%Y-%m-%dT%H:%M:%S}Z".rjust(20, "0")


def _text(message: bytes, encoding: bytes) -> str:
    """Return a message in the encoding that it names, else UTF-8, else Latin-1, in which any bytes are a text."""
    for name in (encoding.decode("ascii", "replace") or "utf-8", "utf-8"):
        try:
            return message.decode(name)
        except (LookupError, ValueError):  # UnicodeError is a ValueError, so is a NUL in the name
            continue
    return message.decode("latin-1")
