import random
import re

import pytest

from parsers.java.method import Method
from parsers.java.syntax.rereading import reparse
from parsers.java.syntax.tree import Node, build, error_offset, parse, parse_wrapped
from parsers.source import SourceFile

# Expressions with a parenthesised name before + or -; the same without the parentheses means the same (JLS 15.8.5).
FALSE_CASTS = [
    "(x) - y",
    "(x) + y",
    "(x)-y",
    "(x)+-y",
    "(x) - -y",
    "(x) + +y",
    "(x) - ~y",
    "(a.length) + 1",
    "(a.b.c) - 1",
    "(java.lang.Long.MAX_VALUE) - 1",
    '(p.name) + "x"',
    "(x) - y * z",
    "(x) - y - z",
    "z * (x) - y",
    "z - (x) - y",
    "-(x) - y",
    "!b == (x) - y > 0",
    "(x) - (y) - z",
    "(x) - (y) + (z) - 1",
    "f((x) - 1, (y) + 2)",
    "f(p -> (p) - x)",
    "f(p -> { return (p) - (x) - 1; })",
    "f(new O() { int g() { return (x) - 1; } })",
    "new int[] {(x) - 1, (y) + 1}[(z) - 1]",
    "b ? (x) - 1 : (y) + 1",
    "(int) (x) - y",
    "(int) ((x) - y)",
    "(long) (a.b) + (x) - 1",
    "((x) - y)",
    "(((x) - y)) - z",
    "(x) + y.f((z) - 1)",
    "(x) - y++",
    "(x) - y[(i) + 1]",
    "(x) - y instanceof Object",
    "v = w = (x) - y",
    "switch ((x) - 1) { case 1 -> (y) + 1; default -> (z) - 1; }",
]
GENUINE_CASTS = [
    "(int) -x",
    "(double) +x",
    "(byte) --x",
    "(Integer) x",
    "(Integer) ~x",
    "(Boolean) !x",
    "(T) (x)",
    '(Object) "s"',
    "(Integer) (-x)",
    "(List<String>) x",
    "(int[]) x",
    "(A & B) x",
    "(java.util.List) x",
    "(Runnable) () -> f()",
    "(long) (int) -x",
]


def unit(expression: str) -> Method:
    source = SourceFile.from_text(f"void m() {{ Object r = {expression}; }}")
    assert not source.has_error
    return source.methods[0]


def shape(node: Node, method: Method) -> object:
    """Types, fields and leaves; parentheses around a name left aside."""
    if node.type == "parenthesized_expression" and node.children[1].type in ("identifier", "field_access"):
        name = node.children[1]
        assert [c.type for c in node.children] == ["(", name.type, ")"]
        assert (name.parent, name.field) == (node, None)
        return _inner(name, node.field, method)
    return _inner(node, node.field, method)


def _inner(node: Node, field: str | None, method: Method) -> object:
    if not node.children:
        return node.type, field, method.node_text(node)
    return node.type, field, [shape(child, method) for child in node.children]


def consistent(method: Method) -> None:
    """Parents, order and nesting of the light tree; every token's text is where the node says."""
    for node in method.root.walk():
        at = node.start
        for child in node.children:
            assert child.parent is node
            assert at <= child.start <= child.end <= node.end
            at = child.end
        if not node.children and not node.named:
            assert method.node_text(node) == node.type


@pytest.mark.parametrize("expression", FALSE_CASTS)
def test_a_parenthesised_name_before_a_sign_is_no_cast(expression: str) -> None:
    method = unit(expression)
    plain = unit(re.sub(r"\(([\w.]+)\)(?=\s*[-+])", r" \1 ", expression).replace("(int)  x ", "(int) x"))
    assert shape(method.root, method) == shape(plain.root, plain)
    consistent(method)
    kinds = [n.type for n in method.root.walk()]
    assert kinds.count("cast_expression") == len(re.findall(r"\((int|long)\)", expression))
    for node in method.root.walk():
        if node.type == "parenthesized_expression":
            assert (method.node_text(node)[0], method.node_text(node)[-1]) == ("(", ")")


@pytest.mark.parametrize("expression", GENUINE_CASTS)
def test_a_cast_stays_one(expression: str) -> None:
    method = unit(expression)
    light, _ = build(method.tree_node, method.parsed.shift)
    assert shape(method.root, method) == shape(light, method)
    assert "cast_expression" in {n.type for n in method.root.walk()}
    consistent(method)


@pytest.mark.parametrize(
    "expression",
    [
        "(/* c */ x) - y",
        "(x /* ) */) - y",
        "( x\n)\n- // (\n y",
        "(x)/**/-/**/y",
        "(\tx\t)-y",
        "( a /**/ . /**/ b ) - y",
    ],
)
def test_comments_and_blanks_in_a_false_cast(expression: str) -> None:
    method = unit(expression)
    [binary] = [n for n in method.root.walk() if n.type == "binary_expression"]
    assert method.node_text(binary) == expression
    left, operator, right = binary.children
    assert (left.type, left.field, operator.type, right.field) == (
        "parenthesized_expression", "left", "-", "right",
    )  # fmt: skip
    [closing] = [
        i for i, char in enumerate(expression) if char == ")" and "/* )" not in expression[i - 3 : i + 1]
    ]
    assert method.node_text(left) == expression[: closing + 1]
    assert left.children[0].start == left.start == binary.start
    assert left.children[2].end == left.end
    consistent(method)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("int f(int x) { return (x) - 1; }", "method"),
        ("F(int x) { this((x) - 1); }", "constructor"),
        ("F { x = (x) - 1; }", "compact-constructor"),
        ("static { f((x) - 1); }", "static-initializer"),
        ("{ f((x) - 1); }", "initializer"),
        ("x = (x) - 1; f((x) - 1);", "statements"),
        ("\ufeff// \u00e9\u4e2d\nint f(int x) { return (x) - 1; }", "method"),
        ("int g() { return 0; }\r\nint f(int x) { return (x) - 1; }", "method"),
    ],
)
def test_false_casts_in_every_kind_of_text(text: str, kind: str) -> None:
    for whole in (
        (text, f"class F {{ {text} }}") if kind not in ("statements", "compact-constructor") else (text,)
    ):
        method = SourceFile.from_text(whole.replace("class F { \ufeff", "class F { ")).methods[-1]
        assert method.kind == kind
        found = [method.node_text(n) for n in method.root.walk() if n.type == "binary_expression"]
        assert found == ["(x) - 1"] * text.count("(x) - 1")
        assert "cast_expression" not in {n.type for n in method.root.walk()}


def test_beside_an_error_a_false_cast_is_left() -> None:
    [method] = SourceFile.from_text("void m() { z = (a.b) + ; }").methods
    assert method.untrusted == "the grammar finds a syntax error at line 1"
    assert [method.node_text(n) for n in method.root.walk() if n.type == "cast_expression"] == ["(a.b) +"]
    consistent(method)


def test_build_gives_offsets_of_the_wrapped_text() -> None:
    data = "/* \u00e9 */ int f() { return \u00e9 + 1; } // end".encode()
    tree, shift = parse_wrapped(data, "member")
    member = tree.root_node.children[0].child_by_field_name("body").named_children[1]
    top, _ = build(member, shift)
    assert data[top.start : top.end].decode() == "int f() { return \u00e9 + 1; }"
    names = {data[n.start : n.end].decode() for n in top.walk() if n.type == "identifier"}
    assert names == {"f", "\u00e9"}
    assert [n.type for n in top.walk() if "comment" in n.type] == []
    assert top.parent is None


def test_build_takes_any_nesting() -> None:
    data = b"class X { int f() { return " + b"(" * 10_000 + b"1" + b")" * 10_000 + b"; } }"
    top, depth = build(parse(data).root_node)
    assert depth > 10_000
    assert sum(n.type == "parenthesized_expression" for n in top.walk()) == 10_000


def test_node_answers() -> None:
    method = SourceFile.from_text("void f() { int a = 1, b[] = {2}; g(a, b); }").methods[0]
    [declaration] = [n for n in method.root.walk() if n.type == "local_variable_declaration"]
    assert [method.node_text(n) for n in declaration.all("declarator")] == ["a = 1", "b[] = {2}"]
    assert declaration.child("declarator") is declaration.all("declarator")[0]
    assert declaration.child("value") is None
    assert declaration.first("variable_declarator", "integral_type").type == "integral_type"
    assert declaration.first("block") is None
    assert [n.type for n in declaration.named_children()] == ["integral_type"] + ["variable_declarator"] * 2
    inner = declaration.all("declarator")[1].child("value")
    assert [n.type for n in inner.ancestors()][-1] == "method_declaration"
    assert inner.inside(declaration)
    assert not declaration.inside(inner)
    starts = [n.start for n in method.root.walk()]
    assert starts == sorted(starts)
    assert repr(declaration) == f"<local_variable_declaration {declaration.start}-{declaration.end}>"


@pytest.mark.parametrize(
    ("text", "at"),
    [("class A {}", None), ("class A { void f( { } }", 17), ("class A { void f() { int = 1; } }", None)],
)
def test_error_offset(text: str, at: int | None) -> None:
    root = parse(text.encode()).root_node
    found = error_offset(root)
    assert (found is None) == (not root.has_error)
    if found is not None:
        assert text[:found].count("{") >= 1
    if at is not None:
        assert abs(found - at) <= 8


FILE = b"""package p; import java.util.*;
/** Doc. */ class A<T extends Number> implements B {
    private final int[] xs = {1, 2, 3};
    A(int x) { this.xs[0] = (x) - 1; }
    <U> int f(U u, String... ss) throws E {
        for (int i = 0; i < xs.length; i++) { if (xs[i] > 1 && u != null) continue; else return i; }
        Runnable r = () -> { var s = "a\\tb" + 'c' + 0x1F + 1e3; }; // comment
        switch (ss.length) { case 1: return 2; default: throw new E(); }
    }
    enum K { P, Q { int g() { return 1; } }; int g() { return 2; } }
    record R(int a, List<? super T> b) { R { assert a > 0 : b; } }
}
"""
TOKENS = [
    b"x",
    b" ",
    b"1",
    b"+ y",
    b";",
    b"{",
    b"}",
    b"(",
    b")",
    b"int z = 2;",
    b"/* c */",
    b"//\n",
    b'"',
    b"if (a) b();",
    b"\n",
]


def flat(tree: object) -> list[tuple[str, int, int, bool]]:
    found = []
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        found.append((node.type, node.start_byte, node.end_byte, node.is_missing))
        stack.extend(reversed(node.children))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_reparse_gives_the_tree_of_a_full_parse(seed: int) -> None:
    rng = random.Random(seed)
    before = parse(FILE)
    old = flat(before)
    good = 0
    for _ in range(60):
        data, changes = FILE, []
        for _ in range(rng.randint(1, 3)):
            start = rng.randint(0, len(data))
            end = min(len(data), start + rng.choice([0, 0, 1, 4]))
            new = rng.choice(TOKENS)
            changes.append((start, end - start, len(new)))
            data = data[:start] + new + data[end:]
        full = parse(data)
        again = reparse(before, data, changes)
        # Errors are repaired by cost, and the cost of kept subtrees differs: with errors only the fact is promised.
        assert again.root_node.has_error == full.root_node.has_error
        if not full.root_node.has_error:
            good += 1
            assert flat(again) == flat(full)
    assert good >= 3
    assert flat(before) == old


@pytest.mark.parametrize("seed", range(4))
def test_reparse_after_renames_and_swaps(seed: int) -> None:
    rng = random.Random(seed)
    words = [m for m in re.finditer(rb"\b(xs|ss|u|i|x|r|s|a|b)\b", FILE)]
    data, changes, tree = FILE, [], parse(FILE)
    for word in sorted(rng.sample(words, 6), key=lambda m: -m.start()):
        new = rng.choice([b"longName", b"q", "\u00e9".encode()])
        changes.append((word.start(), len(word[0]), len(new)))
        data = data[: word.start()] + new + data[word.end() :]
    again = reparse(tree, data, changes)
    assert flat(again) == flat(parse(data))
    assert flat(reparse(tree, FILE, [])) == flat(tree)


def reason(text: str) -> str | None:
    [method] = SourceFile.from_text(text).methods
    return method.untrusted


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 1;", None),
        ("return 1; // a\r\n", None),
        (
            "return 1; // a\rreturn 2;\n",
            "a lone carriage return, which the grammar does not read as a line end",
        ),
        ('f("a\\u0041"); // \\u0042 \\\\u000a', None),
        ("// \\u000a return 1;\n", "a Unicode escape that stands for a delimiter"),
        ("// \\uuu000D return 1;\n", "a Unicode escape that stands for a delimiter"),
        ('f("\\u0022 + x + \\u0022");', "a Unicode escape that stands for a delimiter"),
        ("f('\\u0027', 1);", "a Unicode escape that stands for a delimiter"),
        ("/* \\u002a/ f(); */", "a Unicode escape that stands for a delimiter"),
        ("/* *\\u002f f(); /* */", "a Unicode escape that stands for a delimiter"),
        ('f("\\u005c");', "a Unicode escape that stands for a delimiter"),
        ('f("\\\\u0022");', None),
        ('f("\\\\\\u0022");', "a Unicode escape that stands for a delimiter"),
        ('f("\u200b\ufeff\u0007"); // \u200b \u0001', None),
        ("int \u00e9\u4e2d = 1;", None),
        ("int a\u0000b = 1;", "invisible"),
        ("int a\u200bb = 1;", "invisible"),
    ],
)
def test_untrusted(body: str, expected: str | None) -> None:
    found = reason(f"void f() {{ {body}\n}}")
    if expected == "invisible":  # the grammar may find it an error as well
        assert found in (
            "an identifier with an invisible character",
            "the grammar finds a syntax error at line 1",
        )
    else:
        assert found == expected


def test_an_invisible_character_in_a_name_is_named() -> None:
    data = "void f() { int a\u00adb = 1; }".encode()
    tree, _ = parse_wrapped(data, "member")
    if tree.root_node.has_error:
        assert reason(data.decode()) == "the grammar finds a syntax error at line 1"
    else:
        assert reason(data.decode()) == "an identifier with an invisible character"


@pytest.mark.parametrize(
    ("text", "operand"),
    [
        ("-x++", "x++"),
        ("!(x)--", "(x)--"),
        ("(int) x++", "x++"),
        ("~-(long) -a[i++]--", "a[i++]--"),
        ("b * -x++ + 1", "x++"),
        ("(a.b) - y++", "y++"),
        ("(a.b)++ + x", "(a.b)++"),
        ("(a.b)++ + x++", "(a.b)++"),
        ("(a.b)-- - x--", "(a.b)--"),
    ],
)
def test_a_postfix_operator_binds_closer_than_a_prefix_operator_or_a_cast(text: str, operand: str) -> None:
    (method,) = SourceFile(f"void f() {{ z = {text}; }}".encode()).methods
    updates = [node for node in method.root.walk() if node.type == "update_expression"]
    assert method.node_text(updates[0]) == operand
    for node in method.root.walk():
        assert all(
            child.parent is node and node.start <= child.start <= child.end <= node.end
            for child in node.children
        )
        assert [child.start for child in node.children] == sorted(child.start for child in node.children)


def test_an_annotated_receiver_parameter_is_no_variable() -> None:
    (method,) = SourceFile(b"class A { void f(@X A this, int k) { g(k); } }").methods
    assert [d.name for d in method.scopes.declarations] == ["k"]
    assert any(node.type == "receiver_parameter" for node in method.root.walk())


@pytest.mark.parametrize(
    ("label", "wrong"),
    [
        ("case B -> x -> x;", True),
        ("case A, B -> (x) -> x;", True),
        ("case 1 -> x -> x;", False),
        ("case B -> f(x -> x);", False),
        ("case B -> () -> 1;", False),
    ],
)
def test_a_lambda_that_the_grammar_takes_for_part_of_a_label(label: str, wrong: bool) -> None:
    text = f"Object f(E e) {{ return switch (e) {{ {label} default -> null; }}; }}"
    (method,) = SourceFile(text.encode()).methods
    assert (method.untrusted is not None) == wrong
