"""JSON Lines as a language of its own, with one mutator: what somebody writes who adds a language, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from mutators import Edit, Example, Mutator
from mutators.base import Match
from parsers import Member, ParseError, SourceFile
from parsers.language import Kind, Language, Parsed, Token, register
from parsers.member import Change, Replacement

_TOKEN = re.compile(rb'"(?:\\.|[^"\\\n])*"?|[\w.+-]+|[^\s]')
_VALUE = re.compile(rb'"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null')
_CLOSING = {b"{": b"}", b"[": b"]"}


@dataclass
class Node:
    """A value or a member ("pair") of an object."""

    type: str
    start: int
    end: int
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


class _Reader:
    """A recursive reader of values."""

    def __init__(self, data: bytes) -> None:
        self.tokens = [*tokenize(data), Token(b"", len(data), len(data))]
        self.at = 0

    def values(self) -> Iterator[Node]:
        while self.tokens[self.at].text:
            yield self.value()

    def value(self) -> Node:
        token = self.next()
        closing = _CLOSING.get(token.text)
        if closing is None:
            if not _VALUE.fullmatch(token.text):
                raise ParseError(f"no value at byte {token.start}")
            return Node("string" if token.text[:1] == b'"' else "scalar", token.start, token.end)
        node = Node("object" if closing == b"}" else "array", token.start, token.end)
        while self.tokens[self.at].text != closing:
            if node.children:
                self.next(b",")
            node.children.append(self.pair() if closing == b"}" else self.value())
        node.end = self.next().end
        return node

    def pair(self) -> Node:
        key = self.value()
        self.next(b":")
        value = self.value()
        return Node("pair", key.start, value.end, [key, value])

    def next(self, text: bytes | None = None) -> Token:
        token = self.tokens[self.at]
        if text not in (None, token.text) or not token.text:
            raise ParseError(f"not JSON at byte {token.start}")
        self.at += 1
        return token


def tokenize(data: bytes) -> list[Token]:
    return [Token(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(data)]


@dataclass(frozen=True, eq=False)
class JsonParsed(Parsed):
    """Values, one or more."""

    values: tuple[Node, ...]
    broken: bool

    @property
    def has_error(self) -> bool:
        return self.broken

    @cached_property
    def methods(self) -> tuple[Record, ...]:
        return tuple(
            Record(self.source, "", "record", node.start, node.end, self, node)
            for node in self.values
            if node.type == "object"
        )

    def node_type(self, start: int, end: int) -> str | None:
        nodes = (node for value in self.values for node in value.walk())
        return next((node.type for node in nodes if (node.start, node.end) == (start, end)), None)


@dataclass(frozen=True)
class Record(Member):
    """An object that is no part of another one."""

    parsed: JsonParsed = field(repr=False, compare=False)
    node: Node = field(repr=False, compare=False)

    @property
    def untrusted(self) -> str | None:
        return "a syntax error" if self.parsed.has_error else None

    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> str | None:
        try:
            values = tuple(_Reader(mutant).values())
        except ParseError:
            values = ()
        if len(values) != 1:
            return "text that is no record"
        ends = {at for token in tokenize(mutant) for at in (token.start, token.end)}
        if any({start, start + new} - ends for start, _, new in changes):
            return "a text that begins or ends within a token"
        return None


class Json(Language):
    """JSON Lines; members are the objects that are no part of another one."""

    name = "json"
    suffixes = (".json", ".jsonl")
    comment = b""

    def read(self, source: SourceFile) -> JsonParsed:
        found: list[Node] = []
        reader, has_error = _Reader(source.data), False
        try:
            found.extend(reader.values())
        except ParseError as error:
            if not found:
                raise ParseError(str(error), path=source.path) from None
            has_error = True
        kind: Kind = "member" if len(found) == 1 else "file"
        return JsonParsed(source, kind, tuple(found), has_error)

    def tokenize(self, data: bytes) -> list[Token]:
        return tokenize(data)

    def joins(self, left: bytes, right: bytes) -> bool:
        return bool(re.fullmatch(rb"[\w.+-]{2}", left + right))


JSON = Json()
register(JSON)


class SwapMembers(Mutator):
    """Two neighbours in an object change places; readers take an object for a map (RFC 8259, 4)."""

    name = "swap-members"
    language = "json"
    relation = "preserving"
    examples = Example.rows(
        "@",
        '{"a": 1, "b": 2} -> {"b": 2, "a": 1}',
        '{"a": 1, "a": 2} -> !both have one name',
    )

    def matches(self, record: Record) -> Iterator[Pair]:
        for node in record.node.walk():
            if node.type == "object":
                for one, other in zip(node.children, node.children[1:], strict=False):
                    yield Pair(record, one, other)


class Pair(Match):
    """Two neighbours in an object."""

    def __init__(self, record: Record, one: Node, other: Node) -> None:
        super().__init__(record, one)
        self.other = other

    @property
    def end(self) -> int:
        return self.other.end

    def obstacle(self) -> str | None:
        one, other = (self._text(pair.children[0]) for pair in (self.node, self.other))
        return "both have one name" if one == other else None

    def edits(self, rng: Random) -> list[Edit]:
        first, second = self._text(self.node), self._text(self.other)
        return [Edit(self.start, first, second), Edit(self.other.start, second, first)]

    def _text(self, node: Node) -> str:
        return self.method.source.slice(node.start, node.end)
