"""Brackets that have no partner, and what they spare: readings of a text that must have an error."""

import random
from pathlib import Path

import pytest

from parsers import ParseError
from parsers.java.syntax import outline, tree
from parsers.java.syntax.brackets import has_unpaired_bracket
from parsers.source import SourceFile

SUBJECTS = sorted((Path(__file__).parents[2] / "subjects").glob("*.java"))


@pytest.mark.parametrize(
    ("text", "unpaired"),
    [
        ("", False),
        ("int f(int[] a) { return a[0]; }", False),
        ("int f() { return 1;", True),
        ("int f() { return 1; } }", True),
        ("int f() { return (1]; }", True),
        ("int f() { return )1(; }", True),
        ("char f() { return '{'; }", False),
        ("char f() { return '\\''; }", False),
        ("char f() { return '\\''; // {\n", True),
        ('String f() { return "}\\"{" /* } */; // }\n}', False),
        ('String f() { return """\n } " "" { \\""" """; }', False),
        ('String f() { return """\n } """; } }', True),
        # Not clear: the grammar may read more as a literal or comment.
        ("int f() { return 'a; }}", False),
        ('int f() { return "a; }}', False),
        ("int f() { return 1; /* }", False),
        ('String f() { return "\\{g("}")}"; } }', False),
        ("you don't need this } but that isn't", False),
    ],
)
def test_a_bracket_has_a_partner_or_not(text: str, unpaired: bool) -> None:
    assert has_unpaired_bracket(text.encode()) == unpaired


def naive(data: bytes) -> tuple[str, str] | None:
    """Read a text in every way, as `outline.read` did before it spared any."""
    alone = tree.parse(data)
    parts = {node.type for node in alone.root_node.children} - {"line_comment", "block_comment", ";"}
    file = str(alone.root_node)
    files = {
        f"{kind}_declaration"
        for kind in ["package", "import", "module", "class", "interface", "enum", "record", "annotation_type"]
    }
    if parts <= files or (parts <= files | {"ERROR"} and parts & files):
        return "file", file
    broken = []
    for wrapper in ("member", "compact-constructor"):
        wrapped, shift = tree.parse_wrapped(data, wrapper)
        if outline._members(wrapped, shift + len(data)):
            if not wrapped.root_node.has_error:
                return "member", str(wrapped.root_node)
            broken.append(("member", str(wrapped.root_node)))
    if (statements := outline._statements(data)) is not None:
        return "statements", str(statements[0].root_node)
    return ("file", file) if parts & files else next(iter(broken), None)


def test_a_text_is_read_as_if_nothing_was_spared() -> None:
    members = [method.data for path in SUBJECTS for method in SourceFile(path.read_bytes()).methods]
    rng, words = (
        random.Random(7),
        (b"{", b"}", b"(", b")", b"'", b'"', b"/*", b"record X() {", b"class A {}", b";", b"X {"),
    )
    read = 0
    for number in range(400):
        text = members[number * 7 % len(members)]
        for _ in range(rng.choice((0, 1, 1, 2))):
            start = rng.randrange(len(text) + 1)
            text = text[:start] + rng.choice((b"", *words)) + text[start + rng.choice((0, 1, 9)) :]
        text = text.decode(errors="replace").encode()
        wanted = naive(text)
        read += wanted is not None
        try:
            kind, found, _ = outline.read(text, None)
        except ParseError:
            assert wanted is None, text
        else:
            assert (kind, str(found.root_node)) == wanted, text
    assert read > 200


def test_a_text_that_is_not_java_says_so_each_time() -> None:
    for path in ("A.java", "B.java", None):
        with pytest.raises(ParseError) as raised:
            outline.read(b"int a;\nthis is )", path)
        assert (raised.value.path, raised.value.line) == (path, 2)
