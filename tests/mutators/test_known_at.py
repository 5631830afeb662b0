"""What is known at a place: the quick way knows what the plain way does."""

from __future__ import annotations

from pathlib import Path

from mutators.java.operator_mutation.filters import FILTERS, Operators
from mutators.java.operator_mutation.likely.known_at import known_at
from mutators.java.operator_mutation.operators import changes
from parsers.java.method import Method
from parsers.source import SourceFile
from tests.mutators.known_at_oracle import PlainKnownAt, interval

SUBJECTS = sorted(Path(__file__).parent.parent.joinpath("subjects").glob("*.java"))
FACTS = """
class A {
    int state;
    int[] cells;
    int next() { return state++; }
    int f(int n, int m, int[] data, A other) {
        int a = n, b = 3, c = a + 1;
        if (n < 0 || m == 4) return 0;
        if (state > 5) { throw new Error(); } else if (cells == null) return 1;
        int k = a > n ? b : c;
        while (k < 10) { k++; if (k == m) continue; a = k + m; }
        for (int i = 0; i < data.length; i++) { if (i > 0 && i != a) b += i; total(i <= 0, b > 3, b == c); }
        if (other.state == 7) next();
        if (other.state == 7 && n >= 0 && m != 4) { m = 4; }
        a = m; m = n;
        try { if (state < 2) return a; b = state; } finally { c = a < b ? b : a; }
        do { b--; c = b; a = c; } while (b > a);
        return a == m || b < c || m == n || state >= 2 || n > -1 && c <= b ? a - 1 : b + 1;
    }
}
"""


def methods() -> list[Method]:
    texts = [FACTS.encode(), *(path.read_bytes() for path in SUBJECTS)]
    found = [m for text in texts for m in SourceFile(text).methods if m.untrusted is None]
    return [*found[:2], *found[2::7]]


def test_a_place_knows_what_walking_to_it_shows() -> None:
    told = 0
    for method in methods():
        for node in method.nodes:
            if node.type != "binary_expression" or len(node.children) != 3:
                continue
            left, _, right = node.children
            plain = PlainKnownAt(method, node)
            quick = known_at(method, node)
            assert quick.cases(left, right) == plain.cases(left, right), method.node_text(node)
            for side in (left, right):
                assert quick.interval(side) == interval(plain, side), method.node_text(node)
            told += quick.cases(left, right) != frozenset("<=>")
    assert told > 50


def test_a_filter_that_is_left_out_would_not_hold() -> None:
    left_out = 0
    for method in methods():
        for change in changes(method):
            operators = Operators(change.group, change.node.type, change.old, change.new)
            for found in FILTERS:
                if not found.over(operators):
                    left_out += 1
                    assert not found.holds(method, change), (found.name, change)
    assert left_out > 1000
