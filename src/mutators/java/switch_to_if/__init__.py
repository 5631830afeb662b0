"""switch-to-if: a switch statement as if statements, ``switch (x) { case 1: f(); }`` -> ``if (x == 1) { f(); }``, and back.

Relation: preserving.
Preconditions:
    - ``switch-to-if``: the type of what is selected is known: a number, a box of one, or a String (JLS 14.11). Null throws a
      NullPointerException in either form: a box is unboxed, once, and a String's ``equals`` is called in the first test;
    - ``switch-to-if``: each group but the last one certainly cannot complete normally (JLS 14.22), so that none runs into the next;
    - ``switch-to-if``: each ``break`` at the end of a group can be reached, as in all that compiles: undo puts none where it
      cannot (JLS 14.22);
    - ``switch-to-if``: what a group declares, which is in scope up to the end of the switch, is not named in a later group
      (JLS 6.3);
    - ``switch-to-if``: no label is a pattern or null (JLS 21, 14.11.1);
    - ``if-to-switch``: all conditions compare the same local variable, of type byte, short, char, int or String, with constants
      that are distinct and assignable to it (JLS 14.11.1, 15.29); of a String by ``equals``, called on it;
    - ``if-to-switch``: no ``break`` of a branch leaves a statement around (JLS 14.15);
    - ``if-to-switch``: it is known which branches can complete normally (JLS 14.22): these get a ``break``;
    - no loop around has a pattern in its condition: javac decides by the ``break`` statements in its body, including a
      switch's, what is in scope behind it (JLS 6.3.2).
  The other rules are the same for both: what is assigned (JLS 16.2.7, 16.2.9), what can be reached (JLS 14.22).
Rewrite: the statement changes in place; no statement moves. A ``default`` before other labels becomes a condition that
    holds for none of these. A selector that is no local variable is stored in a new one, in a block of its own, so that
    it is evaluated once. A ``break`` that leaves the switch from within a group gets a new label. New names are fresh
    in the member (JLS 6.4). Comments stay where they are.
Limits: groups that fall through are refused, and selectors of an enum type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mutators.base import Example, Mutator
from mutators.java.match import JavaMatch
from mutators.java.switch_to_if.chains import IfToSwitch, is_chain
from mutators.java.switch_to_if.clauses import is_switch_statement
from mutators.java.switch_to_if.switches import SwitchToIf
from mutators.java.switch_to_if.undo import check_places, check_same
from mutators.model import Mutation
from parsers.java.method import Method
from parsers.source import SourceFile

__all__ = ["DIRECTIONS", "SwitchToIfExchange"]

DIRECTIONS = ("switch-to-if", "if-to-switch")
"""The values of a site's parameter."""


class SwitchToIfExchange(Mutator):
    """See the module's docstring."""

    name = "switch-to-if"
    language = "java"
    relation = "preserving"
    by_default = False
    hint = re.compile(rb"\bswitch\b|\belse\b")
    examples = (
        *Example.rows(
            "int f(int x, char c, String s, Integer w, Object o) { @ }",
            "switch (x) { case 1: g(); break; case 2: case 3: h(); break; default: k(); } return 0;"
            " -> if (x == 1) { g(); } else if (x == 2 || x == 3) { h(); } else { k(); } return 0;",
            "switch (x) { case 1-> g(); case 2, 3-> { h(); } default-> throw k(); } return 0;"
            " -> if (x == 1) { g(); } else if (x == 2 || x == 3) { h(); } else { throw k(); } return 0;",
            "switch (x) { case 1: return 1; default: h(); break; case 2: case 3: k(); } return 0;"
            " -> if (x == 1) { return 1; } else if (x != 2 && x != 3) { h(); } else { k(); } return 0;",
            'switch (s) { case "a": { g(); break; } case "b": { h(); } } return 0;'
            ' -> if (s.equals("a")) { g(); } else if (s.equals("b")) { h(); } return 0;',
            "switch (w) { case 1: g(); break; case 2: h(); } return 0;"
            " -> { int tested = w; if (tested == 1) { g(); } else if (tested == 2) { h(); } } return 0;",
            "switch (g()) { case 'a': h(); } return 0;"
            " -> { int selected = g(); if (selected == 'a') { h(); } } return 0;",
            "switch (c) { case 'a': if (x > 1) break; g(); break; case 'b': h(); } return 0;"
            " -> decide: if (c == 'a') { if (x > 1) break decide; g(); } else if (c == 'b') { h(); } return 0;",
            "if (x > 1) switch (c) { case 'a': g(); } else h(); return 0;"
            " -> if (x > 1) { if (c == 'a') { g(); } } else h(); return 0;",
            "switch (x) { case 1: g(); case 2: h(); } return 0; -> !a group may fall through into the next one",
            "switch (x) { case 1: int y = 1; g(y); break; case 2: y = 2; h(y); } return 0;"
            " -> !a name that a group declares occurs in a later one",
            "switch (o) { case null-> g(); default-> h(); } return 0; -> !a label is a pattern or null",
            "switch (x) { default: g(); } return 0; -> !there is no case to tell from others",
            f"switch (x) {{ {' '.join(f'case {i}:' for i in range(201))} g(); }} return 0; -> !it has too many labels",
            "switch (g()) { case A: h(); } return 0; -> !the type of the selector is not known",
            "switch (x) { case 1: return 1; break; } return 0; -> !a break cannot be reached",
            "while (!(o instanceof Bar b)) { switch (x) { case 1: g(); break; } } return 0;"
            " -> !javac may take a break for one out of a loop with a pattern in its condition",
            "if (x == 1) g(); else if (x == 2 || x == 3) { h(); } else k(); return 0;"
            " -> switch (x) { case 1: g(); break; case 2: case 3: { h(); break; } default: k(); break; } return 0;",
            'if (s.equals("a")) return 1; else if (s.equals("b")) { return 2; } return 0;'
            ' -> switch (s) { case "a": return 1; case "b": { return 2; } } return 0;',
            "if (x == 1) g(); else if (x == 2) for (;;) h(); else if (c == 'a') k(); return 0;"
            " -> switch (x) { case 1: g(); break; case 2: { for (;;) h(); }"
            " default: { if (c == 'a') k(); break; } } return 0;",
            "for (;;) if (x == 1) break; else if (x == 2) g();"
            " -> !a break in a branch would leave the switch instead",
            "if (x == 1) g(); else if (x == 1) h(); return 0; -> !a label would occur twice",
            "if (c == 'a') g(); else if (c == -1) h(); return 0;"
            " -> !something that it is compared with may be no label",
            "if (w == 1) g(); else if (w == 2) h(); return 0;"
            " -> !the variable is not certainly of a type that a switch takes",
            "if (y == 1) g(); else if (y == 2) h(); return 0;"
            " -> !what is compared may not be a local variable",
            "if (x == 1) while (DEBUG) g(); else if (x == 2) h(); return 0;"
            " -> !it is not known whether a branch can complete normally",
            "while (!(o instanceof Bar b)) { if (x == 1) g(); else if (x == 2) h(); } return 0;"
            " -> !javac may take a break for one out of a loop with a pattern in its condition",
        ),
        *Example.rows(
            "@",
            "switch (g()) { case 1: g(); } -> !the parameters of the method around the statements are not in the text",
            "P { switch (g()) { case 1: g(); } }"
            " -> !the parameters of the compact constructor are not in the text",
            "class A {\n    void f(int x) {\n        switch (x) {\n            case 1:\n                g();\n"
            "                break;\n            default:\n                h();\n        }\n    }\n}"
            " -> class A {\n    void f(int x) {\n        if (x == 1) {\n                g();\n"
            "            } else {\n                h();\n        }\n    }\n}",
        ),
    )

    def matches(self, method: Method) -> Iterator[JavaMatch]:
        for node in method.nodes:
            if is_switch_statement(node):
                yield SwitchToIf(method, node)
            elif is_chain(method, node):
                yield IfToSwitch(method, node)

    def restore(self, patched: SourceFile, original: bytes, mutant: bytes, mutation: Mutation) -> bytes:
        """Move each inverse edit onto the patched text; what the mutation takes away there must be what it took away at first."""
        check_places(patched, mutant, mutation)
        undone = super().restore(patched, original, mutant, mutation)
        check_same(self, undone, patched, original, mutation)
        return undone
