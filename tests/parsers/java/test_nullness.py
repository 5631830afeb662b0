"""Which expressions are proved not to be null."""

from __future__ import annotations

import pytest

import equimorph as em
from parsers.java.method import methods_of

FRAME = 'import java.util.Objects; class A {{ static final String K = "k"; static final String G = g(); String h; {} }}'


def not_null(text: str) -> list[bool]:
    """For each argument of a call of `use`, in order, whether it is proved not to be null."""
    source = em.parse(FRAME.format(text))
    assert not source.has_error
    return [
        method.nullness.is_not_null(argument)
        for method in methods_of(source)
        for node in method.nodes
        if node.type == "method_invocation" and method.node_text(node).startswith("use(")
        for argument in method.types.arguments(node)
    ]


@pytest.mark.parametrize(
    "expression",
    ['"x"', '("x")', "K", "A.K", '"a" + g()', 'g() + "a"', "s += g()", "new String(c)", "new int[0]", "this", "String.class",
     'b ? K : "x"', "(String) K", 't = "x"', "s.trim()", "s.substring(1).toLowerCase()", "Integer.toString(1)", "sb.toString()",
     "d.toString()", "String.class.getName()", "System.lineSeparator()", "() -> 1", "A::g", "final1", "effective", "effective + 1",
     "copy"],
)  # fmt: skip
def test_expressions(expression: str) -> None:
    text = f"""
        void f(String s, String t, char[] c, boolean b, StringBuilder sb, Double d) {{
            final String final1 = "a"; String effective = s.trim(); String copy = effective; use({expression});
        }}
    """
    assert not_null(text) == [True]


@pytest.mark.parametrize(
    "expression",
    ["null", "(null)", "s", "h", "G", "A.G", "this.h", "b ? K : s", "(String) s", "t = s", "g()", "String.valueOf(o)",
     "o.toString()", "Objects.toString(o)", "written", "late", "cs.toString()", "list.get(0)", "a[0]", "1", "1 + 2", "n + 1",
     "super.toString()",
     "loop"],
)  # fmt: skip
def test_expressions_that_may_be_null(expression: str) -> None:
    text = f"""
        void f(String s, String t, Object o, boolean b, int n, CharSequence cs, List<String> list, String[] a) {{
            String written = "a"; String late; late = g(); for (String loop : a) use({expression}); written = g();
        }}
    """
    assert not_null(text) == [False]


@pytest.mark.parametrize(
    "body",
    [
        "if (s != null) use(s);",
        "if (null != s) use(s);",
        "if (s != null && b) { g(); use(s); }",
        "if (b && (s != null)) use(s);",
        "if (!(s == null)) use(s);",
        "if (!(s == null || b)) use(s);",
        "if (s == null) g(); else use(s);",
        "if (s == null || b) g(); else use(s);",
        "if (s == null) return; use(s);",
        "if (s == null) { throw e; } g(); { use(s); }",
        "if (s != null) g(); else return; use(s);",
        "b = s != null && use(s);",
        "b = s == null || use(s);",
        "b = s != null && b && use(s);",
        "b = s != null ? use(s) : b;",
        "b = s == null ? b : use(s);",
        "if (s instanceof String) use(s);",
        "if (o instanceof String p) use(p);",
        "while (s != null) { use(s); s = g(); }",
        "for (; s != null; s = g()) use(s);",
        "s.length(); use(s);",
        "int n = s.length(); use(s);",
        "g(s.trim()); use(s);",
        "if (s.isEmpty()) g(); use(s);",
        "if (s.isEmpty()) use(s);",
        "if (s.isEmpty() || b) use(s);",
        "b = s.isEmpty() || use(s);",
        "b = s.isEmpty() & use(s);",
        "s.trim().concat(use(s));",
        "for (; s.isEmpty() && s.length() > 1; s = g()) { g(); use(s); }",
        "s = g(); s.length(); use(s);",
        "s = s.isEmpty() || use(s) ? t : null;",
        "s.length(); while (b) use(s);",
        "s.length(); try { g(); } finally { use(s); }",
        "s.length(); run(() -> use(s));",
        "s.length(); new Object() { void f() { use(s); } };",
        "Objects.requireNonNull(s); use(s);",
        "Objects.requireNonNull(s, t); use(s);",
        "switch (1) { case 1: s.length(); use(s); }",
        "synchronized (s.trim()) { } use(s);",
        "while (s.isEmpty()) { } use(s);",
        "try { g(); } catch (Exception x) { use(x); }",
    ],
)
def test_what_control_has_passed(body: str) -> None:
    assert not_null(f"void f(String s, String t, boolean b, Object o) {{ {body} }}") == [True]


@pytest.mark.parametrize(
    "body",
    [
        "if (s == null) use(s);",
        "if (s != null || b) use(s);",
        "if (s != null) g(); use(s);",
        "if (s != null) g(); else use(s);",
        "if (s == null && b) return; use(s);",
        "if (s == null) g(); use(s);",
        "if (t != null) use(s);",
        "if (s != t) use(s);",
        "use(s); s.length();",
        "if (s != null) g(); else h(); use(s);",
        "if (!(s instanceof String)) use(s);",
        "b = s != null || use(s);",
        "b = s == null && use(s);",
        "b = s != null ? b : use(s);",
        "if (s != null) { s = g(); use(s); }",
        "if (s != null && (s = g()) == t) use(s);",
        "b = s != null && use(s = t) && use(1);",
        "s.length(); s = g(); use(s);",
        "s = s.isEmpty() ? null : s; use(s);",
        "s = g(s.trim()); use(s);",
        "String q = (s = g(s.trim())) + t; use(s);",
        "s.length(); while (b) { use(s); s = g(); }",
        "s.length(); for (; b; s = g()) use(s);",
        "s.length(); do { use(s); } while ((s = g()) == t);",
        "if (s != null) for (int i : a) { use(s); s = t; }",
        "for (int i : g(s.trim())) { use(s); s = t; }",
        "for (; b; use(s)) if (s != null) g();",
        "if (b) s.length(); use(s);",
        "b = b && s.isEmpty(); use(s);",
        "b = b || s.isEmpty(); use(s);",
        "b = b ? s.isEmpty() : t.isEmpty(); use(s);",
        "try { s.length(); } catch (Exception x) { } use(s);",
        "l: { if (b) break l; s.length(); } use(s);",
        "run(() -> s.length()); use(s);",
        "new Object() { int n = s.length(); }; use(s);",
        "for (; b; s.length()) { } use(s);",
        "while (b) s.length(); use(s);",
        "assert s != null; use(s);",
        "assert s.isEmpty(); use(s);",
        "s.valueOf(1); use(s);",
        "s.format(t); use(s);",
        "g(s); use(s);",
        "s.concat(use(s));",  # arguments come before the test for null (JLS 15.12.4.4)
        "if (o instanceof R(String p)) use(p);",
        "for (; s != null; s = g()) { } use(s);",
        "for (; b; use(s), s = g()) if (s == null) break;",
        "g(s + t); use(s);",
        "b = s.CASE_INSENSITIVE_ORDER == null; use(s);",
        "o.notify(); use(o);",
        "switch (1) { case 1: s.length(); break; case 2: use(s); }",
        "switch (1) { case 1: s.length(); case 2: use(s); }",
        "do { if (b) continue; s.length(); } while (use(s));",
        "if (o instanceof String p) { p = g(); use(p); }",
        "try { g(); } catch (Exception x) { x = null; use(x); }",
    ],
)
def test_what_control_may_not_have_passed(body: str) -> None:
    found = not_null(f"void f(String s, String t, boolean b, Object o, int[] a) {{ {body} }}")
    assert found[0] is False


def test_a_variable_of_itself() -> None:
    assert not_null("void f() { String s = s; use(s); }") == [False]
    assert not_null("void f() { String s = s + 1; use(s); }") == [True]


def test_fields_are_not_followed() -> None:
    assert not_null("void f() { if (h != null) use(h); h.trim(); use(h); }") == [False, False]
    text = "void f(String s) { class B extends Unseen { void g() { if (s != null) use(s); } } }"
    assert not_null(text) == [False]
    text = "void f(String s) { if (s != null) new Unseen() { void g() { use(s); } }; }"
    assert not_null(text) == [False]
