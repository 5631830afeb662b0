"""A mutated method in its file: what is taken over from the file before is what reading it anew would give."""

from __future__ import annotations

import json

import pytest

import equimorph as em
from equimorph.contrastive import pairs
from equimorph.contrastive.members import Member
from mutators.java.sketch import Sketch
from parsers import Method, SourceFile
from tests.equimorph.contrastive.conftest import SHOP

BROKEN = SHOP.replace("private int total;", "private int total; int int;")


def raised(conflict: em.Conflict) -> None:
    raise conflict.error


@pytest.mark.parametrize("text", [SHOP, SHOP.replace("\n", "\r\n"), "\ufeff" + SHOP, BROKEN])
def test_a_mutated_member_is_as_if_read_anew(text: str) -> None:
    source = em.parse(text)
    mutators = (*em.select_mutators(), em.select_mutators(["operator-mutation"])[0], Sketch())
    seen = 0
    for method in source.methods:
        member = Member(method, raised)
        for mutator in mutators:
            for site in member.sites(mutator):
                assert method.start <= site.start
                assert site.end <= method.end
                mutant = mutator.mutate(member.view, method, site, 3)
                found = member.mutated(mutant)
                assert found is not None
                after = found.method
                anew = SourceFile(mutant.data).method_at(method.start)
                assert anew is not None
                assert (after.name, after.kind, after.text) == (anew.name, anew.kind, mutant.mutant)
                assert str(Method.of(after).tree_node) == str(Method.of(anew).tree_node)
                assert after.source.lines._starts == anew.source.lines._starts
                assert len(after.source.lines) == len(anew.source.lines)
                assert (after.start_line, after.end_line) == (anew.start_line, anew.end_line)
                assert [info.name for info in Method.of(after).enclosing] == ["Cart"]
                for other in mutators if seen % 9 == 0 else ():
                    sites = [s for s in other.sites(anew.source) if anew.source.method_at(s.start) == anew]
                    assert sorted(found.sites(other), key=repr) == sorted(set(sites), key=repr)
                seen += 1
    assert seen > 40


def test_all_sites_of_a_file_are_those_of_its_members() -> None:
    source = em.parse(SHOP)
    for mutator in em.select_mutators():
        found = [site for method in source.methods for site in Member(method, raised).sites(mutator)]
        assert sorted(found, key=repr) == sorted(set(mutator.sites(source)), key=repr)


def test_a_text_that_is_no_member_any_more_is_none() -> None:
    source = em.parse("class A { void f() { } void g() { } }")
    method = source.methods[0]
    for new in ("void f() { } void h() { }", "int f;"):
        edits = [em.Edit(0, method.text, new)]
        assert source.with_member(method, new.encode(), edits) is None
    same = source.with_member(method, method.data, [])
    assert same is not None
    assert same.text == method.text


LONG = f"# {'x' * 240_000}\n"
FUNCTION = "def f(a, b):\n    total = a\n    if a < b:\n        total += b\n    return total\n"


@pytest.mark.parametrize(("filler", "depths"), [("", [3, 3, 3]), (LONG, [3, 3])], ids=["short", "long"])
def test_the_size_of_a_file_limits_how_often_it_is_read_for_a_method(filler: str, depths: list[int]) -> None:
    for _ in range(2):
        source = em.parse(f"{FUNCTION}{filler}", language="python")
        [sample] = pairs(source, language="python", positives=3, negatives=0, depth=3)
        assert [len(json.loads(variant.mutations)) for variant in sample.positives] == depths
