"""The four forms: an initialiser taken out or put in, declarations split or joined (JLS 14.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from mutators.comments import not_kept
from mutators.java.match import JavaMatch
from mutators.java.new_variable.alias import may_be_constant
from mutators.java.tools import insertion
from mutators.java.tools.declarations import ANNOTATED, annotated
from mutators.model import Edit
from parsers.java.javac import FINAL_IN_COMPACT, declaring_beside, takes_for_component
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration, Reference
from parsers.java.names.written import type_text
from parsers.java.syntax.statements import STATEMENT_LISTS, statements_of
from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import Node


class Declared(JavaMatch):
    """A local_variable_declaration in a block or switch group.

    Args:
        method: the member.
        node: the declaration.
        last: the last statement that the form changes; by default the declaration.
    """

    form = ""

    def __init__(self, method: Method, node: Node, last: Node | None = None) -> None:
        super().__init__(method, node, form=self.form)
        self.last = last if last is not None else node
        self.type_node = node.all("type")[0]
        self.declarators = node.all("declarator")

    @property
    def end(self) -> int:
        """Byte offset after the last statement."""
        return self.last.end

    def obstacle(self) -> str | None:
        """Return why no form of a declaration can be changed there, or None."""
        if reason := declaring_beside(self.method, self.node):
            return reason
        if annotated(self.node) or annotated(self.last):
            return ANNOTATED
        return "its type is inferred" if self.variable.inferred else None

    @property
    def variable(self) -> Declaration:
        """The first variable."""
        name = self.declarators[0].child("name")
        found = self.method.scopes.declared_at(name.start) if name is not None else None
        assert found is not None
        return found

    @property
    def closing(self) -> Node:
        """The semicolon of the declaration."""
        return self.node.children[-1]

    @property
    def separator(self) -> str:
        """The separator of two statements there: a line end and the indentation, or a blank."""
        return insertion.line_break(self.method, self.node) or " "

    def type_text(self) -> str:
        """Return the type as it is written before the first name, without comments."""
        text = type_text(self.type_node, self.method.source.data)
        assert text is not None
        return text


class _Assign(Declared):
    """``int a = 1;`` -> ``int a; a = 1;``."""

    form = "assign"

    def obstacle(self) -> str | None:
        reason = super().obstacle()
        if reason is None and self.variable.final and takes_for_component(self.method, self.node):
            return FINAL_IN_COMPACT
        if reason is None and self.variable.final and may_be_constant(self.method, self.variable):
            return "it may be a constant variable"
        return reason

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the end of the declaration with the name once more, and what an array initialiser needs."""
        [declarator] = self.declarators
        last, value = declarator.child("dimensions") or declarator.child("name"), declarator.child("value")
        assert last is not None
        assert value is not None
        yield Edit(last.end, "", f";{self.separator}{self.variable.name}")
        if value.type == "array_initializer":
            gap = "" if self.method.source.data[value.start - 1 : value.start].isspace() else " "
            yield Edit(value.start, "", f"{gap}new {self.type_text()}{'[]' * self.variable.dims} ")


class _Declare(Declared):
    """``int a; a = 1;`` -> ``int a = 1;``."""

    form = "declare"

    def obstacle(self) -> str | None:
        reason = super().obstacle()
        if reason is not None:
            return reason
        right, variable = self._assignment.child("right"), self.variable
        assert right is not None
        if variable.final and self.method.constants.may_be_constant(right):
            return "it may be a constant variable"
        if _must_be_final(variable) and any(_sets(ref) for ref in variable.references if not self._own(ref)):
            return "it must stay effectively final, and is set elsewhere"
        return None

    @property
    def _assignment(self) -> Node:
        return self.last.named_children()[0]

    def _own(self, reference: Reference) -> bool:
        return reference.node is self._assignment.child("left")

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield the deletion of the name, and of the semicolon before it."""
        left = self._assignment.child("left")
        assert left is not None
        between = self.method.source.slice(self.closing.end, left.start)
        if between.strip():
            yield self._deleted(self.closing.start, self.closing.end)
            yield self._deleted(left.start, left.end + self._blanks(left.end))
        else:
            yield self._deleted(self.closing.start, left.end)

    def _blanks(self, at: int) -> int:
        return int(self.method.source.data[at : at + 1] == b" ")

    def _deleted(self, start: int, end: int) -> Edit:
        return Edit(start, self.method.source.slice(start, end), "")


class _Split(Declared):
    """``int a, b;`` -> ``int a; int b;``."""

    form = "split"

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield a semicolon for each comma, and the type before each name."""
        prefix = ("final " if self.variable.final else "") + self.type_text()
        commas = [child for child in self.node.children if child.type == ","]
        for comma, declarator in zip(commas, self.declarators[1:], strict=True):
            between = self.method.source.slice(comma.end, declarator.start)
            if between.strip():
                yield Edit(comma.start, ",", ";")
                yield Edit(declarator.start, "", f"{prefix} ")
            else:
                yield Edit(comma.start, "," + between, f";{self.separator}{prefix} ")


class _Join(Declared):
    """``int a; int b;`` -> ``int a, b;``."""

    form = "join"

    def obstacle(self) -> str | None:
        return super().obstacle() or not_kept(self)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Yield a comma for the semicolon, and the deletion of the second type; the names share a line if no comment is between."""
        type_, first = self.last.all("type")[0], self.last.all("declarator")[0]
        slice_ = self.method.source.slice
        end = type_.end if slice_(type_.end, first.start).strip() else first.start
        if slice_(self.closing.end, self.last.start).strip():
            yield Edit(self.closing.start, ";", ",")
            yield Edit(self.last.start, slice_(self.last.start, end), "")
        else:
            yield Edit(
                self.closing.start, slice_(self.closing.start, end), ", " if end == first.start else ","
            )


def declared_at(method: Method, node: Node) -> Iterator[Declared]:
    """Yield the forms that a local_variable_declaration can be given."""
    if node.parent is None or node.parent.type not in STATEMENT_LISTS:
        return
    declarators = node.all("declarator")
    if not _all_named(method, declarators):
        return
    if len(declarators) > 1:
        yield _Split(method, node)
    elif declarators[0].child("value") is not None:
        yield _Assign(method, node)
    following = _next(node)
    if following is None:
        return
    if (
        following.type == "local_variable_declaration"
        and _words(method, node) == _words(method, following)
        and _all_named(method, following.all("declarator"))
    ):
        yield _Join(method, node, following)
    if len(declarators) == 1 and declarators[0].child("value") is None and _is_set(method, node, following):
        yield _Declare(method, node, following)


def _all_named(method: Method, declarators: Iterable[Node]) -> bool:
    """Return whether all variables have a name, unlike the ``_`` of Java 22, which is no declaration of the scopes."""
    names = [declarator.child("name") for declarator in declarators]
    return all(name is not None and method.scopes.declared_at(name.start) is not None for name in names)


def _next(node: Node) -> Node | None:
    assert node.parent is not None
    later = [other for other in statements_of(node.parent) if other.start >= node.end]
    return later[0] if later else None


def _words(method: Method, declaration: Node) -> list[bytes]:
    """Return the tokens of the modifiers and the type."""
    first = declaration.all("declarator")[0]
    return [token.text for token in tokenize(method.source.data[declaration.start : first.start])]


def _is_set(method: Method, declaration: Node, statement: Node) -> bool:
    """Return whether a statement is a plain assignment to the only variable of a declaration."""
    inner = statement.named_children()[0] if statement.type == "expression_statement" else None
    if inner is None or inner.type != "assignment_expression":
        return False
    left, operator = inner.child("left"), inner.child("operator")
    name = declaration.all("declarator")[0].child("name")
    reference = method.scopes.reference(left) if left is not None and left.type == "identifier" else None
    return (
        operator is not None
        and operator.type == "="
        and reference is not None
        and reference.declaration.node is name
    )


def _must_be_final(variable: Declaration) -> bool:
    """Return whether a variable must be final or effectively final (JLS 8.1.3, 14.11.1, 14.20.3, 15.27.2)."""
    return variable.final or variable.captured or any(_is_kept(ref.node) for ref in variable.references)


def _is_kept(node: Node) -> bool:
    above = [node.parent] if node.parent is not None else []
    return any(part.type in ("resource", "guard") for part in (*above, *node.ancestors()))


def _sets(reference: Reference) -> bool:
    return reference.access in ("write", "both")
