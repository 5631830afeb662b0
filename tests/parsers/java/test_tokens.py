import pytest
from hypothesis import given

from parsers.java.syntax.tokens import tokenize
from parsers.java.syntax.tree import parse
from tests.strategies.text import texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \t\r\n/* a */ // b", ""),
        ("a+b", "a + b"),
        ("a+++b---c", "a ++ + b -- - c"),
        ("x>>>=1>>2", "x > > >= 1 > > 2"),
        ("List<List<int[]>>x", "List < List < int [ ] > > x"),
        ("a<<=1<<2<=b", "a <<= 1 << 2 <= b"),
        ("a>=b==c!=d", "a >= b == c != d"),
        ("a&&b||c&d|e^f", "a && b || c & d | e ^ f"),
        (
            "a+=1;a-=1;a*=1;a/=1;a%=1;a&=1;a|=1;a^=1",
            "a += 1 ; a -= 1 ; a *= 1 ; a /= 1 ; a %= 1 ; a &= 1 ; a |= 1 ; a ^= 1",
        ),
        ("x->y::z", "x -> y :: z"),
        ("int...a", "int ... a"),
        ("1.5e-3f+0x1p+3-.5d", "1.5e-3f + 0x1p+3 - .5d"),
        ("0x1e+1-0xEp-1*0x.8p0", "0x1e + 1 - 0xEp-1 * 0x.8p0"),
        ("1_000L*0b1010", "1_000L * 0b1010"),
        ("1.e3+1.f+1.", "1.e3 + 1.f + 1."),
        ("a.b.c()", "a . b . c ( )"),
        ("\u00e9\u4e2d$_9=1", "\u00e9\u4e2d$_9 = 1"),
        ("@A(x=1)", "@ A ( x = 1 )"),
        ("a/b//c\nd/*e*/f", "a / b d f"),
        ("'a'+'\\''+'\"'", "'a' + '\\'' + '\"'"),
        ("/* unclosed", ""),
    ],
)
def test_tokens(text: str, expected: str) -> None:
    assert [t.text.decode() for t in tokenize(text.encode())] == expected.split()


@pytest.mark.parametrize(
    "literal",
    [
        '""',
        '"a b"',
        '"// no comment"',
        '"/*"',
        '"\\""',
        '"\\\\"',
        "'/'",
        '"""\n a "b" \\""" c\n"""',
        '"""\n"""',
    ],
)
def test_a_literal_is_one_token(literal: str) -> None:
    tokens = tokenize(f"x = {literal} + y; // z".encode())
    assert [t.text.decode() for t in tokens] == ["x", "=", literal, "+", "y", ";"]


def test_an_unclosed_literal_ends_with_its_line() -> None:
    assert [t.text for t in tokenize(b"a = \"b c\nd = 'e\r\nf")] == [
        b"a",
        b"=",
        b'"b c',
        b"d",
        b"=",
        b"'e",
        b"f",
    ]


def test_a_token_shows_its_place() -> None:
    [a, b] = tokenize("\u00e9 /* */ b".encode())
    assert (a.start, a.end, b.start, b.end) == (0, 2, 9, 10)
    assert repr(b) == "<b'b' 9-10>"


@given(texts(max_size=30))
def test_total_and_without_overlap(text: str) -> None:
    data = text.encode()
    at = 0
    for token in tokenize(data):
        assert token.start >= at
        assert data[token.start : token.end] == token.text != b""
        gap = data[at : token.start]
        assert not gap.strip() or gap.lstrip().startswith(b"/")
        at = token.end


def test_as_the_grammar_reads_it() -> None:
    data = b"""class A { /* c */ int f(int... x) { int y = x[0]++ - 1; y >>= 2; y <<= 1; return y != .5e-1 ? y >>> 2 : 0x1FL; }
      String s = "a\\"b" + 'c' + \"\"\"\n  t \\\"\"\" u \"\"\"; Runnable r = A::new; boolean b = (y <= 2 && !z) || y >= 3; // end
    }"""
    leaves = []
    stack = [parse(data).root_node]
    while stack:
        node = stack.pop()
        if node.type in ("string_literal", "character_literal") or not node.child_count:
            if "comment" not in node.type:
                leaves.append(node.text)
        else:
            stack.extend(reversed(node.children))
    # Shifts are single brackets for tokens, and so is what the grammar joins to one operator.
    split = [part for leaf in leaves for part in (_brackets(leaf) if leaf.startswith(b">") else [leaf])]
    assert [t.text for t in tokenize(data)] == split


def _brackets(leaf: bytes) -> list[bytes]:
    last = b">=" if leaf.endswith(b"=") else b">"
    return [b">"] * (len(leaf) - len(last)) + [last]
