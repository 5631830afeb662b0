"""A Java text that is read as an edit of another one is the same as when it is read by itself."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tree_sitter import Node

from parsers import ParseError
from parsers.java.language import JAVA
from parsers.java.names import classes
from parsers.java.parsed import JavaParsed
from parsers.java.syntax.tree import captures
from parsers.source import SourceFile
from parsers.splicing import bytes_apart

TEXT = """package p;

import java.util.List;

/** Doc "quoted". */
public class A<T> extends B implements C {
    static final int MAX = 0x1F + 'c';
    List<String> all = new Base() { int inner() { return 1; } };

    abstract void none();

    A(int x) { this.x = x; } // end

    int f(int[] data, String name) {
        for (int i = 0; i < data.length; i++) {
            if (data[i] >> 2 > 3.5e-3 && name != "a\\"b") { data[i] = i; }
        }
        return data[0]; /* done */
    }

    static { init(); }

    class Inner<U> { U g(U u) { class Local { void h() { } } return u; } }

    enum E { ONE { int v() { return 1; } }, TWO; int v() { return 2; } }
}
"""
DATA = TEXT.encode()
BASE = SourceFile(DATA)
PIECES = (
    "", " ", "x", "0", ".", "\"", "'", "/*", "*/", "//", "\n", "\r\n", "{", "}", "(", ")", ";", ">", "=", "+", "/",
    "int y = 1;", "return;", "class Z { }", "@A return false;", "int k() { return 3; }", "\u00e9", "`", "\\u002a/", "\"\"\"",
    "new Base() { int more; }", "} class Other { int h() { return 1; }",
)  # fmt: skip


def _facts(source: SourceFile) -> object:
    """What a text is, as its language has read it."""
    try:
        parsed = JavaParsed.of(source)
    except ParseError:
        return source.parses, None
    types = parsed.types
    return (
        source.parses,
        (parsed.kind, parsed.has_error, parsed.is_misread, str(parsed.tree.root_node)),
        [(m.name, m.kind, m.start, m.end, str(m.tree_node)) for m in parsed.methods],
        [(t.name, t.kind, t.start, t.end, sorted(t.fields), t.parent and t.parent.name) for t in types._all],
        (types.package, types.imports, types.type_variables, types.certain),
    )


def _check(base: SourceFile, data: bytes) -> None:
    edited, alone = base.edited(data), SourceFile(data)
    plain = JAVA.tokenize(data)
    assert [(t.text, t.start, t.end) for t in edited.tokens()] == [(t.text, t.start, t.end) for t in plain]
    assert edited.words() == [token.text for token in plain]
    assert (_has_error(edited), edited.parses, edited.is_empty) == (
        _has_error(alone),
        alone.parses,
        alone.is_empty,
    )
    for at in range(0, len(data), 97):
        assert _names(base.edited(data), at, at + 40) == _names(SourceFile(data), at, at + 40)
    assert _facts(edited) == _facts(alone)


def _has_error(source: SourceFile) -> bool | str:
    try:
        return source.has_error
    except ParseError as error:
        return str(error)


def _names(source: SourceFile, start: int, end: int) -> list[tuple[str, int, int]] | None:
    try:
        members = source.methods_in(start, end)
        at = source.method_at(start)
    except ParseError:
        return None
    assert at is None or at in members
    return [(member.name, member.start, member.end) for member in members]


@given(st.integers(0, len(TEXT)), st.integers(0, 12), st.sampled_from(PIECES))
@example(TEXT.index("for ("), 0, "} class Other { int h() { return 1; }")
@example(TEXT.index("return data"), 0, "@A return false;")
@example(TEXT.index("(int[] data"), 0, "x")
@example(TEXT.index("(int[] data") - 1, 1, "")
@example(TEXT.index("{ data[i]"), 0, "// ")
@example(TEXT.index("/* done"), 2, "")
@example(TEXT.index(">> 2"), 1, "")
@example(TEXT.index("class Inner"), 5, "record")
@example(len(TEXT), 0, "int z;")
@example(0, 12, "")
@example(TEXT.index("}", TEXT.index("init()")) + 1, 0, "int w() { return 1; }")
def test_an_edited_text_is_read_as_it_is(at: int, size: int, piece: str) -> None:
    _check(BASE, (TEXT[:at] + piece + TEXT[at + size :]).encode())


@given(st.integers(0, len(TEXT)), st.sampled_from(PIECES), st.integers(0, len(TEXT)), st.sampled_from(PIECES))
def test_an_edit_of_an_edited_text_is_read_as_it_is(one: int, new: str, two: int, newer: str) -> None:
    first = TEXT[:one] + new + TEXT[one:]
    data = (first[:two] + newer + first[two:]).encode()
    _check(BASE.edited(first.encode()), data)
    _check(BASE.edited(first.encode()).pinned(), data)


@pytest.mark.parametrize("text", ["int f() { return 1; }", "return 1;", "package p;", "int x = ;"])
def test_a_text_that_is_no_whole_file_is_read_as_it_is(text: str) -> None:
    for other in (text + " ", text.replace("1", "2"), TEXT):
        _check(SourceFile.from_text(text), other.encode())
        _check(BASE, other.encode())


def test_only_an_edit_of_a_whole_file_is_not_read_again() -> None:
    data = TEXT.replace("i = i", "i = 7").replace("= i;", "= 7;").encode()
    parsed = BASE.edited(data).parsed
    assert isinstance(parsed, JavaParsed)
    assert parsed.before is not None
    assert parsed.before[0] is BASE.parsed
    assert SourceFile(data).parsed.before is None


def test_a_broken_edit_is_known_without_reading_it_again() -> None:
    broken = BASE.edited(TEXT.replace("= i;", "= ;").encode())
    assert not broken.parses
    assert "parsed" not in vars(broken)
    assert broken.has_error


def test_an_edited_text_that_cannot_be_read_has_no_error_that_is_known() -> None:
    text = "class A { int f() { return 1; } }"
    edited = SourceFile.from_text(text).edited(text.replace("return", '"return').encode())
    assert not edited.parses
    with pytest.raises(ParseError, match="not Java"):
        _ = edited.has_error


@pytest.mark.parametrize("end", ["\\", "// x\\", "/* x */ \\", "\\\\", "", "}"])
@pytest.mark.parametrize("other", ["\\", "// x\\", "\\ ", '\\"""', "", ";"])
def test_an_open_text_block_is_read_up_to_the_end_of_the_text(end: str, other: str) -> None:
    """A backslash that ends the text makes its delimiter two other tokens, however far away it is."""
    text = TEXT.replace('"a\\"b"', '"""\n') + end
    for newer in (
        TEXT.replace('"a\\"b"', '"""\n') + other,
        text.replace("= i;", "= 7;") + other,
        TEXT + other,
    ):
        _check(SourceFile.from_text(text), newer.encode())
        _check(BASE.edited(text.encode()), newer.encode())
        _check(BASE.edited(text.encode()).pinned(), newer.encode())


@pytest.mark.parametrize("end", ["\\", "", "// x"])
@pytest.mark.parametrize("quotes", ['"""', '""', "'", ""])
def test_comments_apart_are_those_that_differ_in_the_whole_texts(quotes: str, end: str) -> None:
    base = SourceFile.from_text(TEXT + end)
    one, other = (
        base.edited(base.data.replace(b"= i;", f"= {quotes}\n/* {word} */;".encode()))
        for word in ("one", "other")
    )
    stretches = bytes_apart(one.tokens(), other.tokens()) or (slice(None), slice(None))
    near = [_comments(source.data[stretch]) for source, stretch in zip((one, other), stretches, strict=True)]
    assert near[0] - near[1] == _comments(one.data) - _comments(other.data)
    assert near[1] - near[0] == _comments(other.data) - _comments(one.data)


def test_imports_are_in_the_order_of_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that several static imports have is of the first one, whatever the order in which a query gives its matches."""

    def backwards(pattern: str, root: Node, *around: int) -> dict[str, list[Node]]:
        return {name: nodes[::-1] for name, nodes in captures(pattern, root, *around).items()}

    lines = [f"import static a.B{number}.C;\nimport d.E{number}.*;\n" for number in range(9)]
    text = "".join(lines) + "class F { int f() { return 1; } }"
    for query in (captures, backwards):
        monkeypatch.setattr(classes, "captures", query)
        alone = SourceFile.from_text(text)
        for source in (alone, alone.edited(text.replace("1;", "2;").encode())):
            types = JavaParsed.of(source).types
            assert types.imports == {"C": "a.B0.C"}
            assert types.star_imports == [f"d.E{number}" for number in range(9)]


def _comments(data: bytes) -> Counter[bytes]:
    return Counter(token.text for token in JAVA.comments(data))


def test_each_method_is_made_once() -> None:
    source = BASE.edited(TEXT.replace("= i;", "= 7;").encode())
    first = source.method_at(TEXT.index("for ("))
    assert first is source.method_at(TEXT.index("return data"))
    assert first in [method for method in source.methods if method is first]


@pytest.mark.parametrize(
    ("text", "is_foreign"),
    [("```java\nint f() { }\n```", True), ("int f() { } `", True), ("Here:\n`x`", True),
     ("String s = \"`\";", False), ("char c = '`';", False), ("// `\nint x;", False), ("int f() { }", False),
     ("\\u0022 ` \\u0022", False)],
)  # fmt: skip
def test_a_backtick_is_of_no_token(text: str, is_foreign: bool) -> None:
    assert JAVA.is_foreign(text.encode()) is is_foreign
    if is_foreign:
        source = SourceFile.from_text(text)
        assert not source.parses
        assert _has_error(source) is not False


@pytest.mark.parametrize(
    ("text", "has_token"),
    [("", False), (" \n", False), ("/* a */ // b", False), ("/", True), ("/* a */ x", True)],
)
def test_a_text_without_a_token(text: str, has_token: bool) -> None:
    assert JAVA.has_token(text.encode()) is has_token is bool(JAVA.tokenize(text.encode()))
