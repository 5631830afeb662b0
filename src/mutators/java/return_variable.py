"""return-variable: give a returned value a name, ``return e;`` -> ``int result = e; return result;``, and back.

Relation: preserving.
Preconditions:
    - the method's result type is in the text, so not in lambdas (JLS 15.27.3), and means the same at the place (JLS 6.4.1): a
      declaration with that type and a return are assignment contexts with one target type (JLS 5.2, 14.4.2, 14.17);
    - the new name differs from every identifier of the member, so that it neither shadows nor obscures nor is captured (JLS 6.4);
    - on the way back, the variable has the type of the result, no annotation (JLS 9.6.4.5, 9.7.4), and no use but the returned one;
    - where the member has pattern variables, the place is not directly in a switch group (JLS 14.11.1): javac 17 makes invalid
      code of that.
  The value is evaluated before any ``finally`` in both forms (JLS 14.17).
Rewrite: the expression stays where it is. In a place without a block the two statements get braces (JLS 14.5). The seed draws the
    name.
Limits: types are compared as they are written on the way back; a variable whose type is inferred is refused, and so is
    the initialiser of an array without ``new``.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.tools import insertion, renaming
from mutators.java.tools.declarations import ANNOTATED, annotated
from mutators.java.tools.names import NAMES
from mutators.model import Edit
from parsers.java.javac import declaring_beside
from parsers.java.method import Method
from parsers.java.names.bindings import Declaration
from parsers.java.syntax.statements import STATEMENT_LISTS, statements_of
from parsers.java.syntax.tree import Node
from parsers.java.types.results import NO_RESULT, spelled_result

_NAMES = ("result", "value", "ret", "res", "answer", "output", "returned")


class ReturnVariable(Mutator):
    """See the module's docstring."""

    name = "return-variable"
    language = "java"
    relation = "preserving"
    by_default = False
    examples = (
        *Example.rows(
            "long f(int n, Object o) { @ }",
            "return n; -> long value = n; return value;",
            "if (n > 0) return g(n); else return 1; -> if (n > 0) { long answer = g(n); return answer; } else return 1;",
            "try { return n; } finally { n = 2; } -> try { long ret = n; return ret; } finally { n = 2; }",
            "return(n)/* all */; -> long value = (n)/* all */; return value;",
            "long k = g(n); return k; -> return g(n);",
            "final long k = n; /* all */ return k; -> return n;/* all */",
            "run(()->{ return n; }); -> !the type of the result is not in the text",
            "int k = n; return k; -> !the variable does not certainly have the type of the result",
            "var k = n; return k; -> !the variable does not certainly have the type of the result",
            "long k = (k = n) + 1; return k; -> !the variable has another use",
            "@A long k = n; return k; -> !an annotation may hold for all of the declaration",
            "if (o instanceof A a) switch (n) { case 1: return n; }"
            " -> !javac may lose a pattern variable where a case group declares a variable",
        ),
        *Example.rows(
            "@",
            "<T> List<T> f(T t) {\n\treturn g(t); // all\n}"
            " -> <T> List<T> f(T t) {\n\tList<T> result = g(t); // all\n\treturn result;\n}",
            "int f()[] { return g(); } -> int f()[] { int[] value = g(); return value; }",
            "Foo f() { class Foo { } return g(); } -> !the type of the result cannot be written there",
            "int[] f() { int[] a = { 1 }; return a; } -> !the array needs its type",
            "return n; -> !the parameters of the method around the statements are not in the text",
            "P { run(()->{ return 1; }); } -> !the parameters of the compact constructor are not in the text",
        ),
    )

    def matches(self, method: Method) -> Iterator[_Named | _Unnamed]:
        for node in method.nodes:
            if node.type == "return_statement" and node.named_children():
                yield _Named(method, node)
            elif node.type == "local_variable_declaration":
                following = _returned(method, node)
                if following is not None:
                    yield _Unnamed(method, node, following)


class _Named(JavaMatch):
    """A return statement whose value gets a name."""

    def __init__(self, method: Method, node: Node) -> None:
        super().__init__(method, node, form="name")

    def obstacle(self) -> str | None:
        if reason := declaring_beside(self.method, self.node):
            return reason
        if reason := renaming.unseen(self.method):
            return reason
        type_ = spelled_result(self.method, self.node)
        if type_ is None:
            return NO_RESULT
        if not self.method.spelling.holds_at(type_, self.node):
            return "the type of the result cannot be written there"
        return None

    def edits(self, rng: Random) -> list[Edit]:
        """Return the edits around the expression; the name is drawn."""
        type_ = spelled_result(self.method, self.node)
        assert type_ is not None
        assert self.node.parent is not None
        name = NAMES.helper_name(_NAMES, renaming.taken_names(self.method), rng)
        [value] = self.node.named_children()
        head = self.method.source.slice(self.node.start, value.start)
        if self.node.parent.type in STATEMENT_LISTS:
            opened, closing = "", insertion.after(self.method, self.node, f"return {name};")
        else:
            opened, closing = "{ ", Edit(self.node.end, "", f" return {name}; }}")
        edits = [Edit(self.node.start, head, f"{opened}{type_.text} {name} = ")]
        return [*insertion.keeping_comments(edits), closing]


class _Unnamed(JavaMatch):
    """A declaration of a variable that is returned at once."""

    def __init__(self, method: Method, node: Node, following: Node) -> None:
        super().__init__(method, node, form="unname")
        self.following = following
        [declarator] = node.all("declarator")
        name, value = declarator.child("name"), declarator.child("value")
        variable = method.scopes.declared_at(name.start) if name is not None else None
        assert variable is not None
        assert value is not None
        self.variable: Declaration = variable
        self.value = value

    @property
    def end(self) -> int:
        """Byte offset after the return statement."""
        return self.following.end

    def obstacle(self) -> str | None:
        if reason := declaring_beside(self.method, self.node):
            return reason
        if annotated(self.node):
            return ANNOTATED
        if spelled_result(self.method, self.node) is None:
            return NO_RESULT
        if not self._has_type_of_result():
            return "the variable does not certainly have the type of the result"
        if len(self.variable.references) != 1:
            return "the variable has another use"
        if self.value.type == "array_initializer":
            return "the array needs its type"
        return None

    def _has_type_of_result(self) -> bool:
        result = spelled_result(self.method, self.node)
        own = None if self.variable.inferred else self.method.spelling.of(self.variable)
        if result is None or own is None or own.text != result.text:
            return False
        return self.method.spelling.holds_at(result, self.node)

    def edits(self, rng: Random) -> list[Edit]:
        head = self.method.source.slice(self.node.start, self.value.start)
        tail = self.method.source.slice(self.node.end, self.following.end)
        return insertion.keeping_comments(
            [Edit(self.node.start, head, "return "), Edit(self.node.end, tail, "")]
        )


def _returned(method: Method, node: Node) -> Node | None:
    """Return the statement behind a declaration of one variable, if it returns the variable."""
    parent, declarators = node.parent, node.all("declarator")
    if parent is None or parent.type not in STATEMENT_LISTS or len(declarators) != 1:
        return None
    later = [other for other in statements_of(parent) if other.start >= node.end]
    if not later or later[0].type != "return_statement" or declarators[0].child("value") is None:
        return None
    values = later[0].named_children()
    reference = method.scopes.reference(values[0]) if values and values[0].type == "identifier" else None
    same = reference is not None and reference.declaration.node is declarators[0].child("name")
    return later[0] if same else None
