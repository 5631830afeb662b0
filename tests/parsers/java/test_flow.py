from __future__ import annotations

from pathlib import Path

import pytest

from parsers.java.flow.analysis import Flow
from parsers.java.method import Method
from parsers.java.syntax import statements
from parsers.java.syntax.tree import Node
from parsers.java.values.constants import Condition
from parsers.source import SourceFile
from tests.parsers.java.flow_oracle import COMPOUND, Grammar, javac, listed, marked, method_of

GRAMMAR = Grammar(
    COMPOUND,
    ("f();", "f();", "throw e;", ";", "{ }", "n++;", "assert p;"),
    ("p", "p", "true", "false", "!(1 > 2)", "KK", "p || true", "DEBUG"),
)


def body(text: str) -> Method:
    return method_of(f"void m(boolean p) {{ final boolean KK = true; {text} }}")


def test_completion_and_reachability_agree_with_javac(tmp_path: Path) -> None:
    """A statement added behind another one is unreachable to javac exactly if that one cannot complete."""
    asked: list[tuple[Method, Node | None]] = []
    texts = []
    for text in GRAMMAR.pairs(2):
        method = body(text)
        for statement in [None, *listed(method)]:
            asked.append((method, statement))
            end = statement.end if statement is not None else 0
            texts.append(f"{method.text[:end]}\nint $x;\n{method.text[end:]}" if end else method.text)
    errors = javac(texts, tmp_path)
    compiling, compared = False, 0
    for (method, statement), found in zip(asked, errors, strict=True):
        flow, keys = method.flow, {key for _, key in found}
        if statement is None:
            compiling = not found
            if keys <= {"unreachable.stmt"} and "DEBUG" not in method.text:
                dead = [node for node in method.root.walk() if not flow.reachable(node)]
                assert bool(found) == bool(dead), method.text
        elif compiling:
            compared += 1
            unreachable = (1, "unreachable.stmt") in found
            assert flow.completes(statement) or unreachable, method.text
            assert not flow.certain(statement) or flow.completes(statement) != unreachable, method.text
    assert compared > 2000


@pytest.mark.parametrize(
    "text",
    [
        "/*yes*/if (p) /*no*/return; /*yes*/if (false) /*no*/return; else f();",
        "/*no*/if (p) /*no*/return; else /*no*/throw e;",
        "/*yes*/while (p) { }",
        "/*no*/while (true) { }",
        "/*no*/while (KK & 2 >= 1 + 1) { }",
        "/*yes*/while (true) { if (p) /*no*/break; }",
        "/*no*/while (true) { if (p) continue; }",
        "/*yes*/do /*no*/{ break; } while (true);",
        "/*no*/do { /*no*/return; } while (p);",
        "/*yes*/do { if (p) continue; return; } while (p);",
        "/*no*/do { if (p) continue; return; } while (true);",
        "/*no*/for (;;) { }",
        "/*yes*/for (; p; ) /*no*/return;",
        "/*yes*/for (int x : a) /*no*/return;",
        "/*yes*/l: /*no*/{ break l; }",
        "/*no*/l: while (true) { switch (1) { case 1: /*no*/break; } }",
        "/*yes*/l: /*no*/while (true) { while (true) break l; }",
        "/*yes*/switch (n) { }",
        "/*yes*/switch (n) { case 1: /*no*/return; }",
        "/*no*/switch (n) { case 1: /*yes*/f(); default: /*no*/return; }",
        "/*yes*/switch (n) { default: return; case 1: }",
        "/*no*/switch (n) { /*yes*/case 1: f(); /*no*/default: return; }",
        "/*no*/switch (n) { /*no*/case 1 -> /*no*/throw e; /*no*/default -> /*no*/{ return; } }",
        "/*yes*/switch (n) { case 1 -> throw e; /*yes*/default -> /*yes*/f(); }",
        "/*yes*/switch (n) { case 1 -> throw e; }",
        "/*no*/switch (o) { case null, default -> { return; } }",
        "/*yes*/try { /*no*/return; } /*yes*/catch (Exception x) /*yes*/{ }",
        "/*no*/try { f(); } /*no*/finally { return; }",
        "/*no*/while (true) { /*no*/try { /*no*/break; } finally { /*no*/return; } }",
        "/*yes*/while (true) { try { break; } finally { f(); } }",
        "/*yes*/try (R x = r(); s) { } catch (A | B x) { return; }",
        "/*no*/synchronized (this) { return; }",
        "/*yes*/assert false;",
        "/*yes*/; /*yes*/class L { void m() { /*no*/return; } } /*yes*/int i = 0, j;",
        "/*yes*/n = switch (n) { case 1: /*no*/yield 1; /*no*/default: /*no*/throw e; };",
        "/*yes*/r = /*no*/() -> /*no*/{ while (true) f(); }; /*yes*/r = () -> /*yes*/f();",
        "final Boolean B = true; /*yes*/while (B) { }",
        "boolean B = true; /*yes*/while (B) { }",
        "final var B = true; /*no*/while (B) { }",
        "final int i = 3, k = 2; /*no*/while (i - 1 == k ? !false : 1 > k) { }",
        "final int i = -3; /*no*/while (i * 2 < -5 && i <= i && i != 4 ^ false) { }",
    ],
)
def test_completion(text: str) -> None:
    method = body(text)
    assert "/*" in text
    for mark, node in marked(method):
        assert (method.flow.completes(node), method.flow.certain(node)) == (mark == "yes", True), (mark, node)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("true", Condition.TRUE),
        ("(boolean) true", Condition.TRUE),
        ("(Boolean) true", Condition.VARIES),
        ("1 << 2 == 4", Condition.TRUE),
        ("0x10 < 1", Condition.FALSE),
        ("2147483647 + 1 > 0", Condition.FALSE),
        ('"a" == "a"', Condition.TRUE),
        ("1", Condition.UNKNOWN),
        ("p", Condition.VARIES),
        ("p && DEBUG", Condition.VARIES),
        ("!DEBUG", Condition.UNKNOWN),
        ("Config.DEBUG", Condition.UNKNOWN),
        ("a.b.Config.DEBUG", Condition.UNKNOWN),
        ("this.debug", Condition.VARIES),
        ("p.debug", Condition.VARIES),
        ("x().debug", Condition.VARIES),
        ("x() == 1", Condition.VARIES),
        ("DEBUG ? true : false", Condition.UNKNOWN),
        ("true ? DEBUG : p", Condition.VARIES),
        ("false ? DEBUG : true", Condition.UNKNOWN),
        ("F > 1.5", Condition.TRUE),
        ("A == 1", Condition.VARIES),
        ("o instanceof String", Condition.VARIES),
        ("(p = true)", Condition.VARIES),
        ("1 > 2", Condition.FALSE),
    ],
)
def test_conditions(condition: str, expected: Condition) -> None:
    method = body(f"final float F = 2; final int A[] = 1; if ({condition}) {{ }}")
    (node,) = (
        node
        for node in method.root.walk()
        if node.field == "condition" and node.parent.type == "if_statement"
    )
    assert method.flow.condition(node) is expected


def test_a_field_of_the_file_is_a_constant_only_if_it_is_final() -> None:
    text = """class A {
        static final boolean DEBUG = true; boolean on = true; boolean[] x;
        void m() { /*no*/while (true); }
        void a() { /*no*/while (DEBUG); }
        void b() { /*yes*/while (on); }
        void c() { new B() { void d() { /*maybe*/while (on); } }; }
        void e() { new Object() { boolean on; void d() { /*yes*/while (on); } }; }
    }"""
    seen = []
    for method in SourceFile.from_text(text).methods:
        for mark, node in ((m, n) for m, n in marked_in(method)):
            flow = method.flow
            assert (flow.completes(node), flow.certain(node)) == (mark != "no", mark != "maybe"), node
            seen.append(mark)
    assert seen == ["no", "no", "yes", "maybe", "yes"]


def marked_in(method: Method) -> list[tuple[str, Node]]:
    loops = [node for node in method.root.walk() if node.type == "while_statement"]
    before = method.source.text
    return [(before[: loop.start].rsplit("/*", 1)[1].rstrip("*/"), loop) for loop in loops]


def test_unknown_names_and_what_shows_their_meaning() -> None:
    method = method_of("void m() { if (p) { while (A) { } } else { while (B) { } f(); } while (C) { } }")
    flow = method.flow
    a, b, c = (node for node in method.root.walk() if node.type == "while_statement")
    assert [flow.completes(node) for node in (a, b, c, method.root)] == [True] * 4
    # The statement after it shows that the second loop ends; the first may be endless, and so may the last.
    assert [flow.certain(node) for node in (a, b, c, method.root)] == [False, True, False, False]
    assert method_of("void m() { do { } while (A); f(); }").flow.certain(method.root) is False
    after = method_of("void m(boolean p) { while (A) { } while (p) { } }")
    assert after.flow.certain(after.root)


@pytest.mark.parametrize(
    "cases", ["case A a -> { return; } case B b -> throw e;", "case null -> { return; }"]
)
def test_patterns_may_make_a_switch_exhaustive(cases: str) -> None:
    method = method_of(f"void m() {{ switch (o) {{ {cases} }} }}")
    (switch,) = (node for node in method.root.walk() if node.type == "switch_expression")
    assert method.flow.completes(switch)
    assert not method.flow.certain(switch)


JUMPS = """
void m() {
    a: /*=1*/for (;;) {
        b: c: /*=2*/while (p) {
            if (p) continue b; /*2*/
            if (p) break a; /*0*/
            try { if (p) break; /*2f*/ try { continue a; /*1f*/ } finally { continue; /*2f*/ } }
            catch (E x) { break b; /*-f*/ }
            finally { break; /*2*/ }
        }
        /*=3*/switch (n) { case 1: break; /*3*/ default: continue; /*1*/ }
        int x = /*=4*/switch (n) { case 1: while (p) yield 1; /*4*/
            default: try { yield 2; /*4f*/ } finally { }};
        r = () -> /*=5*/{ try { return; /*5f*/ } finally { } };
        new T() { { break; /*?*/ } void f() /*=6*/{ return; /*6*/ } };
        int y = switch (n) { default: break; /*?*/ };
    }
}
"""


def test_jumps() -> None:
    method = method_of(JUMPS)
    flow, text = method.flow, method.source.text
    targets = {mark: node for mark, node in marked(method) if mark.startswith("=")}
    jumps = [node for node in method.root.walk() if node.type in statements.JUMPS]
    found = []
    for jump in jumps:
        expected = text[jump.end :].split("/*")[1].split("*/")[0]
        target = flow.target(jump)
        if expected[0] in "0-":
            assert target is not None
            assert target.type == "labeled_statement"
            assert text[target.start] == {"0": "a", "-": "b"}[expected[0]]
        else:
            assert target is targets.get(f"={expected[0]}"), expected
        assert flow.crosses_finally(jump) == expected.endswith("f"), expected
        found.append((target, jump))
    assert len(found) == 15
    for target in targets.values():
        assert flow.jumps_to(target) == [jump for other, jump in found if other is target]
    assert flow.target(method.root) is None


def flow_of(text: str) -> tuple[Flow, Node]:
    method = method_of(text)
    return method.flow, method.root


@pytest.mark.parametrize(
    ("text", "completes"),
    [
        ("class A { A() { this(1); } }", True),
        ("class A { A() { super(); throw new E(); } }", False),
        ("class A { { f(); } }", True),
        ("class A { static { while (true); } }", False),
        ("record R(int a) { R { if (a < 0) throw new E(); } }", True),
        ("f(); return;", False),
        ("while (x()) { break; }", True),
    ],
)
def test_all_kinds_of_members(text: str, completes: bool) -> None:
    flow, root = flow_of(text)
    assert flow.completes(root) is completes


def test_unreachable_statements_and_what_follows_them() -> None:
    method = body("/*y*/return; /*n*/f(); /*n*/if (p) { /*n*/g(/*n*/x); } /*n*/while (true);")
    for mark, node in marked(method):
        assert method.flow.reachable(node) is (mark == "y")
    assert method_of("void m(/*p*/int a) { while (false) { f(); } }").flow.reachable(method.root)


def test_deep_nesting_stays_within_the_recursion_limit() -> None:
    for opening, closing in [
        ("while (p) {", "}"),
        ("try {", "} finally { }"),
        ("r = () -> {", "};"),
        ("if (p) {", "}"),
    ]:
        for depth in (60, 90):
            method = method_of(f"void m(boolean p) {{ int v; {opening * depth} v = 1; {closing * depth} }}")
            if method.untrusted is None:
                variable = method.scopes.declarations[1]
                deepest = variable.references[0].node
                assert method.flow.unassigned_before(variable, deepest) is (opening[0] in "ti")
                assert method.flow.completes(method.root)
