"""`Function`: a function or method of a Python source with the facts about it, each computed on demand, once.

This is the one place that gives each fact the view and the other facts that it names. Their modules are imported when they are
first asked for, since who only reads a source needs none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from parsers.errors import ParseError
from parsers.member import Change, Member, Replacement
from parsers.python.syntax import faults
from parsers.python.view import PythonView

if TYPE_CHECKING:
    from parsers.python.effects.analysis import Effects
    from parsers.python.flow.analysis import Flow
    from parsers.python.names.scopes import Scopes
    from parsers.python.types.analysis import Types
    from parsers.source import SourceFile

__all__ = ["Function", "functions_of"]


@dataclass(frozen=True, repr=False)
class Function(PythonView):
    """An outermost function or method, and the facts about it; functions and classes within its body belong to it.

    Its kind is "function", or "method" directly in a class. Its byte range is from its first decorator, or else ``async`` or
    ``def``, to the end of its last statement; comments above and behind it are outside.
    """

    @classmethod
    def of(cls, member: Member) -> Function:
        """Return a member of a Python source as what it is.

        Raises:
            ParseError: it is one of another language, or all of a source.
        """
        if not isinstance(member, cls):
            what = "all of the source" if member.kind == "file" else member.source.language
            raise ParseError(f"not a member of Python, but {what}", path=member.source.path)
        return member

    @cached_property
    def scopes(self) -> Scopes:
        """Its variables, and what each name in it means."""
        from parsers.python.names.scopes import Scopes

        return Scopes(self)

    @cached_property
    def flow(self) -> Flow:
        """The control flow, and the variables that are certainly bound."""
        from parsers.python.flow.analysis import Flow

        return Flow(self, self.scopes)

    @cached_property
    def types(self) -> Types:
        """The proven types of its expressions."""
        from parsers.python.types.analysis import Types

        return Types(self, self.scopes, self.flow)

    @cached_property
    def effects(self) -> Effects:
        """The possible effects of its expressions."""
        from parsers.python.effects.analysis import Effects

        return Effects(self.scopes, self.flow, self.types)

    @cached_property
    def untrusted(self) -> str | None:
        """Why no fact about this function can be relied on, such as a call of `locals`; None if facts hold."""
        from parsers.python.names.trust import disagreement, distrust

        return distrust(self) or disagreement(self, self.scopes)

    @property
    def body_start(self) -> int:
        """The byte offset of its first statement."""
        return self.start_of(self.node.body.body[0]) if self.node.body.body else self.end

    @property
    def signature(self) -> tuple[object, ...]:
        """Its decorators, such as ``@name.setter``."""
        return tuple(self.text_of(item.decorator) for item in self.node.decorators)

    @property
    def parameter_starts(self) -> frozenset[int]:
        """The byte offsets of the first mentions of parameters, of nested functions and lambdas, too."""
        variables = self.scopes.variables
        return frozenset(
            self.start_of(variable.occurrences[0].node)
            for variable in variables
            if variable.is_parameter and variable.occurrences
        )

    @property
    def node_count(self) -> int:
        """The number of nodes of libcst's tree, without blanks and comments."""
        return len(self.nodes)

    def fault_of(self, mutant: bytes, edits: Sequence[Replacement], changes: Sequence[Change]) -> str | None:
        """Return the fault of a text that edits made of this function: a syntax error, or a token that is torn or joined."""
        return faults.fault_of(self, mutant, changes)


def functions_of(source: SourceFile) -> tuple[Function, ...]:
    """Return the functions of a Python source.

    Raises:
        ParseError: it is one of another language.
    """
    return tuple(Function.of(member) for member in source.methods)
