"""variable-renaming: another name for a local variable or parameter, ``SimpleName s`` -> ``SimpleName simpleName``.

Relation: preserving.
Preconditions:
    - no reference is in a class body that may inherit a field of the name (JLS 8.2);
    - the flow scope of a pattern variable is proven (JLS 6.3.1);
    - no bare ``case x`` on an unknown selector could be an enum constant (JLS 14.11.1);
    - the name is not part of the program's meaning, as in canonical constructors of records (JLS 8.10.4), and where a
      builder is made of the parameters;
    - the new name differs from every identifier of the member, so that it neither captures nor shadows nor obscures (JLS 6.4).
Rewrite: the declaration and all references. The name comes from a naming scheme (`mutators.naming`); a clash tries the
    next form of the scheme, then the next scheme.
Limits: record components and fields of local classes are not renamed, since they are visible outside the member's text.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mutators.base import Example
from mutators.java.tools import renaming
from mutators.java.tools.renaming import Declared, declared_in
from mutators.model import Edit, Mutation
from mutators.naming import NamingMutator
from parsers.java.method import Method
from parsers.source import SourceFile


class VariableRenaming(NamingMutator):
    """See the module's docstring."""

    name = "variable-renaming"
    language = "java"
    examples = (
        *Example.rows(
            "int f(int[] data) { @ }",
            "int n = data.length; return n; -> int intValue = data.length; return intValue;",
            "String s = g(); return s.length(); -> String string = g(); return string.length();",
            "for (Map.Entry<K, V> e : h()) use(e); return 0; -> for (Map.Entry<K, V> entry : h()) use(entry); return 0;",
            "F f = g(); run(x->x + f.h()); return 0; -> F f1 = g(); run(x->x + f1.h()); return 0;",
            "var n = 1; return n; -> var intValue = 1; return intValue;",
            "try { g(); } catch (IOException e) { throw e; } return 0;"
            " -> try { g(); } catch (IOException ioException) { throw ioException; } return 0;",
            "if (o instanceof String s && s.isEmpty()) return 1; return 0;"
            " -> if (o instanceof String string && string.isEmpty()) return 1; return 0;",
            "int string = 1; String s = g(); return string;"
            " -> int intValue = 1; String s = g(); return intValue;",
            "while (!(o instanceof String s)) { if (c) break out; } return s.length();"
            " -> !the flow scope of the pattern variable is not proven",
            "while (!(o instanceof String s)) { if (c) break; } return s.length();"
            " -> !the name is used where the pattern variable may or may not be in scope",
            "int n = 1; run(new Task() { int g() { return n; } }); return 0;"
            " -> !a class body that uses it may inherit a field of that name",
            "final int RED = 1; switch (color) { case RED: return 1; } return RED;"
            " -> !a case label of that name may be an enum constant",
        ),
        *Example.rows(
            "@",
            "class P { P(int x) { use(x); } } -> class P { P(int intValue) { use(intValue); } }",
            "record P(int x) { P(int x) { this.x = x; } } -> !it may be a parameter of a record's canonical constructor,"
            " which must be named like the component",
            "class A { @Builder A(int x) { use(x); } } -> !an annotation processor may make a builder with a method of its name",
            "int n = 0; use(n); -> !the parameters of the method around the statements are not in the text",
            "P { int n = 0; use(n); } -> !the parameters of the compact constructor are not in the text",
        ),
    )

    def matches(self, method: Method) -> Iterator[Variable]:
        return declared_in(Variable, method, self.schemes)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Rename the variable back, in every reference that the patch has."""
        return renaming.restore(patched, mutant, mutation)


class Variable(Declared):
    """A local variable or parameter to rename."""

    def obstacle(self) -> str | None:
        """Return why not every reference is known, or why the name must stay."""
        return renaming.obstacle(self.method, self.declaration)

    def edits(self, rng: Random) -> Iterator[Edit]:
        """Return the edits of the declaration and all references."""
        return renaming.edits(self.declaration, self.new_name(rng))
