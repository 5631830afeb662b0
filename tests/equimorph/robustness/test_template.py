"""The model `template`: its edits one by one, their order, and texts that nobody expects."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice

import pytest

from equimorph.models import Request
from equimorph.robustness.baselines import TemplateModel
from equimorph.robustness.baselines.template import repairs
from equimorph.robustness.baselines.template_edits import KINDS
from parsers import SourceFile

HEAD = "int f(int a, int b, long n, boolean p, boolean q, String s, String t, int[] c, Box box) {"


def lines_for(line: str, head: str = HEAD) -> list[str]:
    """Return what takes the place of a faulty line, in order; several lines are joined."""
    text = f"{head}\n{line}\n}}"
    found = []
    for edited in repairs(text, [2]):
        assert edited.startswith(f"{head}\n")
        assert edited.endswith("}")
        found.append(edited.removeprefix(f"{head}\n").removesuffix("}").removesuffix("\n"))
    return found


# Each row has all repairs of a line, in order.
ALL = {
    "return a;": [
        *("return a + 1;", "return a - 1;", "return b;", ""),
    ],
    "while (a < b) g();": [
        *("while (a <= b) g();", "while (a > b) g();", "while (a >= b) g();"),
        *("while (a + 1 < b) g();", "while (a < b + 1) g();", "while (a - 1 < b) g();"),
        *("while (a < b - 1) g();", "while (b < b) g();", "while (a < a) g();"),
        *("", "while (a < b) { }"),
    ],
    "if (p && !q) g();": [
        *("if (p || !q) g();", "if (!(p && !q)) g();", "if (!p && !q) g();", "if (p && q) g();"),
        *("if (q && !q) g();", "if (p && !p) g();", "", "if (p && !q) { }"),
    ],
    "s.run(t);": ["if (s != null) s.run(t);", "t.run(t);", "s.run(s);", ""],
    "x.run(t);": ["if (x != null) x.run(t);", "x.run(s);", ""],
    "Box.run(1);": ["Box.run(2);", "Box.run(0);", ""],
    "a++;": ["a--;", "b++;", ""],
    "return c[a++];": [
        *("return c[a--];", "return c[++a];", "return c[a++] + 1;", "return c[a++ + 1];"),
        *("return c[a++] - 1;", "return c[a++ - 1];", "return c[b++];", ""),
    ],
    "box.set(true, null);": ["box.set(false, null);", "if (box != null) box.set(true, null);", ""],
    "int k = 7_0;": ["int k = 71;", "int k = 69;", ""],
}


@pytest.mark.parametrize("line", ALL)
def test_all_repairs_of_a_line(line: str) -> None:
    assert lines_for(line) == ALL[line]


# Each row has one repair of a line, and the line before.
ONE = [
    # operators
    ("if (a <= b) g();", "if (a < b) g();"),
    ("if (a <= b) g();", "if (a >= b) g();"),
    ("if (a > b) g();", "if (a >= b) g();"),
    ("if (a > b) g();", "if (a < b) g();"),
    ("if (a >= b) g();", "if (a > b) g();"),
    ("if (a >= b) g();", "if (a <= b) g();"),
    ("if (a == b) g();", "if (a != b) g();"),
    ("if (a != b) g();", "if (a == b) g();"),
    ("if (p || q) g();", "if (p && q) g();"),
    ("return a + b;", "return a - b;"),
    ("return a - b;", "return a + b;"),
    ("return a * b;", "return a / b;"),
    ("return a / b;", "return a * b;"),
    ("return a / b;", "return a % b;"),
    ("return a % b;", "return a / b;"),
    ("return a & b;", "return a | b;"),
    ("return a & b;", "return a ^ b;"),
    ("return a | b;", "return a & b;"),
    ("return a ^ b;", "return a | b;"),
    ("return a << b;", "return a >> b;"),
    ("return a >> b;", "return a >>> b;"),
    ("return a >> b;", "return a << b;"),
    ("return a >>> b;", "return a >> b;"),
    ("a += b;", "a -= b;"),
    ("a *= b;", "a /= b;"),
    ("a <<= b;", "a >>= b;"),
    ("--a;", "++a;"),
    ("return box.of(a) + box.of(b);", "return box.of(a) - box.of(b);"),
    ("return a + b * a;", "return a + b / a;"),
    # off by one
    ("g(a);", "g(a + 1);"),
    ("g(a);", "g(a - 1);"),
    ("g(c[a - 1]);", "g(c[a]);"),
    ("g(a + 1);", "g(a);"),
    ("g(box.size() - 1);", "g(box.size());"),
    ("int[] d = new int[a];", "int[] d = new int[a + 1];"),
    ("b = p ? a : b;", "b = (p ? a : b) + 1;"),
    ("return s.length();", "return s.length() - 1;"),
    # negation
    ("if (p) g();", "if (!p) g();"),
    ("p = q;", "p = !q;"),
    ("return s.isEmpty();", "return !s.isEmpty();"),
    ("return p ? a : b;", "return !p ? a : b;"),
    ("while (true) g();", "while (false) g();"),
    ("do g(); while (box.is(s));", "do g(); while (!box.is(s));"),
    # null checks
    ("if (s.isEmpty()) g();", "if (s != null && s.isEmpty()) g();"),
    ("if (s.isEmpty()) g();", "if (s == null || s.isEmpty()) g();"),
    ("if (p && s.isEmpty()) g();", "if (p && s != null && s.isEmpty()) g();"),
    ("if (p && s.isEmpty()) g();", "if (p && (s == null || s.isEmpty())) g();"),
    ("if (a < box.n) g();", "if (box != null && a < box.n) g();"),
    ("if (c[0] < 1) g();", "if (c != null && c[0] < 1) g();"),
    ("boolean r = s.isEmpty();", "boolean r = s != null && s.isEmpty();"),
    # literals
    ("g(10L);", "g(11L);"),
    ("g(10L);", "g(9L);"),
    ("g(0);", "g(-1);"),
    # dropped statements
    ("int unused = a;", ""),
    ("if (p) { g(); h(); }", ""),
    ("for (;;) g();", "for (;;) { }"),
]


@pytest.mark.parametrize(("line", "repaired"), ONE)
def test_a_line_has_a_repair(line: str, repaired: str) -> None:
    assert repaired in lines_for(line)


NONE = [
    ("return s + a;", "return s - a;"),
    ("s += a;", "s -= a;"),
    ("g(s + 1);", "g(s);"),
    ("g(s);", "g(s + 1);"),
    ("g('x');", "g('x' + 1);"),
    ("g(s.charAt(a));", "g(s.charAt(a) + 1);"),
    ("g(s);", "g(!s);"),
    ("g(a);", "g(n);"),
    ("g(n);", "g(a);"),
    ("Box.run(1);", "if (Box != null) Box.run(1);"),
    ("int k = b; g(k);", " g(k);"),
    ("int k = b;", "int k = k;"),
    ("g(a -0);", "g(a --1);"),
    ("@A(1) int k = b;", "@A(2) int k = b;"),
]


@pytest.mark.parametrize(("line", "repaired"), NONE)
def test_what_cannot_be_meant_is_not_tried(line: str, repaired: str) -> None:
    found = lines_for(line)
    assert found
    assert repaired not in found


def test_kinds_follow_each_other_in_the_order_of_the_specification() -> None:
    assert [kind.__name__ for kind in KINDS] == [
        *("operators", "off_by_one", "negation", "null_check", "literals", "variables", "dropped"),
    ]
    found = lines_for("if (s.length() < a) g(0);")
    wanted = [
        "if (s.length() <= a) g(0);",
        "if (s.length() < a + 1) g(0);",
        "if (!(s.length() < a)) g(0);",
        "if (s != null && s.length() < a) g(0);",
        "if (s.length() < a) g(1);",
        "if (s.length() < b) g(0);",
        "",
    ]
    # The opposite of a comparison of whole numbers is an operator already.
    wanted.remove("if (!(s.length() < a)) g(0);")
    places = [found.index(line) for line in wanted]
    assert places == sorted(places)


def test_the_first_edit_of_each_place_comes_before_the_second_of_any() -> None:
    assert lines_for("if (a < b && a > 1) g();")[:5] == [
        "if (a <= b && a > 1) g();",
        "if (a < b || a > 1) g();",
        "if (a < b && a >= 1) g();",
        "if (a > b && a > 1) g();",
        "if (a < b && a < 1) g();",
    ]


def test_variables_declared_last_come_first_and_generic_types_count() -> None:
    head = (
        "int f(List<String> x, List<Integer> y, List<String> z) { List<String> w = x; var v = 1; int u = v;"
    )
    assert [line for line in lines_for("g(x);", head) if line] == ["g(w);", "g(z);"]
    assert "g(u);" in lines_for("g(v);", head)


def test_only_parts_that_begin_on_a_faulty_line_are_edited() -> None:
    text = "int f(int a) {\n  if (a < 1\n      && a > 7)\n    return 2;\n  return 3;\n}"
    for edited in repairs(text, [3]):
        assert next(line for line in edited.splitlines() if line not in text.splitlines()).startswith(
            "      "
        )
    changed = {edited.splitlines()[3] for edited in repairs(text, [4])}
    assert changed == {"    return 3;", "    return 1;", "    { }"}


def test_a_dropped_statement_takes_its_line_along() -> None:
    text = "void f() {\r\n  g();\r\n  h(); // why\r\n  i(); j();\r\n}\r\n"
    assert list(repairs(text, [2])) == ["void f() {\r\n  h(); // why\r\n  i(); j();\r\n}\r\n"]
    assert list(repairs(text, [3])) == ["void f() {\r\n  g();\r\n   // why\r\n  i(); j();\r\n}\r\n"]
    assert [one.splitlines()[3] for one in repairs(text, [4])] == ["   j();", "  i(); "]


@pytest.mark.parametrize(
    "text",
    [
        "void f(java.util.List<Integer> x) {\n  x.forEach(e -> { if (e > 1 && x.size() < 3) g(e, 1); });\n}",
        "int f(int a) {\n  return switch (a) { case 1 -> 2; case 3 -> { a++; yield a; } default -> a < 1 ? 7 : -a; };\n}",
        "<T extends Comparable<T>> T f(Map<String, List<T>> x, T u, T v) {\n  return u.compareTo(v) > 0 ? x.get(u).get(0) : v;\n}",
        "boolean f(Object o, String s) {\n  return o instanceof String t && t.length() > 1 || !s.equals(o);\n}",
        'String f(int a) {\n  String s = """\n    ä\U0001f600\n    """; if (a == 1) s += a; return s + 2;\n}',
        "class A { int x = 1; int f() { return x; }\n int g(int a) { for (int i = 0; i < a; i++) x--; return x; } }",
        "int a = 1;\nif (a > 2) { a = g(a - 1); b.c(); }",
        'int f(int a) {\r\n  synchronized (this) { a--; assert a > 1 : "no"; throw new E(a, 1); }\r\n}',
        "int f() {\n  class L { int n = 1; int h(int n) { return n - -this.n; } } return new L().h(0x10 + 1) << 010;\n}",
        "int \u00e4\u00f6(int \u0434) {\n  return \u0434 * 2 /* \U0001f600 */ + g(\u0434) // x\n;\n}",
    ],
)
def test_every_repair_parses_and_none_comes_twice(text: str) -> None:
    found = list(repairs(text, range(2, 9)))
    assert len(found) >= 3
    assert len({*found, text}) == len(found) + 1
    assert all(SourceFile.from_text(one).parses for one in found)


@pytest.mark.parametrize(
    ("text", "lines", "reason"),
    [
        ("", (1,), "no faulty line lies in a method"),
        ("int f() {\n  return 1;\n}", (), "no faulty line lies in a method"),
        ("int f() {\n  return 1;\n}", (9,), "no faulty line lies in a method"),
        ("class A {\n  int x = 1;\n}", (2,), "no faulty line lies in a method"),
        ("int f() {\n\n  return 1;\n}", (2,), "no faulty line lies in a method"),
        ("int f() {\n  return 1 1;\n}", (2,), "the grammar finds a syntax error at line 2"),
        ("int f() {\n  return \ud800;\n}", (2,), "2: a lone surrogate, which UTF-8 cannot hold"),
        ("int f() {\n  return " + "(" * 5000 + "1" + ")" * 5000 + ";\n}", (2,), "nested deeper than"),
    ],
)
def test_what_cannot_be_repaired_has_a_reason(text: str, lines: tuple[int, ...], reason: str) -> None:
    [answer] = TemplateModel().repair([Request("x", text, lines)], 3)
    assert answer.candidates == ()
    assert answer.error is not None
    assert reason in answer.error


def test_no_edit_that_fits_is_an_answer_without_candidates() -> None:
    [answer] = TemplateModel().repair([Request("x", "int f() {\n  ;\n}", (3,))], 3)
    assert (answer.candidates, answer.error) == ((), None)


def test_a_bad_request_does_not_end_the_others() -> None:
    good = "void f() {\n  g(1);\n}"
    requests = [Request("a", "}{", (1,)), Request("b", good, (7,)), Request("c", good, (2,))]
    answers = list(TemplateModel().repair(requests, 2))
    assert [(one.id, len(one.candidates), one.error is None) for one in answers] == [
        ("a", 0, False),
        ("b", 0, False),
        ("c", 2, True),
    ]


def test_fewer_candidates_are_the_first_of_more() -> None:
    text = f"{HEAD}\n  if (a < b && s.length() > c[a]) g(a, 1);\n}}"
    all_of_them = list(repairs(text, [2]))
    for k in (1, 2, 7, 1000):
        [answer] = TemplateModel().repair([Request("x", text, (2,), seed=k)], k)
        assert [one.text for one in answer.candidates] == all_of_them[:k]


def test_another_process_with_other_hashes_answers_the_same() -> None:
    text = f"{HEAD}\n  if (a < b && s.length() > c[a]) g(a, 1);\n}}"
    code = "import sys; from equimorph.robustness.baselines.template import repairs; "
    code += "print(list(repairs(sys.argv[1], [2])))"
    command = [sys.executable, "-c", code, text]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "7"}
    )
    assert done.stdout == f"{list(repairs(text, [2]))}\n"


def test_a_long_method_is_edited_where_it_is_faulty() -> None:
    lines = [f"  int v{at} = g({at});" for at in range(5000)]
    text = "\n".join(["int f(int a) {", *lines, "  return a;", "}"])
    found = list(islice(repairs(text, [2501]), 3))
    assert [one.splitlines()[2500] for one in found] == [
        "  int v2499 = g(2500);",
        "  int v2499 = g(2498);",
        "  int v2500 = g(2500);",
    ]
