"""`Method`: a member of a Java source with the facts about it, each computed on demand, once.

This is the one place that gives each fact the view and the other facts that it names. Their modules are imported when they are
first asked for, since who only reads a source needs none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.java import processors
from parsers.java.syntax import faults, trust
from parsers.java.syntax.tree import MAX_DEPTH, WORDS, error_offset
from parsers.java.view import JavaView
from parsers.member import Change, Member, Replacement

if TYPE_CHECKING:
    from parsers.java.effects.analysis import EffectAnalysis
    from parsers.java.flow.analysis import Flow
    from parsers.java.names.scopes import Scopes
    from parsers.java.types.spelling import Spelling
    from parsers.java.types.types import Types
    from parsers.java.values.constants import Constants
    from parsers.java.values.nullness import Nullness
    from parsers.source import SourceFile

__all__ = ["Method", "method_at", "methods_of"]

_PARAMETERS = frozenset({"parameter", "lambda", "catch"})


@dataclass(frozen=True, repr=False)
class Method(JavaView):
    """A method, constructor or initialiser of a source (or its bare statements), and the facts about it.

    Its name is the method's; the class's for a constructor; "<init>" and "<clinit>" for initialisers; "" for statements. Its kind
    is "method", "constructor", "compact-constructor", "initializer", "static-initializer" or "statements". Its byte range includes
    modifiers and annotations; a comment above it is outside.
    """

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
        if b"@" not in self.source.data:
            return None
        return processors.untrusted(self.data, self.kind, self.parsed.types)

    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> str | None:
        """Return the fault of a text that edits made of this method, or None; see `Member.fault_of`."""
        return faults.fault_of(self, mutant, edits, changes)

    @property
    def signature(self) -> tuple[object, ...]:
        """The types of the parameters as written, without blanks, and the dimensions behind their names."""
        declared = (variable for variable in self.scopes.declarations if variable.kind == "parameter")
        types = ((variable.type_node, variable.dims) for variable in declared)
        return tuple(
            ("".join(self.node_text(node).split()) if node is not None else "", dims) for node, dims in types
        )

    @property
    def parameter_starts(self) -> frozenset[int]:
        """The byte offsets of the names of parameters, also of lambdas and ``catch``."""
        return frozenset(
            variable.node.start for variable in self.scopes.declarations if variable.kind in _PARAMETERS
        )

    @property
    def node_count(self) -> int:
        """The number of nodes that the grammar names."""
        return sum(node.named for node in self.nodes)

    def _under_error(self) -> bool:
        node = self.tree_node.parent
        while node is not None:
            if node.is_error:
                return True
            node = node.parent
        return False

    @cached_property
    def scopes(self) -> Scopes:
        """Declarations, references and captures (JLS 6)."""
        from parsers.java.names.scopes import Scopes

        return Scopes(self)

    def scopes_of(self, *names: str) -> Scopes:
        """Return declarations, references and captures of variables of some names; in an edit of another text without the rest."""
        if not self._is_edited or "scopes" in vars(self) or not WORDS.isdisjoint(names):
            return self.scopes
        only = frozenset(names)
        if only not in self._scopes_of:
            from parsers.java.names.scopes import Scopes

            self._scopes_of[only] = Scopes(self, only)
        return self._scopes_of[only]

    @cached_property
    def _scopes_of(self) -> dict[frozenset[str], Scopes]:
        return {}

    @cached_property
    def types(self) -> Types:
        """Static types of expressions, as far as they can be proved (JLS 4, 15)."""
        from parsers.java.types.types import Types

        return Types(self, self.scopes)

    @cached_property
    def spelling(self) -> Spelling:
        """The spelling of variables' types, and the places where the text means the same type (JLS 4.11, 6.4.1)."""
        from parsers.java.types.spelling import Spelling

        return Spelling(self, self.scopes, self.types)

    @cached_property
    def constants(self) -> Constants:
        """Constant expressions and their values (JLS 15.29)."""
        from parsers.java.values.constants import Constants

        return Constants(self, self.scopes, self.types)

    @cached_property
    def effects(self) -> EffectAnalysis:
        """The effects of expressions, which are writes, reads and exceptions (JLS 15.6, 15.7)."""
        from parsers.java.effects.analysis import EffectAnalysis

        return EffectAnalysis(self, self.scopes, self.types, self.constants)

    @cached_property
    def flow(self) -> Flow:
        """Reachability, jumps, definite assignment (JLS 14.22, 16)."""
        from parsers.java.flow.analysis import Flow

        return Flow(self, self.scopes, self.constants)

    @cached_property
    def nullness(self) -> Nullness:
        """The expressions that are certainly not null (JLS 4.1, 15)."""
        from parsers.java.values.nullness import Nullness

        return Nullness(self, self.scopes, self.types, self.constants, self.flow)


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
