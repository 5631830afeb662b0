"""ternary-to-if: choose between two values by a statement, ``x = c ? a : b;`` -> ``if (c) x = a; else x = b;``, and back.

Relation: preserving.
Preconditions:
    - each value is converted to the type of the variable or result as in the conditional expression (JLS 5.2, 15.25): either that
      is a reference conditional expression (JLS 15.25.3), since the target or an operand is certainly neither primitive nor a
      box; or the operands' common type changes no value and unboxes nothing that would stay boxed (JLS 15.25.1, 15.25.2);
    - no constant is narrowed in one form only (JLS 5.2, 15.29);
    - the target is a simple name, or its object, array and index are ``this``, literals or local variables that the statement does
      not set: they are evaluated before the condition in one form, and behind it in the other (JLS 15.26.1);
    - the condition declares no pattern variable with a name in the target (JLS 6.3.1, 6.4.1);
    - of a returned value, the method's result type is in the text: not in lambdas (JLS 15.27.3);
    - a declaration has a type that is not inferred (JLS 14.4.1), no annotation (JLS 9.7.4), and no constant variable (JLS 4.12.4);
    - where the member has pattern variables, the place is not directly in a switch group (JLS 14.11.1): javac 17 makes invalid
      code of that.
  The rest is the same by the rules: scope of patterns (JLS 6.3.1, 6.3.2), completion (JLS 14.22), and definite assignment (JLS 16).
Rewrite: the parts stay where they are; what is between them changes, and comments stay. In a place without a block the if gets
    braces, so that no ``else`` finds another ``if`` (JLS 14.5). A declaration keeps its line, the if gets its own. The way back
    takes the braces of both branches, and puts parentheses around what binds no tighter than ``?:``.
Limits: "to-ternary" has assignments and results; for a declaration followed by an if that assigns it, only the
    assignment. A value that may be the result of a switch is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutators.base import Example, Mutator
from mutators.java.ternary_to_if.forms import Choice, choice_at
from parsers.java.method import Method

__all__ = ["TernaryToIf"]


class TernaryToIf(Mutator):
    """See the module's docstring."""

    name = "ternary-to-if"
    language = "java"
    relation = "preserving"
    by_default = False
    hint = re.compile(rb"\?|\belse\b")
    examples = (
        *Example.rows(
            "String f(boolean p, int i, double d, float g, char c, byte b, Integer w, Object o, int[] a, Pos pos, String s) { @ }",
            "i = p ? 1 : k(); -> if (p) i = 1; else i = k();",
            "long m = p ? i : w; -> long m; if (p) m = i; else m = w;",
            "a[/* last */ i] = p ? 1 : 2; -> !a comment would be written twice",
            "return p ? s : null; -> if (p) return s; else return null;",
            "return (i > 2) ? s : k(); -> if (i > 2) return s; else return k();",
            "return (p ? s : k()); -> if (p) return s; else return k();",
            "w = p ? null : 3; -> if (p) w = null; else w = 3;",
            "o = p ? i : 3; -> if (p) o = i; else o = 3;",
            "d = p ? i : 2.5; -> if (p) d = i; else d = 2.5;",
            'o = p ? "a" : i; -> if (p) o = "a"; else o = i;',
            "a[i] = p ? 1 : 2; -> if (p) a[i] = 1; else a[i] = 2;",
            "pos.s = p ? s : new Pos(); -> if (p) pos.s = s; else pos.s = new Pos();",
            "if (i > 1) i = p ? 1 : 2; else k(); -> if (i > 1) { if (p) i = 1; else i = 2; } else k();",
            "s = p /* yes */ ? s : /* no */ k(); -> if (p) s = /* yes */s; else s = /* no */k();",
            "if (p) i = 1; else i = k(); -> i = p ? 1 : k();",
            "if (p) { return s; } else { return k(); } -> return p ? s : k();",
            "if (p || i > 2) s = k(); else s = i > 3 ? null : s; -> s = p || i > 2 ? k() : (i > 3 ? null : s);",
            "c = p ? 'a' : 98; -> if (p) c = 'a'; else c = 98;",
            "o = p ? 1 : 2.5; -> !it is not certain that a value alone is converted as in the conditional expression",
            "d = p ? i : g; -> !it is not certain that a value alone is converted as in the conditional expression",
            "if (p) b = 1; else b = 2; -> !it is not certain that a value alone is converted as in the conditional expression",
            "a[i++] = p ? 1 : 2; -> !what the target is may depend on the condition and the values",
            "s = o instanceof String s ? s : null; -> !the condition declares a variable of a name in the target",
            "var v = p ? s : null; -> !its type is inferred",
            "final int v = true ? 1 : 2; -> !it may be a constant variable",
            "@A int v = p ? 1 : 2; -> !an annotation may hold for all of the declaration",
            "run(()->{ return p ? 1 : 2; }); -> !the type of the result is not in the text",
            "if (o instanceof A x) switch (i) { case 1: i = p ? 1 : 2; }"
            " -> !javac may lose a pattern variable where a case group declares a variable",
        ),
        *Example.rows(
            "record R(int n) { R { @ } }",
            "int k = n > 1 ? 2 : 3; g(k); -> int k; if (n > 1) k = 2; else k = 3; g(k);",
            "final int k = n > 1 ? 2 : 3; -> !javac takes no assignment to a final variable in a compact constructor",
        ),
        *Example.rows(
            "int f(boolean p) {\n\t@\n}",
            "int v = p ? 1 : 2;\n\treturn v; -> int v;\n\tif (p) v = 1; else v = 2;\n\treturn v;",
            "return p\n\t\t? 1\n\t\t: 2; -> if (p) return 1; else return 2;",
        ),
    )

    def matches(self, method: Method) -> Iterator[Choice]:
        for node in method.nodes:
            found = choice_at(method, node)
            if found is not None:
                yield found
