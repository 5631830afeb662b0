"""new-variable: a second variable takes over the later uses of a first, ``use(x);`` -> ``int y = x; use(y);``.

Relation: preserving.
Preconditions:
    - the first variable is set where the second is declared: right after its declaration or the statement that sets it, or at the
      start of the block that it belongs to (JLS 16);
    - nothing writes it later, or all later uses move, including writes (JLS 4.12.4);
    - the type can be written there (JLS 4.11, 6.4.1);
    - the new name differs from every identifier of the member, so that it neither captures nor shadows nor obscures (JLS 6.4);
    - the second variable is effectively final if the first is (JLS 4.12.4), and a constant variable if the first is one;
    - case labels (JLS 14.11.1), annotations, a caught exception thrown again (JLS 11.2.2), and names that a class body may inherit
      (JLS 8.2) keep the first variable;
    - where the member has pattern variables, the place is not directly in a switch group (JLS 14.11.1): javac 17 makes invalid
      code of that.
Rewrite: the declaration is inserted, on its own line if the statement has its own line, and the uses are renamed. The name comes
    from a naming scheme, as in variable-renaming.
Limits: variables of a `for` header that its body writes, pattern variables without their own block, and parameters of
    lambdas whose type is inferred are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from mutators.base import Example
from mutators.java.new_variable import alias, undo
from mutators.java.tools import renaming
from mutators.java.tools.renaming import Declared, declared_in
from mutators.model import Edit, Mutation
from mutators.naming import NamingMutator
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["NewVariable"]


class NewVariable(NamingMutator):
    """See the module's docstring."""

    name = "new-variable"
    language = "java"
    examples = (
        *Example.rows(
            "int f() { @ }",
            "int k = g(); return k + 1; -> int k = g(); int intValue = k; return intValue + 1;",
            "int k = 0; while (g(k)) k++; return k;"
            " -> int k = 0; int intValue = k; while (g(intValue)) intValue++; return intValue;",
            "int k; if (g()) k = 1; else k = 2; return k;"
            " -> int k; if (g()) k = 1; else k = 2; int intValue = k; return intValue;",
            "int k = 1, j = k; return k + j; -> int k = 1, j = k; int intValue = k; return intValue + j;",
            "int c[] = g(); return c[0]; -> int c[] = g(); int[] ints = c; return ints[0];",
            "var all = g(); return all.size(); -> var all = g(); var var0 = all; return var0.size();",
            "final int k = 1; switch (g()) { case k: return 1; } return k;"
            " -> final int k = 1; final int intValue = k; switch (g()) { case k: return 1; } return intValue;",
            "final Foo x = g(); run(()->x.go()); return 0;"
            " -> final Foo x = g(); Foo foo = x; run(()->foo.go()); return 0;",
            "for (int i = 0; i < 9; i++) { g(i); } return 0;"
            " -> for (int i = 0; i < 9; i++) { int intValue = i; g(intValue); } return 0;",
            "try { g(); } catch (IOException e) { log(e); throw e; } return 0;"
            " -> try { g(); } catch (IOException e) { IOException ioException = e; log(ioException); throw e; } return 0;",
            "if (o instanceof String s) { h(s); } return 0;"
            " -> if (o instanceof String s) { String string = s; h(string); } return 0;",
            "run((String s)->{ h(s); }); return 0; -> run((String s)->{ String string = s; h(string); }); return 0;",
            "int k = g(); return 0; -> !no later use can move",
            "int k = 1; run(new Task() { int g() { return k; } }); return 0; -> !no later use can move",
            "for (String s : g()) h(s); return 0; -> !it has no block of its own",
            "for (int i = 0; i < 9; i++) { g(i++); } return 0;"
            " -> !it is written later, and not every use can move",
            "int k; while (g()) { k = 1; h(k); } return 0; -> !it is not certain where it has its last value",
            "switch (g()) { case 1: int k = 1; h(k); default: k = 2; h(k); } return 0;"
            " -> !it is used outside of the block, and written",
            "switch (g()) { case 1: final int k = 1; h(k); default: h(k); } return 0;"
            " -> !it is used in later groups of the switch",
            "if (o instanceof String s) h(s); switch (g()) { case 1: int k = 1; h(k); } return 0;"
            " -> !javac may lose a pattern variable where a case group declares a variable",
            "run(s->{ h(s); }); return 0; -> !its type is not known or cannot be written",
            "if (o instanceof String s) { switch (c) { case s: h(s); } } return 0;"
            " -> !a case label of that name may be an enum constant",
            "while (!(o instanceof String s)) { if (c) break out; } return s.length();"
            " -> !the flow scope of the pattern variable is not proven",
            "while (!(o instanceof String s)) { if (c) break; } return s.length();"
            " -> !the name is used where the pattern variable may or may not be in scope",
            "if (o instanceof String s) { run(new Task() { int g() { return h(s); } }); } return 0;"
            " -> !a class body that uses it may inherit a field of that name",
        ),
        *Example.rows(
            "@",
            "class A { A(int n) { this(n, 0); use(n); } }"
            " -> class A { A(int n) { this(n, 0); int intValue = n; use(intValue); } }",
            # In the manner of RobustNPR's example with a calendar.
            "Date next(Date day) {\n  Calendar c = Calendar.getInstance();\n  c.setTime(day);\n  return c.getTime();\n}"
            " -> Date next(Date day) {\n  Calendar c = Calendar.getInstance();\n  Calendar calendar = c;\n"
            "  calendar.setTime(day);\n  return calendar.getTime();\n}",
            "int k = g(); use(k); -> !the parameters of the method around the statements are not in the text",
            "P { int k = g(); use(k); } -> !the parameters of the compact constructor are not in the text",
        ),
    )

    def matches(self, method: Method) -> Iterator[First]:
        return declared_in(First, method, self.schemes)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Remove the declaration, and replace its uses by the first variable."""
        return undo.restore(patched, mutant, mutation)


class First(Declared):
    """A local variable or parameter whose later uses a second variable takes over."""

    def obstacle(self) -> str | None:
        """Return why no second variable can take over."""
        reason = renaming.unseen(self.method)
        if reason is None and self.declaration.kind == "pattern":
            reason = renaming.unresolved(self.method, self.declaration)
        if reason is None and isinstance(self._plan, str):
            reason = self._plan
        return reason

    def edits(self, rng: Random) -> list[Edit]:
        """Return the insertion of the declaration, and the uses renamed."""
        assert isinstance(self._plan, alias.Alias)
        return self._plan.edits(self.method, self.declaration.name, self.new_name(rng))

    @cached_property
    def _plan(self) -> alias.Alias | str:
        return alias.plan(self.method, self.declaration)
