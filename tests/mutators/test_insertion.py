"""Inserted declarations: where they go, with which indentation and line end, and how they are taken out again."""

from __future__ import annotations

import pytest

from mutators.java.tools import insertion
from mutators.lines import LineMapping
from mutators.model import Edit, EditConflict, apply_edits, checked, invert_edits
from parsers.java.method import Method
from parsers.java.syntax.tree import Node
from parsers.source import SourceFile

NEW = "int u = 0;"


def place(text: str, statement: str, number: int = 0) -> tuple[Method, Node]:
    """The member and the largest node with that text, the first or a later one."""
    for method in SourceFile.from_text(text).methods:
        found: dict[int, Node] = {}
        for node in method.root.walk():
            if method.node_text(node) == statement:
                found.setdefault(node.start, node)
        if len(found) > number:
            return method, list(found.values())[number]
    raise AssertionError(f"no {statement!r} in {text!r}")


def inserted(text: str, edit: Edit) -> str:
    """The text with the edit, which must be undone exactly by its inverse and by taking the declaration out."""
    data = text.encode()
    result = apply_edits(data, [edit])
    assert apply_edits(result, invert_edits([edit])) == data
    start = result.index(NEW.encode(), edit.start)
    out = insertion.removal(result, start, start + len(NEW), edit.new)
    assert apply_edits(result, [out]) == data
    return result.decode()


@pytest.mark.parametrize(
    ("before", "statement", "after"),
    [
        ("void f() {\n  g();\n}", "g();", "void f() {\n  int u = 0;\n  g();\n}"),
        ("void f() {\n    g();\n}", "g();", "void f() {\n    int u = 0;\n    g();\n}"),
        ("void f() {\n\tg();\n}", "g();", "void f() {\n\tint u = 0;\n\tg();\n}"),
        ("void f() {\n \t g();\n}", "g();", "void f() {\n \t int u = 0;\n \t g();\n}"),
        ("void f() {\r\n\tg();\r\n}", "g();", "void f() {\r\n\tint u = 0;\r\n\tg();\r\n}"),
        ("void f() {\ng();\n}", "g();", "void f() {\nint u = 0;\ng();\n}"),
        ("void f() {\n\n  g();\n}", "g();", "void f() {\n\n  int u = 0;\n  g();\n}"),
        ("void f() {\n\r\n  g();\n}", "g();", "void f() {\n\r\n  int u = 0;\r\n  g();\n}"),  # as the line before
        ("void f() { g(); }", "g();", "void f() { int u = 0; g(); }"),
        ("void f() {g();}", "g();", "void f() {int u = 0; g();}"),
        ("void f() {\n  g(); h();\n}", "h();", "void f() {\n  g(); int u = 0; h();\n}"),
        ("void f() {\n  /* é */ g();\n}", "g();", "void f() {\n  /* é */ int u = 0; g();\n}"),
        ("void f() {\n  // é\n  g(); // c\n}", "g();", "void f() {\n  // é\n  int u = 0;\n  g(); // c\n}"),
        ("void f() {\n  /* a\n  */ g();\n}", "g();", "void f() {\n  /* a\n  */ int u = 0; g();\n}"),
        ("void f() {\n  g(1,\n    2);\n}", "g(1,\n    2);", "void f() {\n  int u = 0;\n  g(1,\n    2);\n}"),
        (
            "void f() {\n  switch (n) {\n    case 1: g();\n      h();\n  }\n}",
            "g();",
            "void f() {\n  switch (n) {\n    case 1: int u = 0; g();\n      h();\n  }\n}",
        ),
        (
            "void f() {\n  switch (n) {\n    case 1: g();\n      h();\n  }\n}",
            "h();",
            "void f() {\n  switch (n) {\n    case 1: g();\n      int u = 0;\n      h();\n  }\n}",
        ),
        ("class A {\n  {\n    g();\n  }\n}", "g();", "class A {\n  {\n    int u = 0;\n    g();\n  }\n}"),
    ],
)  # fmt: skip
def test_before_a_statement(before: str, statement: str, after: str) -> None:
    assert inserted(before, insertion.before(*place(before, statement), NEW)) == after


@pytest.mark.parametrize(
    ("before", "statement", "after"),
    [
        ("void f() {\n  g();\n}", "g();", "void f() {\n  g();\n  int u = 0;\n}"),
        ("void f() {\n\tg();  \n\th();\n}", "g();", "void f() {\n\tg();  \n\tint u = 0;\n\th();\n}"),
        ("void f() {\n  g(); // é\n}", "g();", "void f() {\n  g(); // é\n  int u = 0;\n}"),
        ("void f() {\r\n  g(); // c\r\n}", "g();", "void f() {\r\n  g(); // c\r\n  int u = 0;\r\n}"),
        ("void f() {\n  g(1,\n    2);\n}", "g(1,\n    2);", "void f() {\n  g(1,\n    2);\n  int u = 0;\n}"),
        ("void f() {\n  g(); /* c */\n}", "g();", "void f() {\n  g(); int u = 0; /* c */\n}"),
        ("void f() {\n  g(); h();\n}", "g();", "void f() {\n  g(); int u = 0; h();\n}"),
        ("void f() {\n  g(); h();\n}", "h();", "void f() {\n  g(); h(); int u = 0;\n}"),  # its line begins with another
        ("void f() {\n  g(); }", "g();", "void f() {\n  g(); int u = 0; }"),
        ("void f() { g(); }", "g();", "void f() { g(); int u = 0; }"),
        ("void f() {g();}", "g();", "void f() {g(); int u = 0;}"),
    ],
)  # fmt: skip
def test_after_a_statement(before: str, statement: str, after: str) -> None:
    assert inserted(before, insertion.after(*place(before, statement), NEW)) == after


@pytest.mark.parametrize(
    ("before", "block", "after"),
    [
        ("void f() {}", "{}", "void f() { int u = 0; }"),
        ("void f() { }", "{ }", "void f() { int u = 0; }"),
        ("void f() {\t}", "{\t}", "void f() {\tint u = 0; }"),
        ("void f() { /* c */ }", "{ /* c */ }", "void f() { /* c */ int u = 0; }"),
        ("void f() { /* c */}", "{ /* c */}", "void f() { /* c */ int u = 0; }"),
        ("void f() {\n}", "{\n}", "void f() {\n    int u = 0;\n}"),
        ("  void f() {\n  }", "{\n  }", "  void f() {\n    int u = 0;\n  }"),
        ("\tvoid f() {\n\t}", "{\n\t}", "\tvoid f() {\n\t\tint u = 0;\n\t}"),
        ("    void f() {\r\n    }", "{\r\n    }", "    void f() {\r\n        int u = 0;\r\n    }"),
        ("void f() { // c\n}", "{ // c\n}", "void f() { // c\n    int u = 0;\n}"),
        ("void f() {\n\n  // c\n}", "{\n\n  // c\n}", "void f() {\n\n  // c\n    int u = 0;\n}"),
        (
            "void f() {\n   if (a) {\n      g();\n   } else {\n   }\n}",
            "{\n   }",
            "void f() {\n   if (a) {\n      g();\n   } else {\n      int u = 0;\n   }\n}",
        ),
        (
            "void f() {\n    if (a) {\n\t} else g();\n}",
            "{\n\t}",
            "void f() {\n    if (a) {\n\t    int u = 0;\n\t} else g();\n}",
        ),
        (
            "void f() { g();\n  if (a) {\n     h();\n  }\n  for (;;) {\n  }\n}",
            "{\n  }",
            "void f() { g();\n  if (a) {\n     h();\n  }\n  for (;;) {\n     int u = 0;\n  }\n}",
        ),
        ("class A { A() {} }", "{}", "class A { A() { int u = 0; } }"),
        ("class A { A() {\n  } }", "{\n  }", "class A { A() {\n    int u = 0;\n  } }"),
        ("class A { {} }", "{}", "class A { { int u = 0; } }"),
        ("class A { static {} }", "{}", "class A { static { int u = 0; } }"),
        ("record R(int a) { R {} }", "{}", "record R(int a) { R { int u = 0; } }"),
        ("void f() { run(() -> {}); }", "{}", "void f() { run(() -> { int u = 0; }); }"),
        ("void f() { try {} finally { g(); } }", "{}", "void f() { try { int u = 0; } finally { g(); } }"),
        (
            "void f() { switch (n) { case 1 -> {} } }",
            "{}",
            "void f() { switch (n) { case 1 -> { int u = 0; } } }",
        ),
    ],
)  # fmt: skip
def test_into_an_empty_block(before: str, block: str, after: str) -> None:
    assert inserted(before, insertion.into(*place(before, block), NEW)) == after


def test_a_member_that_does_not_begin_its_line_is_edited_within() -> None:
    # The line of the first statement begins in front of the member: the edit must not.
    text = "class A {\n  int a; { g(); } void f()\n  { }\n}"
    method, node = place(text, "g();")
    assert insertion.before(method, node, NEW) == Edit(node.start, "", NEW + " ")
    alone = "g();\nh();"
    for statement, after in (("g();", "int u = 0;\ng();\nh();"), ("h();", "g();\nint u = 0;\nh();")):
        assert inserted(alone, insertion.before(*place(alone, statement), NEW)) == after
    method, node = place("{\n  }", "{\n  }")
    assert insertion.into(method, node, NEW) == Edit(2, "", "    int u = 0;\n")


def test_an_edit_at_the_place_of_the_insertion_becomes_one_with_it() -> None:
    text = "void f(Foo x) {\nx.go(x);\n}"
    edit = insertion.before(*place(text, "x.go(x);"), "Foo y = x;")
    first, second = text.index("x.go"), text.index("x);")
    found = insertion.merged(edit, [Edit(first, "x", "y"), Edit(second, "x", "y")])
    assert checked(found) == (Edit(first, "x", "Foo y = x;\ny"), Edit(second, "x", "y"))
    result = apply_edits(text.encode(), checked(found))
    assert result.decode() == "void f(Foo x) {\nFoo y = x;\ny.go(y);\n}"
    assert apply_edits(result, invert_edits(checked(found))).decode() == text
    apart = insertion.merged(edit, [Edit(second, "x", "y")])
    assert checked(apart) == (edit, Edit(second, "x", "y"))


TEXT = "void f() {\n  a();\n  b(); c();\n  d(); // x\n}\n"


@pytest.mark.parametrize(
    ("statement", "place_", "lines", "touched"),
    [
        ("a();", "before", (1, 3, 4, 5, 6), None),
        ("b();", "before", (1, 2, 4, 5, 6), None),
        ("c();", "before", (1, 2, 3, 4, 5), 3),
        ("d();", "before", (1, 2, 3, 5, 6), None),
        ("a();", "after", (1, 2, 4, 5, 6), None),
        ("b();", "after", (1, 2, 3, 4, 5), 3),
        ("c();", "after", (1, 2, 3, 4, 5), 3),
        ("d();", "after", (1, 2, 3, 4, 6), None),
    ],
)
def test_lines_before_after_and_on_the_place(
    statement: str, place_: str, lines: tuple[int, ...], touched: int | None
) -> None:
    insert = {"before": insertion.before, "after": insertion.after}[place_]
    edit = insert(*place(TEXT, statement), NEW)
    result = apply_edits(TEXT.encode(), [edit])
    mapping = LineMapping(TEXT.encode(), result, (edit,))
    assert [mapping.to_mutant(line) for line in range(1, 6)] == [(line,) for line in lines]
    for line in range(1, 6):
        expected = "touched" if line == touched else "kept" if lines[line - 1] == line else "moved"
        assert mapping.status(line) == expected, line
    new = result.decode()[: result.index(NEW.encode())].count("\n") + 1
    assert mapping.to_original(new) == (() if touched is None else (touched,))


def test_lines_around_an_empty_block() -> None:
    text = "void f() {\n  a(() -> {\n  });\n}\n"
    edit = insertion.into(*place(text, "{\n  }"), NEW)
    mapping = LineMapping(text.encode(), apply_edits(text.encode(), [edit]), (edit,))
    assert [mapping.status(line) for line in range(1, 5)] == ["kept", "kept", "moved", "moved"]
    assert mapping.to_mutant(3) == (4,)
    text = "void f() {\n  a(() -> {});\n}\n"
    edit = insertion.into(*place(text, "{}"), NEW)
    mapping = LineMapping(text.encode(), apply_edits(text.encode(), [edit]), (edit,))
    assert [mapping.status(line) for line in range(1, 4)] == ["kept", "touched", "kept"]


@pytest.mark.parametrize(
    ("text", "inserted_", "left"),
    [
        ("{\n  int u = 0;\n  g();\n}", "  int u = 0;\n", "{\n  g();\n}"),
        ("{\n      int u = 0;  \r\n  g();\r\n}", "  int u = 0;\r\n", "{\n  g();\r\n}"),  # indented anew
        ("{ int u = 0; g(); }", "int u = 0; ", "{ g(); }"),
        ("{ int u = 0;g(); }", "int u = 0; ", "{ g(); }"),
        ("{g(); int u = 0;}", " int u = 0;", "{g();}"),
        ("{g();int u = 0;}", " int u = 0;", "{g();}"),
        ("{ int u = 0; }", " int u = 0; ", "{}"),
        ("{\nint u = 0;\ng(); }", "int u = 0; ", "{\ng(); }"),  # somebody put it on a line of its own
        ("{\n  int u = 0; g();\n}", "  int u = 0;\n", "{\n  g();\n}"),  # or joined its line with the next
        ("{ int u = 0; g(); }", "  int u = 0;\n", "{ g(); }"),
        ("int u = 0;\ng();", "int u = 0;\n", "g();"),
        ("int u = 0;", "int u = 0;\n", ""),
        ("g();\n  int u = 0;", "  int u = 0;\n", "g();\n"),
        ("{\n  int u = 0; // mine\n}", "  int u = 0;\n", "{\n  // mine\n}"),
        ("{\n  /* mine */ int u = 0;\n}", "  int u = 0;\n", "{\n  /* mine */ \n}"),
    ],
)  # fmt: skip
def test_removal(text: str, inserted_: str, left: str) -> None:
    start = text.index("int u = 0;")
    edit = insertion.removal(text.encode(), start, start + len(NEW), inserted_)
    assert apply_edits(text.encode(), [edit]).decode() == left


def test_insertions_at_one_offset_are_one_in_the_order_given() -> None:
    joined = insertion.joined
    assert joined([Edit(4, "", "b"), Edit(2, "x", "y"), Edit(4, "", "a")]) == [
        Edit(4, "", "ba"),
        Edit(2, "x", "y"),
    ]
    for pair in ([Edit(4, "", "a"), Edit(4, "x", "y")], [Edit(4, "x", "y"), Edit(4, "", "a")]):
        assert joined(pair) == pair
        with pytest.raises(EditConflict):
            checked(joined(pair))


@pytest.mark.parametrize(
    ("before", "block", "after"),
    [
        ("void f() { g(); h(); }", "{ g(); h(); }", "void f() { int u = 0; g(); h(); }"),
        ("void f() {\n  g();\n}", "{\n  g();\n}", "void f() {\n  int u = 0;\n  g();\n}"),
        ("void f() { /* no */ }", "{ /* no */ }", "void f() { /* no */ int u = 0; }"),
    ],
)
def test_at_the_start_of_a_block(before: str, block: str, after: str) -> None:
    method, node = place(before, block)
    assert apply_edits(before.encode(), [insertion.at_start(method, node, NEW)]).decode() == after


def test_lines_and_indentation() -> None:
    text = "void f() {\r\n  g(); h();\r\n  while (p) {\r\n     k();\r\n  } }"
    for statement, expected in (("g();", "\r\n  "), ("h();", None), ("k();", "\r\n     ")):
        assert insertion.line_break(*place(text, statement)) == expected
    method = place(text, "g();")[0]
    assert insertion.indentation(method, text.index("  } }") + 2) is not None
    assert insertion.indentation(method, len(text) - 1) is None
