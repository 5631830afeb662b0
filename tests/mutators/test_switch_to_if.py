"""A switch as if statements and back: what is written and refused, what undo makes of a patch, and that programs do the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import equimorph as em
from mutators.java.switch_to_if import SwitchToIfExchange
from mutators.java.switch_to_if.undo import check_same
from mutators.model import Refused, UndoConflict
from parsers.oracles.jdk import Jdk
from parsers.source import SourceFile

HEAD = "int f(int x, char c, byte b, short h, String s, Integer w, Character q, long l, Object o, int[] a)"


def judged(body: str, head: str = HEAD) -> list[str]:
    """The reason or the new body for each switch, and for each chain of if statements."""
    source = em.parse(f"{head} {{ {body} }}")
    mutator = SwitchToIfExchange()
    found = []
    for site, reason in mutator.judged(source):
        if reason is None:
            mutant = mutator.apply(source, site)
            assert em.invert(mutant.text, mutant.mutation) == source.text
            found.append(mutant.text[len(head) + 3 : -2])
        else:
            found.append(f"!{reason}")
    return found


def one(body: str, head: str = HEAD) -> str:
    """The reason or the new body for the first one."""
    return judged(body, head)[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("switch (x) { case 1: f(); }", "if (x == 1) { f(); }"),
        ("switch (x) { case 1: break; case 2: }", "if (x == 1) { } else if (x == 2) { }"),
        ("switch (x) { case 1: f(); break; default: }", "if (x == 1) { f(); } else { }"),
        ("switch(x){case 1:f();break;case 2:g();}", "if (x == 1) {f();} else if (x == 2) {g();}"),
        ("switch (x) { case 1: f(); break; case 2: default: g(); }", "if (x == 1) { f(); } else { g(); }"),
        ("switch (x) { default: case 1: f(); break; case 2: g(); }", "if (x != 2) { f(); } else { g(); }"),
        ("switch (x) { default: f(); break; case 1: }", "if (x != 1) { f(); } else { }"),
        (
            'switch (s) { default: f(); break; case "a": g(); break; case "b": h(); }',
            'if (!s.equals("a") && !s.equals("b")) { f(); } else if (s.equals("a")) { g(); } else { h(); }',
        ),
        ("switch (x) { case 1 -> f(); default -> throw e; }", "if (x == 1) { f(); } else { throw e; }"),
        ("switch (x) { case A -> { f(); } case B -> g(); }", "if (x == A) { f(); } else if (x == B) { g(); }"),
        # what ends a group
        ("switch (x) { case 1: return 1; case 2: throw e; }", "if (x == 1) { return 1; } else if (x == 2) { throw e; }"),
        ("for (;;) switch (x) { case 1: continue; case 2: f(); }",
         "for (;;) { if (x == 1) { continue; } else if (x == 2) { f(); } }"),
        ("switch (x) { case 1: for (;;) f(); case 2: g(); }", "if (x == 1) { for (;;) f(); } else if (x == 2) { g(); }"),
        ("switch (x) { case 1: { f(); break; } case 2: g(); { h(); break; } }",
         "if (x == 1) { f(); } else if (x == 2) { g(); { h(); } }"),
        ("switch (x) { case 1: { f(); } break; case 2: { } }", "if (x == 1) { f(); } else if (x == 2) { }"),
        ("out: switch (x) { case 1: f(); break out; case 2: g(); break; }",
         "out: if (x == 1) { f(); break out; } else if (x == 2) { g(); }"),
        # a break from within gets a label, one of a loop in the group stays
        ("switch (x) { case 1: if (c > 1) break; f(); break; case 2: while (c > 1) break; }",
         "L: if (x == 1) { if (c > 1) break L; f(); } else if (x == 2) { while (c > 1) break; }"),
        ("switch (x) { case 1: if (c > 1) { break; } else { return 1; } case 2: try { break; } finally { f(); } }",
         "L: if (x == 1) { if (c > 1) { break L; } else { return 1; } } else if (x == 2) { try { break L; } finally { f(); } }"),
        # labels that need parentheses
        ("switch (x) { case 1 + 2: f(); break; case A ? 1 : 2: g(); break; case 8 | 1: h(); break; case -1: k(); }",
         "if (x == 1 + 2) { f(); } else if (x == (A ? 1 : 2)) { g(); } else if (x == (8 | 1)) { h(); } else if (x == -1) { k(); }"),
        ('switch (s) { case A ? "a" : "b": f(); break; case "x" + B: g(); }',
         'if (s.equals(A ? "a" : "b")) { f(); } else if (s.equals("x" + B)) { g(); }'),
        ("switch (x) { case 1 /*1*/ + /*2*/ 2: f(); }", "if (x == 1 + 2) {/*1*//*2*/ f(); }"),
        # a variable of its own
        ("switch (w) { case 1: f(); }", "{ int V = w; if (V == 1) { f(); } }"),
        ("switch (q) { case 'a': f(); }", "{ char V = q; if (V == 'a') { f(); } }"),
        ("switch (b++) { case 1: { f(); } }", "{ byte V = b++; if (V == 1) { f(); } }"),
        ("switch ((short) x) { case 1: f(); }", "{ short V = (short) x; if (V == 1) { f(); } }"),
        ("switch (a[x++]) { case 1: f(); }", "{ int V = a[x++]; if (V == 1) { f(); } }"),
        ("switch (/*1*/ s.charAt(0) /*2*/) { case 'a': f(); }", "{ char V = /*1*/s.charAt(0); if (V == 'a') {/*2*/ f(); } }"),
        ("switch (s.trim()) { case \"a\": f(); }", "{ String V = s.trim(); if (V.equals(\"a\")) { f(); } }"),
        ("switch (g()) { case 'a': f(); }", "{ int V = g(); if (V == 'a') { f(); } }"),
        ("switch (g()) { case A: h(); break; case \"a\": f(); }",
         "{ String V = g(); if (V.equals(A)) { h(); } else if (V.equals(\"a\")) { f(); } }"),
        ("final int k = 1; switch (k) { case 1: f(); }", "final int k = 1; { int V = k; if (V == 1) { f(); } }"),
        ("out: switch (g()) { case 1: if (x > 1) break; break out; }",
         "out: L: { int V = g(); if (V == 1) { if (x > 1) break L; break out; } }"),
        ("Runnable r = () -> { switch (x) { case 1: f(); } };",
         "Runnable r = () -> { { int V = x; if (V == 1) { f(); } } };"),
        # braces where an else follows
        ("if (x > 1) switch (x) { case 1: f(); } else g();", "if (x > 1) { if (x == 1) { f(); } } else g();"),
        ("if (x > 1) while (x > 2) k: switch (x) { case 1: { f(); } } else g();",
         "if (x > 1) while (x > 2) k: { if (x == 1) { f(); } } else g();"),
        # comments and layouts
        ("switch (x) { // 1\n case 1: // 2\n f(); // 3\n break; // 4\n // 5\n case 2: /*6*/ g(); /*7*/ }",
         "if ( // 1\n x == 1) { // 2\n f(); // 3\n } // 4\n // 5\n else if (x == 2) { /*6*/ g(); /*7*/ }"),
        ("switch (x) {\n case 1: // 1\n case 2: // 2\n case 3:\n f(); break;\n case 4: // 4\n default: g(); }",
         "if (x == 1 // 1\n || x == 2 // 2\n || x == 3) {\n f();\n } else { // 4\n  g(); }"),
        ("switch (x) { default: /*0*/ case 1: /*1*/ f(); break; case 2: /*2*/ case 3: }",
         "if (x != 2 && x != 3 /*0*/ ) { /*1*/ f(); } else { /*2*/  }"),
        ("\r\n\tswitch (x) {\r\n\t\tcase 1:\r\n\t\t\tf();\r\n\t\t\tbreak;\r\n\t\tdefault:\r\n\t\t\tg();\r\n\t\t\tbreak;\r\n\t}\r\n",
         "\r\n\tif (x == 1) {\r\n\t\t\tf();\r\n\t\t} else {\r\n\t\t\tg();\r\n\t}\r\n"),
        ("\n  switch (g()) {\n  case 1: {\n    f();\n    break;\n  }\n  }\n",
         "\n  { int V = g();\n  if (V == 1) {\n    f();\n  }\n  }\n"),
        ("switch/**/(x)/**/{case 1->f();}", "if (x == 1) {/**//**/f();}"),
    ],
)  # fmt: skip
def test_switch_to_if(before: str, after: str) -> None:
    found = one(before)
    for letter, words in {
        "V": "key choice selected which tested",
        "L": "cases choices branches selection decide",
    }.items():
        for word in words.split():
            found = found.replace(f"{word} =", f"{letter} =").replace(f"({word}", f"({letter}")
            found = found.replace(f"{word}: ", f"{letter}: ").replace(f"break {word};", f"break {letter};")
    assert found == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if (x == 1) f(); else if (x == 2) g();", "switch (x) { case 1: f(); break; case 2: g(); break; }"),
        ("if (1 == x) { f(); } else if ((x == (A))) { }", "!something that it is compared with may be no label"),
        ("final int A = 3; if (1 == x) { f(); } else if ((x == (A))) { }",
         "final int A = 3; switch (x) { case 1: { f(); break; } case (A): { break; } }"),
        ("if (x == 1 || 2 == x || x == 3) return 1; else if (x == 4) throw e; else return 2;",
         "switch (x) { case 1: case 2: case 3: return 1; case 4: throw e; default: return 2; }"),
        ("if (x == 1) ; else if (x == 2) for (;;) if (c > 1) break; else g(); else while (c > 1) f();",
         "switch (x) { case 1: ; break; case 2: { for (;;) if (c > 1) break; else g(); break; }"
         " default: { while (c > 1) f(); break; } }"),
        ("if (c == 'a') f(); else if (c == 98) g();", "switch (c) { case 'a': f(); break; case 98: g(); break; }"),
        ("if (b == 'a') f(); else if (b == -128) g();", "switch (b) { case 'a': f(); break; case -128: g(); break; }"),
        ('if (s.equals("a")) f(); else if (s.equals("b") || s.equals("c")) g();',
         'switch (s) { case "a": f(); break; case "b": case "c": g(); break; }'),
        # what comes behind the chain is the default
        ("if (x == 1) f(); else if (x == 2) g(); else if (c == 3) h(); else k();",
         "switch (x) { case 1: f(); break; case 2: g(); break; default: { if (c == 3) h(); else k(); break; } }"),
        ("if (c == 1) f(); else if (x == 1) g(); else if (x == 2) h(); else k();",
         "if (c == 1) f(); else switch (x) { case 1: g(); break; case 2: h(); break; default: k(); break; }"),
        ("if (x == 1) f(); else if (x == 2) g(); else { if (x == 3) h(); }",
         "switch (x) { case 1: f(); break; case 2: g(); break; default: { if (x == 3) h(); break; } }"),
        # declarations and pattern variables stay apart
        ("if (x == 1) if (!(o instanceof A t)) return 1; else f(t); else if (x == 2) f(o instanceof A t);",
         "switch (x) { case 1: { if (!(o instanceof A t)) return 1; else f(t); break; }"
         " case 2: { f(o instanceof A t); break; } }"),
        ("if (x == 1) { int y = 1; f(y); } else if (x == 2) { int y = 2; return y; }",
         "switch (x) { case 1: { int y = 1; f(y); break; } case 2: { int y = 2; return y; } }"),
        # layout
        ("\n    if (x == 1) { // 1\n        f();\n    } /*2*/ else /*3*/ if (x == 2 /*4*/) {\n    }\n"
         "    // 5\n    else\n        g();\n",
         "\n    switch (x) {\n    case 1: { // 1\n"
         "        f();\n       break;\n    } /*2*/ case 2:/*3*//*4*/ {\n       break;\n    }\n"
         "    // 5\n    default:\n        g(); break;\n    }\n"),
        ("if(x==1)f();else if(x==2){g();}else return 1;",
         "switch (x) { case 1:f(); break;case 2:{g(); break; }default: return 1; }"),
        ("\r\n\tif (x == 1 || x == 2)\r\n\t\tf();\r\n\telse if (x == 3)\r\n\t\tg();\r\n",
         "\r\n\tswitch (x) {\r\n\tcase 1:\r\n\tcase 2:\r\n\t\tf(); break;\r\n\tcase 3:\r\n\t\tg(); break;\r\n\t}\r\n"),
    ],
)  # fmt: skip
def test_if_to_switch(before: str, after: str) -> None:
    assert one(before) == after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("switch (x) { case 1: f(); default: g(); }", "a group may fall through"),
        ("switch (x) { case 1: if (c > 1) break; case 2: g(); }", "a group may fall through"),
        ("switch (x) { case 1: while (DEBUG) f(); case 2: g(); }", "a group may fall through"),
        ("switch (x) { default: f(); case 1: g(); break; case 2: h(); }", "a group may fall through"),
        ("switch (x) { case 1: int y; break; case 2: y = 3; g(y); }", "a name that a group declares"),
        ("switch (x) { case 1: final int K = 2; break; case K: g(); }", "a name that a group declares"),
        ("switch (x) { case 1: class K { } break; case 2: new K(); }", "a name that a group declares"),
        ("switch (x) { case 1: int y, z = 3; break; case 2: Runnable r = () -> g(z = 2); }", "a name that a group declares"),
        ("switch (o) { case String t -> f(); default -> g(); }", "a label is a pattern or null"),
        ("switch (s) { case null, default -> f(); case \"a\" -> g(); }", "a label is a pattern or null"),
        ("switch (x) { }", "there is no case"),
        ("switch (s) { default: f(); }", "there is no case"),
        ("switch (s) { case \"a\": default: f(); }", "there is no case"),
        (f"switch (x) {{ {' '.join(f'case {i}:' for i in range(201))} f(); }}", "it has too many labels"),
        ("switch (e) { case A: f(); }", "the type of the selector"),
        ("switch (o) { case 1: f(); }", "the type of the selector"),
        ("final int A = 1, B = 2; switch (g()) { case A: f(); break; case B: }", "the type of the selector"),
        ("switch (g(y -> 'c')) { case 'c': f(); }", "the type of the selector"),
        ("switch (g(h(A::new))) { case 'c': f(); }", "the type of the selector"),
        ("switch (x > 1 ? g() : 2) { case 1: f(); }", "the type of the selector"),
        ("switch (l) { case 1: f(); }", "the type of the selector"),
        ("switch (x) { case 1: return 1; break; }", "a break cannot be reached"),
        ("do { switch (x) { case 1: f(); } } while (!(o instanceof A t));", "javac may take a break"),
        ("for (; !(o instanceof A t); ) switch (x) { case 1: f(); }", "javac may take a break"),
        ("if (x == 1) f(); else if (x == 1L) g();", "something that it is compared with"),
        ("if (x == 1) f(); else if (x == 2.0) g();", "something that it is compared with"),
        ("if (x == 1) f(); else if (x == c) g();", "something that it is compared with"),
        ("if (x == 1) f(); else if (x == w) g();", "something that it is compared with"),
        ("if (b == 1) f(); else if (b == 128) g();", "something that it is compared with"),
        ("if (c == 1) f(); else if (c == -1) g();", "something that it is compared with"),
        ("if (h == 1) f(); else if (h == '\\uffff') g();", "something that it is compared with"),
        ("if (s.equals(\"a\")) f(); else if (s.equals(null)) g();", "something that it is compared with"),
        ("if (s.equals(\"a\")) f(); else if (s.equals('b')) g();", "something that it is compared with"),
        ("if (x == 'a') f(); else if (x == 97) g();", "a label would occur twice"),
        ("if (x == 1 || x == 1) f(); else if (x == 2) g();", "a label would occur twice"),
        ("if (s.equals(\"ab\")) f(); else if (s.equals(\"a\" + \"b\")) g();", "a label would occur twice"),
        ("if (w == 1) f(); else if (w == 2) g();", "the variable is not certainly"),
        ("if (l == 1) f(); else if (l == 2) g();", "the variable is not certainly"),
        ("if (o.equals(\"a\")) f(); else if (o.equals(\"b\")) g();", "the variable is not certainly"),
        ("final int k = 3; if (k == 1) f(); else if (k == 2) g();", "what is compared may not be"),
        ("if (field == 1) f(); else if (field == 2) g();", "what is compared may not be"),
        ("Runnable r = () -> { if (x == 1) f(); else if (x == 2) g(); };", "what is compared may not be"),
        ("for (;;) { if (x == 1) f(); else if (x == 2) { g(); if (c > 1) break; } }", "a break in a branch"),
        ("switch (g()) { default: if (x == 1) f(); else if (x == 2) break; else h(); }", "a break in a branch"),
        ("if (x == 1) f(); else if (x == 2) while (DEBUG) g();", "it is not known whether a branch"),
        ("while (!(o instanceof A t)) { if (x == 1) f(); else if (x == 2) g(); }", "javac may take a break"),
    ],
)  # fmt: skip
def test_refused(text: str, reason: str) -> None:
    assert any(found.startswith(f"!{reason}") for found in judged(text)), judged(text)


@pytest.mark.parametrize(
    "text",
    [
        "int y = switch (x) { case 1 -> 2; default -> 3; };",
        "if (x == 1) f();",
        "if (x == 1) f(); else g();",
        "if (x == 1) f(); else if (c == 2) g();",
        "if (x == 1) f(); else { if (x == 2) g(); }",
        "if (x == 1) f(); else if (x != 2) g();",
        "if (x == 1 && c == 2) f(); else if (x == 2) g();",
        "if (x == 1 || c == 2) f(); else if (x == 2) g();",
        'if ("a".equals(s)) f(); else if ("b".equals(s)) g();',
        'if (s.equals("a")) f(); else if (s == "b") g();',
        'if (s.equals("a") || s == "b") f(); else if (s.equals("c")) g();',
        'if (s.equals("a", 1)) f(); else if (s.equals("b", 2)) g();',
    ],
)
def test_no_candidates(text: str) -> None:
    assert judged(text) == []


def test_a_chain_is_one_site() -> None:
    assert len(judged("if (x == 1) f(); else if (x == 2) g(); else if (x == 3) h();")) == 1


def test_new_names_are_free() -> None:
    taken = "int key, choice, selected, which, tested; cases: choices: branches: selection: decide: f();"
    found = one(f"{taken} switch (g()) {{ case 1: if (x > 1) break; f(); }}")
    assert found.endswith("var1: { int var0 = g(); if (var0 == 1) { if (x > 1) break var1; f(); } }")


def test_members_that_do_not_show_all_names() -> None:
    mutator = SwitchToIfExchange()
    assert [r for _, r in mutator.judged(em.parse("switch (g()) { case 1: f(); }"))] == [
        "the parameters of the method around the statements are not in the text"
    ]
    source = em.parse("int x = g(); switch (x) { case 1: f(); }")
    assert [mutator.apply(source, s).text for s in mutator.sites(source)] == [
        "int x = g(); if (x == 1) { f(); }"
    ]
    source = em.parse("int x = g(); switch (x) { case 1: if (x > 2) break; f(); }")
    assert not list(mutator.sites(source))


def test_a_class_named_string_is_not_written() -> None:
    for name, accepted in (("Strings", True), ("String", False)):
        source = em.parse(
            f'class A {{ class {name} {{ }} void f() {{ switch (g()) {{ case "a": h(); }} }} }}'
        )
        assert bool(list(SwitchToIfExchange().sites(source))) is accepted


def test_sites_made_up_are_refused() -> None:
    source = em.parse("void f(int x) { switch (x) { case 1: g(); } }")
    start = source.text.index("switch")
    site = em.Site.of("switch-to-if", start, len(source.text) - 2, direction="if-to-switch")
    with pytest.raises(Refused, match="nothing that switch-to-if could change stands there"):
        SwitchToIfExchange().apply(source, site)


def test_fields_may_change_between_the_tests() -> None:
    body = "new Object() { int n = 1; void m() { switch (n) { case 1: g(); } if (n == 1) g(); else if (n == 2) h(); } };"
    found = judged(body)
    assert "int m() {" not in found[0]
    assert " = n; if (" in found[0]
    assert found[1] == "!what is compared may not be a local variable"


SWITCH = (
    "void f(int x) {\n    switch (x) {\n        case 1:\n            one();\n            break;\n"
    "        case 2:\n        case 3: {\n"
    "            if (g()) {\n                break;\n            }\n            two();\n        }\n        break;\n"
    "        default:\n            three();\n            break;\n    }\n    end();\n}\n"
)
CHAIN = (
    "void f(int x) {\n    if (x == 1) {\n        one();\n    } else if (x == 2 || x == 3) {\n        two();\n        return;\n"
    "    } else {\n        three();\n    }\n    end();\n}\n"
)


def undone(text: str, old: str, new: str) -> str:
    """What undo makes of a patch of the only mutant."""
    (mutant,) = em.mutate(em.parse(text), ["switch-to-if"])
    assert mutant.text.count(old) == 1, mutant.text
    return str(em.undo(mutant.text.replace(old, new), mutant))


@pytest.mark.parametrize(
    "text",
    [SWITCH, CHAIN, SWITCH.replace("(x) {\n        ", "(w()) {\n        "), SWITCH.replace("\n", "\r\n")],
)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("one();", "one(1);"),
        ("one();", ""),
        ("one();", "one();\n one();"),
        ("two();", "four();\n            two();"),
        ("three();", "three();\n    if (h()) {\n four();\n }\n"),
        ("three();", "if (g()) { three(); }"),
        ("one();", "while (g()) one();"),
        ("end();", "end();\n    for (;;) { one(); break; }"),
        ("void f(", "@Override void f("),
        ("    end();\n", ""),
    ],
)
def test_undo_of_patches_in_the_branches(text: str, old: str, new: str) -> None:
    old, new = (part.replace("\n", "\r\n") if "\r" in text else part for part in (old, new))
    assert undone(text, old, new).split() == text.replace(old, new).split()


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (SWITCH, "x == 1", "x == 4"),
        (SWITCH, "x == 2 || x == 3", "x == 2"),
        (SWITCH, "        else {\n", "        else if (x == 4) {\n            four();\n        } else {\n"),
        (SWITCH, "        else {\n", "        {\n"),
        (SWITCH, "three();", "{ three(); }"),
        (SWITCH, "                break", "                for (;;) break"),
        (SWITCH, "three();", "three(); return;"),
        (SWITCH, "one();", "while (true) one();"),
        (SWITCH, "one();", "int y = 1; break;"),
        (SWITCH, "if (x == 1) {", "if (x == 1 && g()) {"),
        (CHAIN, "        break;\n    } case 2:", "    } case 2:"),
        (CHAIN, "case 3:", "case 4:"),
        (CHAIN, "case 3:", ""),
        (CHAIN, "switch (x)", "switch (y)"),
        (CHAIN, "default:", "case 5:"),
        (CHAIN, "return;", ""),
        (CHAIN, "one();", "one(); if (g()) break;"),
    ],
)
def test_patches_that_the_mutation_cannot_have_made_are_conflicts(text: str, old: str, new: str) -> None:
    (mutant,) = em.mutate(em.parse(text), ["switch-to-if"])
    old = old if mutant.text.count(old) == 1 else old.strip()
    with pytest.raises(UndoConflict):
        undone(text, old, new)


@pytest.mark.parametrize("text", [SWITCH, CHAIN, SWITCH.replace("(x) {\n        ", "(w()) {\n        ")])
@pytest.mark.parametrize(
    ("old", "new"), [("    ", ""), ("\n", "\r\n"), ("\n", "\n\n"), ("{\n", "{ // c\n"), ("    ", "\t")]
)
def test_undo_of_another_layout(text: str, old: str, new: str) -> None:
    (mutant,) = em.mutate(em.parse(text), ["switch-to-if"])
    found = em.undo(mutant.text.replace(old, new), mutant)
    assert found.replace("// c", "").split() == text.split()


@pytest.mark.parametrize(
    ("old", "new"), [("// 4\n", "\n"), ("// 4\n\n", "// 4\n"), ("// 4\n", "// 4\ntwo();\n")]
)
def test_where_a_deleted_text_was_must_be_as_it_was(old: str, new: str) -> None:
    """No token marks the place of the last break, behind which a comment stays."""
    text = "void f(int x) {\n    switch (x) {\n    case 1: one(); break; // 4\n    }\n}"
    (mutant,) = em.mutate(em.parse(text), ["switch-to-if"])
    assert mutant.text.count(old) == 1, mutant.text
    with pytest.raises(UndoConflict, match="the place of a deleted text"):
        em.undo(mutant.text.replace(old, new), mutant)
    assert undone(text, "int x", "int  x") == text.replace("int x", "int  x")


def test_what_was_taken_away_is_compared() -> None:
    """Another switch, without its last break, has the same if statements."""
    (mutant,) = em.mutate(
        em.parse("void f(int x) { switch (x) { case 1: one(); break; } }"), ["switch-to-if"]
    )
    patched = SourceFile.from_text(mutant.text.replace("one()", "two()"))
    for text, right in (
        ("case 1: two(); break;", True),
        ("case 1: two();", False),
        ("case 1: { two(); }", False),
    ):
        answer = f"void f(int x) {{ switch (x) {{ {text} }} }}".encode()
        assert (
            SwitchToIfExchange()
            .apply(SourceFile(answer), next(SwitchToIfExchange().sites(SourceFile(answer))))
            .data
            == patched.data
        )
        if right:
            check_same(SwitchToIfExchange(), answer, patched, mutant.source.data, mutant.mutation)
        else:
            with pytest.raises(UndoConflict, match="what the mutation took away"):
                check_same(SwitchToIfExchange(), answer, patched, mutant.source.data, mutant.mutation)


PROGRAM = Path(__file__).parents[1].joinpath("subjects", "SwitchChains.java").read_text(encoding="utf-8")


def test_programs_do_the_same(jdk: Jdk) -> None:
    source = em.parse(PROGRAM)
    wanted = jdk.run(jdk.compile({"SwitchChains.java": source.data}, bytes_=True), "SwitchChains")
    assert wanted.status == "ok"
    made = list(SwitchToIfExchange().mutants(source))
    assert len(made) == 38
    for mutant in made:
        compiled = jdk.compile({"SwitchChains.java": mutant.data}, bytes_=True)
        assert compiled.ok, (mutant.diff(), compiled.diagnostics[:2])
        assert jdk.run(compiled, "SwitchChains").stdout == wanted.stdout, mutant.diff()


def test_programs_do_the_same_after_many_exchanges(jdk: Jdk) -> None:
    """There and back, one after the other, until nothing is left that was not tried: labels and variables add up."""
    source = em.parse(PROGRAM)
    wanted = jdk.run(jdk.compile({"SwitchChains.java": source.data}, bytes_=True), "SwitchChains").stdout
    mutator = SwitchToIfExchange()
    for seed in range(2):
        current = source
        for number in range(60):
            sites = list(mutator.sites(current))
            current = SourceFile(mutator.apply(current, sites[(number * 7 + seed) % len(sites)], seed).data)
        compiled = jdk.compile({"SwitchChains.java": current.data}, bytes_=True)
        assert compiled.ok, compiled.diagnostics[:2]
        assert jdk.run(compiled, "SwitchChains").stdout == wanted
