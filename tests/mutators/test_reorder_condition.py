"""Swapping comparisons: what is written, what is refused, and what conventional purity adds."""

from __future__ import annotations

import pytest

import equimorph as em
from mutators.java.reorder_condition import ReorderCondition

FRAME = "boolean f(int i, int j, int[] a, int[] b, boolean p, boolean q, String s, String t, Integer n, double d) {{ return {}; }}"


def judged(condition: str, purity: str = "proven", frame: str = FRAME) -> list[tuple[str, str | None]]:
    source = em.parse(frame.format(condition))
    found = ReorderCondition(purity).judged(source)
    return [(source.slice(site.start, site.end), reason) for site, reason in found]


def swapped(condition: str, purity: str = "proven", frame: str = FRAME) -> list[str]:
    source = em.parse(frame.format(condition))
    head, tail = frame.split("{}")
    head, tail = head.replace("{{", "{"), tail.replace("}}", "}")
    return [m.text.removeprefix(head).removesuffix(tail) for m in ReorderCondition(purity).mutants(source)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i < j", ["j > i"]),
        ("i > j", ["j < i"]),
        ("i <= j", ["j >= i"]),
        ("i >= j", ["j <= i"]),
        ("i == j", ["j == i"]),
        ("i != j", ["j != i"]),
        ("p == q == (i == j)", ["(i == j) == (p == q)", "q == p == (i == j)", "p == q == (j == i)"]),
        ("i < j == p", ["p == i < j", "j > i == p"]),
        ("p != i < j", ["i < j != p", "p != j > i"]),
        ("i + 1 < j << 2", ["j << 2 > i + 1"]),
        ("i/*1*/</*2*/j/*3*/", ["j/*1*/>/*2*/i/*3*/"]),
        ("i\n  <\n  j", ["j\n  >\n  i"]),
        ("s == null", ["null == s"]),
        ("'a'<i", ["i>'a'"]),
        ("(i) < (j)", ["(j) > (i)"]),
        ("s.length() == 0", ["0 == s.length()"]),
        ("s.length() > t.length()", ["t.length() < s.length()"]),
        ("i < a.length", ["a.length > i"]),
        ("a[i] != 0", ["0 != a[i]"]),
        ("(i = 3) > j", ["j < (i = 3)"]),
        ("n == i", ["i == n"]),
        ("d < 1e3", ["1e3 > d"]),
        ("i < j & j < i", ["j > i & j < i", "i < j & i > j"]),
    ],
)
def test_swaps(before: str, after: list[str]) -> None:
    assert sorted(swapped(before)) == sorted(after)


def test_a_blank_where_tokens_would_run_together() -> None:
    frame = 'String f(String s, int k) {{ if (k > 5) return{}?s:null; return""; }}'
    assert swapped('"x"==s', frame=frame)[-1:] == [' s=="x"']


@pytest.mark.parametrize(
    "condition",
    [
        "i++ < i",
        "(i = 2) == i",
        "i < (i += 1)",
        "g() < g()",
        "a[i] < b[i]",
        "i / j < a[0]",
        "n < a[i]",
        "g() == a[0]",
        "a[0]++ < a[1]",
        "++i > i--",
        "h(i++) < i",
        '"" + x == y',
    ],
)
def test_refused(condition: str) -> None:
    found = judged(condition)
    assert len(found) == 1
    assert found[0][1] is not None


def test_volatile_reads_keep_their_order() -> None:
    frame = "class A {{ volatile int v; int w; final int x = g(); boolean f(int i) {{ return {}; }} }}"
    for wrong in ("v < w", "v > x", "(this.w = i) < w", "w == (w = 2)"):
        assert judged(wrong, frame=frame)[0][1] is not None, wrong
    for fine in ("v < i", "w < i", "w < this.w", "w > x"):
        assert judged(fine, frame=frame)[0][1] is None, fine


def test_equal_operands_are_refused() -> None:
    assert judged("d == d")[0][1] is not None
    assert judged("d <= d")[0][1] is None


def test_conventional_purity_is_written_into_the_record() -> None:
    frame = "boolean f(Node x, Node y) {{ return {}; }}"
    assert judged("x.getId() == y.getId()", frame=frame)[0][1] is not None
    assert swapped("x.getId() == y.getId()", "conventional", frame) == ["y.getId() == x.getId()"]
    (made,) = ReorderCondition("conventional").mutants(em.parse(frame.format("x.getId() == y.size()")))
    assert {"getId() is pure", "size() is pure"} <= set(made.local.assumptions)
    assert em.Mutation.from_json(made.local.to_json()).assumptions == made.local.assumptions
    for no in ("x.next() == y.getId()", "x.getId(1) == y.getId()", "x.getAndSet() == y.getId()"):
        assert judged(no, "conventional", frame)[0][1] is not None, no
    (proven,) = ReorderCondition().mutants(em.parse(FRAME.format("i < j")))
    assert proven.local.assumptions == ()


def test_other_operators_are_no_candidates() -> None:
    assert [text for text, _ in judged("p && q || p ^ q | s instanceof String")] == []


def test_a_site_made_up_is_refused() -> None:
    source = em.parse(FRAME.format("i + j"))
    at = source.text.index("i + j")
    with pytest.raises(em.Refused, match="nothing that reorder-condition could change stands there"):
        ReorderCondition().apply(source, em.Site.of("reorder-condition", at, at + 5, purity="proven"))
