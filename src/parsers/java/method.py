"""`Method`: a member of a Java source with the facts about it, each computed on demand, once."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.java import processors
from parsers.java.syntax import faults, trust
from parsers.java.syntax.expressions import has_pattern
from parsers.java.syntax.statements import statement_around
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import MAX_DEPTH, Node, build_unit, error_offset, parse_wrapped
from parsers.member import Change, Member, Replacement

if TYPE_CHECKING:
    import tree_sitter

    from parsers.java.effects.analysis import EffectAnalysis
    from parsers.java.flow.analysis import Flow
    from parsers.java.names.scopes import Scopes
    from parsers.java.names.written import TypeInfo
    from parsers.java.parsed import JavaParsed
    from parsers.java.types.spelling import Spelling
    from parsers.java.types.types import Types
    from parsers.java.values.nullness import Nullness
    from parsers.source import SourceFile

__all__ = ["Method", "method_at", "methods_of"]


@dataclass(frozen=True, repr=False)
class Method(Member):
    """A method, constructor or initialiser of a source (or its bare statements), and the facts about it.

    Its name is the method's; the class's for a constructor; "<init>" and "<clinit>" for initialisers; "" for statements. Its kind
    is "method", "constructor", "compact-constructor", "initializer", "static-initializer" or "statements". Its byte range includes
    modifiers and annotations; a comment above it is outside.

    Attributes:
        parsed: the text it is part of, with the facts about that text.
        tree_node: tree-sitter's node of it.
    """

    parsed: JavaParsed = field(repr=False, compare=False)
    tree_node: tree_sitter.Node = field(repr=False, compare=False)

    @classmethod
    def of(cls, member: Member) -> Method:
        """Return a member of a Java source as what it is.

        Raises:
            ParseError: it is one of another language, or all of a source.
        """
        if not isinstance(member, cls):
            what = "all of the source" if member.kind == "file" else member.source.language
            raise ParseError(f"not a member of Java, but {what}", path=member.source.path)
        return member

    def node_text(self, node: Node) -> str:
        """Return the text of a node."""
        return self.source.data[node.start : node.end].decode()

    @cached_property
    def _unit(self) -> tuple[Node, int]:
        root, depth = build_unit(self.tree_node, self.source.data, self.parsed.shift)
        if self.kind == "statements":
            root.start, root.end = self.start, self.end
            root.children = [child for child in root.children if child.type not in ("{", "}")]
        return root, depth

    @property
    def root(self) -> Node:
        """The tree; for bare statements a "block" without braces."""
        return self._unit[0]

    @property
    def wrapper(self) -> str:
        """The text around the method's that lets it parse alone (see `parse_wrapped`)."""
        return self.kind if self.kind in ("compact-constructor", "statements") else "member"

    @cached_property
    def alone(self) -> tuple[tree_sitter.Tree, int]:
        """tree-sitter's tree of the method's text alone, and what to subtract from its offsets."""
        return parse_wrapped(self.data, self.wrapper)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes of the tree in source order, the root first."""
        return tuple(self.root.listed())

    @cached_property
    def has_pattern(self) -> bool:
        """Whether any expression may introduce a pattern variable (JLS 6.3.1)."""
        return has_pattern(self.root)

    def has_word(self, word: str, start: int, end: int) -> bool:
        """Return whether a token of that text starts between two byte offsets."""
        starts = self._words.get(word.encode(), ())
        at = bisect_left(starts, start)
        return at < len(starts) and starts[at] < end

    @cached_property
    def _words(self) -> dict[bytes, list[int]]:
        """The starts of each token, by its text."""
        found: dict[bytes, list[int]] = {}
        for token in tokenize(self.data):
            found.setdefault(token.text, []).append(token.start + self.start)
        return found

    @cached_property
    def _outermost(self) -> dict[tuple[int, int], Node]:
        return {(node.start, node.end): node for node in reversed(self.nodes)}

    def node_at(self, start: int, end: int, *types: str) -> Node | None:
        """Return the outermost node (of one of the types, if any are given) that covers exactly these bytes, or None."""
        node = self._outermost.get((start, end))
        while node is not None and types and node.type not in types:
            # What covers the same bytes is an only child, but for nodes without text.
            node = next((child for child in node.children if (child.start, child.end) == (start, end)), None)
        return node

    @cached_property
    def untrusted(self) -> str | None:
        """Why no fact about this method can be relied on; then every site in it is refused. None if facts hold."""
        at = error_offset(self.tree_node)
        if at is not None:
            line = self.source.lines.line(max(0, at - self.parsed.shift))
            return f"the grammar finds a syntax error at line {line}"
        if self._under_error():
            return "it lies in text that does not parse"
        if reason := trust.untrusted(self.tree_node, self.data):
            return reason
        if self._unit[1] > MAX_DEPTH:
            return f"nested deeper than {MAX_DEPTH} levels"
        return processors.untrusted(self) if b"@" in self.source.data else None

    def statement_at(self, offset: int) -> tuple[int, int] | None:
        """Return the byte range of the innermost statement at a byte offset, None where there is none."""
        found = statement_around(self.root, offset)
        return None if found is None else (found.start, found.end)

    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> str | None:
        """Return the fault of a text that edits made of this method, or None; see `Member.fault_of`."""
        return faults.fault_of(self, mutant, edits, changes)

    def _under_error(self) -> bool:
        node = self.tree_node.parent
        while node is not None:
            if node.is_error:
                return True
            node = node.parent
        return False

    @cached_property
    def enclosing(self) -> tuple[TypeInfo, ...]:
        """The types of the file around this method, innermost first; empty where only the method's text is known."""
        return self.parsed.types.around(self.start) if self.parsed.kind == "file" else ()

    @cached_property
    def scopes(self) -> Scopes:
        """Declarations, references and captures (JLS 6)."""
        from parsers.java.names.scopes import Scopes

        return Scopes(self)

    @cached_property
    def types(self) -> Types:
        """Static types of expressions, as far as they can be proved (JLS 4, 15)."""
        from parsers.java.types.types import Types

        return Types(self)

    @cached_property
    def spelling(self) -> Spelling:
        """The spelling of variables' types, and the places where the text means the same type (JLS 4.11, 6.4.1)."""
        from parsers.java.types.spelling import Spelling

        return Spelling(self)

    @cached_property
    def effects(self) -> EffectAnalysis:
        """The effects of expressions, which are writes, reads and exceptions (JLS 15.6, 15.7, 15.29)."""
        from parsers.java.effects.analysis import EffectAnalysis

        return EffectAnalysis(self)

    @cached_property
    def nullness(self) -> Nullness:
        """The expressions that are certainly not null (JLS 4.1, 15)."""
        from parsers.java.values.nullness import Nullness

        return Nullness(self)

    @cached_property
    def flow(self) -> Flow:
        """Reachability, jumps, definite assignment (JLS 14.22, 16)."""
        from parsers.java.flow.analysis import Flow

        return Flow(self)


def methods_of(source: SourceFile) -> tuple[Method, ...]:
    """Return the members of a Java source.

    Raises:
        ParseError: it is not Java.
    """
    return tuple([Method.of(member) for member in source.methods])


def method_at(source: SourceFile, offset: int) -> Method | None:
    """Return the member of a Java source in which a byte offset is, or None.

    Raises:
        ParseError: it is not Java.
    """
    found = source.method_at(offset)
    return Method.of(found) if found is not None else None
