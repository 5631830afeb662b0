import re

import pytest
from hypothesis import given

from parsers import ParseError
from parsers.java.method import Method
from parsers.java.names.scopes import Scopes
from parsers.source import LineMap, SourceFile
from tests.strategies.text import byte_noise, damaged, texts

JAVA = 'class A {\r\n\tint f(int \u00e9) { return \u00e9; } // \U0001d499\n  String s = "\u4e2d";\r}\n'


def line_starts(text: str) -> list[int]:
    """Character offsets at which lines start, by JLS 3.4."""
    return [0, *(m.end() for m in re.finditer("\r\n|\n|\r", text))]


@pytest.mark.parametrize(
    "text",
    ["", "a", "\n", "\r", "\r\n", "\n\r", "a\nb", "a\r\nb\r",
     "\ufeffa\nb\n", "\u00e9\n\u4e2d\r\n\U0001d499\rx", "a\x0bb\x0cc\u2028d\x85e", JAVA],
)  # fmt: skip
def test_lines_bytes_and_characters(text: str) -> None:
    check_maps(text)


@given(texts(max_size=20))
def test_lines_bytes_and_characters_of_any_text(text: str) -> None:
    check_maps(text)


def check_maps(text: str) -> None:
    source = SourceFile.from_text(text)
    assert source.text == text
    assert source.data == text.encode()
    offsets = [len(text[:i].encode()) for i in range(len(text) + 1)]
    starts = line_starts(text)
    assert len(source.lines) == len(starts)
    for char, offset in enumerate(offsets):
        assert source.char_offset(offset) == char
        assert source.byte_offset(char) == offset
        assert source.lines.line(offset) == sum(start <= char for start in starts)
        assert source.slice(0, offset) == text[:char]
    for number, start in enumerate(starts, 1):
        end = starts[number] if number < len(starts) else len(text)
        assert source.lines.start(number) == offsets[start]
        assert source.lines.end(number) == offsets[end]


@pytest.mark.parametrize("line", [0, -1, 3])
def test_no_such_line(line: int) -> None:
    with pytest.raises(ValueError, match=f"no line {line} in a text of 2 lines"):
        LineMap(b"a\nb").start(line)


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"\xff", 1), (b"class A {\n\n// \xc3(\n}", 3), (b"a\n\xed\xa0\x80", 2), (b"\xfe\xff\0c\0l", 1)],
)
def test_not_utf8(data: bytes, line: int) -> None:
    with pytest.raises(ParseError, match=r"not UTF-8 at byte \d+") as error:
        SourceFile(data, "A.java")
    assert (error.value.path, error.value.line) == ("A.java", line)


def test_lone_surrogates() -> None:
    with pytest.raises(ParseError, match="surrogate") as error:
        SourceFile.from_text("a\nb\n'\udc80'", "A.java")
    assert (error.value.path, error.value.line) == ("A.java", 3)


def test_other_languages() -> None:
    with pytest.raises(ParseError, match="unknown language 'cobol'"):
        SourceFile(b"", language="cobol")


@pytest.mark.parametrize(
    "text",
    ["int", "}", ")(", "hello world, this is no Java", "<html></html>",
     "def f(x):\n    return x\n", "int f() {", "class", "\x00", "SELECT * FROM t"],
)  # fmt: skip
def test_no_java_is_a_parse_error_or_untrusted(text: str) -> None:
    source = SourceFile.from_text(text, "A.java")
    error = parse_error(source)
    if error is None:
        assert source.has_error
        assert all(method.untrusted for method in source.methods)
    else:
        assert error.path == "A.java"
        assert error.line is not None
        assert 1 <= error.line <= len(source.lines)
        assert "not Java" in str(error)


def parse_error(source: SourceFile) -> ParseError | None:
    try:
        _ = source.methods
    except ParseError as error:
        return error
    return None


@given(byte_noise(JAVA.encode()))
def test_any_bytes_end_in_a_result_or_a_parse_error(data: bytes) -> None:
    try:
        source = SourceFile(data)
        methods = source.methods
    except ParseError:
        return
    ends = 0
    for method in methods:
        assert ends <= method.start < method.end <= len(data)
        ends = method.end
        assert source.method_at(method.start) is method
        if not method.untrusted:
            assert {d.name for d in method.scopes.declarations} <= method.scopes.names


@given(damaged(JAVA))
def test_damaged_java(text: str) -> None:
    try:
        source = SourceFile.from_text(text)
        methods = source.methods
    except ParseError:
        return
    for method in methods:
        assert method.text == text.encode()[method.start : method.end].decode()
        assert isinstance(Scopes(method), Scopes)


@pytest.mark.parametrize("form", ["parentheses", "blocks", "generics", "calls", "arrays"])
@pytest.mark.parametrize("closed", [True, False])
def test_ten_thousand_levels(form: str, closed: bool) -> None:
    opening, middle, closing = {
        "parentheses": ("(", "1", ")"),
        "blocks": ("{", "f();", "}"),
        "generics": ("A<", "B", ">"),
        "calls": ("f(", "1", ")"),
        "arrays": ("{", "1", "}"),
    }[form]
    deep = opening * 10_000 + middle + (closing * 10_000 if closed else "")
    body = {"blocks": deep, "generics": f"{deep} x;", "arrays": f"int[] x = {deep};"}.get(
        form, f"int x = {deep};"
    )
    source = SourceFile.from_text(f"class A {{ void f() {{ {body} }} int g() {{ return 1; }} }}")
    try:
        reasons = {method.name: method.untrusted for method in source.methods}
    except ParseError:
        assert not closed
        return
    if closed:
        assert reasons == {"f": "nested deeper than 300 levels", "g": None}
    else:
        assert source.has_error
        assert all(reasons.values())


def test_deep_statements_and_garbage() -> None:
    statements = SourceFile.from_text("{" * 5000 + "}" * 5000 + "f();")
    assert [m.untrusted for m in statements.methods] == ["nested deeper than 300 levels"] * len(
        statements.methods
    )
    assert statements.methods
    source = SourceFile.from_text("(" * 50_000)
    with pytest.raises(ParseError):
        _ = source.methods


def test_a_big_file() -> None:
    part = "  int f%d(int a) { /* \u00e9 */ return (a) - %d; }\r\n"
    text = "class A {\n" + "".join(part % (n, n) for n in range(20_000)) + "}\n"
    source = SourceFile.from_text(text)
    assert len(source.methods) == 20_000
    last = source.methods[-1]
    assert last.text == (part % (19_999, 19_999)).strip()
    assert (last.name, last.start_line, last.end_line) == ("f19999", 20_001, 20_001)
    assert last.untrusted is None
    assert len(last.scopes.declarations[0].references) == 1
    assert source.char_offset(last.start) == text.rindex("int f19999")
    assert source.byte_offset(text.rindex("int f19999")) == last.start
    assert source.method_at(last.start + 1) is last


FILE = """\ufeffpackage p;\r
\r
class A {\r
\t/** Doc. */\r
\t@Deprecated public int f(int a) {\r
\t\treturn a; // \u00e9\r
\t}\r
\tint broken( { }\r
\tint \u00e9() { return 1; }\r
\tvoid bad() { int = ; }\r
}\r
"""


def test_method_views() -> None:
    source = SourceFile.from_text(FILE, "A.java")
    assert source.kind == "file"
    assert source.has_error
    views = {method.name: method for method in source.methods}
    f = views["f"]
    assert f.text == FILE[FILE.index("@Deprecated") : FILE.index("\tint broken")].strip()
    assert f.data == f.text.encode()
    assert (f.start_line, f.end_line, f.kind) == (5, 7, "method")
    assert (f.start, f.end) == (len(FILE[: FILE.index("@Dep")].encode()), f.start + len(f.data))
    assert f.wrapper == "member"
    assert f.untrusted is None
    assert views["\u00e9"].untrusted is None
    assert views["bad"].untrusted == "the grammar finds a syntax error at line 10"
    assert f.sha256 == SourceFile.from_text(f.text).methods[0].sha256
    assert f.sha256 != views["\u00e9"].sha256
    tree, shift = f.alone
    assert not tree.root_node.has_error
    assert (f.root.start, f.root.end, f.root.type) == (f.start, f.end, "method_declaration")
    assert shift == len(b"class X{")
    assert f.node_text(f.root) == f.text


def test_method_at() -> None:
    source = SourceFile.from_text(FILE)
    for offset in range(len(source.data) + 1):
        around = [m for m in source.methods if m.start <= offset < m.end]
        assert source.method_at(offset) is (around[0] if around else None)
    empty = SourceFile.from_text("class A { int x; }")
    assert empty.method_at(3) is None


def test_a_method_under_an_error() -> None:
    source = SourceFile.from_text(
        "class A { int f() { return 1; } void g() { {x ( } class B { int h() { return 2; }"
        " static { h(); } } enum E { P { int k() { return 3;{ }"
    )
    assert {m.name: m.untrusted for m in source.methods} == {
        "f": "it lies in text that does not parse",
        "h": "it lies in text that does not parse",
        "<clinit>": "it lies in text that does not parse",
    }


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "int f(int x) { return x;",
        "static {",
        "A() { f();",
        "A { f();",
        "if (a) {",
        "int f() { } int g() {",
    ],
)
def test_an_unclosed_member(text: str) -> None:
    source = SourceFile.from_text(text)
    try:
        methods = source.methods
    except ParseError:
        return
    assert all(method.end <= len(source.data) for method in methods)
    assert all(method.untrusted or method.text.endswith("}") for method in methods)


def test_exact_node() -> None:
    source = SourceFile.from_text("\u00e9(); int f() { return (a); }".replace("\u00e9(); ", "/* \u00e9 */ "))
    text = source.data
    at = text.index(b"(a)")
    assert source.parsed.exact_node(at, at + 3).type == "parenthesized_expression"
    assert source.parsed.exact_node(at + 1, at + 2).type == "identifier"
    assert source.parsed.exact_node(at, at + 2) is None
    assert source.parsed.exact_node(at + 3, len(text) + 50) is None
    whole = source.methods[0]
    assert source.parsed.exact_node(whole.start, whole.end).type == "method_declaration"


def test_node_at() -> None:
    method = SourceFile.from_text("int f() { return (a) - (b); }").methods[0]
    at = method.text.index("(a)")
    assert method.node_text(method.node_at(at, at + 3, "parenthesized_expression")) == "(a)"
    assert method.node_at(at + 1, at + 2, "identifier").type == "identifier"
    assert method.node_at(at, at + 9, "binary_expression").field is None
    assert method.node_at(at, at + 3, "identifier") is None
    assert method.node_at(at + 1, at + 5, "identifier") is None


def test_facts_are_computed_once() -> None:
    method = SourceFile.from_text("int f(int a) { return a; }").methods[0]
    assert method.scopes is method.scopes
    assert method.types is method.types
    assert method.effects is method.effects
    assert method.flow is method.flow
    assert method.enclosing == ()
    assert isinstance(method, Method)
    assert repr(method) == "<Method f: method, lines 1-1 of text without a path>"


def test_enclosing() -> None:
    source = SourceFile.from_text("class A { class B { enum C { P { void f() {} } } } }")
    assert [t.name for t in source.methods[0].enclosing] == ["", "C", "B", "A"]
