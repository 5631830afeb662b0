"""loop-exchange: a loop as another kind of loop, ``for (; i < n; i++) f(i);`` -> ``while (i < n) { f(i); i++; }``.

Relation: preserving.
Preconditions:
    - ``for-to-while``: the update runs at the end of the body, if that can be reached (JLS 14.22), and before each ``continue``
      of the loop (JLS 14.16);
    - ``for-to-while``: no finally block, closing of a resource, handler or lock is between the two places that could
      differ (JLS 14.19, 14.20);
    - ``for-to-while``: no declaration of the body hides a name of the update (JLS 6.4);
    - ``while-to-for``: the condition introduces no pattern variable for what follows (JLS 6.3.2.2), which javac loses behind a
      ``for``; else none (JLS 14.14.1);
    - ``foreach-to-indexed``: the loop certainly iterates over an array (JLS 14.14.2), whose type can be written if a second
      variable must hold it;
    - ``foreach-to-iterator``: the loop certainly iterates over an object, hence an Iterable, and the type of the iterator can be
      written (JLS 14.14.2);
    - each name in a written type has the same meaning at the loop and at the declaration of the type: the type of another class's
      field may be in scope only in that class (JLS 6.3, 6.4.1, 8.5);
    - ``do-to-while``: no ``continue`` jumps to the condition and the end of the body can be reached, or the condition
      is constantly true (JLS 14.13); whether the condition is constant is known (JLS 15.29).
Rewrite: the loop changes in place; condition, body and initialisation stay where they are. A block is put around the
    loop only if the variables of its header would clash with names after it, or if one statement becomes two. Labels
    move to the new loop. New names are fresh in the member (JLS 6.4). Comments stay where they are.
Limits: a do statement with pattern variables in its condition is refused, and so is a for with them that needs a block, and
    iteration over the result of an unknown call. The name of ``java.util.Iterator`` is written in full.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mutators.base import Example, Mutator
from mutators.java.loop_exchange.conditional import DoToWhile, WhileToFor
from mutators.java.loop_exchange.for_to_while import ForToWhile
from mutators.java.loop_exchange.foreach import Foreach
from mutators.java.match import JavaMatch
from parsers.java.method import Method
from parsers.java.syntax.statements import LOOPS
from parsers.java.syntax.tree import Node

__all__ = ["DIRECTIONS", "LoopExchange"]

DIRECTIONS = ("for-to-while", "while-to-for", "foreach-to-indexed", "foreach-to-iterator", "do-to-while")
"""The values of a site's parameter."""


class LoopExchange(Mutator):
    """See the module's docstring."""

    name = "loop-exchange"
    language = "java"
    relation = "preserving"
    hint = re.compile(rb"\b(?:for|while|do)\b")
    examples = (
        *Example.rows(
            "int f(int n, int[] a, List<String> list, Foo foo) { @ }",
            "for (int i = 0; i < n; i++) n += g(i); return n;"
            " -> int i = 0; while (i < n) { n += g(i); i++; } return n;",
            "for (int i = 0; i < n; i++) n += g(i); return i;"
            " -> { int i = 0; while (i < n) { n += g(i); i++; } } return i;",
            "for (n = 1, k = 2; n < k; n++, k--) g(n); return n;"
            " -> n = 1; k = 2; while (n < k) { g(n); n++; k--; } return n;",
            "for (; n > 0; n--) { if (g(n)) continue; h(n); } return n;"
            " -> while (n > 0) { if (g(n)) { n--; continue; } h(n); n--; } return n;",
            "for (; n > 0; n /* on */ --) { if (g(n)) continue; h(n); } return n;"
            " -> !a comment would be written twice",
            "out: for (int i = 0; ; i++) if (i > n) break out; return 0;"
            " -> int i = 0; out: while (true) { if (i > n) break out; i++; } return 0;",
            "for (int i = 0; i < n; i++) return i; return 0; -> !the update is never reached",
            "for (int i = 0; i < n; i++) { g(i); while (DEBUG) h(); } return 0;"
            " -> !it is not known whether the body can complete normally",
            "for (; n > 0; n--) { try { if (g()) continue; } finally { h(n); } } return 0;"
            " -> !a finally block or a resource would come after the update",
            "for (; n > 0; next()) { try { if (g()) continue; } catch (Foo e) { n--; } } return 0;"
            " -> !an exception or effect of the update would come inside a try or synchronized statement",
            "for (; n > 0; count--) { int count = n--; if (count > 3) continue; } return 0;"
            " -> !the body declares a name that the update uses",
            "for (; n > 0; count--) { int count = n--; } return 0;"
            " -> while (n > 0) { { int count = n--; } count--; } return 0;",
            "for (; n > 0; n = new Foo() { }.next()) g(n); return 0; -> !the update declares a class or a label",
            "for (int i = 0; foo instanceof Bar b; i++) g(b, i); return i;"
            " -> !a pattern variable of the condition may be used behind the loop",
            "while (n > 0) n--; return 0; -> for (; n > 0; ) n--; return 0;",
            "while (true) if (n-- < 0) return n; -> for (;;) if (n-- < 0) return n;",
            "while (!(foo instanceof Bar b)) foo = g(n); return n;"
            " -> !javac loses a pattern variable of a for statement where a variable is declared behind it",
            "for (int x : a) n += x; return n;"
            " -> for (int pos = 0; pos < a.length; pos++) { int x = a[pos]; n += x; } return n;",
            "for (final int x : a) { a = null; n += x; } return n;"
            " -> { int[] values = a; for (int at = 0; at < values.length; at++) { final int x = "
            "values[at]; a = null; n += x; } } return n;",
            "for (String s : list) { if (s.isEmpty()) continue; n++; } return n;"
            " -> for (java.util.Iterator<String> iter = list.iterator(); iter.hasNext(); ) { String s = "
            "iter.next(); if (s.isEmpty()) continue; n++; } return n;",
            "for (String s : foo) g(s); return 0;"
            " -> for (java.util.Iterator<? extends String> iterator = foo.iterator(); "
            "iterator.hasNext(); ) { String s = iterator.next(); g(s); } return 0;",
            "for (int x : foo) n += x; return 0; -> !the type of the elements is not known",
            "for (var _ : foo) n++; return 0; -> !the type of the elements is not known",
            "for (lombok.val _ : foo) n++; return 0; -> !the type of the elements is not known",
            "for (Object o : g()) h(o); return 0; -> !the type of what it iterates over is not known",
            "do { n--; } while (n > 0); return n; -> while (true) { n--; if (n <= 0) break; } return n;",
            "do n--; while (n > 0 && n != k); return n;"
            " -> while (true) { n--; if (!(n > 0 && n != k)) break; } return n;",
            "do { if (g()) continue; n--; } while (n > 0); return n;"
            " -> !a continue statement goes to the condition",
            "do { if (g()) return 0; n--; } while (true); -> while (true) { if (g()) return 0; n--; }",
            "do { return 0; } while (n > 0); -> !the end of the body may be unreachable",
            "do { n--; } while (DEBUG); return 0; -> !it is not known whether the condition is constant",
            "do { n--; } while (next()); return 0; -> !the type of the call may be inferred from its place",
            "do if (foo instanceof Bar b) n--; while (n > 0); return 0;"
            " -> !javac lets a pattern variable out of a body without braces",
            "do { n--; } while (!(foo instanceof Bar b)); return 0;"
            " -> !a pattern variable of the condition may be used behind the loop",
        ),
        *Example.rows(
            "@",
            "for (int x : a) g(x); -> !the parameters of the method around the statements are not in the text",
            "class java { void f(Foo foo) { for (Bar b : foo) g(b); } }"
            " -> !the name java may mean something else",
            "class A<T> { T[] all; void f(List<T[]> list, Foo<T> foo) { class T { } for (T t : all) g(t); } }"
            " -> !the array's type cannot be written",
            "P { for (int x : new int[2]) g(x); }"
            " -> !the parameters of the compact constructor are not in the text",
            "class A {\n    int f(int n) {\n        int s = 0;\n        for (int i = 0; i < n; i++) {\n      "
            "      s += i;\n        }\n        return s;\n    }\n}"
            " -> class A {\n    int f(int n) {\n        int s = 0;\n        int i = 0;\n        while (i < "
            "n) {\n            s += i;\n            i++;\n        }\n        return s;\n    }\n}",
        ),
    )

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        for node in method.nodes:
            if node.type in LOOPS:
                yield _KINDS[node.type](method, node)


_KINDS: dict[str, Callable[[Method, Node], JavaMatch]] = {
    "for_statement": ForToWhile,
    "while_statement": WhileToFor,
    "do_statement": DoToWhile,
    "enhanced_for_statement": Foreach,
}
