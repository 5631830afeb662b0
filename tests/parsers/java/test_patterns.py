import itertools
import re

import pytest

from mutators.java.tools import renaming
from mutators.model import apply_edits
from parsers.java.method import Method
from parsers.java.names.patterns import any_completes, breaks_out, completion, region
from parsers.java.syntax.tree import Node
from parsers.oracles.jdk import Jdk, compare
from parsers.source import SourceFile

# The flow scope of s is what stands between the marks (JLS 6.3.1, 6.3.2); "?" before a row: not proven.
SCOPES = [
    "boolean b = o instanceof S s;",
    "boolean b = o instanceof S s && «f(s)»;",
    "boolean b = o instanceof S s & f(s);",
    "boolean b = o instanceof S s || f(s);",
    "boolean b = !(o instanceof S s) || «f(s)»;",
    "boolean b = !(o instanceof S s) && f(s);",
    "boolean b = (o instanceof S s) && «f(s)» && «g(s)» || h(s);",
    "boolean b = g() && o instanceof S s && «f(s)»;",
    "boolean b = (g() && o instanceof S s) && «f(s)»;",
    "boolean b = (g() || o instanceof S s) && f(s);",
    "boolean b = !(g() || !(o instanceof S s)) && «f(s)»;",
    "boolean b = !(!(o instanceof S s)) && «f(s)»;",
    "boolean b = !!(o instanceof S s) && «f(s)»;",
    "boolean b = !(o instanceof S s && «f(s)») || «g(s)»;",
    "boolean b = (o instanceof S s) == f(s);",
    "boolean b = f(o instanceof S s) && f(s);",
    "int b = o instanceof S s ? «f(s)» : g(s);",
    "int b = !(o instanceof S s) ? f(s) : «g(s)»;",
    "int b = o instanceof S s && «f(s)» ? «g(s)» : h(s);",
    "int b = c ? o instanceof S s : f(s);",
    "boolean b = (o instanceof S s ? «f()» : g()) && h(s);",
    "return o instanceof S s && «f(s)»;",
    "x = o instanceof S s && «f(s)»; g(s);",
    "if (o instanceof S s) «f(s);» g(s);",
    "if (o instanceof S s) «f(s);» else g(s);",
    "if (o instanceof S s) «{ f(s); }» else { return; } «h(s);»",
    "if (o instanceof S s) «{ return; }» else { g(s); } h(s);",
    "if (o instanceof S s) «{ return; }» else { return; }",
    "if (!(o instanceof S s)) f(s); h(s);",
    "if (!(o instanceof S s)) return; «h(s);»",
    "if (!(o instanceof S s)) { f(s); return; } «h(s); i(s);»",
    "if (!(o instanceof S s)) { f(s); return; } else «g(s);» «h(s);»",
    "if (!(o instanceof S s)) f(s); else «return;» h(s);",
    "if (!(o instanceof S s)) f(s); else «g(s);» h(s);",
    "if (!(o instanceof S s)) if (c) return; else throw e; «h(s);»",
    "if (!(o instanceof S s)) if (c) return; h(s);",
    "if (c) if (!(o instanceof S s)) return; h(s);",
    "if (c || !(o instanceof S s)) return; «h(s);»",
    "if (c && !(o instanceof S s)) return; h(s);",
    "{ if (!(o instanceof S s)) return; «f(s);» } h(s);",
    "f(s); if (!(o instanceof S s)) throw e; «h(s);»",
    "if (!(o instanceof S s)) { for (;;) { } } «h(s);»",
    "if (!(o instanceof S s)) { while (true) { f(); } } «h(s);»",
    "if (!(o instanceof S s)) { while (((true))) { if (c) break; } } h(s);",
    "if (!(o instanceof S s)) { do { f(); } while (true); } «h(s);»",
    "if (!(o instanceof S s)) { synchronized (o) { return; } } «h(s);»",
    "if (!(o instanceof S s)) { for (A a : as) return; } h(s);",
    "if (!(o instanceof S s)) { int x = 1; } h(s);",
    "if (!(o instanceof S s)) ; h(s);",
    "if (!(o instanceof S s)) { } h(s);",
    "if (!(o instanceof S s)) { f(); ; } h(s);",
    "?if (!(o instanceof S s)) { try { return; } finally { f(); } } h(s);",
    "?if (!(o instanceof S s)) { while (c) f(); } h(s);",
    "?if (!(o instanceof S s)) { switch (c) { default: return; } } h(s);",
    "?if (!(o instanceof S s)) l: { return; } h(s);",
    "?l: if (!(o instanceof S s)) return; «h(s);»",
    "?if (o instanceof S s) «{ try { f(); } finally { } }» else return; h(s);",
    "while (o instanceof S s) «f(s);» h(s);",
    "while (!(o instanceof S s)) f(s); «h(s);»",
    "while (!(o instanceof S s)) { break; } h(s);",
    "while (!(o instanceof S s)) { while (c) break; } «h(s);»",
    # javac 17 takes this break for one of the loop (JLS 14.15: it is the switch's), so nothing is proven.
    "?while (!(o instanceof S s)) { switch (c) { case 1: break; } } h(s);",
    "?do { switch (c) { case 1 -> { break; } } } while (!(o instanceof S s)); h(s);",
    "while (!(o instanceof S s)) { int x = switch (c) { default: yield 1; }; } «h(s);»",
    "while (!(o instanceof S s)) { r(() -> { while (c) break; }); } «h(s);»",
    "while (!(o instanceof S s)) { new O() { void f() { for (;;) break; } }; } «h(s);»",
    "?m: while (c) { while (!(o instanceof S s)) { break m; } h(s); }",
    "while (!(o instanceof S s)) { continue; } «h(s);»",
    "do f(s); while (o instanceof S s); h(s);",
    "do f(s); while (!(o instanceof S s)); «h(s);»",
    "do { if (c) break; } while (!(o instanceof S s)); h(s);",
    "for (f(s); o instanceof S s; «g(s)», «h(s)») «i(s);» j(s);",
    "for (f(s); !(o instanceof S s); g(s)) i(s); «j(s);»",
    "for (; !(o instanceof S s); ) { if (c) break; } j(s);",
    "for (A s2 : f(o instanceof S s)) f(s); h(s);",
    "for (boolean b = o instanceof S s; b; ) f(s); h(s);",
    "switch (c) { case 1: if (!(o instanceof S s)) return; «f(s);» case 2: g(s); }",
    "switch (c) { case 1 -> { if (!(o instanceof S s)) return; «f(s);» } default -> g(s); }",
    "switch (c) { case 1 -> f(o instanceof S s && «g(s)»); }",
    "synchronized (o instanceof S s ? «f(s)» : g(s)) { h(s); }",
    "assert o instanceof S s && «f(s)» : g(s); h(s);",
    "r(x -> { if (!(x instanceof S s)) return; «f(s);» }); g(s);",
    "r(x -> x instanceof S s && «f(s)»); g(s);",
    "r(x -> x instanceof S s && «q(() -> s)»); g(s);",
    "new O() { { if (!(o instanceof S s)) return; «f(s);» } boolean b = o instanceof S s; };",
    "try { if (!(o instanceof S s)) return; «f(s);» } catch (E e) { g(s); } finally { h(s); }",
    "while (c) { if (!(o instanceof S s)) continue; «f(s);» } g(s);",
    "int x = switch (c) { default: if (!(o instanceof S s)) yield 1; «yield f(s);» };",
]  # fmt: skip


def method_of(body: str) -> Method:
    source = SourceFile.from_text(f"void m() {{ {body} }}")
    assert not source.has_error
    return source.methods[0]


def marked(row: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without marks, and the character ranges between them."""
    spans, plain = [], ""
    for part in re.split("([«»])", row):
        if part == "«":
            spans.append((len(plain), -1))
        elif part == "»":
            spans[-1] = (spans[-1][0], len(plain))
        else:
            plain += part
    return plain, spans


@pytest.mark.parametrize("row", SCOPES)
def test_flow_scope(row: str) -> None:
    body, spans = marked(row.lstrip("?"))
    method = method_of(body)
    shift = len("void m() { ")
    declaration = next(d for d in method.scopes.declarations if d.name == "s")
    proven = not row.startswith("?")
    assert declaration.kind == "pattern"
    assert declaration.proven is proven
    if not proven:
        return
    text = method.text
    uses = [m.start() for m in re.finditer(r"\bs\b", text)]
    inside = [u for u in uses if any(a <= u - shift < b for a, b in spans)]
    # An until-the-end-of-the-block region may hold blanks that the marks do not show: compare what is used.
    assert [u for u in uses if any(a <= u < b for a, b in declaration.region)] == inside
    assert [r.node.start for r in declaration.references] == inside
    for start, end in spans:
        assert any(a <= start + shift and end + shift <= b for a, b in declaration.region)
    assert all(
        any(a <= start + shift + 2 and end + shift <= b + 2 for start, end in spans)
        or not re.search(r"\bs\b", text[a:b])
        for a, b in declaration.region
    )


def test_nested_record_patterns_share_the_scope() -> None:
    method = method_of("if (!(o instanceof R(int a, P(var b, T c)))) return; f(a, b, c);")
    found = {d.name: d for d in method.scopes.declarations}
    assert set(found) == {"a", "b", "c"}
    assert {d.kind for d in found.values()} == {"pattern"}
    assert len({d.region for d in found.values()}) == 1
    assert [len(d.references) for d in found.values()] == [1, 1, 1]
    assert found["b"].inferred
    assert not found["a"].inferred


def test_switch_patterns() -> None:
    method = method_of("switch (o) { case S s when s.f() -> g(s); case R(int s) -> h(s); default -> i(s); }")
    first, second = (d for d in method.scopes.declarations if d.name == "s")
    text = method.text
    assert [text[r.node.start - 2 : r.node.end] for r in first.references] == ["n s", "g(s"]
    assert [text[r.node.start - 2 : r.node.end] for r in second.references] == ["h(s"]
    assert [text[n.start - 2 : n.end] for n in method.scopes.free("s")] == ["i(s"]


def test_final_pattern() -> None:
    method = method_of("if (o instanceof final S s) f(s);")
    [s] = method.scopes.declarations
    assert s.final
    assert method.node_text(s.type_node) == "S"


def statement(text: str) -> Node:
    return method_of(text).root.child("body").children[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f();", True),
        ("int a;", True),
        (";", True),
        ("assert c;", True),
        ("class L { }", True),
        ("return;", False),
        ("throw e;", False),
        ("break;", False),
        ("continue;", False),
        ("{ }", True),
        ("{ f(); return; }", False),
        ("{ { return; } }", False),
        ("{ return; /* c */ }", False),
        ("if (c) return;", True),
        ("if (c) return; else return;", False),
        ("if (c) return; else f();", True),
        ("if (c) f(); else return;", True),
        ("if (c) try { } finally { } else return;", None),
        ("synchronized (o) { return; }", False),
        ("synchronized (o) { f(); }", True),
        ("for (A a : as) return;", True),
        ("for (;;) { }", False),
        ("for (;;) { break; }", True),
        ("for (; c; ) { }", None),
        ("for (; true; ) { }", False),
        ("while (true) { }", False),
        ("while (true) { break; }", True),
        ("while (true) { if (c) { break; } }", True),
        ("while (true) { while (c) break; }", False),
        ("while (true) { break l; }", None),
        ("while (c) { }", None),
        ("do { } while (true);", False),
        ("do { break; } while (true);", True),
        ("do { return; } while (c);", None),
        ("try { return; } finally { }", None),
        ("switch (c) { default: return; }", None),
        ("l: { return; }", None),
        ("switch (c) { case 1: return; }", None),
    ],
)
def test_completion(text: str, expected: bool | None) -> None:
    assert completion(statement(text)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("while (c) { }", False),
        ("while (c) break;", True),
        ("while (c) { continue; }", False),
        ("for (;;) { { if (c) break; } }", True),
        ("for (;;) for (;;) break;", False),
        ("for (;;) { break l; }", None),
        ("for (;;) { break l; } ", None),
        ("for (;;) { if (c) break l; break; }", True),
        ("do { r(() -> { while (true) { break; } }); } while (c);", False),
    ],
)
def test_breaks_out(text: str, expected: bool | None) -> None:
    assert breaks_out(statement(text)) is expected


@pytest.mark.parametrize("parts", list(itertools.product([True, False, None], repeat=2)))
def test_any_completes(parts: tuple[bool | None, bool | None]) -> None:
    expected = True if True in parts else None if None in parts else False
    assert any_completes(list(parts)) is expected
    assert any_completes([]) is False


def test_a_pattern_that_is_no_condition() -> None:
    node = next(n for n in method_of("f(o instanceof S s);").root.walk() if n.type == "instanceof_expression")
    assert region(node) == ([], True)


CONDITIONS = [
    "o instanceof String s",
    "!(o instanceof String s)",
    "o instanceof String s && t(s)",
    "!(o instanceof String s) || t(s)",
    "t(s) && ((o instanceof String s))",
    "t(s) || !(o instanceof String s)",
    "o instanceof String s || t(s)",
    "!(o instanceof String s && t(s))",
    "!(!(o instanceof String s))",
    "(o instanceof String s) == t(s)",
    "(t(s) ? o instanceof String s : t(s))",
    "(o instanceof String s ? t(s) : t(s)) && t(s)",
    "t(s) & !(o instanceof String s)",
]
BODIES = [
    "f(s);",
    ";",
    "{ f(s); return; }",
    'throw new Error("" + s);',
    "{ if (t(s)) return; else return; }",
    "{ f(s); while (true) { } }",
    "{ f(s); break; }",
    "{ for (;;) { f(s); break; } }",
    "{ synchronized (o) { f(s); return; } }",
    "{ switch (k) { case 1: break; default: return; } }",
    "{ try { return; } finally { f(s); } }",
    "{ do { if (t(s)) continue; return; } while (t(s)); }",
    "while (t(s)) { f(s); break; }",
    "break L;",
    "if (t(s)) return;",
]
STATEMENTS = [
    "if (C) B f(s); g(s);",
    "if (C) B else f(s); g(s);",
    "if (C) B else return; g(s);",
    "if (C) f(s); else B g(s);",
    "if (C) return; else B g(s);",
    "while (C) B g(s);",
    "do B while (C); g(s);",
    "for (f(s); C; f(s)) B g(s);",
    "M: if (C) B g(s);",
    "f(C ? h(s) : h(s)); g(s);",
    "Runnable r = () -> { if (C) B f(s); }; g(s);",
    "switch (k) { case 1: if (C) B f(s); case 2: g(s); }",
    "{ if (C) B f(s); } g(s);",
    "if (t(s)) if (C) B g(s);",
    "for (;;) { if (C) B g(s); if (t(s)) break; }",
    "try { if (C) B f(s); } finally { f(s); } g(s);",
    "new Object() { void q() { if (C) B f(s); g(s); } }.q(); g(s);",
    "g(switch (k) { case 1: if (C) B yield h(s); default: yield h(s); });",
]
_HEAD = """abstract class Top { static Object s = 1; static boolean t(Object a) { return a != s; }
static int f(Object a) { return 1; }
static int g(Object a) { return 2; } static int h(Object a) { return 3; } }
"""


def test_flow_scope_against_javac(jdk: Jdk) -> None:
    """All combined: the variable is renamed; the field of its name is meant where it is not in scope."""
    bodies = [
        statement.replace("C", condition).replace("B", body)
        for i, statement in enumerate(STATEMENTS)
        for j, condition in enumerate(CONDITIONS)
        for k, body in enumerate(BODIES if "B" in statement else [""])
        if (i + j + k) % 2 == 0  # every pair, not every triple
    ]
    classes = [
        f"class T{n} extends Top {{ void m(Object o, int k) {{ L: do {{ {body} }} while (t(s)); g(s); }} }}\n"
        for n, body in enumerate(bodies)
    ]
    while True:  # what javac does not take (unreachable, break outside a loop) tells nothing
        text = _HEAD + "".join(classes)
        before = jdk.compile({"Top.java": text}, timeout=300.0)
        if before.ok:
            break
        lines = {d.line - 1 - _HEAD.count("\n") for d in before.diagnostics}
        classes = [line for n, line in enumerate(classes) if n not in lines]
    assert len(classes) > 1200
    source = SourceFile.from_text(text)
    edits, proven = [], 0
    for method in source.methods:
        for declaration in method.scopes.declarations:
            if declaration.name == "s" and declaration.proven:
                proven += 1
                edits += renaming.edits(declaration, "renamed")
    assert proven > 0.7 * len(classes)
    mutant = apply_edits(source.data, sorted(edits, key=lambda e: e.start)).decode()
    after = jdk.compile({"Top.java": mutant}, timeout=300.0)
    assert after.diagnostics == ()
    wrong = compare(before, after, ignore_captures=True).differing
    assert [
        line
        for line in mutant.splitlines()
        if line[6 : line.find(" ", 6)] in {w.partition("$")[0] for w in wrong}
    ] == []
